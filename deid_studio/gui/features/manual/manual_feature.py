"""ManualFeature: opens the manual where it tells of what has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from deid_studio.gui.features.manual.manual_pages import manual_pages, place_for
from deid_studio.gui.features.manual.manual_window import ManualWindow
from deid_studio.gui.words.wording import language
from deid_studio.gui.workbench import Workbench

_FEATURES = __name__.removesuffix("manual.manual_feature")
_REVIEWING, _STARTING = "deciding", "opening"  # what the text of a report is for, and a window without one


class ManualFeature(QObject):
    """One manual stands beside the window."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self.window: ManualWindow | None = None
        workbench.theme_changed.connect(lambda _: self.window and self.window.repaint_page())
        workbench.closing.connect(lambda: self.window and self.window.close())

    def show(self) -> None:
        """Show the manual at what tells of the part of the program in which one is."""
        focus = QApplication.focusWidget()
        if self.window is not None and self.window.isActiveWindow():
            focus = self._workbench.window.focusWidget()
        name, _, heading = place_for(self._feature(focus)).partition("#")
        if self.window is None:
            self.window = ManualWindow(manual_pages(language()), self._workbench.window)
            self.window.finished.connect(self._closed)
        english = next(page for page in manual_pages("en") if page.name == name)
        self.window.open_at(name, english.anchors.index(heading) if heading else 0)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def _closed(self) -> None:
        self.window = None

    def _feature(self, widget: QWidget | None) -> str:
        """The folder of the feature to which a widget, or what it stands in, belongs."""
        while widget is not None:
            module = type(widget).__module__
            if module.startswith(_FEATURES):
                return module.removeprefix(_FEATURES).partition(".")[0]
            widget = widget.parentWidget()
        return _STARTING if self._workbench.controller.session is None else _REVIEWING
