"""Carried: what a person sees that is kept nowhere, for a window that is built anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget


@dataclass(frozen=True, slots=True)
class Carried:
    """`take` gives what is there now; `give` shows the same in another window."""

    take: Callable[[], Any]
    give: Callable[[Any], object]


def fields_of(panel: QWidget) -> Carried:
    """The lists and fields of a panel, by the names of its attributes."""

    def take() -> dict[str, int | str]:
        entered: dict[str, int | str] = {}
        for name, one in _fields(panel).items():
            if isinstance(one, QComboBox):
                entered[name] = one.currentIndex()
            elif isinstance(one, QCheckBox):
                entered[name] = int(one.isChecked())
            elif isinstance(one, QLineEdit):
                entered[name] = one.text()
        return entered

    def give(entered: dict[str, int | str]) -> None:
        for name, one in _fields(panel).items():
            value = entered.get(name)
            if isinstance(one, QComboBox) and isinstance(value, int):
                one.setCurrentIndex(value)
            elif isinstance(one, QCheckBox) and isinstance(value, int):
                one.setChecked(bool(value))
            elif isinstance(one, QLineEdit) and isinstance(value, str):
                one.setText(value)

    return Carried(take, give)


def _fields(panel: QWidget) -> dict[str, QWidget]:
    return {name: one for name, one in vars(panel).items() if isinstance(one, QCheckBox | QComboBox | QLineEdit)}
