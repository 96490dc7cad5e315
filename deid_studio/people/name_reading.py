"""Name reading: the words of a name as it stands in a report, and what each is, over all names of the same reports."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import NamedTuple

import regex

from deid_studio.model.kinds import Role
from deid_studio.people.folding import fold
from deid_studio.people.kinship import NAME_PARTICLES, is_address, is_noble
from deid_studio.people.misread import with_capitals, with_letters
from deid_studio.people.name_words import OF_EITHER, SECOND_GIVEN, SHORTENED, WRITTEN_OUT, no_names_in
from deid_studio.people.names_apart import are_apart, kin_before
from deid_studio.people.person import KnownNames, Marked, NameRole, Sex
from deid_studio.people.spelling import near

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
_FAMILY = frozenset((Role.PATIENT, Role.RELATIVE, Role.OTHER, Role.ANY))
_LISTING = frozenset((",", ";", "y", "e", "i"))
_LONGEST_INITIALS = 4
_LEAST_MISSPELT, _LEAST_MISSPELT_OF_PATIENT = 5, 6
_CACHED = 10_000  # names, each of which is read several times for one register, and what stands before them
_BEFORE_SURNAME = regex.compile(r"(?i)\b(?:dr|dra|sr|sra|doctora?|señora?)\b\.?\s*((?:(?:de|del|la|las|los)\s+)*)$")
_DON = "D"
_DON_BEFORE = regex.compile(r"\bD\b\.?\s*$")
_MOST_GIVEN = _MOST_SURNAMES = 2
# Castilian, northern, Catalan, Galician, Basque.
_DIMINUTIVE = (
    "ecito ecita cecito cecita cito cita ito ita ico ica illo illa in ina iquin"
    " ete eta et ino uco uca ucho ucha txo txu txa"
).split()
_SPELT_BEFORE_I = {"gu": "g", "qu": "c", "c": "z"}  # `Huguito`, `Blanquita`, `Beatricita`
_LEAST_STEM = 3
_QUOTES = frozenset("\"'«»“”‘’()")
_OPENING = regex.compile(r"""[^\s:=]\s*[("'«“‘]\s*$""")  # but no value: `"apellido": "Soto"`
_OF_WOMEN = ("ova", "eva", "ina", "ska")
_LONG = 7  # letters of a name that may be misspelt twice
_SURNAMES_LABEL = regex.compile(r"(?i)apellidos?\W*$")
_BOTH_LABEL = regex.compile(r"(?i)nombres?\W{1,3}(?:[ye]\s+)?apellidos?\W*$")  # `Nombre (y apellidos)`
_GIVEN_LABEL = regex.compile(r"(?i)nombres?\W*$")
_SURNAMES_FIRST = regex.compile(r"(?i)apellidos?\s+y\s+nombres?\W*$")
# Whoever it is, the article tells: `el auxiliar Trinidad`.
_OF_EITHER = "(?:{})".format("|".join(sorted(OF_EITHER)))
_KIN_END = r"\b[^\p{L}\p{N}.;]*"  # no name of theirs: `con su hermana. Trinidad refiere`
_KIN_WOMEN = (
    "madre|mamá|hija|hermana|esposa|mujer|abuela|nieta|tía|prima|sobrina|suegra|nuera|cuñada|novia|niña|nena|filla|nai"
    "|mare|irmá|germana|muller|avoa|àvia|neta"
)
_KIN_MEN = (
    "padre|papá|hijo|hermano|marido|esposo|abuelo|nieto|tío|primo|sobrino|suegro|yerno|cuñado|novio|niño|nene|fillo|fill"
    "|pai|pare|irmán|germà|marit|avó|avi|neto|net"
)
_TITLES_OF_WOMEN = r"\b(?:dra|sra|srta|dña|doña|ña|enfermera|doctora|señora|señorita)\b\W*"
_WOMAN = regex.compile(
    rf"(?i)(?:{_TITLES_OF_WOMEN}|\b(?:{_KIN_WOMEN}){_KIN_END}|\bD\.?ª\W*|\b(?:la|una)\s+{_OF_EITHER}\s+)$"
)
_MAN = regex.compile(
    rf"(?i)(?:\b(?:dr|sr|d|don|ño|enfermero|doctor|señor)\b\W*|\b(?:{_KIN_MEN}){_KIN_END}"
    rf"|\b(?:el|al|del|un)\s+{_OF_EITHER}\s+"
    r"|\bvarones\b[^.;]*)$"  # `tres hijos varones: José, Trinidad`
)
# `D./Dña.`, `Sr. o Sra.`, `el/la paciente` of a form say nothing.
_BOTH = regex.compile(
    r"(?i)\b(?:(?:d|don|sr|señor|dr|doctor)\.?\s*(?:/|\bo\b)\s*(?:d\.?ª|dñ?a|doña|sra|señora|dra|doctora)"
    r"|(?:d\.?ª|dñ?a|doña|sra|señora|dra|doctora)\.?\s*(?:/|\bo\b)\s*(?:d|don|sr|señor|dr|doctor)"
    r"|(?:el\s*/\s*la|la\s*/\s*el)\s+\p{L}+)\b\W*$"
)


# What no form prints whoever it is: no `Dr.`, and a comma only before names that women and men bear beside others
# (`madre, Jesús Soto`, but `con su marido, Ana y los niños`).
_SURE_END = r"\b[^\p{L}\p{N}.;,]*(?P<comma>,?)[^\p{L}\p{N}.;,]*$"
_SURE_WOMAN = regex.compile(rf"(?i)(?:{_TITLES_OF_WOMEN}$|\bla\s+{_OF_EITHER}\s+$|\b(?:{_KIN_WOMEN}){_SURE_END})")
_SURE_MAN = regex.compile(rf"(?i)\b(?:{_KIN_MEN}){_SURE_END}")
_EITHER_OF_TWO = regex.compile(r"(?i)\p{L}\s*(?:/|\b[oyue]\b)\s*\p{L}+\W*$")
_BORNE_BY_BOTH = frozenset("jesus maria jose".split())


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
def told_sex(before: str) -> Sex | None:
    """The sex that a form of address or a word for a relative right before a name tells."""
    before = with_letters(before)  # `su h1jo`
    if _BOTH.search(before):
        return None
    return Sex.FEMALE if _WOMAN.search(before) else Sex.MALE if _MAN.search(before) else None


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
    parted = [_between(one, other) for one, other in pairwise(found)]
    for at, (one, other) in enumerate(pairwise(list(found))):
        alone = not {*parted[max(at - 1, 0) : at], *parted[at + 1 : at + 2]} & _LISTING
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


def _between(one: NameMention, other: NameMention) -> str | None:
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


class Lexicon:
    """The words of all names of some reports: which are the same word, given names or surnames, and of which sex."""

    def __init__(self, names: Iterable[NameMention], known: KnownNames) -> None:
        self._known = known
        self._listed: dict[str, tuple[bool, bool]] = {}
        self._read = [(name, name.words) for name in names]
        self._seen: dict[str, int] = {}
        for word in (word.folded for _, words in self._read for word in words if len(word.folded) > 1):
            self._seen[word] = self._seen.get(word, 0) + 1
        self._given = sorted(word for word in self._seen if self._kinds(word)[0])
        single = {
            words[0].folded
            for name, words in self._read
            if len(words) == 1 and name.role in (Role.PATIENT, Role.RELATIVE) and len(words[0].folded) >= _LEAST_STEM
        }
        self._alone = single.difference(word.folded for _, words in self._read if len(words) > 1 for word in words)
        self._initials = {
            "".join(word.folded[0] for word in words) for _, words in self._read if 1 < len(words) <= _LONGEST_INITIALS
        }
        self._short = called_by(self._read, known)
        self._together, self._kin = named_together(name for name, _ in self._read), self._kin_words()
        self._misspelt = self._misspellings()
        self._bases: dict[str, str] = {}
        self.roles = self._roles()

    def knows(self, folded: str) -> bool:
        """Whether a list knows a word as a name."""
        return any(self._kinds(folded))

    def _kinds(self, folded: str) -> tuple[bool, bool]:
        """Whether lists know a word as a given name, and whether as a surname; each is asked of several times."""
        found = self._listed.get(folded)
        if found is None:
            found = self._listed[folded] = self._known.is_given(folded), self._known.is_surname(folded)
        return found

    def base(self, folded: str) -> str:
        """The word that a word stands for in these reports, itself if it stands for no other."""
        base = self._bases.get(folded)
        return self._bases.setdefault(folded, self._base(folded)) if base is None else base

    def _base(self, folded: str) -> str:
        if folded in self._misspelt:
            return self._misspelt[folded]
        if folded in WRITTEN_OUT:
            return WRITTEN_OUT[folded]
        if folded in self._short:
            return self._short[folded]
        if not self.knows(folded):
            seen = [whole for whole in (*_WHOLE_OF.get(folded, ()), *wholes_of(folded)) if whole in self._seen]
            mine = [whole for whole in seen if not self._are_several(folded, whole)]
            return folded if seen and not mine else next(iter(mine), "") or self._called(folded)
        return folded

    def _are_several(self, one: str, other: str) -> bool:
        """Whether two words are the names of two people: who are named together (`Alba y Albita`), or each as another
        relative (`papá, Pelayo`, `tío: Pelayín`)."""
        kin = self._kin
        return other in self._together.get(one, ()) or are_apart(kin.get(one, ()), kin.get(other, ()))

    def _called(self, folded: str) -> str:
        """The given name that somebody is called by a word for short: one that lists know (`Kevincito`), or of whom is
        named too (`Leti`); the word itself where it is nothing so."""
        given = wholes_of(folded) if folded.endswith(("ito", "ita")) else ()
        if folded in self._alone:
            first = bisect_left(self._given, folded)
            given += tuple(takewhile(lambda whole: whole.startswith(folded), self._given[first:]))
        known = (whole for whole in given if abs(len(folded) - len(whole)) > 1 and self._kinds(whole)[0])
        return next(known, folded)

    def written(self, folded: str) -> Written:
        """How a word stands for its base."""
        if folded in self._misspelt:
            return Written.MISSPELT
        if folded in WRITTEN_OUT:
            return Written.ABBREVIATED
        return Written.WHOLE if self.base(folded) == folded else Written.SHORTENED

    def role(self, base: str) -> NameRole:
        """What a base is, by lists, labels and places over all reports."""
        return self.roles.get(base, NameRole.SURNAME)

    def stands_for_letters(self, word: ReadWord) -> bool:
        """Whether a word is initials and no name that lists or other mentions know."""
        shouted = len(word.folded) > 1 and word.text.isupper()
        if shouted and word.folded in self._initials and not self.knows(word.folded):
            return True  # `AMG`, beside Ana María Gil
        if not word.is_initials or len(word.folded) == 1:
            return word.is_initials
        return not self.knows(self.base(word.folded)) and self._seen.get(word.folded, 0) < 2

    def sex(self, base: str) -> Sex | None:
        """The sex that lists tell of a given name."""
        return self._known.sex(base)

    def _misspellings(self) -> dict[str, str]:
        """Words that no list knows, each with the word of these reports that it must be meant to be."""
        unknown = [
            word for word in sorted(self._seen)
            if word not in WRITTEN_OUT and not self.knows(word) and len(word) >= _LEAST_MISSPELT
        ]  # fmt: skip
        sure = {word for word in self._seen if self.knows(word)}
        beside = self._roles_of_words(lambda words: len(words) > 1)
        alone = self._roles_of_words(lambda words: len(words) == 1)
        self._circles = beside, alone
        # A patient's one word that is nowhere a word of the whole name, though lists may know it (`el Sr. Bázquez`).
        patients = [word for word in alone if Role.PATIENT in alone[word] and len(word) >= _LEAST_MISSPELT_OF_PATIENT]
        unknown = sorted({*unknown, *patients})
        words = sorted(word for word, often in self._seen.items() if word in sure or often > 1 or word in beside)
        best: dict[str, tuple[int, str]] = {}
        for at, other, edits in near(unknown, words, [1 if len(word) < _LONG else 2 for word in unknown]):
            word, of = unknown[at], words[other]
            if not edits or _is_variant(word, of) or word in self._short:
                continue
            same_role = word not in beside and bool(beside.get(of, set()) & alone.get(word, set()))
            is_told = not self.knows(word) and (of in sure or self._seen[of] > self._seen[word])
            slips = edits == 1 and {self._known.sex(word), self._known.sex(of)} != {*Sex}
            if self._are_of_one_circle(word, of) and (is_told or (same_role and slips)):
                best[word] = min(best.get(word, (edits, of)), (edits, of))
        # Never a chain: what a misspelling is taken for is itself a name.
        return {word: of for word, (_, of) in best.items() if of not in best}

    def _are_of_one_circle(self, word: str, other: str) -> bool:
        """Whether a word may be one of somebody's name misspelt: staff's is no patient's, nor is a relative's one name
        (`Yassin`, beside Yasmín)."""
        beside, alone = self._circles
        own, others = ({*beside.get(one, ()), *alone.get(one, ())} for one in (word, other))
        if word in beside or own.isdisjoint(_FAMILY):
            own, others = ({role in _FAMILY for role in roles} for roles in (own, others))
        return not own.isdisjoint(others)

    def _roles_of_words(self, of: Callable[[Sequence[ReadWord]], bool]) -> dict[str, set[Role]]:
        """The words of some of the names, and of whom those names are."""
        found: dict[str, set[Role]] = {}
        for name, words in self._read:
            for word in words if of(words) else ():
                found.setdefault(word.folded, set()).add(name.role)
        return found

    def _kin_words(self) -> dict[str, set[str]]:
        """Which relatives those are who have one word for a name."""
        found: dict[str, set[str]] = {}
        for name, words in self._read:
            if name.role is Role.RELATIVE and len(words) == 1:
                found.setdefault(words[0].folded, set()).add(kin_before(name.before))
        return found

    def _roles(self) -> dict[str, NameRole]:
        votes: dict[str, dict[NameRole, int]] = {}
        beside: set[str] = set()  # words with others, whose places tell
        for name, words in self._read:
            whole = [word for word in words if len(word.folded) > 1]
            label = name.told or label_of(name.before)
            comma = _parting(name.text)
            surnames_first = self._is_surnames_first(words)
            given_last = 0 if label or comma >= 0 else self._given_names_last(whole)
            for place, word in enumerate(whole):
                base = self.base(word.folded)
                own = votes.get(base)
                if own is None:
                    own = votes[base] = {NameRole.GIVEN: 0, NameRole.SURNAME: 0}
                if label is NameRole.SURNAME or (label and (name.told or len(whole) == 1)):
                    own[label] += 4
                if comma >= 0:
                    own[NameRole.SURNAME if word.end <= comma else NameRole.GIVEN] += 4
                elif given_last:
                    own[NameRole.GIVEN if place >= given_last else NameRole.SURNAME] += 4
                elif surnames_first or (len(whole) == 1 and self._is_surname_alone(name, words)):
                    # `Sra. Herlinda`, whom no list knows, may be called so by her given name.
                    own[NameRole.SURNAME] += 4 if self.knows(base) else 1
                elif len(whole) == 1 and (name.given or self._is_pet_name(name, words, base)):
                    own[NameRole.GIVEN] += 2
                elif len(whole) > 1 and not (name.told or label is NameRole.SURNAME):
                    # Of four words and more two are given names: `María Jesús Ruiz Gil`.
                    second = place == 1 and (
                        (len(whole) > 3 and self._known.sex(base) is not None) or self._is_second_given(whole)
                    )
                    beside.add(base)
                    led = self._is_led(words, whole) and self._kinds(base)[1]
                    if (place == 0 and self._kinds(base) != (False, True) and not led) or second:
                        own[NameRole.GIVEN] += 2
                    elif 0 < place == len(whole) - 1 and not (place == 1 and self._are_both_given(whole)):
                        own[NameRole.SURNAME] += 2
        roles = {}
        for base, own in votes.items():
            given, surname = self._kinds(base)
            if given != surname:
                own[NameRole.GIVEN if given else NameRole.SURNAME] += 3
            if not any(own.values()) and base not in beside and self._known.sex(base) is not None:
                own[NameRole.GIVEN] += 1  # `ENF Blanca`
            roles[base] = NameRole.GIVEN if own[NameRole.GIVEN] > own[NameRole.SURNAME] else NameRole.SURNAME
        return roles

    def _is_surnames_first(self, words: Sequence[ReadWord]) -> bool:
        """Whether surnames stand before the initials of given names: `Cruz Delgado A.`, but not `Rosa Delgado P.`"""
        whole = [word for word in words if len(word.folded) > 1]
        letters = words[len(whole) :]
        if len(whole) < 2 or not letters or list(words[: len(whole)]) != whole:
            return False
        first, last = self._kinds(self.base(whole[0].folded)), self._kinds(self.base(whole[-1].folded))
        sure = len(letters) > 1 or self._known.sex(self.base(whole[0].folded)) is None
        return first[1] and last == (False, True) and sure

    def _given_names_last(self, words: Sequence[ReadWord]) -> int:
        """Where the given names begin that stand behind the surnames, as lists tell (`Quispe Mamani Olga`); 0: nowhere,
        or the first word may be one."""
        kinds = [self._kinds(self.base(word.folded)) for word in words]
        at = len(kinds)
        while at and len(kinds) - at < _MOST_GIVEN and kinds[at - 1][0]:
            at -= 1
        sure = (True, False) in kinds[at:] and not any(given for given, _ in kinds[:at])
        return at if sure and len(kinds) > 2 and (at > 1 or kinds[:1] == [(False, True)]) else 0

    def roles_in(self, names: Iterable[NameMention]) -> dict[str, NameRole]:
        """What words are by their place in all of one person's names, given names that others bear as surnames:
        `Blanca Moreno Gil`, though Rosa Blanca is named too."""
        first: set[str] = set()
        others: set[str] = set()
        for name in names:
            words = [word for word in name.words if len(word.folded) > 1]
            bases = [self.base(word.folded) for word in words]
            parted = name.told or label_of(name.before) or _parting(name.text) >= 0
            parted = parted or self._is_surnames_first(name.words)
            if len(bases) < 2 or parted or self._is_led(name.words, words) or self._given_names_last(words):
                others.update(bases)
            else:
                first.add(bases[0])
                others.update(bases[1:])
        return {one: NameRole.GIVEN for one in first - others if self._known.is_given(one)}

    def _is_surname_alone(self, name: NameMention, words: Sequence[ReadWord]) -> bool:
        """Whether the one whole word of a name is the surname: `N. Amado` who signs or is a doctor, `Dr. Moreno`."""
        found = _BEFORE_SURNAME.search(name.before + name.text[: words[0].start])
        addressed = found is not None
        if len(words[0].folded) == 1:
            return addressed or name.role is Role.STAFF
        word = self.base(words[0].folded)
        surname = self._known.is_surname(word) or not self._known.is_given(word) or bool(found and found[1])
        return addressed and len(words) == 1 and surname

    def _is_led(self, words: Sequence[ReadWord], whole: Sequence[ReadWord]) -> bool:
        """Whether initials stand for the given name: `F. Moreno Romero`, but not `J. Miguel Moreno Romero`."""
        return words[0].is_initials and len(whole) <= _MOST_SURNAMES

    def _is_pet_name(self, name: NameMention, words: Sequence[ReadWord], base: str) -> bool:
        """Whether a patient's one word in quotes or brackets, of which no list knows, is what they are called."""
        alone = len(words) == 1 and name.role is Role.PATIENT and not self.knows(base)
        return alone and _OPENING.search(name.before + name.text[: words[0].start]) is not None

    def _are_both_given(self, words: Sequence[ReadWord]) -> bool:
        """Whether two words alone are a double given name (`María Carmen`), which lists know as nothing else."""
        both = [self.base(word.folded) for word in words]
        return (
            len(both) == 2
            and len({self._known.sex(one) for one in both} - {None}) == 1
            and all(self._kinds(one) == (True, False) for one in both)
        ) or (len(both) == 2 and self._is_second_given(words))

    def _is_second_given(self, words: Sequence[ReadWord]) -> bool:
        """Whether the second word is a given name that is seldom a surname behind the first (`Juan Luis`), alone or
        before a surname: of the same sex, or one that goes with both (`María Jesús`, `José María`)."""
        first, second = (self.base(word.folded) for word in words[:2])
        if second not in SECOND_GIVEN or words[1].particles or not self._kinds(first)[0]:
            return False
        if len(words) > 2 and words[2].particles == () and self._kinds(self.base(words[2].folded)) == (True, False):
            return False
        crossed = {first, second} <= _BORNE_BY_BOTH
        return crossed or self._known.sex(first) is self._known.sex(second) is not None


def called_by(read: Iterable[tuple[NameMention, Sequence[ReadWord]]], known: KnownNames) -> dict[str, str]:
    """What patients are called for short, each with the given name in the same report that it is the beginning of:
    `Nuri` of Nuria López, `Eme` of Emerenciano Gil, and the quoted word in `Mohammed "Moha" Larbi`."""
    given: dict[str, set[str]] = {}
    short: dict[str, set[str]] = {}
    whole: set[str] = set()
    for name, words in read:
        if name.role is not Role.PATIENT:
            continue
        for place, word in enumerate(words):
            quoted = len(words) > 1 and _is_quoted(name.text, word)
            if len(words) == 1 or quoted:
                short.setdefault(name.marked.report, set()).add(word.folded)
            else:
                whole.add(word.folded)
                if place == 0 or known.is_given(word.folded):
                    given.setdefault(name.marked.report, set()).add(word.folded)
    found: dict[str, str] = {}
    for report, words_alone in short.items():
        for word in words_alone - whole:
            meant = {one for one in given.get(report, ()) if _is_short_for(word, one)}
            if len(meant) == 1:
                found[word] = meant.pop()
    return found


def _is_short_for(word: str, name: str) -> bool:
    beginning = len(word) >= _LEAST_STEM and name.startswith(word) and name != word
    return beginning or name in wholes_of(word) or word in SHORTENED.get(name, ())


def _is_quoted(text: str, word: ReadWord) -> bool:
    return text[: word.start].rstrip()[-1:] in _QUOTES and text[word.end :].lstrip()[:1] in _QUOTES


def named_together(names: Iterable[NameMention]) -> dict[str, set[str]]:
    """Of each word that is all of a name those of others who are named right before or after it: `Alba y Albita`."""
    found: dict[str, set[str]] = {}
    ordered = sorted((name for name in names if len(name.words) == 1), key=lambda one: (one.marked, one.start))
    for one, other in pairwise(ordered):
        if _between(one, other) in _LISTING:
            own, others = one.words[0].folded, other.words[0].folded
            found.setdefault(own, set()).add(others)
            found.setdefault(others, set()).add(own)
    return found


def _is_variant(word: str, other: str) -> bool:
    """Whether a word differs from another by no slip: `Washingtona` is a woman."""
    short, long = sorted((word, other), key=len)
    return short in wholes_of(long) or (long == short + "a" and short[-1] not in "aeiou")


@lru_cache(maxsize=_CACHED)
def wholes_of(folded: str) -> tuple[str, ...]:
    """The names of which a word may be another form and no slip: a diminutive (`Pilarín`, `Pedrito`), or what a woman
    is called by a man's surname (`Petrova`)."""
    found: list[str] = []
    for end in _DIMINUTIVE:
        stem = folded.removesuffix(end)
        if stem != folded and len(stem) >= _LEAST_STEM:
            ends = [old for old in _SPELT_BEFORE_I if stem.endswith(old)]
            stems = [stem, *(stem.removesuffix(old) + _SPELT_BEFORE_I[old] for old in ends)]
            found += (one + vowel for one in stems for vowel in ("", "o", "a", "e", "io", "ia"))
    if folded.endswith(_OF_WOMEN):
        found.append(folded[:-1])
    return tuple(found)


def sex_before(name: NameMention, words: Sequence[ReadWord]) -> Sex | None:
    """The sex that stands before a name, or in its own form of address."""
    title = name.text[: words[0].start] if words else ""
    return told_sex(title) or told_sex(name.before)


def sure_sex(name: NameMention, first: str) -> Sex | None:
    """The sex that stands before a name, whose first word (base) it is, in words that leave no doubt."""
    words = name.words
    title = name.text[: words[0].start] if words else ""
    before = with_letters(title if title.strip() else name.before)
    if _EITHER_OF_TWO.search(before):
        return None
    for sex, words_of_sex in ((Sex.FEMALE, _SURE_WOMAN), (Sex.MALE, _SURE_MAN)):
        found = words_of_sex.search(before)
        if found is not None and (not found["comma"] or first in _BORNE_BY_BOTH):
            return sex
    return None


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


def _parting(text: str) -> int:
    """Where a comma parts surnames from given names, or the sign of HL7 and DICOM (`GIL^ANA`); -1: nowhere."""
    found = _PARTING.search(text)
    return -1 if found is None else found.start()


def _is_parted(text: str, end: int, start: int) -> bool:
    """Whether a comma, a bracket or a line's end stands between two words."""
    return _PARTED.search(text, end, start) is not None


def _is_spoken(folded: str) -> bool:
    """Whether letters can be spoken as a short name (`Ana`, `Lara`), and so need not be initials."""
    return len(folded) > 2 and any(c in "aeiou" for c in folded) and any(c not in "aeiou" for c in folded)


_WHOLE_OF: dict[str, tuple[str, ...]] = {
    form: tuple(whole for whole, forms in SHORTENED.items() if form in forms)
    for form in {form for forms in SHORTENED.values() for form in forms}
}
