"""Differences: where people and the detector, or two readers, differ again and again.

Decisions are alike when they gave the same class in place of the same other one, or moved the same end over the same
kind of letters, behind the same word. Of a report no more is kept than that word and what was left out of a mention,
where no mention holds them, and how often it was so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from deid_studio.errors import JournalError
from deid_studio.model.mentions import Decision, Desk
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.review.deciding.first_class import first_class
from deid_studio.review.deciding.history import replayed
from deid_studio.review.journal import Event
from deid_studio.review.project import Project
from deid_studio.review.second.second_reading import signed_twice

LEAST, LEAST_REPORTS = 5, 2  # decisions that are alike, and reports they are in, before they tell of a convention
_MOST_OF = 0.75  # of the decisions in such a place
_CUE = re.compile(r"(?<![^\W_])([^\W\d_]{2,20})[^\w\n]{0,4}$")
_BEFORE = 32  # code points that are looked at before a mention
_LONGEST = 24  # code points of what is left out that are quoted


class End(StrEnum):
    """Which end was moved, and whether the mention became longer or shorter by it."""

    START_LONGER = "start-longer"
    START_SHORTER = "start-shorter"
    END_LONGER = "end-longer"
    END_SHORTER = "end-shorter"


_OPPOSITE = {
    End.START_LONGER: End.START_SHORTER,
    End.START_SHORTER: End.START_LONGER,
    End.END_LONGER: End.END_SHORTER,
    End.END_SHORTER: End.END_LONGER,
}


class Piece(StrEnum):
    """Over what an end was moved."""

    WORDS = "words"
    FIGURES = "figures"
    SIGNS = "signs"


@dataclass(frozen=True, slots=True)
class Sort:
    """What decisions have alike: the class of the mention, and the class that it had before, or the end that was moved
    and over what; the word before it, and the words that were left out (folded; empty where they vary or are PHI)."""

    phi_class: str
    before: str = ""
    end: End | None = None
    piece: Piece | None = None
    cue: str = ""
    left_out: str = ""

    @property
    def key(self) -> str:
        """What it is known by when a person has answered."""
        return "|".join((self.phi_class, self.before, self.end or "", self.piece or "", self.cue, self.left_out))


@dataclass(frozen=True, slots=True)
class Difference:
    """A sort of decision: how often it was made (`count`), of how many decisions in such a place (`of`), in how many
    reports, and how many were against another reader and not the detector."""

    sort: Sort
    count: int
    of: int
    reports: int
    against_readers: int


def differences_in(project: Project, progress: Progress) -> tuple[Difference, ...]:
    """What people decide otherwise again and again in a project, the most frequent first; raises `JournalError`.

    A report whose events do not fit together is left out.
    """
    found = Differences()
    names = [name for name, one in project.summaries().items() if one.decided]
    for name in progress.each(names, len(names)):
        try:
            found.take(name, project.journal().events(name))
        except JournalError:
            continue
    return found.recurrent()


class Differences:
    """Counts decisions by their sort, and how many in such places left everything as it was."""

    def __init__(self) -> None:
        self._count: Counter[Sort] = Counter()
        self._against_readers: Counter[Sort] = Counter()
        self._kept: Counter[tuple[str, str]] = Counter()  # by class and word before
        self._reports: dict[Sort, set[str]] = {}

    def take(self, report: str, events: Sequence[Event]) -> None:
        """Count a report's decisions, from its events since `BEGIN`; raises `JournalError`."""
        desk = replayed(events).desk
        changed = list(_read_again(events))
        again = {now for _, now in changed}
        marked = [mention.span for mention in desk if mention.decision is not Decision.REJECTED]
        text = str(events[0].payload["text"])
        for by_reader, before, now in (
            *((True, *pair) for pair in changed),
            *((False, *pair) for pair in _suggested(desk) if pair[1] not in again),
        ):
            cue = _cue(text, now, marked)
            if before == now:
                self._kept.update({(now.phi_class, cue), (now.phi_class, "")})
                continue
            for sort in _sorts(text, before, now, cue, marked):
                self._count[sort] += 1
                self._against_readers[sort] += by_reader
                self._reports.setdefault(sort, set()).add(report)

    def recurrent(self) -> tuple[Difference, ...]:
        """What was decided often enough, in most such places; without the word before it only what no word tells."""
        found = [self._difference(sort) for sort in self._count]
        often = [one for one in found if one.count >= max(LEAST, _MOST_OF * one.of) and one.reports >= LEAST_REPORTS]
        told = Counter[Sort]()  # by a word before it, or by what was left out
        for one in often:
            told[_plain(one.sort)] += one.count if one.sort != _plain(one.sort) else 0
        own = [one for one in often if one.sort != _plain(one.sort) or one.count - told[one.sort] >= LEAST]
        return tuple(sorted(own, key=lambda one: (-one.count, one.sort.key)))

    def _difference(self, sort: Sort) -> Difference:
        count = self._count[sort]
        if sort.before:
            against = self._kept[sort.before, sort.cue]
        elif sort.end is not None and not sort.left_out:
            against = self._count[replace(sort, end=_OPPOSITE[sort.end])]
        else:
            against = 0
        return Difference(sort, count, count + against, len(self._reports[sort]), self._against_readers[sort])


