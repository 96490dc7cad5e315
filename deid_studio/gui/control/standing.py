"""Standing: where a report of the open folder stands, as the list shows it."""

from __future__ import annotations

from dataclasses import dataclass

from deid_studio.errors import DeidError, DetectionFailedError, WorkerLostError
from deid_studio.review.journal import Signature, Summary
from deid_studio.review.project import ReportState, state_of
from deid_studio.review.second.second_policy import SecondReaders


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a report stands: its state, its counts (None: not known yet) and why it could not be read, if so.

    `signed_by` and `signed_at` (ISO 8601 in UTC) tell of the last sign-off, even of one that holds no longer, as the
    state then says; `reviewer` decided last. They are empty where there is nobody.
    """

    name: str
    state: ReportState
    pending: int | None = None
    accepted: int | None = None
    error: DeidError | None = None
    found_nothing: bool = False  # the detector has looked, and has no suggestion
    signed_by: str = ""
    signed_at: str = ""
    reviewer: str = ""


def first_standing(name: str, summary: Summary | None, second: SecondReaders) -> Standing:
    """Where a report stands as its folder is opened: `summary` is what the journal has of it, if anything."""
    if summary is None:
        return Standing(name, state_of(None))
    return standing_of(summary, state_of(summary, None, second.needed(name)))


def standing_of(summary: Summary, state: ReportState, found_nothing: bool = False) -> Standing:
    """Where a report with this summary stands."""
    last = summary.signatures[-1] if summary.signatures else Signature("", "")
    return Standing(
        summary.name,
        state,
        summary.pending,
        summary.accepted,
        None,
        found_nothing,
        last.reviewer,
        last.at,
        summary.reviewer,
    )


def is_unreadable(error: DeidError) -> bool:
    """Whether a report with this error cannot be shown; one on which only the detector failed can."""
    return not isinstance(error, WorkerLostError | DetectionFailedError)
