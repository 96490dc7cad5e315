"""MainWindow: the program's window; empty and painted at once, then filled with what its features bring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QEventLoop, QMimeData, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QLabel, QMainWindow

from deid_studio.gui.shell.preferences import Preferences

if TYPE_CHECKING:  # at run time all of it takes a second to import, and the window is seen before
    from deid_studio.gui.workbench import Workbench

_WIDTH, _HEIGHT = 1280, 800
_LEAST = QSize(400, 300)
_OF_SCREEN = 0.8  # what a first window takes of a screen that is larger
_TITLE_BAR = 36  # what a desktop adds on top; unknown before the window is shown
_UNPAINTED_MS = 250  # how long a start waits at most for a desktop that shows no window


class MainWindow(QMainWindow):
    """The window itself: its size, what is dropped on it, and when it may close."""

    workbench: Workbench

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._filled = False
        self._painted = False
        self.setAcceptDrops(True)
        self.setWindowTitle("Deid Studio")
        self.setMinimumSize(_LEAST)  # else it would be as wide as all panels need, which are put away where it is not
        self._state = preferences.window_state()
        # Qt refuses the geometry of another screen, and would leave the window as small as it can be.
        if self._state is None or not self.restoreGeometry(self._state[0]):
            self.resize(QSize(_WIDTH, _HEIGHT).expandedTo(self.screen().availableGeometry().size() * _OF_SCREEN))
        self.resize(self.size().boundedTo(self.screen().availableGeometry().size() - QSize(0, _TITLE_BAR)))

    def show_at_once(self) -> None:
        """Show the window that is not filled yet, and come back when it is painted; keys and clicks wait."""
        self.setCentralWidget(QLabel(self.tr("Starting…"), alignment=Qt.AlignmentFlag.AlignCenter))
        self.show()
        waited = QElapsedTimer()
        waited.start()
        while not self._painted and waited.elapsed() < _UNPAINTED_MS:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents, _UNPAINTED_MS)

    def fill(self, workbench: Workbench, features: Sequence[Callable[[Workbench], object]]) -> None:
        """Put in what the features bring, which are installed in this order."""
        self.setUpdatesEnabled(False)
        self.workbench = workbench
        self.features = {install.__module__.rpartition(".")[2]: install(workbench) for install in features}
        workbench.build()
        if self.isVisible():  # what was put into one that is, Qt shows later, and would make all panels as wide
            QTimer.singleShot(0, self, self._settle)
        else:
            self._settle()

    def _settle(self) -> None:
        """Give the panels their places, and the person the keyboard."""
        if self._state is not None:
            self.workbench.docks.restore(self._state[1])
        else:
            self.workbench.docks.fit_widths()
        self.setUpdatesEnabled(True)
        self._filled = True
        page = self.workbench.page
        (page.open_button if page.again_button.isHidden() else page.again_button).setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self._painted = True

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.ActivationChange and self._filled and self.isActiveWindow():
            self.workbench.controller.look_at_disk()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = self._dropped(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.workbench.paths_wanted.emit(paths)

    def _dropped(self, data: QMimeData) -> list[Path]:
        """What can be opened of what is dropped."""
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        return [path for path in paths if self._filled and self.workbench.opens(path)]

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._filled or any(keeps() for keeps in self.workbench.keeps_open):
            event.ignore()
            return
        workbench = self.workbench
        workbench.preferences.keep_window_state(self.saveGeometry(), workbench.docks.layout())
        workbench.docks.close_windows()
        workbench.closing.emit()
        workbench.controller.close()
        super().closeEvent(event)
