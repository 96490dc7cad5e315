"""Formerly: the name that a reviewer had before."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Formerly:
    """Under what name a reviewer decided before they gave theirs, and when they did (ISO 8601 in UTC, empty: unknown).

    What is decided under that name later is somebody else's: accounts of many machines are called alike.
    """

    name: str
    named_at: str = ""
