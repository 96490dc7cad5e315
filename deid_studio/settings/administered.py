"""What an administrator has fixed for all who use this computer, in a file that they cannot write; and what then holds.

A file that cannot be understood fixes nothing weaker than what was meant: nothing starts with it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from deid_studio import paths
from deid_studio.errors import DeidError, PolicyFileError, PolicyFileOpenError, PolicyFileUnreadableError, reason
from deid_studio.plain_files import toml_of
from deid_studio.settings.schema import Page, Setting, WrongValueError, checked
from deid_studio.settings.table import Settings, table
from deid_studio.settings.toml import line_not_toml, line_of, own_values, read_settings
from deid_studio.texts import Text, joined

_LARGEST = 1_000_000  # bytes
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class ReleaseLimits:
    """What may be released from this computer: by which release policies (those of these names that are shipped or for
    all users) and below which folders, None for any; with what brings originals back or not, and what nobody reviewed
    or not."""

    policies: tuple[str, ...] | None = None
    folders: tuple[Path, ...] | None = None
    reversible: bool = True
    unreviewed: bool = True


@dataclass(frozen=True, slots=True)
class Administered:
    """What is fixed: settings by name, and what may be released; `note` says by whom, in the administrator's words.

    `remarks` are to be told without hindering anything.
    """

    note: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    release: ReleaseLimits = field(default_factory=ReleaseLimits)
    remarks: tuple[DeidError, ...] = ()

    @property
    def by(self) -> Text:
        """Who fixed it, for a person."""
        return joined([self.note]) if self.note else Text("by an administrator")


def administered() -> Administered:
    """What is fixed on this computer: nothing where there is no such file. Raises `PolicyFileError`."""
    return read_administered(paths.policy_file())


def read_administered(path: Path) -> Administered:
    """What a file fixes; nothing where it is not there. Raises `PolicyFileError` for one that is not fully understood.

    Form: `note`, a table `settings` of names of the table of settings, and a table `release` (`ReleaseLimits`).
    """
    try:
        found = path.stat()
    except FileNotFoundError as error:
        if path.is_symlink():  # where it leads was taken away, which is not what was fixed
            raise PolicyFileUnreadableError(path=path, detail=reason(error)) from error
        return Administered()
    except OSError as error:
        raise PolicyFileUnreadableError(path=path, detail=reason(error)) from error
    if not stat.S_ISREG(found.st_mode):
        raise PolicyFileUnreadableError(path=path, detail=Text("it is no file"))
    if found.st_size > _LARGEST:
        raise PolicyFileUnreadableError(path=path, detail=Text("it is too large"))
    return _read(path, (found.st_ino, found.st_size, found.st_mtime_ns, found.st_mode, found.st_uid))


def held_settings(path: Path | None = None) -> tuple[Settings, tuple[DeidError, ...]]:
    """The settings that hold: a person's (in their file), but for what is fixed; and what is to be told of both files.

    Raises `PolicyFileError`.
    """
    own, problems = read_settings(path or paths.settings_file())
    fixed = administered()
    names = frozenset(fixed.settings)
    kept = {**own.kept, **{name: value for name, value in own_values(own).items() if name in names}}
    told = (one for one in problems if one.params.get("name") not in names)
    return replace(own, **fixed.settings, kept=kept, fixed=names, fixed_by=fixed.by), (*fixed.remarks, *told)


@lru_cache(maxsize=2)
def _read(path: Path, _state: tuple[int, ...]) -> Administered:
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode("utf-8-sig")  # with what Windows puts before it
        data = toml_of(text)
    except OSError as error:
        raise PolicyFileUnreadableError(path=path, detail=reason(error)) from error
    except ValueError as error:  # TOML or UTF-8
        if line := line_not_toml(error):
            raise PolicyFileError(path=path, line=line, detail=Text("it is not TOML")) from error
        raise PolicyFileUnreadableError(path=path, detail=Text("it is not TOML")) from error
    reading = _Reading(path, text)
    reading.refuse_unknown(data, {"note": None, "settings": None, "release": None})
    note = reading.value(_row("note", ""), data.get("note", ""))
    settings, release = (reading.table(name, data.get(name, {})) for name in ("settings", "release"))
    rows = {row.name: row for row in table()}
    reading.refuse_unknown(settings, rows)
    fixed = {name: reading.value(rows[name], value) for name, value in settings.items()}
    reading.refuse_unknown(release, _RELEASE)
    limits = {name: reading.value(_RELEASE[name], value) for name, value in release.items()}
    if folders := limits.get("folders"):
        limits["folders"] = tuple(map(Path, folders))
        if not all(one.is_absolute() for one in limits["folders"]):
            raise reading.wrong("folders", Text("folders must be whole paths"))
    remarks = (PolicyFileOpenError(path=path),) if _open_to_others(path) else ()
    return Administered(note, fixed, ReleaseLimits(**limits), remarks)


class _Reading:
    """What stands in a file, with the line of what is wrong."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text

    def wrong(self, name: str, detail: Text) -> PolicyFileError:
        return PolicyFileError(path=self._path, line=line_of(name, self._text), detail=detail)

    def table(self, name: str, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong(name, Text("{name} must be a table", name=name))
        return value

    def refuse_unknown(self, found: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        for name in found:
            if name not in known:
                raise self.wrong(name, Text("there is no {name} to fix", name=ascii(name)[1:-1]))

    def value(self, row: Setting, value: Any) -> Any:
        try:
            return checked(row, value)
        except WrongValueError as error:
            raise self.wrong(row.name, joined([row.name, error.why], " ")) from error


def _row(name: str, default: Any) -> Setting:
    return Setting(default, Page.FILES, Text(""), name=name)


_RELEASE = {
    row.name: row
    for row in (_row("policies", ()), _row("folders", ()), _row("reversible", True), _row("unreviewed", True))
}


def _open_to_others(path: Path) -> bool:
    """Whether others than root could write a file or put another in its place; only told where the system is POSIX."""
    if os.name != "posix":
        return False

    def places() -> Iterator[Path]:
        for file in (path.absolute(), path.resolve()):
            yield file
            yield from file.parents

    def is_open(found: os.stat_result) -> bool:
        others = found.st_mode & _OTHERS and not (stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX)
        return found.st_uid != 0 or bool(others)

    return any(is_open(one.stat()) for one in set(places()))
