"""Facts: what mentions say of what happened, and not of who it happened to: kin, sex, ages, occupations, groups.

A surrogate would change the case: forty years of age at a diagnosis, two aunts of the mother's side, a quarryman. So a
policy says of each kind of fact whether it stays as it is written.
"""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import default_gazetteers, read_gazetteer
from deid_studio.model.kinds import Kind
from deid_studio.people.folding import fold
from deid_studio.people.kinship import Part, kin_words, names_in, read_relatives, said_words
from deid_studio.people.name_words import PARTICLES, follows_address
from deid_studio.release.ages import age_in, ages_in, largest_in
from deid_studio.release.namings import says_group, without_namings
from deid_studio.release.trades import is_profession

_WORD = regex.compile(r"[\p{L}\p{M}]+|\p{Nd}+")
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
# What is called by a name follows, whatever word it is: `la llaman Morena`.
_NAMED = regex.compile(r"(?i)\b(?:llam\w+|alias|apod\w+|mote|conocid[oa]s?(?:\s+(?:como|por))?|nombre)\W*$")
# A people, a religion or a nationality follows (`Grupo étnico: K'iche'`), or whoever is of it (`Religión: sor Ana`).
_GROUP_LABEL = regex.compile(
    r"(?i)\b(?:grupo\s+[eé]tnico|etnia|raza|pueblo\s+(?:ind[ií]gena|originario)|nacionalidad|religi[oó]n)\s*[:=]\s*$"
)
_AT_EVENT = regex.compile(
    r"(?i)\b(?:a\s+los|desde\s+los|hasta\s+los|partir\s+de\s+los|hacia\s+los|con\s+solo|cuando\s+ten[ií]a|al)\s*$"
)
_OF_RELATIVE = regex.compile(r"([\p{L}\p{M}]+)[\s,(]*(?:de|con|tiene)?\s*$")
_USER = regex.compile(r"[_@\\]|\p{L}\.\p{L}")  # a user name: `casado_gil`
_LEAST_STEM = 4


class Fact(StrEnum):
    """What a mention says of a case."""

    KIN = "kin"
    SEX = "sex"
    AGE = "age"
    AGE_OF_RELATIVE = "age-of-relative"
    AGE_AT_EVENT = "age-at-event"
    OCCUPATION = "occupation"
    ETHNIC_GROUP = "ethnic-group"  # religion and nationality as well
    ORIENTATION = "orientation"
    CIRCUMSTANCE = "circumstance"
    COUNTRY = "country"


AGES = frozenset((Fact.AGE, Fact.AGE_OF_RELATIVE, Fact.AGE_AT_EVENT))
_AMONG_NUMBERS = frozenset((Fact.ETHNIC_GROUP, Fact.ORIENTATION, Fact.CIRCUMSTANCE))
# Said by words that whom they serve may stand behind: `chófer de Ana Gil`.
_MAY_NAME = frozenset((Fact.OCCUPATION, Fact.ETHNIC_GROUP, Fact.ORIENTATION, Fact.CIRCUMSTANCE))
DRAWN = frozenset((Fact.OCCUPATION, Fact.COUNTRY))  # of which another one can be drawn
# Which facts a class of a kind may hold; of the last kinds names and numbers as well.
FACTS_OF = {
    Kind.RELATIVE: (Fact.KIN, Fact.AGE_OF_RELATIVE),
    Kind.SEX: (Fact.SEX,),
    Kind.AGE: (Fact.AGE, Fact.AGE_OF_RELATIVE, Fact.AGE_AT_EVENT),
    Kind.PROFESSION: (Fact.OCCUPATION,),
    Kind.COUNTRY: (Fact.COUNTRY,),
    Kind.OTHER: (Fact.KIN, Fact.SEX, Fact.OCCUPATION, Fact.ETHNIC_GROUP, Fact.ORIENTATION, Fact.CIRCUMSTANCE),
    Kind.UNKNOWN: (Fact.KIN, Fact.SEX, Fact.OCCUPATION, Fact.ETHNIC_GROUP, Fact.ORIENTATION, Fact.CIRCUMSTANCE),
}


def facts_in(text: str, kind: str, before: str = "") -> frozenset[Fact] | None:
    """The facts that a mention of a kind says; None where it says who somebody is. `before` stands right before it.

    Of relatives names may stand in it as well (`kinship.names_in`); where only names do, it says no fact.
    """
    match kind:
        case "relative":
            return _of_relatives(text, before)
        case "sex":
            return frozenset((Fact.SEX,))
        case "age":
            return frozenset((_age(before),))
        case "profession":
            return frozenset((Fact.OCCUPATION,))
        case "country":
            return frozenset((Fact.COUNTRY,))
        case "other" | "":
            return described(text, before) or None
        case "number" if not any(character.isdigit() for character in text):
            # Tag sets that follow MEDDOCAN's mark of which people somebody is among what identifies a patient, and who
            # marks there marks also that they are a widow.
            return described(text, before) & _AMONG_NUMBERS or None
    return None


