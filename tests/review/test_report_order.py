"""The order of a folder's reports, and which comes next in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.review.project import ReportState
from deid_studio.review.report_order import STATE_ORDER, SortBy, best_of, neighbour, next_of, ordered

NAMES = st.lists(st.text("abcdefgh", min_size=1, max_size=2), unique=True, min_size=1, max_size=12)
VALUES = st.dictionaries(st.text("abcdefgh", min_size=1, max_size=2), st.integers(0, 3))


@given(NAMES, VALUES, st.booleans())
def test_known_ones_are_sorted_and_the_unknown_come_last_as_they_were(names, values, descending):
    found = ordered(names, values.get, descending)
    assert sorted(found) == sorted(names)
    known = [name for name in found if name in values]
    assert found == known + [name for name in names if name not in values]
    own = [values[name] for name in known]
    assert own == sorted(own, reverse=descending)
    for value in set(own):  # equal ones stay in natural order
        assert [n for n in known if values[n] == value] == [n for n in names if values.get(n) == value]


@given(NAMES, st.data())
def test_steps_go_through_what_is_shown_and_back(order, data):
    shown = [name for name in order if data.draw(st.booleans())]
    places = {name: place for place, name in enumerate(order)}
    name = data.draw(st.sampled_from(order))
    after = [one for one in shown if places[one] > places[name]]
    before = [one for one in shown if places[one] < places[name]]
    assert neighbour(places, shown, name, 1) == (after[0] if after else None)
    assert neighbour(places, shown, name, -1) == (before[-1] if before else None)


@given(NAMES, st.data())
def test_next_is_the_first_wanted_one_after_round_to_the_begin(order, data):
    wanted = {name for name in order if data.draw(st.booleans())}
    after = data.draw(st.sampled_from([None, *order]))
    found = next_of(order, after, wanted.__contains__)
    round_ = order if after is None else order[order.index(after) + 1 :] + order[: order.index(after)]
    assert found == next((name for name in round_ if name in wanted), None)


@given(NAMES, st.data())
def test_by_benefit_what_was_passed_over_comes_after_what_was_not_seen(order, data):
    wanted = {name for name in order if data.draw(st.booleans())}
    seen = {name for name in order if data.draw(st.booleans())}
    after = data.draw(st.sampled_from(order))
    found = best_of(order, after, wanted.__contains__, seen)
    fresh = [name for name in order if name in wanted - seen - {after}]
    if fresh:
        assert found == fresh[0]
    else:
        assert found == next_of(order, after, wanted.__contains__)


def test_every_state_has_its_place():
    assert set(STATE_ORDER) == set(ReportState)
    assert STATE_ORDER[ReportState.IN_REVIEW] < STATE_ORDER[ReportState.SIGNED_OFF]
    assert [by for by in SortBy if by.is_benefit] == [SortBy.UNCERTAINTY, SortBy.LEAK]
