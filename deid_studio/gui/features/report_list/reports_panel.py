"""ReportsPanel: the reports of the folder with their states, to find and open one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QProgressBar,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.standing import Standing, is_unreadable
from deid_studio.gui.features.report_list.pacing import Pacing
from deid_studio.gui.features.report_list.reports_model import BENEFIT, STANDING, ReportsModel, standing_word
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.dates import relative_date
from deid_studio.gui.words.wording import decimal, state_word, time_left, translate
from deid_studio.review.deciding.benefit import Benefit
from deid_studio.review.figures.pace import Pace
from deid_studio.review.project import ReportState
from deid_studio.review.report_order import SortBy

STATE_ICONS = {
    ReportState.NOT_OPENED: "status-unopened",
    ReportState.SUGGESTIONS_WAITING: "status-pending",
    ReportState.IN_REVIEW: "status-review",
    ReportState.SIGNED_OFF: "status-signed",
    ReportState.SIGNED_THEN_CHANGED: "status-changed",
    ReportState.NEEDS_SECOND_READER: "status-second",
}
_ICON = 18
_Index = QModelIndex | QPersistentModelIndex
_MARGIN = 9


class ReportDelegate(QStyledItemDelegate):
    """Draws a report on two lines: its name; its state with icon, word and counts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        self._theme = theme
        self._icons: dict[str, QIcon] = {name: themes.icon(name, theme) for name in (*STATE_ICONS.values(), "warning")}

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, 2 * option.fontMetrics.height() + 3 * _MARGIN - 6)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        standing: Standing = index.data(STANDING)
        self.initStyleOption(option, index)
        option.text = ""
        widget = option.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        painter.save()
        area = option.rect.adjusted(_MARGIN, _MARGIN - 3, -_MARGIN, -(_MARGIN - 3))
        icon = self._icons["warning" if standing.error is not None else STATE_ICONS[standing.state]]
        icon.paint(painter, QRect(area.left(), area.top() + 1, _ICON, _ICON))
        left = area.left() + _ICON + 8
        name_font = QFont(option.font)
        name_font.setWeight(QFont.Weight.DemiBold)
        line = option.fontMetrics.height() + 3
        name_area = QRect(left, area.top(), area.right() - left, line)
        painter.setFont(name_font)
        painter.setPen(QColor(self._theme.text))
        name = QFontMetrics(name_font).elidedText(standing.name, Qt.TextElideMode.ElideMiddle, name_area.width())
        painter.drawText(name_area, Qt.AlignmentFlag.AlignVCenter, name)
        below = QRect(left, area.top() + line, area.right() - left, line)
        painter.setFont(option.font)
        counts = worth_text(index)
        if counts is None:
            counts = counts_text(standing)
        width = option.fontMetrics.horizontalAdvance(counts)
        painter.setPen(QColor(self._theme.muted))
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, counts)
        metrics, room = option.fontMetrics, below.width() - width - 6
        words = state_text(standing, lambda told: metrics.horizontalAdvance(told) <= room)
        painter.setPen(QColor(self._theme.muted if standing.error is None else self._theme.pending))
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()


def state_text(standing: Standing, fits: Callable[[str], bool]) -> str:
    """A report's state in words; of a signed one also when and by whom, as far as each has room as a whole."""
    if standing.error is not None:
        if is_unreadable(standing.error):
            return translate("ReportsPanel", "Cannot be read")
        return translate("ReportsPanel", "No suggestions")
    words = standing_word(standing)
    if not standing.state.is_signed or not standing.signed_at:
        return words
    dated = f"{words} · {relative_date(standing.signed_at)}"
    signed = f"{dated} · {standing.signed_by}"
    return next((told for told in (signed, dated) if fits(told)), words)


def counts_text(standing: Standing) -> str:
    """A report's counts as symbols: pending and accepted."""
    parts: list[str] = []
    if standing.error is not None and is_unreadable(standing.error):
        return ""
    if standing.pending:
        parts.append(f"○ {standing.pending}")
    if standing.accepted:
        parts.append(f"✓ {standing.accepted}")
    return "   ".join(parts)


def worth_text(index: QModelIndex | QPersistentModelIndex) -> str | None:
    """What the reports are sorted by, where that is seen nowhere else; None where it is."""
    model = index.model()
    benefit: Benefit | None = index.data(BENEFIT)
    standing: Standing = index.data(STANDING)
    if not isinstance(model, ReportsModel) or not model.by.is_benefit or standing.error is not None:
        return None
    if benefit is None:
        return "?"
    if model.by is SortBy.LEAK:
        return translate("ReportsPanel", "≈ {leak} PHI").format(leak=decimal(benefit.leak))
    return translate("ReportsPanel", "{bits} bits").format(bits=decimal(benefit.uncertainty))


