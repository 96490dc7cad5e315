"""VisibleWords: between blanks, without the signs at their edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.visible_words import VisibleWords, without_edges

TEXTS = st.text(alphabet="aÑ1 .,:;|()+-_\n\t😀", max_size=60)


def words_of(text: str) -> list[str]:
    """All words of a text, one after another."""
    words, found, at = VisibleWords(text), [], 0
    while (end := words.end(at, 1)) is not None:
        start = words.start(end, -1)
        assert start is not None
        found.append(text[start:end])
        at = end
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("C. Ontoria R2MI, «12345/AB-9».", ["C", "Ontoria", "R2MI", "12345/AB-9"]),
        ("(García-López) lucia.q@ejemplo.es.", ["García-López", "lucia.q@ejemplo.es"]),
        ("Nombre:Juan|Pérez;Tel.:+34 600", ["Nombre", "Juan", "Pérez", "Tel", "+34", "600"]),
        ("a las 12:30 h --- …\n  fin", ["a", "las", "12:30", "h", "fin"]),
        ("", []),
        (" .;| ", []),
    ],
)
def test_words_as_people_see_them(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@given(TEXTS)
def test_every_letter_and_digit_is_in_exactly_one_word_and_no_blank_is(text: str) -> None:
    found = words_of(text)
    assert sum(c.isalnum() for word in found for c in word) == sum(c.isalnum() for c in text)
    assert not any(c.isspace() for word in found for c in word)
    assert all((word[0].isalnum() or word[0] == "+") and word[-1].isalnum() for word in found)


@given(TEXTS, st.integers(0, 60))
def test_the_word_at_a_place_is_the_one_that_steps_lead_to(text: str, offset: int) -> None:
    offset, words = min(offset, len(text)), VisibleWords(text)
    found = words.at(offset)
    if found is None:
        assert not text[offset : offset + 1].isalnum()
        return
    assert found[0] <= offset <= found[1]
    assert words.end(found[0], 1) == found[1] and words.start(found[1], -1) == found[0]


def test_what_has_no_end_takes_no_time() -> None:
    enormous = VisibleWords("a" * 1_000_000)
    assert 0 < (enormous.end(0, 1) or 0) <= 1_000_000
    assert 0 < (enormous.start(1_000_000, -1) or 0) < 1_000_000
    assert VisibleWords("a" + " " * 50_000).end(50_001, -1) == 1


@pytest.mark.parametrize(
    ("selected", "kept"),
    [
        ("9 meses (", "9 meses"),
        (" Ana Gil, ", "Ana Gil"),
        ("«Villa (Norte)».", "Villa (Norte)"),
        ("+34 600 111 222.", "+34 600 111 222"),
        ("- Calle Mayor, 3 -", "Calle Mayor, 3"),
        (" ... ", "..."),
        ("\n", ""),
    ],
)
def test_a_selection_leaves_the_signs_at_its_ends(selected, kept):
    start, end = without_edges(selected, 0, len(selected))
    assert selected[start:end] == kept


@given(TEXTS)
def test_what_is_left_of_a_selection_lies_within_it_and_holds_every_letter_and_figure(text):
    start, end = without_edges(text, 0, len(text))
    assert 0 <= start <= end <= len(text) and not text[start:end].startswith((" ", "\n"))
    assert not any(map(str.isalnum, text[:start] + text[end:]))
    assert without_edges(text, start, end) == (start, end)
