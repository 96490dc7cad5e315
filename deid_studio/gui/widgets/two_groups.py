"""TwoGroups: widgets beside each other that become two lines where there is no room for one."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

_BESIDE, _BELOW = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class TwoGroups(QWidget):
    """Stands at the right, as wide as the wider group at least."""

    def __init__(self, first: Iterable[QWidget], second: Iterable[QWidget]) -> None:
        super().__init__()
        self._both = QBoxLayout(_BESIDE, self)
        self._both.setContentsMargins(0, 0, 0, 0)
        self._both.addStretch(1)
        self._groups = QHBoxLayout(), QHBoxLayout()
        for group, parts in zip(self._groups, (first, second), strict=True):
            group.addStretch(1)
            for part in parts:
                group.addWidget(part)
            self._both.addLayout(group)

    def minimumSizeHint(self) -> QSize:
        return QSize(max(self._widths), self._both.totalMinimumSize().height())

    @property
    def _widths(self) -> list[int]:
        return [group.totalMinimumSize().width() for group in self._groups]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fits = sum(self._widths) + 2 * self._both.spacing() <= self.width()
        self._both.setDirection(_BESIDE if fits else _BELOW)
