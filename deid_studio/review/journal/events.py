"""Events: what happened to a report, and where the events leave it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple


class EventKind(StrEnum):
    """What happened: `BEGIN` holds the desk a review starts from, `SUGGEST` later suggestions.

    Two are of the folder, not of a report: `RECOVER`, what was wrong with the journal and what was done, and `TAG_SET`,
    how its classes were changed.
    """

    BEGIN = "begin"
    SUGGEST = "suggest"
    PERFORM = "perform"
    UNDO = "undo"
    REDO = "redo"
    SIGN_OFF = "sign_off"
    WITHDRAW = "withdraw"
    RECOVER = "recover"
    TAG_SET = "tag_set"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the journal; `at` is ISO 8601 in UTC, `payload` JSON values."""

    seq: int
    report: str
    at: str
    reviewer: str
    kind: EventKind
    payload: dict[str, Any]


class Signature(NamedTuple):  # made for each report whenever a folder is opened: half the time of a dataclass
    """A sign-off: by whom and when (ISO 8601 in UTC), and whether as second reader.

    `risk` is how many mentions of PHI were expected to be unmarked then; None where that was not recorded. `proof` is
    the hash of what was signed (`sign_off.Proof`); empty for the sign-offs of earlier versions.
    """

    reviewer: str
    at: str
    second: bool = False
    risk: float | None = None
    proof: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """Where a report stands, without replaying its events.

    Counts are of mentions; `decided` tells whether a person has decided anything; `ann_sha256` is the `.ann` as this
    program last read or wrote it (None: there was none); `unsaved`: decisions newer than the `.ann`. `signatures` are
    the sign-offs since the newest `BEGIN`, oldest first, of which the last holds if `signed`; `reviewer` decided last;
    `saved_seq` is the event after which the `.ann` was written last, 0 where it was not.
    """

    name: str
    last_seq: int
    pending: int
    accepted: int
    rejected: int
    decided: bool
    signed: bool
    unsaved: bool
    ann_sha256: str | None
    signatures: tuple[Signature, ...] = ()
    reviewer: str = ""
    saved_seq: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """How many mentions of a desk are in each state."""

    pending: int
    accepted: int
    rejected: int


def now() -> str:
    """This moment, as events hold it: ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def signature_of(reviewer: str, at: str, payload: Mapping[str, Any]) -> Signature:
    """What a sign-off's payload says of it."""
    return signature(reviewer, at, payload.get("second"), payload.get("risk"), payload.get("proof"))


def signature(reviewer: str, at: str, second: object, risk: object, proof: object) -> Signature:
    """A sign-off from values that JSON gave."""
    expected = risk if isinstance(risk, int | float) else None
    return Signature(reviewer, at, second in (1, True), expected, proof if isinstance(proof, str) else "")
