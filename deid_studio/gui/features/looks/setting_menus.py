"""SettingMenus: the settings that are changed in a menu too, as the table of settings has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.words.wording import language
from deid_studio.settings import Setting, table

TOGGLES = tuple(row for row in table() if row.in_menu and row.kind is bool)
CHOICES = tuple(row for row in table() if row.in_menu and row.choices)


class SettingMenus(QObject):
    """Keeps the actions of what is on or off, by the settings' names, and menus of choices as the settings are."""

    def __init__(self, preferences: Preferences, actions: Mapping[str, QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._toggles = {row.name: actions[row.name] for row in TOGGLES}
        self.choices: dict[str, dict[Any, QAction]] = {}
        preferences.changed.connect(self._show)
        self._show()

    def fill(self, menu: QMenu) -> None:
        """Add a menu of the choices of each setting that has some."""
        for row in CHOICES:
            self.choices[row.name] = self._choices(menu.addMenu(row.title.said(language())), row)
        self._show()

    def _choices(self, menu: QMenu, row: Setting) -> dict[Any, QAction]:
        group, made = QActionGroup(menu), {}
        for value, title in row.choices.items():
            action = made[value] = menu.addAction(title.said(language()))
            action.setCheckable(True)
            action.setEnabled(not self._preferences.is_fixed(row.name))
            group.addAction(action)
            action.triggered.connect(lambda _=False, value=value: self._preferences.change(**{row.name: value}))
        return made

    def _show(self) -> None:
        settings = self._preferences.settings
        for name, action in self._toggles.items():
            action.setChecked(getattr(settings, name))
        for name, choices in self.choices.items():
            choices[getattr(settings, name)].setChecked(True)
