"""Label Studio: a JSON list of tasks, as it exports and takes them, and a labelling configuration beside it.

Offsets count code points since Label Studio 1.5; older ones counted UTF-16 units. What a region says that it holds
tells which of the two it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, Losses
from deid_studio.exchange.exchange_format import Carries, file_of, files_of
from deid_studio.exchange.files_put import put
from deid_studio.exchange.json_rows import json_bytes, parsed_json
from deid_studio.exchange.span_records import Place
from deid_studio.formats.text import read_bytes
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet

_LIMIT_MB = 1000.0
_LABELS, _TEXT = "label", "text"  # as the configuration names what is marked, and in what


class LabelStudioTasks:
    """Tasks with a text in `data`, and labels as regions of the first annotation that was not cancelled."""

    name = "labelstudio"
    suffix = ".json"
    carries = Carries(notes=True)

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        for path in files_of(source, self.suffix, self.name):
            tasks = parsed_json(read_bytes(path, _LIMIT_MB), Place(path, 1))
            # Where a task stands in the file nobody knows: its number does as well.
            for number, task in enumerate(tasks if isinstance(tasks, list) else [tasks], start=1):
                place = Place(path, number)
                yield _report(place.record(task), place)

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        put(file_of(folder, part, self.suffix), json_bytes([_task(one) for one in reports], indent=1))
        labels = (f'    <Label value="{escape(one.name)}" background="{escape(one.colour)}"/>\n' for one in tagset)
        put(
            folder / "label_config.xml",
            (
                f'<View>\n  <Labels name="{_LABELS}" toName="{_TEXT}">\n{"".join(labels)}  </Labels>\n'
                f'  <Text name="{_TEXT}" value="$text"/>\n</View>\n'
            ).encode(),
        )


def _task(report: AnnotatedReport) -> dict[str, Any]:
    doc = report.doc
    regions = []
    for number, span in enumerate(doc.spans):
        value = {"start": span.start, "end": span.end, "text": span.text(doc.text), "labels": [span.phi_class]}
        region = {"id": f"s{number}", "from_name": _LABELS, "to_name": _TEXT, "type": "labels", "value": value}
        if span in report.notes:
            region["meta"] = {"text": [report.notes[span]]}
        regions.append(region)
    return {"data": {"text": doc.text, "report": doc.id}, "annotations": [{"result": regions}]}


def _report(task: Mapping[str, Any], place: Place) -> AnnotatedReport:
    data = place.record(task.get("data"))
    text = place.text(data, "text")
    annotations = [place.record(one) for one in place.records(task, "annotations")]
    annotations = [one for one in annotations if not one.get("was_cancelled")]
    lost: Losses = Counter({Loss.OTHER_ANNOTATORS: max(len(annotations) - 1, 0)})
    marks: list[tuple[Span, str]] = []
    for region in map(place.record, place.records(annotations[0], "result") if annotations else ()):
        value = region.get("value")
        if region.get("type") == "relation":
            lost[Loss.RELATIONS] += 1
        elif region.get("type") != "labels" or not isinstance(value, dict):
            lost[Loss.NOT_SPANS] += 1
        else:
            start, end = _offsets(text, value)
            note = _note(region)
            marks += [
                (place.span(text, start, end, one, value.get("text")), note) for one in place.records(value, "labels")
            ]
    id = place.id(data, "report") if "report" in data else place.id(task, "id")
    return AnnotatedReport.of(id, text, marks, lost=lost)


def _note(region: Mapping[str, Any]) -> str:
    meta = region.get("meta")
    said = meta.get("text") if isinstance(meta, dict) else None
    return "\n".join(one for one in said if isinstance(one, str)) if isinstance(said, list) else ""


def _offsets(text: str, value: Mapping[str, Any]) -> tuple[object, object]:
    """The offsets of a region in code points: as they are, or as UTF-16 units where the text is there by these."""
    start, end, said = value.get("start"), value.get("end"), value.get("text")
    if type(start) is not int or type(end) is not int or not isinstance(said, str) or text[start:end] == said:
        return start, end
    astral = [at + count for count, at in enumerate(at for at, letter in enumerate(text) if letter > "\uffff")]
    counted = start - bisect_left(astral, start), end - bisect_left(astral, end)
    return counted if text[slice(*counted)] == said else (start, end)
