"""Cells: what heads a column and what stands before in the line, of every token of a table or a form."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.cells import cell_features
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.report_context import ReportContext, gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import Words


def read(text: str) -> ReportContext:
    return gather_context(text, tokenizer().lines(text), Words(default_gazetteers()), InducedRules())


def told(text: str, word: str) -> set[str]:
    """What is told of a word without its place and its shape."""
    report = read(text)
    return {
        one.removeprefix("Q=")
        for view, line in zip(report.lines, cell_features(report.lines), strict=True)
        for own, features in zip(view.line.words, line, strict=True)
        if own == word
        for one in features
        if "|" not in one
    }


TABLE = """Prosa de antes.
| Cantón   | Dirección |
|----------|-----------|
| Calvas   | Los Arupos 3 y Azuay |
|          | Quilanga |
Prosa de después.
| Utiel | Ayora |
"""


def test_a_column_tells_of_all_its_words_until_the_table_ends() -> None:
    assert told(TABLE, "Calvas") == {"^canton"}
    assert told(TABLE, "Azuay") == {"^direccion", "<calvas"}
    assert "^direccion" in told(TABLE, "Quilanga"), "an empty cell is a cell"
    assert told(TABLE, "Ayora") == {"<utiel"}
    assert told(TABLE, "Prosa") == set()


def test_a_label_tells_of_all_the_words_after_it() -> None:
    form = "REMITE     Centro de Día Amate     TFNO  655 01"
    assert told(form, "Amate") == {"<remite"}
    assert told(form, "655") == {"<tfno"}
    assert told("El enfermo, que vive solo.", "solo") == set()


@given(st.text(alphabet="Ab1 |\n\t-", max_size=80), st.integers(0, 4), st.integers(0, 4))
def test_parts_of_a_report_tell_what_the_whole_does(text: str, first: int, count: int) -> None:
    lines = read(text).lines
    whole = list(cell_features(lines))
    assert [len(view.words) for view in lines] == list(map(len, whole))
    assert list(cell_features(lines, first, first + count)) == whole[first : first + count]
