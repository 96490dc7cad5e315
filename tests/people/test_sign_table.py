"""SignTable against `str.translate`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.sign_table import SignTable

SIGNS = {ord("a"): "x", ord("é"): "e", ord("—"): "-", ord("𝒜"): "A", 0: "0", 255: "ñ"}


@given(st.text(st.one_of(st.sampled_from("aéÿ\0—𝒜\ud800 b"), st.characters())))
def test_a_text_becomes_what_translation_makes_of_it(text: str) -> None:
    assert SignTable(SIGNS).of(text) == text.translate(SIGNS)


@given(st.text(st.sampled_from("é—")), st.integers(1, 60))
def test_so_does_one_with_many_signs_beyond_latin_ones(text: str, often: int) -> None:
    assert SignTable(SIGNS).of(text * often) == (text * often).translate(SIGNS)
