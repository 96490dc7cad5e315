"""Columns: shows tables as they were typed, where a person wants it; remembered for each report."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QToolButton

from deid_studio.gui.features.columns.tables import table_width
from deid_studio.gui.shell.key_table import KeyTable
from deid_studio.gui.workbench import Workbench

_KEPT = "columns"  # the digests of the texts, as the window remembers them: a report's name may be somebody's
_MOST = 500
_WITHOUT_TABLE = 80  # letters a line, where a person wants columns of what does not look like a table


class Columns(QObject):
    """The choice for the report on the screen, and a button that offers it where there is a table."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._kept = workbench.preferences.window_file
        self._width = 0  # letters of the table of the report on the screen
        self.offer = QToolButton()
        self.offer.setText(self.tr("Table: show its columns"))
        self.offer.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.offer.clicked.connect(self.toggle)
        self.offer.hide()
        workbench.controller.report_opened.connect(self._opened)
        workbench.keys.changed.connect(self._say_key)

    def toggle(self) -> None:
        """Show the report's columns, or its text as all others; remembered."""
        session = self._workbench.controller.session
        if session is None:
            return
        digest, kept = session.text_sha256[:16], self._digests()
        others = [one for one in kept if one != digest]
        self._kept.setValue(_KEPT, " ".join(others if digest in kept else [digest, *others][:_MOST]))
        self._show()

    def _opened(self) -> None:
        session = self._workbench.controller.session
        self._width = 0 if session is None else table_width(session.text)
        self._show()

    def _show(self) -> None:
        session = self._workbench.controller.session
        shown = session is not None and session.text_sha256[:16] in self._digests()
        self._workbench.view.typesetting.set_columns((self._width or _WITHOUT_TABLE) if shown else 0)
        self._workbench.actions["columns"].setChecked(shown)
        self.offer.setVisible(bool(self._width) and not shown)

    def _say_key(self, table: KeyTable) -> None:
        self.offer.setToolTip(table.with_hint(self.tr("Letters of one width, for this report"), "columns"))

    def _digests(self) -> list[str]:
        return str(self._kept.value(_KEPT, "")).split()
