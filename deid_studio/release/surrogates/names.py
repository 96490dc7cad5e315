"""Names: what takes the place of each mention of a person, made of their identity as the mention is made of their name.

The register reads the mention: of whose name each word is, and how it stands for it. So initials, abbreviations, a
surname alone, a misspelling and a user name go with the whole name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import regex
from rapidfuzz.distance import Levenshtein

from deid_studio.model.kinds import Role
from deid_studio.people.folding import fold
from deid_studio.people.handles import Handle
from deid_studio.people.misread import with_letters
from deid_studio.people.name_reading import Written
from deid_studio.people.name_words import ABBREVIATED, PARTICLES, SHORTENED, WRITTEN_OUT
from deid_studio.people.person import Marked, NameRole, Person
from deid_studio.people.register import Register, WordReading
from deid_studio.people.said_sexes import told_sex
from deid_studio.release.own_words import words_of
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identities import Identities, Identity
from deid_studio.release.surrogates.name_lists import NameLists
from deid_studio.release.written import cased, has_accents, without_accents

_WORD = regex.compile(r"[\p{L}\p{M}]+")


_TWO_VOWELS = regex.compile(r"[^aeiouáéíóúü]*[aeiouáéíóúü]+[^aeiouáéíóúü]+[aeiouáéíóúü]", regex.IGNORECASE)
_LEAST_SHORT = 3
_BEFORE_VOWEL = regex.compile("h?[aeiou]")
_IN_FULL = {"de l": "del", "l": "el", "d": "de"}  # what is elided before vowels


class NamesOfRole(NamedTuple):
    """What takes the place of user names of people of a role, where names of several may be meant."""

    names: SurrogateNames
    role: Role

    def of_handle(self, text: str) -> dict[int, str]:
        """What takes the place of the words of a user name, by where each begins."""
        return self.names.of_handle(text, self.role)


class SurrogateNames:
    """What takes the place of the names of a register's people: built once for a scope, then asked for each mention.

    `register` is that of all the scope's reports. `avoid` are folded words that no surrogate may be or hold, as it may
    none of the names' own.
    """

    def __init__(self, register: Register, lists: NameLists, draws: Draws, avoid: Iterable[str] = ()) -> None:
        self.register = register
        self._lists = lists
        forms = [form for person in register.people for form in person.forms]
        written = {word for form in forms for word in _WORD.findall(form)}
        seen = {fold(word) for word in written}
        seen |= {word.folded for person in register.people for word in person.words}
        self._avoid = frozenset(avoid).union(word for word in seen if len(word) > 1)
        self._accented = {fold(word) for word in written if not word.isascii() and has_accents(word)}
        self._identities = Identities(register.people, lists, draws, self._avoid)

    def again(self, draws: Draws, people: Iterable[Person]) -> SurrogateNames:
        """Other identities for the same register, those of some people first."""
        other = object.__new__(SurrogateNames)
        other.register, other._lists = self.register, self._lists
        other._avoid, other._accented = self._avoid, self._accented
        other._identities = Identities(people, self._lists, draws, self._avoid)
        return other

    def identity(self, person: Person) -> Identity:
        """Who takes a person's place."""
        return self._identities.of(person)

    def surrogate(self, marked: Marked, start: int = 0, end: int | None = None) -> str:
        """The name in place of a mention, or of a stretch of it: every word replaced, all that stands between kept."""
        end = len(marked.text) if end is None else end
        read = self._read(marked, start, end)
        if not read:
            return self._unread(marked.text[start:end])
        pieces = [marked.text[start : read[0].start]]
        shouted = all(word.text.isupper() for word in read if len(word.text.strip("ªº")) > 1)
        for word, after in pairwise((*read, None)):
            assert word is not None
            written = self._written(word)
            if shouted and fold(word.text).strip("ªº").isalpha() and word.text.rstrip("ªº").isupper():
                written = written.upper() if len(word.text) > 1 else written  # `Mª JOSÉ`
            pieces[-1] = before_word(pieces[-1], written)
            pieces.append(written)
            between = marked.text[word.end : end if after is None else after.start]
            if after is not None and word.role is after.role is NameRole.GIVEN and word.person == after.person:
                between = _without_particles(between)
            if after is not None and word.form is Written.ABBREVIATED and fold(written) not in WRITTEN_OUT:
                between = between.removeprefix(".")  # `Fco. Gil` has become a whole name
            pieces.append(between)
        return "".join(pieces)

    def agrees(self, marked: Marked, before: str) -> bool:
        """Whether the sex of a mention's surrogate fits the form of address before it, where the original's does."""
        told = told_sex(before)
        read = self.register.reading(marked)
        given = next((word for word in read if word.role is NameRole.GIVEN), None)
        drawn = None if given is None else self._identity(given).sex
        own = self._lists.sex_of([word.word for word in read], told)
        return None in (told, drawn) or told is drawn or told is not own

    def of_role(self, role: Role) -> NamesOfRole:
        """What takes the place of user names of people of a role."""
        return NamesOfRole(self, role)

    def of_handle(self, text: str, role: Role = Role.ANY) -> dict[int, str]:
        """What takes the place of the words that a user name or an address is made of, by where each begins; those of
        which nobody's name is part are left out."""
        handle = self.register.handle_of(text, role) or self.register.handle_of(with_letters(text), role)
        if handle is None:
            return {}
        identity = self.identity(handle.person)
        return {
            match.start(): identity.user_name(_pieces(text, match.start(), match.end(), handle))
            for match in _WORD.finditer(text)
            if any(match.start() <= piece.start < match.end() for piece in handle.pieces)
        }

    def _identity(self, word: WordReading) -> Identity:
        return self._identities.of(self.register.people[word.person])

    def _read(self, marked: Marked, start: int, end: int) -> list[WordReading]:
        return [word for word in self.register.reading(marked) if start <= word.start and word.end <= end]

    def _written(self, word: WordReading) -> str:
        """What takes the place of a word of a mention, written as that is."""
        identity = self._identity(word)
        if word.form is Written.INITIAL:
            return cased(identity.initial(word.text, word.word), word.text)
        new, folded = identity.word(word.word), fold(word.text)
        if word.form is Written.MISSPELT:
            new = _misspelt_like(new, word.word, folded)
        elif word.form is not Written.WHOLE:
            # Not every surrogate has a short form; whole it is the same person's still.
            is_surname = word.role is NameRole.SURNAME
            forms = SHORTENED if word.form is Written.SHORTENED else ABBREVIATED if is_surname else {}
            is_beginning = word.form is Written.SHORTENED and word.word.startswith(folded)
            new = next(iter(forms.get(fold(new), ())), self._beginning(new) if is_beginning else new)
            new = new[:1].upper() + new[1:]
        else:
            new = self._as_accented(new, word.text)
        return cased(new, word.text)

    def _beginning(self, new: str) -> str:
        """The beginning of a name, as people are called for short (`Abra` of Abraham)."""
        found = _TWO_VOWELS.match(new)
        short = "" if found is None else found.group()
        return short if _LEAST_SHORT <= len(short) < len(new) - 1 and fold(short) not in self._avoid else new

    def _unread(self, text: str) -> str:
        """A text that the register does not know as a name, word by word."""
        own = {word.start for word in words_of(text, "person") if word.own}

        def instead(match: regex.Match[str]) -> str:
            word = match.group()
            new = self._identities.word(fold(word)) if match.start() in own else word
            new = new[0] if len(word) == 1 else self._as_accented(new, word)
            return cased(new, word) if match.start() in own else word

        return str(_WORD.sub(instead, text))

    def _as_accented(self, new: str, word: str) -> str:
        """A word without accents, where the one that it stands for lacks its own."""
        if has_accents(word):
            return new
        folded = fold(word)
        listed = self._lists.written(folded)
        known = folded in self._accented or (listed is not None and has_accents(listed))
        return without_accents(new) if known else new


