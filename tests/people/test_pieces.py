"""Pieces: what is told soon is what the expression tells."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.pieces import _PIECE, CHUNK, pieces

WORDS = st.sampled_from(("años", "Meses", "días", "García", "NºCol", "DR", "28", "ª", "ǅ", "漢", "e\u0301", "-"))


@given(st.lists(WORDS | st.characters(), max_size=6).map("".join))
def test_a_chunk_is_cut_as_the_expression_cuts_it(text: str) -> None:
    for chunk in CHUNK.findall(text):
        assert pieces(chunk) == _PIECE.findall(chunk)
