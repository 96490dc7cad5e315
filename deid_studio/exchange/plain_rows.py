"""Rows as `deid annotate --to jsonl` writes them, and the same as a Parquet table for Hugging Face `datasets`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.exchange.exchange_format import Carries, file_of, files_of
from deid_studio.exchange.held_text import any_utf8, xml_words
from deid_studio.exchange.json_rows import JsonRows, json_bytes
from deid_studio.exchange.span_records import Place
from deid_studio.formats.parquet_table import rows_of, write_suggestions
from deid_studio.model.tagset import TagSet


class PlainRows(JsonRows):
    """`{"id", "text", "spans": [{"start", "end", "class", "text", "fragments", "note"}]}`."""

    name = "jsonl"
    carries = Carries(notes=True, pieces=True)

    def of_row(self, row: Mapping[str, Any], place: Place) -> AnnotatedReport:
        text = place.text(row, "text")
        marks = []
        for one in map(place.record, place.records(row, "spans")):
            span = place.span(text, one.get("start"), one.get("end"), one.get("class"))
            if one.get("fragments") is not None:
                span = place.pieces(text, one["fragments"], one.get("class"))
            note = one.get("note")
            marks.append((span, note if isinstance(note, str) else ""))
        return AnnotatedReport.of(place.id(row, "id"), text, marks)

    def row_of(self, report: AnnotatedReport) -> dict[str, Any]:
        doc = report.doc
        spans = [
            {
                "start": span.start,
                "end": span.end,
                "class": span.phi_class,
                "text": span.text(doc.text),
                "fragments": span.fragments,
            }
            | ({"note": report.notes[span]} if span in report.notes else {})
            for span in doc.spans
        ]
        return {"id": doc.id, "text": doc.text, "spans": spans}


class ParquetRows:
    """The same rows as a table, which `datasets.load_dataset("parquet", …)` reads."""

    name = "parquet"
    suffix = ".parquet"
    carries = Carries(text=any_utf8, plain=xml_words, pieces=True)

    def __init__(self) -> None:
        self._rows = PlainRows()

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        for path in files_of(source, self.suffix, self.name):
            for number, row in enumerate(rows_of(path, ["id", "text", "spans"]), start=1):
                yield self._rows.of_row(row, Place(path, number))

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        rows = (json_bytes(self._rows.row_of(one)) for one in reports)
        write_suggestions(file_of(folder, part, self.suffix), rows)
