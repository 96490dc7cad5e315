"""Things: what is no name, grouped by what tells it from others of its kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import regex

from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import Meaning
from deid_studio.people.addresses import emails_in
from deid_studio.people.birth_dates import parse_date
from deid_studio.people.folding import fold
from deid_studio.people.numbers import plain_number
from deid_studio.people.person import KNOWN, Marked, Thing

_SCHEME = regex.compile(r"^(?:https?://)?(?:www\.)?|/+$")
_NUMBERS = frozenset((Kind.NUMBER, Kind.PHONE))
_UNTOLD = frozenset((Kind.OTHER, Kind.UNKNOWN))


def key_of(text: str, kind: Kind) -> tuple[Kind, str]:
    """What tells a thing from others of its kind, however it is written: figures and letters of a number without the
    zeros that it begins with, the day of a date, an address without blanks, else the folded words. A telephone and a
    number may be the same thing, and so may what is of no kind."""
    if kind in (Kind.EMAIL, *_UNTOLD) and "@" in text:
        for _, _, plain in emails_in(text):
            return Kind.EMAIL, plain
    if kind is Kind.WEB:
        return Kind.WEB, _SCHEME.sub("", fold(text.strip()))
    if kind is Kind.DATE:
        day = parse_date(text)
        return Kind.DATE, words_of(text) if day is None else day.isoformat()
    if kind in _NUMBERS or kind in _UNTOLD:
        number = plain_number(text, is_phone=kind is Kind.PHONE)
        if number:
            return Kind.NUMBER, number.lstrip("0") or number
    return kind, words_of(text)


def words_of(text: str) -> str:
    """A text without case, accents, and all that is neither letter nor digit: what makes two texts the same string."""
    return " ".join("".join(c if c.isalnum() else " " for c in fold(text)).split())


def things_of(marked: Iterable[tuple[Marked, Meaning]]) -> list[Thing]:
    """The things that were marked, by kind and key, each with all its places in order."""
    found: dict[tuple[Kind, str], list[tuple[Marked, Meaning]]] = defaultdict(list)
    for one, meaning in marked:
        key = key_of(one.text, meaning.kind)
        if key[1]:
            found[key].append((one, meaning))
    return [_thing(key, found[key]) for key in sorted(found)]


def _thing(key: tuple[Kind, str], marked: list[tuple[Marked, Meaning]]) -> Thing:
    """Of what kind it was marked most often; its role and its sort where nobody says another."""
    kinds = [meaning.kind for _, meaning in marked]
    kind = min(set(kinds), key=lambda one: (-kinds.count(one), one))
    roles = {meaning.role for _, meaning in marked} - {Role.ANY}
    subkinds = {meaning.subkind for _, meaning in marked if meaning.kind is kind} - {Subkind.ANY}
    role = roles.pop() if len(roles) == 1 else Role.ANY
    subkind = subkinds.pop() if len(subkinds) == 1 else Subkind.ANY
    forms = tuple(sorted({one.text for one, _ in marked}))
    mentions = tuple(sorted({one for one, _ in marked if one.report != KNOWN}))
    return Thing(kind, role, subkind, key[1], forms, mentions)
