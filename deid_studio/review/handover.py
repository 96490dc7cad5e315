"""Handover: to whom a release goes and for what, who can see it there, and until when; for ledger and certificate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from deid_studio.texts import Text, joined

LONGEST = 500  # characters of what is said of a handover

_NAMES = {
    "recipient": Text("the recipient"),
    "purpose": Text("the purpose"),
    "environment": Text("the environment"),
    "restricted": Text("an environment that is not public"),
}


class Environment(StrEnum):
    """Who can see a release: everybody, those who are let in under an agreement, or the organisation's own people."""

    OPEN = "open"
    CONTROLLED = "controlled"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class Handover:
    """What a person says of a handover; empty or None where nothing was said.

    `agreement` says in words who can see the release and under what agreement, `expires` until which day the risk that
    was judged may be relied on: with more data and better tools than today's, people are known again more easily.
    """

    recipient: str = ""
    purpose: str = ""
    environment: Environment | None = None
    agreement: str = ""
    expires: date | None = None

    @property
    def restricted(self) -> bool:
        """Whether it is said that not everybody sees it."""
        return self.environment in (Environment.CONTROLLED, Environment.INTERNAL)

    def from_day(self, day: date, days: int) -> Handover:
        """The same with an expiry: without one of its own so many days after the day of the release."""
        return self if self.expires is not None else replace(self, expires=day + timedelta(days=days))

    def missing(self, required: Iterable[str]) -> tuple[str, ...]:
        """What is required and was not said, of `recipient`, `purpose`, `environment` and `restricted`."""
        return tuple(name for name in _NAMES if name in frozenset(required) and not getattr(self, name))

    def values(self) -> dict[str, Any]:
        """All of it as JSON's values; `handover_from` gives it back."""
        return {
            "recipient": self.recipient,
            "purpose": self.purpose,
            "environment": None if self.environment is None else self.environment.value,
            "agreement": self.agreement,
            "expires": None if self.expires is None else self.expires.isoformat(),
        }


def handover_from(values: Mapping[str, Any]) -> Handover:
    """The handover in JSON's values; raises ValueError, KeyError or TypeError for what is none."""
    environment, expires = values["environment"], values["expires"]
    return Handover(
        in_one_line(str(values["recipient"])),
        in_one_line(str(values["purpose"])),
        None if environment is None else Environment(environment),
        in_one_line(str(values["agreement"])),
        None if expires is None else date.fromisoformat(expires),
    )


def missing_words(names: Iterable[str]) -> Text:
    """What is missing of a handover, in words."""
    return joined(_NAMES[name] for name in names)


def in_one_line(said: str) -> str:
    """What a person said, in one line of a length that a page can show."""
    return " ".join("".join(c if c.isprintable() else " " for c in said).split())[:LONGEST]
