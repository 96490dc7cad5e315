"""Offsets of a report <-> positions of a text widget: the facts that moved other tools' spans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.offsets import OffsetMap

texts = st.text(
    st.one_of(
        st.sampled_from("a\n\r\t\u00a0\ufeff\u2028\u2029\x0b\x0c\x85\x00😀👩🏽‍⚕️\ufdd0\uffff"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def splits_a_line_end(text: str, offset: int) -> bool:
    return text[offset - 1 : offset + 1] == "\r\n"


@given(texts)
def test_every_offset_comes_back(text: str) -> None:
    positions = OffsetMap(text)
    for offset in range(len(text) + 1):
        if not splits_a_line_end(text, offset):
            assert positions.to_text(positions.to_shown(offset)) == offset


@given(texts)
def test_both_directions_are_monotone_and_reach_the_ends(text: str) -> None:
    positions = OffsetMap(text)
    there = [positions.to_shown(offset) for offset in range(len(text) + 1)]
    back = [positions.to_text(position) for position in range(positions.shown_length + 1)]
    assert there == sorted(there)
    assert back == sorted(back)
    assert (there[0], there[-1], back[0], back[-1]) == (0, positions.shown_length, 0, len(text))


@given(texts)
def test_a_position_is_what_stands_before_it_in_the_shown_text(text: str) -> None:
    positions = OffsetMap(text)
    assert units(positions.shown) == positions.shown_length
    for offset in range(len(text) + 1):
        if not splits_a_line_end(text, offset):
            assert units(OffsetMap(text[:offset]).shown) == positions.to_shown(offset)


@given(texts)
def test_a_widget_has_nothing_left_to_change(text: str) -> None:
    shown = OffsetMap(text).shown
    assert not set(shown) & set("\r\u2028\u2029\x0b\x0c\x85\x00\ufeff\ufdd0\uffff")


@pytest.mark.parametrize(
    ("text", "offset", "position"),
    [
        ("😀Ana", 1, 2),
        ("Ana\r\nRuiz", 5, 4),
        ("\ufeffAna", 1, 1),
        ("Ana\u2028Ruiz", 4, 4),
        ("a\x00b", 2, 2),
        ("a\u00a0b", 2, 2),
        ("👩🏽‍⚕️ Ana", 6, 8),
    ],
)
def test_where_others_went_wrong(text: str, offset: int, position: int) -> None:
    positions = OffsetMap(text)
    assert positions.to_shown(offset) == position
    assert positions.to_text(position) == offset


def test_inside_a_surrogate_pair_is_the_start_of_its_character() -> None:
    assert OffsetMap("a😀b").to_text(2) == 1


@pytest.mark.parametrize("wrong", [-1, 4])
def test_outside_the_text_is_refused(wrong: int) -> None:
    positions = OffsetMap("Ana")
    for ask in (positions.to_shown, positions.to_text):
        with pytest.raises(ValueError, match="outside"):
            ask(wrong)


def test_a_bom_shows_nothing() -> None:
    assert OffsetMap("\ufeffAna\x00").shown == "\u2060Ana\ufffd"
