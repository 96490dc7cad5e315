"""Munging: a gazetteer entry turned into what matches its written variants.

Expressions are for folded text (`FoldedText`): lower case, no accents, single blanks. Source: Sánchez-León (IberLEF
2019), section 2, "Resource munging".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Protocol

import regex

from deid_studio.detection.expressions.compiled_expression import Expression, MatchedText, Place
from deid_studio.people.folded_text import fold_line
from deid_studio.people.word_lists import word_lists

_LISTS = word_lists("spellings")
_SPELLINGS = tuple(_LISTS.table("spellings").values())
_WAYS = "|".join(("gran via", *sorted(_LISTS.words("ways"))))
_WAY = rf"(?:(?:{_WAYS})\b[./]*(?: ?(?:del?(?: la| los| las)?|de l'|la|el))?[ ]?)"
_HOSPITAL_KIND = (
    r"(?:(?:hospital(?:es)?|hosp\.?|hptal\.?|h\.|h\. ?u\.|hu|hgu|h\. ?g\. ?u\.?|hcu|h\. ?c\. ?u\.?|hcd"
    r"|(?:complejo|complexo|complejo asistencial|centro|consorcio|consorci|ciudad|residencia)(?: (?:hospitalari[oa]"
    r"|asistencial|sanitari[oa]|medico))?"
    r"|ch|c\. ?h\.?|chu|clinica|policlinica|policlinico|sanatorio|fundacion hospital|centro medico|h)(?!\w))"
)
_HEALTH_CENTRE_KIND = (
    r"(?:centros? de (?:salud|saude|especialidades)|centre de salut|c\. ?s\.|cs|cap|ambulatorio|consultorio(?: local)?)"
)
_HOSPITAL_MODIFIER = (
    r"(?:universitari[oa]?|univ\.|u\.|general|gral\.?|g\.|clinico|clinic|clin\.|c\.|comarcal|provincial|prov\.|regional"
    r"|militar|civil|infantil|materno[- ]infantil|maternal|nacional|central|quirurgico|asistencial|hospitalari[oa]|de"
    r"|dr\.|docente|psiquiatrico|privado|publico|san juan de dios)"
)
_HOSPITAL_WORDS = _LISTS.words("hospital_words")
_LEGAL_FORM = regex.compile(
    r",? (?:s ?\. ?a ?\.?(?: ?u\.?)?|sau?|s ?\. ?l ?\.?(?: ?u\.?)?|slu?|inc\.?|ltd\.?|gmbh|corp\.?|co\.?|s\. ?coop\.?)$"
)
_LEGAL_FORMS = r"(?:,? ?(?:s\.? ?a\.? ?u?\.?|s\.? ?l\.? ?u?\.?|inc\.?|ltd\.?|gmbh|corp\.?|co\.?)(?!\w))?"
_NUMBER = regex.compile(r"[, ]*(?:n\.?[ºo°]?\.? ?|num\.? ?)?(\d+(?:[- ]?[a-z](?!\w))?|s[/.]?n\.?)(?!\d)(.*)$")
_WORD = regex.compile(r"[\w&]+[.ªº]*(?:'[\w]+)?")
_PARTICLES = _LISTS.words("particles")
_JOINTS = (" ", "-")  # what stands between two names
_BETWEEN_WORDS = " .'\"-"  # one or two of them
_SIGN_OF_WORD = regex.compile(r"\w")
_LEAST_CORE = 4
_TIMEOUT_SECONDS = 0.05

_FLAGS = int(regex.VERSION0)
_LONGEST_ACRONYM = 8


class Variants(Protocol):
    """The written variants of an entry: `core` is a word or words (folded) that every variant holds."""

    @property
    def core(self) -> str: ...

    @property
    def needs(self) -> tuple[str, ...]:
        """Strings of which one stands before the core in every variant: most places are ruled out at no cost."""

    def place(self, text: MatchedText, core: Place, window: Place) -> Place | None:
        """The variant whose core stands at `core`, within `window`, or None; raises TimeoutError."""


class Wants(StrEnum):
    """What must stand beside a name."""

    NOTHING = ""
    BEFORE = "before"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Munged:
    """An entry's variants: of each word of its name the ways to write it, in the order in which they are tried, and as
    expressions, which are the same for all entries of a form, what may stand `before` and `after` it."""

    core: str
    name: tuple[tuple[str, ...], ...]
    before: str = ""
    after: str = ""
    wants: Wants = Wants.NOTHING
    needs: tuple[str, ...] = ()

    def place(self, text: MatchedText, core: Place, window: Place) -> Place | None:
        at, high = window
        while at <= core[0] and (found := _name_in(text.plain, at, high, self.name)) is not None:
            start, at = found
            if start <= core[0] and core[1] <= at:
                return self._whole(text, found, window)
        return None

    def _whole(self, text: MatchedText, name: Place, window: Place) -> Place | None:
        before = self.before and _before(self.before).match(text, window[0], name[0], _TIMEOUT_SECONDS)
        after = self.after and _after(self.after).match(text, name[1], window[1], _TIMEOUT_SECONDS)
        if not before and (self.wants is Wants.BEFORE or (self.wants is Wants.EITHER and not after)):
            return None
        start, end = before[0] if before else name[0], after[1] if after else name[1]
        return (start, end) if _is_whole(text.plain, start, end) else None


@dataclass(frozen=True, slots=True)
class PersonVariants:
    """A person's names: given names may be initials or missing and so may surnames, but of several two must be there.

    `words` are folded; `at` is the number of the surname that is always there.
    """

    words: tuple[str, ...]
    at: int
    needs: tuple[str, ...] = ()

    @property
    def core(self) -> str:
        return self.words[self.at]

    def place(self, text: MatchedText, core: Place, window: Place) -> Place | None:
        folded, (start, end) = text.plain, core
        for word in reversed(self.words[: self.at]):
            start = _word_before(folded, word, start, window[0])
        for word in self.words[self.at + 1 :]:
            last = end + 1 + len(word)
            if folded[end : end + 1] in _JOINTS and folded.startswith(word, end + 1) and _is_whole(folded, end, last):
                end = last
        return (start, end) if (start, end) != core or len(self.words) == 1 else None


def _word_before(folded: str, word: str, end: int, low: int) -> int:
    """Where `word`, or its initial, starts before `end`; `end` itself when neither stands there."""
    joint = end - 1 if end > low and folded[end - 1] in _JOINTS else end
    if joint == end and word not in _PARTICLES:
        return end
    forms = (word,) if len(word) < 2 or word in _PARTICLES else (word, f"{word[0]}.", word[0])
    for form in forms:
        start = joint - len(form)
        if start >= low and folded.startswith(form, start) and not (start and folded[start - 1].isalnum()):
            return start
    return end


def _is_whole(folded: str, start: int, end: int) -> bool:
    """Whether no word goes on beyond either end of a stretch that begins and ends with a word."""
    return not (
        (start and folded[start].isalnum() and folded[start - 1].isalnum())
        or (end < len(folded) and folded[end - 1].isalnum() and folded[end].isalnum())
    )


def _name_in(folded: str, low: int, high: int, words: Sequence[Sequence[str]]) -> Place | None:
    """The first place in a stretch where a name stands, each of its words in some way, and no word goes on there."""
    begins = {start for one in words[0] for start in _occurrences(one, folded, low, high)} if words else set()
    for start in sorted(begins):
        if not (start and _SIGN_OF_WORD.match(folded, start - 1)):
            end = _end_of_name(folded, start, high, words, 0, set())
            if end is not None:
                return start, end
    return None


def _occurrences(wanted: str, folded: str, low: int, high: int) -> Iterator[int]:
    at = folded.find(wanted, low, high)
    while at >= 0:
        yield at
        at = folded.find(wanted, at + 1, high)


def _end_of_name(
    folded: str, at: int, high: int, words: Sequence[Sequence[str]], number: int, failed: set[tuple[int, int]]
) -> int | None:
    """Where the words of a name from `number` on end, when the first of them begins at `at`."""
    if (number, at) in failed:
        return None
    for form in words[number]:
        end = at + len(form)
        if not folded.startswith(form, at, high):
            continue
        if number + 1 == len(words):
            if not _SIGN_OF_WORD.match(folded, end, high):
                return end
            continue
        for gap in (2, 1):
            if end + gap <= high and all(sign in _BETWEEN_WORDS for sign in folded[end : end + gap]):
                found = _end_of_name(folded, end + gap, high, words, number + 1, failed)
                if found is not None:
                    return found
    failed.add((number, at))
    return None


@cache
def _before(expression: str) -> Expression:
    return Expression(rf"(?<!\w)(?:{expression})", _FLAGS | regex.REVERSE)


@cache
def _after(expression: str) -> Expression:
    return Expression(expression, _FLAGS)


def munge(entry: str, form: str) -> Variants | None:
    """The variants of an entry of one `form`: "address", "hospital", "bare-hospital" (its kind may be
    missing), "health-centre", "institution" or "person".

    None where nothing distinctive is left of the entry ("HOSPITAL GENERAL").
    """
    folded = fold_line(entry)
    if form == "address":
        return _address(folded)
    if form in ("hospital", "bare-hospital") and entry.isupper() and entry.isalnum() and len(entry) <= _LONGEST_ACRONYM:
        return Munged(folded, ((folded,),))
    if form in ("hospital", "bare-hospital"):
        return _hospital(folded, optional_kind=form == "bare-hospital")
    if form == "health-centre":
        return _health_centre(folded)
    if form == "institution":
        return _institution(folded)
    if form == "person":
        return _person(folded)
    raise ValueError(f"no such form: {form}")


def plain_variants(folded: str) -> list[str]:
    """The folded entry and its other spellings, one changed word at a time, for look-up without an expression.

    `santa coloma` → also `sta. coloma`, `sta coloma`; a hyphen and a blank stand for each other.
    """
    variants = [folded]
    if "-" in folded:
        variants += [folded.replace("-", " "), folded.replace("-", " - ")]
    words = folded.split(" ")
    if len(words) > 1:
        for at, word in enumerate(words):
            for spelling in _plain_spellings().get(word, ()):
                variants.append(" ".join([*words[:at], spelling, *words[at + 1 :]]))
    return variants


@cache
def _plain_spellings() -> dict[str, tuple[str, ...]]:
    """For each word its other spellings, without those of one letter, which would be any initial."""
    table: dict[str, tuple[str, ...]] = {}
    for spellings in _SPELLINGS:
        forms = {form for one in spellings if len(one) > 2 for form in (one, one.rstrip("."))}
        for form in forms:
            table.setdefault(form, tuple(sorted(forms - {form})))
    return table


@cache
def _alternatives() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for spellings in _SPELLINGS:
        # Without its full stop an abbreviation of one letter would be any initial.
        each = [(s, s[:-1]) if s.endswith(".") and len(s) > 2 else (s,) for s in spellings]
        each.sort(key=lambda own: len(own[0]) + len(own), reverse=True)
        forms = tuple(form for own in each for form in own)
        for spelling in spellings:
            if len(spelling.rstrip(".")) > 1:
                table.setdefault(spelling.rstrip("."), forms)
    return table


def _words(folded: str) -> tuple[tuple[str, ...], ...]:
    """The words of an entry, each with its other spellings."""
    table = _alternatives()
    found = []
    for word in _WORD.findall(folded):
        plain = word.rstrip(".")
        found.append(table.get(plain, (f"{plain}.", plain) if word.endswith(".") else (plain,)))
    return tuple(found)


def _core(folded: str, ignored: frozenset[str] = frozenset()) -> str:
    """The longest word that is written in one way only."""
    table = _alternatives()
    words = [w.strip(".'") for w in _WORD.findall(folded)]
    kept = [w for w in words if w not in table and w not in ignored and not w.isdigit()]
    return max(kept, key=len, default="")


def _address(folded: str) -> Munged | None:
    name = regex.sub(rf"^{_WAY}(?=\w)", "", folded, count=1)
    number = _NUMBER.search(name)
    tail = ""
    if number is not None:
        name = name[: number.start()]
        figure = number.group(1)
        written = r"s[/.]?n\.?" if figure.startswith("s") else regex.escape(figure)
        tail = rf"(?:,{{0,2}} *(?:n\.?[ºo]?\.? ?|num(?:ero)?\.? ?)?{written}(?!\w))"
    core = _core(name)
    if len(core) < _LEAST_CORE:
        return None
    # A name alone is a town or a person as often as a street: either the kind of way or the number must be there.
    return Munged(core, _words(name), _WAY, tail, Wants.EITHER if tail else Wants.BEFORE)


def _hospital(folded: str, optional_kind: bool) -> Munged | None:
    words = _WORD.findall(folded)
    at = 0
    while at < len(words) and words[at].strip(".'") in _HOSPITAL_WORDS:
        at += 1
    name = " ".join(words[at:])
    core = _core(name, _HOSPITAL_WORDS)
    if len(core) < 3:
        return None
    kind = rf"{_HOSPITAL_KIND}(?: {_HOSPITAL_MODIFIER})*(?: [\"']?(?:del?|de la|de los|la|el))?[ .\"']{{1,3}}"
    # `de Albacete` is a town as often as a hospital, and so is a single word: then its kind must be there.
    bare = optional_kind and len(words) - at > 1 and len(name) >= 10 and words[at - 1] not in ("de", "del")
    needs = () if bare else ("h", "complej", "complex", "clinic", "centr", "consorci", "sanator", "residenc", "ciudad")
    return Munged(core, _words(name), kind, r"\"", Wants.NOTHING if bare else Wants.BEFORE, needs)


def _health_centre(folded: str) -> Munged | None:
    name = regex.sub(rf"^{_HEALTH_CENTRE_KIND}[ .]*(?:(?:del?|la|el|los|las) )*", "", folded, count=1)
    core = _core(name, _HOSPITAL_WORDS)
    if len(core) < _LEAST_CORE:
        return None
    # Most are called after their town or quarter: without their kind they are that.
    needs = ("salud", "saude", "salut", "c.", "cs", "cap", "ambulator", "consultor", "especialidades")
    kind = rf"{_HEALTH_CENTRE_KIND}[ .\"']{{1,3}}(?:(?:del?|la|el|los|las) )*"
    return Munged(core, _words(name), kind, r"\"", Wants.BEFORE, needs)


def _institution(folded: str) -> Munged | None:
    name = _LEGAL_FORM.sub("", folded)
    core = _core(name) or (name if len(name) >= _LEAST_CORE else "")
    if len(core) < 2:
        return None
    return Munged(core, _words(name), r"laboratorios? ", _LEGAL_FORMS)


def _person(folded: str) -> PersonVariants | None:
    words = [w.rstrip(".") for w in _WORD.findall(folded)]
    # Of two surnames the first is the one that is used alone.
    at = len(words) - 2 if len(words) > 2 else len(words) - 1
    if at < 0 or len(words[at]) < _LEAST_CORE:
        at = max(range(len(words)), key=lambda i: len(words[i]), default=-1)
    if at < 0 or len(words[at]) < _LEAST_CORE:
        return None
    return PersonVariants(tuple(words), at)
