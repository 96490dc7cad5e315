"""ModelsDialog: the versions of models, where each is used, the card of one, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.widgets.parts import framed, row_button, told_label

_MODEL, _USED, _KNOWN = range(3)


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A version, in short and with its card; where it is used (`elsewhere`: in how many other folders), and whether it
    can be."""

    id: str
    summary: str
    card: str
    here: bool
    everywhere: bool
    elsewhere: int
    usable: bool


class ModelsDialog(QDialog):
    """Asks for what is wanted by its signals; `fill` then shows what there is."""

    use_wanted = Signal(str, bool)  # the version; in the open folder, or wherever none is chosen
    back_wanted = Signal()
    export_wanted = Signal(str)
    import_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Models"))
        self._rows: Sequence[ModelRow] = ()
        self._folder_is_open = self._can_go_back = False
        self.about = told_label(
            self.tr(
                "A model makes the suggestions. With another one those of the open folder are made anew; what was"
                " decided stays as it is."
            )
        )
        self.list = QTreeWidget()
        self.list.setHeaderLabels([self.tr("Model"), self.tr("Used"), self.tr("Trained on")])
        self.list.setAccessibleName(self.tr("Versions of models"))
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(True)
        self.card = framed(QPlainTextEdit())
        self.card.setReadOnly(True)
        self.card.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.card.setAccessibleName(self.tr("The card of the version"))
        self.card.setTabChangesFocus(True)
        self.problem = told_label()
        self.problem.hide()
        column = QVBoxLayout(self)
        column.setSpacing(10)
        both = QSplitter(Qt.Orientation.Vertical)
        both.addWidget(self.list)
        both.addWidget(self.card)
        column.addWidget(self.about)
        column.addWidget(both, 1)
        column.addWidget(self.problem)
        column.addLayout(self._buttons())
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        close.rejected.connect(self.reject)
        column.addWidget(close)
        self.resize(860, 560)
        self.list.currentItemChanged.connect(lambda *_: self._show_card())
        self.list.setFocus()
        self.set_busy()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.use_here = row_button(row, self.tr("Use in &this folder"), lambda: self._use(here=True))
        self.use = row_button(row, self.tr("Use &wherever none is chosen"), lambda: self._use(here=False))
        self.back = row_button(row, self.tr("Go &back to the one before"), self.back_wanted.emit)
        row.addStretch(1)
        self.export = row_button(row, self.tr("&Export…"), self._export)
        self.take_in = row_button(row, self.tr("&Import…"), self.import_wanted.emit)
        return row

    # --- showing ---------------------------------------------------------------------------------------------

    def fill(self, rows: Sequence[ModelRow], can_go_back: bool, folder_is_open: bool) -> None:
        """Show versions; the one that was chosen in the list stays, else the one that is used."""
        before = "" if self._current is None else self._current.id
        known = {one.id for one in self._rows}
        self.list.clear()
        self._rows, self._can_go_back, self._folder_is_open = rows, can_go_back, folder_is_open
        items = [QTreeWidgetItem([one.id, self._used(one), one.summary]) for one in rows]
        self.list.addTopLevelItems(items)
        new = [place for place, one in enumerate(rows) if known and one.id not in known]
        kept = [place for place, one in enumerate(rows) if one.id == before]
        used = [place for place, one in enumerate(rows) if (one.here if folder_is_open else one.everywhere)]
        self.list.setCurrentItem(items[(new or kept or used or [0])[0]])
        self.problem.hide()
        self._allow()

    def fail(self, told: str) -> None:
        """Say why something was not possible."""
        self.problem.setText(told)
        self.problem.show()
        self._allow()

    def set_busy(self) -> None:
        """Nothing can be asked for until `fill` or `fail` is called."""
        for button in self._every_button():
            button.setEnabled(False)

    def _every_button(self) -> tuple[QPushButton, ...]:
        return self.use_here, self.use, self.back, self.export, self.take_in

    def _allow(self) -> None:
        one = self._current
        self.use_here.setEnabled(one is not None and one.usable and self._folder_is_open and not one.here)
        self.use.setEnabled(one is not None and one.usable and not one.everywhere)
        self.export.setEnabled(one is not None and one.usable)
        self.back.setEnabled(self._can_go_back)
        self.take_in.setEnabled(True)

    def _used(self, one: ModelRow) -> str:
        where = [self.tr("in this folder")] if one.here else []
        where += [self.tr("wherever none is chosen")] if one.everywhere else []
        where += [self.tr("%n other folder(s)", "", one.elsewhere)] if one.elsewhere else []
        return ", ".join(where)

    # --- choosing --------------------------------------------------------------------------------------------

    @property
    def _current(self) -> ModelRow | None:
        item = self.list.currentItem()
        return None if item is None else self._rows[self.list.indexOfTopLevelItem(item)]

    def _show_card(self) -> None:
        one = self._current
        self.card.setPlainText("" if one is None else one.card)
        self._allow()

    def _use(self, here: bool) -> None:
        if self._current is not None:
            self.use_wanted.emit(self._current.id, here)

    def _export(self) -> None:
        if self._current is not None:
            self.export_wanted.emit(self._current.id)
