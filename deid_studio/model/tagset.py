"""TagSet: the PHI classes of a project, read from TOML; code knows no class by name but in a detector made for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from deid_studio import paths
from deid_studio.errors import TagSetError, reason
from deid_studio.model.class_colours import default_colours
from deid_studio.model.class_names import meaning_of_name
from deid_studio.plain_files import plain_text, toml_of
from deid_studio.texts import in_language

LARGEST_TAGSET = 1_000_000  # bytes of its file
_NAME = re.compile(r"[^\s|,;:\t]+")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class PhiClass:
    """One class: its name in files, title per language, group, colour (`#rrggbb`), shortcut key, what a release does
    with it by default ("surrogate", "class-tag", "remove", "keep" …), and what its mentions are, of whom and, where tag
    sets tell it apart, of which sort (`model.kinds`; empty: not known). `recognised`: only the name tells what it
    means, and nobody has said so (`as_named`). `uncoloured`: nobody chose its colour (`coloured`)."""

    name: str
    title: dict[str, str] = field(hash=False)
    group: str = ""
    colour: str = "#888888"
    shortcut: str = ""
    release: str = "class-tag"
    kind: str = ""
    role: str = ""
    subkind: str = ""
    recognised: bool = False
    uncoloured: bool = False

    def as_named(self) -> PhiClass:
        """The class with the meaning that its name usually has, where it says none itself."""
        found = None if self.kind else meaning_of_name(self.name)
        return self if found is None else self.meaning(*found, recognised=True)

    def meaning(self, kind: str, role: str = "", subkind: str = "", recognised: bool = False) -> PhiClass:
        """The class with another meaning."""
        return replace(self, kind=kind, role=role, subkind=subkind, recognised=recognised)

    def title_in(self, language: str) -> str:
        """The title in a language, else in Spanish or English, else the name."""
        return in_language(self.title, language) or self.name


@dataclass(frozen=True, slots=True)
class TagSet:
    """The classes in their order of display. `version` goes into manifests; `groups` maps a group to its titles.

    Raises `TagSetError` when names or shortcuts repeat, or a name or colour cannot be written in BRAT's files.
    """

    name: str
    version: str
    classes: tuple[PhiClass, ...]
    groups: dict[str, dict[str, str]] = field(default_factory=dict)
    path: str = ""
    _by_name: dict[str, PhiClass] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {one.name: one for one in self.classes})
        names = [c.name for c in self.classes]
        shortcuts = [c.shortcut for c in self.classes if c.shortcut]
        for values, what in ((names, "class"), (shortcuts, "shortcut")):
            twice = sorted({v for v in values if values.count(v) > 1})
            if twice:
                raise TagSetError(path=self.path or self.name, detail=f"{what} {', '.join(twice)} twice")
        for one in self.classes:
            if not _NAME.fullmatch(one.name):
                raise TagSetError(path=self.path or self.name, detail=f"class name {one.name!r}")
            if not _COLOUR.fullmatch(one.colour):
                raise TagSetError(path=self.path or self.name, detail=f"colour {one.colour!r} of {one.name}")
        if not self.classes:
            raise TagSetError(path=self.path or self.name, detail="no classes")

    def __hash__(self) -> int:
        return hash((self.name, self.version, len(self.classes)))  # it is asked for at each suggestion

    def __iter__(self) -> Iterator[PhiClass]:
        return iter(self.classes)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> PhiClass:
        return self._by_name[name]


def coloured(classes: Iterable[PhiClass]) -> tuple[PhiClass, ...]:
    """The classes, each of those for which nobody chose a colour with one of its own (`class_colours`)."""
    classes = tuple(classes)
    chosen = [one.colour for one in classes if not one.uncoloured and _COLOUR.fullmatch(one.colour)]
    given = iter(default_colours([one.kind for one in classes if one.uncoloured], chosen))
    return tuple(replace(one, colour=next(given)) if one.uncoloured else one for one in classes)


def shipped_names() -> list[str]:
    """The tag sets that are shipped, by name."""
    return sorted(path.stem for path in (paths.resources() / "tagsets").glob("*.toml"))


@cache
def shipped_tagset(name: str) -> TagSet:
    """A tag set that is shipped, by its name; raises `TagSetError`."""
    return load_tagset(paths.resources() / "tagsets" / f"{name}.toml")


def load_tagset(path: Path) -> TagSet:
    """The tag set in a TOML file; raises `TagSetError` naming what is wrong.

    Form: `name`, `version`, a table `groups.<group>` of titles per language, and `[[classes]]` with `name`, `title`
    (per language), `group`, `colour`, `shortcut`, `release`, `kind`, `role`, `subkind`.
    """
    try:
        return _tagset_of(plain_text(path, LARGEST_TAGSET), path)
    except OSError as error:
        raise TagSetError(path=path, detail=reason(error)) from error
    except ValueError as error:
        raise TagSetError(path=path, detail=str(error)) from error


@lru_cache(maxsize=8)  # whoever works on several folders asks for the same few
def _tagset_of(text: str, path: Path) -> TagSet:
    data = toml_of(text)
    try:
        classes = coloured(_phi_class(fields) for fields in data["classes"])
        groups = _groups(path, data.get("groups", {}))
        return TagSet(str(data["name"]), str(data["version"]), classes, groups, str(path))
    except (KeyError, TypeError, AttributeError) as error:
        raise TagSetError(path=path, detail=f"missing or wrong: {error}") from error


def _groups(path: Path, groups: Any) -> dict[str, dict[str, str]]:
    if not isinstance(groups, dict):
        raise TagSetError(path=path, detail="groups is no table")
    for name, titles in groups.items():
        if not isinstance(titles, dict):
            raise TagSetError(path=path, detail=f"groups.{name} is no table of titles per language")
    return {name: {str(k): str(v) for k, v in titles.items()} for name, titles in groups.items()}


def _phi_class(fields: dict[str, Any]) -> PhiClass:
    return PhiClass(
        name=str(fields["name"]),
        title={str(k): str(v) for k, v in fields.get("title", {}).items()},
        group=str(fields.get("group", "")),
        colour=str(fields.get("colour", "#888888")),
        shortcut=str(fields.get("shortcut", "")),
        release=str(fields.get("release", "class-tag")),
        kind=str(fields.get("kind", "")),
        role=str(fields.get("role", "")),
        subkind=str(fields.get("subkind", "")),
        uncoloured="colour" not in fields,
    ).as_named()
