"""Which report is read next: what teaches most, unlike those read last, and in between what was drawn by lot."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.corpora.plan import Plan, ReadingOrder, Task, tasks_for
from deid_studio.corpora.reading_order import reading_order, to_compare
from deid_studio.review.deciding.benefit import Benefit

NAMES = [f"r{number}" for number in range(30)]


def tasks_of(count, order=ReadingOrder.ACTIVE, share=0.2):
    return tasks_for(NAMES[:count], ["ana"], Plan(readers=1, order=order, random_share=share, seed="07"))


BENEFITS = st.dictionaries(
    st.sampled_from(NAMES), st.builds(Benefit, st.floats(0, 99), st.floats(0, 99)), max_size=len(NAMES)
)
MARKS = st.dictionaries(st.sampled_from(NAMES), st.frozensets(st.sampled_from("abcdef")))


@given(
    st.integers(0, 30),
    st.sampled_from(ReadingOrder),
    st.floats(0, 1),
    st.lists(st.sampled_from(NAMES), unique=True),
    BENEFITS,
    MARKS,
)
def test_every_unread_report_is_read_once(count, order, share, read, benefits, marks):
    tasks = tasks_of(count, order, share)
    assert sorted(reading_order(tasks, read, benefits, marks)) == sorted({t.report for t in tasks} - {*read})


@given(BENEFITS, MARKS)
def test_what_was_drawn_by_lot_comes_in_its_order_at_even_distances_whatever_is_suggested(benefits, marks):
    tasks = tasks_of(30)
    drawn = [task.report for task in tasks if task.by_lot]
    order = reading_order(tasks, (), benefits, marks)
    assert [order.index(name) for name in drawn] == [0, 5, 10, 15, 20, 25]
    # So it stays when read up to anywhere in that order, with others' worth known by then.
    assert [name for name in reading_order(tasks, order[:7], {}, {}) if name in drawn] == drawn[2:]
    assert reading_order(tasks, order[:7], {}, {}).index(drawn[2]) == 3


def test_most_to_learn_comes_first_and_what_nothing_is_known_of_last():
    tasks = [Task(name, "ana", False, ReadingOrder.ACTIVE) for name in "abcd"]
    worth = {"b": Benefit(1.0, 9.0), "c": Benefit(3.0, 0.0), "d": Benefit(2.0, 6.0)}  # whatever would leak
    assert reading_order(tasks, (), worth, {}) == ["c", "d", "b", "a"]
    assert to_compare(tasks, ["c"], worth) == ["c", "d", "b"]
    assert to_compare(tasks, ["c"], worth, learned=1) == ["d", "b"]


def test_a_report_like_one_just_read_waits_for_what_is_nearly_worth_as_much():
    tasks = [Task(name, "ana", False, ReadingOrder.ACTIVE) for name in "abcd"]
    worth = {"a": Benefit(10.0), "b": Benefit(9.0), "c": Benefit(6.0), "d": Benefit(4.0)}
    form = frozenset("xyz")
    marks = {"a": form, "b": form, "c": frozenset("uvw"), "d": form}
    assert reading_order(tasks, (), worth, marks) == ["a", "c", "b", "d"]
    assert reading_order(tasks, ["a"], worth, marks)[0] == "c"
    assert reading_order(tasks, ["a"], worth, marks, learned=1)[0] == "b"  # it is less open for having learned of that


def test_layouts_get_their_turns_in_proportion_to_what_is_open_in_them():
    tasks = [Task(name, "ana", False, ReadingOrder.ACTIVE) for name in NAMES[:12]]
    much, little = frozenset("xyz"), frozenset("uvw")
    marks = {name: much if place < 6 else little for place, name in enumerate(NAMES[:12])}
    worth = {name: Benefit(9.0 if marks[name] is much else 4.0) for name in marks}
    first = reading_order(tasks, (), worth, marks)[:5]
    assert [marks[name] is much for name in first] == [True, True, False, True, True]


def test_where_the_plan_says_all_it_is_kept():
    for order in (ReadingOrder.LISTED, ReadingOrder.RANDOM):
        tasks = tasks_of(12, order)
        worth = {name: Benefit(place) for place, name in enumerate(NAMES)}
        assert reading_order(tasks, (), worth, {}) == [task.report for task in tasks]
