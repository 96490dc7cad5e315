"""ReadingsDetector: what other detectors find in a report read as it would be written ordinarily."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy

from deid_studio.detection.detector import Detector, LineDetector, RuleDetector
from deid_studio.detection.merge import MergeStrategy, merge
from deid_studio.detection.readings.case import labelled_fields, lowered_capitals, restored_case
from deid_studio.detection.readings.lexicon import Lexicon
from deid_studio.detection.readings.numerals import numerals
from deid_studio.detection.readings.reading import Reading, Readings
from deid_studio.detection.readings.scan import is_scanned, rejoined, right_signs
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.people.pieces import LINE

READINGS = ("scan", "numerals", "case")


def readings_of(text: str, lexicon: Lexicon, names: Collection[str] = READINGS) -> Readings:
    """The text as it would be written ordinarily: each reading of the one before, in the order of `READINGS`."""
    steps: list[Reading] = []

    def add(step: Reading) -> None:
        steps.append(step)

    def now() -> str:
        return steps[-1].text if steps else text

    if "scan" in names and is_scanned(text):
        add(rejoined(now(), lexicon))
        add(right_signs(now(), lexicon))
        add(rejoined(now(), lexicon))
    if "numerals" in names:
        add(numerals(now()))
    if "case" in names:
        add(labelled_fields(now(), lexicon))
        add(restored_case(now(), lexicon))
        add(lowered_capitals(now(), lexicon))
    return Readings(text, steps)


class ReadingsDetector:
    """Lets detectors read a report once more where a reading of it differs, and suggests what they find there.

    `worth` multiplies the confidence of what they find, so that of two suggestions of the same place that of the
    report's own text stays.
    """

    def __init__(
        self,
        detectors: Sequence[Detector],
        lexicon: Lexicon,
        worth: float = 0.9,
        names: Collection[str] = READINGS,
        name: str = "readings",
    ) -> None:
        self.name = name
        self.detectors = tuple(detectors)
        self._lexicon = lexicon
        self._worth = worth
        self._names = names

    def without(self, off: Collection[str]) -> ReadingsDetector:
        """The detector whose detectors lack these rules."""
        detector = copy(self)
        detector.detectors = tuple(one.without(off) if isinstance(one, RuleDetector) else one for one in self.detectors)
        return detector

    def of(self, detectors: Iterable[Detector]) -> ReadingsDetector:
        """The detector that lets others read."""
        detector = copy(self)
        detector.detectors = tuple(detectors)
        return detector

    def unknown(self, off: Collection[str]) -> frozenset[str]:
        """Nothing: the rules are those of detectors that stand in the profile themselves."""
        return frozenset()

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions in text order, in the lines only that a reading changes."""
        read = readings_of(doc.text, self._lexicon, self._names)
        if read.text == doc.text:
            return []
        other = Document(doc.id, read.text)
        changed = _changed(read)
        found = [list(_kept(_found(detector, other, changed), changed)) for detector in self.detectors]
        joined = merge(found, MergeStrategy.CONFIDENT, read.text)
        return [self._placed(one, read) for one in joined]

    def _placed(self, one: Suggestion, read: Readings) -> Suggestion:
        start, end = read.to_original(one.span.start, one.span.end)
        evidence = (*one.evidence, Evidence("reading", "", one.span.text(read.text)))
        return Suggestion(Span(start, end, one.span.phi_class), one.confidence * self._worth, evidence)


def _found(detector: Detector, doc: Document, lines: Sequence[tuple[int, int]]) -> list[Suggestion]:
    return detector.detect_in(doc, lines) if isinstance(detector, LineDetector) else detector.detect(doc)


def _changed(read: Readings) -> list[tuple[int, int]]:
    """The lines of a reading that are not as they stand in the report, ascending."""
    lines = (line.span() for line in LINE.finditer(read.text))
    return [
        (start, end) for start, end in lines if read.of[slice(*read.to_original(start, end))] != read.text[start:end]
    ]


def _kept(found: Iterable[Suggestion], lines: Sequence[tuple[int, int]]) -> Iterator[Suggestion]:
    starts = [start for start, _ in lines]
    for one in found:
        at = bisect_right(starts, one.span.start) - 1
        if at >= 0 and one.span.end <= lines[at][1]:
            yield one
