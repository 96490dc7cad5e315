"""Ontology: which class of a tag set is for what is meant, and so what the classes of one tag set are in another.

Detectors, review and release speak meanings (`Meaning`: kind, role, subkind); this is the one place that turns a
meaning into a class. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.model.tagset_mapping import ClassRule, TagSetMapping, declared_mapping

_Word = TypeVar("_Word", Kind, Role, Subkind)

# What a kind is where a tag set has no class of that kind, the nearest first. A kind that is not here is nothing then:
# sex, age, profession and the words for relatives are no part of anything else.
PARENTS: Mapping[Kind, tuple[Kind, ...]] = {
    Kind.CENTRE: (Kind.INSTITUTION, Kind.PLACE),
    Kind.INSTITUTION: (Kind.CENTRE, Kind.PLACE),
    Kind.STREET: (Kind.PLACE,),
    Kind.COUNTRY: (Kind.PLACE,),
    Kind.PHONE: (Kind.NUMBER, Kind.OTHER),
    Kind.EMAIL: (Kind.WEB, Kind.NUMBER, Kind.OTHER),
    Kind.WEB: (Kind.NUMBER, Kind.OTHER),
    Kind.NUMBER: (Kind.OTHER,),
}

# Sorts that no detector tells from the rest of their kind: what is but that holds nothing of the rest.
_NOT_TOLD_APART = frozenset((Subkind.PART, Subkind.BIRTH))
# What a class holds in one that is told to be for contacts: no other number is any.
_CONTACTS = frozenset((Kind.PHONE, Kind.EMAIL, Kind.WEB))
_NOTHING_ELSE = _NOT_TOLD_APART | {Subkind.CONTACT}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a mention is, of whom, and of which sort of its kind."""

    kind: Kind
    role: Role = Role.ANY
    subkind: Subkind = Subkind.ANY


def meaning_of(one: PhiClass) -> Meaning:
    """What a class means; what it says that is no word of `model.kinds` counts as not said."""
    return _meaning(one.kind, one.role, one.subkind)


def meaning_in(tagset: TagSet, phi_class: str) -> Meaning:
    """What a class means by its name; unknown where the tag set has no such class or does not say."""
    return meaning_of(tagset[phi_class]) if phi_class in tagset else Meaning(Kind.UNKNOWN)


def classes_of(tagset: TagSet, kinds: Iterable[Kind]) -> frozenset[str]:
    """The names of a tag set's classes of these kinds."""
    wanted = frozenset(kinds)
    return frozenset(one.name for one in tagset if meaning_of(one).kind in wanted)


def class_for(meaning: Meaning, tagset: TagSet) -> str:
    """The name of the class that a tag set has for a meaning; empty where it has none.

    That which says the same; else the nearest of its kind, one that leaves the subkind open before one that says
    another; else one of a kind that holds it (`PARENTS`; a relative's name is a relative or a person, a telephone or an
    address a contact) and says no subkind of that. A class that is told to be of somebody else is none for it: who has
    a class for patients alone does not want the names of the staff there.
    """
    kinds = (meaning.kind, *PARENTS.get(meaning.kind, ()))
    if meaning.kind is Kind.PERSON and meaning.role is Role.RELATIVE:
        exact = _nearest(meaning, (Kind.PERSON,), [one for one in tagset if meaning_of(one).role is Role.RELATIVE])
        return exact or _nearest(meaning, (Kind.RELATIVE, Kind.PERSON), tagset)
    if meaning.subkind is Subkind.CONTACT:
        own = [one for one in tagset if meaning_of(one).subkind is Subkind.CONTACT]
        return _nearest(meaning, kinds[:1], own) or class_for(Meaning(Kind.PHONE, meaning.role), tagset)
    if meaning.kind in _CONTACTS:
        contact = Meaning(Kind.NUMBER, meaning.role, Subkind.CONTACT)
        contacts = [one for one in tagset if meaning_of(one).subkind is Subkind.CONTACT]
        return (
            _nearest(meaning, kinds[:1], tagset)
            or _nearest(contact, (Kind.NUMBER,), contacts)
            or _nearest(meaning, kinds, tagset)
        )
    return "" if meaning.kind is Kind.UNKNOWN else _nearest(meaning, kinds, tagset)


