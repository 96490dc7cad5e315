"""Tools: the tool bar, with sign-off at its far end."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QActionEvent
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
            button = self.widgetForAction(actions[spec.id])
            button.installEventFilter(self)
            if spec.in_toolbar >= _FAR:
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)  # type: ignore[attr-defined]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt's buttons (6.11) connect their action once more whenever it is turned on or off: after 2,000 reports a key
        # took a fifth longer.
        if (
            isinstance(event, QActionEvent)
            and isinstance(watched, QWidget)
            and event.type() is QEvent.Type.ActionChanged
        ):
            possible = event.action().isEnabled()
            if watched.isEnabled() != possible:
                watched.setEnabled(possible)
                return True
        return super().eventFilter(watched, event)
