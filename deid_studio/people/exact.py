"""Exact: where the same strings stand again, piece by piece, whatever the case and accents; linear in the text.

Source of the approach: Yang & Garibaldi (2015), trusted PHI, as the sectioned hybrid's thesis takes it up (section
4.3.3), with its safeguards.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import ahocorasick

from deid_studio.last_texts import LastTexts
from deid_studio.model.kinds import Kind
from deid_studio.people.folded_text import folded_report
from deid_studio.people.person import Marked
from deid_studio.people.pieces import Line, folded_pieces, lines_of
from deid_studio.people.word_places import word_places

# Kinds whose values are words of the language, or too short to mean one thing.
NEVER = frozenset((Kind.SEX, Kind.AGE, Kind.RELATIVE, Kind.OTHER, Kind.PROFESSION, Kind.LABEL))
_PLACES = frozenset((Kind.PLACE, Kind.COUNTRY))
# Words before a name by which it is not a person's: `Hospital Rey Juan Carlos`, `enfermedad de Crohn`, `calle …`.
_GUARDS = frozenset("hospital_word health_centre_word institution_word street_kind eponym_cue".split())
_GUARD_WORDS = frozenset("hospital universidad universitario fundacion instituto colegio centro calle avenida".split())
_REACH = 6
_LONGEST = 12  # pieces
_END = "\x1f"  # no piece holds it


def _telling(word: str) -> int:
    """How well a word of a string tells where it may stand: of how many letters and figures of ASCII alone it is."""
    return len(word) if word.isascii() and word.isalnum() else 0


def _never_common(folded: str) -> bool:
    return False


def _of_no_kind(folded: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Safeguards:
    """What a string must be to be searched for, and where it then counts.

    At least `least_length` letters and digits (thesis: more than 3), at least `least_digits` when it holds no letters;
    of no kind of `never`; nothing that `is_common`, which is asked for each folded word. Of persons each word is
    searched by itself too (`parts`), but never after a word that makes it an organisation's, a street's or a disease's
    name; so, where `guards_places`, with places behind a particle (`Hospital de Burgos`). What words before it are is
    told by `kinds_of`: the kinds of gazetteers that a folded word is in.
    """

    least_length: int = 4
    least_digits: int = 5
    never: frozenset[Kind] = NEVER
    guards_places: bool = True
    is_common: Callable[[str], bool] = _never_common
    kinds_of: Callable[[str], Sequence[str]] = _of_no_kind
    parts: bool = True


class _Sought(NamedTuple):
    """A string to look for: its folded pieces, its kind and where it is from; `part`: one word of a name."""

    words: tuple[str, ...]
    kind: Kind
    source: Marked
    part: bool


class Hit(NamedTuple):
    """Where a string stands again (code points), and where it was marked; `part`: one word of a name."""

    start: int
    end: int
    source: Marked
    part: bool


class Exact:
    """The strings that were marked, each with its kind, ready to be looked for in any text. Of equal ones the first
    counts."""

    def __init__(self, sources: Iterable[tuple[Marked, Kind]], safeguards: Safeguards) -> None:
        self._rules = safeguards
        self._sought: dict[tuple[str, ...], _Sought] = {}
        for source, kind in sources:
            for one in self._strings(source, kind):
                self._sought.setdefault(one.words, one)

    @cached_property
    def _automaton(self) -> ahocorasick.Automaton | None:
        if not self._sought:
            return None
        automaton = ahocorasick.Automaton()
        for words, one in self._sought.items():
            key = _joined(words)
            automaton.add_word(key, (len(key), one))
        automaton.make_automaton()
        return automaton

    def places(self, text: str) -> list[int] | None:
        """Where the strings may stand (code points): whatever holds one holds one of these, at its longest word; None
        where that may be anywhere, since a word is not of ASCII and may be folded in several ways."""
        telling = {max(words, key=_telling) for words in self._sought}
        if not all(map(_telling, telling)):
            return None
        folded = folded_report(text)
        return [folded.begin(at) for at, _ in word_places(folded.folded, list(telling))]

    def hits(self, text: str) -> list[Hit]:
        """Where the strings stand, in text order, none overlapping another: the longest at each place, words of names
        of one class side by side as one (`Pedro` and `Jiménez` in `Pedro Jiménez`)."""
        if self._automaton is None:
            return []
        lines, joined, begins = _joined_lines(text)
        there = {bisect_left(begins, end) - 1 for end, _ in self._automaton.iter(joined)}
        return [hit for number in sorted(there) for hit in self.hits_in(lines[number])]

    def hits_in(self, line: Line) -> list[Hit]:
        """The same in one line."""
        if self._automaton is None:
            return []
        joined: list[tuple[int, int, _Sought]] = []
        for first, last, one in self._hits(line):
            before = joined[-1] if joined else None
            if (
                before is not None
                and one.kind is Kind.PERSON
                and one.source.phi_class == before[2].source.phi_class
                and all(word == "-" for word in line.words[before[1] + 1 : first])
            ):
                joined[-1] = (before[0], last, before[2])
            else:
                joined.append((first, last, one))
        return [Hit(line.starts[first], line.ends[last], one.source, one.part) for first, last, one in joined]

    def _strings(self, source: Marked, kind: Kind) -> Iterator[_Sought]:
        if kind in self._rules.never or source.text.splitlines() != [source.text]:
            return
        words = tuple(folded_pieces(source.text))
        if not words or len(words) > _LONGEST:
            return
        if self._is_distinctive(words):
            yield _Sought(words, kind, source, part=False)
        if self._rules.parts and kind is Kind.PERSON and len(words) > 1:
            rules = self._rules
            for word in words:
                if word.isalpha() and len(word) >= rules.least_length and not rules.is_common(word):
                    yield _Sought((word,), kind, source, part=True)

    def _is_distinctive(self, words: tuple[str, ...]) -> bool:
        rules = self._rules
        signs = sum(map(len, filter(str.isalnum, words)))
        letters = list(filter(str.isalpha, words))
        if not letters:
            return signs >= rules.least_digits
        return signs >= rules.least_length and not all(map(rules.is_common, letters))

    def _hits(self, line: Line) -> Iterator[tuple[int, int, _Sought]]:
        """Where strings stand as the pieces from the first to the last of them."""
        folded = line.folded
        found: dict[int, list[_Sought]] = {}
        assert self._automaton is not None
        there = list(self._automaton.iter(_joined(folded)))
        begins = list(accumulate((len(word) + 1 for word in folded), initial=0)) if there else []
        for end, (length, one) in there:
            found.setdefault(bisect_left(begins, end - length + 1), []).append(one)
        free = 0
        for first in sorted(found):
            for one in sorted(found[first], key=lambda one: -len(one.words)) if first >= free else ():
                last = first + len(one.words) - 1
                if self._stands_free(line, folded, first, last, one):
                    yield first, last, one
                    free = last + 1
                    break

    def _stands_free(self, line: Line, folded: list[str], first: int, last: int, one: _Sought) -> bool:
        """Whether the pieces are the whole string, not a part of a longer number, word or name of another kind."""
        if one.words[0].isdigit() and first and line.ends[first - 1] == line.starts[first]:
            before = line.words[first - 1]
            if before.isalnum() or (before in "-./," and first > 1 and line.words[first - 2].isdigit()):
                return False
        if one.words[-1].isdigit() and last + 1 < len(line) and line.starts[last + 1] == line.ends[last]:
            after = line.words[last + 1]
            if after.isalnum() or (after in "-./," and last + 2 < len(line) and line.words[last + 2].isdigit()):
                return False
        if one.kind in _PLACES and first and self._rules.guards_places:
            kinds = self._rules.kinds_of(folded[first - 1])
            return ("particle" not in kinds and _GUARDS.isdisjoint(kinds)) or not self._is_guarded(line, folded, first)
        if one.kind is not Kind.PERSON:
            return True
        # A common word written small is that word, whoever bears it as a name.
        if not any(word[0].isupper() for word in line.words[first : last + 1]):
            return False
        return not self._is_guarded(line, folded, first)

    def _is_guarded(self, line: Line, folded: list[str], first: int) -> bool:
        kinds_of = self._rules.kinds_of
        for at in range(first - 1, max(first - _REACH, 0) - 1, -1):
            word, kinds = line.words[at], kinds_of(folded[at])
            if not word[0].isalpha() or tuple(kinds) == ("title",):
                return False
            if folded[at] in _GUARD_WORDS or not _GUARDS.isdisjoint(kinds):
                return True
            if not word[0].isupper() and "particle" not in kinds:
                return False
        return False


@LastTexts
def _joined_lines(text: str) -> tuple[list[Line], str, list[int]]:
    """The lines of a text, what all of them are joined, and where each begins there."""
    lines = lines_of(text)
    lengths = (len(line) + sum(map(len, line.folded)) for line in lines)
    return lines, _joined([word for line in lines for word in line.folded]), list(accumulate(lengths, initial=0))


def _joined(words: Sequence[str]) -> str:
    return _END + _END.join(words) + _END
