"""Evaluation of a system's spans against gold: official scores, per class, per section, confusions, leak."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from deid_studio.detection.sections import Section, fields, sections
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
from deid_studio.model.span import Span

# A sentence ends at a line end, or at a full stop before a capital, digit or opening mark.
_SENTENCE_END = re.compile(r"[.!?…]+[\"»”')\]]*\s+(?=[^\W_a-zñáéíóúü]|[¿¡«“\"(\-])|[\n\r]+")

SectionOf = Callable[[str], Callable[[int], Section]]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Figures over all reports, counts summed first (micro average).

    `confusion` and `overlap_confusion` count pairs (gold class, system class), by equal offsets and by overlap.
    `missing` are ids of gold reports that the system has none for (all their spans count as missed), `unknown` ids of
    system reports that are not in the gold (not counted).
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
    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def leak(self) -> float:
        """False negatives (NER) per sentence; sentences are split here, the shared task had its own splitting."""
        return self.ner.fn / self.sentences if self.sentences else 0.0


@dataclass
class _Sums:
    reports: int = 0
    sentences: int = 0
    totals: list[Counts] = field(default_factory=lambda: [Counts()] * 4)
    per_class: dict[str, Counts] = field(default_factory=dict)
    per_section: dict[str, Counts] = field(default_factory=lambda: {section.value: Counts() for section in Section})
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    overlap_confusion: Counter[tuple[str, str]] = field(default_factory=Counter)


def evaluate(
    gold: Iterable[Document],
    system: Callable[[Document], Iterable[Span] | None],
    unknown: Iterable[str] = (),
    section_of: SectionOf | None = None,
) -> Evaluation:
    """The figures of a system on gold reports.

    `system` gives the spans for a gold report (it must not look at its spans), None when it has none; the reports are
    gone through once. `section_of` tells for a text the section of an offset, by default by `detection.sections`.
    """
    section_of = section_of or sections_by_offset
    sums = _Sums()
    missing: list[str] = []
    for doc in gold:
        found = system(doc)
        if found is None:
            missing.append(doc.id)
        _add(sums, doc.text, set(doc.spans), set(found or ()), section_of)
    ner, strict, merged, characters = sums.totals
    return Evaluation(
        reports=sums.reports,
        sentences=sums.sentences,
        ner=ner,
        spans_strict=strict,
        spans_merged=merged,
        characters=characters,
        per_class=dict(sorted(sums.per_class.items())),
        per_section=sums.per_section,
        confusion=dict(sorted(sums.confusion.items())),
        overlap_confusion=dict(sorted(sums.overlap_confusion.items())),
        missing=tuple(missing),
        unknown=tuple(unknown),
    )


def _add(sums: _Sums, text: str, gold: set[Span], system: set[Span], section_of: SectionOf) -> None:
    sums.reports += 1
    sums.sentences += count_sentences(text)
    of_report = (
        ner_counts(gold, system),
        strict_counts(gold, system),
        merged_counts(gold, system, text),
        character_counts(gold, system, text),
    )
    sums.totals = [total + counts for total, counts in zip(sums.totals, of_report, strict=True)]
    at = section_of(text)
    for span in gold | system:
        counts = Counts(span in gold and span in system, span not in gold, span not in system)
        sums.per_class[span.phi_class] = sums.per_class.get(span.phi_class, Counts()) + counts
        section = at(span.start).value
        sums.per_section[section] = sums.per_section[section] + counts
    sums.confusion.update(confusions(gold, system))
    sums.overlap_confusion.update(overlap_confusions(gold, system))


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
    return sum(1 for part in _SENTENCE_END.split(text) if any(character.isalnum() for character in part))
