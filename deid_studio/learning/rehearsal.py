"""Rehearsal: what learning from annotated reports will bring, before anybody works with what was learned.

Each of the reports is read by a model that learned from the others, and reports of home (`resources/home`) by one that
learned from all of them; beside it by the model as it is. How much of what the base knows is held is chosen by what
both are told best with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any

from deid_studio import paths
from deid_studio.detection.calibration import Calibration
from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.model_pipeline import load_pipeline, with_model
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.suggester import SUITING
from deid_studio.errors import TrainingDataError
from deid_studio.learning.adapt import AdaptationOptions, Lessons
from deid_studio.learning.calibrating import Judged, fit, judgement
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.evaluate import Evaluation, evaluate
from deid_studio.learning.importance import read_importance
from deid_studio.learning.two_systems import Difference, compare
from deid_studio.model.document import Document
from deid_studio.model.span import Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.texts import Text

LEAST_REPORTS_TO_LEARN = 3
TRUSTS = (0.5, 2.0)  # how many times what the base knows may count
_FOLDS = 4
_DRAWS = 2000
# What must not get worse beyond noise: what is found at all, and what is right of what is suggested and to be found.
_GUARDED = ("characters_recall", "ner")


class Verdict(Enum):
    """What a rehearsal comes to."""

    BETTER = "better"
    SAME = "same"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Change:
    """A suggestion that only the new model has (`appears`) or only the old one, and whether it is `right`."""

    span: Span
    appears: bool
    right: bool


@dataclass(frozen=True)
class Compared:
    """Reports by the old model and the new one, and what changed in each, by its id."""

    before: Evaluation
    after: Evaluation
    changes: Mapping[str, tuple[Change, ...]]

    @cached_property
    def differences(self) -> Mapping[str, Difference]:
        """What the new model has more, by measure, with 95 % intervals over reports (`learning/two_systems.py`)."""
        return {one.measure: one for one in compare(self.before, self.after, _DRAWS)}

    @property
    def is_worse(self) -> bool:
        """Whether something that must not is worse beyond noise."""
        return any(self.differences[measure].high < 0 for measure in _GUARDED)

    def to_json(self) -> dict[str, Any]:
        """The figures without any report's name or text, for a model's manifest."""
        return {
            "reports": self.before.reports,
            **{
                measure: [round(value, 4) for value in (one.first, one.second, one.low, one.high)]
                for measure, one in self.differences.items()
            },
        }


@dataclass(frozen=True)
class Rehearsal:
    """What learning brings on the reports of one's `own` (each read by what the others taught) and at `home`."""

    own: Compared
    home: Compared
    trust: float
    calibration: Calibration

    @property
    def verdict(self) -> Verdict:
        """Worse where anything is worse beyond noise, better where more of one's own is right, else the same."""
        if self.own.is_worse or self.home.is_worse:
            return Verdict.WORSE
        gained = any(self.own.differences[measure].more > 0 for measure in _GUARDED)
        return Verdict.BETTER if gained else Verdict.SAME

    def to_json(self) -> dict[str, Any]:
        """The figures, for a model's manifest."""
        return {"own": self.own.to_json(), "home": self.home.to_json(), "verdict": self.verdict.value}


