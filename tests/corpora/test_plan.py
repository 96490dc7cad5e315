"""Who reads which report, by lot and in balance."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.corpora.plan import Plan, ReadingOrder, Shown, tasks_for

REPORTS = [f"informe-{number}" for number in range(60)]
FOUR = ("ana", "luis", "marta", "pau")

PLANS = st.builds(
    Plan,
    readers=st.integers(1, 3),
    shared=st.floats(0, 1),
    shown=st.sampled_from(Shown),
    order=st.sampled_from(ReadingOrder),
    seed=st.binary(min_size=1, max_size=8).map(bytes.hex),
    random_share=st.floats(0, 1),
)


@given(PLANS, st.integers(0, 40), st.integers(3, 6))
def test_every_report_is_read_by_as_many_as_was_said_and_by_all_alike(plan, count, annotators):
    names, people = REPORTS[:count], [f"p{one}" for one in range(annotators)]
    tasks = tasks_for(names, people, plan)
    readers = Counter(task.report for task in tasks)
    shared = round(plan.shared * count)
    assert sorted(readers) == sorted(names)
    assert Counter(readers.values()) == +(Counter({plan.readers: shared}) + Counter({1: count - shared}))
    assert len({(task.report, task.annotator) for task in tasks}) == len(tasks)
    load = Counter(dict.fromkeys(people, 0))
    load.update(task.annotator for task in tasks)
    assert max(load.values()) - min(load.values()) <= 1


def test_pairs_share_alike():
    together = Counter()
    readers: dict[str, list[str]] = {}
    for task in tasks_for(REPORTS, FOUR, Plan(readers=2, seed="3c")):
        readers.setdefault(task.report, []).append(task.annotator)
    together.update(frozenset(pair) for pair in readers.values())
    assert len(together) == len(list(combinations(FOUR, 2)))
    assert max(together.values()) - min(together.values()) <= 4


@given(PLANS, st.integers(0, 30), st.integers(0, 30))
def test_reports_that_come_later_change_nothing(plan, first, later):
    before = tasks_for(REPORTS[:first], FOUR, plan)
    after = tasks_for(REPORTS[: first + later], FOUR, plan, before)
    assert {task.report for task in after} == set(REPORTS[first : first + later])
    assert tasks_for(REPORTS[:first], FOUR, plan, before) == ()


def test_where_suggestions_are_measured_half_is_read_without_and_each_report_both_ways():
    tasks = tasks_for(REPORTS, FOUR, Plan(readers=2, shown=Shown.MIXED, seed="11"))
    for name in FOUR:
        blind = [task.blind for task in tasks if task.annotator == name]
        assert abs(2 * sum(blind) - len(blind)) <= 4
    ways = Counter(task.report for task in tasks if task.blind)
    assert all(ways[name] == 1 for name in REPORTS)


@pytest.mark.parametrize(("shown", "blind"), [(Shown.BLIND, {True}), (Shown.SUGGESTIONS, {False})])
def test_else_all_are_read_alike(shown, blind):
    assert {task.blind for task in tasks_for(REPORTS, FOUR, Plan(shown=shown))} == blind


def test_orders():
    listed = tasks_for(REPORTS, FOUR, Plan(order=ReadingOrder.LISTED))
    for name in FOUR:
        own = [task.report for task in listed if task.annotator == name]
        assert own == sorted(own, key=REPORTS.index)
    drawn = [
        [task.report for task in tasks_for(REPORTS, FOUR, Plan(readers=4, seed=seed)) if task.annotator == name]
        for seed in ("01", "02")
        for name in FOUR
    ]
    assert len({tuple(one) for one in drawn}) == 8 and all(sorted(one) == sorted(REPORTS) for one in drawn)


@given(st.floats(0, 1), st.integers(1, 40))
def test_in_an_active_order_a_share_is_drawn_by_lot_the_same_for_all_who_read_it(share, count):
    plan = Plan(order=ReadingOrder.ACTIVE, random_share=share, seed="5a")
    tasks = tasks_for(REPORTS[:count], FOUR, plan)
    drawn = {task.report for task in tasks if task.by_lot}
    assert len(drawn) == ceil(share * count)
    assert all((task.order is ReadingOrder.ACTIVE) == (task.report not in drawn) for task in tasks)


def test_more_readers_than_annotators_are_refused():
    with pytest.raises(ValueError, match="3 readers of 2"):
        tasks_for(REPORTS, FOUR[:2], Plan(readers=3))
