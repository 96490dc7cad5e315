"""LastTexts: what was made of the texts that were asked for last, so that who asks for the same does not make it again.

Several detectors read a report one after the other, and each of them several reports (`detection/pipeline.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

ROOM = 200_000  # code points of all texts that are kept
_LEAST = 4  # texts that are kept, however long they are: a report and others between
_SHORTEST = 250  # code points that a text counts for at least


class LastTexts(Generic[T]):
    """A function of a text that keeps what it gave for the last ones, which nobody may change. Safe to share between
    threads."""

    def __init__(self, make: Callable[[str], T]) -> None:
        self._make = make
        self._kept: dict[str, T] = {}  # those asked for last at the end
        self._taken = 0
        self._lock = Lock()
        self.__doc__ = make.__doc__

    def __call__(self, text: str) -> T:
        with self._lock:
            if text in self._kept:
                made = self._kept[text] = self._kept.pop(text)
                return made
        made = self._make(text)
        with self._lock:
            if text not in self._kept:
                self._kept[text] = made
                self._taken += _size(text)
                while self._taken > ROOM and len(self._kept) > _LEAST:
                    oldest = next(iter(self._kept))
                    del self._kept[oldest]
                    self._taken -= _size(oldest)
        return made


def _size(text: str) -> int:
    return max(len(text), _SHORTEST)
