"""Tools: the tool bar, with sign-off at its far end."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QToolBar, QWidget

from deid_studio.gui import actions


class Tools(QToolBar):
    """The actions of `actions.TOOLBAR` as icons."""

    def __init__(self, actions_by_id: Mapping[str, QAction]) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Tools"))
        self.setObjectName("tools")
        self.setMovable(False)
        self.setIconSize(QSize(20, 20))
        for name in actions.TOOLBAR:
            if name:
                self.addAction(actions_by_id[name])
            else:
                self.addSeparator()
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(gap)
        sign_off = actions_by_id["sign_off"]
        self.addAction(sign_off)
        button = self.widgetForAction(sign_off)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)  # type: ignore[attr-defined]
