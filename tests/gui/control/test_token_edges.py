"""TokenEdges: the edges by which ends move and the caret jumps."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui.control.token_edges import Edge, TokenEdges
from deid_studio.model.span import Span

TEXT = "Ana María, 45años.\r\n  C/ Mayor"


def test_edges_of_words_numbers_and_signs():
    edges = TokenEdges(TEXT)
    found, at = [0], 0
    while at < len(TEXT):
        at = edges(at, 1)
        found.append(at)
    assert [TEXT[a:b] for a, b in pairwise(found)] == [
        "Ana", " ", "María", ",", " ", "45", "años", ".", "\r\n  ", "C", "/", " ", "Mayor",
    ]  # fmt: skip
    back, at = [len(TEXT)], len(TEXT)
    while at > 0:
        at = edges(at, -1)
        back.append(at)
    assert back[::-1] == found


def moved(text: str, span: str, edge: Edge, direction: int) -> str | None:
    """What a span of the text `span` becomes when an edge moves by a word."""
    start = text.index(span)
    found = TokenEdges(text).moved(Span(start, start + len(span), "X"), edge, direction, True)
    return None if found is None else text[slice(*found)]


STAFF = "Firmado: C. Ontoria R2MI, (12345/AB-9). Nombre:Juan|45años"


@pytest.mark.parametrize(
    ("span", "edge", "direction", "becomes"),
    [
        ("C. Ontoria R2MI", Edge.END, -1, "C. Ontoria"),
        ("C. Ontoria R2MI", Edge.START, 1, "Ontoria R2MI"),
        ("Ontoria", Edge.END, 1, "Ontoria R2MI"),
        ("Ontoria R", Edge.END, 1, "Ontoria R2MI"),
        ("Ontoria", Edge.START, -1, "C. Ontoria"),
        ("R2MI", Edge.END, 1, "R2MI, (12345/AB-9"),
        ("R2MI, (12345/AB-9)", Edge.END, -1, "R2MI, (12345/AB-9"),
        ("Juan", Edge.START, -1, "Nombre:Juan"),
        ("Juan", Edge.END, 1, "Juan|45años"),
        ("45años", Edge.END, -1, "45"),  # one word gets shorter by a piece
        ("45años", Edge.START, 1, "años"),
        ("12345/AB-9", Edge.END, -1, "12345/AB"),
        ("Ontoria", Edge.END, -1, None),
        ("45años", Edge.END, 1, None),
        ("Firmado", Edge.START, -1, None),
    ],
)
def test_ends_move_by_what_people_see_as_words(span, edge, direction, becomes):
    assert moved(STAFF, span, edge, direction) == becomes


PLACE = "Ingresa en el Hospital Clínico de Soria. Con 48 horas de vida, del Valle y la Torre"


@pytest.mark.parametrize(
    ("span", "edge", "direction", "becomes"),
    [
        ("Hospital Clínico de Soria", Edge.END, -1, "Hospital Clínico"),
        ("Hospital Clínico", Edge.END, 1, "Hospital Clínico de Soria"),
        ("48 horas", Edge.END, 1, "48 horas de vida"),
        ("48 horas de vida", Edge.START, 1, "horas de vida"),
        ("horas de vida", Edge.START, 1, "vida"),
        ("vida", Edge.START, -1, "horas de vida"),
        ("Torre", Edge.START, -1, "la Torre"),  # an article may begin a name
        ("Valle", Edge.END, 1, "Valle y la Torre"),
    ],
)
def test_no_end_stays_at_a_preposition(span, edge, direction, becomes):
    assert moved(PLACE, span, edge, direction) == becomes


@given(
    st.text(alphabet="aÑ1 .,:;|()-\n", max_size=40), st.integers(0, 40), st.integers(1, 10),
    st.sampled_from(Edge), st.sampled_from((1, -1)),
)  # fmt: skip
def test_a_step_by_words_moves_one_edge_its_way_and_never_to_a_blank_or_a_final_stop(text, start, length, edge, way):
    if start + length > len(text):
        return
    found = TokenEdges(text).moved(Span(start, start + length, "X"), edge, way, True)
    if found is None:
        return
    assert 0 <= found[0] < found[1] <= len(text)
    if edge is Edge.START:
        assert found[1] == start + length and (found[0] - start) * way > 0 and text[found[0]].isalnum()
    else:
        assert found[0] == start and (found[1] - start - length) * way > 0 and text[found[1] - 1].isalnum()


def test_one_enormous_word_stays_fast():
    edges = TokenEdges("a" * 1_000_000)
    assert 0 < edges(0, 1) <= 1_000_000
    assert 0 <= edges(1_000_000, -1) < 1_000_000


@given(st.text(alphabet=st.characters(), max_size=60), st.integers(0, 60))
def test_edges_go_forwards_and_end(text, offset):
    edges = TokenEdges(text)
    offset = min(offset, len(text))
    after, before = edges(offset, 1), edges(offset, -1)
    assert offset < after <= len(text) or offset == after == len(text)
    assert 0 <= before < offset or before == offset == 0


TABLE = "Peticionario: Roca Andreu\n\nDATOS\nFirma: Rocío V.\tFACULTATIVA de\tguardia\nJosé María\n   Gil    planta"


@pytest.mark.parametrize(
    ("span", "edge", "direction", "becomes"),
    [
        ("Andreu", Edge.END, 1, None),  # a blank line
        ("DATOS", Edge.START, -1, None),
        ("Rocío V", Edge.END, 1, None),  # a tab
        ("FACULTATIVA", Edge.START, -1, None),
        ("FACULTATIVA", Edge.END, 1, "FACULTATIVA de"),
        ("María", Edge.END, 1, "María\n   Gil"),  # a wrapped line
        ("Gil", Edge.START, -1, "María\n   Gil"),
        ("Gil", Edge.END, 1, None),  # a column of blanks
    ],
)
def test_a_step_by_words_stays_in_its_paragraph_and_its_cell(span, edge, direction, becomes):
    assert moved(TABLE, span, edge, direction) == becomes
