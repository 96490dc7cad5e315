"""Look: one stretch that looks like PHI, and the kinds of looks that there are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class LookKind(StrEnum):
    """What a stretch looks like; the value is its name in profiles and evidence."""

    DATE = "date"
    NUMBER = "number"
    CODE = "code"
    ADDRESS = "address"
    NAME = "name"
    PLACE = "place"
    UNKNOWN = "unknown"
    ORGANISATION = "organisation"
    GROUP = "group"
    PROFESSION = "profession"


@dataclass(frozen=True, slots=True)
class Look:
    """Code points `[start, end)` of a report that look like something."""

    start: int
    end: int
    kind: LookKind