class _ReportList(QListView):
    """Rows of one height: what changes in one is drawn anew, where Qt's own list would lay out all of them."""

    def dataChanged(self, first: _Index, last: _Index, roles: Sequence[int] = ()) -> None:
        QAbstractItemView.dataChanged(self, first, last, roles)


class ReportsPanel(QWidget):
    """The list of reports with its filters and the folder's progress."""

    left = Signal()  # Return or Escape: the person wants to go to the report

    def __init__(self, controller: ReviewController, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._following = False
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter reports"))
        self.filter.setAccessibleName(self.tr("Filter reports by name"))
        self.filter.setClearButtonEnabled(True)
        self._magnifier = self.filter.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition)
        self.states = QComboBox()
        self.states.setAccessibleName(self.tr("Filter reports by state"))
        self.states.addItem(self.tr("All states"), None)
        for state in ReportState:
            self.states.addItem(state_word(state), state)
        self.reviewers = QComboBox()
        self.reviewers.setAccessibleName(self.tr("Filter reports by reviewer"))
        self.reviewers.hide()
        self.sort = QComboBox()
        self.sort.setAccessibleName(self.tr("Order of the reports"))
        self.sort.setToolTip(
            self.tr(
                "Order of the reports; choose it again to sort anew.\n"
                "Uncertainty: how open the pending suggestions are, in bits. Expected leak: how many mentions of PHI"
                " would be left if the report were released now. The plan: as it was laid down for the corpus."
            )
        )
        for by, title in (
            (SortBy.NAME, self.tr("By name")),
            (SortBy.STATE, self.tr("By state")),
            (SortBy.LEAK, self.tr("By expected leak")),
            (SortBy.UNCERTAINTY, self.tr("By uncertainty")),
            (SortBy.PENDING, self.tr("By pending")),
            (SortBy.DATE, self.tr("By last decision")),
        ):
            self.sort.addItem(title, by)
        self.direction = QToolButton()
        self.again = QToolButton()
        self.again.setText("⟳")
        self.again.setToolTip(self.tr("More is known by now: sort anew"))
        self.again.setAccessibleName(self.tr("Sort anew"))
        self.again.hide()
        self.model = ReportsModel(controller.report_order, self)
        self.list = _ReportList()
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(self.tr("Reports"))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._delegate = ReportDelegate(theme, self)
        self.list.setItemDelegate(self._delegate)
        self.none_found = QLabel(self.tr("No report fits the filter."))
        self.none_found.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.none_found.hide()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self.progress.setMinimumWidth(24)  # its own least width would widen the panel at the cost of the report
        self.progress_words = QLabel()
        self.progress.setAccessibleName(self.tr("Progress of the folder"))
        self.pace_words = QLabel()
        self.pace_words.setToolTip(
            self.tr("From the time that half of the reports you signed did not take; pauses do not count")
        )
        self.pace_words.hide()
        self.outside = QLabel(self.tr("The open report is not among those listed."))
        self.outside.setWordWrap(True)
        self.outside.hide()

        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.filter)
        column.addWidget(self.states)
        column.addWidget(self.reviewers)
        sorting = QHBoxLayout()
        sorting.setSpacing(4)
        sorting.addWidget(self.sort, 1)
        sorting.addWidget(self.direction)
        sorting.addWidget(self.again)
        column.addLayout(sorting)
        column.addWidget(self.list, 1)
        column.addWidget(self.none_found)
        column.addWidget(self.outside)
        row = QHBoxLayout()
        row.addWidget(self.progress_words)
        row.addWidget(self.progress, 1)
        column.addLayout(row)
        column.addWidget(self.pace_words)

        order = controller.report_order
        self.filter.textChanged.connect(self._sift)
        self.states.currentIndexChanged.connect(self._sift)
        self.reviewers.currentIndexChanged.connect(self._sift)
        self.sort.activated.connect(lambda: order.set_sort(SortBy(self.sort.currentData())))
        self.direction.clicked.connect(lambda: order.set_sort(order.by, not order.descending))
        self.again.clicked.connect(order.refresh)
        order.changed.connect(self._show_order)
        order.stale_changed.connect(lambda: self.again.setVisible(order.stale))
        self.list.selectionModel().currentChanged.connect(self._chosen)
        for watched in (self.filter, self.list):
            watched.installEventFilter(self)
        controller.folder_opened.connect(self._show_folder)
        self.pacing = Pacing(controller)
        self.pacing.changed.connect(self.show_pace)
        controller.report_opening.connect(self._follow)
        self.set_theme(theme)
        self._show_progress()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        self._delegate.set_theme(theme)
        self._magnifier.setIcon(themes.icon("search", theme))
        self.list.viewport().update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if watched is self.filter and key == Qt.Key.Key_Down:
                self.list.setFocus()
                return True
            if watched is self.filter and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self.filter.text().strip() and self.model.rowCount():
                    self.list.setCurrentIndex(self.model.index(0, 0))
                    self.left.emit()
                return True
            if key == Qt.Key.Key_Escape or (watched is self.list and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
                self.left.emit()
                return True
        return super().eventFilter(watched, event)

    def _show_folder(self) -> None:
        folder = self._controller.folder
        self._fill_reviewers()
        self._offer_plan()
        if folder is not None:
            folder.signed_off_changed.connect(self._show_progress)
            folder.signed_off_changed.connect(self._fill_reviewers)
        self._show_progress()

    def _offer_plan(self) -> None:
        order, place = self._controller.report_order, self.sort.findData(SortBy.PLAN)
        if order.planned.is_there and place < 0:
            self.sort.insertItem(0, self.tr("By the plan"), SortBy.PLAN)
        elif not order.planned.is_there and place >= 0:
            self.sort.removeItem(place)
        self.sort.setCurrentIndex(self.sort.findData(order.by))

    def _fill_reviewers(self) -> None:
        names = self._controller.report_order.reviewers
        if names == [self.reviewers.itemData(row) for row in range(1, self.reviewers.count())]:
            return
        chosen = self.reviewers.currentData()
        with QSignalBlocker(self.reviewers):
            self.reviewers.clear()
            self.reviewers.addItem(self.tr("All reviewers"), "")
            for name in names:
                self.reviewers.addItem(name, name)
            self.reviewers.setCurrentIndex(max(self.reviewers.findData(chosen), 0))
        self.reviewers.setVisible(len(names) > 1)
        if self.reviewers.currentData() != (chosen or ""):
            self._sift()

    def show_pace(self, pace: Pace | None) -> None:
        """Tell how long the reports that are left are likely to take; None: nobody can say as yet."""
        folder = self._controller.folder
        left = 0 if folder is None else len(folder.names) - folder.signed_off - folder.unreadable
        self.pace_words.setVisible(pace is not None and left > 0)
        if pace is not None:
            self.pace_words.setText(time_left(pace.left(left)))

    def _show_progress(self) -> None:
        folder = self._controller.folder
        total = 0 if folder is None else len(folder.names)
        done = 0 if folder is None else folder.signed_off
        self.progress.setMaximum(max(total, 1))
        self.progress.setValue(done)
        words = self.tr("{done} of {total} signed off").format(done=done, total=total)
        unreadable = 0 if folder is None else folder.unreadable
        if unreadable:
            words += " · " + self.tr("%n unreadable", "", unreadable)
        self.progress_words.setText(words)

    def _sift(self) -> None:
        state = self.states.currentData()
        self._controller.report_order.set_filter(
            self.filter.text(), None if state is None else ReportState(state), self.reviewers.currentData() or ""
        )

    def _show_order(self) -> None:
        order = self._controller.report_order
        # New rows take the list's own current row away; the report on the screen stays.
        self._following = True
        self.model.show(self._controller.folder)
        self._following = False
        self.sort.setCurrentIndex(self.sort.findData(order.by))
        self.direction.setArrowType(Qt.ArrowType.DownArrow if order.descending else Qt.ArrowType.UpArrow)
        words = self.tr("Descending") if order.descending else self.tr("Ascending")
        self.direction.setToolTip(words)
        self.direction.setAccessibleName(words)
        folder = self._controller.folder
        self.none_found.setVisible(folder is not None and not order.shown)
        self.outside.hide()
        if self._controller.shown:
            self._follow(self._controller.shown)

    def _follow(self, name: str) -> None:
        index = self.model.index(self.model.row_of(name), 0)
        self._following = True
        if index.isValid():
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)
        else:
            self.list.selectionModel().clear()
        self._following = False
        self.outside.setVisible(not index.isValid() and self.model.rowCount() > 0)

    def _chosen(self, index: QModelIndex) -> None:
        if not self._following and index.isValid():
            standing: Standing = index.data(STANDING)
            self._controller.open_report(standing.name)
