"""AlikeDialog: where else the same thing stands, a line for each place, with a box to tick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QRadioButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.words.evidence_names import spelling_words
from deid_studio.gui.words.wording import class_title, few_words, one_line, short_class_title, time_left
from deid_studio.model.fragments import trimmed
from deid_studio.model.tagset import TagSet
from deid_studio.review.alike.alike import Fate, Hit, Ruling
from deid_studio.review.alike.alike_folder import ReportHits

_PLACE, _HOW, _WHAT = range(3)
_HIT = Qt.ItemDataRole.UserRole
_BEFORE, _AFTER, _LONGEST = 24, 32, 80
_LONGEST_TIP = 300
_ON, _OFF = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class AlikeDialog(QDialog):
    """Places of this report and, if wanted, of the others of the folder; doubtful ones are not ticked at first."""

    ruling_changed = Signal()
    folder_wanted = Signal(bool)  # whether to look in the other reports of the folder

    def __init__(self, ruling: Ruling, tagset: TagSet, others: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Decide alike"))
        self._ruling = ruling
        self._tagset = tagset
        self._found: dict[bool, Sequence[ReportHits]] = {False: (), True: ()}  # of the folder or not
        self._rows: list[tuple[bool, ReportHits, list[QTreeWidgetItem]]] = []
        heading = QLabel(_quoted(ruling.text, _LONGEST))
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setWordWrap(True)
        font = heading.font()
        font.setBold(True)
        heading.setFont(font)
        title = class_title(tagset, ruling.phi_class)
        self.is_phi = QRadioButton(self.tr("It is &PHI: {title}").format(title=title.replace("&", "&&")))
        self.is_none = QRadioButton(self.tr("It is &not PHI"))
        (self.is_phi if ruling.is_phi else self.is_none).setChecked(True)
        self.is_phi.toggled.connect(self.ruling_changed)
        self.tree = QTreeWidget()
        self.tree.setColumnCount(3)
        self.tree.setHeaderLabels([self.tr("Place"), self.tr("How it is written"), self.tr("What happens")])
        self.tree.setAccessibleName(self.tr("Places"))
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(14)
        columns = self.tree.header()
        columns.setStretchLastSection(False)
        columns.setSectionResizeMode(_PLACE, QHeaderView.ResizeMode.Stretch)
        for narrow in (_HOW, _WHAT):
            columns.setSectionResizeMode(narrow, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemChanged.connect(self._ticked)
        self.none = QLabel(self.tr("It stands nowhere else."))
        self.folder = QCheckBox(self.tr("Look in the &other reports of the folder too (%n)", "", others))
        self.folder.setToolTip(self.tr("Reports that are signed off are left alone"))
        self.folder.setVisible(others > 0)
        self.folder.toggled.connect(self.folder_wanted)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(8)
        self.progress.hide()
        self.left = QLabel()
        self.left.hide()
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        self.buttons.button(standard.Ok).setDefault(True)
        self.buttons.button(standard.Cancel).setText(self.tr("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        rulings = QHBoxLayout()
        rulings.setSpacing(18)
        rulings.addWidget(self.is_phi)
        rulings.addWidget(self.is_none)
        rulings.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(heading)
        column.addLayout(rulings)
        column.addWidget(self.none)
        column.addWidget(self.tree, 1)
        column.addWidget(self.folder)
        column.addWidget(self.progress)
        column.addWidget(self.left)
        column.addWidget(self.buttons)
        self.resize(920, 480)
        self.tree.setFocus()
        self._fill()

    @property
    def ruling(self) -> Ruling:
        """What is said of the text, as chosen here."""
        return replace(self._ruling, is_phi=self.is_phi.isChecked())

    def show_report(self, found: ReportHits) -> None:
        """Show the places of the report on the screen."""
        self._found[False] = (found,) if found.hits else ()
        self._fill()

    def show_folder(self, found: Sequence[ReportHits]) -> None:
        """Show the places of the other reports; the search has ended."""
        self.progress.hide()
        self.left.hide()
        self._found[True] = found
        self._fill()

    def show_progress(self, step: int, total: int, seconds: float | None = None) -> None:
        """Tell how far the search in the folder is, and how long it still takes if that is known."""
        self.progress.setMaximum(total)
        self.progress.setValue(step)
        self.progress.show()
        self.left.setText(time_left(seconds))
        self.left.setVisible(bool(self.left.text()))

    def chosen(self, in_folder: bool) -> tuple[ReportHits, ...]:
        """The reports with the places that are ticked: the one on the screen, or the others."""
        reports = []
        for of_folder, report, rows in self._rows:
            hits = tuple(row.data(_PLACE, _HIT) for row in rows if row.checkState(_PLACE) is _ON)
            if hits and of_folder == in_folder:
                reports.append(replace(report, hits=hits))
        return tuple(reports)

    def _fill(self) -> None:
        self.tree.blockSignals(True)
        self.tree.clear()
        self._rows = []
        for of_folder, reports in self._found.items():
            for report in reports:
                rows = [self._row(report.text, hit) for hit in report.hits]
                top = QTreeWidgetItem([f"{one_line(report.name)} ({len(rows)})"])
                top.setFlags(Qt.ItemFlag.ItemIsEnabled)
                top.addChildren(rows)
                self.tree.addTopLevelItem(top)
                top.setFirstColumnSpanned(True)
                self._rows.append((of_folder, report, rows))
        self.tree.expandAll()
        self.tree.blockSignals(False)
        if self._rows:
            self.tree.setCurrentItem(self._rows[0][2][0])
        self.tree.setVisible(bool(self._rows))
        self.none.setVisible(not self._rows)
        self._ticked()

    def _row(self, text: str, hit: Hit) -> QTreeWidgetItem:
        start, end = hit.span.start, hit.span.end
        before, after = one_line(text[max(start - _BEFORE, 0) : start]), one_line(text[end : end + _AFTER])
        place = f"…{before}{_quoted(text[start:end], _LONGEST)}{after}…"
        same = _letters(text[start:end]) == _letters(self._ruling.text)
        row = QTreeWidgetItem([place, self._how(hit, same), self._what(hit)])
        row.setToolTip(_PLACE, few_words(text[start:end], _LONGEST_TIP))
        row.setData(_PLACE, _HIT, hit)
        row.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
        row.setCheckState(_PLACE, _OFF if hit.doubtful else _ON)
        return row

    def _how(self, hit: Hit, same: bool) -> str:
        # What is written just so differs in nothing: an initial in it is the initial of what was decided.
        facts = () if same else hit.evidence
        told = list(dict.fromkeys(filter(None, (spelling_words(fact.detail) for fact in facts))))
        words = told or [self.tr("the same") if same else self.tr("variant")]
        return ", ".join([*([self.tr("doubtful")] if hit.doubtful else []), *words])

    def _what(self, hit: Hit) -> str:
        title = short_class_title(self._tagset, hit.span.phi_class)
        return {
            Fate.ACCEPT: self.tr("accept: {title}"),
            Fate.RELABEL: self.tr("accept as: {title}"),
            Fate.REJECT: self.tr("reject: {title}"),
            Fate.ADD: self.tr("mark: {title}"),
        }[hit.fate].format(title=title)

    def _ticked(self) -> None:
        count = sum(len(report.hits) for which in (False, True) for report in self.chosen(which))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Decide (%n)", "", count))


def _letters(text: str) -> str:
    """A text without signs at its ends, for which case makes no difference."""
    kept = trimmed(text, 0, len(text))
    return (text if kept is None else text[slice(*kept)]).casefold()


def _quoted(text: str, longest: int) -> str:
    return f"«{few_words(text, longest)}»"
