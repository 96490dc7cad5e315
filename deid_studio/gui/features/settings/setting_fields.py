"""SettingField: what a person sets one setting with, made of its row in the table of settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from deid_studio.gui.widgets.choice_box import ChoiceBox
from deid_studio.gui.words.wording import language
from deid_studio.settings import Offered, Setting

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class SettingField:
    """One setting on its page: `row` is what is shown, `widget` in it what has the focus; `value` reads what is set
    there, `show` sets it."""

    setting: Setting
    row: QWidget
    widget: QWidget
    value: Callable[[], Any]
    show: Callable[[Any], object]


def field_of(setting: Setting, ways: Mapping[str, str], go: Callable[[str], object]) -> SettingField:
    """The field of a setting; `ways` are the titles of the window's actions by id, `go` leads to one."""
    if setting.choices:
        return _choice(setting)
    if setting.kind is bool:
        check = QCheckBox(setting.title.said(language()))
        return SettingField(setting, check, check, check.isChecked, check.setChecked)
    if setting.between is not None:
        return _number(setting)
    if setting.action or setting.kind in (tuple, dict):
        return _list(setting, ways, go)
    line = QLineEdit()
    return SettingField(setting, line, line, lambda: line.text().strip(), line.setText)


def _number(setting: Setting) -> SettingField:
    assert setting.between is not None
    least, most = setting.between
    box: QSpinBox | QDoubleSpinBox
    if setting.kind is int:
        box = whole = QSpinBox()
        whole.setRange(int(least), int(most))
        whole.setSingleStep(int(setting.step))
    else:
        box = exact = QDoubleSpinBox()
        exact.setDecimals(setting.decimals)
        exact.setRange(least, most)
        exact.setSingleStep(setting.step)
    box.setSuffix(setting.unit)
    if setting.lowest is not None:
        box.setSpecialValueText(setting.lowest.said(language()))

    def value() -> int | float:
        return box.value() if setting.kind is int else round(box.value(), setting.decimals)

    return SettingField(setting, box, box, value, box.setValue)


def _choice(setting: Setting) -> SettingField:
    box = ChoiceBox(16)  # a font's name of a hand's length is not to widen the dialog
    for value, title in setting.choices.items():
        box.addItem(title.said(language()), value)
    for value in _offered(setting):
        box.addItem(value, value)

    def show(value: Any) -> None:
        if box.findData(value) < 0:  # such as a typeface of another computer
            box.addItem(str(value), value)
        box.setCurrentIndex(box.findData(value))

    return SettingField(setting, box, box, box.currentData, show)


def _offered(setting: Setting) -> list[str]:
    if setting.offered is Offered.NOTHING:
        return []
    return [family for family in QFontDatabase.families() if not QFontDatabase.isPrivateFamily(family)]


def _list(setting: Setting, ways: Mapping[str, str], go: Callable[[str], object]) -> SettingField:
    """How many there are, or what is chosen, and a way to where they are changed; without one, they can be removed."""
    count, button = QLabel(), QPushButton()
    held: list[Any] = [setting.default]

    def show(value: Any) -> None:
        held[0] = value
        if setting.kind is str:
            count.setText(value)
        else:
            count.setText(str(len(value)) if value else translate("SettingField", "none"))
        if not setting.action:
            button.setEnabled(bool(value))

    if setting.action:
        button.setText(f"{ways[setting.action]}…")
        button.clicked.connect(lambda: go(setting.action))
    else:
        button.setText(translate("SettingField", "Clear"))
        button.clicked.connect(lambda: show(setting.default))
    return SettingField(setting, _side_by_side(count, button), button, lambda: held[0], show)


def _side_by_side(wide: QWidget, button: QPushButton) -> QWidget:
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(wide, 1)
    line.addWidget(button)
    return row
