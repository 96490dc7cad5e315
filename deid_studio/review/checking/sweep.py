"""Sweep: what is unmarked in a report and suspicious, for a last look before sign-off.

Findings are spellings of what was accepted, what the model holds possible, what merely looks like PHI, and what was
rejected although it was likely.
"""

from __future__ import annotations

import threading
from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import regex

from deid_studio.detection.detector import Detector
from deid_studio.detection.doubts import is_something
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.profile_options import ProfileOptions
from deid_studio.detection.registry import Surroundings, make_detector
from deid_studio.detection.suggester import DETECTED
from deid_studio.detection.trusted import Safeguards, TrustedDetector
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.mentions import Desk
from deid_studio.model.ontology import classes_of, mapping_between
from deid_studio.model.span import Evidence, Span, Suggestion, uncovered
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.people.kinship import names_in
from deid_studio.people.register import Register, marked_in
from deid_studio.people.things import words_of
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.review.checking.finding import LOOKED_AT, Finding, Sort, is_dismissed, is_looked_at
from deid_studio.review.deciding.sensitivity import is_likely
from deid_studio.review.second.second_policy import left_unmarked

# `12700`, `125 000`, `1/2048`, `5000UI`, `14X10X10`, `10-0-10`
_FIGURES = regex.compile(r"[\d .,/xX-]{1,12}(?:UI|U|mg|ml)?")
_DOSES = regex.compile(
    r"(?:\d{1,3}-)+0(?:-\d{1,3})*|0(?:-\d{1,3})+|1/(?!(?:19|20)\d\d$)\d{2,5}|\d+(?:[xX]\d+)+|.*(?:UI|U|mg|ml)"
)
_MEASURED = regex.compile(
    r"(?i)(?:leuco|linfo|hemat|plaqu|neutr|eosin|ferrit|transamin|recuento|cifras?|copias|carga|dosis|valor)[^\d.;\n]*$"
)
_MEASURED_REACH = 40
_UNIT = regex.compile(r"(?i) ?(?:copias|c[ée]lulas|plaquetas|leucocitos|hemat[íi]es|ui\b|u/|mg|ml|/mm|%)")

_SHARED = frozenset((Kind.SEX, Kind.AGE, Kind.RELATIVE))


class Sweep:
    """Finds what may have been missed, in the classes of a tag set; what it has no class for keeps the detectors', but
    for what many are (`hija`, a sex, an age): who made the set without it knows.

    `doubts` are detectors for high recall, whose classes are those of `source`; where two find the same the first
    counts. Safe to share between threads.
    """

    def __init__(self, tagset: TagSet, doubts: Sequence[Detector] = (), source: TagSet | None = None) -> None:
        index, is_word = default_gazetteers(), default_vocabulary().__contains__
        source = source or shipped_tagset(DETECTED)
        looks = detector_of({"use": "looks"}, Surroundings(tagset=source))
        self._tagset = tagset
        self._mapping = mapping_between(source, tagset)
        lacking = [kind for kind in _SHARED if not classes_of(tagset, (kind,))]
        self._shared = set(classes_of(source, lacking)).difference(one.name for one in tagset)
        self._detectors = (*doubts, looks)
        self._trusted = TrustedDetector(index, Safeguards.of(tagset, is_word))
        self._lock = threading.Lock()

    def findings(self, text: str, desk: Desk) -> list[Finding]:
        """The findings in a report with these decisions, in text order; none that a person has looked at."""
        with self._lock:
            return self._findings(text, desk)

    def _findings(self, text: str, desk: Desk) -> list[Finding]:
        found = list(_rejected(desk))
        taken = _stretches(desk)
        elsewhere = _alike(_pieces(self._spellings(text, desk), taken, text), text)
        found += [_finding(own, Sort.ELSEWHERE) for own in elsewhere.values()]
        doubts = _alike((one for detector in self._detectors for one in self._seen(detector, taken, text)), text)
        dismissed = {words_of(m.span.text(text)) for m in desk if is_dismissed(m)}
        found += [_finding(own, Sort.DOUBT) for words, own in doubts.items() if words not in dismissed]
        return sorted(found, key=lambda finding: finding.span)

    def _seen(self, detector: Detector, taken: list[Suggestion], text: str) -> Iterator[Suggestion]:
        seen = detector.detect(Document("", text))
        if self._mapping is not None:
            seen = self._mapping.all_suggestions([one for one in seen if self._is_asked(one, text)], text)
        return _pieces(seen, taken, text)

    def _is_asked(self, one: Suggestion, text: str) -> bool:
        return one.span.phi_class not in self._shared or any(names_in(one.span.text(text)))  # `hija Amparo`

    def _spellings(self, text: str, desk: Desk) -> Iterator[Suggestion]:
        accepted = [Suggestion(span, 1.0, (Evidence("accepted"),)) for span in desk.decided_spans]
        doc = Document("", text)
        register = Register.of(marked_in(Document("", text, desk.decided_spans)), self._tagset)
        for place in register.search(default_vocabulary()).spelt(text):
            told = ", ".join(dict.fromkeys(fact.detail for fact in place.evidence if fact.detail != "exact"))
            if place.phi_class:
                yield replace(place.suggestion, evidence=(Evidence("accepted", "", told),))
        yield from self._trusted.detect_after(doc, accepted)


