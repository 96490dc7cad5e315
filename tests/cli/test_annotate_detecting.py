"""What `deid annotate` detects with: several reports at once, each with its own patient and rules."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

from deid_studio.batch.in_batches import Batch
from deid_studio.cli import annotate_detecting
from deid_studio.cli.annotate_detecting import Detecting, Question
from deid_studio.cli.annotate_forms import Written
from deid_studio.detection.patient.patient_detector import PatientFieldsDetector
from deid_studio.detection.pipeline import Pipeline
from deid_studio.errors import DetectionFailedError
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import shipped_tagset

MEDDOCAN = shipped_tagset("meddocan")


class Fails:
    """Suggests the first letter, by the rules that are off, and fails where a report says so."""

    name = "fails"
    off: frozenset[str] = frozenset()

    def detect(self, doc: Document) -> list[Suggestion]:
        if doc.text == "FALLA":
            raise ValueError(doc.text)
        return [Suggestion(Span(0, 1, "FECHAS"), 0.5, (Evidence("rule", "+".join(sorted(self.off))),))]

    def without(self, off: Collection[str]) -> Fails:
        other = Fails()
        other.off = frozenset(off)
        return other

    def unknown(self, off: Collection[str]) -> frozenset[str]:
        return frozenset()


@pytest.fixture
def detecting(monkeypatch: pytest.MonkeyPatch) -> Detecting:
    def opened(*_: object) -> Pipeline:
        return Pipeline([PatientFieldsDetector({}, tagset=MEDDOCAN), Fails()])

    monkeypatch.setattr(annotate_detecting, "open_pipeline", opened)
    return Detecting(None, None, True, MEDDOCAN, frozenset(), found)


def found(id: str, doc: Document, suggestions: Sequence[Suggestion]) -> Written:
    """What a test can look at, in place of a file."""
    spans = [(one.span.start, one.span.end, one.evidence[0].name) for one in suggestions]
    return Written(repr(spans).encode(), id, len(suggestions))


def question(id: str, text: str, surname: str = "", off: str = "") -> Question:
    known = PatientFields((FieldValue(FieldKind.SURNAME, surname),)) if surname else PatientFields()
    return Question(f"called {id}", Document(id, text), Path(id), known, frozenset(off.split()))


def spans(answer: object) -> Any:
    if isinstance(answer, DetectionFailedError):
        return f"failed {answer.params['path']} {answer.params['detail']}"
    assert isinstance(answer, Written)
    return ast.literal_eval(answer.data.decode())


def test_each_report_has_its_own_patient_and_rules_and_one_that_fails_stops_no_other(detecting: Detecting) -> None:
    _, answer = detecting.load()
    asked = [
        question("1", "x Ozorovich", "Ozorovich"),
        question("2", "x Ozorovich"),
        question("3", "FALLA"),
        question("4", "x Ozorovich", "Ozorovich", off="r1"),
        question("5", "x Ozorovich", off="r1 r2"),
        question("6", "x Ozorovich", off="r1 r2"),
        # Told apart by their patients alone.
        question("7", "x Ozorovich", "Ozorovich"),
        question("7", "x Ozorovich"),
    ]
    together = answer(Batch(tuple(asked)))
    assert isinstance(together, list)
    alone = [answer(Batch((one,))) for one in asked]
    assert [[spans(one)] for one in together] == [list(map(spans, own)) for own in alone if isinstance(own, list)]
    assert [own.count if isinstance(own, Written) else own.params["path"] for own in together] == [
        2, 1, Path("3"), 2, 1, 1, 2, 1,
    ]  # fmt: skip
    assert [own.spans_sha256 for own in together if isinstance(own, Written)] == [f"called {one}" for one in "1245677"]
    rules = [spans(own)[0][2] for own in together if isinstance(own, Written)]
    assert rules == ["", "", "r1", "r1+r2", "r1+r2", "", ""]
