"""An outline stands wherever its expression matches, so that no rule is left out that would have found something."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.expressions import compiled_expression
from deid_studio.detection.expressions.alphabet import in_bytes
from deid_studio.detection.expressions.compiled_expression import Place
from deid_studio.detection.grammar import outlines, searching
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.searching import SearchedExpression, SearchedText, next_beside
from deid_studio.kernel.compiled import native
from deid_studio.model.document import Document
from tests.detection.expressions.drawn import EXPRESSIONS, TEXTS

if TYPE_CHECKING:
    from deid_studio.kernel import native as kernel

pytestmark = pytest.mark.skipif(native is None, reason="the kernel is not compiled")

_FLAGS = regex.VERSION0 | regex.MULTILINE


def outline(expression: str, backwards: bool = False) -> bytes:
    return outlines.outline(expression, _FLAGS | (regex.REVERSE if backwards else 0))


def signs(text: str) -> bytes:
    return outlines.signs(text, in_bytes(text))


def places(
    outlines: list[bytes],
    laid: bytes,
    inside: list[Place],
    programs: Sequence[kernel.Program | None] = (),
    text: bytes | None = None,
) -> list[list[Place]]:
    """Where rules with these outlines are tried in stretches of a report."""
    assert native is not None
    windows = native.Windows([], [([], 0, 0)] * len(outlines), 1)
    for number, (made, program) in enumerate(zip_longest(outlines, programs)):
        windows.tell(number, made, program)
    told = windows.of(b"", [], [], laid, text, [0], [inside])
    return [told.get(number, []) for number in range(len(outlines))]


def start_of(made: bytes, laid: bytes, at: int, end: int) -> int:
    """The first place of a stretch where an outline can stand, -1 where there is none."""
    (found,) = places([made], laid, [(at, end)])
    return found[0][0] if found else -1


_PLACE = st.integers(0, 150)
_LONG_TEXT = st.lists(TEXTS, max_size=30).map("".join)


def _outline(expression: str) -> bytes:
    try:
        regex.compile(expression, _FLAGS)
    except regex.error:
        return b""
    return outline(expression)


@given(EXPRESSIONS, TEXTS)
def test_stands_wherever_the_expression_matches(expression: str, text: str) -> None:
    assert native is not None
    try:
        pattern = regex.compile(expression, _FLAGS)
    except regex.error:
        return
    made, laid = outline(expression), signs(text)
    for at in range(len(text) + 1 if made else 0):
        found = pattern.match(text, at, timeout=1)
        if found is not None:
            assert native.outline_beside(b"", made, laid, [(at, at, "", "")], 0, at, len(text)) == 0
            assert start_of(made, laid, at, len(text)) == at


@given(st.lists(EXPRESSIONS, max_size=3), _LONG_TEXT, st.lists(st.tuples(_PLACE, _PLACE), max_size=4))
def test_many_are_told_as_one_by_one(expressions: list[str], text: str, stretches: list[tuple[int, int]]) -> None:
    laid, outlines = signs(text), [_outline(one) for one in expressions]
    inside = [(start, end) for start, end in stretches if start <= end <= len(laid)]
    one_by_one = [
        [(start_of(one, laid, start, end), end) for start, end in inside] if one else inside for one in outlines
    ]
    assert places(outlines, laid, inside) == [[one for one in own if one[0] >= 0] for own in one_by_one]


@given(st.lists(EXPRESSIONS, max_size=3), _LONG_TEXT, st.lists(st.tuples(_PLACE, _PLACE), max_size=4))
def test_with_programs_they_are_told_where_they_match(
    expressions: list[str], text: str, stretches: list[tuple[int, int]]
) -> None:
    searched = SearchedText(text)
    inside = [(start, end) for start, end in stretches if start <= end <= len(text)]
    made = [SearchedExpression(one, int(_FLAGS), kept=False) for one in expressions if _outline(one)]
    programs = [one.program for one in made]
    all_told = places([one.outline for one in made], searched.signs, inside, programs, searched.in_bytes)
    for one, told in zip(made, all_told, strict=True):
        found = [(one.pattern.search(text, start, end, timeout=1), end) for start, end in inside]
        starts = [(match.start(), end) for match, end in found if match is not None]
        assert told == starts if one.program is not None else set(starts) <= {(match[0], match[1]) for match in told}


@given(EXPRESSIONS, TEXTS)
def test_stands_leftwards_of_wherever_the_expression_ends(expression: str, text: str) -> None:
    assert native is not None
    try:
        pattern = regex.compile(expression, _FLAGS | regex.REVERSE)
    except regex.error:
        return
    made, laid = outline(expression, backwards=True), signs(text)
    for end in range(len(text) + 1 if made else 0):
        if pattern.match(text, 0, end, timeout=1) is not None:
            assert native.outline_beside(made, b"", laid, [(end, end, "", "")], 0, 0, len(text)) == 0


@given(EXPRESSIONS, EXPRESSIONS, _LONG_TEXT, st.lists(st.tuples(_PLACE, _PLACE), max_size=8), _PLACE, _PLACE)
def test_the_next_place_is_one_in_the_stretch_beside_which_expressions_may_match(
    before: str, after: str, text: str, stretches: list[tuple[int, int]], start: int, end: int
) -> None:
    searched, end = SearchedText(text), min(end, len(text))
    start = min(start, end)
    flags = (int(_FLAGS | regex.REVERSE), int(_FLAGS))
    beside = [
        SearchedExpression(one, own, kept=False) if _outline(one) else None
        for one, own in zip((before, after), flags, strict=True)
    ]
    places = [(min(one), max(one), "", "") for one in sorted(stretches)]
    places.sort()
    found, number = [], 0
    while (number := next_beside(beside[0], beside[1], searched, places, number, start, end)) < len(places):
        found.append(number)
        number += 1
    for number, place in enumerate(places):
        inside = start <= place[0] and place[1] <= end
        one_by_one = next_beside(beside[0], beside[1], searched, [place], 0, start, end) == 0
        assert (number in found) == one_by_one <= inside
        if inside and number not in found:
            assert any(
                one is not None and one.match(searched, *stretch) is None
                for one, stretch in zip(beside, ((start, place[0]), (place[1], end)), strict=True)
            )


@pytest.mark.parametrize(
    "expression", [r"(a)(?(1)b|c)", r"(?R)?a", r"(?:ab){e<=1}", r"a\Kb", r"(?|a|b)", r"(?x: a )", "a*", r"\X"]
)
def test_what_is_not_understood_or_may_be_empty_has_none(expression: str) -> None:
    assert outline(expression) == b""


def test_tells_places_where_nothing_matches() -> None:
    assert native is not None
    made, laid = (
        outline(r"(?<![\p{L}])(?i:dni)(?:[^\S\n]*+):(?:[^\S\n]*+)(\d{8})"),
        signs("El adni: 12345678, dni y DNI : 87654321"),
    )
    assert start_of(made, laid, 0, len(laid)) == laid.index(b"DNI")
    assert start_of(made, laid, 0, laid.index(b"87654321")) == -1


def test_looks_around_itself_at_its_beginning() -> None:
    assert native is not None
    made = outline(r"(?m)(?=\p{Lu})(?<!\d)(?<=(?i:dr|dra)\.?[ ])\b(?<=x|[ ])(\p{L}+)")
    laid = signs("Sr. Sanz, DRA Ruiz, Dr gil, Dr. Ana")
    assert start_of(made, laid, 0, len(laid)) == laid.index(b"Ruiz")
    windows = [(0, 9), (10, 13), (15, len(laid))]
    assert places([made, b"", outline("gil;")], laid, windows) == [[(laid.index(b"Ana"), len(laid))], windows, []]
    assert start_of(outline(r"(?<=a)?b"), b"xb", 0, 2) == 1


def test_refuses_what_is_no_outline_and_places_outside() -> None:
    assert native is not None
    made = outline("ab")
    beside = native.outline_beside
    for both in ((made[:-1], b""), (b"", made[:-1])):
        with pytest.raises(ValueError):
            beside(*both, b"ab", [], 0, 0, 2)
    for start, end in ((0, 3), (2, 1)):
        with pytest.raises(ValueError):
            beside(b"", made, b"ab", [], 0, start, end)
    for place in ((0, 1), ("", 1, "", ""), (0,), None):
        with pytest.raises(TypeError):
            beside(b"", made, b"ab", [place] if place != (0, 1) else ((0, 1),), 0, 0, 2)  # type: ignore[arg-type, list-item]
    with pytest.raises(OverflowError):
        beside(b"", made, b"ab", [(-1, 0, "", "")], 0, 0, 2)
    assert beside(made, made, b"ab", [(2, 1, "", ""), (9, 9, "", "")], 7, 0, 2) == 2
    for number, told in ((0, made[:-1]), (1, made), (-1, made)):
        with pytest.raises(ValueError):
            native.Windows([], [([], 0, 0)], 1).tell(number, told, None)
    with pytest.raises(TypeError):
        native.Windows([], [([], 0, 0)], 1).tell(0, made, made)  # type: ignore[arg-type]
    for text in (b"a", b"abc"):
        with pytest.raises(ValueError):
            places([made], b"ab", [(0, 2)], text=text)


@pytest.mark.slow
def test_the_grammar_finds_the_same_without(shipped: GrammarDetector, monkeypatch: pytest.MonkeyPatch) -> None:
    doc = Document(
        "x", "Nombre: Ana Ruiz Gil\nDNI: 12345678Z, nacida el 3/5/1961 en Ávila\nDr. José Sanz, Hospital La Paz\n"
    )
    with_outlines = shipped.detect_and_refuse(doc)
    monkeypatch.setattr(searching, "native", None)
    monkeypatch.setattr(compiled_expression, "in_bytes", lambda text: None)  # nor by programs
    assert with_outlines[0]
    assert shipped.detect_and_refuse(doc) == with_outlines
