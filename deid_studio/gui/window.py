"""MainWindow: the workbench in a window, with every feature that there is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QSize
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from deid_studio.formats.conversion.documents import SUFFIXES
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features import (
    about,
    adjudicating,
    alike,
    ann_repairing,
    classes,
    columns,
    corpus_checks,
    deciding,
    evaluating,
    exporting,
    final_check,
    find,
    guidelines,
    jumping,
    learning_from_reports,
    looks,
    manual,
    mentions,
    models,
    opening,
    panes,
    patient_data,
    planted_checks,
    planted_suggestions,
    read_only,
    recovering,
    relations,
    releasing,
    report_list,
    rules,
    safekeeping,
    search,
    second_reader,
    settings,
    shortcuts,
    signing_off,
    statistics,
    suggesting,
    tag_set,
    telling,
    tour,
    updating,
)
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.shell.messages import ask
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench

# In the order in which they are told of what happens.
FEATURES: tuple[Callable[[Workbench], object], ...] = (
    find.install,
    final_check.install,
    search.install,
    deciding.install,
    report_list.install,
    mentions.install,
    relations.install,
    adjudicating.install,
    classes.install,
    patient_data.install,
    exporting.install,
    alike.install,
    looks.install,
    columns.install,
    jumping.install,
    shortcuts.install,
    panes.install,
    telling.install,
    rules.install,
    opening.install,
    suggesting.install,
    planted_checks.install,
    planted_suggestions.install,
    settings.install,
    models.install,
    learning_from_reports.install,
    second_reader.install,
    read_only.install,
    signing_off.install,
    releasing.install,
    recovering.install,
    ann_repairing.install,
    safekeeping.install,
    statistics.install,
    evaluating.install,
    corpus_checks.install,
    tag_set.install,
    guidelines.install,
    tour.install,
    manual.install,
    updating.install,
    about.install,
)

_WIDTH, _HEIGHT = 1280, 800
_LEAST = QSize(400, 300)
_OF_SCREEN = 0.8  # what a first window takes of a screen that is larger
_TITLE_BAR = 36  # what a desktop adds on top; unknown before the window is shown
_OPENED = (".txt", ".ann", *SUFFIXES)


class MainWindow(QMainWindow):
    """The window itself: its size, what is dropped on it, and when it may close."""

    def __init__(self, controller: ReviewController, preferences: Preferences) -> None:
        super().__init__()
        self._closing_anyway = False
        self.setAcceptDrops(True)
        self.setWindowTitle("Deid Studio")
        self.setMinimumSize(_LEAST)  # else it would be as wide as all panels need, which are put away where it is not
        self.workbench = Workbench(self, controller, preferences)
        self.features = {install.__module__.rpartition(".")[2]: install(self.workbench) for install in FEATURES}
        title = QT_TRANSLATE_NOOP("actions", "&Quit")
        self.workbench.actions.add(ActionSpec("quit", Menu.FILE, 310, title, self.close, ("Ctrl+Q",)))
        self.workbench.build()
        self._restore()
        page = self.workbench.page
        (page.open_button if page.again_button.isHidden() else page.again_button).setFocus()

    def _restore(self) -> None:
        state = self.workbench.preferences.window_state()
        if state is not None:
            self.workbench.docks.restore(state[1])
        # Qt refuses the geometry of another screen, and would leave the window as small as it can be.
        if state is None or not self.restoreGeometry(state[0]):
            self.resize(QSize(_WIDTH, _HEIGHT).expandedTo(self.screen().availableGeometry().size() * _OF_SCREEN))
        frame = self.frameGeometry().size() - self.size() if self.isVisible() else QSize(0, _TITLE_BAR)
        self.resize(self.size().boundedTo(self.screen().availableGeometry().size() - frame))
        if state is None:
            self.workbench.docks.fit_widths()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.workbench.controller.saving.check_disk()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = _dropped(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.workbench.paths_wanted.emit(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        workbench = self.workbench
        saving, session = workbench.controller.saving, workbench.controller.session
        unsaved = session is not None and session.unsaved and not saving.conflict
        if unsaved and not self._closing_anyway and not saving.now():
            event.ignore()
            self._ask_whether_to_close()
            return
        workbench.preferences.keep_window_state(self.saveGeometry(), workbench.docks.layout())
        workbench.docks.close_windows()
        workbench.closing.emit()
        workbench.controller.close()
        super().closeEvent(event)

    def _ask_whether_to_close(self) -> None:
        ask(
            self,
            self.tr("Not saved"),
            self.tr("The .ann could not be written."),
            self.tr("Your decisions are safe: the .ann is completed when this folder is opened again."),
            [(self.tr("Close anyway"), self._close_anyway)],
            self.tr("Stay"),
        )

    def _close_anyway(self) -> None:
        self._closing_anyway = True
        self.close()


def _dropped(data: QMimeData) -> list[Path]:
    """What can be opened of what is dropped."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.is_dir() or path.suffix.lower() in _OPENED]
