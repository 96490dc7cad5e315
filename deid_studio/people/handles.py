"""Handles: user names, hashtags, file names and addresses that are made of a name (`mblanco04`, `ana.ruiz@…`), where
they stand, whose they are, and of which pieces."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import regex

from deid_studio.model.kinds import Role
from deid_studio.people.folded_text import FoldedText, folded_report
from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES, SHORTENED, TITLES
from deid_studio.people.person import KnownNames, Person
from deid_studio.people.vocabulary import Vocabulary
from deid_studio.people.word_places import word_places

_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_RUN = regex.compile(r"[@#]?[\p{L}\p{M}\p{N}]+(?:[._@\-]+[\p{L}\p{M}\p{N}]+)*_*")
# Before and behind a run that is one word.
_BEFORE, _BEHIND = frozenset(("", *" \n(/:,;")), frozenset(("", *" \n)/:,;.", ". ", ".\n"))
_BLANK = regex.compile(r"[ \n]")
_CHUNK = regex.compile(r"\p{L}+")
_LEAST_WORD = 3
_LEAST_TELLING = 4  # letters of the word that tells by itself
_LEAST_BESIDE = 2  # of another one
_MOST_INITIALS = 3
_LEAST_DIGITS = 2  # one may be a footnote's


# A name with a single figure is misread, `2º` no user.
_SURE = regex.compile(r"@\S+|[\p{L}\p{N}._\-]*(?:_[\p{L}\p{N}]|\p{Ll}{3}[._\-]?\p{Nd}{2})[\p{L}\p{N}._\-]*")
_MAY_BE = regex.compile(r"\p{Ll}[\p{Ll}\p{M}\p{Nd}.\-]{4,}")


def is_user_name(text: str) -> bool:
    """Whether what was marked as a name is one of a user: `nuri_gil91`, `@anagil`, `agil61`."""
    return _SURE.fullmatch(text.strip()) is not None


def may_be_user_name(text: str) -> bool:
    """Whether what was marked as a name may be one of a user, if it is made of a name: `mrosap`."""
    return _MAY_BE.fullmatch(text.strip()) is not None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a handle (code points): the word of the person's name that stands there, or whose initial does; empty
    for an initial of which nobody knows the word."""

    start: int
    end: int
    word: str
    is_initial: bool = False


@dataclass(frozen=True, slots=True)
class Handle:
    """A handle that is made of a person's name: which letters of it are what; others beside them in one word are
    particles, other words are nobody's."""

    person: Person
    pieces: tuple[Piece, ...]