def fact_alone(text: str, kind: str, before: str = "") -> str | None:
    """A mention that says a fact, without whom and what it names (`namings`); None where nothing is left.

    Relatives are read by what they are called (`kinship`), not here.
    """
    facts = facts_in(text, kind, before) or frozenset()
    if facts.isdisjoint(_MAY_NAME) or Fact.KIN in facts:
        return text
    return without_namings(text)


def described(text: str, before: str = "") -> frozenset[Fact]:
    """The facts in what may be anything: none where it begins with no word of a fact, or may be somebody's name."""
    words = [word for word in _LETTERS.findall(text) if fold(word) not in PARTICLES]
    if words and _GROUP_LABEL.search(before) and says_group(text):
        return frozenset((Fact.ETHNIC_GROUP,))
    if not words or _NAMED.search(before) or _USER.search(text) or _may_be_name(words):
        return frozenset()
    if words[0][:1].isupper() and follows_address(before):
        return frozenset()  # `D. Zapatero`
    first = fold(words[0])
    if _fact_of(first) in (None, Fact.SEX) and (first in kin_words() or first in said_words()):
        return frozenset() if names_in(text, before) else _of_relatives(text, before)
    if _fact_of(first) is None:
        return frozenset()
    return frozenset(fact for word in words if (fact := _fact_of(fold(word))) is not None)


def _may_be_name(words: list[str]) -> bool:
    """Whether names are known among words, with a capital or alone (`Blanca`, `blanca`), that say no more than that."""
    kinds = default_gazetteers().kinds
    fact = _fact_of(fold(words[0])) if words[0].islower() else None
    if fact is Fact.ORIENTATION or (fact is Fact.CIRCUMSTANCE and len(words) == 1):
        return False  # `gay`, `casado`
    named = [word for word in words if not {"first_name", "last_name"}.isdisjoint(kinds(fold(word)))]
    return len(named) == len(words) or (words[0] in named and words[0][:1].isupper())


def oldest_in(text: str) -> float:
    """The most years that a text may say, read as one age or number by number."""
    age = age_in(text)
    if age is not None:
        return max((age.most, *(ages_in(text) or ())))
    return max((largest_in(text), *map(float, regex.findall(r"\d+", text))))


def _of_relatives(text: str, before: str) -> frozenset[Fact]:
    parts = {stretch.part for stretch in read_relatives(text, before)}
    told = {Fact.KIN} if not parts.isdisjoint((Part.KIN, Part.SAID, Part.COUNT)) else set()
    return frozenset(told | ({Fact.AGE_OF_RELATIVE} if Part.AGE in parts else set()))


def _age(before: str) -> Fact:
    of = _OF_RELATIVE.search(before)
    if of is not None and fold(of.group(1)) in kin_words() - _patients():
        return Fact.AGE_OF_RELATIVE
    return Fact.AGE_AT_EVENT if _AT_EVENT.search(before) else Fact.AGE


def _fact_of(folded: str) -> Fact | None:
    for fact, words in _listed().items():
        if folded in words:
            return fact
    return Fact.OCCUPATION if is_profession(folded) else None


@cache
def _patients() -> frozenset[str]:
    """Words for people that say who the patient is as well (`varón de 65 años`)."""
    return _listed()[Fact.SEX]


@cache
def _listed() -> dict[Fact, frozenset[str]]:
    """Single folded words of each kind of fact."""
    folder = paths.resources() / "gazetteers"
    told = tomllib.loads((paths.resources() / "release" / "facts.toml").read_text(encoding="utf-8"))
    lists = {name: read_gazetteer(folder / "lists" / f"{name}.txt").entries for name in _LISTS}
    nations = {fold(one) for one in lists["nationalities"]}
    trades = {fold(one.split()[0]) for one in lists["professions"]}
    found = {Fact(name): frozenset(words.split()) for name, words in told.items()}
    found[Fact.ETHNIC_GROUP] |= nations
    found[Fact.SEX] = frozenset(fold(one) for one in lists["sex_words"] if len(one) >= _LEAST_STEM)
    found[Fact.OCCUPATION] = frozenset(trades)
    return found


_LISTS = ("nationalities", "professions", "sex_words")
