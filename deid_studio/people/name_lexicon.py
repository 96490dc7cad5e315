"""Lexicon: what each word of the names of some reports is, over all of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

import regex

from deid_studio.model.kinds import Role
from deid_studio.people.diminutives import WHOLE_OF, is_short_for, is_variant, wholes_of
from deid_studio.people.name_reading import LISTING, NameMention, ReadWord, Written, between, label_of, parting
from deid_studio.people.name_words import SECOND_GIVEN, WRITTEN_OUT
from deid_studio.people.names_apart import are_apart, kin_before
from deid_studio.people.person import KnownNames, NameRole, Sex
from deid_studio.people.said_sexes import BORNE_BY_BOTH
from deid_studio.people.spelling import near

_FAMILY = frozenset((Role.PATIENT, Role.RELATIVE, Role.OTHER, Role.ANY))
_LONGEST_INITIALS = 4
_LEAST_MISSPELT, _LEAST_MISSPELT_OF_PATIENT = 5, 6
_BEFORE_SURNAME = regex.compile(r"(?i)\b(?:dr|dra|sr|sra|doctora?|señora?)\b\.?\s*((?:(?:de|del|la|las|los)\s+)*)$")
_MOST_GIVEN = _MOST_SURNAMES = 2
_QUOTES = frozenset("\"'«»“”‘’()")
_OPENING = regex.compile(r"""[^\s:=]\s*[("'«“‘]\s*$""")  # but no value: `"apellido": "Soto"`
_LONG = 7  # letters of a name that may be misspelt twice
_LEAST_STEM = 3


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
            seen = [whole for whole in (*WHOLE_OF.get(folded, ()), *wholes_of(folded)) if whole in self._seen]
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
        names = sorted(word for word, often in self._seen.items() if word in sure or often > 1)
        best: dict[str, tuple[int, str]] = {}
        for word, of, edits in self._near([word for word in unknown if not self.knows(word)], names):
            if (of in sure or self._seen[of] > self._seen[word]) and self._are_of_one_circle(word, of):
                best[word] = min(best.get(word, (edits, of)), (edits, of))
        for word, of, edits in self._near([word for word in unknown if word not in beside], sorted(beside)):
            slips = edits == 1 and {self._known.sex(word), self._known.sex(of)} != {*Sex}
            if slips and not beside[of].isdisjoint(alone.get(word, ())) and self._are_of_one_circle(word, of):
                best[word] = min(best.get(word, (edits, of)), (edits, of))
        # Never a chain: what a misspelling is taken for is itself a name.
        return {word: of for word, (_, of) in best.items() if of not in best}

    def _near(self, unknown: Sequence[str], names: Sequence[str]) -> Iterator[tuple[str, str, int]]:
        """Words, each with a name that it may be misspelt of, and how many edits it is away."""
        for at, other, edits in near(unknown, names, [1 if len(word) < _LONG else 2 for word in unknown]):
            word, of = unknown[at], names[other]
            if edits and word not in self._short and not is_variant(word, of):
                yield word, of, edits

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
            comma = parting(name.text)
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
        behind: set[str] = set()
        told: dict[str, set[NameRole]] = {}  # by a comma in a name, or the like
        for name in names:
            words = [word for word in name.words if len(word.folded) > 1]
            bases = [self.base(word.folded) for word in words]
            parted = name.told or label_of(name.before) or parting(name.text) >= 0
            parted = parted or self._is_surnames_first(name.words)
            sign = parting(name.text)
            for word, base in zip(words, bases, strict=True) if sign >= 0 else ():
                told.setdefault(base, set()).add(NameRole.SURNAME if word.end <= sign else NameRole.GIVEN)
            if len(bases) < 2 or parted or self._is_led(name.words, words) or self._given_names_last(words):
                others.update(bases)
            else:
                first.add(bases[0])
                others.update(bases[1:])
                # Behind a surname none is a given name (`Lucía Pérez Hugo`).
                roles = [self.role(base) for base in bases]
                surname = roles.index(NameRole.SURNAME) if NameRole.SURNAME in roles[1:] else len(roles)
                behind.update(bases[surname + 1 :] if surname and roles[0] is NameRole.GIVEN else ())
        placed = {one: NameRole.GIVEN for one in first - others if self._known.is_given(one)}
        placed |= dict.fromkeys(behind - first, NameRole.SURNAME)
        return placed | {base: own.pop() for base, own in told.items() if len(own) == 1}

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
        crossed = {first, second} <= BORNE_BY_BOTH
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
        for alone in words_alone - whole:
            meant = {one for one in given.get(report, ()) if is_short_for(alone, one)}
            if len(meant) == 1:
                found[alone] = meant.pop()
    return found


def _is_quoted(text: str, word: ReadWord) -> bool:
    return text[: word.start].rstrip()[-1:] in _QUOTES and text[word.end :].lstrip()[:1] in _QUOTES


def named_together(names: Iterable[NameMention]) -> dict[str, set[str]]:
    """Of each word that is all of a name those of others who are named right before or after it: `Alba y Albita`."""
    found: dict[str, set[str]] = {}
    ordered = sorted((name for name in names if len(name.words) == 1), key=lambda one: (one.marked, one.start))
    for one, other in pairwise(ordered):
        if between(one, other) in LISTING:
            own, others = one.words[0].folded, other.words[0].folded
            found.setdefault(own, set()).add(others)
            found.setdefault(others, set()).add(own)
    return found
