"""Prodigy: JSON Lines of tasks, as `prodigy db-out` writes and `ner.manual` and `spans.manual` take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, Losses
from deid_studio.exchange.json_rows import JsonRows
from deid_studio.exchange.span_records import Place
from deid_studio.model.document import Document


class ProdigyRows(JsonRows):
    """`{"text", "spans": [{"start", "end", "label"}], "answer", "meta": {"report"}}`; offsets count code points."""

    name = "prodigy"

    def of_row(self, row: Mapping[str, Any], place: Place) -> AnnotatedReport:
        text = place.text(row, "text")
        meta = row.get("meta")
        id = place.id(meta if isinstance(meta, dict) and "report" in meta else row, "report", "id")
        if row.get("answer", "accept") != "accept":
            return AnnotatedReport(Document(id, text), lost={Loss.NOT_ACCEPTED: 1})
        spans = [
            place.span(text, one.get("start"), one.get("end"), one.get("label"), one.get("text"))
            for one in map(place.record, place.records(row, "spans"))
        ]
        lost: Losses = Counter({Loss.RELATIONS: len(place.records(row, "relations"))})
        return AnnotatedReport.of(id, text, [(span, "") for span in spans], lost=lost)

    def row_of(self, report: AnnotatedReport) -> dict[str, Any]:
        spans = [{"start": one.start, "end": one.end, "label": one.phi_class} for one in report.doc.spans]
        return {"text": report.doc.text, "spans": spans, "answer": "accept", "meta": {"report": report.doc.id}}
