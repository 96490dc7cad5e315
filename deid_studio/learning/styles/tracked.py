"""Tracked: a text of which each character knows where it came from, so that whatever is done to it keeps its spans."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from deid_studio.people.pieces import LINE


@dataclass(frozen=True, slots=True, eq=False)
class Phi:
    """One mention that was put in, of a class."""

    phi_class: str


# Where a character came from: its offset in the report, the mention that was put in, or nowhere.
Mark = int | Phi | None


@dataclass(frozen=True, slots=True)
class Tracked:
    """A text and the mark of each of its characters; immutable, every operation gives another one."""

    text: str = ""
    marks: tuple[Mark, ...] = ()

    @classmethod
    def of(cls, report: str) -> Tracked:
        """A whole report."""
        return cls(report, tuple(range(len(report))))

    @classmethod
    def put_in(cls, text: str, phi_class: str = "") -> Tracked:
        """Text of no report: a mention of a class, or none."""
        return cls(text, (Phi(phi_class) if phi_class else None,) * len(text))

    def __len__(self) -> int:
        return len(self.text)

    def __getitem__(self, where: slice) -> Tracked:
        return Tracked(self.text[where], self.marks[where])

    def __add__(self, other: Tracked | str) -> Tracked:
        return joined((self, other))

    def __radd__(self, other: str) -> Tracked:
        return joined((other, self))

    def lines(self) -> list[Tracked]:
        """The lines without their ends, and without empty ones."""
        return [self[slice(*line.span())] for line in LINE.finditer(self.text) if line.group().strip()]

    def split(self, pattern: re.Pattern[str]) -> Iterator[Tracked]:
        """What stands between the matches of an expression."""
        at = 0
        for match in pattern.finditer(self.text):
            yield self[at : match.start()]
            at = match.end()
        yield self[at:]

    def strip(self, characters: str | None = None) -> Tracked:
        """Without blanks, or `characters`, at both ends."""
        left = len(self.text) - len(self.text.lstrip(characters))
        return self[left : max(left, len(self.text.rstrip(characters)))]

    def said(self, text: str) -> Tracked:
        """Another text in this one's place: its characters share the marks of these in order."""
        count = len(self.marks)
        marks = tuple(self.marks[at * count // len(text)] for at in range(len(text))) if count else (None,) * len(text)
        return Tracked(text, marks)

    def each(self, change: Callable[[str], str]) -> Tracked:
        """Every character changed by itself, into any number of them."""
        changed = [change(character) for character in self.text]
        marks = (mark for new, mark in zip(changed, self.marks, strict=True) for _ in new)
        return Tracked("".join(changed), tuple(marks))

    def sub(self, pattern: re.Pattern[str], change: Callable[[re.Match[str]], str | Tracked | None]) -> Tracked:
        """Each match replaced: by a text in its place, by a text with marks of its own, or, None, by itself."""
        parts: list[Tracked] = []
        at = 0
        for match in pattern.finditer(self.text):
            new = change(match)
            if new is None:
                continue
            own = self[match.start() : match.end()]
            parts += [self[at : match.start()], own.said(new) if isinstance(new, str) else new]
            at = match.end()
        return joined([*parts, self[at:]]) if parts else self


def joined(parts: Iterable[Tracked | str], between: str = "") -> Tracked:
    """The parts one after the other, with a text between them."""
    text: list[str] = []
    marks: list[Mark] = []
    for number, part in enumerate(parts):
        if number and between:
            text.append(between)
            marks += [None] * len(between)
        if isinstance(part, str):
            text.append(part)
            marks += [None] * len(part)
        else:
            text.append(part.text)
            marks += part.marks
    return Tracked("".join(text), tuple(marks))
