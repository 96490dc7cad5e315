"""What annotators agree on, and where they differ."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.corpora.layer_differences import Difference, Side, compared
from deid_studio.model.span import Span

NAME, DATE, PLACE = "NAME", "DATE", "PLACE"

SPANS = st.builds(
    lambda start, length, name: Span(start, start + length, name),
    st.integers(0, 60),
    st.integers(1, 9),
    st.sampled_from((NAME, DATE, PLACE)),
)
LAYERS = st.dictionaries(st.sampled_from("abcd"), st.lists(SPANS, max_size=8), min_size=1)


def test_what_all_have_is_agreed_and_each_place_has_its_sides():
    name, longer, day = Span(0, 5, NAME), Span(0, 9, NAME), Span(20, 30, DATE)
    found = compared({"ana": [day, name], "luis": [longer, day], "marta": [day, longer]})
    assert found.agreed == (day,)
    sides = (Side(("luis", "marta"), (longer,)), Side(("ana",), (name,)))
    assert found.differences == (Difference(0, 9, sides),)


def test_who_marked_nothing_is_a_side_too():
    name = Span(3, 9, NAME)
    (place,) = compared({"ana": [], "luis": [name]}).differences
    assert place.sides == (Side(("ana",), ()), Side(("luis",), (name,)))


def test_another_class_or_another_gap_is_a_difference():
    with_gap = Span(0, 9, NAME, ((3, 4),))
    for other in (Span(0, 9, PLACE), Span(0, 9, NAME)):
        assert len(compared({"ana": [with_gap], "luis": [other]}).differences) == 1


def test_what_touches_is_two_places():
    first, second = Span(0, 5, NAME), Span(5, 9, NAME)
    found = compared({"ana": [first, second], "luis": [second]})
    assert found.agreed == (second,) and [one.start for one in found.differences] == [0]


@given(LAYERS)
def test_every_span_is_in_one_place_and_each_layer_on_one_side_of_it(layers):
    found = compared(layers)
    for name, spans in layers.items():
        own = set(found.agreed)
        for place in found.differences:
            (side,) = [side for side in place.sides if name in side.layers]
            assert all(place.start <= span.start and span.end <= place.end for span in side.spans)
            own |= set(side.spans)
        assert own == set(spans)
    ends = [(span.start, span.end) for span in found.agreed] + [(one.start, one.end) for one in found.differences]
    for start, end in ((one.start, one.end) for one in found.differences):
        assert sum(start < other and begin < end for begin, other in ends) == 1
    assert all(len(one.sides) > 1 for one in found.differences)


@given(LAYERS)
def test_the_order_of_layers_changes_no_place(layers):
    turned = dict(reversed(layers.items()))
    assert compared(turned).agreed == compared(layers).agreed
    places = [[(one.start, one.end) for one in compared(each).differences] for each in (layers, turned)]
    assert places[0] == places[1]
