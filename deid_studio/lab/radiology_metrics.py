"""Global de-identification: how many of the words that identify are covered, whatever class they are given.

Source: Pérez-Díez et al., "De-identifying Spanish medical texts" (J Biomed Semant 12:6, 2021), section "Evaluation
metrics": precision, recall and F1 of each class, and of "the set of words that should have been labelled as an
identifying" one, which is its table 8 and the recall of 97.18 % that it reports.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from deid_studio.detection.tokens import tokenizer
from deid_studio.learning.scores import Counts
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet


@dataclass(frozen=True, slots=True)
class GlobalDeidentification:
    """Word counts over all reports: `total` of identifying words whatever their class, `per_class` of each class.

    `reports_leaking` are reports in which at least one identifying word is not covered.
    """

    reports: int
    words: int
    total: Counts
    per_class: Mapping[str, Counts]
    reports_leaking: int

    @property
    def leaking(self) -> float:
        """The part of the reports in which an identifying word stays (0 to 1)."""
        return self.reports_leaking / self.reports if self.reports else 0.0


def kept_classes(tagset: TagSet) -> frozenset[str]:
    """The classes that do not identify and that a release keeps, such as the labels of headers (CAB)."""
    return frozenset(one.name for one in tagset if one.release == "keep")


def global_deidentification(
    gold: Iterable[Document], system: Callable[[Document], Iterable[Span]], kept: Collection[str] = ()
) -> GlobalDeidentification:
    """The figures of a system on gold reports; `system` must not look at a report's spans.

    A word is a token with a letter or digit. It identifies when a gold span of a class that is not `kept` holds one of
    its characters, and is covered when spans of the system hold all of those. A kept class counts in `per_class` only.
    """
    reports = words = leaking = 0
    total = Counts()
    per_class: dict[str, Counts] = {}
    for doc in gold:
        starts, ends = _words(doc.text)
        found = list(system(doc))
        report = _counts(
            _marks(starts, ends, [span for span in doc.spans if span.phi_class not in kept]),
            _marks(starts, ends, [span for span in found if span.phi_class not in kept]),
        )
        for name in {span.phi_class for span in (*doc.spans, *found)}:
            own = _counts(
                _marks(starts, ends, [span for span in doc.spans if span.phi_class == name]),
                _marks(starts, ends, [span for span in found if span.phi_class == name]),
            )
            per_class[name] = per_class.get(name, Counts()) + own
        reports += 1
        words += len(starts)
        total += report
        leaking += report.fn > 0
    return GlobalDeidentification(reports, words, total, dict(sorted(per_class.items())), leaking)


def _words(text: str) -> tuple[list[int], list[int]]:
    lines = tokenizer().lines(text)
    places = [
        (start, end)
        for line in lines
        for word, start, end in zip(line.words, line.starts, line.ends, strict=True)
        if any(character.isalnum() for character in word)
    ]
    return [start for start, _ in places], [end for _, end in places]


def _marks(starts: Sequence[int], ends: Sequence[int], spans: Iterable[Span]) -> dict[int, set[int]]:
    """For each word that spans touch, the characters that they hold."""
    marks: dict[int, set[int]] = {}
    for span in spans:
        for start, end in span.fragments:
            for word in range(bisect_right(ends, start), bisect_left(starts, end)):
                inside = range(max(start, starts[word]), min(end, ends[word]))
                marks.setdefault(word, set()).update(inside)
    return marks


def _counts(gold: Mapping[int, set[int]], system: Mapping[int, set[int]]) -> Counts:
    covered = sum(marks <= system.get(word, set()) for word, marks in gold.items())
    return Counts(covered, sum(word not in gold for word in system), len(gold) - covered)
