"""A program finds what the engine finds, with all that groups took."""

from __future__ import annotations

import struct
import time

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.expressions.alphabet import in_bytes
from deid_studio.detection.expressions.compiled_expression import Expression, MatchedText, found_of
from deid_studio.detection.expressions.program import program
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.kernel.compiled import native
from tests.detection.expressions.drawn import EXPRESSIONS, TEXTS

pytestmark = pytest.mark.skipif(native is None, reason="the kernel is not compiled")

_LINES = int(regex.VERSION0 | regex.MULTILINE)
_FLAGS = st.sampled_from([_LINES, int(regex.VERSION1), _LINES | int(regex.REVERSE)])


@given(EXPRESSIONS, TEXTS, _FLAGS, st.data())
def test_finds_what_the_engine_finds(source: str, text: str, flags: int, data: st.DataObject) -> None:
    assert native is not None
    try:
        pattern = regex.compile(source, flags)
    except regex.error:
        return
    written, told = program(source, flags), in_bytes(text)
    assert told is not None
    if not written:
        return
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    one = native.Program(written, bool(flags & regex.REVERSE))
    if not flags & regex.REVERSE:
        assert one.match(told, start, end) == found_of(pattern.match(text, start, end))
        assert one.fullmatch(told, start, end) == found_of(pattern.fullmatch(text, start, end))
        assert one.search(b"", told, told, start, end) == found_of(pattern.search(text, start, end))
    elif start < end:
        assert one.match(told, start, end) == found_of(pattern.match(text, start, end))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"(?:(a|b)(\d)?)+c", "a1ba2c"),
        (r"(\p{Lu}\p{Ll}+)(?: (\p{Lu}\p{Ll}+)){1,3}?(?=,)", "Ana María Ruiz Gil, Zoé"),
        (r"(?>a+)ab|(?:x{2,4}+)x|(a++)", "aaab"),
        (r"(?i:stra(?:ß|ss)e|\u212a|[ıi])", "STRASSE"),
        (r"(?<=(?i:dr|dra)\.?\s)(?!\d)(\w+)$", "Dra. Ana\nx"),
    ],
)
def test_finds_in_each_part_of_a_text_what_the_engine_finds(source: str, text: str) -> None:
    assert native is not None
    told, pattern, written = in_bytes(text), regex.compile(source, _LINES), program(source, _LINES)
    assert told is not None
    one = native.Program(written, False)
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            assert one.match(told, start, end) == found_of(pattern.match(text, start, end))
            assert one.search(b"", told, told, start, end) == found_of(pattern.search(text, start, end))


@pytest.mark.parametrize("source", [r"(a)\1", r"(a)(?(1)b|c)", r"(?:ab){e<=1}", r"(?|a|b)", r"\X", "(?:a?)+", "[š]"])
def test_what_is_not_understood_is_the_engines(source: str) -> None:
    assert program(source, _LINES) == b""
    assert Expression(source, _LINES, kept=False).program is None
    Expression(source, _LINES, kept=False).match(MatchedText("aa"), 0, 2)


def test_what_is_too_deep_or_too_long_is_the_engines() -> None:
    assert program("(?:" * 5000 + "a" + ")" * 5000, _LINES) == b""
    assert program("|".join(f"a{n}(b{n})?" for n in range(6_000)), _LINES) == b""
    assert len(program("(?:(?:(?:ab){30}c){30}d){30}", _LINES)) < 4000  # counted, not written out
    assert program("a{65535}", _LINES) == program("(?:ab){2,65535}", _LINES) == b""


def test_how_often_has_no_bound_unless_one_is_written() -> None:
    text = MatchedText("a" * 70_000)
    for source, end in (("a+", 70_000), ("a{3,}", 70_000), ("a{3,65534}", 65_534), ("a*?$", 70_000)):
        one = Expression(source, _LINES, kept=False)
        assert one.program is not None and text.in_bytes is not None
        assert one.program.match(text.in_bytes, 0, 70_000) == (0, end, ())


def test_what_takes_too_many_steps_is_the_engines() -> None:
    assert native is not None
    source = "(?:a|a|aa)+b"
    text = MatchedText("a" * 40 + "c")
    one = Expression(source, _LINES, kept=False)
    assert one.program is not None and text.in_bytes is not None
    with pytest.raises(TimeoutError):
        one.program.match(text.in_bytes, 0, 41)
    begun = time.perf_counter()
    assert one.match(MatchedText("a" * 12 + "b"), 0, 13) == (0, 13, ())
    with pytest.raises(TimeoutError):
        one.match(text, 0, 41, 0.05)
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize("text", ["", "ab", "abaab ab", "ab" * 9 + "š"])
def test_all_places_are_those_of_the_engine(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Expression(r"\ba+b|aab", _LINES, kept=False)
    expected = [match.span() for match in one.pattern.finditer(text)]
    assert list(one.places(MatchedText(text))) == expected
    search = Expression.search

    def gives_up(self: Expression, text: MatchedText, start: int, end: int) -> object:
        if start:
            raise TimeoutError
        return search(self, text, start, end)

    monkeypatch.setattr(Expression, "search", gives_up)
    assert list(one.places(MatchedText(text))) == expected


def test_a_long_text_costs_what_its_length_costs() -> None:
    source = r"(?:[^\n:]{1,30}:)?(?:(?:a|b) ?)*c"
    one, seconds = Expression(source, _LINES, kept=False), []
    assert one.program is not None
    for length in (100_000, 400_000):
        text = MatchedText("ab " * (length // 3))
        assert text.in_bytes is not None
        begun = time.perf_counter()
        with pytest.raises(TimeoutError):  # as many ways as there are signs are too many to be kept
            one.program.match(text.in_bytes, 0, length // 3 * 3)
        seconds.append(time.perf_counter() - begun)
    assert seconds[1] < 1


@given(st.data())
def test_refuses_what_is_no_program(data: st.DataObject) -> None:
    assert native is not None
    good = program(r"(?:(a|bc){2,60}?(?=d)|x*+[^y])+\b", _LINES)
    native.Program(good, False)
    words = list(struct.unpack(f"={len(good) // 4}i", good))
    for _ in range(data.draw(st.integers(1, 4))):
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
            st.integers(-2, 300) | st.integers(-(2**31), 2**31 - 1)
        )
    bad = struct.pack(f"={len(words)}i", *words)
    for one in (bad, good[: data.draw(st.integers(0, len(good)))]):
        try:
            made = native.Program(one, data.draw(st.booleans()))
        except ValueError:
            continue
        text = b"abcbcdxxxy ab" * 3
        try:  # whatever it finds, it ends and stays inside
            found = made.match(text, 3, 20)
        except TimeoutError:
            continue
        assert found is None or 0 <= found[0] <= found[1] <= len(text)


def test_refuses_places_outside_of_the_text() -> None:
    assert native is not None
    one = native.Program(program("a", _LINES), False)
    for start, end in ((-1, 1), (0, 4), (2, 1)):
        with pytest.raises(ValueError):
            one.match(b"aaa", start, end)
    with pytest.raises(ValueError):
        one.search(b"", b"aa", b"aaa", 0, 2)
    with pytest.raises(TypeError):
        one.match("aaa", 0, 1)  # type: ignore[arg-type]


def test_all_of_the_shipped_grammar_is_programs(shipped: GrammarDetector) -> None:
    compiled = shipped.compiled
    for number in range(len(compiled.grammar.rules)):
        rule = compiled.rule(number)
        for one in rule.expressions():
            assert one.program is not None, rule.rule.name
