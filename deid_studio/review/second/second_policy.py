"""Second policy: which signed-off reports another person is to read as well, and who that may be; pure.

A random share is drawn by a keyed hash of the report's name: the same report is drawn each time, a greater share holds
the smaller one, and nobody without the folder's secret can foresee or choose it. The riskiest are the reports in which
most PHI is expected to be unmarked (`expected_leak`), a share of all that are signed off.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from math import ceil
from typing import TYPE_CHECKING

from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.review.deciding.tally import kind_of

if TYPE_CHECKING:
    from deid_studio.review.journal import Signature, Summary

SHARES = (0.01, 1.0)
_LEAST_CHANCE = 0.05  # of a passage: nobody is led to what is hardly ever PHI
_ROUNDING = 1e-9


class Choice(StrEnum):
    """How reports are chosen for a second reader."""

    OFF = "off"
    RANDOM = "random"
    RISKIEST = "riskiest"


@dataclass(frozen=True, slots=True)
class SecondPolicy:
    """Which share (0 to 1) of the signed-off reports is read twice; `secret` is the folder's own, in hexadecimal."""

    choice: Choice = Choice.OFF
    share: float = 0.1
    secret: str = ""

    def with_secret(self) -> SecondPolicy:
        """The same with a secret, made now if there was none; one that was made stays, and with it what is drawn."""
        return self if self.secret else replace(self, secret=secrets.token_hex(32))

    def to_json(self) -> str:
        """As it is kept."""
        return json.dumps({"choice": self.choice.value, "share": self.share, "secret": self.secret})

    @classmethod
    def from_json(cls, kept: str | None) -> SecondPolicy:
        """As it was kept; off where nothing was, or nothing that can be understood."""
        try:
            said = json.loads(kept or "")
            share = float(said["share"])
            if not SHARES[0] <= share <= SHARES[1]:
                return cls()
            return cls(Choice(said["choice"]), share, bytes.fromhex(said["secret"]).hex())
        except (ValueError, KeyError, TypeError, RecursionError):
            return cls()


class Role(Enum):
    """What a person is to a signed-off report that another one is to read as well, or NONE of these.

    `FIRST` signed it and cannot be its second reader; `SECOND` can; `UNNAMED` has no name, by which alone two people
    are told apart.
    """

    NONE = "none"
    FIRST = "first"
    SECOND = "second"
    UNNAMED = "unnamed"


def reader_key(name: str) -> str:
    """A reviewer's name by which two are compared: without regard to case, blanks and forms of the same letter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def draw(name: str, secret: str) -> float:
    """A number from 0 to 1 (exclusive) that is a report's own, as good as random to who does not know the secret."""
    key = bytes.fromhex(secret)
    digest = hashlib.blake2b(name.encode(errors="surrogateescape"), digest_size=7, key=key).digest()
    return int.from_bytes(digest) / 2.0**56


def read_twice(signatures: Iterable[Signature]) -> bool:
    """Whether someone with a name signed after somebody else: two people have signed. What either changed, signed
    again, and was not read by the other asks for no third."""
    before: set[str] = set()
    for signature in signatures:
        key = reader_key(signature.reviewer)
        if key and before - {key}:
            return True
        before.add(key)
    return False


def left_unmarked(desk: Desk) -> tuple[Mention, ...]:
    """The suggestions that were rejected, in text order, but for those that gave way to a mention that was accepted."""
    return tuple(
        m
        for m in desk
        if m.decision is Decision.REJECTED
        and m.suggestion is not None
        and not any(m.span.overlaps(span) for span in desk.decided_spans)
    )


def expected_leak(desk: Desk, read: float | None = None) -> float:
    """How many mentions of PHI are expected to be unmarked in a report with these decisions.

    Of what was suggested and rejected, by hand or by hiding it before sign-off, that is the sum of the confidences
    (calibrated ones, for the model's own). To it comes what nobody suggested and nobody read: with a share `read` of
    the words (None: not recorded, taken as all), the unread rest holds as much PHI for each word as the whole report,
    and of it as great a part was not suggested as had to be added by hand, (added + 1) / (accepted + 2) by Laplace's
    rule of succession. Who rejected a suggestion may well have been right: it ranks reports, it does not count PHI.
    """
    rejected = sum(m.suggestion.confidence for m in left_unmarked(desk) if m.suggestion is not None)
    return rejected + (0.0 if read is None else unread_leak(desk, read))