def before_word(between: str, word: str) -> str:
    """What stands before a word, with an elided article or `de` in full where the word begins with no vowel: `de l'`
    before `Soto` becomes `del `."""
    if _BEFORE_VOWEL.match(fold(word)):
        return between
    for elided, full in _IN_FULL.items():
        found = regex.search(rf"(?i)(?<!\p{{L}}){elided}['’´`]$", between)
        if found is not None:
            return between[: found.start()] + cased(full, found.group()[:1]) + " "
    return between


def _without_particles(between: str) -> str:
    """What stands between two given names (`María del Carmen`), of which the surrogates need no particle."""
    particles = list(_WORD.finditer(between))
    if not particles or not all(fold(match.group()) in PARTICLES for match in particles):
        return between
    return between[particles[-1].end() :]


def _pieces(text: str, start: int, end: int, handle: Handle) -> Sequence[tuple[str, str, bool]]:
    """A word of a user name in pieces: those of a name, and what stands between."""
    found: list[tuple[str, str, bool]] = []
    at = start
    for piece in handle.pieces:
        if start <= piece.start < end:
            if at < piece.start:
                found.append((text[at : piece.start], "", False))
            found.append((text[piece.start : piece.end], piece.word, piece.is_initial))
            at = piece.end
    return [*found, (text[at:end], "", False)]


def _misspelt_like(new: str, right: str, wrong: str) -> str:
    """A word with the slips by which `wrong` differs from `right`, at places as far on."""
    letters = list(new)
    for op in reversed(list(Levenshtein.editops(right, wrong))):
        kind, at, to = op.tag, op.src_pos, op.dest_pos
        place = min(round(at / max(len(right), 1) * len(new)), len(letters) - 1)
        place = max(place, 1 if len(letters) > 2 else 0)
        if kind == "delete" and len(letters) > 2:
            del letters[place]
        elif kind == "insert":
            letters.insert(place, wrong[to])
        else:
            slip = wrong[to] if to < len(wrong) else "a"
            letters[place] = slip if slip != letters[place].lower() else ("e" if slip != "e" else "a")
    made = "".join(letters)
    return made if fold(made) != fold(new) else new + new[-1]
