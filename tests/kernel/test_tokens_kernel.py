"""The kernel tells the tokens that Python tells, of any text, and refuses what does not fit."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.tokens import Tokenizer
from deid_studio.kernel.compiled import native

if native is None:
    pytest.skip("the kernel is not compiled", allow_module_level=True)

COMPILED, PLAIN = Tokenizer(), Tokenizer()
PLACES = list(range(50))  # fewer than most texts have
PIECES = (
    "Nombre:", "García", "GarcíaNHC", "años", "añosingresó", "palabra", "pal", "12/03/2019", "a@b.es", "«Olmo»",
    "(11/10/01),", "Jose\u0301", "👨‍👩‍👧x", "\ufeff", "\u200b", "\x00", "\ud800", "x" * 120, "王", "…", "ǅ",
    " ", "  ", "\t", "\n", "\r\n", "\r", "\x1c", "\x1f", "\x85", "\xa0", "\u2028", "\u3000",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=40).map("".join)


def compiled(text: str) -> Any:
    assert native is not None
    return native.tokens(text, COMPILED._known, COMPILED._tell, PLACES)


@given(TEXTS)
def test_the_tokens_are_those_that_python_tells(text: str) -> None:
    assert compiled(text) == [*PLAIN._plain_tokens(text)]


def test_where_tokens_stand_is_told_by_the_numbers_that_are_there() -> None:
    places = list(range(302))  # those beyond the first ones are Python's own no longer
    ((_, starts, ends),) = native.tokens("a" * 300 + " b", {}, lambda stretch: (stretch,), places)
    assert (starts, ends) == ([0, 301], [300, 302])
    assert starts[1] is places[301] and ends[0] is places[300]


def test_blanks_and_ends_of_lines_are_those_of_python() -> None:
    for first in range(0, sys.maxunicode + 1, 0x4000):
        text = "".join(f"a{chr(code)}b" for code in range(first, first + 0x4000))
        found = native.tokens(text, {}, lambda stretch: (stretch,), PLACES)
        assert [words for words, _, _ in found] == [line.split() for line in text.splitlines() if line.split()]


@pytest.mark.parametrize(
    "told", [None, "ab", (1,), (b"ab",), [1], [(0,)], [("a", "b")], [(-1, "b")], [(2**70, "b")], [(2**63 - 1, "b")], {}]
)
def test_tokens_of_another_form_are_refused(told: Any) -> None:
    for known in ({}, {"ab": told}):
        with pytest.raises((TypeError, ValueError, IndexError, OverflowError, SystemError)):
            native.tokens("x ab\n", {"x": ("x",), **known}, lambda stretch: told, PLACES)


def test_what_is_no_text_or_raises_is_refused() -> None:
    for text, known, places in ((b"a", {}, []), ("a", None, []), ("a", [], []), ("a", {}, ()), ("a", {}, ["0", "1"])):
        with pytest.raises(TypeError):
            native.tokens(text, known, COMPILED._tell, places)
    with pytest.raises(ZeroDivisionError):
        native.tokens("a b", {}, lambda stretch: 1 / 0, [])
    assert native.tokens("", {}, None, []) == []
    assert native.tokens("a\n", {"a": ()}, None, []) == []
