"""Deletions: pairs that may be near are found without comparing all, and none that is near is missed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import DamerauLevenshtein

from deid_studio.people.deletions import candidates
from deid_studio.people.spelling import near

# Few letters, so that texts are near each other; beyond 14 letters only the beginnings are looked up.
TEXTS = st.lists(st.text(alphabet="abñ\0𝒳\ud800", max_size=18), max_size=8)


@st.composite
def texts_and_slips(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Some texts, and texts that are one to three slips away from them."""
    wanted = draw(TEXTS)
    words = draw(TEXTS)
    for text in draw(st.lists(st.sampled_from(wanted), max_size=8)) if wanted else ():
        letters = list(text)
        for _ in range(draw(st.integers(0, 3))):
            at = draw(st.integers(0, len(letters)))
            match draw(st.integers(0, 2)):
                case 0:
                    letters.insert(at, draw(st.sampled_from("abc")))
                case 1:
                    del letters[at : at + 1]
                case 2:
                    letters[at : at + 2] = reversed(letters[at : at + 2])
        words.append("".join(letters))
    return wanted, words


@given(texts_and_slips(), st.integers(0, 3))
def test_all_that_is_near_is_among_the_candidates_each_once(texts: tuple[list[str], list[str]], edits: int) -> None:
    wanted, words = texts
    found = [
        pair
        for rows, columns in candidates(wanted, words, edits)
        for pair in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    assert len(set(found)) == len(found)
    distance = DamerauLevenshtein.distance
    assert set(found) >= {
        (row, column)
        for row, name in enumerate(wanted)
        for column, word in enumerate(words)
        if distance(name, word) <= edits
    }


@pytest.mark.slow
def test_many_texts_are_compared_as_few_are() -> None:
    draws = random.Random(7)
    wanted = ["".join(draws.choices("aeilmnorst", k=draws.randint(2, 17))) for _ in range(500)]
    words = [name[:at] + draws.choice(["", "a", "ll"]) + name[at + 1 :] for name in wanted for at in (0, 1, 5, 15)]
    allowed = [draws.randint(0, 2) for _ in wanted]
    one_by_one = [
        (row, column, edits)
        for row, name in enumerate(wanted)
        for _, column, edits in near([name], words, [allowed[row]])
    ]
    assert near(wanted, words, allowed) == one_by_one


def test_texts_that_begin_alike_are_few_candidates_at_a_time() -> None:
    texts = [f"https://hospital.example/{number}" for number in range(40)]
    assert max(len(rows) for rows, _ in candidates(texts, texts, 2)) <= len(texts)
