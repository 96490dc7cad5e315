"""StatusPanel: the line at the bottom: what was saved, what is left here, how far pre-annotation is."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QToolButton, QWidget

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.key_table import KeyTable
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.wording import decision_symbol, time_left
from deid_studio.model.mentions import Decision
from deid_studio.progress import TimeLeft

_STANDS_MS = 5000  # how long what answers a person is not put out of sight by what goes on by itself
_LEAST_WITH_WORDS = 720  # pixels; in less, numbers have a sign and no word


class StatusPanel(QWidget):
    """The content of the status bar."""

    pause_wanted = Signal()
    told_short = Signal(str)  # a message or a change that was told

    def __init__(self, controller: ReviewController, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._theme = theme
        self._problem = False
        self._left = TimeLeft()
        # What is told of the same decision stays: to hide it and show another at once would lay all out twice.
        self._change_is_past = QTimer(self, singleShot=True, interval=0)
        self._change_is_past.timeout.connect(self._hide_change)
        self._stands = QTimer(self, singleShot=True, interval=_STANDS_MS)
        self._stands.timeout.connect(self._show_waiting)
        self._waiting = ""  # what is shown then
        self.told = QLabel()
        self.told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.change = QLabel()
        self.undo = QToolButton()
        self.undo.setText(self.tr("Undo"))
        self.undo.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.undo.clicked.connect(controller.undo)
        self.counts = QLabel()
        self.read = QLabel()
        self.read.hide()
        self.preannotation = QLabel()
        self.bar = QProgressBar()
        self.bar.setFixedSize(120, 6)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the pre-annotation"))
        self.pause = QToolButton()
        self.pause.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(10)
        row.addWidget(self.change)
        row.addWidget(self.undo)
        row.addWidget(self.told, 1)
        row.addWidget(self.read)
        row.addWidget(self.counts)
        row.addSpacing(12)
        for widget in (self.preannotation, self.bar, self.pause):
            row.addWidget(widget)
        self.setMinimumHeight(30)
        self.pause.clicked.connect(self.pause_wanted)
        controller.folder_opened.connect(self._folder_opened)
        for signal in (controller.report_opened, controller.report_failed, controller.settled):
            signal.connect(self._count)
        for signal in (controller.report_opened, controller.report_failed, controller.desk_changed):
            signal.connect(lambda: self._change_is_past.start())
        self._hide_change()
        self._show_preannotation()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self._colour()

    def tell(self, text: str, problem: bool = False) -> None:
        """Show a short message until the next one."""
        self._stands.start() if text else self._stands.stop()
        self._show_told(text, problem)

    def tell_in_passing(self, text: str) -> None:
        """Show a short message that answers nobody, once what was told last has stood for a while."""
        if self._stands.isActive() and not self._problem:
            self._waiting = text
        else:
            self._show_told(text)

    def _show_waiting(self) -> None:
        if self._waiting:
            self._show_told(self._waiting)

    def _show_told(self, text: str, problem: bool = False) -> None:
        self._problem, self._waiting = problem, ""
        self.told.setText(text)
        self.told.setAccessibleName(text)
        self.told_short.emit(text)
        self._colour()

    def tell_change(self, text: str) -> None:
        """Tell a change that a single letter made, with a button to undo it, until the next decision."""
        self.change.setText(text)
        self.change.setAccessibleName(text)
        self.told_short.emit(text)
        self._change_is_past.stop()
        self.change.show()
        self.undo.show()

    def set_keys(self, table: KeyTable) -> None:
        """Say the key of undoing."""
        self.undo.setToolTip(table.with_hint(self.tr("Undo"), "undo"))
        self.pause.setToolTip(table.with_hint(self.tr("Pause or resume pre-annotation"), "pause"))

    def tell_read(self, text: str, tip: str = "") -> None:
        """Tell how much of the report was read; nothing for an empty text."""
        self.read.setText(text)
        self.read.setToolTip(tip)
        self.read.setVisible(bool(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())  # in a narrow window it says less

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (event.size().width() < _LEAST_WITH_WORDS) != (event.oldSize().width() < _LEAST_WITH_WORDS):
            self._count()
            self._show_preannotation()

    @property
    def _brief(self) -> bool:
        return self.width() < _LEAST_WITH_WORDS

    def _hide_change(self) -> None:
        self.change.hide()
        self.undo.hide()

    def _colour(self) -> None:
        colour = self._theme.pending if self._problem else self._theme.muted
        self.told.setStyleSheet(f"color: {colour};")

    def _count(self) -> None:
        if self._controller.session is None:
            self.counts.setText("")
            return
        found = self._controller.desk.counts
        searching = self.tr("Looking for suggestions…") if self._controller.searching else ""
        parts = (
            searching or self.tr("○ %n pending", "", found[Decision.PENDING]),
            self.tr("✓ %n accepted", "", found[Decision.ACCEPTED]),
            self.tr("✕ %n rejected", "", found[Decision.REJECTED]),
        )
        told = "   ".join(parts)
        brief = "  ".join((searching, *(f"{decision_symbol(one)} {found[one]}" for one in Decision)))
        self.counts.setText(brief if self._brief else told)
        self.counts.setAccessibleName(told)
        self.counts.setToolTip(told if self._brief else "")

    def _folder_opened(self) -> None:
        folder = self._controller.folder
        self._left.restart()
        if folder is not None:
            folder.preannotation_changed.connect(self._show_preannotation)
            folder.preannotation_changed.connect(self._count)
            folder.suggestions_came.connect(self._came)
        self._show_preannotation()

    def _came(self, name: str) -> None:
        if name == self._controller.shown:
            self._count()

    def _show_preannotation(self) -> None:
        folder = self._controller.folder
        done, total = (0, 0) if folder is None else folder.preannotated
        paused = folder is not None and folder.paused and done < total
        active = folder is not None and folder.preannotating
        for widget in (self.preannotation, self.bar, self.pause):
            widget.setVisible((active or paused) and not (self._brief and widget is self.preannotation))
        if not active:
            self._left.restart()
        if not active and not paused:
            return
        if active:
            self._left.step(done, total)
        self.bar.setMaximum(total)
        self.bar.setValue(done)
        words = self.tr("Paused: {done} of {total}") if paused else self.tr("Pre-annotating {done} of {total}")
        left = time_left(self._left.seconds if active else None)
        told = words.format(done=done, total=total)
        self.preannotation.setText(f"{told} · {left}" if left else told)
        self.bar.setToolTip(self.preannotation.text())
        self.pause.setText(self.tr("Resume") if paused else self.tr("Pause"))
