"""ChecksDialog: the reviewer's own results of the checks, by class and by day; nobody else's, and for nobody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.gui.shell.messages import ask
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.parts import counts_table, told_label
from deid_studio.gui.words.wording import class_title, duration, percent, short_class_title, what_happened, what_to_do
from deid_studio.model.tagset import TagSet
from deid_studio.review.reading.check_results import (
    CheckResult,
    CheckResults,
    Recall,
    recall_by_class,
    recall_of,
    since,
)
from deid_studio.review.reading.planting import LEAST_LINES

_DAYS = 30

translate = QCoreApplication.translate


def which_reports_get_checks() -> str:
    """In which reports invented text can be shown at all."""
    return translate(
        "checks",
        "Only reports that nobody has begun, of at least {lines} lines, get them: when they are opened, and their"
        " suggestions are there.",
    ).format(lines=LEAST_LINES)


class ChecksDialog(QDialog):
    """Shows results, or why they cannot be read; `delete_wanted` when the person wants them gone."""

    delete_wanted = Signal()

    def __init__(
        self,
        results: CheckResults | None,
        problem: DeidError | None,
        path: Path,
        tagset: TagSet,
        theme: Theme,
        parent: QWidget,
        why_none: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Your checks"))
        self._tagset = tagset
        self._results: Sequence[CheckResult] = () if results is None else results.results
        self._why_none = why_none
        self.about = told_label(
            self.tr(
                "How much you see of what is planted in reports where nothing is marked. Only you see this: it is kept"
                " in your own user account on this computer ({path}), holds no text and no names of reports, and is"
                " never sent, exported or counted in the statistics of a folder. Whoever works in the same account"
                " could open that file."
            ).format(path=path)
        )
        self.which = QComboBox()
        self.which.setAccessibleName(self.tr("Which checks are counted"))
        self.which.addItem(self.tr("All"), None)
        self.which.addItem(self.tr("Last 30 days"), date.today() - timedelta(days=_DAYS - 1))
        self.recall = told_label()
        font = self.recall.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        self.recall.setFont(font)
        self.why = told_label()
        self.table = self._made_table()
        self.days = DayBars(theme)
        self.days_title = told_label()
        self.told = told_label("" if problem is None else f"{what_happened(problem)} {what_to_do(problem)}")
        self.told.setVisible(problem is not None)
        self.delete = QPushButton(self.tr("&Delete all of it…"))
        self.delete.setAutoDefault(False)
        self.delete.setEnabled(results is not None or problem is not None)
        self.delete.clicked.connect(self._ask)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.addButton(self.delete, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addWidget(self.about)
        column.addWidget(self.told)
        column.addWidget(self.which, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.recall)
        column.addWidget(self.why)
        column.addWidget(self.table, 1)
        column.addWidget(self.days_title)
        column.addWidget(self.days)
        column.addWidget(buttons)
        self.resize(820, 620)
        self.which.currentIndexChanged.connect(self._fill)
        self._fill()

    def _made_table(self) -> QTableWidget:
        columns = (
            (self.tr("Class"), ""),
            (self.tr("Planted"), self.tr("Planted in reports that you signed off, or seen before")),
            (self.tr("Seen"), self.tr("Those to which you gave a class")),
            (self.tr("Recall"), self.tr("The share that you saw, and where it lies with 95 % (Clopper–Pearson)")),
            (self.tr("Right class"), self.tr("Of those that you saw")),
            (self.tr("Time"), self.tr("Median time on the screen until you saw it")),
        )
        table = counts_table(columns, self.tr("Checks by class"))
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        return table

    # --- showing ---------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        first: date | None = self.which.currentData()
        shown = self._results if first is None else since(self._results, first)
        every = recall_of(shown)
        if every.total:
            told = self.tr("You saw {seen} of {total}: {share}.")
            self.recall.setText(told.format(seen=every.seen, total=every.total, share=_share(every)))
        else:
            self.recall.setText(self.tr("There are no results yet."))
        self.why.setText(f"{self._why_none}\n{which_reports_get_checks()}".strip())
        self.why.setVisible(bool(self._why_none))
        rows: list[tuple[str | None, Recall]] = [*recall_by_class(shown).items()]
        if every.total:
            rows.append((None, every))
        self.table.setRowCount(len(rows))
        for row, (name, recall) in enumerate(rows):
            self._fill_row(row, name, recall)
        lately = since(self._results, date.today() - timedelta(days=_DAYS - 1))
        self.days.show_results(lately, _DAYS)
        words = self.tr("Last 30 days, by day: ■ seen {seen}, ▨ not seen {missed}")
        found = recall_of(lately)
        self.days_title.setText(words.format(seen=found.seen, missed=found.total - found.seen))
        self.days.setAccessibleName(self.days_title.text())
        for widget in (self.days, self.days_title):
            widget.setVisible(bool(lately))

    def _fill_row(self, row: int, name: str | None, recall: Recall) -> None:
        title = self.tr("All classes") if name is None else short_class_title(self._tagset, name)
        right = f"{recall.right} / {recall.seen}" if recall.seen else "–"
        seconds = "–" if recall.seconds is None else duration(recall.seconds)
        cells = (title, str(recall.total), str(recall.seen), _share(recall), right, seconds)
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            if column:
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            elif name is not None:
                item.setToolTip(class_title(self._tagset, name))
            if name is None:
                font = item.font()
                font.setBold(True)
                item.setFont(font)
            self.table.setItem(row, column, item)

    # --- deleting --------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        ask(
            self,
            self.tr("Your checks"),
            self.tr("Delete all results of your checks?"),
            self.tr("This cannot be undone. No report and no decision is affected."),
            [(self.tr("Delete"), self._delete)],
            self.tr("Cancel"),
        )

    def _delete(self) -> None:
        self.delete_wanted.emit()
        self._results = ()
        self.told.hide()
        self.delete.setEnabled(False)
        self._fill()


class DayBars(QWidget):
    """A column for each day: what was seen, and above it what was not."""

    _HEIGHT, _GAP = 110, 2.0

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._days: list[tuple[date, int, int]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(400, self._HEIGHT)

    def show_results(self, results: Sequence[CheckResult], days: int) -> None:
        """Show the results of the last days, today's at the right."""
        counts = Counter((result.day, result.seen) for result in results)
        first = date.today() - timedelta(days=days - 1)
        every = [first + timedelta(days=number) for number in range(days)]
        self._days = [(day, counts[day, True], counts[day, False]) for day in every]
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self.fontMetrics().height()
        room = QRectF(self.rect()).adjusted(1, 2, -1, -line - 4)
        most = max((seen + missed for _, seen, missed in self._days), default=0)
        seen_colour, missed_colour = QColor(self._theme.accepted), QColor(self._theme.rejected)
        width = room.width() / max(len(self._days), 1)
        for number, (_, seen, missed) in enumerate(self._days):
            bottom = room.bottom()
            for count, colour, pattern in (
                (seen, seen_colour, Qt.BrushStyle.SolidPattern),
                (missed, missed_colour, Qt.BrushStyle.BDiagPattern),
            ):
                height = room.height() * count / max(most, 1)
                if count:
                    left = room.left() + number * width + self._GAP
                    painter.setPen(QPen(colour, 1))
                    painter.setBrush(QBrush(colour, pattern))
                    painter.drawRect(QRectF(left, bottom - height, width - 2 * self._GAP, height - 1))
                bottom -= height
        painter.setPen(QColor(self._theme.border))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        painter.setPen(QColor(self._theme.muted))
        below = QRectF(room.left(), room.bottom() + 3, room.width(), line)
        if self._days:
            short = QLocale.FormatType.ShortFormat
            ends = self._days[0][0], self._days[-1][0]
            first, last = (QLocale().toString(QDate(day.year, day.month, day.day), short) for day in ends)
            painter.drawText(below, Qt.AlignmentFlag.AlignLeft, first)
            painter.drawText(below, Qt.AlignmentFlag.AlignRight, last)
        painter.end()


def _share(recall: Recall) -> str:
    if recall.share is None:
        return "–"
    least, most = recall.interval
    return f"{percent(recall.share)} ({percent(least)} – {percent(most)})"
