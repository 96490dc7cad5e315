"""Settings as TOML: read, with what is wrong in the file, and written, only what differs from the defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deid_studio.errors import DeidError, SettingError, SettingsFileError, UnknownSettingError, reason
from deid_studio.plain_files import plain_text, toml_of
from deid_studio.settings.schema import WrongValueError, checked
from deid_studio.settings.table import Settings, table
from deid_studio.texts import Text

_LARGEST = 1_000_000  # bytes
_KEY = r"""(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*"""
_BEGUN = re.compile(rf"\s*(?:{_KEY}[=.]|\[+\s*{_KEY}[\].])")


def read_settings(path: Path) -> tuple[Settings, tuple[DeidError, ...]]:
    """The settings in a file, and what is wrong with it; where something is wrong, the default holds.

    A file that is not there is no error; one that cannot be read as TOML is a `SettingsFileError`.
    """
    try:
        text = plain_text(path, _LARGEST)
        data = toml_of(text)
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (SettingsFileError(path=path, detail=reason(error)),)
    except ValueError as error:  # TOML or UTF-8
        return Settings(), (SettingsFileError(path=path, detail=_not_toml(error)),)
    rows = {row.name: row for row in table()}
    values: dict[str, Any] = {}
    problems: list[DeidError] = []
    lines = _lines_of_keys(text)
    for name in list(data):
        line = lines.get(name, 1)
        if name not in rows:
            problems.append(UnknownSettingError(path=path, line=line, name=name))
            continue
        try:
            values[name] = checked(rows[name], data[name])
            del data[name]
        except WrongValueError as error:
            default = as_toml(rows[name].default)
            problems.append(SettingError(path=path, line=line, name=name, detail=error.why, default=default))
    return Settings(**values, kept=data), tuple(problems)


def to_toml(settings: Settings) -> bytes:
    """The file's content: what differs from the defaults, and what was kept of the file before."""
    import tomli_w

    return tomli_w.dumps({**settings.kept, **own_values(settings)}).encode("utf-8")


def own_values(settings: Settings) -> dict[str, Any]:
    """What a person has set other than the defaults, as TOML's values; not what is fixed."""
    rows = [row for row in table() if row.name not in settings.fixed]
    values = {row.name: getattr(settings, row.name) for row in rows if getattr(settings, row.name) != row.default}
    return {name: _plain(value) for name, value in values.items()}


def as_toml(value: Any) -> str:
    """A value as the file has it behind the sign of equality."""
    import tomli_w

    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {as_toml(one)}" for name, one in value.items()) + " }" if value else "{}"
    return tomli_w.dumps({"x": _plain(value)}).removeprefix("x = ").strip()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: list(texts) for name, texts in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _not_toml(error: Exception) -> Text:
    line = line_not_toml(error)
    return Text("line {value} is not TOML", value=line) if line else Text("it is not TOML")


def line_not_toml(error: Exception) -> int:
    """The line that is not TOML, as the parser's error tells it; 0 where it does not."""
    import tomllib

    place = re.search(r"line (\d+)", str(error)) if isinstance(error, tomllib.TOMLDecodeError) else None
    return int(place[1]) if place else 0


def line_of(name: str, text: str) -> int:
    """The line on which a key of the top begins; the first one where that cannot be seen."""
    return _lines_of_keys(text).get(name, 1)


def _lines_of_keys(text: str) -> dict[str, int]:
    """The lines on which keys begin, by their names: all at once, for there may be many."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if begun := _BEGUN.match(line):
            found.setdefault(next(name for name in begun.groups() if name is not None), number)
    return found
