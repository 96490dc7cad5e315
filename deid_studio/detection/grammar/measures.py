"""Measures: how often each rule of a grammar was right on annotated reports, kept in a file beside the grammar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import tomli_w

from deid_studio.errors import GrammarError
from deid_studio.plain_files import plain_text, toml_of

_LARGEST_FILE = 2_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Measure:
    """How many spans of a rule were in the gold, with the same class and offsets, and how many were not."""

    right: int
    wrong: int

    @property
    def precision(self) -> float:
        """The share that was right (0 when there was none)."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 0.0


def measures_path(grammar: Path) -> Path:
    """Where the measures of a grammar are: beside it."""
    return grammar.with_suffix(".measures.toml")


def read_measures(path: Path) -> dict[str, Measure]:
    """The measures in a file by rule, none when it is not there; raises `GrammarError`."""
    try:
        data = toml_of(plain_text(path, _LARGEST_FILE))
        return {name: Measure(_count(one["right"]), _count(one["wrong"])) for name, one in data["rules"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise GrammarError(path=path, detail=f"measures: {type(error).__name__}") from error


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("not a count")
    return value


def measures_toml(measures: Mapping[str, Measure]) -> bytes:
    """The file's content."""
    rules = {name: {"right": one.right, "wrong": one.wrong} for name, one in sorted(measures.items())}
    return tomli_w.dumps({"rules": rules}).encode("utf-8")
