"""An outline stands wherever its expression matches, so that no rule is left out that would have found something."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.grammar import searching
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.outlines import outline, signs
from deid_studio.detection.kernel.compiled import native
from deid_studio.model.document import Document

pytestmark = pytest.mark.skipif(native is None, reason="the kernel is not compiled")

_FLAGS = regex.VERSION0 | regex.MULTILINE
_SIGNS = (
    "a", "b", "k", "s", "i", "A", ".", "º", "-", "^", "$", r"\d", r"\w", r"\s", r"\S",
    r"\p{L}", r"\p{Lu}", r"\P{L}", r"\.", r"\n",
    r"\b", r"\x41", "[ab]", r"[^a\n]", r"[^\S\n]", r"[\p{L}.-]", "[º°]", "[]a]", "[^]a]", "[[:alpha:]]",
)  # fmt: skip
_SIGN = st.sampled_from(_SIGNS)
_QUANTIFIER = st.sampled_from(["", "", "", "?", "*", "+", "*?", "++", "?+", "{2}", "{1,3}", "{0,9}", "{2,}", "{12}"])
_OPENING = st.sampled_from(["(", "(?:", "(?i:", "(?-i:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?P<one>", "(?s:"])


def _extended(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    group = st.builds(lambda opening, own: f"{opening}{own})", _OPENING, inner)
    repeated = st.builds(lambda own, often: f"(?:{own}){often}", inner, _QUANTIFIER)
    return st.one_of(
        group, repeated, st.builds(lambda a, b: f"{a}|{b}", inner, inner), st.builds(str.__add__, inner, inner)
    )


_EXPRESSION = st.recursive(
    st.builds(lambda sign, often: sign + (often if sign not in "^$" and sign != r"\b" else ""), _SIGN, _QUANTIFIER),
    _extended,
    max_leaves=6,
)
_PLACE = st.integers(0, 150)
_TEXT = st.text(st.sampled_from("abkisAKI019 .-\n\t[]ºª°éñſıK\u00a0\u2028٣Жx"), max_size=12)

_LONG_TEXT = st.lists(_TEXT, max_size=30).map("".join)


def _outline(expression: str) -> bytes:
    try:
        regex.compile(expression, _FLAGS)
    except regex.error:
        return b""
    return outline(expression)


@given(_EXPRESSION, _TEXT)
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
            assert native.outline_fits(made, laid, at, len(text))
            assert native.outline_start(made, laid, at, len(text)) == at


@given(st.lists(_EXPRESSION, max_size=3), _LONG_TEXT, st.lists(st.tuples(_PLACE, _PLACE), max_size=4))
def test_many_are_told_as_one_by_one(expressions: list[str], text: str, stretches: list[tuple[int, int]]) -> None:
    assert native is not None
    laid, outlines = signs(text), [_outline(one) for one in expressions]
    inside = [(start, end) for start, end in stretches if start <= end <= len(laid)]
    one_by_one = [
        [(native.outline_start(one, laid, start, end), end) for start, end in inside] if one else inside
        for one in outlines
    ]
    told = native.outline_places(outlines, laid, [inside] * len(outlines))
    assert told == [[place for place in places if place[0] >= 0] for places in one_by_one]


@given(_EXPRESSION, _TEXT)
def test_stands_leftwards_of_wherever_the_expression_ends(expression: str, text: str) -> None:
    assert native is not None
    try:
        pattern = regex.compile(expression, _FLAGS | regex.REVERSE)
    except regex.error:
        return
    made, laid = outline(expression, backwards=True), signs(text)
    for end in range(len(text) + 1 if made else 0):
        if pattern.match(text, 0, end, timeout=1) is not None:
            assert native.outline_fits(made, laid, end, 0)


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
    assert native.outline_start(made, laid, 0, len(laid)) == laid.index(b"DNI")
    assert native.outline_start(made, laid, 0, laid.index(b"87654321")) == -1


def test_looks_around_itself_at_its_beginning() -> None:
    assert native is not None
    made = outline(r"(?m)(?=\p{Lu})(?<!\d)(?<=(?i:dr|dra)\.?[ ])\b(?<=x|[ ])(\p{L}+)")
    laid = signs("Sr. Sanz, DRA Ruiz, Dr gil, Dr. Ana")
    assert native.outline_start(made, laid, 0, len(laid)) == laid.index(b"Ruiz")
    windows = [(0, 9), (10, 13), (15, len(laid))]
    told = native.outline_places([made, b"", outline("gil;")], laid, [windows] * 3)
    assert told == [[(laid.index(b"Ana"), len(laid))], windows, []]
    assert native.outline_start(outline(r"(?<=a)?b"), b"xb", 0, 2) == 1


def test_refuses_what_is_no_outline_and_places_outside() -> None:
    assert native is not None
    made = outline("ab")
    for arguments in ((b"", b"ab", 0, 2), (made[:-1], b"ab", 0, 2), (made, b"ab", 0, 3), (made, b"ab", 3, 0)):
        with pytest.raises(ValueError):
            native.outline_start(*arguments)
    for outlines, stretches in (([made[:-1]], [[]]), ([made], [[(0, 3)]]), ([made], [[(2, 1)]]), ([made], [])):
        with pytest.raises(ValueError):
            native.outline_places(outlines, b"ab", stretches)
    with pytest.raises(OverflowError):
        native.outline_places([made], b"ab", [[(-1, 2)]])


def test_the_grammar_finds_the_same_without(shipped: GrammarDetector, monkeypatch: pytest.MonkeyPatch) -> None:
    doc = Document(
        "x", "Nombre: Ana Ruiz Gil\nDNI: 12345678Z, nacida el 3/5/1961 en Ávila\nDr. José Sanz, Hospital La Paz\n"
    )
    with_outlines = shipped.detect_and_refuse(doc)
    monkeypatch.setattr(searching, "native", None)
    assert with_outlines[0]
    assert shipped.detect_and_refuse(doc) == with_outlines
