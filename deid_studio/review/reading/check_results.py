"""CheckResults: what a reviewer saw of what was planted, kept for them alone: counts, classes and times.

The file lies in the reviewer's own data folder, never in a project, and holds no text and no name of a report. A report
is in it by a key that nobody can undo, so that it is not checked twice, and what was seen in it is not shown again.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from deid_studio.errors import ChecksDamagedError, WriteError, reason
from deid_studio.formats.files import write_file
from deid_studio.formats.private_folder import make_private
from deid_studio.plain_files import plain_text
from deid_studio.review.second.missed_bounds import clopper_pearson

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One plant: its class, whether it was seen, given a class that is right, and after how long on the screen."""

    day: date
    phi_class: str
    seen: bool
    right: bool = False
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Planted:
    """What a report under review was given: each plant's offset and kind, the offsets of those that were seen, and of
    those that do not count, since other marks cover them."""

    plants: tuple[tuple[int, str], ...]
    seen: frozenset[int] = frozenset()
    void: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class CheckResults:
    """A reviewer's results; `planted` are the reports under review by key, `done` those that were signed off."""

    secret: str = field(default_factory=lambda: secrets.token_hex(16))
    results: tuple[CheckResult, ...] = ()
    planted: Mapping[str, Planted] = field(default_factory=dict)
    done: frozenset[str] = frozenset()

    def with_planted(self, key: str, planted: Planted) -> CheckResults:
        """With what a report was given, in place of what was known of it."""
        return replace(self, planted={**self.planted, key: planted})

    def with_result(self, result: CheckResult) -> CheckResults:
        """With another result."""
        return replace(self, results=(*self.results, result))

    def with_done(self, key: str) -> CheckResults:
        """With a report signed off: all that is kept of it is that it was."""
        left = {other: planted for other, planted in self.planted.items() if other != key}
        return replace(self, planted=left, done=self.done | {key})


@dataclass(frozen=True, slots=True)
class Recall:
    """Of `total` plants, `seen` were seen, `right` of them with a right class, in a median of `seconds`."""

    seen: int = 0
    total: int = 0
    right: int = 0
    seconds: float | None = None

    @property
    def share(self) -> float | None:
        """The share that was seen (0 to 1); None where there was nothing to see."""
        return self.seen / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, 0 to 1 (Clopper and Pearson)."""
        return clopper_pearson(self.seen, self.total)


def recall_of(results: Iterable[CheckResult]) -> Recall:
    """What the results come to."""
    listed = list(results)
    seen = [result for result in listed if result.seen]
    seconds = median(result.seconds for result in seen) if seen else None
    return Recall(len(seen), len(listed), sum(result.right for result in seen), seconds)


def recall_by_class(results: Iterable[CheckResult]) -> dict[str, Recall]:
    """What the results of each class come to, in order of the classes' names."""
    by_class: dict[str, list[CheckResult]] = {}
    for result in results:
        by_class.setdefault(result.phi_class, []).append(result)
    return {name: recall_of(by_class[name]) for name in sorted(by_class)}


def since(results: Iterable[CheckResult], day: date) -> tuple[CheckResult, ...]:
    """The results from a day on."""
    return tuple(result for result in results if result.day >= day)


def file_of(folder: Path, reviewer: str) -> Path:
    """The file of a reviewer's results in the folder of all; its name does not hold theirs."""
    name = " ".join(reviewer.split()).casefold()
    return folder / f"{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}.json"


def read_results(path: Path) -> CheckResults | None:
    """The results in a file, None where there is none; raises `ChecksDamagedError`."""
    try:
        data = json.loads(plain_text(path))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ChecksDamagedError(path=path, detail=reason(error)) from error
    except (ValueError, RecursionError) as error:
        raise ChecksDamagedError(path=path, detail="JSON") from error
    try:
        if data["format"] != _FORMAT:
            raise ValueError("format")
        planted = {
            str(key): Planted(
                tuple((int(at), str(kind)) for at, kind in one["plants"]),
                frozenset(map(int, one["seen"])),
                frozenset(map(int, one["void"])),
            )
            for key, one in data["planted"].items()
        }
        results = tuple(map(_result, data["results"]))
        return CheckResults(str(data["secret"]), results, planted, frozenset(map(str, data["done"])))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ChecksDamagedError(path=path, detail=str(error)) from error


def write_results(path: Path, results: CheckResults) -> None:
    """Keep the results, whole or not at all, for the reviewer's account alone; raises `WriteError`."""
    data = {
        "format": _FORMAT,
        "secret": results.secret,
        "results": [
            {"day": one.day.isoformat(), "class": one.phi_class, "seen": one.seen, "right": one.right,
             "seconds": one.seconds}
            for one in results.results
        ],
        "planted": {
            key: {"plants": [list(plant) for plant in one.plants], "seen": sorted(one.seen), "void": sorted(one.void)}
            for key, one in results.planted.items()
        },
        "done": sorted(results.done),
    }  # fmt: skip
    try:
        make_private(path.parent)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error
    write_file(path, json.dumps(data, indent=1).encode("utf-8"), private=True)


def delete_results(path: Path) -> None:
    """Delete the results; raises `WriteError`."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error


def _result(data: Mapping[str, Any]) -> CheckResult:
    return CheckResult(
        date.fromisoformat(data["day"]), str(data["class"]), bool(data["seen"]), bool(data["right"]),
        int(data["seconds"]),
    )  # fmt: skip
