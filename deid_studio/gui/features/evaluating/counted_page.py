"""CountedPage: a page of figures that are counted beside the window, once it is shown first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from deid_studio.errors import DeidError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import time_left, what_happened, what_to_do


class CountedPage(QWidget):
    """`told` says how long it takes, or what went wrong; what `count` makes of a request comes to `take`."""

    def __init__(self, controller: ReviewController, topic: str, count: Callable[..., Any], request: object) -> None:
        super().__init__()
        self._controller = controller
        self._topic, self._count, self._request = topic, count, request
        self._begun = False
        self.told = told_label()
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.told)

    @abstractmethod
    def take(self, found: Any) -> None:
        """Show what was counted."""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._begun:
            self._begun = True
            self._controller.jobs.run(
                self._topic,
                self._count,
                self._request,
                done=self.take,
                failed=self._failed,
                progress=lambda *_: self.told.setText(time_left(self._controller.jobs.seconds_left(self._topic))),
            )

    def stop(self) -> None:
        """Give up counting."""
        self._controller.jobs.cancel(self._topic)

    def _failed(self, error: DeidError) -> None:
        self._begun = False  # it is tried again when the page is shown again
        self.told.setText(f"{what_happened(error)} {what_to_do(error)}")
