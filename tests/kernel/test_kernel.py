"""The kernel says what the Python beside it says, of any text and any chain, and refuses what does not fit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.detection.crf_scores import PlainScores
from deid_studio.detection.expressions.compiled_expression import Expression, MatchedText
from deid_studio.detection.gazetteers import GazetteerIndex, default_gazetteers
from deid_studio.detection.induced_rules import InducedRule, InducedRules
from deid_studio.detection.linear_chain import Chain, plain_posterior
from deid_studio.detection.native_scores import NativeScores
from deid_studio.detection.report_context import gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import Word, Words
from deid_studio.kernel import compiled
from deid_studio.model.document import Document

native = compiled.native
needs_kernel = pytest.mark.skipif(native is None, reason="the kernel is not compiled here")

# What features ask for: labels, cues, lists, distances, gaps, marks around chunks, and signs of every kind.
_PARTS = (
    "Nombre:", "Apellidos:", "NHC:", "Domicilio:", "Dr.", "Dra.", "Hospital", "calle", "C/", "España", "28012",
    "Madrid", "María", "García", "de", "la", "52", "años", "(11/10/01),", "«Olmo»", "600 000 123", "@",
    "a.b@c.es", "emontes", "|", "<", "^", "$", ".", ",", ";", "  ", "\t", "\n", "\r\n", "\n\n", "servicio",
    "hermano", "2º", "O'Brien-Pérez", "🫁", "Ελένη", "王", "İstanbul", "n\u0303", "\ud800", "\x00", "\u2028",
    "x" * 60, "9" * 30, "(((", ")))", "ﬃ", "ß",
)  # fmt: skip
_TEXTS = st.lists(st.one_of(st.sampled_from(_PARTS), st.sampled_from((" ", "")), st.text(max_size=6)), max_size=60)
_SAMPLES = sorted((paths.resources() / "samples").glob("*.txt"))


def test_the_kernel_is_there_where_it_can_be_compiled() -> None:
    headers = Path(sysconfig.get_paths()["include"], "Python.h").is_file()
    if headers and shutil.which("cc") and not os.environ.get("DEID_PURE_PYTHON"):
        assert native is not None, "run packaging/build_kernel.py"


@pytest.fixture(scope="module")
def model() -> CrfModel:
    return read_model(paths.default_model())


@pytest.fixture(scope="module")
def scorers(model: CrfModel) -> tuple[Words, PlainScores, NativeScores]:
    assert native is not None
    words = Words(default_gazetteers())
    return words, PlainScores(model, words.edge()), NativeScores(native.Scores, model.stored, words.edge())


@needs_kernel
@given(_TEXTS.map("".join) | _TEXTS.map(" ".join))
def test_scores_are_the_same_to_the_last_bit(
    model: CrfModel, scorers: tuple[Words, PlainScores, NativeScores], text: str
) -> None:
    words, plain, kernel = scorers
    report = gather_context(text, tokenizer().lines(text), words, model.rules)
    middle = len(report.lines) // 2
    for first, last in ((0, None), (middle, None), (0, middle)):
        assert np.array_equal(kernel.of(report, first, last), plain.of(report, first, last))


_LENGTHS = st.lists(st.integers(1, 9), min_size=1, max_size=6)


@needs_kernel
@given(_LENGTHS, st.integers(1, 40), st.sampled_from((0.0, 1.0, 8.0, 60.0)), st.randoms(use_true_random=False))
def test_chains_are_the_same(lengths: list[int], tags: int, strength: float, random: object) -> None:
    draw = np.random.default_rng(random.getrandbits(32))  # type: ignore[attr-defined]
    scores = draw.normal(0, 4, (sum(lengths), tags)).astype(np.float32)
    # Most ways between tags are never seen; some are hardly possible.
    transitions = (draw.normal(0, strength, (tags, tags)) * (draw.random((tags, tags)) < 0.4)).astype(np.float32)
    # What goes on spans of its class begins some too.
    goes_on = draw.random(tags) < 0.5
    inside = [int(one) if goes_on[one] else -1 for one in draw.integers(tags, size=tags)]
    inside = [number if goes_on[number] else one for number, one in enumerate(inside)]
    outside = int(draw.integers(tags))
    inside[outside] = -1
    chain = Chain(transitions, outside, inside)
    ours, plain = chain.posterior(scores, lengths), plain_posterior(scores, lengths, np.exp(transitions.astype(float)))
    np.testing.assert_allclose(ours.probabilities(), plain.probabilities(), atol=1e-9)
    np.testing.assert_allclose(ours.scale, plain.scale, rtol=1e-9)
    assert ours.log_partition == pytest.approx(plain.log_partition)
    # Of ties the first is taken.
    ours = replace(ours, scores=np.round(scores))
    for least in (0.0, float(draw.random()), 2.0):
        told, expected = (spans(ours, lengths, least) for spans in (chain.spans, chain.plain_spans))
        assert [one[:4] for one in told] == [one[:4] for one in expected]
        assert [one[4] for one in told] == pytest.approx([one[4] for one in expected], abs=1e-9)


@pytest.fixture(scope="module")
def both_detectors(model: CrfModel) -> tuple[CrfDetector, CrfDetector]:
    """The detector by the kernel, and the one in Python."""
    ours = CrfDetector(model, default_gazetteers())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "native", None)
        return ours, CrfDetector(model, default_gazetteers())


@needs_kernel
@settings(max_examples=10)
@given(
    st.sampled_from(sorted((paths.resources() / "samples").glob("*.txt"))), st.integers(0, 3000), _TEXTS.map("".join)
)
def test_suggestions_are_the_same(
    both_detectors: tuple[CrfDetector, CrfDetector], sample: Path, at: int, strange: str
) -> None:
    text = sample.read_text(encoding="utf-8")
    doc = Document("x", text[:at] + strange + text[at:])
    by_kernel, in_python = both_detectors
    ours = by_kernel.detect(doc)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "native", None)
        plain = in_python.detect(doc)
    assert [(one.span, one.evidence[1:]) for one in ours] == [(one.span, one.evidence[1:]) for one in plain]
    assert [one.confidence for one in ours] == pytest.approx([one.confidence for one in plain], abs=1e-5)


@needs_kernel
def test_words_are_forgotten_when_there_are_many(
    model: CrfModel, scorers: tuple[Words, PlainScores, NativeScores], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deid_studio.detection.native_scores._CACHED_WORDS", 3)
    words, plain, kernel = scorers
    for text in ("Nombre: María García de 52 años.", "Vive en Madrid con su hermana.", "Nombre: María García."):
        report = gather_context(text, tokenizer().lines(text), words, model.rules)
        assert np.array_equal(kernel.of(report), plain.of(report))


# What begins alike, begins within another's opening, takes nothing, or takes too long.
_RULES = (
    InducedRule("a", "X", "nombre", "A", r"\p{L}+\s*:\s*(?P<phi>\p{Lu}\p{Ll}+)", 1, 1.0),
    InducedRule("b", "X", "nombre", "a", r"\p{L}+(?P<phi>[^\n]*)", 1, 1.0),
    InducedRule("c", "X", "de", "9", r"de (?P<phi>\d*)", 1, 1.0),
    InducedRule("d", "X", "", "9", r"(?P<phi>\d\d)", 1, 1.0),
    InducedRule("e", "X", "", "9 / 9", r"(?:(?P<phi>\d+)/?)+", 1, 1.0),
    InducedRule("f", "X", "", "Aa", r"(?P<phi>(?:\p{L}|\w|[a-z])*)(?<=7)", 1, 1.0),
    InducedRule("g", "X", "", "Aa Aa a", r".*?(?P<phi>\w*)$", 1, 1.0),
)


@needs_kernel
@given(_TEXTS.map("".join) | _TEXTS.map(" ".join))
def test_induced_rules_match_the_same(model: CrfModel, scorers: tuple[Words, object, object], text: str) -> None:
    lines, matched = tokenizer().lines(text), MatchedText(text)
    words = [scorers[0].of(line.words) for line in lines]
    told = [
        (line, [word.folded for word in own], [word.shape for word in own])
        for line, own in zip(lines, words, strict=True)
    ]
    for rules in (model.rules, InducedRules(_RULES), InducedRules()):
        ours = rules.of_lines(matched, told)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiled, "native", None)
            assert ours == rules.of_lines(matched, told)


@needs_kernel
@pytest.mark.parametrize(
    "other",
    [
        {"groups": [[], [1]]}, {"groups": [[], [-1]]}, {"groups": []}, {"groups": [5, []]}, {"steps": []},
        {"steps": [[2], [0]]}, {"steps": [[1], []]}, {"steps": [5, 5]}, {"shapes": {"a": 1}}, {"shapes": {"a": "b"}},
        {"anchors": {"a": 1}}, {"expressions": []},
    ],
)  # fmt: skip
def test_rules_that_point_nowhere_are_refused(other: dict[str, object]) -> None:
    assert native is not None
    expressions = (Expression("a", 0, kept=False),)
    fitting = {
        "expressions": expressions, "groups": [[], [0], [0], [], [0]], "steps": [[1], [0]], "shapes": {"a": 0},
        "anchors": {"a": 0},
    }  # fmt: skip
    native.Rules(*fitting.values())
    with pytest.raises((ValueError, TypeError, OverflowError, SystemError)):
        native.Rules(*(fitting | other).values())


@needs_kernel
@pytest.mark.parametrize(
    "other",
    [
        {"text": ""}, {"folded": []}, {"shapes": ["a"]}, {"starts": [3, 0]}, {"starts": [-1, 0]}, {"ends": [1, 3]},
        {"starts": [1, 0], "ends": [2, 0]}, {"ends": [1, "a"]}, {"shapes": [5, 5]}, {"shapes": ["a", b"a"]},
        {"folded": [[], []]}, {"folded": ()}, {"rule": object()}, {"line": 5}, {"line": ()},
    ],
)  # fmt: skip
def test_lines_that_do_not_fit_rules_are_refused(other: dict[str, object]) -> None:
    assert native is not None
    line: dict[str, object] = {"folded": ["a", "a"], "shapes": ["a", "a"], "starts": [0, 1], "ends": [1, 2]}
    line |= {name: other[name] for name in line.keys() & other.keys()}
    rule = other.get("rule", Expression("a", 0, kept=False))
    rules = native.Rules((rule,), [[], [0], [0], [0], [0]], [[1], [0]], {"a": 0}, {"a": 0})
    with pytest.raises((ValueError, TypeError, OverflowError, SystemError, AttributeError)):
        rules.hits(other.get("text", b"aa"), [other.get("line", tuple(line.values()))])


def _word(**other: object) -> Word:
    word = Word("A", GazetteerIndex(()))
    for name, value in other.items():
        setattr(word, name, value)
    return word


def _lines(line: dict[str, object] | None = None, **other: object) -> list[object]:
    one: dict[str, object] = {
        "tokens": 1, "fields": [], "entries": [], "hits": [], "section": b"b", "position": b"b1", "neighbours": None,
    }  # fmt: skip
    whole: dict[str, object] = {
        "edge": _word(), "total": np.zeros((1, 2), np.float32), "words": [_word()], "starts": [0], "ends": [1],
        "lines": [tuple((one | (line or {})).values())], "header": ({}, set(), []),
    }  # fmt: skip
    return list((whole | other).values())


@needs_kernel
@pytest.mark.parametrize(
    "lines",
    [
        {"edge": "a"}, {"words": ["a"]}, {"words": [_word(text=5)]}, {"words": [_word(folded=b"a")]},
        {"words": [_word(kinds=[])]}, {"words": [_word(kinds=(5,))]}, {"words": []}, {"starts": []}, {"ends": [0, 1]},
        {"starts": [2**70]}, {"words": [_word()] * 2, "starts": [0, 1], "ends": [1, 2]}, {"total": np.zeros((1, 2))},
        {"total": np.zeros((2, 2), np.float32).T}, {"total": np.zeros(1, np.float32)}, {"lines": []}, {"lines": [5]},
        {"lines": [(1, [], [], [], b"b", b"b1", None)] * 2}, {"line": {"tokens": 2}}, {"line": {"tokens": 0}},
        {"line": {"tokens": -1}}, {"line": {"entries": [None]}}, {"line": {"entries": [(0, 1, b"a")]}},
        {"line": {"entries": 5}}, {"line": {"entries": [(1, 2, "a")]}}, {"line": {"entries": [(-1, 1, "a")]}},
        {"line": {"entries": [(0, 2, "a")]}}, {"line": {"entries": [(0, 0, "a")]}}, {"line": {"hits": [5]}},
        {"line": {"hits": [(0, 1, 5, "")]}}, {"line": {"hits": [(0, 1, "a", None)]}}, {"line": {"fields": [5]}},
        {"line": {"fields": [("a", 3, 2, 9)]}}, {"line": {"fields": [("a", -1, 0, 1)]}},
        {"line": {"fields": [(b"a", 0, 0, 1)]}}, {"line": {"neighbours": "a"}}, {"line": {"section": "b"}},
        {"header": ({"a": b"a"}, set(), [])}, {"header": ({}, [], [])}, {"header": ({}, set(), 5)}, {"header": ()},
        {"words": [_word(folded="long")], "header": ({}, set(), [5])},
    ],
)  # fmt: skip
def test_lines_that_do_not_fit_are_refused(lines: dict[str, object]) -> None:
    assert native is not None
    weights = np.array([0, 1], np.uint32), np.array([1], np.uint16), np.ones(1, np.float32)
    scores = native.Scores([b"0w=a"], 2, *weights)
    scores.score(*_lines())
    scores.score(*_lines({"fields": [("a", 0, 5, 9), ("\ud800", 7, 8, 9)]}))
    scores.score(*_lines({"hits": [(0, 9, "\ud800", "x"), (0, 9, "\ud800", ""), (5, 9, "a", ""), (0, 0, "a", "")]}))
    scores.score(*_lines(words=[_word(text="\ud800", folded="\udc00", kinds=("\ud800",))], header=({}, set(), ["A"])))
    with pytest.raises((ValueError, TypeError, OverflowError, SystemError, BufferError, AttributeError)):
        scores.score(*_lines(**lines))  # type: ignore[arg-type]


@needs_kernel
def test_words_are_kept_until_they_are_forgotten() -> None:
    assert native is not None
    scores = native.Scores([], 2, np.array([0], np.uint32), np.array([], np.uint16), np.array([], np.float32))
    one, told = _word(), _lines()
    for words in ([one], [one], [_word()]):
        told[:3] = one, np.zeros((1, 2), np.float32), words
        scores.score(*told)
    assert scores.count() == 2
    scores.forget()
    assert scores.count() == 0


@needs_kernel
@pytest.mark.parametrize(
    ("firsts", "columns", "tags"),
    [([0, 2], [1], 2), ([1, 1], [1], 2), ([0, 1, 1], [1], 2), ([0, 1], [2], 2), ([0, 1], [1, 1], 2), ([0, 1], [1], 0)],
)
def test_weights_outside_their_tables_are_refused(firsts: list[int], columns: list[int], tags: int) -> None:
    assert native is not None
    with pytest.raises(ValueError, match=r"."):
        native.Scores([b"a"], tags, np.array(firsts, np.uint32), np.array(columns, np.uint16), np.ones(1, np.float32))
    with pytest.raises(ValueError, match="twice"):
        native.Scores(
            [b"a", b"a"], 1, np.array([0, 0, 0], np.uint32), np.array([], np.uint16), np.array([], np.float32)
        )


@needs_kernel
@pytest.mark.parametrize("lengths", [[1], [3], [-1, 3], [2, 1], ["a"], [2**70]])
def test_lengths_of_other_tokens_are_refused(lengths: list[int]) -> None:
    assert native is not None
    chain = native.Chain(np.zeros((3, 3)), np.ones((3, 3)), 0, [-1, 2, 2])
    odds = np.ones((2, 3))
    scores, rest = odds.astype(np.float32), (odds, odds.copy(), odds.copy(), np.ones(2))
    with pytest.raises((ValueError, TypeError, OverflowError)):
        chain.posterior(scores, lengths, *rest)
    with pytest.raises((ValueError, TypeError, OverflowError)):
        chain.spans(scores, lengths, *rest, 0.5)
    with pytest.raises(ValueError, match=r"."):
        chain.odds(scores[:1], odds)
    for other in (odds, scores[:1], np.ones((2, 2), np.float32), np.ones((2, 3, 1), np.int32)):
        with pytest.raises(ValueError, match=r"."):
            chain.spans(other, [2], *rest, 0.5)
    with pytest.raises(ValueError, match=r"."):
        chain.posterior(scores, [2], *rest[:3], np.ones(3))


@needs_kernel
@pytest.mark.parametrize(
    ("size", "outside", "inside"),
    [
        (2, 0, [-1] * 3),
        (3, 3, [-1] * 3),
        (3, -1, [-1] * 3),
        (3, 0, [3] * 3),
        (3, 0, [-2] * 3),
        (3, 0, ["a"] * 3),
        (0, 0, []),
    ],
)
def test_chains_of_other_tags_are_refused(size: int, outside: int, inside: list[int]) -> None:
    assert native is not None
    with pytest.raises((ValueError, TypeError)):
        native.Chain(np.zeros((size, size)), np.ones((size, size)), outside, inside)


def test_python_does_it_all_when_asked_to() -> None:
    code = "from deid_studio.kernel.compiled import native; print(native)"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"DEID_PURE_PYTHON": "1"},
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "None\n"
