"""Mistakes: each place where a system differs from gold, with the words around it and what each detector said."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum

from deid_studio.learning.scores import aligned
from deid_studio.model.document import Document
from deid_studio.model.span import Span, Suggestion

_AROUND = 40  # characters


class MistakeKind(StrEnum):
    """What is wrong: found nowhere, marked where there is nothing, of another class, or with another start or end."""

    MISSED = "missed"
    SPURIOUS = "spurious"
    CLASS = "class"
    BOUNDARY = "boundary"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One place (code points) where system and gold differ; a class is empty on the side that has nothing there.

    `start` and `end` are the gold's where it has something there, `uncovered` the letters and digits of it that no
    span covers. `said` is what each detector suggested there: its name, class, offsets and confidence.
    """

    report: str
    kind: MistakeKind
    start: int
    end: int
    gold: str
    system: str
    uncovered: int
    before: str
    text: str
    after: str
    said: tuple[str, ...] = ()


def mistakes(
    doc: Document, system: Collection[Span], heard: Iterable[tuple[str, Suggestion]] = ()
) -> Iterator[Mistake]:
    """The mistakes of a system in a gold report, in text order; `heard` is what each of its detectors suggested."""
    heard = list(heard)
    covered = {at for span in system for start, end in span.fragments for at in range(start, end)}
    text = doc.text
    for gold, own in sorted(aligned(doc.spans, system), key=lambda pair: (pair[0] or pair[1] or _NOTHING).start):
        place = gold or own
        if place is None or gold == own:
            continue
        same_place = gold is not None and own is not None and gold.fragments == own.fragments
        kind = (
            MistakeKind.MISSED if own is None else MistakeKind.SPURIOUS if gold is None
            else MistakeKind.CLASS if same_place else MistakeKind.BOUNDARY
        )  # fmt: skip
        yield Mistake(
            doc.id, kind, place.start, place.end,
            "" if gold is None else gold.phi_class,
            "" if own is None else own.phi_class,
            sum(
                text[at].isalnum() and at not in covered
                for start, end in (gold.fragments if gold is not None else ()) for at in range(start, end)
            ),
            _line(text[max(place.start - _AROUND, 0) : place.start]),
            _line(text[place.start : place.end]),
            _line(text[place.end : place.end + _AROUND]),
            tuple(
                f"{name} {one.span.phi_class} {one.span.start}-{one.span.end} {one.confidence:.2f}"
                for name, one in heard if one.span.start < place.end and place.start < one.span.end
            ),
        )  # fmt: skip


def mistakes_csv(found: Iterable[Mistake]) -> str:
    """One row a mistake."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(Mistake.__slots__)
    for one in found:
        rows.writerow([*list(asdict(one).values())[:-1], "; ".join(one.said)])
    return out.getvalue()


def mistakes_json(found: Iterable[Mistake]) -> str:
    """A list of objects."""
    return json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1) + "\n"


def mistakes_text(found: Iterable[Mistake]) -> str:
    """One line a mistake: place, classes, the words with the place in brackets, what each detector said."""
    lines = []
    for one in found:
        classes = " → ".join((one.gold or "–", one.system or "–"))
        said = f"  ({'; '.join(one.said)})" if one.said else ""
        lines.append(
            f"{one.report} {one.start}-{one.end}  {one.kind}  {classes}  {one.before}[{one.text}]{one.after}{said}\n"
        )
    return "".join(lines)


def _line(text: str) -> str:
    return text.replace("\r", "").replace("\n", " ⏎ ")


_NOTHING = Span(0, 1, "-")
