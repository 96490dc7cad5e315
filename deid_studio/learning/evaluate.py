"""Evaluation of a system's spans against gold: wholly clean reports, official scores, per class, per section,
confusions, leak."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt

from deid_studio.detection.sections import Section, fields, sections
from deid_studio.detection.suggester import DETECTED
from deid_studio.detection.tokens import tokenizer
from deid_studio.learning.scores import (
    Counts,
    character_counts,
    confusions,
    merged_counts,
    ner_counts,
    overlap_confusions,
    strict_counts,
)
from deid_studio.model.document import Document
from deid_studio.model.kinds import DIRECT_IDENTIFIERS
from deid_studio.model.lines import SENTENCE_END
from deid_studio.model.ontology import meaning_of
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset

SectionOf = Callable[[str], Callable[[int], Section]]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some reports: a share with its interval."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share (0 to 1; 0 of none)."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share by Wilson's score; 0 to 1 where there is nothing."""
        if not self.of:
            return 0.0, 1.0
        z = 1.959964
        spread = z * sqrt(self.value * (1 - self.value) / self.of + z * z / (4 * self.of * self.of))
        middle, scale = self.value + z * z / (2 * self.of), 1 + z * z / self.of
        return max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0)


@dataclass(frozen=True, slots=True)
class ReportFigures:
    """The counts of one report; `direct` are characters of direct identifiers (`DIRECT_IDENTIFIERS`), only found and
    missed ones."""

    id: str
    ner: Counts
    spans_strict: Counts
    spans_merged: Counts
    characters: Counts
    direct: Counts


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Figures over all reports, counts summed first (micro average).

    `per_report` are the counts of each in the order of the gold. `confusion` and `overlap_confusion` count pairs (gold
    class, system class), by equal offsets and by overlap. `missing` are ids of gold reports that the system has none
    for (all their spans count as missed), `unknown` ids of system reports that are not in the gold (not counted).
    """

    reports: int
    sentences: int
    ner: Counts
    spans_strict: Counts
    spans_merged: Counts
    characters: Counts
    per_class: Mapping[str, Counts]
    per_section: Mapping[str, Counts]
    confusion: Mapping[tuple[str, str], int]
    overlap_confusion: Mapping[tuple[str, str], int]
    per_report: tuple[ReportFigures, ...] = ()
    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def clean(self) -> Share:
        """The wholly clean reports, of those with PHI: every letter and digit of it lies in a span of any class."""
        return _clean([one.characters for one in self.per_report])

    @property
    def direct_clean(self) -> Share:
        """The reports with direct identifiers of which every letter and digit lies in a span of any class."""
        return _clean([one.direct for one in self.per_report])

    @property
    def macro_f1(self) -> float:
        """The mean of NER F1 over the classes that the gold has."""
        own = [counts.f1 for counts in self.per_class.values() if counts.tp + counts.fn]
        return sum(own) / len(own) if own else 0.0

    @property
    def leak(self) -> float:
        """False negatives (NER) per sentence; sentences are split here, the shared task had its own splitting."""
        return self.ner.fn / self.sentences if self.sentences else 0.0


@dataclass
class _Sums:
    sentences: int = 0
    per_report: list[ReportFigures] = field(default_factory=list)
    per_class: dict[str, Counts] = field(default_factory=dict)
    per_section: dict[str, Counts] = field(default_factory=lambda: {section.value: Counts() for section in Section})
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    overlap_confusion: Counter[tuple[str, str]] = field(default_factory=Counter)


def evaluate(
    gold: Iterable[Document],
    system: Callable[[Document], Iterable[Span] | None],
    unknown: Iterable[str] = (),
    section_of: SectionOf | None = None,
    tagset: TagSet | None = None,
) -> Evaluation:
    """The figures of a system on gold reports.

    `system` gives the spans for a gold report (it must not look at its spans), None when it has none; the reports are
    gone through once. `section_of` tells for a text the section of an offset, by default by `detection.sections`,
    `tagset` (by default the detectors') which classes are direct identifiers; others are known by their usual names.
    """
    section_of = section_of or sections_by_offset
    tagset = tagset or shipped_tagset(DETECTED)
    sums = _Sums()
    missing: list[str] = []
    for doc in gold:
        found = system(doc)
        if found is None:
            missing.append(doc.id)
        _add(sums, doc, set(doc.spans), set(found or ()), section_of, tagset)
    every = sums.per_report
    return Evaluation(
        reports=len(every),
        sentences=sums.sentences,
        ner=sum((one.ner for one in every), Counts()),
        spans_strict=sum((one.spans_strict for one in every), Counts()),
        spans_merged=sum((one.spans_merged for one in every), Counts()),
        characters=sum((one.characters for one in every), Counts()),
        per_class=dict(sorted(sums.per_class.items())),
        per_section=sums.per_section,
        confusion=dict(sorted(sums.confusion.items())),
        overlap_confusion=dict(sorted(sums.overlap_confusion.items())),
        per_report=tuple(every),
        missing=tuple(missing),
        unknown=tuple(unknown),
    )


def _add(sums: _Sums, doc: Document, gold: set[Span], system: set[Span], section_of: SectionOf, tagset: TagSet) -> None:
    text = doc.text
    sums.sentences += count_sentences(text)
    direct = character_counts((span for span in gold if _is_direct(tagset, span.phi_class)), system, text)
    sums.per_report.append(
        ReportFigures(
            doc.id,
            ner_counts(gold, system),
            strict_counts(gold, system),
            merged_counts(gold, system, text),
            character_counts(gold, system, text),
            Counts(direct.tp, 0, direct.fn),
        )
    )
    at = section_of(text)
    for span in gold | system:
        counts = Counts(span in gold and span in system, span not in gold, span not in system)
        sums.per_class[span.phi_class] = sums.per_class.get(span.phi_class, Counts()) + counts
        section = at(span.start).value
        sums.per_section[section] = sums.per_section[section] + counts
    sums.confusion.update(confusions(gold, system))
    sums.overlap_confusion.update(overlap_confusions(gold, system))


def _is_direct(tagset: TagSet, phi_class: str) -> bool:
    one = tagset[phi_class] if phi_class in tagset else PhiClass(phi_class, {}).as_named()
    return meaning_of(one).kind in DIRECT_IDENTIFIERS


def _clean(characters: Iterable[Counts]) -> Share:
    with_phi = [counts for counts in characters if counts.tp + counts.fn]
    return Share(sum(not counts.fn for counts in with_phi), len(with_phi))


def sections_by_offset(text: str) -> Callable[[int], Section]:
    """For a report's text, a function from an offset to its section; before the first line it is that line's."""
    lines = tokenizer().lines(text)
    kinds = sections(lines, [fields(line) for line in lines])
    starts = [line.starts[0] for line in lines]

    def at(offset: int) -> Section:
        return kinds[max(bisect_right(starts, offset) - 1, 0)] if kinds else Section.BODY

    return at


def count_sentences(text: str) -> int:
    """How many sentences a report has; a line end always ends one."""
    return sum(1 for part in SENTENCE_END.split(text) if any(character.isalnum() for character in part))
