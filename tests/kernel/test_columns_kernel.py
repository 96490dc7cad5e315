"""The kernel reads the columns that Python reads, of any text, and refuses what does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.context.columns import reader
from deid_studio.detection.harmless.number_forms import number_spans
from deid_studio.detection.tokens import tokenizer
from deid_studio.kernel.compiled import native

if native is None:
    pytest.skip("the kernel is not compiled", allow_module_level=True)

COMPILED, PLAIN = reader(("paciente", "vino", "de", "la")), reader(("paciente", "vino", "de", "la"))
# What is marked by what stands around: numbers, eponyms, phrases of lists, addresses, lines of every kind.
PIECES = (
    "signo maniobras criterios de of Murphy Tinel Phalen Hawkins Norton Barthel Hb Na NHC Rosa rosa la La Ribera Alta"
    " alta Dr Dr. Hospital San Juan del Río Santa Cruz de Tenerife Las Palmas losartan negativo positivo ii IV ( ) : :"
    " - / . , + = > @ _ º ª ½ 1 2 14 120 1987 2019 12/05 120/70 1-0-1 23:40 13,1 5 h mg % kg x10 pT1bN0M0 L4-L5 G2 P1"
    " urg-24-0088316 vila@endocrino.example y e EL HDA PACIENTE paciente MX ext 王 ǅ ﬃ İstanbul ß n\u0303"
).split()
TEXTS = st.lists(
    st.tuples(
        st.one_of(
            st.sampled_from(PIECES), st.text(max_size=4), st.sampled_from(("\ud800", "x" * 50, "9" * 45, "\x00"))
        ),
        st.sampled_from(("", " ", " ", " ", "  ", "\t", "\n", "\n\n", "\u2028")),
    ),
    max_size=60,
).map(lambda pieces: "".join(piece + blank for piece, blank in pieces))


@given(TEXTS)
def test_the_columns_are_those_that_python_reads(text: str) -> None:
    found, plain = COMPILED.read(text), PLAIN._plainly_read(text, tuple(tokenizer().lines(text)))
    for name in ("words", "parts", "shapes", "marks", "bounds"):
        one, other = getattr(found, name), getattr(plain, name)
        assert one.dtype == other.dtype
        assert np.array_equal(one, other), name


class Line:
    def __init__(self, words: Any, starts: Any, ends: Any) -> None:
        self.words, self.starts, self.ends = words, starts, ends


def flat_rows(lines: Any, places: int = 3, rows: Any = None, dtype: Any = np.int32) -> dict[str, int]:
    assert native is not None
    bounds = np.empty((2, places), np.int64)
    found: dict[str, int] = native.flat_rows(
        lines, {"\n": 0} if rows is None else rows, np.empty(places, dtype), bounds
    )
    return found


def test_words_that_have_no_row_yet_are_told_with_the_rows_that_are_to_be_theirs() -> None:
    line = Line(["a", "b", "a", "c"], [0, 2, 4, 6], [1, 3, 5, 7])
    assert flat_rows((line,), 5, {"\n": 0, "b": 1}) == {"a": 2, "c": 3}


@pytest.mark.parametrize(
    "line",
    [
        Line(["a"], [0], [1]),
        Line(["a", "b", "c"], [0, 1, 2], [1, 2, 3]),
        Line(["a", "b"], [0], [1, 2]),
        Line(["a", "b"], [0, 2**70], [1, 3]),
        Line(["a", "b"], [0, "1"], [1, 3]),
        Line(["a", 1], [0, 1], [1, 3]),
        Line(("a", "b"), [0, 1], [1, 3]),
        Line(["a", "b"], None, [1, 3]),
        None,
    ],
)
def test_lines_of_another_form_are_refused(line: Any) -> None:
    with pytest.raises((ValueError, TypeError, AttributeError, OverflowError, SystemError)):
        flat_rows((line,))


@pytest.mark.parametrize("rows", [{"\n": 0, "a": -1}, {"\n": 0, "a": 2**40}, {"\n": 0, "a": "1"}])
def test_rows_that_are_none_are_refused(rows: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        flat_rows((Line(["a", "b"], [0, 2], [1, 3]),), rows=rows)


TEXT = "Hospital San Juan : 120\nvino"
WORDS = TEXT.lower().split()


def asked() -> list[list[Any]]:
    """What the kernel is handed of a text."""
    assert native is not None
    table, lines = COMPILED._table, tuple(tokenizer().lines(TEXT))
    places = sum(len(line) + 1 for line in lines)
    rows, bounds = np.empty(places, np.int32), np.empty((2, places), np.int64)
    table.learn(native.flat_rows(lines, table.numbers, rows, bounds))
    width = len(COMPILED.marks)
    return [
        [TEXT],
        [table.facts.view(np.uint8), table.marked, list(table.folded), list(table.seconds), COMPILED._index.longer],
        list(COMPILED._kernel_marks),
        [number_spans],
        [rows, bounds],
        [np.empty(places, np.int32), np.empty((places, 4), np.int32), np.empty(places, np.int32),
         np.empty((places, width), np.bool_)],
    ]  # fmt: skip


def columns(given: list[list[Any]]) -> None:
    assert native is not None
    (text,), table, marks, (spans,), places, into = given
    native.columns(text, tuple(table), tuple(marks), spans, tuple(places), tuple(into))


@pytest.mark.parametrize("other", [None, np.zeros(11, np.float64), np.zeros(11, np.uint8), [], "", (1,) * 13, {"a": 1}])
@pytest.mark.parametrize(
    ("group", "place"), [(group, i) for group, n in enumerate((1, 4, 2, 1, 2, 4)) for i in range(n)]
)
def test_what_is_of_another_form_is_refused(group: int, place: int, other: Any) -> None:
    given = asked()
    if (group, place) == (2, 0) and isinstance(other, tuple):
        pytest.skip("flags that there might be")
    given[group][place] = other
    with pytest.raises((ValueError, TypeError, IndexError, SystemError)):
        columns(given)


@pytest.mark.parametrize(
    ("at", "value"), [((0, 0), -1), ((1, 0), 10**6), ((0, 1), 3), ((1, 1), 2), ((0, 4), 2**60), ((1, 3), -(2**60))]
)
def test_places_outside_of_the_report_or_before_others_are_refused(at: tuple[int, int], value: int) -> None:
    given = asked()
    given[4][1][at] = value
    with pytest.raises(ValueError, match="outside"):
        columns(given)


@pytest.mark.parametrize("row", [-1, 10**6])
def test_rows_that_the_table_has_not_are_refused(row: int) -> None:
    given = asked()
    given[4][0][1] = row
    with pytest.raises(ValueError, match="row"):
        columns(given)


@pytest.mark.parametrize(("at", "row"), [(0, 0), (-1, 1)])
def test_lines_without_words_or_without_an_end_are_refused(at: int, row: int) -> None:
    given = asked()
    given[4][0][at] = row
    given[4][1][:, -1] = len(TEXT)
    with pytest.raises(ValueError, match="line without"):
        columns(given)


@pytest.mark.parametrize("spans", [lambda text: None, lambda text: [1], lambda text: [("a", 1)], lambda text: 1 / 0])
def test_what_a_search_for_numbers_says_wrongly_is_refused(spans: Any) -> None:
    given = asked()
    given[3] = [spans]
    with pytest.raises((TypeError, ZeroDivisionError, SystemError)):
        columns(given)


def test_numbers_beyond_what_is_searched_are_none() -> None:
    given = asked()
    given[3] = [lambda text: [(-5, 10**9), (10**9, 10**9 + 1), (3, 1)]]
    columns(given)


def test_entries_of_another_form_are_refused() -> None:
    given = asked()
    given[1][3] = [5] * len(given[1][3])
    with pytest.raises(TypeError):
        columns(given)
    for longer in (
        5,
        lambda word: 5,
        lambda word: dict.fromkeys(WORDS, 5),
        lambda word: dict.fromkeys(WORDS, Line([], [], [])),
    ):
        given = asked()
        given[1][4] = longer
        with pytest.raises((TypeError, AttributeError)):
            columns(given)


@pytest.mark.parametrize("group", [1, 2, 4, 5])
def test_sequences_that_are_no_tuples_are_refused(group: int) -> None:
    (text,), *given = asked()
    own = [text, tuple(given[0]), tuple(given[1]), given[2][0], tuple(given[3]), tuple(given[4])]
    own[group] = list(own[group])
    with pytest.raises(TypeError):
        native.columns(*own)
