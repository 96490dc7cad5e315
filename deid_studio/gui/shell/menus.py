"""Menus: the menu bar and its menus, of the actions that features brought."""

from __future__ import annotations

from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from deid_studio.gui.shell.actions import Actions, ActionSpec, Menu, Where


def build_menus(window: QMainWindow, actions: Actions, review: list[QWidget]) -> None:
    """Put the actions into the window's menus; the keys of those of the review act in the widgets `review`."""
    bar = window.menuBar()
    menus = {menu: bar.addMenu(menu.title) for menu in Menu if menu.top is menu}
    menus |= {menu: QMenu(menu.title, menus[menu.top]) for menu in Menu if menu.top is not menu}
    for menu, shown in menus.items():
        _fill(shown, menu, actions)
    within = [menu for menu in Menu if menu.top is not menu]
    for menu in {menu.top for menu in within}:
        menus[menu].addSeparator()
    for menu in within:
        menus[menu.top].addMenu(menus[menu])
    for spec in actions.specs:
        if spec.where is Where.REVIEW:
            for widget in review:
                widget.addAction(actions[spec.id])


def _fill(shown: QMenu, menu: Menu, actions: Actions) -> None:
    group = 0
    for one in actions.in_menu(menu):
        if one.place // 100 != group and group:
            shown.addSeparator()
        group = one.place // 100
        if isinstance(one, ActionSpec):
            shown.addAction(actions[one.id])
        else:
            one.fill(shown)
