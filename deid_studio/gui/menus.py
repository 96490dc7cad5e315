"""Menus: the menu bar, and the menus whose entries change: recent folders and classes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from deid_studio.gui import actions
from deid_studio.gui.setting_menus import TOGGLES
from deid_studio.gui.wording import language

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow
    from deid_studio.model.tagset import TagSet


class Menus(QObject):
    """Puts the window's actions into its menus, and its panels, looks and classes beside them."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.recent = QMenu(self.tr("Open &recent"), window)
        self.recent.aboutToShow.connect(self._fill_recent)
        self.classes = QMenu(self.tr("Give a &class"), window)
        self.class_actions: list[QAction] = []
        self._filled: TagSet | None = None
        for menu in actions.Menu:
            self._build(menu)

    def _build(self, menu_id: actions.Menu) -> None:
        window = self._window
        menu = window.menuBar().addMenu(menu_id.title)
        parts = self._parts_of_view(menu) if menu_id is actions.Menu.VIEW else {}
        for spec in actions.in_menu(menu_id):
            if not spec.id:
                menu.addSeparator()
                continue
            action = window.actions_by_id[spec.id]
            parts.get(spec.id, menu).addAction(action)
            if spec.where is actions.Where.REVIEW:
                for widget in (window.view, window.mentions.table):
                    widget.addAction(action)
            if spec.id == "open_files":
                menu.addMenu(self.recent)
            elif spec.id == "choose_class":
                menu.addMenu(self.classes)
        if menu_id is actions.Menu.VIEW:
            panels = parts["next_pane"]
            panels.addSeparator()
            for dock in window.docks:
                panels.addAction(dock.toggleViewAction())
            window.layout_of_docks.fill(panels.addMenu(self.tr("Mo&ve panels")))
            looks = parts["dark"]
            looks.addSeparator()
            window.setting_menus.fill(looks)
            for part in dict.fromkeys(parts.values()):
                menu.addMenu(part)

    def _parts_of_view(self, menu: QMenu) -> dict[str, QMenu]:
        """The menus within the menu of the view, by the actions that they hold: all in one would be too long."""
        parts = {
            QMenu(self.tr("&Panels"), menu): (
                "next_pane", "previous_pane", "pane_reports", "pane_text", "pane_mentions", "pane_classes"
            ),
            QMenu(self.tr("&Text size"), menu): ("zoom_in", "zoom_out", "zoom_reset"),
            QMenu(self.tr("&Appearance"), menu): (*(row.name for row in TOGGLES), "dark"),
        }  # fmt: skip
        return {action: part for part, held in parts.items() for action in held}

    def fill_classes(self) -> None:
        """Make an action of each class that the folder has, in the menu of classes and for the report's keys."""
        window = self._window
        tagset = window.controller.tagset
        if tagset == self._filled:
            for action in self.class_actions:
                action.setEnabled(window.controller.session is not None)
            return
        self._filled = tagset
        self.classes.clear()
        for action in self.class_actions:
            window.view.removeAction(action)
            action.deleteLater()
        self.class_actions = []
        for phi_class in tagset:
            action = QAction(phi_class.title_in(language()).replace("&", "&&"), window)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setEnabled(window.controller.session is not None)
            action.triggered.connect(lambda _=False, name=phi_class.name: window.give_class(name))
            window.view.addAction(action)
            self.classes.addAction(action)
            self.class_actions.append(action)
        window.keys.apply()

    def _fill_recent(self) -> None:
        window = self._window
        self.recent.clear()
        for name in window.preferences.settings.recent_folders:
            action = self.recent.addAction(name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, folder=name: window.open_folder(Path(folder)))
        if self.recent.isEmpty():
            self.recent.addAction(self.tr("None yet")).setEnabled(False)
            return
        self.recent.addSeparator()
        clear = self.recent.addAction(self.tr("&Clear this list"))
        clear.triggered.connect(lambda: window.preferences.change(recent_folders=()))