class Handles:
    """Finds the people of whose names handles are made; linear in the handle but for those who share its words."""

    def __init__(self, people: Iterable[Person], base: Callable[[str], str] = lambda folded: folded) -> None:
        """`base` tells of a folded word of their names which word it stands for (a misspelling, an abbreviation)."""
        self._people = tuple(people)
        self._base = base

    # Who asks what a handle is made of need not ask where they stand.

    @cached_property
    def _forms(self) -> list[dict[str, str]]:
        return [_forms(person, self._base) for person in self._people]

    @cached_property
    def _parts(self) -> _Held:
        return _Held(self._forms, _LEAST_WORD)

    @cached_property
    def _words(self) -> list[frozenset[str]]:
        return [_words(person) for person in self._people]

    @cached_property
    def _telling(self) -> _Held:
        return _Held([[word for word in words if len(word) >= _LEAST_TELLING] for words in self._words], _LEAST_TELLING)

    def of(self, text: str, role: Role = Role.ANY) -> Handle | None:
        """The handle that a text is, where whole words of a name make it: of several people the one of whom it has the
        most letters, then one of a role, then the first; an address before its `@`."""
        at = text.find("@", 1)
        user = text if at < 0 else text[:at]
        runs = [(match.start(), fold(match.group())) for match in _LETTERS.finditer(user)]
        meant = {at for _, run in runs for word in self._parts.within(run) for at in self._parts.holders[word]}
        made = [(self._pieces(runs, self._people[at], self._forms[at]), at) for at in sorted(meant)]
        best = max(made, key=lambda one: (*_merit(one[0]), self._people[one[1]].role is role, -one[1]), default=None)
        if best is None or not any(not piece.is_initial for piece in best[0]):
            return None
        return Handle(self._people[best[1]], best[0])

    def find(self, text: str, vocabulary: Vocabulary, known: KnownNames) -> Iterator[tuple[int, int, Person]]:
        """Where a run without blanks is made of a name: start, end and whose it is, in text order.

        A run tells that begins with `@` or `#` and has a long word of a name, that joins such a word with the name's
        other words or initials, or with an underscore or figures.
        """
        folded = folded_report(text)
        words = list(self._telling.holders)
        found = [(at, at + len(words[number]), words[number]) for at, number in word_places(folded.folded, words)]
        # A word by itself is no handle of anybody if no other one is in it.
        plain = {
            word
            for word in {word for _, _, word in found}
            if word.isascii() and word.isalpha() and len(self._telling.within(word)) == 1
        }
        lasts = {end - 1 for at, end, word in found if word not in plain or not _is_alone(folded, at, end)}
        starts = sorted({folded.to_text(last, last + 1)[0] for last in lasts})
        behind = 0
        told: dict[str, Person | None] = {}  # names come again and again
        for start in starts:
            if start < behind:
                continue
            # A run lies between two blanks.
            begin = max(behind, text.rfind(" ", behind, start) + 1, text.rfind("\n", behind, start) + 1)
            blank = _BLANK.search(text, start)
            end = len(text) if blank is None else blank.start()
            for match in _RUN.finditer(text, begin, end):
                at = bisect_left(starts, match.start())
                if at < len(starts) and starts[at] < match.end():
                    run = fold(match.group())
                    if run not in told:
                        told[run] = self._of_run(run, vocabulary, known)
                    person = told[run]
                    if person is not None:
                        yield *match.span(), person
            behind = end

    def _of_run(self, run: str, vocabulary: Vocabulary, known: KnownNames) -> Person | None:
        """The person of whose name a folded run is made."""
        meant = sorted({one for word in self._telling.within(run) for one in self._telling.holders[word]})
        made = next((one for one in meant if _is_made_of(run, self._words[one], vocabulary, known)), None)
        return None if made is None else self._people[made]

    @staticmethod
    def _pieces(runs: Sequence[tuple[int, str]], person: Person, forms: Mapping[str, str]) -> tuple[Piece, ...]:
        words = [word.folded for word in person.words]
        cut = [(start, run, _cut(run, person, forms)) for start, run in runs]
        whole = {part.word for _, _, parts in cut for part in parts or () if not part.is_initial}
        pieces: list[Piece] = []
        for start, run, parts in cut:
            if parts is None and len(run) <= _MOST_INITIALS and whole:
                # `jl.garcia`: letters by themselves are the initials of the name's other words.
                parts = _initials(run, [word for word in words if word not in whole], _letters_of(person))
            if parts is None and len(run) >= _LEAST_WORD and whole:
                # `nuri_lopez`: the beginning of a given name is what somebody is called.
                short = next((word for word in person.given if word.startswith(run) and word not in whole), "")
                parts = (Piece(0, len(run), short),) if short else None
            pieces += (Piece(start + part.start, start + part.end, part.word, part.is_initial) for part in parts or ())
        return tuple(piece for piece in pieces if piece.word or piece.is_initial)


class _Held:
    """Words of people, none shorter than so many letters: `holders` are the places of those who have each."""

    def __init__(self, words: Sequence[Iterable[str]], least: int) -> None:
        self._least = least
        self.holders: dict[str, list[int]] = defaultdict(list)
        self._by_start: dict[str, list[str]] = defaultdict(list)
        for at, own in enumerate(words):
            for word in own:
                if word not in self.holders:
                    self._by_start[word[:least]].append(word)
                self.holders[word].append(at)

    def within(self, run: str) -> set[str]:
        """Those that stand in a run of letters."""
        least, by_start = self._least, self._by_start
        starts = [(at, own) for at in range(len(run) - least + 1) if (own := by_start.get(run[at : at + least]))]
        return {word for at, own in starts for word in own if run.startswith(word, at)}


def _is_alone(folded: FoldedText, start: int, end: int) -> bool:
    """Whether nothing goes on with a word, as a letter, a figure or a sign that joins them would; and nothing that is
    not seen is in it."""
    at = bisect_left(folded.marks, start)
    return (
        (at == len(folded.marks) or folded.marks[at] > end)
        and folded.folded[start - 1 : start] in _BEFORE
        and folded.folded[end : end + 2][: 1 + folded.folded.startswith(".", end)] in _BEHIND
    )


def _words(person: Person) -> frozenset[str]:
    """The folded words of all forms of a name, as they were written and as they are meant."""
    written = (fold(word) for form in person.forms for word in _LETTERS.findall(form))
    own = {word for word in written if word not in PARTICLES and word not in TITLES}
    return frozenset(word for word in own.union(one.folded for one in person.words) if len(word) >= _LEAST_BESIDE)


def _is_made_of(run: str, words: frozenset[str], vocabulary: Vocabulary, known: KnownNames) -> bool:
    telling = [word for word in words if len(word) >= _LEAST_TELLING]
    if run[0] in "@#":
        return any(word in run for word in telling)
    chunks = _CHUNK.findall(run)
    there = {chunk for chunk in chunks if chunk in words}
    tells = any(word in there for word in telling)
    joined = len(chunks) > 1 or len(run) > len(chunks[0])
    if tells and (len(there) > 1 or _has_initial(chunks, there, words)):
        return True
    if tells and ("_" in run or sum(character.isdigit() for character in run) >= _LEAST_DIGITS):
        return any(word not in vocabulary for word in there)
    return any(_is_joined(chunk, words, telling, joined, vocabulary, known) for chunk in chunks)


