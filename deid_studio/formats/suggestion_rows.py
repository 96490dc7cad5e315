"""SuggestionRows: reports with their suggestions in one file of JSON Lines, a row is there whole or not at all.

A row is `{"id", "text", "spans": [{"start", "end", "class", "text", "confidence", "fragments"}]}`, with offsets in code
points of the text. Rows are added at the end; the last row of an id is what counts. What a killed program left of a row
has no line end, is no row, and is written over.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from deid_studio.errors import ReportUnreadableError, WriteError, reason
from deid_studio.formats.files import unfinished_file
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion
from deid_studio.plain_files import demand_plain

_BEGINNING = b'{"id": '


@dataclass(frozen=True, slots=True)
class _Place:
    at: int
    length: int
    sha256: bytes


def row_of(id: str, doc: Document, suggestions: Iterable[Suggestion]) -> bytes:
    """The row of a report, with its line end."""
    spans = [
        {
            "start": one.span.start,
            "end": one.span.end,
            "class": one.span.phi_class,
            "text": one.span.text(doc.text),
            "confidence": round(one.confidence, 4),
            "fragments": one.span.fragments,
        }
        for one in suggestions
    ]
    return json.dumps({"id": id, "text": doc.text, "spans": spans}, ensure_ascii=False).encode() + b"\n"


class SuggestionRows:
    """The rows of one file, of each of which a few bytes are held; `strange`: how many lines are no rows."""

    def __init__(self, path: Path) -> None:
        """Look through the file, if there is one; raises `ReportUnreadableError` where the system refuses."""
        self.path = path
        self.strange = 0
        self._places: dict[str, _Place] = {}
        self._end = 0
        try:
            demand_plain(path)
            with path.open("rb") as file:
                for raw in file:
                    self._take(raw)
        except (FileNotFoundError, NotADirectoryError):
            return  # what cannot be written is told when it is to be
        except OSError as error:
            raise ReportUnreadableError(path=path, detail=reason(error)) from error

    def sha256(self, id: str) -> str:
        """The SHA-256 of a report's row; empty when there is none."""
        return self._places[id].sha256.hex() if id in self._places else ""

    def append(self, id: str, row: bytes) -> None:
        """Add the row of a report; raises `WriteError`."""
        try:
            descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.truncate(self._end)
                file.seek(self._end)
                file.write(row)
        except OSError as error:
            raise WriteError(path=self.path, detail=reason(error)) from error
        self._put(id, row)

    def arrange(self, ids: Iterable[str]) -> None:
        """Write the rows anew in this order, others behind them, and each once, if they are not so already.

        Raises `WriteError`.
        """
        first = [id for id in ids if id in self._places]
        known = frozenset(first)
        ordered = {id: self._places[id] for id in (*first, *(id for id in self._places if id not in known))}
        size = self.path.stat().st_size if self.path.exists() else 0
        whole = sum(place.length for place in ordered.values()) == size
        if whole and all(one.at < other.at for one, other in pairwise(ordered.values())):
            return
        try:
            with (
                unfinished_file(self.path, private=True) as descriptor,
                os.fdopen(descriptor, "wb", closefd=False) as new,
            ):
                for row in self._rows(ordered.values()):
                    new.write(row)
        except OSError as error:
            raise WriteError(path=self.path, detail=reason(error)) from error
        self._places, self._end = {}, 0
        for id, place in ordered.items():
            self._places[id] = _Place(self._end, place.length, place.sha256)
            self._end += place.length

    def rows(self) -> Iterator[bytes]:
        """The rows as they stand, one for each id."""
        return self._rows(sorted(self._places.values(), key=lambda place: place.at))

    def _rows(self, places: Collection[_Place]) -> Iterator[bytes]:
        if not places:
            return
        with self.path.open("rb") as file:
            for place in places:
                file.seek(place.at)
                yield file.read(place.length)

    def _take(self, raw: bytes) -> None:
        if not raw.endswith(b"\n"):
            # What is here of a row is written over, and nothing else is.
            self.strange += not raw.startswith(_BEGINNING[: len(raw)])
            return
        try:
            self._put(str(json.loads(raw)["id"]), raw)
        except (ValueError, KeyError, TypeError, RecursionError):
            self.strange += 1
            self._end += len(raw)

    def _put(self, id: str, row: bytes) -> None:
        self._places[id] = _Place(self._end, len(row), hashlib.sha256(row).digest())
        self._end += len(row)
