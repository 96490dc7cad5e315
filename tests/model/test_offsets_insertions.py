"""What is shown in a report without belonging to it moves no offset of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.offsets import OffsetMap

_LETTERS = "ab \n\r\t\u2028\u0301\U0001f600\u200d\ufeff\u00a0\x00\x0c"
_TEXTS = st.text(st.one_of(st.sampled_from(_LETTERS), st.characters(exclude_categories=["Cs"])), max_size=40)
_INSERTED = st.text(st.sampled_from("xyz .ñ\U0001f600\ufeff\x00"), min_size=1, max_size=6)


@st.composite
def maps(draw: st.DrawFn) -> tuple[str, OffsetMap]:
    text = draw(_TEXTS)
    free = [at for at in range(len(text) + 1) if not _within_crlf(text, at)]
    places = draw(st.lists(st.sampled_from(free), unique=True, max_size=4))
    insertions = [(at, draw(_INSERTED)) for at in sorted(places)]
    return text, OffsetMap(text, draw(st.sampled_from([None, 1, 3, 5])), insertions)


def _within_crlf(text: str, offset: int) -> bool:
    return text[max(offset - 1, 0) : offset + 1] == "\r\n"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@given(maps())
def test_every_offset_of_the_text_comes_back_from_both_sides_of_an_insertion(made: tuple[str, OffsetMap]) -> None:
    text, positions = made
    for offset in range(len(text) + 1):
        if not _within_crlf(text, offset):
            for before in (False, True):
                assert positions.to_text(positions.to_shown(offset, before)) == offset


@given(maps())
def test_all_directions_are_monotone_and_reach_the_ends(made: tuple[str, OffsetMap]) -> None:
    text, positions = made
    there = [positions.to_shown(offset, before) for offset in range(len(text) + 1) for before in (True, False)]
    back = [positions.to_text(position) for position in range(positions.shown_length + 1)]
    walked = [positions.filled_to_text(offset) for offset in range(len(positions.filled) + 1)]
    assert there == sorted(there)
    assert back == sorted(back)
    assert walked == sorted(walked)
    assert (back[0], back[-1], walked[0], walked[-1]) == (0, len(text), 0, len(text))
    assert there[-1] == positions.shown_length


@given(maps())
def test_all_of_an_insertion_is_one_code_point_and_lies_between_its_two_sides(made: tuple[str, OffsetMap]) -> None:
    _, positions = made
    for number, ((start, end), (offset, inserted)) in enumerate(
        zip(positions.stretches, positions.insertions, strict=True)
    ):
        assert positions.filled[start:end] == inserted
        assert {positions.filled_to_text(at) for at in range(start, end + 1)} == {offset}
        assert (positions.to_filled(offset, True), positions.to_filled(offset)) == (start, end)
        assert {positions.insertion_at(at) for at in range(start, end)} == {number}
        first, last = positions.to_shown(offset, True), positions.to_shown(offset)
        assert {positions.to_text(at) for at in range(first, last + 1)} == {offset}


@given(maps())
def test_without_the_insertions_the_text_is_as_it_was(made: tuple[str, OffsetMap]) -> None:
    text, positions = made
    left = list(positions.filled)
    for start, end in reversed(positions.stretches):
        del left[start:end]
    assert "".join(left) == text
    assert _units(positions.shown) == positions.shown_length


@given(maps(), st.sampled_from([1, 3, 5]))
def test_an_insertion_moves_no_soft_break(made: tuple[str, OffsetMap], break_after: int) -> None:
    text, positions = made
    plain, filled = OffsetMap(text, break_after), OffsetMap(text, break_after, positions.insertions)
    assert [plain.to_text(at) for at in plain.soft_breaks] == [filled.to_text(at) for at in filled.soft_breaks]


@pytest.mark.parametrize(
    "insertions",
    [
        [(2, "x")],  # within CRLF
        [(1, "a\nb")],
        [(1, "a\u2028b")],
        [(1, "")],
        [(1, "a"), (1, "b")],
        [(3, "a"), (1, "b")],
        [(9, "a")],
        [(-1, "a")],
    ],
)
def test_what_cannot_be_inserted_is_refused(insertions: list[tuple[int, str]]) -> None:
    with pytest.raises(ValueError, match="insert"):
        OffsetMap("a\r\nbc", None, insertions)
