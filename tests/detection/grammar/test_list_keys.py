"""The kernel finds the keys that Aho–Corasick finds, as whole words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.grammar.list_keys import FewKeys, NativeKeys, PlainKeys
from deid_studio.kernel.compiled import native

needs_kernel = pytest.mark.skipif(native is None, reason="the kernel is not compiled")

_SIGNS = st.text(st.sampled_from("ab12 .-'ñº_²\u0301\n\ud800Ж🫁"), max_size=5)
_PIECES = ("la paz", "de la paz", "san", "san juan", "d.f.", "d.f", "paz", " ", ",", "x", "ñ", "º", "\ud800")
_TEXT = st.lists(st.one_of(st.sampled_from(_PIECES), _SIGNS), max_size=30).map("".join)
_KEYS = st.lists(st.one_of(st.sampled_from(_PIECES), _SIGNS.filter(bool)), unique=True, max_size=12)


@needs_kernel
@given(_KEYS, _TEXT)
def test_the_kernel_finds_what_python_finds(keys: list[str], text: str) -> None:
    assert native is not None
    assert NativeKeys(native.Keys, keys).standing(text) == PlainKeys(keys).standing(text)


@given(_KEYS, _TEXT)
def test_a_few_are_found_as_many_are(keys: list[str], text: str) -> None:
    assert FewKeys(keys).standing(text) == PlainKeys(keys).standing(text)


@needs_kernel
@given(st.lists(st.text(st.sampled_from("aA!ñŃ\u0441"), max_size=6), unique=True, max_size=40), st.text("aA!ñŃ\u0441 "))
def test_signs_that_differ_in_their_highest_bits_alone_are_told_apart(keys: list[str], text: str) -> None:
    assert native is not None
    assert NativeKeys(native.Keys, keys).standing(text) == PlainKeys(keys).standing(text)


@needs_kernel
@given(st.lists(st.text(max_size=8), unique=True, max_size=400))
def test_finds_each_of_many(keys: list[str]) -> None:
    assert native is not None
    found = NativeKeys(native.Keys, keys)
    for number, key in enumerate(keys):
        assert ((len(key), 0, number) in found.standing(key)) == bool(key)


def test_tells_ends_and_starts_ascending() -> None:
    keys = PlainKeys(["de la paz", "paz", "la", "paz de", "azar"])
    assert keys.standing("de la paz de azares") == [(5, 3, 2), (9, 0, 0), (9, 6, 1), (12, 6, 3)]
    assert PlainKeys([]).standing("paz") == []


@needs_kernel
def test_refuses_what_is_not_of_code_points() -> None:
    assert native is not None
    with pytest.raises(ValueError):
        native.Keys([b"abc"])
    with pytest.raises(ValueError):
        native.Keys([]).standing(b"abcde")
    with pytest.raises(TypeError):
        native.Keys(["abcd"])  # type: ignore[list-item]
