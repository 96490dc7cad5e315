"""StatisticsDialog: how far the folder is, what became of suggestions, and how long reports took."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.formats.files import write_file
from deid_studio.gui.controller import ReviewController
from deid_studio.gui.theme import Theme
from deid_studio.gui.wording import (
    class_title,
    percent,
    short_class_title,
    state_word,
    time_left,
    what_happened,
    what_to_do,
    whole_percent,
)
from deid_studio.review.project import ReportState
from deid_studio.review.statistics import Reviewed, Statistics, StatisticsRequest, csv_of, statistics_of
from deid_studio.review.track_record import Record

_TOPIC = "statistics"
_SHARES = Qt.ItemDataRole.UserRole
_BAR_HEIGHT, _LEAST_PART = 12, 2
# Parts of a bar, told by their pattern as well as by their colour.
_PARTS = (("accepted",), ("relabelled", "resized"), ("rejected",), ("added",))
_PATTERNS = (
    Qt.BrushStyle.SolidPattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.NoBrush,
    Qt.BrushStyle.Dense5Pattern,
)


class StatisticsDialog(QDialog):
    """Counts while it is open, off the window's thread; `found` is what was counted."""

    def __init__(self, controller: ReviewController, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Statistics of the folder"))
        self._controller = controller
        self._theme = theme
        self.found: Statistics | None = None
        self.states = _label()
        self.which = QComboBox()
        self.which.setAccessibleName(self.tr("Which reports are counted"))
        self.which.addItem(self.tr("Signed-off reports"), True)
        self.which.addItem(self.tr("All reports on which something was decided"), False)
        self.time = _label()
        self.table = QTableWidget(0, len(self._columns()))
        for place, (title, tip) in enumerate(self._columns()):
            heading = QTableWidgetItem(title)
            heading.setToolTip(tip)
            self.table.setHorizontalHeaderItem(place, heading)
        self.table.setAccessibleName(self.tr("Decisions by class"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setItemDelegateForColumn(self.table.columnCount() - 1, _Bars(theme, self.table))
        self.table.verticalHeader().hide()
        columns = self.table.horizontalHeader()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        columns.setSectionResizeMode(self.table.columnCount() - 1, QHeaderView.ResizeMode.Stretch)
        self.told = _label()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(8)
        self.export = QPushButton(self.tr("&Export the counts…"))
        self.export.setToolTip(self.tr("As CSV; it holds no names of reports and no text of them"))
        self.export.clicked.connect(self._choose_file)
        self.export.setAutoDefault(False)
        self.export.setEnabled(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.addButton(self.export, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(self.states)
        layout.addWidget(self.which)
        layout.addWidget(self.time)
        layout.addWidget(self.table, 1)
        layout.addLayout(self._legend())
        layout.addWidget(self.progress)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.resize(1060, 560)
        self.which.currentIndexChanged.connect(self._fill)
        self.finished.connect(lambda: controller.jobs.cancel(_TOPIC))
        self._count()

    def _columns(self) -> tuple[tuple[str, str], ...]:
        return (
            (self.tr("Class"), ""),
            (self.tr("✓ accepted"), self.tr("Accepted as suggested")),
            (self.tr("≠ changed"), self.tr("Accepted with another class or other ends than were suggested")),
            (self.tr("✕ rejected"), self.tr("Rejected suggestions")),
            (self.tr("+ added"), self.tr("Added by hand or in the second sweep: missed by the detector")),
            (self.tr("○ pending"), self.tr("Not decided yet")),
            (self.tr("Right"), self.tr("Suggestions accepted as they were, of those decided (what is sure)")),
            (self.tr("Found"), self.tr("PHI that was suggested, of all that was accepted")),
            (self.tr("Shares"), ""),
        )

    def _legend(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        words = (self.tr("accepted"), self.tr("changed"), self.tr("rejected"), self.tr("added"))
        for part, word in enumerate(words):
            sample = QPixmap(QSize(28, _BAR_HEIGHT + 2))
            sample.fill(Qt.GlobalColor.transparent)
            painter = QPainter(sample)
            _draw_part(painter, QRectF(1, 1, 26, _BAR_HEIGHT), part, self._theme)
            painter.end()
            picture = QLabel()
            picture.setPixmap(sample)
            row.addWidget(picture)
            row.addWidget(QLabel(word))
            row.addSpacing(10)
        row.addStretch(1)
        return row

    # --- counting --------------------------------------------------------------------------------------------

    def _count(self) -> None:
        folder = self._controller.folder
        assert folder is not None
        states = Counter(folder.standing(name).state for name in folder.names)
        self._tell_states(states)
        self._controller.jobs.run(
            _TOPIC,
            statistics_of,
            StatisticsRequest(folder.project, dict(states)),
            done=self._take,
            failed=self._failed,
            progress=self._tell_progress,
        )

    def _tell_states(self, states: Counter[ReportState]) -> None:
        words = [f"{state_word(state)}: {states[state]}" for state in reversed(ReportState)]
        self.states.setText(self.tr("Reports: {count}").format(count=states.total()) + " · " + " · ".join(words))

    def _tell_progress(self, step: int, total: int, _what: str) -> None:
        self.progress.setMaximum(total)
        self.progress.setValue(step)
        self.told.setText(time_left(self._controller.jobs.seconds_left(_TOPIC)))

    def _take(self, found: Statistics) -> None:
        self.found = found
        self.progress.hide()
        self.told.clear()
        self.export.setEnabled(True)
        if not found.signed.seconds:
            self.which.setCurrentIndex(1)
        if found.left_out:
            words = self.tr("Reports whose decisions cannot be read, and are not counted: {count}.")
            self.told.setText(words.format(count=found.left_out))
        self._fill()

    def _failed(self, error: DeidError) -> None:
        self.progress.hide()
        self.told.setText(f"{what_happened(error)} {what_to_do(error)}")

    # --- showing ---------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        if self.found is None:
            return
        done = self.found.signed if self.which.currentData() else self.found.begun
        words = self.tr(
            "Time per report: {median} (median); {total} for {count} in all. Pauses over 5 minutes are left out."
        )
        total = _duration(sum(done.seconds))
        told = words.format(median=_duration(done.median_seconds), total=total, count=len(done.seconds))
        if done.read:
            words = self.tr("Read before signing off: {median} of the words (median), at least {lowest}.")
            shares = {"median": whole_percent(done.median_read), "lowest": whole_percent(done.read[0])}
            told += "\n" + words.format(**shares)
        self.time.setText(told)
        rows: list[str | None] = [*done.classes, None]
        self.table.setRowCount(len(rows))
        for row, name in enumerate(rows):
            self._fill_row(row, name, done)

    def _fill_row(self, row: int, name: str | None, done: Reviewed) -> None:
        tagset = self._controller.tagset
        title = self.tr("All classes") if name is None else short_class_title(tagset, name)
        shares = [sum(done.count(kind, name) for kind in part) for part in _PARTS]
        cells = [title, *map(str, (*shares, done.count("pending", name)))]
        cells += [_with_bound(done.right(name)), _share(done.found(name)), ""]
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            if column:
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            if name is None:
                font = item.font()
                font.setBold(True)
                item.setFont(font)
            if not column and name is not None:
                item.setToolTip(class_title(tagset, name))
            elif column == len(cells) - 1:
                item.setData(_SHARES, shares)
            self.table.setItem(row, column, item)

    # --- export ----------------------------------------------------------------------------------------------

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Export the counts"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.setNameFilter("CSV (*.csv)")
        dialog.fileSelected.connect(lambda name: self.export_to(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def export_to(self, path: Path) -> None:
        """Write the counts as CSV, and tell whether that was possible."""
        if self.found is None:
            return
        try:
            write_file(path, csv_of(self.found))
        except DeidError as error:
            self.told.setText(f"{what_happened(error)} {what_to_do(error)}")
        else:
            self.told.setText(self.tr("Exported to {name}.").format(name=path))


class _Bars(QStyledItemDelegate):
    """Draws a row's shares side by side."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        shares: list[int] = index.data(_SHARES) or []
        total = sum(shares)
        if not total:
            return
        room = QRectF(option.rect).adjusted(6, 0, -6, 0)
        left = room.left()
        for part, share in enumerate(shares):
            width = room.width() * share / total
            if share:
                top = room.center().y() - _BAR_HEIGHT / 2
                _draw_part(painter, QRectF(left, top, max(width, _LEAST_PART), _BAR_HEIGHT), part, self._theme)
            left += width


def _draw_part(painter: QPainter, box: QRectF, part: int, theme: Theme) -> None:
    colour = QColor((theme.accepted, theme.pending, theme.rejected, theme.accent)[part])
    painter.save()
    painter.setPen(QPen(colour, 1))
    painter.setBrush(QBrush(colour, _PATTERNS[part]))
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


def _label() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _share(record: Record) -> str:
    return percent(record.right / record.total) if record.total else "–"


def _with_bound(record: Record) -> str:
    return f"{_share(record)} (≥ {percent(record.sure_of)})" if record.total else "–"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
