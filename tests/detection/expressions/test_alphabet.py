"""No expression of ours tells apart what is one byte of the alphabet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import regex

from deid_studio.detection.expressions import syntax
from deid_studio.detection.expressions.alphabet import in_bytes, set_of
from deid_studio.detection.expressions.syntax import Characters, Node, tree_of
from deid_studio.detection.grammar.grammar_detector import GrammarDetector

_KINDS = [rf"\p{{{kind}}}" for kind in ("L", "Lu", "Ll", "Lt", "M", "N", "P", "S", "Z")] + [r"\d", r"\s", r"\w"]
# All that scripts of Europe need, and some of all others.
_MANY = "".join(map(chr, (*range(0x600), *range(0x2000, 0x2200), *range(0x600, 0x110000, 997))))


def _characters(node: Node) -> Iterator[Characters]:
    match node:
        case Characters():
            yield node
        case syntax.Series() | syntax.Choice():
            for part in node.parts:
                yield from _characters(part)
        case syntax.Repeat() | syntax.Group() | syntax.Atomic() | syntax.Look():
            yield from _characters(node.part)


def _told_wrongly(written: str, flags: int, text: str, told: bytes) -> list[str]:
    of, taken = set_of(written, flags), set(regex.findall(written, text, flags))
    assert of is not None, written
    held = told.translate(bytes(of >> byte & 1 for byte in range(256)))
    return [character for character, own in zip(text, held, strict=True) if own != (character in taken)]


def test_characters_have_bytes_that_hold_their_kinds() -> None:
    told = in_bytes(_MANY)
    assert told is not None
    assert len(told) == len(_MANY)
    assert told[:128] == bytes(range(128))
    assert told[:256] == in_bytes(_MANY[:256])  # which no character beyond Latin-1 is among
    for kind in _KINDS:
        assert _told_wrongly(kind, int(regex.VERSION0), _MANY, told) == []


@pytest.mark.slow
def test_every_set_of_the_shipped_grammar_is_told(shipped: GrammarDetector) -> None:
    compiled = shipped.compiled
    expressions = [one for n in range(len(compiled.grammar.rules)) for one in compiled.rule(n).expressions()]
    sets = {(c.written, c.flags) for one in expressions for c in _characters(tree_of(one.source, one.flags)[0])}
    assert len(sets) > 300
    told = in_bytes(_MANY)
    assert told is not None
    for written, flags in sets:
        assert _told_wrongly(written, flags, _MANY, told) == [], written


@pytest.mark.parametrize("written", ["[š]", "[а-я]", r"[\u0400-\u04ff]", r"\p{Greek}", "[[:alpha:]]", r"\N{DIGIT ONE}"])
def test_a_set_that_tells_more_apart_has_none(written: str) -> None:
    assert set_of(written, int(regex.VERSION0)) is None
