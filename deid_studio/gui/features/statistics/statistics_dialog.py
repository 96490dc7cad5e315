"""StatisticsDialog: how far the folder is, what became of suggestions, how long reports took, and who read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.formats.files import write_file
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.statistics.plots import BAR_HEIGHT, Bar, BarPlot, Histogram, draw_part
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.parts import counts_table, told_label
from deid_studio.gui.words.wording import (
    class_title,
    decimal,
    duration,
    percent,
    reports_in_state,
    short_class_title,
    time_left,
    what_happened,
    what_to_do,
    whole_percent,
)
from deid_studio.review.figures.statistics import (
    REJECTED,
    TIME_EDGES,
    Person,
    Reviewed,
    Statistics,
    StatisticsRequest,
    csv_of,
    statistics_of,
)
from deid_studio.review.figures.track_record import Record
from deid_studio.review.project import ReportState
from deid_studio.review.second.second_reading import Findings

_TOPIC = "statistics"
_SHARES = Qt.ItemDataRole.UserRole
_LEAST_PART, _CLASS_WIDTH = 2, 210
_CLASSES = 14  # shown one by one in a plot
# Parts of a bar, told by their pattern as well as by their colour.
_PARTS = (("accepted",), ("relabelled", "resized"), REJECTED, ("added",))
_LOOKS_OF_STATES = {
    ReportState.SIGNED_OFF: 0,
    ReportState.NEEDS_SECOND_READER: 3,
    ReportState.SIGNED_THEN_CHANGED: 2,
    ReportState.IN_REVIEW: 1,
    ReportState.SUGGESTIONS_WAITING: 2,
    ReportState.NOT_OPENED: 2,
}
_STATES = tuple(_LOOKS_OF_STATES)  # what is done first


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
        self.table = counts_table(self._columns(), self.tr("Decisions by class"))
        self.table.setItemDelegateForColumn(self.table.columnCount() - 1, _Bars(theme, self.table))
        self.table.horizontalHeader().setSectionResizeMode(self.table.columnCount() - 1, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.table.setColumnWidth(0, _CLASS_WIDTH)
        self.people = counts_table(self._people_columns(), self.tr("Decisions by reviewer"))
        self.people.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.second = _label()
        self.by_state = BarPlot(self.tr("Reports by state"), theme)
        self.by_class = BarPlot(self.tr("Mentions by class"), theme)
        self.by_kind = BarPlot(self.tr("Decisions by kind"), theme)
        self.times = Histogram(self.tr("Reports by the time they took"), theme)
        self.tabs = QTabWidget()
        self.tabs.addTab(self._plots(), self.tr("&Plots"))
        self.tabs.addTab(self._by_class(), self.tr("By &class"))
        self.tabs.addTab(self._readers(), self.tr("By &reviewer"))
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
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.progress)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        room = self.screen().availableGeometry().size() * 0.95
        self.resize(QSize(1140, 740).boundedTo(room).expandedTo(QSize(980, 660)))
        self.which.currentIndexChanged.connect(self._fill)
        self.finished.connect(lambda: controller.jobs.cancel(_TOPIC))
        self._count()

    def _columns(self) -> tuple[tuple[str, str], ...]:
        return (
            (self.tr("Class"), ""),
            (self.tr("✓ accepted"), self.tr("Accepted as suggested")),
            (self.tr("≠ changed"), self.tr("Accepted with another class or other ends than were suggested")),
            (self.tr("✕ rejected"), self.tr("Rejected suggestions, and findings rejected in the final check")),
            (self.tr("+ added"), self.tr("Added by hand or in the final check: missed by the detector")),
            (self.tr("○ pending"), self.tr("Not decided yet")),
            (self.tr("Right"), self.tr("Suggestions accepted as they were, of those decided (what is sure)")),
            (self.tr("Found"), self.tr("PHI that was suggested, of all that was accepted")),
            (self.tr("Shares"), ""),
        )

    def _people_columns(self) -> tuple[tuple[str, str], ...]:
        return (
            (self.tr("Reviewer"), ""),
            (self.tr("Reports signed"), self.tr("Reports that are signed off now and bear this signature")),
            (self.tr("As second reader"), self.tr("Of these, read after somebody else had signed them")),
            (self.tr("Decisions"), self.tr("Without those that were undone")),
            (self.tr("Time"), self.tr("Without pauses over 5 minutes")),
        )

    def _plots(self) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(16)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(16)
        left.addWidget(self.by_class)
        left.addLayout(self._legend())
        left.addWidget(self.by_state)
        left.addStretch(1)
        right.addWidget(self.by_kind)
        right.addWidget(self.times, 1)
        grid.addLayout(left, 0, 0)
        grid.addLayout(right, 0, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        scrolled = QScrollArea()
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setWidgetResizable(True)
        scrolled.setWidget(page)
        scrolled.setAccessibleName(self.windowTitle())  # it has the keyboard, to be scrolled
        return scrolled

    def _by_class(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.addWidget(self.table, 1)
        column.addLayout(self._legend())
        return page

    def _readers(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.addWidget(self.people, 1)
        column.addWidget(self.second)
        return page

    def _legend(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        words = (self.tr("accepted"), self.tr("changed"), self.tr("rejected"), self.tr("added"))
        for part, word in enumerate(words):
            sample = QPixmap(QSize(28, BAR_HEIGHT + 2))
            sample.fill(Qt.GlobalColor.transparent)
            painter = QPainter(sample)
            draw_part(painter, QRectF(1, 1, 26, BAR_HEIGHT), part, self._theme)
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
            lasting=True,
        )

    def _tell_states(self, states: Counter[ReportState]) -> None:
        there = [state for state in _STATES if states[state]]
        words = [self.tr("Reports: {count}").format(count=states.total())]
        words += [f"{reports_in_state(state)}: {states[state]}" for state in there]
        self.states.setText(" · ".join(words))
        self.by_state.show_bars([Bar(reports_in_state(s), (states[s],), (_LOOKS_OF_STATES[s],)) for s in there])

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
        done = done.within([one.name for one in self._controller.tagset])
        words = self.tr(
            "Time per report: {median} (median); {total} for {count} in all. Pauses over 5 minutes are left out."
        )
        total = duration(sum(done.seconds))
        told = words.format(median=duration(done.median_seconds), total=total, count=len(done.seconds))
        if done.read:
            words = self.tr("Read before signing off: {median} of the words (median), at least {lowest}.")
            shares = {"median": whole_percent(done.median_read), "lowest": whole_percent(done.read[0])}
            told += "\n" + words.format(**shares)
        right, suggested = done.right(), done.found()
        if right.total and suggested.total:
            detector = self.tr(
                "Agreement with the detector: {right} of the suggestions were accepted as they were; {found} of the PHI"
                " had been suggested."
            )
            told += "\n" + detector.format(right=_share(right), found=_share(suggested))
        self.time.setText(told)
        self._plot(done)
        self._fill_people(self.found.people)
        self._tell_second(self.found.second)
        rows: list[str | None] = [*done.classes, None]
        self.table.setRowCount(len(rows))
        for row, name in enumerate(rows):
            self._fill_row(row, name, done)

    def _fill_row(self, row: int, name: str | None, done: Reviewed) -> None:
        tagset = self._controller.tagset
        title = self.tr("All classes") if name is None else self._title(name)
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
                item.setToolTip(class_title(tagset, name) if name else title)
            elif column == len(cells) - 1:
                item.setData(_SHARES, shares)
            self.table.setItem(row, column, item)

    def _title(self, name: str) -> str:
        # The final check, and classes that the folder had before, leave decisions of others.
        return short_class_title(self._controller.tagset, name) if name else self.tr("not of this folder")

    def _plot(self, done: Reviewed) -> None:
        counts = [(name, tuple(sum(done.count(k, name) for k in part) for part in _PARTS)) for name in done.classes]
        shown = [Bar(self._title(name), parts) for name, parts in counts if sum(parts)]
        if len(shown) > _CLASSES:
            others = [bar.parts for bar in shown[_CLASSES - 1 :]]
            rest = self.tr("other classes: {count}").format(count=len(others))
            shown = [*shown[: _CLASSES - 1], Bar(rest, tuple(map(sum, zip(*others, strict=True))))]
        self.by_class.show_bars(shown)
        kinds = (
            (self.tr("accepted as suggested"), ("accepted",), 0),
            (self.tr("with another class"), ("relabelled",), 1),
            (self.tr("with other ends"), ("resized",), 1),
            (self.tr("rejected"), REJECTED, 2),
            (self.tr("added"), ("added",), 3),
            (self.tr("kept from the .ann"), ("kept",), 0),
            (self.tr("taken off"), ("taken_out",), 2),
        )
        self.by_kind.show_bars([Bar(title, (sum(map(done.count, of)),), (look,)) for title, of, look in kinds])
        edges = [_short_duration(edge) for edge in TIME_EDGES]
        labels = [f"< {edges[0]}", *edges[:-1], f"≥ {edges[-1]}"]
        self.times.show_bars([Bar(label, (n,)) for label, n in zip(labels, done.times, strict=True)])

    def _fill_people(self, people: Sequence[Person]) -> None:
        self.people.setRowCount(len(people))
        for row, person in enumerate(people):
            name = person.name or self.tr("no name")
            cells = (name, person.signed, person.second, person.decisions, duration(person.seconds))
            for column, text in enumerate(cells):
                item = QTableWidgetItem(str(text))
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                self.people.setItem(row, column, item)

    def _tell_second(self, second: Findings) -> None:
        if not second.reports:
            self.second.setText(self.tr("No report has been read by two people (Report, Second reader)."))
            return
        lines = [self.tr("Reports read by two people: {count}.").format(count=second.reports)]
        if second.agreement is not None:
            same = self.tr("Agreement of first and second reader: {share} % of the mentions are equal.")
            lines.append(same.format(share=decimal(second.agreement * 100)))
        missed = self.tr("Missed by the first reader: {count}; in reports: {reports}.")
        lines.append(missed.format(count=second.missed.total(), reports=second.reports_with_missed))
        self.second.setText(" ".join(lines))

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
                top = room.center().y() - BAR_HEIGHT / 2
                draw_part(painter, QRectF(left, top, max(width, _LEAST_PART), BAR_HEIGHT), part, self._theme)
            left += width


def _label() -> QLabel:
    label = told_label()
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _share(record: Record) -> str:
    return percent(record.right / record.total) if record.total else "–"


def _with_bound(record: Record) -> str:
    return f"{_share(record)} (≥ {percent(record.sure_of)})" if record.total else "–"


def _short_duration(seconds: float) -> str:
    return f"{round(seconds)} s" if seconds < 60 else f"{round(seconds / 60)} min"
