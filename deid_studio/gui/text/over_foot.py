"""OverFoot: the report's page with notices over its foot, so that nothing of it moves when one comes or goes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from deid_studio.gui.shell.messages import Messages
from deid_studio.gui.text.report_page import ReportPage

_MOST = 0.6  # of the height, which notices may take: something of the page is always to be seen


class OverFoot(QWidget):
    """Gives the page all its room, and the notices as much of its foot as they need."""

    def __init__(self, page: ReportPage, notices: Messages) -> None:
        super().__init__()
        self._page, self._notices = page, notices
        self._left = -1
        for widget in (page, notices):
            widget.setParent(self)
        self.setSizePolicy(page.sizePolicy())
        notices.installEventFilter(self)
        notices.raise_()

    def sizeHint(self) -> QSize:
        return self._page.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._page.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._page.resize(event.size())
        self._lay()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self._lay()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._lay()
        return super().eventFilter(watched, event)

    def _lay(self) -> None:
        notices, height = self._notices, 0
        if not notices.isHidden():
            wanted = notices.heightForWidth(self.width()) if notices.hasHeightForWidth() else -1
            height = min(max(wanted, notices.minimumSizeHint().height()), round(self.height() * _MOST))
            notices.setGeometry(0, self.height() - height, self.width(), height)
        if height != self._left:
            self._left = height
            self._page.leave_below(height)
