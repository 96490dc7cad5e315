"""MentionsPanel: a table of the report's mentions, in step with the report."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.mentions.mention_delegate import MentionDelegate
from deid_studio.gui.features.mentions.mentions_model import (
    ORDERS_OF_COLUMNS,
    Column,
    MentionOrder,
    MentionsModel,
    Shown,
)
from deid_studio.gui.features.mentions.sensitivity_row import SensitivityRow
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.still import Still

# The panel's widths below which a column gives its place to the text.
_LEAST_WIDTH = {Column.EVIDENCE: 540, Column.CONFIDENCE: 310}
_WIDTHS = {Column.STATE: 28, Column.CONFIDENCE: 50, Column.EVIDENCE: 74}
_LEAST_TEXT, _LEAST_CLASS = 130, 100
_AROUND_CLASS = 50  # the sign before the title, and what is left free at both ends
_AROUND_TEXT = 18
_CLASS_SHARE = 0.52  # of the room of both, which titles keep where texts are long
_MEASURED = 3  # texts: measuring all takes longer than a decision


class MentionsPanel(QWidget):
    """The mentions of the report; choosing one goes there in the text, and the other way round."""

    def __init__(self, controller: ReviewController, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._following = False
        self.shown = QComboBox()
        self.shown.setAccessibleName(self.tr("Which mentions are listed"))
        for shown, title in (
            (Shown.ALL, self.tr("All mentions")),
            (Shown.PENDING, self.tr("Pending")),
            (Shown.ACCEPTED, self.tr("Accepted")),
            (Shown.REJECTED, self.tr("Rejected")),
        ):
            self.shown.addItem(title, shown)
        self.order = QComboBox()
        self.order.setAccessibleName(self.tr("Order of the mentions"))
        self.order.setToolTip(
            self.tr(
                "Order of the mentions. By expected leak or by uncertainty, the next pending is the next in the list;"
                " otherwise the next in the text."
            )
        )
        for order, title in (
            (MentionOrder.PLACE, self.tr("By place")),
            (MentionOrder.LEAK, self.tr("By expected leak")),
            (MentionOrder.UNCERTAINTY, self.tr("By uncertainty")),
            (MentionOrder.CLASS, self.tr("By class")),
            (MentionOrder.TEXT, self.tr("By text")),
            (MentionOrder.DECISION, self.tr("By decision")),
            (MentionOrder.EVIDENCE, self.tr("By evidence")),
        ):
            self.order.addItem(title, order)
        self.sensitivity = SensitivityRow(controller)
        self.model = MentionsModel(controller.tagset, self)
        self.model.set_theme(theme)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("Mentions of the report"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self._delegate = MentionDelegate(self.model, theme, self.table)
        self.table.setItemDelegate(self._delegate)
        self.table.setTabKeyNavigation(False)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = self.table.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 11)
        columns = self.table.horizontalHeader()
        columns.setHighlightSections(False)
        # Its own, else the titles are drawn anew whenever another row is chosen.
        columns.setSelectionModel(QItemSelectionModel(self.model, columns))
        columns.setMinimumSectionSize(24)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setSectionResizeMode(Column.TEXT.value, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            self.table.setColumnWidth(column.value, width)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        chosen = QHBoxLayout()
        chosen.addWidget(self.shown, 1)
        chosen.addWidget(self.order, 1)
        layout.addLayout(chosen)
        layout.addWidget(Still(self.sensitivity))
        layout.addWidget(self.table, 1)

        self.shown.currentIndexChanged.connect(self._filter)
        self.order.currentIndexChanged.connect(self._sort)
        columns.setSectionsClickable(True)
        columns.sectionClicked.connect(self._sort_by_column)
        self.table.selectionModel().currentRowChanged.connect(self._chosen)
        controller.report_opened.connect(self._show_report)
        controller.report_failed.connect(self._show_nothing)
        controller.settled.connect(self._show_desk)
        controller.least_changed.connect(self._show_sure)
        self.model.rowsInserted.connect(self._fit_columns)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        # The text is what a mention is known by; the details below the report have the rest.
        for column, least in _LEAST_WIDTH.items():
            self.table.setColumnHidden(column.value, self.width() < least)
        others = sum(width for column, width in _WIDTHS.items() if not self.table.isColumnHidden(column.value))
        room = self.table.viewport().width() - others
        metrics = self.table.fontMetrics()
        texts, classes = (
            max((metrics.horizontalAdvance(shown) for shown in cells), default=0)
            for cells in (self.model.long_texts(_MEASURED), self.model.class_titles())
        )
        text = max(texts + _AROUND_TEXT, _LEAST_TEXT)
        # A class is known by its first words and its sign.
        titles = max(room - text, round(room * _CLASS_SHARE), _LEAST_CLASS)
        wanted = max(classes + _AROUND_CLASS, _LEAST_CLASS)
        self.table.setColumnWidth(Column.CLASS.value, min(wanted, titles))
        if wanted > titles:
            self.model.set_room(lambda title: metrics.horizontalAdvance(title) + _AROUND_CLASS <= titles)
        else:
            self.model.set_room(lambda _title: True)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._delegate.set_theme(theme)
        self.model.set_theme(theme)

    def _show_report(self) -> None:
        session = self._controller.session
        if session is not None:
            self._quietly(lambda: self.model.set_report(session.text, self._controller.desk, self._controller.tagset))

    def _show_nothing(self) -> None:
        controller = self._controller
        self._quietly(lambda: self.model.set_report("", controller.desk, controller.tagset))

    def _show_desk(self) -> None:
        # The widths stay: measuring all texts takes longer than a decision.
        self._quietly(lambda: self.model.set_desk(self._controller.desk), fit=False)
        self._follow(self._controller.current)

    def _show_sure(self, least: float) -> None:
        self._quietly(lambda: self.model.set_least(least))
        self._follow(self._controller.current)

    def _filter(self) -> None:
        self._quietly(lambda: self.model.set_shown(self.shown.currentData()))
        self._follow(self._controller.current)

    def _sort(self) -> None:
        order = MentionOrder(self.order.currentData())
        self._controller.pending_order = order.pending_order
        self._quietly(lambda: self.model.set_order(order))
        self._follow(self._controller.current)

    def _sort_by_column(self, section: int) -> None:
        orders = ORDERS_OF_COLUMNS[Column(section)]
        now = MentionOrder(self.order.currentData())
        at = (orders.index(now) + 1) % len(orders) if now in orders[:-1] else 0
        self.order.setCurrentIndex(self.order.findData(orders[at]))

    def _quietly(self, change, fit: bool = True) -> None:  # type: ignore[no-untyped-def]
        # Rows that come and go move the table's own current row, which is no choice of the person.
        self._following = True
        change()
        self._following = False
        if fit:
            self._fit_columns()

    def _follow(self, mention_id: int | None) -> None:
        row = -1 if mention_id is None else self.model.row_of(mention_id)
        self._following = True
        if row < 0:
            self.table.selectionModel().clear()
        elif self.table.currentIndex().row() != row or not self.table.selectionModel().hasSelection():
            index = self.model.index(row, Column.TEXT.value)
            # A list that moves by a row at each key is drawn anew at each key: it moves by half a page.
            self.table.setAutoScroll(False)
            self.table.setCurrentIndex(index)
            self.table.setAutoScroll(True)
            if not self.table.viewport().rect().contains(self.table.visualRect(index)):
                self.table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self._following = False

    def _chosen(self, index: QModelIndex) -> None:
        if not self._following and index.isValid():
            self._controller.select(self.model.mention(index.row()).id, show=True)
