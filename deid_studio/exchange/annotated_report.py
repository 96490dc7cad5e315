"""AnnotatedReport: a report with its spans and all that is said of them, on its way from one form to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from deid_studio.formats.brat import AnnFile
from deid_studio.formats.brat_lines import AnnLine
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.statements import StatementKind
from deid_studio.texts import Text, joined


class Loss(Enum):
    """What a form cannot hold, and what becomes of it where it is written all the same."""

    REPORTS = Text("reports with characters that this form has not: left out")
    NAMES = Text("reports whose name no file can have: named with %")
    RELATIONS = Text("relations, events and equivalences: left out")
    ATTRIBUTES = Text("attributes and normalisations: left out")
    NOTES = Text("notes: left out")
    NOTE_TEXTS = Text("notes with line ends or control characters: without these")
    OTHER_LINES = Text("lines of .ann files that are none of brat's annotations: left out")
    REPEATED = Text("spans that stand there twice: written once")
    PIECES = Text("spans in pieces: each piece becomes a span of its own")
    EDGES = Text("spans with line ends at their edges, or nothing but blanks between pieces: without these")
    CLASSES = Text("spans with a class that has blanks or control characters: with _ instead")
    TOKENS = Text("spans that are not whole tokens of one line: moved to the tokens that they touch, line by line")
    OVERLAPS = Text("spans under longer ones: only what sticks out of them")
    # What a reader leaves behind.
    NOT_SPANS = Text("marks of other kinds than spans with a class: left out")
    OTHER_ANNOTATORS = Text("further annotations of the same report, by others: left out")
    NOT_ACCEPTED = Text("reports that were rejected or skipped: left out")
    MADE_TEXTS = Text("reports without their text: made of the tokens, with a blank between")


Losses = Counter[Loss]


def told_losses(losses: Mapping[Loss, int]) -> Text:
    """What is lost, by count."""
    return joined(each_told(losses), "; ")


def each_told(losses: Mapping[Loss, int]) -> list[Text]:
    """Each loss with its count."""
    return [Text("{what} ({count})", what=one.value, count=losses[one]) for one in Loss if losses.get(one)]


@dataclass(frozen=True)
class AnnotatedReport:
    """A report with its spans, each once and in text order.

    `notes` are those on spans; `ann` is the `.ann` that it was read of, which says more than spans. `lost` is what its
    reader had to leave behind.
    """

    doc: Document
    notes: Mapping[Span, str] = field(default_factory=dict)
    ann: AnnFile | None = None
    lost: Mapping[Loss, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        id: str,
        text: str,
        spans: Iterable[tuple[Span, str]],
        ann: AnnFile | None = None,
        lost: Mapping[Loss, int] | None = None,
    ) -> AnnotatedReport:
        """A report of spans in any order, each with its note; what stands there twice is counted as lost."""
        notes: dict[Span, list[str]] = {}
        count = 0
        for span, note in spans:
            own = notes.setdefault(span, [])
            own += [note] if note and note not in own else []
            count += 1
        losses = Counter(lost or {})
        losses[Loss.REPEATED] += count - len(notes)
        ordered = sorted(notes)
        kept = {span: " ".join(notes[span]) for span in ordered if notes[span]}
        return cls(Document(id, text, tuple(ordered)), kept, ann, +losses)


def unsaid(ann: AnnFile) -> Losses:
    """What an `.ann` says beside spans and the notes on them."""
    found = Counter(kind for line in ann.lines if (kind := _kind(line)) is not None)
    found[Loss.REPEATED] += sum(len(ids) - 1 for ids in ann.ids.values())
    return +found


_KINDS = {
    StatementKind.RELATION.value: Loss.RELATIONS,
    StatementKind.EVENT.value: Loss.RELATIONS,
    StatementKind.EQUIVALENCE.value: Loss.RELATIONS,
    StatementKind.ATTRIBUTE.value: Loss.ATTRIBUTES,
    "M": Loss.ATTRIBUTES,
    StatementKind.NORMALISATION.value: Loss.ATTRIBUTES,
    StatementKind.NOTE.value: Loss.NOTES,
}


def _kind(line: AnnLine) -> Loss | None:
    if line.span is not None:
        return Loss.OTHER_LINES if line.tail.strip() else None
    if line.note is not None and line.targets[0].startswith("T"):
        return None  # it goes with its span
    if line.targets:
        return _KINDS.get(line.id[0], Loss.OTHER_LINES)
    return Loss.OTHER_LINES if line.raw.strip() else None
