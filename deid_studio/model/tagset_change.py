"""Changes of a tag set: each way in which a person changes the classes of a folder; pure, frozen data.

`apply(tagset)` gives the next tag set or raises `TagSetChangeError`; `inverse(tagset)`, asked *before* the change,
gives the one that undoes it, None where there is none. `renames` says what becomes of mentions. `to_json` carries a
change into the journal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol
from unicodedata import combining, normalize

from deid_studio.errors import TagSetChangeError
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.texts import Text

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")  # what brat takes for the name of a class
_KEY = re.compile(r"[a-z0-9]?")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class TagSetChange(Protocol):
    """One change of a tag set."""

    @property
    def renames(self) -> tuple[str, str] | None:
        """The class whose mentions get another one, and that; None where mentions stay as they are."""

    @property
    def unused(self) -> str:
        """The class that no mention may have; empty where that does not matter."""

    def apply(self, tagset: TagSet) -> TagSet:
        """The tag set after the change; raises `TagSetChangeError` when it is not possible."""

    def inverse(self, tagset: TagSet) -> TagSetChange | None:
        """The change that leads from the tag set after this one back to `tagset`."""


class _Change:
    """What most changes are: nothing of it touches a mention."""

    __slots__ = ()

    @property
    def renames(self) -> tuple[str, str] | None:
        return None

    @property
    def unused(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class AddClass(_Change):
    """A class more, at a place in the order (None: the last); `group_title` is that of a group that is new with it."""

    phi_class: PhiClass
    place: int | None = None
    group_title: str = ""

    def apply(self, tagset: TagSet) -> TagSet:
        _refuse_name(self.phi_class.name, tagset)
        classes = list(tagset)
        classes.insert(len(classes) if self.place is None else self.place, _sound(self.phi_class, classes))
        return _grouped(replace(tagset, classes=tuple(classes)), self.phi_class.group, self.group_title)

    def inverse(self, tagset: TagSet) -> TagSetChange:
        return RemoveClass(self.phi_class.name)


@dataclass(frozen=True, slots=True)
class RemoveClass(_Change):
    """A class less: one that no mention has."""

    name: str

    @property
    def unused(self) -> str:
        return self.name

    def apply(self, tagset: TagSet) -> TagSet:
        return _without(tagset, _class(tagset, self.name))

    def inverse(self, tagset: TagSet) -> TagSetChange:
        one = _class(tagset, self.name)
        return AddClass(one, tagset.classes.index(one))


@dataclass(frozen=True, slots=True)
class RenameClass(_Change):
    """Another name for a class and all its mentions; it means what it meant."""

    name: str
    new: str

    @property
    def renames(self) -> tuple[str, str] | None:
        return self.name, self.new

    def apply(self, tagset: TagSet) -> TagSet:
        one = _class(tagset, self.name)
        _refuse_name(self.new, tagset)
        title = {language: self.new if own == self.name else own for language, own in one.title.items()}
        return _with(tagset, one, replace(one, name=self.new, title=title, recognised=False))

    def inverse(self, tagset: TagSet) -> TagSetChange:
        return RenameClass(self.new, self.name)


@dataclass(frozen=True, slots=True)
class MergeClass(_Change):
    """A class less, whose mentions are of another one from now on; there is no way back."""

    name: str
    into: str

    @property
    def renames(self) -> tuple[str, str] | None:
        return self.name, self.into

    def apply(self, tagset: TagSet) -> TagSet:
        one, into = _class(tagset, self.name), _class(tagset, self.into)
        if one is into:
            raise TagSetChangeError(detail=Text("a class cannot be merged into itself"))
        return _without(tagset, one)

    def inverse(self, tagset: TagSet) -> TagSetChange | None:
        return None


@dataclass(frozen=True, slots=True)
class AlterClass(_Change):
    """All that is said of a class but its name: title, colour, key, kind, role, release, group.

    `group_title` is that of a group that is new with it."""

    phi_class: PhiClass
    group_title: str = ""

    def apply(self, tagset: TagSet) -> TagSet:
        before = _class(tagset, self.phi_class.name)
        after = _with(tagset, before, _sound(self.phi_class, [one for one in tagset if one is not before]))
        return _grouped(after, self.phi_class.group, self.group_title)

    def inverse(self, tagset: TagSet) -> TagSetChange:
        return AlterClass(_class(tagset, self.phi_class.name))


@dataclass(frozen=True, slots=True)
class MoveClass(_Change):
    """A class at another place in the order."""

    name: str
    place: int

    def apply(self, tagset: TagSet) -> TagSet:
        one = _class(tagset, self.name)
        classes = [other for other in tagset if other is not one]
        classes.insert(self.place, one)
        return replace(tagset, classes=tuple(classes))

    def inverse(self, tagset: TagSet) -> TagSetChange:
        return MoveClass(self.name, tagset.classes.index(_class(tagset, self.name)))


@dataclass(frozen=True, slots=True)
class ConfirmClasses(_Change):
    """What the names of these classes say is what they mean: a person has said so."""

    names: tuple[str, ...]

    def apply(self, tagset: TagSet) -> TagSet:
        for name in self.names:
            one = _class(tagset, name)
            tagset = _with(tagset, one, replace(one, recognised=False))
        return tagset

    def inverse(self, tagset: TagSet) -> None:
        return None


def group_name(title: str) -> str:
    """The name that a new group has in brat's files, made of its title: its letters and digits, without accents."""
    plain = "".join(one for one in normalize("NFD", title) if not combining(one))
    return "_".join(re.findall(r"[A-Za-z0-9]+", plain)).upper()


