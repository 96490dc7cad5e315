"""Mentions on a desk: order, look-ups, and how a review begins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.mentions import Decision, Desk, Mention, Origin, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion

spans = st.builds(lambda a, n, c: Span(a, a + n, c), st.integers(0, 40), st.integers(1, 8), st.sampled_from(["A", "B"]))
suggestions = spans.map(lambda span: Suggestion(span, 0.5, (Evidence("crf"),)))


@given(st.lists(spans, max_size=10), st.lists(suggestions, max_size=10))
def test_a_review_begins_with_what_is_decided_and_what_does_not_touch_it(
    decided: list[Span], suggested: list[Suggestion]
) -> None:
    desk = desk_of(decided, suggested)
    assert desk.decided_spans == tuple(sorted(decided))
    free = [one for one in suggested if not any(one.span.overlaps(span) for span in decided)]
    assert [mention.suggestion for mention in desk.pending] == sorted(free, key=lambda one: one.span)
    assert {mention.origin for mention in desk.pending} <= {Origin.DETECTOR}
    assert len({mention.id for mention in desk}) == len(desk) == len(decided) + len(free)
    assert desk.next_id > max((mention.id for mention in desk), default=0)


@given(st.lists(spans, max_size=10), st.integers(0, 45))
def test_what_begins_at_an_offset(decided: list[Span], start: int) -> None:
    desk = desk_of(decided, ())
    assert [mention.span for mention in desk.at(start)] == sorted(span for span in decided if span.start == start)


def test_a_desk_is_not_changed_but_replaced() -> None:
    first = Mention(1, Span(5, 8, "A"), Decision.PENDING, Origin.DETECTOR)
    desk = Desk([first])
    second = Mention(7, Span(0, 3, "A"), Decision.REJECTED, Origin.PERSON)
    more = desk.with_mention(second)
    assert (list(desk), list(more)) == ([first], [second, first])
    assert (desk.next_id, more.next_id, more.without(7).next_id) == (2, 8, 8)
    assert more.without(7) == desk
    assert (more.get(7), more.get(9), 7 in more, 9 in more) == (second, None, True, False)
    with pytest.raises(KeyError):
        desk.without(9)
    with pytest.raises(KeyError):
        desk[9]
