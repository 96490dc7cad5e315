"""Counting indicators: which classes stand after each label in the headers of annotated reports (thesis, 4.3.1)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from deid_studio.detection.sectioned.indicators import NO_PHI, Indicator, Indicators
from deid_studio.detection.sectioned.values import Value, label_endings, value_parts, value_place, values
from deid_studio.detection.sections import Section, fields, sections
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.learning.privacy.least_reports import ShowingRule
from deid_studio.learning.privacy.public_words import words_in
from deid_studio.learning.privacy.shown_words import Shown
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.progress import Progress


def count_indicators(
    documents: Sequence[Document], progress: Progress | None = None, showing: ShowingRule | None = None
) -> Indicators:
    """The labels of all header fields with the class of the first span in each value, or `NO_PHI`.

    Only those that may be shown by `showing`, if it is given: a value may look like a label.
    """
    headers = [
        (doc, list(_header(doc.text))) for doc in (progress or Progress()).each(documents, len(documents), "headers")
    ]
    endings: Counter[str] = Counter()
    for _, lines in headers:
        for line in lines:
            endings.update(label for one in fields(line) for _, label in label_endings(line, one))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    written: dict[str, Counter[str]] = defaultdict(Counter)
    whole: Counter[str] = Counter()
    split: Counter[str] = Counter()
    reports: dict[str, set[str]] = defaultdict(set)
    for doc, lines in headers:
        spans = sorted(doc.spans)
        for line in lines:
            for value in values(line, endings.__getitem__):
                own = _spans_in(spans, line, value)
                reports[value.label].add(doc.text)
                counts[value.label][own[0].phi_class if own else NO_PHI] += 1
                label = doc.text[line.starts[value.label_start] : line.starts[value.colon]]
                written[value.label][label.strip()] += 1
                place = value_place(line, value, endings.__getitem__)
                if not own or place is None:
                    continue
                found = [(span.start, span.end) for span in own]
                parts = value_parts(line, *place)
                in_parts = found == [_offsets(line, part) for part in parts]
                whole[value.label] += in_parts or found == [_offsets(line, place)]
                if len(parts) > 1:
                    split[value.label] += 1 if in_parts else -1
    return Indicators(
        Indicator(label, _most_common(written[label])[0][0], tuple(_most_common(own)), whole[label], split[label] > 0)
        for label, own in counts.items()
        if showing is None or showing.may_show(Shown(tuple(words_in(label))), len(reports[label]))
    )


def _spans_in(spans: Sequence[Span], line: TokenLine, value: Value) -> list[Span]:
    if value.start >= value.end:
        return []
    at = bisect_left(spans, line.starts[value.start], key=lambda span: span.start)
    end = line.ends[value.end - 1]
    return list(takewhile(lambda span: span.start < end, spans[at:]))


def _offsets(line: TokenLine, place: tuple[int, int]) -> tuple[int, int]:
    return line.starts[place[0]], line.ends[place[1] - 1]


def _header(text: str) -> Iterator[TokenLine]:
    lines = tokenizer().lines(text)
    for line, section in zip(lines, sections(lines, [fields(line) for line in lines]), strict=True):
        if section is Section.HEADER:
            yield line


def _most_common(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