@lru_cache(maxsize=64)
def mapping_between(source: TagSet, target: TagSet) -> TagSetMapping | None:
    """What the classes of one tag set are in another; None where they are the same classes.

    The mapping that the target's own TOML declares for the source, else each class by what it means; one whose meaning
    is not known is that of its name. Raises `TagSetError` when what is declared is wrong.
    """
    if all(_is_same(one, target) for one in source):
        return None
    declared = declared_mapping(source, target)
    return declared or TagSetMapping(source.name, target.name, {one.name: _rule(one, target) for one in source})


def classes_without_suggestions(tagset: TagSet) -> tuple[str, ...]:
    """The classes in which nothing is suggested: nobody says what they are, or no detector tells them apart."""
    told = [(one.name, meaning_of(one)) for one in tagset]
    return tuple(name for name, own in told if own.kind is Kind.UNKNOWN or own.subkind in _NOT_TOLD_APART)


def people_without_class(tagset: TagSet) -> tuple[Role, ...]:
    """Whose names are suggested nowhere, though the tag set has a class for names of people."""
    if not classes_of(tagset, (Kind.PERSON,)):
        return ()
    roles = (Role.PATIENT, Role.RELATIVE, Role.STAFF)
    return tuple(role for role in roles if not class_for(Meaning(Kind.PERSON, role), tagset))


def _rule(one: PhiClass, target: TagSet) -> ClassRule:
    meaning = meaning_of(one)
    if _is_same(one, target):
        return ClassRule(one.name)
    found = class_for(meaning, target)
    if meaning.kind is Kind.RELATIVE and not found:
        # The words for relatives are nothing there, their names are.
        names = class_for(Meaning(Kind.PERSON, Role.RELATIVE), target)
        return ClassRule("", names=names) if names else ClassRule("")
    if meaning.kind is Kind.PLACE and meaning.subkind is Subkind.ANY:
        codes = class_for(Meaning(Kind.PLACE, meaning.role, Subkind.POSTAL_CODE), target)
        return ClassRule(found, digits=codes) if codes != found else ClassRule(found)
    return ClassRule(found)


def _is_same(one: PhiClass, target: TagSet) -> bool:
    """Whether a class of that name is there and does not say that it is something else."""
    if one.name not in target:
        return False
    here, there = meaning_of(one).kind, meaning_of(target[one.name]).kind
    return here is there or Kind.UNKNOWN in (here, there)


def _nearest(meaning: Meaning, kinds: Iterable[Kind], classes: Iterable[PhiClass]) -> str:
    told = [(one.name, meaning_of(one)) for one in classes]
    for kind in kinds:
        own = [(name, other) for name, other in told if other.kind is kind and _may_hold(meaning, other)]
        if own:
            return min(own, key=lambda pair: _distance(meaning, pair[1]))[0]
    return ""


def _may_hold(meaning: Meaning, there: Meaning) -> bool:
    of_the_same = Role.ANY in (meaning.role, there.role) or meaning.role is there.role
    # A relative's name is of the kind of relatives too; of every other kind above, a sort is not the whole.
    own = there.kind in (meaning.kind, Kind.RELATIVE)
    told_apart = there.subkind not in _NOTHING_ELSE or there.subkind is meaning.subkind
    return of_the_same and told_apart and (own or there.subkind is Subkind.ANY)


def _distance(wanted: Meaning, there: Meaning) -> tuple[int, int, int]:
    """How far a class of the kind is: what it says otherwise, a role above all; then what it leaves open."""
    apart = 2 * (there.role not in (wanted.role, Role.ANY)) + (there.subkind not in (wanted.subkind, Subkind.ANY))
    return apart, there.role != wanted.role, there.subkind != wanted.subkind


@lru_cache(maxsize=1024)  # asked for each class at each look for one, and tag sets say few things
def _meaning(kind: str, role: str, subkind: str) -> Meaning:
    return Meaning(_word(Kind, kind), _word(Role, role), _word(Subkind, subkind))


def _word(words: type[_Word], said: str) -> _Word:
    return words(said) if said in list(words) else words("")
