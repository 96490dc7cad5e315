"""Spelling: edits, look-alikes and how many are allowed; folding of many words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import DamerauLevenshtein

from deid_studio.kernel.compiled import native
from deid_studio.people.folding import fold, fold_words
from deid_studio.people.spelling import (
    allowed_edits,
    digit_skeleton,
    digit_skeletons,
    letter_skeleton,
    near,
    near_by_python,
    near_words,
    near_words_by_python,
)

WORD = st.text(alphabet="abcdlmnrosv10", min_size=1, max_size=12)
ANY = st.lists(st.text(alphabet="abrnm1lñ\0 𝒳\ud800", max_size=9), max_size=9)


def test_longer_names_may_be_further_away() -> None:
    assert [allowed_edits(length) for length in (1, 3, 4, 7, 8, 20)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("name", "word", "edits"),
    [("marin", "marin", 0), ("marin", "martin", 1), ("marin", "mairn", 1), ("marin", "rnarin", 1),
     ("romero", "r0rner0", 1), ("gil", "gi1", 1), ("gil", "gll", None), ("gil", "gal", None),
     ("marin", "marrtin", None), ("estefania", "stefanja", 2), ("hidalgo", "hicialgo", None), ("clavijo", "davijo", 1)],
)  # fmt: skip
def test_edits_between_names_and_words(name: str, word: str, edits: int | None) -> None:
    assert near_words([name], [word]) == ([] if edits is None else [(0, 0, edits)])


@given(st.lists(WORD, max_size=4), st.lists(WORD, max_size=6))
def test_nearness_keeps_what_it_promises(names: list[str], words: list[str]) -> None:
    found = near_words(names, words)
    assert len({(name, word) for name, word, _ in found}) == len(found)
    for name, word, edits in found:
        # A misread letter counts as one edit even in a short name.
        assert edits <= max(allowed_edits(len(names[name])), 1)
        assert (edits == 0) == (names[name] == words[word])
    for at, name in enumerate(names):
        for place, word in enumerate(words):
            assert name != word or (at, place, 0) in found


def test_skeletons() -> None:
    assert letter_skeleton("g0nza1ez") == letter_skeleton("gonzalez")
    assert digit_skeleton("l2O.") == "120."
    assert near([], ["a"], []) == []


@given(st.lists(st.text(alphabet="abñ\0 𝒳\ud800", max_size=40), min_size=9, max_size=9), st.integers(0, 3))
def test_what_is_looked_through_is_what_comparing_all_finds(words: list[str], edits: int) -> None:
    pairs = ((at, place, DamerauLevenshtein.distance(one, other)) for at, one in enumerate(words)
             for place, other in enumerate(words))  # fmt: skip
    assert near(words, words, [edits] * len(words)) == [pair for pair in pairs if pair[2] <= edits]


@given(ANY, ANY, st.integers(0, 2))
def test_the_kernel_finds_what_python_does(names: list[str], words: list[str], edits: int) -> None:
    allowed = [edits] * len(names)
    assert near(names, words, allowed) == near_by_python(names, words, allowed)
    allowed = [allowed_edits(len(name)) for name in names]
    assert near_words(names, words) == near_words_by_python(names, words, allowed)


@pytest.mark.skipif(native is None, reason="the kernel was not compiled")
@pytest.mark.parametrize(
    ("texts", "words", "edits"), [(["a"], [1], [1]), (["a"], ["b"], []), (["a"], ["b"], [3]), (["a"], ["b"], [-1])]
)
def test_the_kernel_takes_texts_with_their_numbers_alone(texts: list[Any], words: list[Any], edits: list[Any]) -> None:
    for function in (native.near, native.near_words):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            function(texts, words, edits)


@given(st.lists(st.text(alphabet="ABILOSZQß|0159ñ", max_size=6), max_size=5))
def test_many_numbers_have_the_skeletons_that_each_has(numbers: list[str]) -> None:
    assert digit_skeletons(numbers) == list(map(digit_skeleton, numbers))


@given(st.lists(st.text(max_size=45), max_size=6))
def test_many_words_are_folded_as_each_is(words: list[str]) -> None:
    assert fold_words(words) == list(map(fold, words)) == fold_words(words)
