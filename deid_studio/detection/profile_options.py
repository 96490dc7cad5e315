"""ProfileOptions: a table of a profile, read key by key; what is wrong or left over is told with file and key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deid_studio.errors import ProfileError


class ProfileOptions:
    """The values of one table (`where`: its name in errors) of the profile at `path`."""

    def __init__(self, path: Path, where: str, values: object) -> None:
        self.path = path
        self.where = where
        if not isinstance(values, dict):
            raise self.wrong("", "is not a table")
        self._values: dict[str, Any] = dict(values)
        self._left = set(self._values)

    def wrong(self, key: str, what: str) -> ProfileError:
        """The error for a key of this table."""
        name = ".".join(part for part in (self.where, key) if part)
        return ProfileError(path=self.path, detail=f"{name} {what}")

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def text(self, key: str, default: str | None = None) -> str:
        """A string; without `default` it must be there."""
        value = self._take(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, "is not a text")
        return value

    def number(self, key: str, default: float, least: float = 0.0, most: float = 1.0) -> float:
        """A number from `least` to `most`."""
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
            raise self.wrong(key, f"is not a number from {least:g} to {most:g}")
        return float(value)

    def names(self, key: str, default: frozenset[str]) -> frozenset[str]:
        """A list of strings."""
        value = self._take(key, list(default))
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.wrong(key, "is not a list of texts")
        return frozenset(value)

    def texts(self, key: str) -> dict[str, str]:
        """A table of strings; empty when it is not there."""
        value = self._take(key, {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            raise self.wrong(key, "is not a table of texts")
        return dict(value)

    def numbers(self, key: str) -> dict[str, float]:
        """A table of numbers from 0 to 1; empty when it is not there."""
        value = self._take(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "is not a table")
        inner = ProfileOptions(self.path, ".".join(part for part in (self.where, key) if part), value)
        return {name: inner.number(name, 0.0) for name in value}

    def tables(self, key: str) -> list[ProfileOptions]:
        """A list of tables, at least one."""
        value = self._take(key, None)
        if not isinstance(value, list) or not value:
            raise self.wrong(key, "is not a list of tables")
        return [ProfileOptions(self.path, f"{key}[{number}]", one) for number, one in enumerate(value, 1)]

    def values(self) -> dict[str, Any]:
        """All values as they are."""
        return dict(self._values)

    def finish(self) -> None:
        """Raises `ProfileError` when a key was not asked for: it is misspelt, or means nothing here."""
        if self._left:
            raise self.wrong(min(self._left), "is no known key")

    def _take(self, key: str, default: object) -> object:
        self._left.discard(key)
        if key in self._values:
            return self._values[key]
        if default is None:
            raise self.wrong(key, "is missing")
        return default
