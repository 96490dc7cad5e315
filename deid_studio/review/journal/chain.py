"""Chain: the hash of each event over its fields and the hash before it, and of each other row over its values.

Changing, taking out or putting in anything that was written leaves a hash that does not fit. Who can run this code on
the file can make all of them anew: what then tells is what lies elsewhere (`docs/decisions`, the record on the chain).
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

START = bytes(32)  # what the first event names as the hash before it
UNSEALED = 0  # the seal of a table without rows

Value = str | int | bytes | None


class Row(NamedTuple):
    """An event as it is written: `after` is the number of the report's event before it (0: none), `payload` JSON."""

    seq: int
    report: str
    after: int
    at: str
    reviewer: str
    kind: str
    payload: str
    previous: bytes
    hash: bytes

    @property
    def fits(self) -> bool:
        """Whether its hash is the one of what it says."""
        return self.hash == event_hash(*self[:-1])


def event_hash(
    seq: int, report: str, after: int, at: str, reviewer: str, kind: str, payload: str, previous: bytes
) -> bytes:
    """The SHA-256 of an event; lengths stand before the texts, so that no two events are the same text."""
    said = f"{seq},{after},{len(report)},{len(at)},{len(reviewer)},{len(kind)}:{report}{at}{reviewer}{kind}{payload}"
    return hashlib.sha256(previous + said.encode()).digest()


def row_hash(table: str, values: tuple[Value, ...]) -> bytes:
    """The SHA-256 of a row of a table other than that of events."""
    return hashlib.sha256(f"{table}:{''.join(map(_marked, values))}".encode()).digest()


def resealed(seal: int, gone: bytes | None, come: bytes | None) -> int:
    """The seal of a table after a row of one hash made room for a row of another (None: for none).

    It is the sum of the hashes, so that it does not depend on their order, and changing a row needs no other.
    """
    return (seal - _number(gone) + _number(come)) % (1 << 256)


def _number(digest: bytes | None) -> int:
    return 0 if digest is None else int.from_bytes(digest)


def _marked(value: Value) -> str:
    if value is None:
        return "-;"
    text = value.hex() if isinstance(value, bytes) else str(value)
    return f"{len(text)}{type(value).__name__}:{text};"
