"""Token steps and the mention index, without a window."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui.text.marks.mark_geometry import levels
from deid_studio.gui.text.marks.shown_mentions import ShownMentions
from deid_studio.gui.text.token_steps import nearest_edge, next_start, next_stop, token_at
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Span

TEXT = "Ana-Luz  Soto"
POINTS = [0, 3, 4, 7, 9, 13]


def edges(offset: int, direction: int) -> int:
    if direction > 0:
        return next((p for p in POINTS if p > offset), len(TEXT))
    return next((p for p in reversed(POINTS) if p < offset), 0)


def test_steps_pass_over_blanks() -> None:
    assert next_stop(TEXT, edges, 7, 1) == 13
    assert next_stop(TEXT, edges, 9, -1) == 4
    assert next_stop(TEXT, edges, 5, 1) == 7
    assert next_start(TEXT, edges, 4) == 9
    assert next_start(TEXT, edges, 0) == 3
    assert next_start(TEXT, edges, 13) == 13
    assert next_stop(TEXT, edges, 0, -1) == 0


def test_the_token_that_holds_a_letter() -> None:
    assert token_at(TEXT, edges, 5) == (4, 7)
    assert token_at(TEXT, edges, 4) == (4, 7)
    assert token_at(TEXT, edges, 3) == (3, 4)
    assert token_at(TEXT, edges, 8) is None
    assert token_at(TEXT, edges, 13) is None
    assert token_at(TEXT, edges, -1) is None


def test_the_nearest_edge() -> None:
    assert [nearest_edge(edges, at, len(TEXT)) for at in (0, 1, 2, 5, 6, 12, 13)] == [0, 0, 3, 4, 7, 13, 13]


SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 12), st.sampled_from("AB")), max_size=25)


def mentions_of(spans: list[tuple[int, int, str]]) -> tuple[Mention, ...]:
    return Desk(
        Mention(n, Span(start, start + length, phi_class), Decision.PENDING, Origin.DETECTOR)
        for n, (start, length, phi_class) in enumerate(spans, start=1)
    ).ordered


def shown_of(mentions: tuple[Mention, ...], hidden: str = "") -> ShownMentions:
    shown = ShownMentions()
    shown.take(Desk(mentions))
    shown.hide(frozenset(hidden))
    return shown


@given(SPANS, st.integers(0, 45), st.integers(1, 20))
def test_those_in_a_stretch_are_what_a_search_of_all_finds(
    spans: list[tuple[int, int, str]], start: int, length: int
) -> None:
    ordered = mentions_of(spans)
    expected = tuple(m for m in ordered if m.span.start < start + length and m.span.end > start)
    assert shown_of(ordered).meeting(start, start + length) == expected
    shown = shown_of(ordered, "A").meeting(start, start + length)
    assert shown == tuple(m for m in expected if m.span.phi_class == "B")


@given(SPANS, st.integers(0, 45), st.integers(1, 6))
def test_the_innermost_is_the_shortest_that_holds_all(
    spans: list[tuple[int, int, str]], start: int, length: int
) -> None:
    ordered = mentions_of(spans)
    end = start + length
    holding = [m.span.end - m.span.start for m in ordered if m.span.start <= start and end <= m.span.end]
    found = shown_of(ordered).innermost(start, end)
    assert (found is None) == (not holding)
    if found is not None:
        assert found.span.end - found.span.start == min(holding)


def test_a_gap_holds_nothing() -> None:
    outer = Mention(1, Span(0, 10, "A", ((3, 6),)), Decision.PENDING, Origin.FILE)
    index = shown_of((outer,))
    assert index.innermost(2, 3) is outer
    assert index.innermost(4, 5) is None
    assert index.innermost(2, 7) is None


@given(SPANS)
def test_overlapping_mentions_never_share_a_level(spans: list[tuple[int, int, str]]) -> None:
    ordered = mentions_of(spans)
    found = levels(ordered)
    for i, one in enumerate(ordered):
        for other in ordered[i + 1 :]:
            assert not one.span.overlaps(other.span) or found[one.id] != found[other.id]


def test_levels_are_as_low_as_they_can_be() -> None:
    assert sorted(levels(mentions_of([(0, 10, "A"), (2, 3, "A"), (6, 3, "A"), (12, 2, "B")])).values()) == [0, 0, 1, 1]
