"""Handles: of whose name a user name or an e-mail address is made (`mblanco04`, `ana.ruiz@…`), and of which pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import ahocorasick
import regex

from deid_studio.people.folding import fold
from deid_studio.people.person import Person

_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_LEAST_WORD = 3
_MOST_INITIALS = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a handle (code points): the word of the person's name that stands there, or whose initial does."""

    start: int
    end: int
    word: str
    is_initial: bool = False


@dataclass(frozen=True, slots=True)
class Handle:
    """A handle that is made of a person's name: which letters of it are what; others are nobody's."""

    person: Person
    pieces: tuple[Piece, ...]


class Handles:
    """Finds the people of whose names handles are made; linear in the handle but for those who share its words."""

    def __init__(self, people: Iterable[Person]) -> None:
        self._people = tuple(people)
        holders: dict[str, list[int]] = {}
        for at, person in enumerate(self._people):
            for word in dict.fromkeys(one.folded for one in person.words):
                if len(word) >= _LEAST_WORD:
                    holders.setdefault(word, []).append(at)
        self._automaton = ahocorasick.Automaton() if holders else None
        if self._automaton is not None:
            for word, numbers in holders.items():
                self._automaton.add_word(word, numbers)
            self._automaton.make_automaton()

    def of(self, text: str) -> Handle | None:
        """The handle that a text is, where whole words of a name make it: of several people the one of whom it has the
        most letters, then the first; an address before its `@`."""
        at = text.find("@", 1)
        user = text if at < 0 else text[:at]
        runs = [(match.start(), fold(match.group())) for match in _LETTERS.finditer(user)]
        if self._automaton is None or not runs:
            return None
        meant = {at for _, run in runs for _, numbers in self._automaton.iter(run) for at in numbers}
        made = [(self._pieces(runs, self._people[at]), at) for at in sorted(meant)]
        best = max(made, key=lambda one: (_letters(one[0]), -len(one[0]), -one[1]), default=None)
        if best is None or not any(not piece.is_initial for piece in best[0]):
            return None
        return Handle(self._people[best[1]], best[0])

    @staticmethod
    def _pieces(runs: Sequence[tuple[int, str]], person: Person) -> tuple[Piece, ...]:
        words = [word.folded for word in person.words]
        cut = [(start, run, _cut(run, words)) for start, run in runs]
        whole = {word for _, _, parts in cut for word, initial in parts or () if not initial}
        pieces: list[Piece] = []
        for start, run, parts in cut:
            if parts is None and len(run) <= _MOST_INITIALS and whole:
                # `jl.garcia`: letters by themselves are the initials of the name's other words.
                parts = _initials(run, [word for word in words if word not in whole])
            for word, initial in parts or ():
                length = 1 if initial else len(word)
                pieces.append(Piece(start, start + length, word, initial))
                start += length
        return tuple(pieces)


def _letters(pieces: Sequence[Piece]) -> int:
    return sum(piece.end - piece.start for piece in pieces)


def _initials(run: str, words: Sequence[str]) -> tuple[tuple[str, bool], ...] | None:
    left = list(words)
    found = []
    for letter in run:
        word = next((one for one in left if one[0] == letter), None)
        if word is None:
            return None
        left.remove(word)
        found.append((word, True))
    return tuple(found)


def _cut(run: str, words: Sequence[str]) -> tuple[tuple[str, bool], ...] | None:
    """A run of letters cut into words of a name and initials of its others, with as few pieces as possible; None where
    it is none, or has no whole word."""
    Way = tuple[tuple[str, bool], ...]
    best: list[Way | None] = [()]
    for end in range(1, len(run) + 1):
        ways: list[Way] = []
        for word in words:
            start = end - len(word)
            before = best[start] if start >= 0 else None
            if before is not None and len(word) >= _LEAST_WORD and run[start:end] == word:
                ways.append((*before, (word, False)))
        before = best[end - 1]
        if before is not None and sum(initial for _, initial in before) < _MOST_INITIALS:
            used = {word for word, _ in before}
            ways += [(*before, (word, True)) for word in words if word[0] == run[end - 1] and word not in used]
        best.append(min(ways, key=lambda way: (len(way), way)) if ways else None)
    found = best[-1]
    return found if found is not None and any(not initial for _, initial in found) else None
