"""Walking from a place: the next mention is the one that looking through all of them finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui.control.navigation import beside, place_of, walk
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding.sensitivity import STOPS, is_doubt, is_faint, rank_of

_SPANS = st.tuples(st.integers(0, 12), st.integers(1, 4)).map(lambda s: Span(s[0], s[0] + s[1], "FECHAS"))
_DESKS = st.lists(st.tuples(_SPANS, st.sampled_from(Decision)), max_size=8).map(
    lambda rows: Desk(Mention(n, span, decision, Origin.PERSON) for n, (span, decision) in enumerate(rows, 1))
)


@given(_DESKS, st.integers(-1, 14), st.sampled_from((1, -1)))
def test_the_first_step_is_the_next_mention(desk: Desk, start: int, direction: int) -> None:
    places = [(start, -1, -1), *map(place_of, desk)]
    for place in places:
        found = list(walk(desk.ordered, place, direction))
        assert sorted(m.id for m in found) == sorted(m.id for m in desk), "once round"
        assert next(iter(found), None) == beside(desk, place, direction)


@given(_DESKS)
def test_counts_are_of_all_mentions(desk: Desk) -> None:
    assert desk.counts == {one: sum(m.decision is one for m in desk) for one in Decision}


@given(
    st.sampled_from(("crf", "rule")),
    st.sampled_from(("", "marginal", "looks")),
    st.floats(0, 1),
    st.sampled_from(STOPS),
    st.sampled_from(Decision),
)
def test_what_is_faint_is_pending_and_below(kind: str, name: str, sure: float, least: float, said: Decision) -> None:
    suggestion = Suggestion(Span(0, 4, "FECHAS"), sure, (Evidence(kind, name),))
    mention = Mention(1, suggestion.span, said, Origin.DETECTOR, suggestion)
    assert is_faint(mention, least) == (said is Decision.PENDING and rank_of(suggestion) < least)
    assert is_doubt(suggestion) == ((kind, name) in {("crf", "marginal"), ("rule", "looks")})
