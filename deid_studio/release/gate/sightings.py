"""Sightings: what the gate asks of who reads reports for it, and what it is told; it loads nothing that detects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.release.gate.held import HeldKind

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Sighting:
    """A stretch of a text that a reader points at, and by what it was seen."""

    suggestion: Suggestion
    kind: HeldKind


@dataclass(frozen=True, slots=True)
class Unread:
    """A report to be read: its name (`path`, for errors alone), its text, the text that is to leave, and what is known
    of its patient. Of an empty text nothing is seen."""

    path: str
    original: str = field(repr=False)
    released: str = field(default="", repr=False)
    fields: PatientFields | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is seen in an original, and in the text that is to leave."""

    original: tuple[Sighting, ...] = ()
    released: tuple[Suggestion, ...] = ()


class Reader(Protocol):
    """Reads reports; the same text and fields give the same again."""

    def read(self, text: str, fields: PatientFields | None = None) -> tuple[Sighting, ...]:
        """What it sees in an original, of whose patient `fields` are known."""

    def read_released(self, text: str) -> tuple[Suggestion, ...]:
        """What it sees in a released text."""

    def each(self, reports: Iterable[tuple[K, Unread]]) -> Iterator[tuple[K, Seen]]:
        """Each key with what is seen in its report, in their order; the reports are taken as they are needed."""
        for key, one in reports:
            yield key, self.seen(one)

    def seen(self, report: Unread) -> Seen:
        """What it sees in one report."""
        return Seen(
            self.read(report.original, report.fields) if report.original else (),
            self.read_released(report.released) if report.released else (),
        )

    def close(self) -> None:
        """Give back what it holds; it reads anew when it is asked again."""