def _has_initial(chunks: Sequence[str], there: set[str], words: frozenset[str]) -> bool:
    initials = {word[0] for word in words - there}
    of_all = {word[0] for word in words}
    return any(chunk in initials or (1 < len(chunk) <= _MOST_INITIALS and set(chunk) <= of_all) for chunk in chunks)


def _is_joined(
    chunk: str, words: frozenset[str], telling: Iterable[str], joined: bool, vocabulary: Vocabulary, known: KnownNames
) -> bool:
    """Whether words of a name run together within a chunk, or one with initials makes all of it.

    An initial and a name may be a word, or another name (`clara`, `arosa`): they count where more is joined to them.
    """
    for word in telling:
        others = words - {word}
        if any(word + other in chunk or other + word in chunk for other in others):
            return True
        start = chunk.find(word)
        if start < 0:
            continue
        rest = chunk[:start] + chunk[start + len(word) :]
        if 0 < len(rest) <= _MOST_INITIALS and set(rest) <= {other[0] for other in others}:
            return joined or not (chunk in vocabulary or known.is_given(chunk) or known.is_surname(chunk))
    return False


def _forms(person: Person, base: Callable[[str], str]) -> dict[str, str]:
    """The words of a name as they may stand in a handle, as they are written and in short forms, each with the word
    that it is."""
    words = {word.folded: word.folded for word in person.words}
    short = {form: word for word in words for form in SHORTENED.get(word, ())}
    written = {fold(word) for form in person.forms for word in _LETTERS.findall(form)}
    meant = {word: base(word) for word in written - words.keys()}
    joined = {word.replace(" ", ""): word for word in words if " " in word}  # `San Juan`
    forms = short | joined | {form: word for form, word in meant.items() if word in words} | words
    return {form: word for form, word in forms.items() if len(form) >= _LEAST_WORD}


def _letters_of(person: Person) -> str | None:
    """The initials of which nobody knows the word; None where they may be any, since no given name is known."""
    return person.letters if person.letters or person.given else None


def _merit(pieces: Sequence[Piece]) -> tuple[int, int, int]:
    """How well a handle is told by a name: by how many letters, how few unknown, in how few pieces."""
    return sum(one.end - one.start for one in pieces), -sum(not one.word for one in pieces), -len(pieces)


def _initials(run: str, words: Sequence[str], letters: str | None) -> tuple[Piece, ...] | None:
    """Letters as initials of words, or of the letters of which nobody knows the word."""
    left, unknown = list(words), list(letters or "")
    found = []
    for at, letter in enumerate(run):
        word = next((one for one in left if one[0] == letter), "")
        if word:
            left.remove(word)
        elif letter in unknown:
            unknown.remove(letter)
        elif letters is not None:
            return None
        found.append(Piece(at, at + 1, word, True))
    return tuple(found)


def _cut(run: str, person: Person, forms: Mapping[str, str]) -> tuple[Piece, ...] | None:
    """A run of letters cut into words of a name, particles before them (pieces of no word), and initials of its other
    words, with as few pieces as possible; None where it is none, or has no whole word."""
    Way = tuple[Piece, ...]
    own = [form for form in forms if form in run]
    if not own:
        return None
    particles = {one for word in person.words for one in word.particles if len(one) > 1}
    whole = {forms[form] for form in own}
    initials = [word.folded for word in person.words if word.folded not in whole]
    letters = _letters_of(person)
    # Of a short word more letters than one may be left by chance.
    anybodys = letters is None and any(len(form) >= _LEAST_TELLING for form in own)
    best: list[Way | None] = [()]
    for end in range(1, len(run) + 1):
        ways: list[Way] = []
        for text in (*own, *sorted(particles)):
            start = end - len(text)
            before = best[start] if start >= 0 else None
            if before is not None and run[start:end] == text:
                ways.append((*before, Piece(start, end, forms.get(text, ""))))
        before, letter = best[end - 1], run[end - 1]
        if before is not None and sum(one.is_initial for one in before) < _MOST_INITIALS:
            used = {one.word for one in before}
            # In the order of the name: of several with one letter the first.
            word = next((one for one in initials if one[0] == letter and one not in used), "")
            if word or anybodys or letter in (letters or ""):
                ways.append((*before, Piece(end - 1, end, word, True)))
        for word in (one for one in initials if " " in one and run[:end].endswith("".join(p[0] for p in one.split()))):
            both = best[end - 2] if end > 1 else None
            if both is not None:
                ways.append((*both, Piece(end - 2, end, word, True)))  # `rosariosm` of Rosario San Martín
        best.append(min(ways, key=_worth) if ways else None)
    found = best[-1]
    return found if found is not None and any(one.word and not one.is_initial for one in found) else None


def _worth(way: Sequence[Piece]) -> tuple[int, int]:
    return len(way), sum(one.is_initial and not one.word for one in way)
