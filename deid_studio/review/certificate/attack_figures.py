"""Attack figures: what attacks on a release found, in the numbers that its certificate takes in.

They are read from what `deid attack --json` writes. Names of reports, ids of people and places stay in that file: the
certificate leaves with the reports.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Any

from deid_studio.errors import AttackFiguresError
from deid_studio.formats.text import read_bytes
from deid_studio.review.handover import in_one_line
from deid_studio.texts import Text

FORMAT = 1
_LARGEST_MB = 500  # all reports with all their hits
_MOST_NAMES = 10


class Attack(StrEnum):
    """Who attacked: somebody with a list of people, a tagger that knows the release alone, or a motivated reader."""

    LINKAGE = "linkage"
    PARROT = "parrot"
    READER = "reader"


@dataclass(frozen=True, slots=True)
class Attacked:
    """What an attack found: its figures by name, when they were taken in (ISO 8601 in UTC), and the SHA-256 of the
    file that they are from."""

    by: Attack
    at: str
    source_sha256: str
    figures: Mapping[str, Any]

    def values(self) -> dict[str, Any]:
        """All of it as JSON's values; `attacked_from` gives it back."""
        return {"by": self.by.value, "at": self.at, "source_sha256": self.source_sha256, "figures": dict(self.figures)}


def attacked_from(values: Mapping[str, Any]) -> Attacked:
    """The attack in JSON's values; raises ValueError, KeyError or TypeError for what is none."""
    by = Attack(values["by"])
    return Attacked(by, str(values["at"]), str(values["source_sha256"]), _figures(values["figures"], by))


def read_figures(path: Path, release: str) -> tuple[Attacked, ...]:
    """What attacks found on a release of this digest (`release_digest`), in a file of `deid attack --json`.

    Raises `AttackFiguresError` for one of another release or of none, `ReportUnreadableError`, `ReportTooLargeError`.
    """
    raw = read_bytes(path, _LARGEST_MB)
    try:
        values = json.loads(raw)
        if values["format"] != FORMAT:
            raise ValueError(values["format"])
        of, source, now = values["release"]["sha256"], sha256(raw).hexdigest(), _now()
        found = tuple(Attacked(by, now, source, _figures(values[key] if key else values, by))
                      for by, key in _PLACES.items() if (key or "people") in values)  # fmt: skip
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise AttackFiguresError(path=path, detail=_NONE) from error
    if of != release:
        raise AttackFiguresError(path=path, detail=_OTHER)
    if not found:
        raise AttackFiguresError(path=path, detail=_EMPTY)
    return found


def _figures(values: Mapping[str, Any], by: Attack) -> dict[str, Any]:
    return {name: read(values.get(name)) for name, read in _FIGURES[by].items()}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def _count_if_any(value: Any) -> int | None:
    return None if value is None else _count(value)


def _number_if_any(value: Any) -> float | None:
    if value is not None and (type(value) not in (int, float) or not 0 <= value < 1e9):
        raise ValueError(value)
    return None if value is None else float(value)


def _number(value: Any) -> float:
    number = _number_if_any(value)
    if number is None:
        raise ValueError(value)
    return number


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _names(value: Any) -> list[str]:
    if not isinstance(value, list) or len(value) > _MOST_NAMES:
        raise ValueError(value)
    return [in_one_line(str(one)) for one in value]


_PLACES = {Attack.LINKAGE: "", Attack.PARROT: "parrot", Attack.READER: "reader_sample"}
_FIGURES: Mapping[Attack, Mapping[str, Callable[[Any], Any]]] = {
    Attack.LINKAGE: {
        "people": _count, "least_k": _count, "holds": _truth, "linked": _count, "smallest_k": _count_if_any,
        "below": _count, "mean_risk": _number_if_any,
    },
    Attack.PARROT: {"marked": _count, "pointed": _count, "annotated": _count},
    Attack.READER: {
        "readers": _names, "sources": _names, "hours": _number, "reports": _count, "sampled": _count,
        "attempts": _count, "hits": _count, "share_at_most": _number_if_any,
    },
}  # fmt: skip
_NONE = Text("it is not what “deid attack --json” writes")
_OTHER = Text("it is of another release, or of other texts")
_EMPTY = Text("there is no attack in it")
