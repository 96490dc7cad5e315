"""Replacing stretches of a text: what is outside stays, and every span is where its replacement stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.span import Span
from deid_studio.release.rewriting import Place, places_of, rewritten


def test_overlapping_spans_are_replaced_as_one_of_the_longest_ones_class():
    places = places_of([Span(0, 4, "SHORT"), Span(2, 9, "LONG"), Span(9, 12, "NEXT")])
    assert [(p.start, p.end, p.phi_class) for p in places] == [(0, 9, "LONG"), (9, 12, "NEXT")]


def test_a_fragmented_span_stays_one_span_around_what_is_not_its_own():
    text = "Juan (paciente) García"
    span = Span(0, 22, "NAME", ((4, 16),))
    made = rewritten(text, places_of([span]), ["Luis", "Pérez"])
    assert made.text == "Luis (paciente) Pérez"
    assert made.spans == (Span(0, 21, "NAME", ((4, 16),)),)
    assert made.spans[0].text(made.text) == "Luis Pérez"


def test_what_is_removed_leaves_no_span():
    made = rewritten("ab cd", places_of([Span(0, 2, "A"), Span(3, 5, "B")]), ["", "x"])
    assert (made.text, made.spans) == (" x", (Span(1, 2, "B"),))


def test_a_cut_takes_along_the_spans_that_it_touches():
    made = rewritten("head NAME\nbody", places_of([Span(5, 9, "N")], [(0, 10)]), [""])
    assert (made.text, made.spans) == ("body", ())


def test_fragments_that_come_to_touch_are_one():
    text = "ab-cd"
    gone = rewritten(text, places_of([Span(0, 5, "A", ((2, 3),)), Span(2, 3, "B")]), ["x", "", "y"])
    assert gone.text == "xy"
    assert gone.spans == (Span(0, 2, "A"),)


@pytest.mark.parametrize("places", [[Place(0, 3, None), Place(2, 4, None)], [Place(3, 9, None)]])
def test_places_that_do_not_fit_are_refused(places):
    with pytest.raises(ValueError):
        rewritten("abcd", places, ["" for _ in places])


@st.composite
def texts_with_spans(draw):
    text = draw(st.text(st.sampled_from("aé ñ\r\n🙂́B1.,"), min_size=1, max_size=40))
    spans = []
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        gaps = ()
        if end - start >= 3 and draw(st.booleans()):
            gap = draw(st.integers(start + 1, end - 2))
            gaps = ((gap, draw(st.integers(gap + 1, end - 1))),)
        spans.append(Span(start, end, draw(st.sampled_from(("A", "B"))), gaps))
    return text, spans


@given(texts_with_spans(), st.lists(st.text(max_size=5), min_size=20, max_size=20))
def test_what_no_span_holds_stays_and_offsets_go_along(case, words):
    text, spans = case
    places = places_of(spans)
    covered = {point for span in spans for start, end in span.fragments for point in range(start, end)}
    assert {point for place in places for point in range(place.start, place.end)} == covered
    made = rewritten(text, places, words[: len(places)])
    outside = [point for point in range(len(text)) if point not in covered]
    assert all(made.text[made.new_offset(point)] == text[point] for point in outside)
    for change, word in zip(made.changes, words, strict=False):
        assert made.text[change.start : change.end] == word
    for span in made.spans:
        inside = "".join(made.text[start:end] for start, end in span.fragments)
        assert inside == "".join(
            made.text[c.start : c.end] for c in made.changes if span.start <= c.start and c.end <= span.end
            and c.place.phi_class == span.phi_class and any(a <= c.start and c.end <= b for a, b in span.fragments)
        )  # fmt: skip


@given(st.text(min_size=1, max_size=30), st.data())
def test_places_of_the_new_text_lead_back(text, data):
    edges = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    places = [Place(start, end, None) for start, end in zip(edges[::2], edges[1::2], strict=False)]
    instead = [data.draw(st.text(max_size=4)) for _ in places]
    made = rewritten(text, places, instead)
    for offset in range(len(text) + 1):
        inside = any(place.start <= offset < place.end for place in places)
        if not inside:
            assert made.old_offset(made.new_offset(offset)) == offset
    for change in made.changes:
        for offset in range(change.start, change.end):
            assert made.old_offset(offset) == change.place.start
            assert made.old_stretch(offset, offset + 1) == (change.place.start, change.place.end)
    for start, end in data.draw(st.lists(st.tuples(*[st.integers(0, len(made.text))] * 2), max_size=4)):
        if start < end:
            first, last = made.old_stretch(start, end)
            assert 0 <= first <= last <= len(text)
            if not any(change.start < end and start < change.end for change in made.changes):
                assert text[first:last].startswith(made.text[start]) and text[first:last].endswith(made.text[end - 1])