def to_json(change: TagSetChange) -> dict[str, Any]:
    """The change as JSON values."""
    kind = type(change).__name__.removesuffix("es").removesuffix("Class").lower()
    return {"change": kind, **asdict(change)}  # type: ignore[call-overload]


def _class(tagset: TagSet, name: str) -> PhiClass:
    if name not in tagset:
        raise TagSetChangeError(detail=Text("there is no class {name}", name=name))
    return tagset[name]


def _refuse_name(name: str, tagset: TagSet) -> None:
    if not _NAME.fullmatch(name):
        detail = Text("the name of a class is of letters without accents, digits, “_” and “-”, not “{name}”", name=name)
        raise TagSetChangeError(detail=detail)
    if name in tagset or name in {one.group for one in tagset}:
        raise TagSetChangeError(detail=Text("there is a class or group {name} already", name=name))


def _sound(one: PhiClass, others: Iterable[PhiClass]) -> PhiClass:
    """The class, if it can stand beside the others."""
    if not _COLOUR.fullmatch(one.colour):
        raise TagSetChangeError(detail=Text("“{colour}” is no colour", colour=one.colour))
    if not _KEY.fullmatch(one.shortcut):
        raise TagSetChangeError(detail=Text("the key of a class is a letter from a to z or a digit"))
    taken = next((other.name for other in others if one.shortcut and other.shortcut == one.shortcut), None)
    if taken is not None:
        detail = Text("the key “{key}” is that of {name} already", key=one.shortcut.upper(), name=taken)
        raise TagSetChangeError(detail=detail)
    return one.as_named()


def _grouped(tagset: TagSet, group: str, title: str) -> TagSet:
    """The tag set with the title of a group that is new, and without groups that no class is in."""
    used = {one.group for one in tagset}
    groups = {name: own for name, own in tagset.groups.items() if name in used}
    if not title:
        return replace(tagset, groups=groups)
    if not _NAME.fullmatch(group):
        raise TagSetChangeError(detail=Text("the title of a group has letters or digits, not “{title}”", title=title))
    if group in tagset or group in tagset.groups:
        raise TagSetChangeError(detail=Text("there is a class or group {name} already", name=group))
    return replace(tagset, groups={**groups, group: {"es": title, "en": title}})


def _without(tagset: TagSet, one: PhiClass) -> TagSet:
    if len(tagset.classes) == 1:
        raise TagSetChangeError(detail=Text("a tag set needs at least one class"))
    return replace(tagset, classes=tuple(other for other in tagset if other is not one))


def _with(tagset: TagSet, before: PhiClass, after: PhiClass) -> TagSet:
    return replace(tagset, classes=tuple(after if one is before else one for one in tagset))
