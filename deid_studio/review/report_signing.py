"""Signing: what of a report is signed, in the folder's review file and retraining data."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from deid_studio.errors import DeidError
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.review.journal import Event, EventKind, Signature, now, signature_of
from deid_studio.review.second.second_policy import Choice
from deid_studio.review.signing.formerly import Formerly
from deid_studio.review.signing.retraining import Retraining, SignOff
from deid_studio.review.signing.review_file import ReviewFile
from deid_studio.review.signing.sign_off import Proof, proof_in, proof_of


class Signing:
    """The sign-offs of one report and what they leave beside its files."""

    def __init__(self, report: str, tagset: TagSet, review_file: ReviewFile, retraining: Retraining) -> None:
        self.proof: Proof | None = None  # of the sign-off that holds; those of earlier versions have none
        self.signatures: tuple[Signature, ...] = ()  # since the text is as it is; the last one holds if it is signed
        self._report = report
        self._tagset = tagset
        self._review_file = review_file
        self._retraining = retraining

    def resume(self, events: Sequence[Event], signed: bool) -> None:
        """Take up what a report's events say; `signed`: the last sign-off holds."""
        offs = (event for event in events if event.kind is EventKind.SIGN_OFF)
        self.signatures = tuple(signature_of(event.reviewer, event.at, event.payload) for event in offs)
        self.proof = standing_proof(events) if signed else None

    def proven(self, text_sha256: str, spans: Sequence[Span]) -> bool:
        """Whether the sign-off that holds can be proved."""
        if self.proof is None or self.proof.differences(text_sha256, spans, self._tagset):
            return False
        try:
            return self._review_file.names(self.proof)
        except DeidError:
            return False

    def proof_of(self, text_sha256: str, spans: Sequence[Span], reviewer: str, second: bool) -> Proof:
        """What a person signs who signs this now."""
        return proof_of(self._report, text_sha256, spans, self._tagset, reviewer, now(), second)

    def append(self, proof: Proof) -> None:
        """Put a line into the review file; raises `WriteError`."""
        self._review_file.append(proof)

    def put(self, signed: SignOff) -> None:
        """Put the signed report into the retraining data (again); raises `WriteError`."""
        self._retraining.put(signed)

    def remove(self) -> None:
        """Take the report out of the retraining data; raises `WriteError`."""
        self._retraining.remove(self._report)

    def settle(self, line: Proof, reviewer: str) -> None:
        """Take a sign-off back that the review file holds and the journal does not; raises `WriteError`."""
        self.append(line.withdrawn(reviewer, now()) if self.proof is None else self.proof)

    def withdraw(self, reviewer: str) -> None:
        """Take the report out of what is signed; what an interruption leaves of it is done at the next opening."""
        proof, self.proof = self.proof, None
        if proof is not None:
            self.append(proof.withdrawn(reviewer, now()))
        self.remove()


def said_with(
    proof: Proof,
    formerly: Formerly | None,
    sweep: Mapping[str, Any] | None,
    sensitivity: float | None,
    read: float | None,
    second: Choice | None,
    risk: float,
) -> dict[str, Any]:
    """What a `SIGN_OFF` event holds: the proof, and what was looked at and how (`ReviewSession.sign_off`)."""
    payload = proof.payload()
    if sweep is not None:
        payload["sweep"] = dict(sweep)
    if sensitivity is not None:
        payload["sensitivity"] = sensitivity
    if read is not None:
        payload["read"] = int(read * 10_000) / 10_000  # down, so that 1 is all of it
    if second is not None:
        payload["choice"] = second.value
    if formerly is not None:
        payload["formerly"] = formerly.name
        payload |= {"named_at": formerly.named_at} if formerly.named_at else {}
    payload["risk"] = round(risk, 4)
    return payload


def standing_proof(events: Sequence[Event]) -> Proof | None:
    """The proof of the last sign-off among a report's events; None where it has none, or says what was not signed."""
    last = next((event for event in reversed(events) if event.kind is EventKind.SIGN_OFF), None)
    with contextlib.suppress(ValueError):
        return None if last is None else proof_in(last.report, last.reviewer, last.payload)
    return None