def _suggested(desk: Desk) -> Iterator[tuple[Span, Span]]:
    """What the detectors suggested, and what a person accepted of it."""
    for mention in desk:
        if mention.decision is Decision.ACCEPTED and mention.suggestion is not None:
            yield replace(mention.suggestion.span, phi_class=first_class(mention.suggestion)), mention.span


def _read_again(events: Sequence[Event]) -> Iterator[tuple[Span, Span]]:
    """What a first reader signed, and what a second one made of it."""
    signed = signed_twice(events)
    if signed is None:
        return
    first, second = (replayed(events[: place + 1]).desk.decided_spans for place in signed)
    for now in set(second) - set(first):
        before = next((one for one in first if one.overlaps(now)), None)
        if before is not None:
            yield before, now


def _sorts(text: str, before: Span, now: Span, cue: str, marked: Sequence[Span]) -> Iterator[Sort]:
    """The sorts that a decision is of: by what was changed alone, and by the word before it or what was left out."""
    if before.phi_class != now.phi_class:
        plain = Sort(now.phi_class, before.phi_class)
        yield plain
        if cue:
            yield replace(plain, cue=cue)
        return
    for onwards, back, old, new in (
        (End.START_SHORTER, End.START_LONGER, before.start, now.start),
        (End.END_LONGER, End.END_SHORTER, before.end, now.end),
    ):
        if old == new:
            continue
        end, start, stop = (onwards, old, new) if old < new else (back, new, old)
        plain = Sort(now.phi_class, end=end, piece=_piece(text[start:stop]))
        yield plain
        left_out = "" if end in (End.START_LONGER, End.END_LONGER) else _left_out(text, start, stop, marked)
        if left_out:
            yield replace(plain, left_out=left_out)
        elif cue:
            yield replace(plain, cue=cue)


def _piece(text: str) -> Piece:
    if any(one.isalpha() for one in text):
        return Piece.WORDS
    return Piece.FIGURES if any(one.isdigit() for one in text) else Piece.SIGNS


def _cue(text: str, span: Span, marked: Iterable[Span]) -> str:
    """The word before a mention on its line, folded; empty where a mention holds it."""
    line = text[max(text.rfind("\n", 0, span.start) + 1, span.start - _BEFORE) : span.start]
    found = _CUE.search(line)
    if found is None:
        return ""
    start = span.start - len(line) + found.start(1)
    return "" if _within(start, start + len(found[1]), marked) else found[1].casefold()


def _left_out(text: str, start: int, end: int, marked: Iterable[Span]) -> str:
    """What was left out at an end, folded, where it is short and no mention holds any of it."""
    words = " ".join(text[start:end].split()).strip(" ,;:").casefold()
    return "" if len(words) > _LONGEST or _within(start, end, marked) else words


def _within(start: int, end: int, marked: Iterable[Span]) -> bool:
    return any(span.start < end and start < span.end for span in marked)


def _plain(sort: Sort) -> Sort:
    return replace(sort, cue="", left_out="")
