"""The kernel tries rules where the Python beside it tries them: near their cues, inside their zones, in short parts."""

from __future__ import annotations

from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.grammar.native_windows import NativeWindows
from deid_studio.detection.grammar.rule_language import Rule, Stage
from deid_studio.detection.grammar.searching import SearchedText
from deid_studio.detection.grammar.windows import PlainWindows, ReportLines
from deid_studio.kernel.compiled import native
from deid_studio.people.folded_text import FoldedText, unaccented

needs_kernel = pytest.mark.skipif(native is None, reason="the kernel is not compiled")

_CUES = ("d", "dr", "dr.", "dra", "nº", "n°", "º", "–", "de ", " ", "\n", "\ud800", "hospital")
_RULE = st.builds(
    lambda cue, zone, lines: Rule("r", Stage.RELIABLE, "x", cue=tuple(cue), zone=zone, lines=lines),
    st.lists(st.sampled_from(_CUES), max_size=4),
    st.sampled_from(("", "begin", "!begin", "end", "!end", "none", "!none")),
    st.integers(0, 3),
)
_PIECE = st.sampled_from((
    "Dr. Sanz", "DRA", "Nº 3", "n\u0303 ", "de  la", "  ", "\n", "\r\n", "\u2028", "Hospital", "\ud800", "é", "–",
    "a " * 90, "x" * 310, "palabra " * 300, "y" * 4100, "d \n" * 400,
))  # fmt: skip
_TEXT = st.lists(_PIECE, max_size=14).map(lambda pieces: " ".join(pieces))


def _report(text: str, cuts: tuple[float, float]) -> ReportLines:
    first, second = sorted(round(cut * len(text)) for cut in cuts)
    starts = [0, *(match.end() for match in regex.finditer("\n|\r\n?|[\v\f\x85\u2028\u2029]", text))]
    zones = {"begin": (0, first), "end": (second, len(text))}
    return ReportLines(FoldedText(text), SearchedText(unaccented(text)), starts, zones)


@needs_kernel
@given(st.lists(_RULE, max_size=5), _TEXT, st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_the_kernel_tries_rules_where_python_does(rules: list[Rule], text: str, cuts: tuple[float, float]) -> None:
    assert native is not None
    report = _report(text, cuts)
    told = NativeWindows(native.Windows, rules).of(report)
    assert list(told.items()) == list(PlainWindows(rules).of(report).items())


@given(_TEXT)
def test_windows_cover_the_lines_of_cues(text: str) -> None:
    cued = Rule("r", Stage.RELIABLE, "x", cue=("dr.",))
    windows = PlainWindows([cued, Rule("r", Stage.RELIABLE, "x")]).of(_report(text, (0, 0)))
    for match in regex.finditer(r"dr\.", text, regex.IGNORECASE):
        assert any(start <= match.start() and match.end() <= end for start, end in windows[0])
    assert windows[1][0][0] == 0 and windows[1][-1][1] == len(text)
    assert all(end - start <= 4100 for start, end in windows[1])


@needs_kernel
@pytest.mark.parametrize(
    "changed",
    [
        {"folded": b"abc"}, {"gains": [1]}, {"marks": [1, 0], "gains": [1, 2]}, {"starts": []}, {"starts": [1]},
        {"starts": [0, 0]}, {"starts": [0, 9]}, {"zones": []}, {"zones": [[(0, 9)]]}, {"zones": [[(2, 1)]]},
        {"marks": [0], "gains": [2]}, {"text": b"x"},
    ],
)  # fmt: skip
def test_refuses_a_report_that_does_not_fit(changed: dict[str, Any]) -> None:
    assert native is not None
    windows = native.Windows(["d".encode("utf-32")[4:]], [([0], 0, 0)], 1)
    given = {
        "folded": "x. d".encode("utf-32")[4:],
        "marks": [],
        "gains": [],
        "signs": b"x. d",
        "text": None,
        "starts": [0],
    }
    given["zones"] = [[(0, 4)]]
    assert windows.of(*given.values()) == {0: [(0, 4)]}
    with pytest.raises(ValueError):
        windows.of(*(given | changed).values())


@needs_kernel
@pytest.mark.parametrize("rule", [([1], 0, 0), ([0], 1, 0), ([0], 0, -1), ([0], -1, 0)])
def test_refuses_a_rule_of_what_is_not_there(rule: tuple[list[int], int, int]) -> None:
    assert native is not None
    with pytest.raises(ValueError):
        native.Windows([b"dddd"], [rule], 1)
    with pytest.raises(ValueError):
        native.Windows([b"ddd"], [], 1)