def detector_of(table: dict[str, object], around: Surroundings) -> Detector:
    """The detector that a table of a profile would name."""
    return make_detector(ProfileOptions(Path(), "sweep", table), around)


def _alike(found: Iterable[Suggestion], text: str) -> dict[str, list[Suggestion]]:
    """What was found, by its words: the same text is asked about once."""
    alike: dict[str, list[Suggestion]] = defaultdict(list)
    for one in found:
        alike[words_of(one.span.text(text))].append(one)
    return alike


def _finding(alike: Iterable[Suggestion], sort: Sort) -> Finding:
    first, *others = sorted(alike, key=lambda one: one.span)
    return Finding(first, tuple(one.span for one in others), sort=sort)


def _rejected(desk: Desk) -> Iterator[Finding]:
    for mention in left_unmarked(desk):
        asked = is_likely(mention) or mention.is_resized
        if mention.suggestion is not None and asked and not is_looked_at(mention):
            yield Finding(replace(mention.suggestion, span=mention.span), (), mention.id, Sort.REJECTED)


def _stretches(desk: Desk) -> list[Suggestion]:
    """What the mentions of a desk cover, in text order, none overlapping another."""
    joined: list[Suggestion] = []
    for mention in desk:
        start, end = mention.span.start, mention.span.end
        if joined and start < joined[-1].span.end:
            before = joined.pop().span
            start, end = before.start, max(before.end, end)
        joined.append(Suggestion(Span(start, end, mention.span.phi_class), 1.0, (LOOKED_AT,)))
    return joined


def _pieces(found: Iterable[Suggestion], taken: list[Suggestion], text: str) -> Iterator[Suggestion]:
    """What of suggestions lies outside of those `taken`, which it joins, and is no measure."""
    for one in found:
        for piece in uncovered(one, taken, text):
            start, end = piece.span.start, piece.span.end
            while end > start + 1 and not text[end - 1].isalnum():
                end -= 1
            if (piece.span == one.span or is_something(text[start:end])) and not _is_measure(text, start, end):
                kept = replace(piece, span=Span(start, end, piece.span.phi_class))
                insort(taken, kept, key=lambda s: s.span.start)
                yield kept


def _is_measure(text: str, start: int, end: int) -> bool:
    """Whether a number is what a laboratory or a prescription says."""
    return _FIGURES.fullmatch(text, start, end) is not None and (
        _DOSES.fullmatch(text, start, end) is not None
        or _MEASURED.search(text, max(start - _MEASURED_REACH, 0), start) is not None
        or _UNIT.match(text, end) is not None
    )
