"""SettingsDialog: what a person can set, as the table of settings has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.features.settings.setting_fields import SettingField, field_of
from deid_studio.gui.words.wording import language
from deid_studio.settings import Effect, Page, Settings, table
from deid_studio.texts import Text


class SettingsDialog(QDialog):
    """A tab for each page of the table, and in it a field for each of its settings.

    `values()` is what was changed here, by name; `action_wanted` tells which of the window's actions is to follow.
    """

    action_wanted = Signal(str)

    def __init__(self, settings: Settings, ways: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.fields: dict[str, SettingField] = {}
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for page in Page:
            form = self._tab(page.title.said(language()))
            for row in table():
                if row.page is page:
                    made = self.fields[row.name] = field_of(row, ways, self._leave_for)
                    made.show(getattr(settings, row.name))
                    _add(form, made, settings.fixed_by.said(language()) if row.name in settings.fixed else "")
        # What the file has wrong is put right by applying what is shown in its stead.
        self._shown = {name: one.value() for name, one in self.fields.items() if name not in settings.kept}
        self._fixed = settings.fixed

        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        buttons.button(standard.Ok).setText(self.tr("Apply"))
        buttons.button(standard.Cancel).setText(self.tr("Cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(self.tabs, 1)
        column.addWidget(buttons)
        self.resize(660, 600)

    def values(self) -> dict[str, Any]:
        """The settings that were changed here."""
        now = {name: one.value() for name, one in self.fields.items() if name not in self._fixed}
        return {name: value for name, value in now.items() if name not in self._shown or value != self._shown[name]}

    def _leave_for(self, action: str) -> None:
        self.accept()
        self.action_wanted.emit(action)

    def _tab(self, title: str) -> QFormLayout:
        page = QWidget()
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(10)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 14, 12, 8)
        column.addLayout(form)
        column.addStretch(1)
        scrolled = QScrollArea()  # on a small screen
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setWidgetResizable(True)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scrolled.setWidget(page)
        self.tabs.addTab(scrolled, title)
        return form


def _add(form: QFormLayout, field: SettingField, fixed_by: str) -> None:
    """A setting's field, with its title before it and its help below; one that somebody has fixed cannot be changed."""
    setting = field.setting
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(field.row)
    late = "" if setting.effect is Effect.AT_ONCE else setting.effect.sentence.said(language())
    said = f"{setting.help.said(language())} {late}".strip()
    if fixed_by:
        field.row.setEnabled(False)
        said = f"{said}\n{Text('Fixed on this computer: {by}', by=fixed_by).said(language())}".strip()
    if said:
        field.widget.setAccessibleDescription(said)
        note = QLabel(said)
        note.setTextFormat(Qt.TextFormat.PlainText)
        note.setWordWrap(True)
        note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column.addWidget(note)
    if isinstance(field.widget, QCheckBox):
        form.addRow("", holder)
        return
    label = QLabel(f"{setting.title.said(language())}:")
    label.setBuddy(field.widget)
    if not isinstance(field.widget, QPushButton):  # which says itself what it does
        field.widget.setAccessibleName(setting.plain_title(language()))
    label.setFixedHeight(field.row.sizeHint().height())  # in the middle of what it names, not of the help too
    form.addRow(label, holder)
    line = field.widget.findChild(QLineEdit) if isinstance(field.widget, QAbstractSpinBox) else None
    if line is not None:
        line.setTextMargins(6, 0, 0, 0)  # level with the texts of the other fields
