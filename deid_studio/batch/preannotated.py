"""Preannotated: what becomes of a report in the process that pre-annotates, and what makes it there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from deid_studio.batch.worker import Loaded
from deid_studio.errors import DeidError, DetectionFailedError
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet

# A report, what is known of its patient, rules that are off, and the tag set that is worked with.
Item = tuple[str, Path, PatientFields, frozenset[str], TagSet | None]


@dataclass(frozen=True, slots=True)
class Preannotated:
    """A report's suggestions, with the SHA-256 of the file they were made for; or why there are none.

    `doubts` are what may be PHI beside them. `fields_unused`: something is known of the patient, and the model's
    profile does not search it. `rules_off` were turned off, of which there are no such as
    `unknown_rules`.
    """

    name: str
    suggestions: tuple[Suggestion, ...] = ()
    text_sha256: str = ""
    error: DeidError | None = None
    fields_unused: bool = False
    doubts: tuple[Suggestion, ...] = ()
    unknown_rules: frozenset[str] = frozenset()
    rules_off: frozenset[str] = frozenset()


def loaded(model: Path, limit_mb: float) -> Loaded:
    """What the worker answers with (`worker_ahead`)."""
    # Imported here: the window, which imports this module, does not detect.
    from deid_studio.batch.suggesting import Suggesting
    from deid_studio.detection.doubts import load_doubts
    from deid_studio.detection.model_pipeline import load_pipeline
    from deid_studio.formats.text import read_report
    from deid_studio.model.document import Document

    pipeline = load_pipeline(model)
    suggesting = Suggesting(pipeline)
    doubts = load_doubts(model, pipeline)
    if doubts is not None:
        doubts.beside(Document("", "-"), ())

    def result(item: Item) -> Preannotated:
        name, path, known, off, tagset = item
        try:
            report = read_report(path, name, limit_mb)
            told = suggesting.told({report.document: known}, off, tagset)
            text, found = report.document.text, told.detect_all(report.document)
            suggestions = tuple(told.worked(found, text))
            unused = not suggesting.searches_fields and bool(known.values)
            beside = [] if doubts is None else doubts.beside(report.document, found)
            possible = tuple(told.worked(beside, text))
            return Preannotated(name, suggestions, report.sha256, None, unused, possible, told.unknown_rules, off)
        except DeidError as error:
            return Preannotated(name, error=error)
        except Exception as error:
            # One report must not stop the others; the type alone, since a message might hold text of the report.
            return Preannotated(name, error=DetectionFailedError(path=name, detail=type(error).__name__))

    return None, result
