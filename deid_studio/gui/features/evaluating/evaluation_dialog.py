"""EvaluationDialog: one side measured against another: figures, a matrix of classes, and every error."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from deid_studio.corpora.corpus_figures import FiguresRequest
from deid_studio.corpora.layer_opening import layer_for
from deid_studio.corpora.side_evaluation import Side, SideKind, SidesMeasured, SidesRequest, measure_sides
from deid_studio.errors import DeidError
from deid_studio.formats.files import write_file
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.evaluating.figure_tables import FigureTables
from deid_studio.gui.features.evaluating.figures_page import FiguresPage
from deid_studio.gui.features.evaluating.mistake_list import MistakeList
from deid_studio.gui.features.evaluating.pair_page import PairPage
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.heat_map import HeatMap, Matrix
from deid_studio.gui.widgets.parts import row_button, told_label
from deid_studio.gui.words.wording import fine_percent, short_class_title, time_left, what_happened, what_to_do
from deid_studio.learning.evaluation_tables import to_csv, to_json
from deid_studio.learning.mistakes import Mistake
from deid_studio.learning.scores import MISSING, SPURIOUS
from deid_studio.model.span import Span

_TOPIC = "evaluating"
_PICTURES = (".svg", ".png")


class EvaluationDialog(QDialog):
    """Beside the window, which goes on working; it measures anew whenever another side is chosen."""

    place_wanted = Signal(str, object)  # a report's name, a span in it

    def __init__(
        self,
        controller: ReviewController,
        sides: Sequence[Side],
        theme: Theme,
        parent: QWidget,
        request: FiguresRequest | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Evaluation"))
        self._controller = controller
        self.found: SidesMeasured | None = None
        self.own = self._choice(self.tr("What is measured"), sides)
        self.gold = self._choice(self.tr("Against"), [one for one in sides if one.kind is not SideKind.SUGGESTED])
        self.own.setCurrentIndex(1)
        self._shown = {self.own: 1, self.gold: 0}  # what is chosen while a folder is being looked for
        self.figures = told_label()
        self.heat_map = HeatMap(self.tr("Matrix of classes"), theme)
        self.tables = FigureTables()
        self.mistakes = MistakeList()
        # Who adjudicates has gold and everybody's layer, and nothing else: a place there is one in both choices.
        everybody = all(one.kind in (SideKind.GOLD, SideKind.ANNOTATOR) for one in sides) and len(sides) > 2
        titles = [self._title(one) for one in sides]
        self.pairs = PairPage(controller, sides, titles, theme) if everybody else None
        self.corpus = None if request is None else FiguresPage(controller, request)
        self.told = told_label()
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addLayout(self._choices())
        column.addWidget(self.figures)
        column.addWidget(self._pages(), 1)
        column.addLayout(self._progress())
        column.addWidget(self.told)
        column.addLayout(self._buttons())
        room = self.screen().availableGeometry().size() * 0.95
        self.resize(QSize(1100, 740).boundedTo(room))
        for choice in (self.own, self.gold):
            choice.activated.connect(lambda _, one=choice: self._chosen(one))
        self.heat_map.wanted.connect(self._list_cell)
        self.tables.wanted.connect(self.mistakes.show_only)
        self.mistakes.wanted.connect(self._show_place)
        if self.pairs is not None:
            self.pairs.wanted.connect(self._compare)
            self.finished.connect(self.pairs.stop)
        if self.corpus is not None:
            self.finished.connect(self.corpus.stop)
        self.finished.connect(lambda: controller.jobs.cancel(_TOPIC))
        self.measure()

    # --- what is compared ------------------------------------------------------------------------------------

    def _choice(self, name: str, sides: Sequence[Side]) -> QComboBox:
        choice = QComboBox()
        choice.setAccessibleName(name)
        for side in sides:
            choice.addItem(self._title(side), side)
        choice.addItem(self.tr("A folder of annotated reports…"))
        return choice

    def _title(self, side: Side) -> str:
        return {
            SideKind.SIGNED: self.tr("What was signed here"),
            SideKind.SUGGESTED: self.tr("What was suggested here"),
            SideKind.GOLD: self.tr("Adjudicated gold"),
            SideKind.ANNOTATOR: side.who,
            SideKind.FILES: str(side.folder),
        }[side.kind]

    def _chosen(self, choice: QComboBox) -> None:
        if choice.currentData() is not None:
            self.measure()
            return
        dialog = QFileDialog(self, self.tr("Folder of annotated reports"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda name: self.take_folder(choice, Path(name)))
        dialog.rejected.connect(lambda: choice.setCurrentIndex(self._shown[choice]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_folder(self, choice: QComboBox, folder: Path) -> None:
        """Take a folder of annotated reports as one side; nobody takes another annotator's layer."""
        try:
            layer_for(folder, self._controller.reviewer)
        except DeidError as error:
            choice.setCurrentIndex(self._shown[choice])
            self.told.setText(f"{what_happened(error)} {what_to_do(error)}")
            return
        side = Side(SideKind.FILES, folder)
        choice.insertItem(choice.count() - 1, self._title(side), side)
        choice.setCurrentIndex(choice.count() - 2)
        self.measure()

    def _compare(self, gold: int, own: int) -> None:
        self.gold.setCurrentIndex(gold)
        self.own.setCurrentIndex(own)
        self.tabs.setCurrentIndex(0)
        self.measure()

    def measure(self) -> None:
        """Measure what is chosen, off the window's thread."""
        own, gold, folder = self.own.currentData(), self.gold.currentData(), self._controller.folder
        self._shown = {choice: choice.currentIndex() for choice in (self.own, self.gold)}
        self._clear()
        if own == gold or folder is None:
            self._controller.jobs.cancel(_TOPIC)
            self._under_way(False)
            self.told.setText(self.tr("Choose two different sides."))
            return
        self.told.clear()
        self.bar.setMaximum(0)
        self._under_way(True)
        self._controller.jobs.run(
            _TOPIC,
            measure_sides,
            SidesRequest(gold, own, self._controller.tagset, folder.results.snapshot()),
            done=self._take,
            failed=self._failed,
            progress=self._tell_progress,
        )

    def _tell_progress(self, step: int, total: int, _what: str) -> None:
        self.bar.setMaximum(total)
        self.bar.setValue(step)
        self.told.setText(time_left(self._controller.jobs.seconds_left(_TOPIC)))

    def _stop(self) -> None:
        self._controller.jobs.cancel(_TOPIC)
        self._under_way(False)
        self.told.setText(self.tr("Stopped: nothing was measured."))

    def _failed(self, error: DeidError) -> None:
        self._under_way(False)
        self.told.setText(f"{what_happened(error)} {what_to_do(error)}")

    def _under_way(self, going: bool) -> None:
        for widget in (self.bar, self.stop):
            widget.setVisible(going)

    # --- what came out ---------------------------------------------------------------------------------------

    def _clear(self) -> None:
        self.found = None
        self.export.setEnabled(False)
        self.figures.clear()
        self.heat_map.show_matrix(Matrix({}, {}, {}), "")
        self.tables.clear()
        self.mistakes.show_mistakes((), self._controller.tagset)

    def _take(self, found: SidesMeasured) -> None:
        self.found = found
        self._under_way(False)
        self.export.setEnabled(True)
        self.figures.setText(self._figures(found))
        self.told.setText(self._left_out(found))
        says = self.tr("{row} in gold, measured as {column}: {count}")
        self.heat_map.show_matrix(self._matrix(found), says)
        self.tables.show_figures(found.evaluation, self._controller.tagset)
        self.mistakes.show_mistakes(found.mistakes, self._controller.tagset)

    def _figures(self, found: SidesMeasured) -> str:
        figures = found.evaluation
        counts = figures.ner
        words = self.tr(
            "Reports: {reports}. With class and ends: {tp} of the {gold} mentions in gold were found (recall {recall}),"
            " {fp} more were marked (precision {precision}); F1 {f1}. Every letter of PHI lies in some mention in"
            " {clean} of {of} reports."
        ).format(
            reports=figures.reports,
            tp=counts.tp,
            gold=counts.tp + counts.fn,
            fp=counts.fp,
            recall=fine_percent(counts.recall),
            precision=fine_percent(counts.precision),
            f1=fine_percent(counts.f1),
            clean=figures.clean.count,
            of=figures.clean.of,
        )
        kinds = found.request.gold.kind, found.request.own.kind
        if kinds == (SideKind.SIGNED, SideKind.SUGGESTED):
            words += " " + self.tr("Who signed had seen these suggestions: that flatters them.")
        return words

    def _left_out(self, found: SidesMeasured) -> str:
        told = []
        if found.absent:
            told.append(self.tr("Not counted, since only gold has them: {count}.").format(count=len(found.absent)))
        if found.other_text:
            words = self.tr("Not counted, since their text differs: {count}.")
            told.append(words.format(count=len(found.other_text)))
        missing = len(found.evaluation.missing)
        if missing:
            told.append(self.tr("Not in the folder, and counted as wholly missed: {count}.").format(count=missing))
        return " ".join(told)

    def _matrix(self, found: SidesMeasured) -> Matrix:
        counts = found.evaluation.overlap_confusion
        tagset = self._controller.tagset
        there = {name for pair in counts for name in pair} - {MISSING, SPURIOUS}
        order = [one.name for one in tagset.classes if one.name in there]
        titles = {name: short_class_title(tagset, name) for name in (*order, *sorted(there - {*order}))}
        return Matrix(titles | {SPURIOUS: self.tr("not PHI")}, titles | {MISSING: self.tr("not found")}, counts)

    def _list_cell(self, gold: str, own: str) -> None:
        sides = "" if gold == SPURIOUS else gold, "" if own == MISSING else own
        matrix = self.heat_map.matrix
        title = f"{matrix.rows[gold]} → {matrix.columns[own]}"
        self.mistakes.show_only(title, lambda one: (one.mistake.gold, one.mistake.system) == sides)

    def _show_place(self, mistake: Mistake) -> None:
        folder = self._controller.folder
        if folder is None or mistake.report not in folder.names:
            self.told.setText(self.tr("This report is not in the open folder."))
            return
        span = Span(mistake.start, mistake.end, mistake.gold or mistake.system)
        self.place_wanted.emit(mistake.report, span)

    # --- export ----------------------------------------------------------------------------------------------

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Export the evaluation"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        figures, matrix = self.tr("Figures"), self.tr("Matrix of classes")
        filters = [f"{figures} (*.csv)", f"{figures} (*.json)", f"{matrix} (*.svg)", f"{matrix} (*.png)"]
        dialog.setNameFilters(filters)
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen[-5:-1].strip("*.")))
        dialog.fileSelected.connect(lambda name: self.export_to(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def export_to(self, path: Path) -> None:
        """Write the figures (`.csv`, `.json`) or the matrix (`.svg`, `.png`), and tell whether that was possible."""
        if self.found is None:
            return
        figures, ending = self.found.evaluation, path.suffix.lower()
        try:
            if ending in _PICTURES:
                self.heat_map.write_picture(path, f"{self.gold.currentText()} → {self.own.currentText()}")
            elif ending == ".json":
                write_file(path, (json.dumps(to_json(figures), ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
            else:
                write_file(path, to_csv(figures).encode("utf-8"))
        except DeidError as error:
            self.told.setText(f"{what_happened(error)} {what_to_do(error)}")
        else:
            self.told.setText(self.tr("Exported to {name}.").format(name=path))

    # --- layout ----------------------------------------------------------------------------------------------

    def _choices(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for choice in (self.own, self.gold):
            label = QLabel(choice.accessibleName())
            label.setBuddy(choice)
            row.addWidget(label)
            row.addWidget(choice, 1)
        return row

    def _pages(self) -> QSplitter:
        page = QWidget()
        column = QVBoxLayout(page)
        column.addWidget(
            told_label(
                self.tr(
                    "A row is a class in gold, a column what was measured there; by overlap. A click or Enter lists a"
                    " cell's errors below."
                )
            )
        )
        column.addWidget(self.heat_map, 1)
        tabs = self.tabs = QTabWidget()
        tabs.addTab(page, self.tr("&Matrix"))
        tabs.addTab(self.tables.classes, self.tr("By &class"))
        tabs.addTab(self.tables.sections, self.tr("By &section"))
        tabs.addTab(self.tables.reports, self.tr("By &report"))
        if self.pairs is not None:
            tabs.addTab(self.pairs, self.tr("By &pair"))
        if self.corpus is not None:
            tabs.addTab(self.corpus, self.tr("A&greement and bias"))
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(tabs)
        split.addWidget(self.mistakes)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        split.setSizes([430, 170])
        return split

    def _progress(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setMaximumHeight(8)
        self.bar.setAccessibleName(self.tr("Measuring"))
        row.addWidget(self.bar, 1)
        self.stop = row_button(row, self.tr("Stop"), self._stop)
        return row

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.export = row_button(row, self.tr("&Export…"), self._choose_file)
        self.export.setToolTip(self.tr("Figures or the matrix; names of reports, but no text of them"))
        row.addStretch(1)
        row_button(row, self.tr("Close"), self.reject)
        return row
