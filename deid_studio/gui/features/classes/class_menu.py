"""ClassMenu: the classes of the folder in a menu, each with its key in the report."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from deid_studio.gui.words.wording import language
from deid_studio.gui.workbench import Workbench
from deid_studio.model.tagset import TagSet


class ClassMenu(QObject):
    """Filled anew when a folder with other classes is opened."""

    def __init__(self, workbench: Workbench, give: Callable[[str], object]) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._give = give
        self._menu = QMenu(self.tr("Give a &class"), workbench.window)
        self._filled: TagSet | None = None
        self._make()
        workbench.controller.folder_opened.connect(self._folder_opened)

    def fill(self, menu: QMenu) -> None:
        """Put the menu of classes into another one."""
        menu.addMenu(self._menu)

    def _folder_opened(self) -> None:
        if self._workbench.controller.tagset == self._filled:
            for action in self._workbench.actions.of_classes.values():
                action.setEnabled(self._workbench.controller.session is not None)
            return
        self._make()
        self._workbench.keys.apply()

    def _make(self) -> None:
        workbench = self._workbench
        tagset, actions = workbench.controller.tagset, workbench.actions.of_classes
        self._filled = tagset
        self._menu.clear()
        for action in actions.values():
            workbench.view.removeAction(action)
            action.deleteLater()
        actions.clear()
        for phi_class in tagset:
            action = QAction(phi_class.title_in(language()).replace("&", "&&"), workbench.window)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setEnabled(workbench.controller.session is not None)
            action.triggered.connect(lambda _=False, name=phi_class.name: self._give(name))
            workbench.view.addAction(action)
            self._menu.addAction(action)
            actions[phi_class.name] = action