def rehearse(
    base: CrfModel,
    folder: Path,
    documents: Sequence[Document],
    options: AdaptationOptions | None = None,
    progress: Progress | None = None,
    tagset: TagSet | None = None,
    home: Sequence[Document] | None = None,
) -> tuple[CrfModel, Rehearsal]:
    """What the base, read from its folder, becomes by annotated reports, calibrated anew, and what that brings.

    `tagset` has the classes of the reports, where they are not the base's; `home` are reports of home, by default the
    shipped ones. The same input gives the same result. Raises `TrainingDataError` for fewer than three reports, and
    what `adapt` and `load_pipeline` raise.
    """
    progress = progress or Progress()
    if len(documents) < LEAST_REPORTS_TO_LEARN:
        detail = Text("at least {count} reports are needed to learn from", count=LEAST_REPORTS_TO_LEARN)
        raise TrainingDataError(path=f"{len(documents)} reports", detail=detail)
    home = home_reports(tagset) if home is None else home
    lessons = Lessons(base, documents, options, progress, tagset, read_importance(folder, base), home)
    folds = [frozenset(range(fold, len(documents), _FOLDS)) for fold in range(min(_FOLDS, len(documents)))]

    best: tuple[float, float, list[CrfModel]] | None = None
    for trust in TRUSTS:
        models = [lessons.learned(fold, trust, progress) for fold in folds]
        loss = sum(
            lessons.loss(model, fold) + lessons.loss(model, lessons.guests) / len(folds)
            for model, fold in zip(models, folds, strict=True)
        )
        if best is None or loss < best[0]:
            best = loss, trust, models
    assert best is not None
    _, trust, models = best
    model = lessons.learned((), trust, progress)

    old = load_pipeline(folder)
    readers = [with_model(old, one) for one in models]
    own = list(_read(documents, old, [readers[n % len(readers)] for n in range(len(documents))], tagset, progress))
    at_home = list(_read(home, old, [with_model(old, model)] * len(home), tagset, progress))
    calibration = fit([one.judged for one in (*own, *at_home)], kept=old.calibration)
    rehearsal = Rehearsal(_compared(documents, own, tagset), _compared(home, at_home, tagset), trust, calibration)
    *before, last = model.manifest["adapted"]
    manifest = model.manifest | {
        "adapted": [*before, last | {"rehearsal": rehearsal.to_json()}],
        "calibration": {SUITING: calibration.to_json()["knots"]},
    }
    return replace(model, manifest=manifest), rehearsal


def home_reports(tagset: TagSet | None = None) -> list[Document]:
    """The shipped reports of home; none where the reports to learn from have classes that they have not."""
    reports = read_corpus([paths.resources() / "home"])
    if tagset is not None and any(span.phi_class not in tagset for doc in reports for span in doc.spans):
        return []
    return reports


@dataclass(frozen=True, slots=True)
class _Reading:
    before: tuple[Span, ...]
    after: tuple[Span, ...]
    judged: tuple[Judged, ...]


def _read(
    documents: Sequence[Document],
    old: Pipeline,
    new: Sequence[Pipeline],
    tagset: TagSet | None,
    progress: Progress,
) -> Iterator[_Reading]:
    for doc, reader in progress.each(zip(documents, new, strict=True), len(documents), "rehearsing"):
        plain = Document(doc.id, doc.text)
        now = old if tagset is None else old.into(tagset)
        then = reader if tagset is None else reader.into(tagset)
        found = then.joined(plain)
        yield _Reading(
            tuple(one.span for one in now.detect(plain)),
            tuple(one.span for one in then.worked([one for one, _ in found], doc.text)),
            tuple(_judged(then, found, doc)),
        )


def _judged(pipeline: Pipeline, found: Iterable[tuple[Suggestion, str]], doc: Document) -> Iterator[Judged]:
    for one, source in found:
        yield from (judgement(worked, source, doc) for worked in pipeline.worked([one], doc.text))


def _compared(documents: Sequence[Document], readings: Sequence[_Reading], tagset: TagSet | None) -> Compared:
    of = {id(doc): reading for doc, reading in zip(documents, readings, strict=True)}
    before = evaluate(documents, lambda doc: of[id(doc)].before, tagset=tagset)
    after = evaluate(documents, lambda doc: of[id(doc)].after, tagset=tagset)
    return Compared(before, after, {doc.id: tuple(_changes(doc, of[id(doc)])) for doc in documents})


def _changes(doc: Document, reading: _Reading) -> Iterator[Change]:
    gold, before, after = set(doc.spans), set(reading.before), set(reading.after)
    for span in sorted(before ^ after):
        yield Change(span, span in after, span in gold)
