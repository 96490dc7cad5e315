"""LayerSuggestions: what is suggested in a layer: nothing in what is read blind, in gold what annotators have."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from heapq import heappop, heappush
from pathlib import Path
from typing import Protocol

from deid_studio.batch.preannotated import Preannotated
from deid_studio.corpora.adjudication import SignedLayers, suggested
from deid_studio.errors import DeidError
from deid_studio.formats.text import read_bytes
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.review.elsewhere.ann_beside import sha256


class PreannotatorLike(Protocol):
    """What makes suggestions in the background, as a `Preannotator` does."""

    def start(self) -> None: ...
    def know(self, patients: Mapping[str, PatientFields]) -> None: ...
    def turn_off(self, rules: Collection[str]) -> None: ...
    def suggest_in(self, tagset: TagSet) -> None: ...
    def submit(self, reports: Iterable[tuple[str, Path]]) -> None: ...
    def urgent(self, name: str, path: Path) -> None: ...
    def cancel(self) -> None: ...
    def stop(self) -> None: ...


Answer = Callable[[str, Path], Preannotated]
_URGENT, _IN_TURN = 0, 1
_PAUSE_SECONDS = 0.008  # after each answer that nobody waits for: thousands at once would hold the window up


def nothing(name: str, path: Path) -> Preannotated:
    """The answer for a report that is read blind: there is no suggestion."""
    return Preannotated(name, (), sha256(read_bytes(path)))


def adjudicated(layers: SignedLayers) -> Answer:
    """The answer for a report of gold: what its annotators have."""

    def answer(name: str, path: Path) -> Preannotated:
        return Preannotated(name, tuple(suggested(layers.compared(name))), sha256(read_bytes(path)))

    return answer


class LayerSuggestions:
    """A `PreannotatorLike` that answers for its own reports in a thread, and leaves the others to a detector.

    `own` are the names of its reports; None: all are, and there is no `detector`. The callbacks are a `Preannotator`'s.
    """

    def __init__(
        self,
        answer: Answer,
        on_ready: Callable[[DeidError | None], None],
        on_result: Callable[[Preannotated], None],
        own: Collection[str] | None = None,
        detector: PreannotatorLike | None = None,
    ) -> None:
        self._answer = answer
        self._on_ready, self._on_result = on_ready, on_result
        self._own = own
        self._detector = detector
        self._rules_off: frozenset[str] = frozenset()
        self._jobs: list[tuple[int, int, str, Path | None]] = []  # a heap
        self._more = threading.Condition()
        self._count = 0
        self._places: dict[str, int] = {}  # of what waits, by name: a report is in the queue once
        self._thread = threading.Thread(target=self._work, name="layer", daemon=True)

    def start(self) -> None:
        self._thread.start()
        if self._detector is None:
            self._on_ready(None)
        else:
            self._detector.start()

    def know(self, patients: Mapping[str, PatientFields]) -> None:
        if self._detector is not None:
            self._detector.know(patients)

    def turn_off(self, rules: Collection[str]) -> None:
        self._rules_off = frozenset(rules)
        if self._detector is not None:
            self._detector.turn_off(rules)

    def suggest_in(self, tagset: TagSet) -> None:
        if self._detector is not None:
            self._detector.suggest_in(tagset)

    def submit(self, reports: Iterable[tuple[str, Path]]) -> None:
        others = []
        with self._more:
            for name, path in reports:
                if not self._is_own(name):
                    others.append((name, path))
                elif name not in self._places:
                    self._put(_IN_TURN, name, path)
        if self._detector is not None:
            self._detector.submit(others)

    def urgent(self, name: str, path: Path) -> None:
        if self._is_own(name):
            with self._more:
                self._put(_URGENT, name, path)
        elif self._detector is not None:
            self._detector.urgent(name, path)

    def cancel(self) -> None:
        self._places.clear()
        if self._detector is not None:
            self._detector.cancel()

    def stop(self) -> None:
        with self._more:
            self._put(_URGENT, "", None)
        if self._thread.is_alive():
            self._thread.join()
        if self._detector is not None:
            self._detector.stop()

    def _is_own(self, name: str) -> bool:
        return self._own is None or name in self._own

    def _put(self, priority: int, name: str, path: Path | None) -> None:
        self._count += 1
        if path is not None:
            self._places[name] = self._count
        heappush(self._jobs, (priority, -self._count if path is None else self._count, name, path))
        self._more.notify()

    def _work(self) -> None:
        while True:
            with self._more:
                self._more.wait_for(lambda: self._jobs)
                urgent, place, name, path = heappop(self._jobs)
            if path is None:
                return
            if self._places.get(name) != place:
                continue
            self._places.pop(name, None)
            try:
                found = self._answer(name, path)
            except DeidError as error:
                found = Preannotated(name, error=error)
            self._on_result(replace(found, rules_off=self._rules_off))
            if urgent != _URGENT:
                time.sleep(_PAUSE_SECONDS)
