"""Asking: who may hold a sign-off back, and who may take a class before it becomes an edit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol


class Stage(IntEnum):
    """When a gate is asked: before the question what to do about pending suggestions, or after it."""

    BEFORE_PENDING = 1
    BEFORE_SIGNATURE = 2


def _nothing_held() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Gate:
    """What a sign-off passes, in order of `place`.

    `holds_back` gets what goes on with the sign-off, and says whether that is to wait; `pass_over` lets one that waits
    go on all the same, False if none does.
    """

    stage: Stage
    place: int
    holds_back: Callable[[Callable[[], object]], bool]
    pass_over: Callable[[], bool] = _nothing_held


class ClassTaker(Protocol):
    """Who shows text in the report that is not the report's, and takes the class that is given to it."""

    @property
    def is_here(self) -> bool:
        """Whether such text is what a class would be given to now."""
        ...

    def take(self, phi_class: str) -> bool:
        """Take it that a class was given to what is selected; False when that is none of its text."""
        ...
