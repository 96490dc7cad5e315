"""Person and Thing: whom and what reports mention, as the register holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from deid_studio.model.kinds import Kind, Role, Subkind


class Sex(StrEnum):
    """The sex that a given name or the report's own words tell."""

    FEMALE = "female"
    MALE = "male"


class NameRole(StrEnum):
    """What a word is in a name."""

    GIVEN = "given"
    SURNAME = "surname"


class KnownNames(Protocol):
    """What lists of names know of a folded word."""

    def is_given(self, folded: str) -> bool:
        """Whether it is known as a given name."""

    def is_surname(self, folded: str) -> bool:
        """Whether it is known as a surname."""

    def sex(self, folded: str) -> Sex | None:
        """The sex that it tells as a given name."""


class NoLists:
    """Where no list of names is at hand: what names are is told by labels and places alone."""

    def is_given(self, folded: str) -> bool:
        return False

    def is_surname(self, folded: str) -> bool:
        return False

    def sex(self, folded: str) -> Sex | None:
        return None


class Marked(NamedTuple):
    """A stretch of a report that was marked: where it begins (code point), its text and class, and what stands right
    before it in its line (a label, a form of address)."""

    report: str
    start: int
    text: str
    phi_class: str
    before: str = ""

    def __repr__(self) -> str:
        return f"Marked({self.report!r}, {self.start}, {self.phi_class!r})"  # without what was written


KNOWN = "patient fields"  # stands for the report of what is known of the patient and nowhere marked


class NameWord(NamedTuple):
    """One word of a person's name: folded and written out, what it is there, and the particles before it."""

    folded: str
    role: NameRole
    particles: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"NameWord({self.role!r})"  # without what was written


@dataclass(frozen=True, slots=True)
class Thing:
    """A number, an address, a place, a date …: what tells it from others of its kind, all texts by which it was
    written, and where it was marked (nowhere, where it is but known of the patient)."""

    kind: Kind
    role: Role
    subkind: Subkind
    key: str = field(repr=False)
    forms: tuple[str, ...] = field(repr=False)
    mentions: tuple[Marked, ...] = ()


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of whom reports speak.

    `number` is their place in the register: the patient, then relatives, staff and others. `words` are those of the
    fullest name, given names first; `letters` are initials of which nobody says what they stand for; `forms` all names
    as they were written, those that are known of the patient among them. `sex` is None where names and report do not
    say it, or do not agree; `said` is what the words beside the names say alone, and `surely` whether it is said so
    that no name tells otherwise. `beside` tells them from others of the same name: the younger, the nurse.
    """

    number: int
    role: Role
    words: tuple[NameWord, ...] = field(repr=False)
    letters: str = field(default="", repr=False)
    sex: Sex | None = None
    forms: tuple[str, ...] = field(default=(), repr=False)
    mentions: tuple[Marked, ...] = ()
    said: Sex | None = None
    surely: bool = False
    beside: str = ""

    @property
    def given(self) -> tuple[str, ...]:
        """The given names, folded."""
        return tuple(word.folded for word in self.words if word.role is NameRole.GIVEN)

    @property
    def surnames(self) -> tuple[str, ...]:
        """The surnames, folded."""
        return tuple(word.folded for word in self.words if word.role is NameRole.SURNAME)

    @property
    def initials(self) -> str:
        """The first letters of the name, in small letters."""
        return "".join(word.folded[0] for word in self.words) + self.letters
