"""Pipeline: from a Document to Suggestions."""

# Roles are protocols: they are asked for, and never made.
# mypy: disable-error-code="type-abstract"

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import TypeGuard, TypeVar

from deid_studio.detection.batches import batches
from deid_studio.detection.calibration import Calibration
from deid_studio.detection.cells import in_cells
from deid_studio.detection.detector import KNOWN, Detector, Doubter, LaterDetector, Refuser, Reviser, RuleDetector
from deid_studio.detection.merge import MergeStrategy, Merging
from deid_studio.detection.spreading import no_surer_than_found
from deid_studio.detection.suggester import DETECTED
from deid_studio.garbage import garbage_waits
from deid_studio.model.document import Document
from deid_studio.model.ontology import mapping_between
from deid_studio.model.span import Evidence, Suggestion
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.model.tagset_mapping import TagSetMapping

T = TypeVar("T")


class Pipeline:
    """Runs detectors in order and joins what they suggest.

    `calibration` says what their confidences are worth; `least_confidence` drops joined suggestions of a class below a
    confidence (the key "" is for all other classes). `tagset` has the classes that the detectors suggest; `into` puts
    what is left into those that are worked with. `unknown_rules` are ids of rules that were to be turned off and that
    no detector has.
    """

    unknown_rules: frozenset[str] = frozenset()

    def __init__(
        self,
        detectors: Sequence[Detector],
        strategy: MergeStrategy = MergeStrategy.CONFIDENT,
        least_confidence: Mapping[str, float] | None = None,
        calibration: Calibration | None = None,
        tagset: TagSet | None = None,
    ) -> None:
        self.detectors = tuple(detectors)
        self.strategy = strategy
        self._least = dict(least_confidence or {})
        self.calibration = calibration or Calibration()
        self.tagset = tagset or shipped_tagset(DETECTED)
        self.mapping: TagSetMapping | None = None

    @property
    def name(self) -> str:
        return "+".join(detector.name for detector in self.detectors)

    def into(self, tagset: TagSet) -> Pipeline:
        """The pipeline with its suggestions in the classes of a tag set: what is nothing there is not suggested.

        Raises `TagSetError` when the mapping that the tag set declares is wrong.
        """
        pipeline = copy(self)
        pipeline.mapping = mapping_between(self.tagset, tagset)
        return pipeline

    @property
    def nothing(self) -> tuple[str, ...]:
        """The classes of the detectors for which the tag set that is worked with has none."""
        return () if self.mapping is None else self.mapping.nothing

    def with_detectors(self, detectors: Sequence[Detector], tagset: TagSet | None = None) -> Pipeline:
        """The pipeline with other detectors, which may suggest other classes, all else the same."""
        pipeline = copy(self)
        pipeline.detectors = tuple(detectors)
        pipeline.tagset = tagset or self.tagset
        return pipeline

    def without(self, off: Collection[str]) -> Pipeline:
        """The pipeline with these rules turned off; detectors without any of them are shared with this one."""
        pipeline = copy(self)
        if off:
            ruled = [detector for detector in self.detectors if isinstance(detector, RuleDetector)]
            pipeline.unknown_rules = frozenset().union(*(detector.unknown(off) for detector in ruled))
            pipeline.detectors = tuple(
                detector.without(off) if isinstance(detector, RuleDetector) else detector for detector in self.detectors
            )
        return pipeline

    def detect(self, doc: Document) -> list[Suggestion]:
        """The joined suggestions in text order, none overlapping another."""
        return self.worked(self.detect_all(doc), doc.text)

    def detect_each(self, docs: Iterable[Document]) -> Iterator[list[Suggestion]]:
        """The same for each of several reports, in less time: a detector reads some of them at once, so that what it
        looks things up in is at hand."""
        for some in batches(docs, lambda doc: len(doc.text)):
            for doc, found in zip(some, self._detected(some), strict=True):
                yield self.worked(found, doc.text)

    def worked(self, found: Sequence[Suggestion], text: str) -> list[Suggestion]:
        """What the detectors suggest in a text, in the classes that are worked with."""
        return list(found) if self.mapping is None else self.mapping.suggestions(found, text)

    def detect_all(self, doc: Document) -> list[Suggestion]:
        """The same in the classes of the detectors, of which none is left out."""
        return self._detected((doc,))[0]

    def _detected(self, docs: Sequence[Document]) -> list[list[Suggestion]]:
        worth, other = self.calibration.confidence, self._least.get("", 0.0)
        detected = []
        with garbage_waits():  # what is made of reports is there until they are read
            together = self._joined(docs)
        for doc, found in zip(docs, together, strict=True):
            joined = [_surely(one, worth(source, one.confidence)) for one, source in found]
            joined = no_surer_than_found(joined, doc.text)
            detected.append([s for s in joined if s.confidence >= self._least.get(s.span.phi_class, other)])
        return detected

    def joined(self, doc: Document) -> list[tuple[Suggestion, str]]:
        """The joined suggestions, each with the evidence and the names of all detectors that suggest exactly it."""
        return self._joined((doc,))[0]

    def _joined(self, docs: Sequence[Document]) -> list[list[tuple[Suggestion, str]]]:
        together = list(map(self._agreed, self._merged(docs)))
        found = [joined for joined, _ in together]
        for detector in self.detectors:
            if _has_role(detector, Reviser):
                found = [detector.revise(doc, joined) for doc, joined in zip(docs, found, strict=True)]
        return [
            [(one, sources.get(one.span.start, "")) for one in joined]
            for joined, (_, sources) in zip(found, together, strict=True)
        ]

    def _agreed(self, merging: Merging) -> tuple[list[Suggestion], dict[int, str]]:
        """The joined suggestions of a report with all evidence, and who suggests them, by where they start."""
        agreeing: dict[int, list[tuple[str, Suggestion]]] = {}
        for detector, own in zip(self.detectors, merging.found, strict=True):
            for suggestion in own:
                agreeing.setdefault(suggestion.span.start, []).append((detector.name, suggestion))
        joined = []
        sources: dict[int, str] = {}
        for one in merging.joined:
            span = one.span
            same = [
                (name, other) for name, other in agreeing.get(span.start, ())
                if other is one or (other.span.end == span.end and other.span == span)
            ]  # fmt: skip
            sources[span.start] = "+".join([name for name, _ in same])
            facts = [*one.evidence, *[fact for _, other in same if other is not one for fact in other.evidence]]
            joined.append(one if len(facts) == 1 else Suggestion(span, one.confidence, _distinct(facts)))
        return joined, sources

    def heard(self, doc: Document) -> list[tuple[str, Suggestion]]:
        """What each detector by itself suggests, with its name, in the classes that are worked with."""
        return [
            (detector.name, one)
            for detector, own in zip(self.detectors, self._merged((doc,))[0].found, strict=True)
            for one in self.worked(own, doc.text)
        ]

    def _merged(self, docs: Sequence[Document]) -> list[Merging]:
        mergings = [Merging(self.strategy, doc.text) for doc in docs]
        for detector in self.detectors:
            for doc, merging in zip(docs, mergings, strict=True):
                own = _suggested(detector, doc, merging)
                merging.add(list(in_cells(own, doc.text)))
        return mergings


