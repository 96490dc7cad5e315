"""SearchPanel: finds a text in all reports of the folder, in their mentions, or where nothing is marked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.search.folder_searching import FolderSearching
from deid_studio.gui.features.search.search_model import HitColumn, SearchModel
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.choice_box import ChoiceBox
from deid_studio.gui.widgets.context_delegate import HIT
from deid_studio.gui.widgets.context_table import ContextTable
from deid_studio.gui.words.wording import class_title, decision_word, time_left, what_happened
from deid_studio.model.mentions import Decision
from deid_studio.review.folder_search import MOST, Hit, Query, Scope, Searched

_AFTER_TYPING_MS = 250
_WIDTHS = {HitColumn.REPORT: 220, HitColumn.LINE: 56, HitColumn.MENTION: 220}
_AROUND_TITLE = 36  # the scroll bar beside it, and the margins


class SearchPanel(QWidget):
    """Searches while a person types; Return goes to the hits, and there to the report."""

    left = Signal()  # Escape: the person wants to go to the report, and the panel away
    place_opened = Signal()  # by Return: the person wants to go on in the report

    def __init__(self, controller: ReviewController, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.searching = FolderSearching(controller)
        self._build_query()
        self.model = SearchModel(controller.tagset, self)
        self.table = ContextTable(self.model, HitColumn.CONTEXT.value, theme)
        self.table.setAccessibleName(self.tr("What was found"))
        for hit_column, width in _WIDTHS.items():
            self.table.setColumnWidth(hit_column.value, width)
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(160, 6)
        self.progress.setAccessibleName(self.tr("Progress of the search"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self._show_running(False)

        top = QHBoxLayout()
        top.setSpacing(8)
        for widget in (
            self.field,
            self.scope,
            self.classes,
            self.decisions,
            self.words,
            self.exact,
            self.close_button,
        ):
            top.addWidget(widget, 1 if widget is self.field else 0)
        below = QHBoxLayout()
        below.addWidget(self.told, 1)
        below.addWidget(self.progress)
        below.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addLayout(below)

        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_AFTER_TYPING_MS)
        self._typing.timeout.connect(self.search)
        self.field.textChanged.connect(lambda: self._typing.start())
        for box in (self.scope, self.classes, self.decisions):
            box.currentIndexChanged.connect(self._query_changed)
        for check in (self.words, self.exact):
            check.toggled.connect(self._query_changed)
        for watched in (self.field, self.table):
            watched.installEventFilter(self)
        self.table.clicked.connect(lambda index: self.searching.open(index.data(HIT)))
        self.cancel.clicked.connect(self.searching.stop)
        self.close_button.clicked.connect(self._leave)
        self.searching.began.connect(self._began)
        self.searching.found.connect(self._found)
        self.searching.stepped.connect(self._stepped)
        self.searching.ended.connect(self._ended)
        self.searching.failed.connect(self._failed)
        self.searching.moved.connect(self._moved)
        controller.folder_opened.connect(self._folder_opened)
        self.set_theme(theme)
        self._folder_opened()

    def _build_query(self) -> None:
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find in all reports of the folder"))
        self.field.setAccessibleName(self.tr("Find in all reports of the folder"))
        self.field.setClearButtonEnabled(True)
        self._magnifier = self.field.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition)
        self.scope = QComboBox()
        self.scope.setAccessibleName(self.tr("Where to search"))
        for scope, title, tip in (
            (Scope.TEXT, self.tr("In all the text"), ""),
            (
                Scope.MENTIONS,
                self.tr("In mentions"),
                self.tr("Accepted, pending and rejected ones: as decided, in the .ann, or as suggested so far"),
            ),
            (
                Scope.UNMARKED,
                self.tr("In unmarked text"),
                self.tr("Where nothing is accepted or pending: what may have been missed"),
            ),
        ):
            self.scope.addItem(title, scope)
            self.scope.setItemData(self.scope.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.classes = ChoiceBox(10)
        self.classes.setAccessibleName(self.tr("Class of the mentions"))
        self.classes.setMaximumWidth(230)
        self.decisions = QComboBox()
        self.decisions.setAccessibleName(self.tr("Decision on the mentions"))
        self.decisions.addItem(self.tr("Any decision"), None)
        for decision in Decision:
            self.decisions.addItem(decision_word(decision).capitalize(), decision)
        self.words = QCheckBox(self.tr("&Whole words"))
        self.exact = QCheckBox(self.tr("Case and accents &count"))
        self.close_button = QToolButton()
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip(self.tr("Close (Esc)"))
        self.close_button.setAccessibleName(self.tr("Close the search"))

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        self.table.set_theme(theme)
        self._magnifier.setIcon(themes.icon("search", theme))
        self.close_button.setIcon(themes.icon("cancel", theme))

    def open(self, text: str = "") -> None:
        """Go to the field, with a text to find if there is one."""
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @property
    def query(self) -> Query:
        """What is asked for."""
        scope = Scope(self.scope.currentData())
        in_mentions = scope is Scope.MENTIONS
        decision = self.decisions.currentData()
        return Query(
            self.field.text(),
            scope,
            self.exact.isChecked(),
            self.words.isChecked(),
            (self.classes.currentData() or "") if in_mentions else "",
            Decision(decision) if in_mentions and decision is not None else None,
        )

    def search(self) -> None:
        """Search for what is asked, in place of a search that is going on."""
        self._typing.stop()
        query = self.query
        if query.is_empty:
            self.searching.stop()
            self.model.begin(self._controller.tagset)
            self.told.setText("")
        else:
            self.searching.start(query)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # From whatever part of the panel that has no use for it.
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _leave(self) -> None:
        self.field.setFocus()  # what leaves the panel is what has the keyboard
        self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key == Qt.Key.Key_Escape:
                self.left.emit()
                return True
            if watched is self.field and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
                if self._typing.isActive():
                    self.search()
                elif self.model.rowCount():
                    self.table.setFocus(Qt.FocusReason.TabFocusReason)
                    if not self.table.currentIndex().isValid():
                        self.table.selectRow(0)
                return True
            if watched is self.table and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                index = self.table.currentIndex()
                if index.isValid():
                    self.searching.open(index.data(HIT))
                    self.place_opened.emit()
                return True
        return super().eventFilter(watched, event)

    def _query_changed(self) -> None:
        in_mentions = Scope(self.scope.currentData()) is Scope.MENTIONS
        self.classes.setVisible(in_mentions)
        self.decisions.setVisible(in_mentions)
        self.table.setColumnHidden(HitColumn.MENTION.value, not in_mentions)
        self.search()

    def _folder_opened(self) -> None:
        tagset = self._controller.tagset
        with QSignalBlocker(self.classes):
            self.classes.clear()
            self.classes.addItem(self.tr("All classes"), "")
            for phi_class in tagset:
                self.classes.addItem(class_title(tagset, phi_class.name), phi_class.name)
        titles = self.classes.view()
        titles.setMinimumWidth(titles.sizeHintForColumn(0) + _AROUND_TITLE)
        self.model.begin(tagset)
        self.told.setText("")
        self._query_changed()

    def _show_running(self, running: bool) -> None:
        self.progress.setVisible(running)
        self.cancel.setVisible(running)

    def _began(self) -> None:
        self.model.begin(self._controller.tagset)
        self.progress.setMaximum(0)
        self.told.setText(self.tr("Searching…"))
        self._show_running(True)

    def _found(self, hits: list[Hit]) -> None:
        self.model.add(hits)

    def _stepped(self, step: int, total: int) -> None:
        self.progress.setMaximum(total)
        self.progress.setValue(step)
        words = self.tr("{found} found · {step} of {total} reports")
        left = time_left(self.searching.seconds_left)
        told = words.format(found=self.model.rowCount(), step=step, total=total)
        self.told.setText(f"{told} · {left}" if left else told)

    def _ended(self, searched: Searched | None) -> None:
        self._show_running(False)
        if searched is None:
            self.told.setText(self.tr("Stopped; found so far: {found}").format(found=self.model.rowCount()))
            return
        if searched.cut:
            words = self.tr("The first {found} are shown; look for something rarer").format(found=MOST)
        elif searched.hits:
            words = self.tr("{found} found in {reports} reports").format(found=searched.hits, reports=searched.reports)
            if searched.reports == 1:
                words = self.tr("{found} found in one report").format(found=searched.hits)
        else:
            words = self.tr("Not found")
        if searched.unreadable:
            words += " · " + self.tr("not searched, because they cannot be read: {count}").format(
                count=searched.unreadable
            )
        self.told.setText(words)

    def _failed(self, error: DeidError) -> None:
        self._show_running(False)
        self.told.setText(what_happened(error))

    def _moved(self) -> None:
        self.told.setText(self.tr("The report has changed since: it does not stand there any more."))
