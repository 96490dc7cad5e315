"""ModelCard: what is known of a version that its manifest does not say; kept beside it as `card.json`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, TypeVar

_LONGEST = 4_000  # characters of a text
_MOST_FIGURES = 500
_REHEARSED = ("characters_recall", "characters_precision", "ner")
_HASH = re.compile("[0-9a-f]{64}")
# A card may come from a stranger: nothing in it may do anything to a terminal, or turn the direction of a line.
_NOT_SHOWN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure before and after, on the same reports: `on` says on which, `measure` what (“recall”, “F1” …).

    `low` and `high` bound what it changed, with 95 %; None where that was not measured.
    """

    on: str
    measure: str
    before: float | None
    after: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a person is told of a version beside what its manifest has (data by hash and count, options, audit, seed).

    `name` is that of all versions of a model and `number` this one's; `base` the version that it was learned from;
    `made` the day (ISO); `command` what made it, without folders; `note` and `by` are of the person who adopted it.
    """

    name: str = ""
    number: int = 1
    base: str = ""
    made: str = ""
    command: str = ""
    figures: tuple[Figure, ...] = ()
    note: str = ""
    by: str = ""
    imported: bool = False

    def to_hand_on(self) -> ModelCard:
        """The card without what only concerns the person who adopted the version."""
        return replace(self, note="", by="")

    def to_bytes(self) -> bytes:
        """The file `card.json`."""
        return (json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n").encode("utf-8")


_Made = TypeVar("_Made", Figure, ModelCard)


def card_from(data: bytes) -> ModelCard:
    """The card in a file; raises ValueError for what `to_bytes` does not write."""
    try:
        values = json.loads(data)
        figures = tuple(_checked(Figure(**one)) for one in values.pop("figures", ()))
        card = _checked(ModelCard(**values, figures=figures))
    except (TypeError, AttributeError, LookupError, RecursionError) as error:
        raise ValueError(type(error).__name__) from error
    if len(figures) > _MOST_FIGURES:
        raise ValueError("figures")
    return card


def _checked(made: _Made) -> _Made:
    for field in fields(made):
        if not _fits(getattr(made, field.name), str(field.type)):
            raise ValueError(field.name)
    return made


def _fits(value: Any, kind: str) -> bool:
    match kind:
        case "str":
            return isinstance(value, str) and len(value) <= _LONGEST and not _NOT_SHOWN.search(value)
        case "int":
            return type(value) is int and 0 < value < 1_000_000
        case "bool":
            return isinstance(value, bool)
        case "float | None":
            return value is None or (type(value) in (int, float) and math.isfinite(value))
    return True


@dataclass(frozen=True, slots=True)
class DataSet:
    """Reports that a model was trained on; a figure that is not known is 0, a sum empty."""

    reports: int
    spans: int
    sha256: str


def data_of(manifest: Mapping[str, Any]) -> list[DataSet]:
    """The sets of reports that a manifest names, the first one's first."""
    adapted = manifest.get("adapted")
    entries = [manifest.get("data"), *(adapted if isinstance(adapted, list) else [])]
    return [_data_set(entry) for entry in entries if isinstance(entry, dict)]


def _data_set(entry: Mapping[str, Any]) -> DataSet:
    reports, spans, sha256 = (entry.get(name) for name in ("reports", "spans", "sha256"))
    known = isinstance(sha256, str) and _HASH.fullmatch(sha256)
    return DataSet(_count(reports), _count(spans), str(sha256) if known else "")


def _count(value: Any) -> int:
    return value if type(value) is int else 0


def rehearsed(manifest: Mapping[str, Any]) -> tuple[Figure, ...]:
    """The figures of the last rehearsal (`learning/rehearsal.py`) in a manifest; none where they are malformed."""
    try:
        told = manifest["adapted"][-1]["rehearsal"]
        every = [Figure(on, measure, *told[on][measure]) for on in ("own", "home") for measure in _REHEARSED]
        return tuple(map(_checked, every))
    except (LookupError, TypeError, ValueError):
        return ()
