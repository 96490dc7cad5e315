"""doccano: JSON Lines as it exports and takes them for sequence labelling; offsets count code points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, Losses
from deid_studio.exchange.files_put import put
from deid_studio.exchange.json_rows import JsonRows, json_bytes
from deid_studio.exchange.span_records import Place
from deid_studio.model.tagset import TagSet


class DoccanoRows(JsonRows):
    """`{"report", "text", "label": [[start, end, class]]}`, or `entities` with `start_offset` and `end_offset`.

    doccano gives each row an `id` of its own and keeps other fields: `report` is what a report was called before.
    """

    name = "doccano"

    def of_row(self, row: Mapping[str, Any], place: Place) -> AnnotatedReport:
        text = place.text(row, "text")
        lost: Losses = Counter()
        marks = []
        for one in [*place.records(row, "label"), *place.records(row, "labels")]:
            if isinstance(one, list) and len(one) == 3:
                marks.append((place.span(text, *one), ""))
            else:
                lost[Loss.NOT_SPANS] += 1
        marks += [
            (place.span(text, one.get("start_offset"), one.get("end_offset"), one.get("label")), "")
            for one in map(place.record, place.records(row, "entities"))
        ]
        lost[Loss.RELATIONS] += len(place.records(row, "relations"))
        lost[Loss.NOTES] += len(place.records(row, "Comments"))
        return AnnotatedReport.of(place.id(row, "report", "id"), text, marks, lost=lost)

    def row_of(self, report: AnnotatedReport) -> dict[str, Any]:
        label = [[one.start, one.end, one.phi_class] for one in report.doc.spans]
        return {"report": report.doc.id, "text": report.doc.text, "label": label}

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        super().write(reports, folder, part, tagset)
        labels = [{"text": one.name, "background_color": one.colour, "text_color": "#000000"} for one in tagset]
        put(folder / "label_config.json", json_bytes(labels, indent=2))
