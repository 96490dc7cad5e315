"""BratTypes: which relations, events and attributes an `annotation.conf` has, and what each may speak of.

Source: https://brat.nlplab.org/configuration.html: `Name Role:TYPE|TYPE, Role:TYPE`; of an attribute `Value:A|B`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from deid_studio.errors import DeidError
from deid_studio.formats.brat_conf import ANNOTATION, section
from deid_studio.formats.folder import nearest
from deid_studio.formats.text import read_bytes

_LIMIT_MB = 1.0
_EVENT, _ANY, _ENTITY = "<EVENT>", "<ANY>", "<ENTITY>"
_TIMES = re.compile(r"[?*+]$|\{[0-9,-]*\}$")  # how often an event may have an argument
_NAME = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Argument:
    """A role, and the classes or events that can have it; none: all."""

    role: str
    types: frozenset[str]

    def takes(self, names: Iterable[str], event: bool = False) -> bool:
        """Whether something can have the role that is called so: a class and its group, or an event."""
        return not self.types or not self.types.isdisjoint((*names, _ANY, _EVENT if event else _ENTITY))


@dataclass(frozen=True, slots=True)
class BratType:
    """A relation, an event or an attribute: its arguments in order, and the values that it can have, if any."""

    name: str
    arguments: tuple[Argument, ...] = ()
    values: tuple[str, ...] = ()
    equivalence: bool = False


@dataclass(frozen=True, slots=True)
class BratTypes:
    """What a folder's `annotation.conf` lets one say of mentions; empty where there is none."""

    relations: tuple[BratType, ...] = ()
    events: tuple[BratType, ...] = ()
    attributes: tuple[BratType, ...] = ()


def is_name(text: str) -> bool:
    """Whether brat takes this for the name of a relation, an event, an attribute or a role."""
    return _NAME.fullmatch(text) is not None


def types_for(folder: Path) -> BratTypes:
    """What the nearest `annotation.conf` says; nothing where there is none, or it cannot be read."""
    path = nearest(folder, ANNOTATION)
    if path is None:
        return BratTypes()
    try:
        raw = read_bytes(path, _LIMIT_MB)
        return BratTypes(*(tuple(_kinds(raw, path, name)) for name in ("relations", "events", "attributes")))
    except DeidError:
        return BratTypes()


def _kinds(raw: bytes, path: Path, name: str) -> Iterator[BratType]:
    for _, line in section(raw, path, name):
        words = line.split(None, 1)
        own = words[0].split("|")[0]
        if own.startswith(("!", "<")):  # a heading, and brat's own <OVERLAP>
            continue
        said = dict(_roles(words[1])) if len(words) > 1 else {}
        values, how = said.pop("Value", ""), said.pop("<REL-TYPE>", "").split("-")
        arguments = tuple(
            Argument(_TIMES.sub("", role), frozenset(filter(None, types.split("|")))) for role, types in said.items()
        )
        yield BratType(own, arguments, tuple(filter(None, values.split("|"))), {"symmetric", "transitive"} <= set(how))


def _roles(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(","):
        role, colon, types = part.strip().partition(":")
        if colon and role:
            yield role.strip(), types.strip()
