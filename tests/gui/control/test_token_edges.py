"""TokenEdges: the edges by which ends move and the caret jumps."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui.control.token_edges import TokenEdges

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


def test_ends_of_spans_stay_on_words():
    edges = TokenEdges(TEXT)
    assert edges.end_of_span(3, 1, 0) == 9
    assert edges.end_of_span(9, -1, 0) == 3
    assert edges.end_of_span(3, -1, 0) is None  # nothing would be left
    assert edges.start_of_span(4, -1, 9) == 0
    assert edges.start_of_span(0, 1, 9) == 4
    assert edges.start_of_span(4, 1, 9) is None
    assert edges.end_of_span(len(TEXT), 1, 0) is None
    assert edges.word_at(5) == (4, 9)
    assert edges.word_at(len(TEXT)) == (len(TEXT) - 5, len(TEXT))


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
