"""Tools: the tool bar, with sign-off at its far end."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QToolBar, QWidget

from deid_studio.gui.shell.actions import Actions

_FAR = 1000  # the place from which on actions stand at the far end, in words


class Tools(QToolBar):
    """The actions that have a place in the tool bar, as icons."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Tools"))
        self.setObjectName("tools")
        self.setMovable(False)
        self.setIconSize(QSize(20, 20))
        group = 0
        for spec in actions.in_toolbar():
            if spec.in_toolbar >= _FAR > group * 100:
                gap = QWidget()
                gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                self.addWidget(gap)
            elif group and spec.in_toolbar // 100 != group:
                self.addSeparator()
            group = spec.in_toolbar // 100
            self.addAction(actions[spec.id])
            if spec.in_toolbar >= _FAR:
                button = self.widgetForAction(actions[spec.id])
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)  # type: ignore[attr-defined]
