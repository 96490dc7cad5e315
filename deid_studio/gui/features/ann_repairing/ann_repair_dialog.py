"""AnnRepairDialog: what is wrong with `.ann` files, line by line, as it is and as it would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.formats.ann_doctor.diagnosis import Diagnosis, Finding
from deid_studio.gui.words.wording import language, what_happened, what_to_do

_FILE = Qt.ItemDataRole.UserRole
_BEFORE = 15  # characters that leave the place itself in sight


@dataclass(frozen=True, slots=True)
class Chosen:
    """Files that are to be repaired, and whether lines without a certain form are to be left out."""

    files: tuple[Diagnosis, ...]
    leave_out: bool


class AnnRepairDialog(QDialog):
    """Asks by `repair_wanted` to repair the files that are ticked."""

    repair_wanted = Signal(object)  # Chosen

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Repair annotations"))
        self.summary = QLabel(self.tr("Looking what is wrong…"))
        self.list = QTreeWidget()
        self.list.setHeaderLabels(
            [
                self.tr("Line"),
                self.tr("What is wrong"),
                self.tr("As it is"),
                self.tr("Repaired"),
                self.tr("In the report"),
            ]
        )
        self.list.setAccessibleName(self.tr("Lines with something wrong, as they are and repaired"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.itemChanged.connect(self._update)
        header = self.list.header()
        header.setStretchLastSection(True)
        for column, width in enumerate((190, 250, 200, 200)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, width)
        self.leave_out = QCheckBox(
            self.tr("&Leave out the lines that are not certain, and what speaks of them (they stay in the original)")
        )
        self.leave_out.toggled.connect(self._update)
        self.leave_out.hide()
        self.safe = QLabel(self.tr("Nothing is written before you repair. Each original stays beside its file."))
        self.problem = QLabel()
        self.problem.hide()
        for label in (self.summary, self.safe, self.problem):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.repair = QPushButton(self.tr("&Repair"))
        self.repair.clicked.connect(lambda: self.repair_wanted.emit(self._chosen()))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.addButton(self.repair, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column_of_parts = QVBoxLayout(self)
        for widget in (self.summary, self.list, self.leave_out, self.safe, self.problem, buttons):
            column_of_parts.addWidget(widget, 1 if widget is self.list else 0)
        self.resize(1080, 600)
        self._busy = True
        self._update()

    def fill(self, found: Sequence[Diagnosis], errors: Sequence[DeidError]) -> None:
        """Show what was found, and which files could not be examined."""
        self.list.blockSignals(True)
        for one in found:
            cause = "" if one.cause is None else one.cause.said(language())
            item = QTreeWidgetItem([one.path.name, cause])
            item.setData(0, _FILE, one)
            item.setCheckState(0, Qt.CheckState.Checked)
            item.setToolTip(0, str(one.path))
            item.setToolTip(1, cause)
            item.addChildren([self._row(one, finding) for finding in one.findings])
            self.list.addTopLevelItem(item)
            item.setFirstColumnSpanned(not cause)  # a name of a report can be long
        self.list.blockSignals(False)
        self.list.expandAll()
        left = sum(len(one.left) for one in found)
        counts = {"files": len(found), "lines": sum(one.mended for one in found), "left": left}
        words = self.tr("Files with something wrong: {files}. Lines with a repair: {lines}. Not certain: {left}.")
        self.summary.setText(words.format(**counts) if found else self.tr("Nothing is wrong with the annotations."))
        self.leave_out.setVisible(left > 0)
        self._tell([f"{what_happened(error)} {what_to_do(error)}" for error in errors])
        self.set_busy(False)

    def fail(self, error: DeidError) -> None:
        """Tell why something was not possible."""
        self._tell([f"{what_happened(error)} {what_to_do(error)}"])
        self.set_busy(False)

    def set_busy(self, busy: bool) -> None:
        """Take no choice while something is under way."""
        self._busy = busy
        self._update()

    def _row(self, file: Diagnosis, finding: Finding) -> QTreeWidgetItem:
        new = self.tr("(stays)") if finding.new is None else _shown(finding.new)
        before, at, after = ("", "", "") if finding.place is None else file.around(finding.place)
        words = f"{before[-_BEFORE:]}[{at}]{after}" if at else ""
        why = "; ".join(one.said(language()) for one in finding.why if one != file.cause)  # that one the file says
        row = QTreeWidgetItem([str(finding.number), why, _shown(finding.old), new, words])
        for column in range(1, 5):
            row.setToolTip(column, row.text(column))
        return row

    def _chosen(self) -> Chosen:
        leave_out = self.leave_out.isVisible() and self.leave_out.isChecked()
        items = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        checked = Qt.CheckState.Checked
        ticked = (item.data(0, _FILE) for item in items if item is not None and item.checkState(0) == checked)
        return Chosen(tuple(one for one in ticked if one.mended or (leave_out and one.going)), leave_out)

    def _update(self) -> None:
        self.repair.setEnabled(not self._busy and bool(self._chosen().files))

    def _tell(self, problems: Sequence[str]) -> None:
        self.problem.setText("\n".join(problems))
        self.problem.setVisible(bool(problems))


def _shown(line: str) -> str:
    """A line of an `.ann` without its end; a tab would take the offsets out of sight."""
    return line.rstrip("\r\n").replace("\t", "  ")
