"""Draws: chance that a secret decides, so that a second release draws the same and nobody without it can repeat it."""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A project's secret."""
    return secrets.token_bytes(SECRET_BYTES)


class Draws:
    """Draws for one scope (a report, a patient or a project), each named by what it is for.

    The same secret, scope and name give the same draw: HMAC-SHA256 (RFC 2104) seeds it, so a draw says nothing about
    the name without the secret.
    """

    def __init__(self, secret: bytes, scope: str) -> None:
        self._key = hmac.digest(secret, scope.encode(), hashlib.sha256)

    def again(self, turn: int) -> Draws:
        """Other draws for what was drawn so often already; these at turn 0."""
        return self if not turn else self.other(f"turn {turn}")

    def other(self, name: str) -> Draws:
        """Other draws within this scope, by a name of their own."""
        return Draws(self._key, name)

    def random(self, *name: str) -> random.Random:
        """A generator of chance for what is named."""
        return random.Random(hmac.digest(self._key, "\0".join(name).encode(), hashlib.sha256))

    def pick(self, choices: Sequence[T], *name: str) -> T:
        """One of the choices; raises IndexError when there is none."""
        return self.random(*name).choice(choices)
