"""Span and Suggestion: what they refuse, and what they say of a text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion, without_overlaps

WHY = (Evidence("rule", "prueba"),)


@pytest.mark.parametrize(
    ("start", "end", "phi_class", "gaps"),
    [
        (3, 3, "X", ()),
        (4, 3, "X", ()),
        (-1, 3, "X", ()),
        (0, 3, "", ()),
        (0, 9, "X", ((0, 2),)),  # at the edge
        (0, 9, "X", ((7, 9),)),
        (0, 9, "X", ((2, 2),)),
        (0, 9, "X", ((2, 4), (4, 6))),  # touching
        (0, 9, "X", ((5, 6), (2, 3))),
        (0, 9, "X", ((2, 12),)),
    ],
)
def test_an_impossible_span_is_refused(start: int, end: int, phi_class: str, gaps: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(ValueError, match=r"span|gap"):
        Span(start, end, phi_class, gaps)


def test_fragments_and_text_leave_the_gaps_out() -> None:
    span = Span(0, 13, "X", ((3, 5), (7, 10)))
    assert span.fragments == ((0, 3), (5, 7), (10, 13))
    assert span.text("Ana, de la Oca") == "Ana de  Oc"


def test_a_suggestion_needs_evidence_and_a_probability() -> None:
    with pytest.raises(ValueError, match="evidence"):
        Suggestion(Span(0, 1, "X"), 0.5, ())
    for confidence in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="confidence"):
            Suggestion(Span(0, 1, "X"), confidence, WHY)


def test_a_document_holds_its_spans() -> None:
    Document("a", "Ana", (Span(0, 3, "X"),))
    with pytest.raises(ValueError, match="ends at 4"):
        Document("a", "Ana", (Span(0, 4, "X"),))


suggestions = st.lists(
    st.builds(
        lambda start, length, cls, confidence: Suggestion(Span(start, start + length, cls), confidence, WHY),
        st.integers(0, 30), st.integers(1, 10), st.sampled_from("AB"), st.sampled_from([0.0, 0.3, 0.5, 0.9, 1.0]),
    ),
    max_size=20,
)  # fmt: skip


@given(suggestions)
def test_without_overlaps_keeps_the_best_of_each_conflict(found: list[Suggestion]) -> None:
    kept = without_overlaps(found)
    assert [one.span for one in kept] == sorted(one.span for one in kept)
    for one, other in pairwise(kept):
        assert not one.span.overlaps(other.span)
    for lost in found:
        rivals = [one for one in kept if one.span.overlaps(lost.span)]
        assert rivals
        assert max(one.confidence for one in rivals) >= lost.confidence


def test_of_equally_confident_ones_the_longest_stays_then_the_first() -> None:
    def best(*places: tuple[int, int, str]) -> list[Span]:
        return [one.span for one in without_overlaps(Suggestion(Span(*place), 0.5, WHY) for place in places)]

    assert best((0, 3, "X"), (2, 6, "X"), (5, 7, "X")) == [Span(2, 6, "X")]
    assert best((2, 5, "X"), (0, 3, "X")) == [Span(0, 3, "X")]
    assert best((0, 3, "Y"), (0, 3, "X")) == [Span(0, 3, "X")]


@given(suggestions)
def test_the_order_of_suggestions_does_not_matter(found: list[Suggestion]) -> None:
    assert without_overlaps(found) == without_overlaps(reversed(found))
