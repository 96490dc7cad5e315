"""Enormous lines are shown in pieces, and no offset moves by it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.offsets import OffsetMap

_TEXTS = st.text(st.sampled_from("ab \n\r\u2028\u0301\U0001f600\u200d\ufeff\u00a0\x00"), max_size=40)


def _units(shown: str) -> list[str]:
    """One entry a UTF-16 unit."""
    return [unit for character in shown for unit in (character, "")[: 1 + (character >= "\U00010000")]]


@given(_TEXTS, st.sampled_from([1, 2, 3, 5, None]))
def test_every_code_point_comes_back(text: str, break_after: int | None) -> None:
    positions = OffsetMap(text, break_after)
    inside_line_end = {i + 1 for i in range(len(text) - 1) if text[i : i + 2] == "\r\n"}
    shown = [positions.to_shown(offset) for offset in range(len(text) + 1)]
    assert shown == sorted(shown)
    for offset in set(range(len(text) + 1)) - inside_line_end:
        assert positions.to_text(shown[offset]) == offset


@given(_TEXTS, st.sampled_from([1, 2, 3, 5]))
def test_soft_breaks_are_the_only_difference(text: str, break_after: int) -> None:
    positions = OffsetMap(text, break_after)
    units = _units(positions.shown)
    assert len(units) == positions.shown_length
    assert {units[at] for at in positions.soft_breaks} <= {"\n"}
    without = "".join(unit for at, unit in enumerate(units) if at not in set(positions.soft_breaks))
    assert without == OffsetMap(text).shown
    assert all(len(line) <= break_after for line in positions.shown.split("\n"))


@given(_TEXTS, st.sampled_from([1, 2, 3, 5]))
def test_both_sides_of_a_soft_break_are_one_code_point(text: str, break_after: int) -> None:
    positions = OffsetMap(text, break_after)
    for at in positions.soft_breaks:
        assert positions.to_text(at) == positions.to_text(at + 1)
        assert positions.to_shown(positions.to_text(at)) == at + 1


@pytest.mark.parametrize(
    ("text", "break_after", "shown"),
    [
        ("uno dos tres", 5, "uno \ndos \ntres"),  # after blanks
        ("unodostres", 5, "unodo\nstres"),  # no blank: anywhere
        ("anos\u0303", 4, "ano\ns\u0303"),  # never between a letter and its tilde
        ("uno\ndos\r\ntres", 5, "uno\ndos\ntres"),  # short lines stay as they are
    ],
)
def test_where_a_line_is_broken(text: str, break_after: int, shown: str) -> None:
    assert OffsetMap(text, break_after).shown == shown


def test_no_soft_breaks_unless_asked_for() -> None:
    assert OffsetMap("a" * 10_000).soft_breaks == ()


def test_lines_just_short_enough_cost_nothing() -> None:
    text = ("a" * 3999 + "\n") * 250
    begin = time.perf_counter()
    assert OffsetMap(text, 4000).shown == text
    assert time.perf_counter() - begin < 2.0  # a search from each letter to its line's end would take far longer
