"""Name reading: the words of a name as it stands in a report, and what each is, over all names of the same reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from deid_studio.model.kinds import Role
from deid_studio.people.folding import fold
from deid_studio.people.kinship import NAME_PARTICLES, is_address, is_noble
from deid_studio.people.misread import with_capitals
from deid_studio.people.name_words import no_names_in
from deid_studio.people.person import KnownNames, Marked, NameRole, Sex
from deid_studio.people.said_sexes import sure_sex_in, told_sex

_WORD = regex.compile(r"\bM\.[ªa](?![\p{L}\p{M}])|\p{L}[\p{L}\p{M}]*")
_PARTED = regex.compile(r"[,;()\[\]/\r\n]|\s[-–—]|[-–—]\s|(?<=\p{L}{4})\.\s")
_ELIDED = regex.compile(r"['’´`](?=\p{L})")
_GALICIAN_ARTICLES = frozenset("oa")
_SAINTLY = frozenset(
    "ana barbara clara coloma cruz elena eufemia eulalia fe ines lucia maria marina marta olalla rosa teresa".split()
)
_SAINTS = frozenset("san santa sant".split())
_PARTING = regex.compile(r"[,^]")
_NEAR = 4  # characters between two names of one line
LISTING = frozenset((",", ";", "y", "e", "i"))
_LONGEST_INITIALS = 4
_CACHED = 10_000  # names, each of which is read several times for one register, and what stands before them
_DON = "D"
_DON_BEFORE = regex.compile(r"\bD\b\.?\s*$")
_SURNAMES_LABEL = regex.compile(r"(?i)apellidos?\W*$")
_BOTH_LABEL = regex.compile(r"(?i)nombres?\W{1,3}(?:[ye]\s+)?apellidos?\W*$")  # `Nombre (y apellidos)`
_GIVEN_LABEL = regex.compile(r"(?i)nombres?\W*$")
_SURNAMES_FIRST = regex.compile(r"(?i)apellidos?\s+y\s+nombres?\W*$")


class Written(StrEnum):
    """How a word of a report stands for a word of a name."""

    WHOLE = "whole"
    ABBREVIATED = "abbreviated"
    SHORTENED = "short form"
    MISSPELT = "misspelt"
    INITIAL = "initial"


class ReadWord(NamedTuple):
    """A word of a name where it stands (code points of the name's text), with the particles before it; `is_initials`:
    each letter is one, if nobody bears it as a name."""

    start: int
    end: int
    text: str
    folded: str
    particles: tuple[str, ...] = ()
    is_initials: bool = False


class NameMention(NamedTuple):
    """A name where it stands: all of what was marked, or some of what is said of relatives.

    `text` begins at `start` of the marked text. `told` is what a field or label says that its words are, `given` that
    one word alone is likelier a given name, as relatives are called, `initialled` that its `D.` is an initial and says
    no Don.
    """

    marked: Marked
    start: int
    text: str
    role: Role
    before: str = ""
    told: NameRole | None = None
    given: bool = False
    initialled: bool = False

    @property
    def words(self) -> tuple[ReadWord, ...]:
        """Its words, without forms of address."""
        return read_words(self.text, self.initialled)


@lru_cache(maxsize=_CACHED)
def read_words(text: str, initialled: bool = False) -> tuple[ReadWord, ...]:
    """The words of a name without forms of address and other words that are none (`viuda de`), and with its `D.` where
    that is an initial; particles belong to the word behind them."""
    found = list(_WORD.finditer(text))
    shouted = all(with_capitals(match.group()).isupper() for match in found)
    apart = len(found) > 1 and _is_parted(text, found[-2].end(), found[-1].start())
    no_names = no_names_in([match.group() for match in found], apart)
    first = 0
    if len(found) > 2 and fold(found[0].group()) in ("el", "la") and is_address(found[1].group()):
        first = 1  # `la Dra. Ruiz`
    elif is_noble([match.group() for match in found], 1):
        first = 2
    while first < len(found) - 1 and is_address(found[first].group()):
        after = found[first].end() + (text[found[first].end()] == ".")  # `Srta. Luisa`
        if _is_parted(text, after, found[first + 1].start()):
            break  # `Señor, Luis` is a name
        if initialled and found[first].group() == _DON:
            break
        first += 1
    words: list[ReadWord] = []
    particles: list[str] = []
    for at, match in enumerate(found[first:], start=first):
        if at in no_names:
            particles = []
            continue
        written = with_capitals(match.group())
        folded = fold(written).replace(".", "")
        dotted = text[match.end() : match.end() + 1] == "."
        # `SERRA I VALLS` has no initial, `Í. Serra` has one.
        letter = len(written) == 1 and (folded not in NAME_PARTICLES or (written.isupper() and not shouted) or dotted)
        if letter and _is_article(match, found, text):
            continue
        last = at == len(found) - 1 or _is_parted(text, match.end(), found[at + 1].start())
        if folded in NAME_PARTICLES and not letter and not last:
            particles.append(folded)
            continue
        several = 1 < len(written) <= _LONGEST_INITIALS and written.isupper() and not _is_spoken(folded)
        initials = letter or (several and (len(found) == 1 or not shouted))
        if words and words[-1].folded in _SAINTS and _is_joined_to(words[-1], match, text):
            # `San Juan` is one surname, whoever is called Juan.
            start, folded = words[-1].start, f"{words[-1].folded} {folded}"
            words[-1] = ReadWord(start, match.end(), text[start : match.end()], folded, words[-1].particles)
            continue
        words.append(ReadWord(match.start(), match.end(), written, folded, tuple(particles), initials))
        particles = []
    return tuple(words)


@lru_cache(maxsize=_CACHED)
def label_of(before: str) -> NameRole | None:
    """What a label right before a name says that it is."""
    if _BOTH_LABEL.search(before):
        return None
    if _SURNAMES_LABEL.search(before):
        return NameRole.SURNAME
    return NameRole.GIVEN if _GIVEN_LABEL.search(before) else None


def with_parts_told(names: Iterable[NameMention], known: KnownNames) -> list[NameMention]:
    """The names; of two that a comma parts the first is told to be the surnames, the second the given name, and each of
    two behind labels what its own says (`Nombre: José Luis  Apellidos: Gil Soto`).

    Not where lists know one of them as the other, and neither where three or more are listed. Of a patient's two cells
    of a row those names are parted so of which the second can be nothing but given names (`|GIL SOTO | ANA|`).
    """
    found = sorted(names, key=lambda one: (one.marked, one.start))
    for at, (one, other) in enumerate(pairwise(list(found))):
        labels = label_of(one.before), label_of(other.before)
        if set(labels) == {*NameRole} and _are_of_one_class(one, other):
            found[at : at + 2] = one._replace(told=labels[0]), other._replace(told=labels[1])
        elif _are_cells(one, other, known) and _is_surnames_first(one, other, known):
            found[at : at + 2] = one._replace(told=NameRole.SURNAME), other._replace(told=NameRole.GIVEN)
    parted = [between(one, other) for one, other in pairwise(found)]
    for at, (one, other) in enumerate(pairwise(list(found))):
        alone = not {*parted[max(at - 1, 0) : at], *parted[at + 1 : at + 2]} & LISTING
        if parted[at] == "," and alone and _is_surnames_first(one, other, known):
            found[at : at + 2] = one._replace(told=NameRole.SURNAME), other._replace(told=NameRole.GIVEN)
    return found


def _are_of_one_class(one: NameMention, other: NameMention) -> bool:
    return (one.marked.report, one.marked.phi_class) == (other.marked.report, other.marked.phi_class)


def _are_cells(one: NameMention, other: NameMention, known: KnownNames) -> bool:
    """Whether two names of a patient stand in cells beside each other, given names in the second."""
    if one.role is not Role.PATIENT or not all(known.is_given(word.folded) for word in other.words):
        return False
    gap = other.marked.start + other.start - (one.marked.start + one.start + len(one.text))
    between = other.before[-gap:].strip(" ")
    return _are_of_one_class(one, other) and 0 < gap <= len(other.before) and between in ("|", "\t", ";")


def between(one: NameMention, other: NameMention) -> str | None:
    """What stands between two names of a line that are of the same class; None where that is more than a few signs."""
    gap = other.marked.start + other.start - (one.marked.start + one.start + len(one.text))
    same = _are_of_one_class(one, other)
    return fold(other.before[-gap:].strip()) if same and 0 < gap <= min(_NEAR, len(other.before)) else None


def _is_surnames_first(one: NameMention, other: NameMention, known: KnownNames) -> bool:
    surnames, given = ([word.folded for word in name.words] for name in (one, other))
    is_given = any(map(known.is_given, given))
    return (
        not (one.told or other.told or one.given)
        and (is_given or len(surnames) > 1 or _SURNAMES_FIRST.search(one.before) is not None)
        and not any(known.is_given(word) and not known.is_surname(word) for word in surnames)
        and not any(known.is_surname(word) and not known.is_given(word) for word in given)
    )


def with_initials_told(names: Iterable[NameMention], known: KnownNames) -> list[NameMention]:
    """The names; of those that begin with `D.` it is told where that is no Don but the initial of a given name: of a
    woman, or of somebody of the same role who has one and the surnames."""
    found = list(names)
    doubtful = [at for at, one in enumerate(found) if _has_don(one)]
    if not doubtful:
        return found
    others = {(one.role, frozenset(surnames)) for one in found for surnames in _without_initialled(one, known)}
    for at in doubtful:
        one = found[at]
        own = {word.folded for word in one.words}
        is_hers = _is_of_woman(one, known)
        if is_hers or any(
            own <= surnames and (role is one.role or Role.ANY in (role, one.role)) for role, surnames in others
        ):
            found[at] = one._replace(initialled=True)
    return found


def _has_don(name: NameMention) -> bool:
    words = name.words
    return bool(words) and _DON_BEFORE.search(name.text, 0, words[0].start) is not None


def _without_initialled(name: NameMention, known: KnownNames) -> Iterator[set[str]]:
    """The other words of a name that has a given name with the initial of Don."""
    words = [word.folded for word in name.words]
    for at, word in enumerate(words):
        if word[0] == fold(_DON) and len(word) > 1 and known.is_given(word):
            yield {*words[:at], *words[at + 1 :]}


def _is_of_woman(name: NameMention, known: KnownNames) -> bool:
    """Whether the form of address before `D.` is a woman's, and no man's name follows."""
    don = _DON_BEFORE.search(name.text, 0, name.words[0].start)
    assert don is not None
    before = name.text[: don.start()]
    sex = told_sex(before) if before.strip() else told_sex(name.before)
    return sex is Sex.FEMALE and known.sex(name.words[0].folded) is not Sex.MALE


def sex_before(name: NameMention, words: Sequence[ReadWord]) -> Sex | None:
    """The sex that stands before a name, or in its own form of address."""
    title = name.text[: words[0].start] if words else ""
    return told_sex(title) or told_sex(name.before)


def sure_sex(name: NameMention, first: str) -> Sex | None:
    """The sex that stands before a name, whose first word (base) it is, in words that leave no doubt."""
    words = name.words
    title = name.text[: words[0].start] if words else ""
    return sure_sex_in(title if title.strip() else name.before, first)


def _is_article(match: regex.Match[str], words: Sequence[regex.Match[str]], text: str) -> bool:
    """Whether a small letter by itself is no initial: elided before a vowel (`l'estanc`), or the Galician article of a
    name that has capitals (`o Cubano`)."""
    if not match.group().islower():
        return False
    elided = _ELIDED.match(text, match.end()) is not None
    capitals = any(word.group()[0].isupper() and len(word.group()) > 1 for word in words)
    return elided or (match.group() in _GALICIAN_ARTICLES and capitals and text[match.end() : match.end() + 1] == " ")


def _is_joined_to(word: ReadWord, match: regex.Match[str], text: str) -> bool:
    """Whether a word of some letters stands right behind another one, with nothing but a blank between."""
    is_saint = word.folded != "santa" or fold(match.group()) in _SAINTLY  # `Santa García` has a given name
    return is_saint and len(match.group()) > 1 and text[word.end : match.start()] == " "


def parting(text: str) -> int:
    """Where a comma parts surnames from given names, or the sign of HL7 and DICOM (`GIL^ANA`); -1: nowhere."""
    found = _PARTING.search(text)
    return -1 if found is None else found.start()


def _is_parted(text: str, end: int, start: int) -> bool:
    """Whether a comma, a bracket or a line's end stands between two words."""
    return _PARTED.search(text, end, start) is not None


def _is_spoken(folded: str) -> bool:
    """Whether letters can be spoken as a short name (`Ana`, `Lara`), and so need not be initials."""
    return len(folded) > 2 and any(c in "aeiou" for c in folded) and any(c not in "aeiou" for c in folded)
