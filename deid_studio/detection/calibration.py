"""Calibration: what a suggestion's confidence is worth, as measured on annotated reports."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

from deid_studio.errors import ProfileError, reason
from deid_studio.plain_files import plain_bytes

_LARGEST_FILE = 1_000_000

Knot = tuple[float, float]  # confidence as suggested, share of such suggestions that were right


@dataclass(frozen=True, slots=True)
class Calibration:
    """For each kind of source (the detectors that suggest exactly the same, `crf+grammar`) a rising polygon of knots.

    `model` is the fingerprint of the model that it was measured with: for another one it says nothing.
    """

    model: str = ""
    knots: Mapping[str, tuple[Knot, ...]] = field(default_factory=dict)

    def confidence(self, source: str, raw: float) -> float:
        """The share of suggestions like this one that were right; `raw` itself for a source that was not measured."""
        knots = self.knots.get(source)
        if not knots:
            return raw
        after = bisect_right(knots, (raw, inf))
        if after == 0:
            return knots[0][1]
        if after == len(knots):
            return knots[-1][1]
        (x0, y0), (x1, y1) = knots[after - 1], knots[after]
        return y0 + (y1 - y0) * (raw - x0) / (x1 - x0)

    def to_json(self) -> dict[str, object]:
        """The calibration as JSON values."""
        return {"model": self.model, "knots": {source: [list(k) for k in own] for source, own in self.knots.items()}}


def read_calibration(path: Path) -> Calibration:
    """The calibration in a JSON file; raises `ProfileError` when it is missing or not what `to_json` writes."""
    try:
        data = json.loads(plain_bytes(path, _LARGEST_FILE))
        return calibration_from(str(data["model"]), data["knots"], path)
    except OSError as error:
        raise ProfileError(path=path, detail=reason(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _wrong(path, error) from error


def calibration_from(model: str, knots: Mapping[str, Any], path: Path) -> Calibration:
    """The calibration that JSON values say; raises `ProfileError`, which names the file, where they are none."""
    try:
        found = {str(source): tuple((float(x), float(y)) for x, y in own) for source, own in knots.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise _wrong(path, error) from error
    for source, own in found.items():
        rising = all(x0 < x1 and y0 <= y1 for (x0, y0), (x1, y1) in pairwise(own))
        if not own or not rising or not all(0 <= value <= 1 for knot in own for value in knot):
            raise ProfileError(path=path, detail=f"the knots of {source!r:.60} do not rise from 0 to 1")
    return Calibration(model, found)


def _wrong(path: Path, error: Exception) -> ProfileError:
    return ProfileError(path=path, detail=f"it is no calibration ({type(error).__name__})")
