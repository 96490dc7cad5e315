"""Reading: what the strongest detection sees in one text, whatever anybody marked there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Lock

from deid_studio import paths
from deid_studio.detection.detector import TrainedDetector
from deid_studio.detection.doubts import Doubts, load_doubts
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.detection.patient.patient_detector import PatientFieldsDetector
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.suggester import DETECTED
from deid_studio.model.document import Document
from deid_studio.model.ontology import mapping_between
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Span, Suggestion
from deid_studio.model.tagset import shipped_tagset
from deid_studio.release.gate.behind_labels import labelled
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.gate.sightings import Reader, Sighting

# Of what the CRF but holds possible, what is likely enough to be asked about; and what is, where it also looks like PHI
# of one of these kinds. Chosen on tests/foreign/dev and second: `tests/benchmarks/bench_gate.py`.
_LIKELY = 0.2
_LIKELY_LOOKS = {"name": 0.01, "unknown": 0.05, "code": 0.003, "number": 0.1, "profession": 0.1, "place": 0.01}


def likely(possible: Sequence[Suggestion], looks: Iterable[Suggestion], text: str) -> Iterator[Suggestion]:
    """What is worth a question of what a model holds possible: by itself, or where it looks like PHI as well."""
    yield from (one for one in possible if one.confidence >= _LIKELY)
    for look in looks:
        if _is_small_among_capitals(text, look.span):
            continue
        least = _LIKELY_LOOKS.get(look.evidence[0].detail, _LIKELY)
        there = [one for one in possible if one.span.overlaps(look.span)]
        if any(one.confidence >= least for one in there):
            yield replace(look, evidence=(*look.evidence, *(fact for one in there for fact in one.evidence)))


def _is_small_among_capitals(text: str, span: Span) -> bool:
    """Whether a word is in small letters on a line that has capitals: what looks like a name is a verb there."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    line = text[start : len(text) if end < 0 else end]
    return text[span.start : span.end].islower() and any(character.isupper() for character in line)


class GateReader(Reader):
    """Reads by a pipeline and by what its model holds possible; each text is read once. Safe between threads.

    What it sees has the classes of the shipped detectors. `load` gives both when something is first read; what it
    raises, reading raises.
    """

    def __init__(self, load: Callable[[], tuple[Pipeline, Doubts | None]]) -> None:
        self._load = load
        self._loaded: tuple[Pipeline, Doubts | None] | None = None
        self._lock = Lock()  # a CRF serves one thread at a time
        self._read: dict[tuple[str, PatientFields | None], tuple[Sighting, ...]] = {}
        self._read_released: dict[str, tuple[Suggestion, ...]] = {}

    def read(self, text: str, fields: PatientFields | None = None) -> tuple[Sighting, ...]:
        """What is seen in an original: detected, behind labels, known of the patient, or possible enough to be asked.

        Raises what the detectors raise.
        """
        with self._lock:
            if (text, fields) not in self._read:
                self._read[text, fields] = tuple(self._sightings(Document("", text), fields))
            return self._read[text, fields]

    def read_released(self, text: str) -> tuple[Suggestion, ...]:
        """What the trained detectors see in a released text: a name that is half replaced has a context of its own."""
        with self._lock:
            if text not in self._read_released:
                trained = [one for one in self._detectors()[0].detectors if isinstance(one, TrainedDetector)]
                doc = Document("", text)
                self._read_released[text] = tuple(
                    found for one in trained for found in self._plain(one.detect(doc), text)
                )
            return self._read_released[text]

    def close(self) -> None:
        """Forget what was read."""
        with self._lock:
            self._read.clear()
            self._read_released.clear()

    def _detectors(self) -> tuple[Pipeline, Doubts | None]:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    def _plain(self, seen: Iterable[Suggestion], text: str) -> list[Suggestion]:
        """What a model with classes of its own sees, in those that all readers share."""
        mapping = mapping_between(self._detectors()[0].tagset, shipped_tagset(DETECTED))
        return list(seen) if mapping is None else mapping.all_suggestions(seen, text)

    def _sightings(self, doc: Document, fields: PatientFields | None) -> Iterator[Sighting]:
        pipeline, doubts = self._detectors()
        for one in self._plain(pipeline.detect(doc), doc.text):
            yield Sighting(one, HeldKind.DETECTED)
        if fields is not None and fields.values:
            for one in PatientFieldsDetector().detect_with(doc, fields):
                yield Sighting(one, HeldKind.FIELD)
        for one in labelled(doc.text):
            yield Sighting(one, HeldKind.LABEL)
        if doubts is not None:
            seen = doubts.seen(doc)
            for one in self._plain(likely(seen["crf-marginals"], seen["looks"], doc.text), doc.text):
                yield Sighting(one, HeldKind.DOUBT)


@cache
def gate_reader(model: Path, off: frozenset[str] = frozenset()) -> GateReader:
    """The reader by the model in a folder, without the rules that are turned off; one for the process.

    Nothing is loaded before it reads; it raises `ModelMissingError` or `ModelDamagedError` then.
    """

    def load() -> tuple[Pipeline, Doubts | None]:
        pipeline = load_pipeline(model).without(off)
        return pipeline, load_doubts(model, pipeline)

    return GateReader(load)


def shipped_reader() -> GateReader:
    """The reader by the model that is shipped."""
    return gate_reader(paths.default_model())
