"""Pieces: what is told soon is what the expression tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.kernel.compiled import native
from deid_studio.people.pieces import _PIECE, CHUNK, folded_pieces, folded_pieces_by_python, pieces

WORDS = st.sampled_from(("años", "Meses", "días", "García", "NºCol", "DR", "28", "ª", "ǅ", "漢", "e\u0301", "-"))


@given(st.lists(WORDS | st.characters(), max_size=6).map("".join))
def test_a_chunk_is_cut_as_the_expression_cuts_it(text: str) -> None:
    for chunk in CHUNK.findall(text):
        assert pieces(chunk) == _PIECE.findall(chunk)


@given(st.lists(WORDS | st.characters(max_codepoint=255), max_size=9).map("".join))
def test_the_kernel_cuts_a_text_as_python_does(text: str) -> None:
    assert folded_pieces(text) == folded_pieces_by_python(text)


@pytest.mark.skipif(native is None, reason="the kernel was not compiled")
def test_the_kernel_takes_tables_of_all_signs_alone() -> None:
    with pytest.raises(ValueError, match="table"):
        native.folded_pieces(b"a", b"\x7f" * 256, b"a")
    assert native.folded_pieces(b"a1 \xff", b"\x7f" * 256, b"a" * 256) == ["aaaa"]
    assert native.folded_pieces(b"a", b"\0" * 256, b"a" * 256) == []
