"""Pacing: keeps the estimate of the time that is left for a folder, which is read beside the window."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from deid_studio.review.figures.pace import LEAST, Pace, PaceRequest, read_pace

if TYPE_CHECKING:
    from deid_studio.gui.control.controller import ReviewController

_TOPIC = "pace"
_SHARE = 0.02  # of the time since: a journal of millions of decisions is not read at each sign-off


class Pacing(QObject):
    """Read when a folder is opened and after sign-offs."""

    changed = Signal(object)  # Pace, or None while too little is known

    def __init__(self, controller: ReviewController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._pace: Pace | None = None
        self._began = self._took = 0.0
        controller.folder_opened.connect(self._begin)

    def _begin(self) -> None:
        self._pace, self._took = None, 0.0
        self.changed.emit(None)
        folder = self._controller.folder
        if folder is not None:
            folder.signed_off_changed.connect(self._signed_changed)
            self._read()

    def _signed_changed(self) -> None:
        self.changed.emit(self._pace)
        if time.monotonic() - self._began > self._took / _SHARE:
            self._read()

    def _read(self) -> None:
        controller = self._controller
        folder, reviewer = controller.folder, controller.reviewer
        if folder is None or folder.signed_off < LEAST:
            return
        standings = map(folder.standing, folder.names)
        signed = frozenset(one.name for one in standings if one.state.is_signed and one.signed_by == reviewer)
        self._began = time.monotonic()
        request = PaceRequest(folder.project, reviewer, signed)
        # An estimate that cannot be made is none.
        controller.jobs.run(_TOPIC, read_pace, request, done=self._take, failed=lambda _error: None)

    def _take(self, pace: Pace | None) -> None:
        self._took = time.monotonic() - self._began
        self._pace = pace
        self.changed.emit(pace)
