"""Ablation: what each detector, each family of features and the made reports add, at home and away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from deid_studio import paths
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.detector import LaterDetector
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.word_features import Words
from deid_studio.learning.encode import Encoder
from deid_studio.learning.evaluate import Evaluation, evaluate
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.privacy.least_reports import ShowingRule, showable
from deid_studio.learning.rule_induction import induce_rules
from deid_studio.learning.train import TrainingOptions, fit, frequent, training_manifest
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress

Sets = Mapping[str, Sequence[Document]]

# The families of features by what an attribute's name begins with; a word's own begin with its offset.
_FAMILIES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(begins)
    for name, begins in (
        ("words", r"-?\d+[wWF]=|[bg][1-9]=|V[<>]"),
        ("affixes", r"-?\d+[pf]="),
        ("shapes", r"-?\d+(?:[sSl]=|year=)|t\d=|k\d?="),
        ("gazetteers", r"-?\d+[gc]=|[+-]?P=|D=|gc="),
        ("induced rules", r"[+-]?R="),
        ("cues and what stands between", r"[CNUV][<>]"),
        ("labels and sections", r"L[dskwN]?=|x|n="),
        ("segments", r"g\d="),
        ("elsewhere in the report", r"h[vw]=|lower|mail"),
    )
}


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured on each set of reports with something left out, or alone."""

    name: str
    figures: Mapping[str, Evaluation]


def families() -> tuple[str, ...]:
    """The names of the families of features."""
    return tuple(_FAMILIES)


def of_family(name: str, attribute: str) -> bool:
    """Whether an attribute belongs to a family; the words of segments and cues belong to two."""
    return _FAMILIES[name].match(attribute) is not None


def detector_rows(pipeline: Pipeline, sets: Sets) -> Iterator[Row]:
    """The whole pipeline, then it without each of its detectors, then each by itself."""
    yield Row("all", _measured(sets, pipeline))
    for number, left_out in enumerate(pipeline.detectors):
        others = [*pipeline.detectors[:number], *pipeline.detectors[number + 1 :]]
        yield Row(f"without {left_out.name}", _measured(sets, Pipeline(others, pipeline.strategy)))
    for detector in pipeline.detectors:
        if not isinstance(detector, LaterDetector):
            yield Row(f"{detector.name} alone", _measured(sets, Pipeline([detector])))


def feature_rows(
    documents: Sequence[Document], tagset: TagSet, options: TrainingOptions, sets: Sets, progress: Progress
) -> Iterator[Row]:
    """A CRF trained with everything, then without each family of features, then without made reports."""
    options = replace(options, members=1)
    showing = ShowingRule.of(documents, options.least_reports)
    rules = InducedRules(induce_rules(documents, progress, showing))
    made = Augmenter.load(paths.resources(), tagset, options.seed).reports(
        documents, round(options.augmented * len(documents)), progress
    )
    manifest = training_manifest(documents, tagset, options)
    encoder = Encoder(Words(default_gazetteers()), rules)
    encoded = encoder.encode([*documents, *made], progress)
    kept = frequent(encoded, encoder.attributes, options.least_count)
    kept &= showable(encoded, encoder.attributes, len(documents), showing)

    def without(belongs: Callable[[str], bool]) -> CrfModel:
        stays = np.asarray([not belongs(name) for name in encoder.attributes], dtype=bool)
        return fit(encoded, encoder.attributes, kept & stays, rules, options, manifest, progress)

    yield Row("CRF", _measured_crf(sets, without(lambda _: False)))
    for name in families():
        yield Row(f"without {name}", _measured_crf(sets, without(partial(of_family, name))))
    encoder = Encoder(Words(default_gazetteers()), rules)
    encoded = encoder.encode(documents, progress)
    kept = frequent(encoded, encoder.attributes, options.least_count)
    kept &= showable(encoded, encoder.attributes, len(documents), showing)
    yield Row("without made reports", _measured_crf(sets, without(lambda _: False)))


def to_markdown(rows: Sequence[Row]) -> str:
    """A table: NER F1, spans F1 and character precision and recall on each set, with what was lost in F1."""
    names = list(rows[0].figures)
    head = "".join(f" {name}: NER F1 | lost | spans F1 | characters P / R |" for name in names)
    lines = ["| |" + head, "|---|" + "---|---|---|---|" * len(names)]
    for row in rows:
        cells = []
        for name in names:
            own, whole = row.figures[name], rows[0].figures[name]
            lost = "" if row is rows[0] else f"{own.ner.f1 - whole.ner.f1:+.4f}"
            characters = f"{own.characters.precision:.3f} / {own.characters.recall:.3f}"
            cells.append(f" {own.ner.f1:.4f} | {lost} | {own.spans_strict.f1:.4f} | {characters} |")
        lines.append(f"| {row.name} |" + "".join(cells))
    return "\n".join(lines) + "\n"


def _measured_crf(sets: Sets, model: CrfModel) -> dict[str, Evaluation]:
    return _measured(sets, Pipeline([CrfDetector(model, default_gazetteers())]))


def _measured(sets: Sets, pipeline: Pipeline) -> dict[str, Evaluation]:
    return {
        name: evaluate(documents, lambda doc: [s.span for s in pipeline.detect(Document(doc.id, doc.text))])
        for name, documents in sets.items()
    }