def _suggested(detector: Detector, doc: Document, merging: Merging) -> list[Suggestion]:
    """What a detector suggests in a report after those before it; what it refuses is refused."""
    if _has_role(detector, Refuser):
        own, refused = detector.detect_and_refuse(doc)
        merging.refuse(refused)
    elif _has_role(detector, Doubter):
        own, refused = detector.detect_and_doubt(doc, merging.joined)
        merging.refuse(refused, but=KNOWN)
    elif _has_role(detector, LaterDetector):
        own = detector.detect_after(doc, merging.joined)
    else:
        own = detector.detect(doc)
    return own


def _surely(one: Suggestion, confidence: float) -> Suggestion:
    """A suggestion with this confidence."""
    return one if confidence == one.confidence else Suggestion(one.span, confidence, one.evidence)


def _has_role(detector: Detector, role: type[T]) -> TypeGuard[T]:
    """Whether a detector has a role: asked of its class, of which Python keeps the answer, and not of the object."""
    return issubclass(type(detector), role)


def _distinct(facts: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The facts without repetitions; of the same one told twice, that which names a rule to turn off."""
    # Told sooner than by asking each fact for its hash: mostly none is told twice.
    if len({(fact.kind, fact.name, fact.detail) for fact in facts}) == len(facts):
        return tuple(facts)
    kept: dict[Evidence, Evidence] = {}
    for fact in facts:
        if not kept.setdefault(fact, fact).rule and fact.rule:
            kept[fact] = fact
    return tuple(kept.values())
