"""Mentions stay within the cells of tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.cells import in_cells
from deid_studio.model.span import Evidence, Span, Suggestion


def _cells(text: str, start: int = 0, end: int | None = None) -> list[str]:
    one = Suggestion(Span(start, len(text) if end is None else end, "NOMBRE"), 0.5, (Evidence("rule", "r", ""),))
    parts = list(in_cells([one], text))
    assert all((part.confidence, part.evidence, part.span.phi_class) == (0.5, one.evidence, "NOMBRE") for part in parts)
    return [text[part.span.start : part.span.end] for part in parts]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Quirce Tobes", ["Quirce Tobes"]),
        ("Quirce   Tobes", ["Quirce   Tobes"]),  # a scan's gaps
        ("Quirce Tobes    Matrona", ["Quirce Tobes", "Matrona"]),
        ("338714\tQuirce Tobes \t Abel", ["338714", "Quirce Tobes", "Abel"]),
        ("Quirce\t----\tAbel", ["Quirce", "Abel"]),  # a ruled line says nothing
        ("Quir-\n        ce Tobes", ["Quir-\n        ce Tobes"]),  # a word goes on behind the indentation
        ("_____", []),
    ],
)
def test_a_suggestion_is_parted_at_tabs_and_wide_gaps(text, cells):
    assert _cells(text) == cells


def test_a_mention_with_gaps_of_its_own_stays_as_it_was_marked():
    one = Suggestion(Span(0, 12, "NOMBRE", ((3, 9),)), 0.5, (Evidence("rule", "r", ""),))
    assert list(in_cells([one], "Ana    x     Gil")) == [one]


@given(st.text("Aa1 \t\n-", min_size=1, max_size=40), st.data())
def test_no_letter_or_figure_is_lost_and_no_part_goes_over_a_tab(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    cells = _cells(text, start, end)
    assert [sign for cell in cells for sign in cell if sign.isalnum()] == [s for s in text[start:end] if s.isalnum()]
    if len(cells) > 1 or (cells and cells[0] != text[start:end]):
        assert not any("\t" in cell for cell in cells)
