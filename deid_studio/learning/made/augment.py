"""Augmentation: further training reports in layouts that the annotated ones do not have.

Half are annotated reports whose header is laid out and labelled anew, or dropped, or whose case is folded; half are put
together from sentences with invented values (resources/augmentation) around lines without PHI of the annotated ones.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from deid_studio.learning.made.invented import InventedValues
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress

# A stretch of text and its class; empty: no PHI.
Segment = tuple[str, str]

_SLOT = re.compile(r"\{(\w+)\}")
_HEADER_LINES = 22
_LONGEST_BACKGROUND = 700


class Augmenter:
    """Makes reports; the same seed and annotated reports give the same ones."""

    def __init__(self, values: InventedValues, layouts: dict[str, Any], seed: int) -> None:
        self._values = values
        self._layouts = layouts
        self._random = random.Random(seed)

    @classmethod
    def load(cls, resources: Path, tagset: TagSet, seed: int) -> Augmenter:
        """An augmenter with the layouts and gazetteers of a resources folder, in the classes of a tag set."""
        layouts = tomllib.loads((resources / "augmentation" / "es.toml").read_text(encoding="utf-8"))
        return cls(InventedValues.load(resources, layouts["names"], tagset, seed), layouts, seed)

    def reports(self, documents: Sequence[Document], count: int, progress: Progress | None = None) -> list[Document]:
        """`count` reports made from the annotated ones."""
        background = background_lines(documents)
        made = []
        for number in (progress or Progress()).each(range(count), count, "augmenting"):
            if number % 2 and documents:
                segments = self._changed(self._random.choice(documents))
            else:
                segments = self._composed(background)
            made.append(joined(f"augmented-{number}", self._cased(segments)))
        return made

    def _changed(self, doc: Document) -> list[Segment]:
        segments = list(segments_of(doc))
        header_end = _line_start(doc.text, _HEADER_LINES)
        body = [part for part, at in _placed(segments) if at >= header_end]
        header = [part for part, at in _placed(segments) if at < header_end]
        way = self._random.random()
        if way < 0.15:
            return body or segments
        if way < 0.3:
            return segments
        between = self._random.choice(self._layouts["between_fields"])
        separator = self._random.choice(self._layouts["separators"])
        spans = [(text, phi_class) for text, phi_class in header if phi_class]
        if way < 0.6:
            self._random.shuffle(spans)
        laid: list[Segment] = []
        for text, phi_class in spans:
            laid += self._field(phi_class, text, separator)
            laid.append(("\n" if self._random.random() < 0.1 else between, ""))
        # The last stretch before the body is narrative that began in the header's lines.
        rest = [header[-1]] if header and not header[-1][1] else []
        return [*laid, ("\n", ""), *rest, *body]

    def _field(self, phi_class: str, value: str, separator: str) -> list[Segment]:
        slots = self._values.slots_for(phi_class, value, self._layouts["fields"])
        if not slots:
            return [(value, phi_class)]
        label = self._random.choice(self._layouts["fields"][self._random.choice(slots)])
        return [(label + separator, ""), (value, phi_class)]

    def _composed(self, background: Sequence[str]) -> list[Segment]:
        pick, chance = self._random.choice, self._random.random
        layouts = self._layouts
        made: list[Segment] = []
        self._values.new_patient()
        if chance() < 0.5:
            for _ in range(self._random.randint(1, 3)):
                made += [*filled(pick(layouts["letterhead"]["lines"]), self._values), ("\n", "")]
        if chance() < 0.85:
            separator, between = pick(layouts["separators"]), pick(layouts["between_fields"])
            for _ in range(self._random.randint(3, 11)):
                if chance() < 0.2:
                    other = layouts["other_fields"]
                    made.append((pick(other["labels"]) + separator + pick(other["values"]), ""))
                else:
                    slot = pick(list(layouts["fields"]))
                    made.append((pick(layouts["fields"][slot]) + separator, ""))
                    made += filled("{" + slot + "}", self._values)
                made.append(("\n" if chance() < 0.15 else between, ""))
            made.append(("\n", ""))
        for _ in range(self._random.randint(3, 9)):
            kind = chance()
            if kind < 0.55:
                made += filled(pick(layouts["narrative"]["lines"]), self._values)
            elif kind < 0.75 or not background:
                made.append((pick(layouts["narrative"]["plain"]), ""))
            else:
                made.append((pick(background), ""))
            made.append((pick(["\n", " ", " "]), ""))
        if chance() < 0.7:
            made += [("\n", ""), *filled(pick(layouts["signature"]["lines"]), self._values)]
        return made

    def _cased(self, segments: list[Segment]) -> list[Segment]:
        way = self._random.random()
        change: Callable[[str], str]
        if way < 0.12:
            change = str.lower
        elif way < 0.16:
            change = str.upper
        else:
            return segments
        return [(change(text), phi_class) for text, phi_class in segments]


def background_lines(documents: Sequence[Document]) -> list[str]:
    """Lines of the reports that hold no span."""
    lines = []
    for doc in documents:
        starts = {span.start for span in doc.spans}
        at = 0
        for line in doc.text.split("\n"):
            if 60 < len(line) < _LONGEST_BACKGROUND and not any(at <= start < at + len(line) for start in starts):
                lines.append(line)
            at += len(line) + 1
    return lines


def filled(template: str, values: InventedValues) -> Iterator[Segment]:
    """A template with values in its slots."""
    at = 0
    for match in _SLOT.finditer(template):
        yield template[at : match.start()], ""
        yield from values.make(match.group(1))
        at = match.end()
    yield template[at:], ""


def segments_of(doc: Document) -> Iterator[Segment]:
    """A report as stretches, of spans and of what lies between them; overlapping spans are left out."""
    at = 0
    for span in sorted(doc.spans):
        if span.start < at or span.gaps:
            continue
        yield doc.text[at : span.start], ""
        yield doc.text[span.start : span.end], span.phi_class
        at = span.end
    yield doc.text[at:], ""


def _placed(segments: Sequence[Segment]) -> Iterator[tuple[Segment, int]]:
    at = 0
    for segment in segments:
        yield segment, at
        at += len(segment[0])


def _line_start(text: str, number: int) -> int:
    """Where the narrative begins: the first long line, or line `number`."""
    at = 0
    for _ in range(number):
        end = text.find("\n", at)
        if end < 0 or end - at > 200:
            return at
        at = end + 1
    return at


def joined(id: str, segments: Sequence[Segment]) -> Document:
    """The report that stretches are put together to."""
    text: list[str] = []
    spans: list[Span] = []
    at = 0
    for part, phi_class in segments:
        if part and phi_class:
            spans.append(Span(at, at + len(part), phi_class))
        text.append(part)
        at += len(part)
    return Document(id, "".join(text), tuple(spans))
