"""Fragments: what is joined, cut out and trimmed, against the code points it is made of."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.fragments import Fragment, joined, trimmed, without
from deid_studio.model.span import Span, over, toggled

TEXT = "Ana (madre) y Luz Soto, 61 años."
STRETCHES = st.lists(
    st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 9)).map(lambda one: (one[0], min(sum(one), len(TEXT)))),
    min_size=1, max_size=5,
)  # fmt: skip


def points(stretches: tuple[Fragment, ...]) -> set[int]:
    """The code points of stretches."""
    return {at for start, end in stretches for at in range(start, end)}


@given(STRETCHES)
def test_joined_stretches_hold_the_same_and_stand_apart(stretches: list[Fragment]) -> None:
    found = joined(stretches)
    assert points(found) == points(tuple(stretches))
    assert all(one[1] < other[0] for one, other in pairwise(found))
    over_blanks = joined(stretches, TEXT)
    assert all(TEXT[at].isspace() for at in points(over_blanks) - points(found))
    assert all(TEXT[one[1] : two[0]].strip() for one, two in pairwise(over_blanks))


@given(STRETCHES, STRETCHES)
def test_what_is_cut_out_is_gone_and_nothing_else(stretches: list[Fragment], taken: list[Fragment]) -> None:
    found = without(joined(stretches), taken)
    assert points(found) == points(tuple(stretches)) - points(tuple(taken))
    assert list(found) == sorted(found)


@given(STRETCHES, STRETCHES)
def test_spans_share_and_cover_what_their_letters_do(one: list[Fragment], other: list[Fragment]) -> None:
    a, b = over(one, "X"), over(other, "Y")
    assert a.shares(b) == bool(points(a.fragments) & points(b.fragments))
    assert a.covers(b) == (points(b.fragments) <= points(a.fragments))


@given(STRETCHES, st.integers(0, 30), st.integers(1, 12))
def test_other_outer_ends_keep_the_gaps_between(stretches: list[Fragment], start: int, length: int) -> None:
    span = over(stretches, "X")
    found = span.stretched(start, start + length)
    assert (found.start, found.end, found.phi_class) == (start, start + length, "X")
    kept = [gap for gap in span.gaps if any(a < start + length and start < b for a, b in span.fragments)]
    assert {gap for gap in kept if start < gap[0] and gap[1] < start + length} <= set(found.gaps) <= set(kept)


@given(STRETCHES, STRETCHES.map(lambda some: some[0]))
def test_a_fragment_that_is_added_can_be_taken_out(stretches: list[Fragment], stretch: Fragment) -> None:
    span = over(stretches, "X", TEXT)
    found = toggled(span, *stretch, TEXT)
    if span.covers(Span(*stretch, "X")):
        assert found is None or not points(found.fragments) & points((stretch,))
    else:
        assert found is not None and found.covers(span) and found.covers(Span(*stretch, "X"))


def test_what_is_no_letter_is_trimmed() -> None:
    assert trimmed(TEXT, 3, 12) == (5, 10)
    assert trimmed(TEXT, 10, 12) is None
