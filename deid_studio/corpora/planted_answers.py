"""Planted answers: `planted.csv` of a layer, what its annotator did with the wrong suggestions that were shown.

It holds places and classes, and no text. A planted suggestion with an answer is not shown again; one without is in no
file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from deid_studio.corpora.planted_suggestions import Answer, Slip
from deid_studio.errors import CorpusFileError
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.model.span import Span
from deid_studio.texts import Text

PLANTED = "planted.csv"
_LIMIT_MB = 10.0
_COLUMNS = ("report", "start", "end", "class", "slip", "answer")


@dataclass(frozen=True, slots=True)
class PlantedAnswer:
    """What was shown where in a report, what was wrong with it, and what the annotator did."""

    report: str
    span: Span
    slip: Slip
    answer: Answer

    @property
    def place(self) -> tuple[str, Span]:
        """What was shown where; there is one answer to it in a layer."""
        return self.report, self.span


def read_answers(layer: Path) -> tuple[PlantedAnswer, ...]:
    """The answers kept in a layer; none where there is no file. Raises `CorpusFileError`, or as `read_bytes`."""
    path = layer / PLANTED
    raw = read_bytes_if_any(path, _LIMIT_MB)
    if raw is None:
        return ()
    rows = csv.reader(io.StringIO(raw.decode("utf-8", "surrogateescape"), newline=""), strict=True)
    try:
        if tuple(next(rows, ())) != _COLUMNS:
            raise ValueError("columns")
        return tuple(
            PlantedAnswer(report, Span(int(start), int(end), phi_class), Slip(slip), Answer(answer))
            for report, start, end, phi_class, slip, answer in rows
        )
    except (ValueError, csv.Error) as error:
        detail = Text("it is no table of planted suggestions")
        raise CorpusFileError(path=path, line=max(rows.line_num, 1), detail=detail) from error


def add_answers(layer: Path, new: Sequence[PlantedAnswer]) -> None:
    """Keep more answers, whole or not at all; of a suggestion that has one the first stays.

    Raises what `read_answers` does, and `WriteError`.
    """
    answers: dict[tuple[str, Span], PlantedAnswer] = {}
    for one in (*read_answers(layer), *new):
        answers.setdefault(one.place, one)
    table = io.StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for one in answers.values():
        span = one.span
        writer.writerow((one.report, span.start, span.end, span.phi_class, one.slip.value, one.answer.value))
    write_file(layer / PLANTED, table.getvalue().encode("utf-8", "surrogateescape"))
