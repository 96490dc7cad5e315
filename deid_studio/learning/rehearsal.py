"""Rehearsal: what learning from annotated reports will bring, before anybody works with what was learned.

Each of the reports is read by a model that learned from the others, beside it by the model as it is; and so are reports
of home (`resources/home`), from which it learns again lest they be forgotten. The judge learns from what is read so,
and then asks for less, as long as about as much as before stays right: what the reports bring in precision is spent on
what would be missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import chain, cycle
from pathlib import Path
from typing import Any

from deid_studio import paths
from deid_studio.detection.calibration import Calibration
from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.judge.judge import Judge, Standard
from deid_studio.detection.model_pipeline import load_pipeline, with_model
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.suggester import SUITING
from deid_studio.errors import TrainingDataError
from deid_studio.learning.adapt import AdaptationOptions, Lessons
from deid_studio.learning.calibrating import Judged, fit, judgement
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.evaluate import Evaluation, evaluate
from deid_studio.learning.importance import read_importance
from deid_studio.learning.judge_training import Case, Unjudged, is_phi, judge_of, moved, unjudged
from deid_studio.learning.two_systems import Difference, compare
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.texts import Text

LEAST_REPORTS_TO_LEARN = 3
# What the judge may ask for, and for direct identifiers, instead of what it does: the chance that something is PHI. In
# other layouts than those of the signed reports it never asks for less than `_ELSEWHERE`: they tell nothing of those.
ASKED = (
    (0.1, 0.1), (0.15, 0.1), (0.2, 0.15), (0.25, 0.2), (0.3, 0.2), (0.35, 0.25), (0.4, 0.25),
)  # fmt: skip
_ELSEWHERE = (0.3, 0.2)
# Of the precision of characters. Other reports may lose twice as much: what they lose differs by about this from what
# these tell, crossed (docs/experiments.md, *A reserve of precision*).
_MAY_LOSE = 0.005
_LEAST_CASES = 50  # suggestions from which a judge learns anything
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
    """What learning brings on the reports of one's `own` and at `home`, each read by what the others taught, and what
    was chosen by that: what confidences are worth, what the judge goes by."""

    own: Compared
    home: Compared
    calibration: Calibration
    standard: Standard

    @property
    def verdict(self) -> Verdict:
        """Worse where anything is worse beyond noise, better where more of one's own is right, else the same."""
        if self.own.is_worse or self.home.is_worse:
            return Verdict.WORSE
        gained = any(self.own.differences[measure].more > 0 for measure in _GUARDED)
        return Verdict.BETTER if gained else Verdict.SAME

    @property
    def holds(self) -> bool:
        """Whether nothing is worse, and hardly less of what is suggested is right."""
        more = self.own.differences["characters_precision"].more
        return self.verdict is not Verdict.WORSE and more >= -_MAY_LOSE

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
    count = min(_FOLDS, len(documents))
    folds = [frozenset((*range(fold, len(documents), count), *lessons.guests[fold::count])) for fold in range(count)]

    models = [lessons.learned(fold, progress) for fold in folds]
    model = lessons.learned((), progress)

    old = load_pipeline(folder)
    readers = [with_model(old, one) for one in models]
    own, at_home = (_read(part, old, readers, tagset, progress) for part in (documents, home))
    for judge, judges in _judges(old, own, at_home, len(folds)):
        after = list(zip([*own, *at_home], judges, strict=True))
        calibration = fit([one.judged(by) for one, by in after], kept=old.calibration)
        ours, theirs = _compared(after[: len(own)], tagset), _compared(after[len(own) :], tagset)
        rehearsal = Rehearsal(ours, theirs, calibration, judge.standard)
        if rehearsal.holds:
            break
    *before, last = model.manifest["adapted"]
    manifest = model.manifest | {
        "adapted": [*before, last | {"rehearsal": rehearsal.to_json()}],
        "calibration": {SUITING: calibration.to_json()["knots"]},
        "judge": {SUITING: rehearsal.standard.to_json()},
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
    """What the old pipeline suggests in a report, and what a new one does before its judge speaks."""

    doc: Document
    before: tuple[Span, ...]
    new: Pipeline
    found: Unjudged

    def after(self, judge: Judge) -> tuple[Span, ...]:
        """What the new one suggests with a judge."""
        kept = [one for one, _ in self.found.kept(judge)]
        return tuple(one.span for one in self.new.worked(kept, self.doc.text))

    def judged(self, judge: Judge) -> list[Judged]:
        """Whether each of these is right."""
        return [
            judgement(worked, source, self.doc)
            for one, source in self.found.kept(judge)
            for worked in self.new.worked([one], self.doc.text)
        ]

    def cases(self) -> list[Case]:
        """What a judge may learn of it: the clues of what means something in the classes worked with, and whether that
        is PHI."""
        return [
            (clues, is_phi(one.span, self.doc))
            for (one, _), clues in zip(self.found.found, self.found.clues, strict=False)  # none where it does not judge
            if self.new.worked([one], self.doc.text)
        ]


def _read(
    documents: Sequence[Document],
    old: Pipeline,
    new: Sequence[Pipeline],
    tagset: TagSet | None,
    progress: Progress,
) -> list[_Reading]:
    readings = []
    for doc, reader in progress.each(zip(documents, cycle(new), strict=False), len(documents), "rehearsing"):
        plain = Document(doc.id, doc.text)
        now = old if tagset is None else old.into(tagset)
        then = reader if tagset is None else reader.into(tagset)
        before = tuple(one.span for one in now.detect(plain))
        readings.append(_Reading(doc, before, then, unjudged(then, plain)))
    return readings


def _judges(
    old: Pipeline, own: Sequence[_Reading], at_home: Sequence[_Reading], folds: int
) -> Iterator[tuple[Judge, list[Judge]]]:
    """The judge of a pipeline after what all these readings tell, and for each of them after the other folds; the one
    that asks for the least first, and as it is at the end."""
    judge = judge_of(old)
    assert judge is not None  # the profile has one
    cases = [one.cases() for one in (*own, *at_home)]
    fold_of = [number % folds for number in (*range(len(own)), *range(len(at_home)))]
    first = judge.standard
    if sum(map(len, cases[: len(own)])) >= _LEAST_CASES:
        whole = moved(first.weights, chain(*cases))
        crossed = [
            moved(first.weights, chain(*(told for told, here in zip(cases, fold_of, strict=True) if here != fold)))
            for fold in range(folds)
        ]
        for asked in (*ASKED, first.signed or (first.least, first.least_direct)):
            least, least_direct = map(max, asked, _ELSEWHERE)
            standards = [Standard(weights, least, least_direct, asked) for weights in (*crossed, whole)]
            *judges, last = map(judge.by, standards)
            yield last, [judges[fold] for fold in fold_of]
    yield judge, [judge] * len(cases)


def _compared(read: Sequence[tuple[_Reading, Judge]], tagset: TagSet | None) -> Compared:
    documents = [one.doc for one, _ in read]
    before = {id(one.doc): one.before for one, _ in read}
    after = {id(one.doc): one.after(judge) for one, judge in read}
    return Compared(
        evaluate(documents, lambda doc: before[id(doc)], tagset=tagset),
        evaluate(documents, lambda doc: after[id(doc)], tagset=tagset),
        {doc.id: tuple(_changes(doc, before[id(doc)], after[id(doc)])) for doc in documents},
    )


def _changes(doc: Document, before: Iterable[Span], after: Iterable[Span]) -> Iterator[Change]:
    gold, old, new = set(doc.spans), set(before), set(after)
    for span in sorted(old ^ new):
        yield Change(span, span in new, span in gold)
