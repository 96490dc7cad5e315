"""Reader's sample: a random share of released reports for a motivated intruder, and what their sheets say of the rest.

A motivated intruder is somebody without special skills who has reasons and everyday sources (ICO, *Anonymisation*). The
sample is drawn by the release's own digest and a seed, so that nobody chooses which reports are in it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deid_studio.errors import ReaderSheetError
from deid_studio.formats.reader_sheet import ReaderSheet
from deid_studio.review.second.missed_bounds import clopper_pearson, upper_bound
from deid_studio.texts import Text


@dataclass(frozen=True, slots=True)
class ReaderSample:
    """What readers made of a sample: of `sampled` reports of a release's `reports`, somebody was told in `hits`."""

    readers: tuple[str, ...]
    sources: tuple[str, ...]
    hours: float
    reports: int
    sampled: int
    attempts: int
    hits: int

    @property
    def bounds(self) -> tuple[float, float]:
        """The share of reports in which such readers tell somebody, with 95 % confidence (Clopper and Pearson)."""
        return clopper_pearson(self.hits, self.sampled)

    @property
    def at_most(self) -> float:
        """The share that is not exceeded with 95 % confidence, one-sided."""
        return upper_bound(self.hits, self.sampled)

    def values(self) -> dict[str, Any]:
        """All of it as JSON's values."""
        return {
            "readers": list(self.readers),
            "sources": list(self.sources),
            "hours": self.hours,
            "reports": self.reports,
            "sampled": self.sampled,
            "attempts": self.attempts,
            "hits": self.hits,
            "share_95": [round(bound, 6) for bound in self.bounds],
            "share_at_most": round(self.at_most, 6),
        }


def release_digest(hashes: Mapping[str, str]) -> str:
    """What a release is known by: a SHA-256 of the names of its reports and the SHA-256 of their texts."""
    lines = (f"{sha256}  {name}\n" for name, sha256 in sorted(hashes.items()))
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def drawn(release: str, reports: Sequence[str], size: int, seed: int) -> tuple[str, ...]:
    """A random sample of a release's reports, in the order of their names; all of them if there are not more."""
    chance = random.Random(hashlib.sha256(f"{release} {seed}".encode()).digest())
    return tuple(sorted(chance.sample(sorted(reports), min(size, len(reports)))))


def judged(sheets: Sequence[ReaderSheet], release: str, reports: Sequence[str]) -> ReaderSample:
    """What one or more filled sheets of a release say together.

    Raises `ReaderSheetError` where a sheet is of another release, or its reports are not those that were drawn: who
    leaves some out, or takes others, says nothing of the rest.
    """
    hit: dict[str, bool] = {}
    for sheet in sheets:
        _check(sheet, release, reports)
        for row in sheet.rows:
            hit[row.report] = hit.get(row.report, False) or row.hit
    return ReaderSample(
        tuple(dict.fromkeys(sheet.reader for sheet in sheets)),
        tuple(dict.fromkeys(sheet.sources for sheet in sheets)),
        round(sum(sheet.hours for sheet in sheets), 6),
        len(reports),
        len(hit),
        sum(row.attempts for sheet in sheets for row in sheet.rows),
        sum(hit.values()),
    )


def _check(sheet: ReaderSheet, release: str, reports: Sequence[str]) -> None:
    if sheet.release != release:
        raise _error(sheet.path, 1, Text("it is of another release"))
    drew, count = sheet.sample, len(sheet.rows)
    if count != drew or not count:
        raise _error(sheet.path, 1, Text("{drew} reports were drawn, not {count}", drew=drew, count=count))
    left = set(drawn(release, reports, drew, sheet.seed))
    for row in sheet.rows:
        if row.report not in left:
            raise _error(sheet.path, row.line, Text("this report was not drawn, or is there twice"))  # fmt: skip
        left.remove(row.report)


def _error(path: Path, line: int, detail: Text) -> ReaderSheetError:
    return ReaderSheetError(path=path, line=line, detail=detail)
