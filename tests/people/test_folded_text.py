"""FoldedText: what is removed, and where what stays was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.folded_text import FoldedText


@given(st.text(st.one_of(st.sampled_from(" \t\xa0\n\r\x1caé\xad\u2028\u0301"), st.characters()), max_size=20))
def test_a_mark_at_the_end_changes_nothing_before_it(text: str) -> None:
    # With a mark the whole text is searched for what is to be removed, without one for doubled blanks alone.
    one, other = FoldedText(text), FoldedText(text + "\u0301")
    assert one.folded == other.folded
    assert [*map(one.begin, range(len(one.folded)))] == [*map(other.begin, range(len(one.folded)))]


def test_blanks_and_marks_are_removed_and_the_rest_is_found_again() -> None:
    folded = FoldedText("Ana \t\xa0Ru\xadíz  Gil")
    assert folded.folded == "ana ruiz gil"
    assert [folded.to_text(0, 3), folded.to_text(4, 8), folded.to_text(9, 12)] == [(0, 3), (6, 11), (13, 16)]