def unread_leak(desk: Desk, read: float) -> float:
    """What of an expected leak is in the words that nobody read, a share `read` of all being read."""
    accepted = desk.accepted
    added = sum(kind_of(m) == "added" for m in accepted)
    return (1.0 - min(max(read, 0.0), 1.0)) * len(accepted) * (added + 1) / (len(accepted) + 2)


def passages(desk: Desk) -> tuple[int, ...]:
    """The ids of the mentions that a second reader of the riskiest passages is led to, in text order."""
    return tuple(m.id for m in left_unmarked(desk) if m.suggestion and m.suggestion.confidence >= _LEAST_CHANCE)


class SecondReaders:
    """Which reports of a folder need a second reader, kept up to date as they are signed.

    `risks` are what `expected_leak` gave for the reports whose sign-off does not say it.
    """

    def __init__(
        self, policy: SecondPolicy, summaries: Mapping[str, Summary], risks: Mapping[str, float] | None = None
    ) -> None:
        self.policy = policy
        self._risks = dict(risks or {})
        self._signatures = {name: one.signatures for name, one in summaries.items() if one.signatures}
        self._chosen: frozenset[str] = frozenset()
        self._choose()

    @property
    def chosen(self) -> frozenset[str]:
        """The reports that were signed off, if not as they are now, and that another person is to read."""
        return self._chosen

    @property
    def signed(self) -> int:
        """How many reports were signed off, if not as they are now."""
        return len(self._signatures)

    @property
    def read(self) -> frozenset[str]:
        """Those of the chosen ones that two people have signed."""
        return frozenset(name for name in self._chosen if read_twice(self._signatures[name]))

    def with_policy(self, policy: SecondPolicy, risks: Mapping[str, float] | None = None) -> SecondReaders:
        """The same reports under another policy, with what else is known of their risks."""
        made = SecondReaders(policy, {}, {**self._risks, **(risks or {})})
        made._signatures = dict(self._signatures)
        made._choose()
        return made

    def needed(self, name: str) -> bool:
        """Whether a report that is signed off needs another reader."""
        return name in self._chosen and not read_twice(self._signatures[name])

    def role(self, name: str, reviewer: str) -> Role:
        """What a reviewer is to a report, be it signed off as it is or changed since."""
        if not self.needed(name):
            return Role.NONE
        key = reader_key(reviewer)
        if any(reader_key(signature.reviewer) == key for signature in self._signatures[name]):
            return Role.FIRST
        return Role.SECOND if key else Role.UNNAMED

    def first_reader(self, name: str) -> str:
        """Who signed a report first; "" where nobody did."""
        signatures = self._signatures.get(name, ())
        return signatures[0].reviewer if signatures else ""

    def note(self, name: str, signatures: tuple[Signature, ...]) -> frozenset[str]:
        """Take the signatures that a report has now; the other reports that are chosen now, or no longer, are told."""
        if self._signatures.get(name, ()) == signatures:
            return frozenset()
        if signatures:
            self._signatures[name] = signatures
        else:
            self._signatures.pop(name, None)
        before = self._chosen
        if self.policy.choice is Choice.RISKIEST:
            self._choose()  # one more report may put another out of the share
        else:
            self._chosen = self._chosen | {name} if self._is_drawn(name) else self._chosen - {name}
        return (before ^ self._chosen) - {name}

    def _choose(self) -> None:
        match self.policy.choice:
            case Choice.OFF:
                self._chosen = frozenset()
            case Choice.RANDOM:
                self._chosen = frozenset(name for name in self._signatures if self._is_drawn(name))
            case Choice.RISKIEST:
                risks = {name: self._risk(name) for name in self._signatures}
                secret = self.policy.secret
                ranked = sorted(
                    (name for name, risk in risks.items() if risk > 0), key=lambda n: (-risks[n], draw(n, secret))
                )
                self._chosen = frozenset(ranked[: ceil(self.policy.share * len(risks) - _ROUNDING)])

    def _is_drawn(self, name: str) -> bool:
        if self.policy.choice is not Choice.RANDOM or name not in self._signatures:
            return False
        return draw(name, self.policy.secret) < self.policy.share

    def _risk(self, name: str) -> float:
        """The risk that the first reader left: a second one's decisions do not put a report out of the share."""
        said = [signature.risk for signature in self._signatures[name] if not signature.second]
        known = next((risk for risk in reversed(said) if risk is not None), None)
        return self._risks.get(name, 0.0) if known is None else known
