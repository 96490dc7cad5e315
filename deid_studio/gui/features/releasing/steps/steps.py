"""Steps: the pages of a release, one in sight; each can be scrolled, and none is narrower than what is on it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStyle, QTabBar, QTabWidget, QWidget


class _Bar(QTabBar):
    """Tells when a step is chosen by its letter, as the person then wants to go on with the keyboard."""

    by_key = Signal()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() is QEvent.Type.Shortcut:
            self.by_key.emit()
        return done


class _Scrolled(QScrollArea):
    """A page that is as wide as it is given, and only scrolls up and down."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(page)
        page.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        page = self.widget()
        if page is None:
            return super().minimumSizeHint()
        around = 2 * self.frameWidth() + self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return QSize(page.minimumSizeHint().width() + around, super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and watched is self.widget():
            self.updateGeometry()
        return super().eventFilter(watched, event)


class Steps(QTabWidget):
    """A step that is chosen by its key is begun at its first field."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bar = _Bar()
        self.setTabBar(bar)
        self.setDocumentMode(True)
        self.setAccessibleName(name)
        self._first: list[QWidget] = []
        bar.by_key.connect(self._begin)

    def add(self, page: QWidget, title: str, first: QWidget) -> None:
        """Put a page after the others; `first` is where a person begins."""
        self.addTab(_Scrolled(page), title)
        self._first.append(first)

    @property
    def first(self) -> QWidget:
        """The field of the page in sight where a person begins."""
        return self._first[self.currentIndex()]

    def _begin(self) -> None:
        self.first.setFocus(Qt.FocusReason.ShortcutFocusReason)
