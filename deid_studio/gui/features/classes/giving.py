"""ClassGiving: gives a class to the selected text or the current mention, by its name or chosen from all."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.workbench import Workbench


class ClassGiving(QObject):
    """Whoever shows text that is not the report's is asked first (`Workbench.class_takers`)."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench

    def give(self, name: str) -> None:
        """Mark the selected text with this class; without one, change the current mention's class."""
        if any(taker.take(name) for taker in self._workbench.class_takers):
            return
        selected = self._workbench.view.selection.range()
        if selected is not None:
            self._workbench.controller.add(*selected, name)
        else:
            self._workbench.controller.relabel(name)

    def choose(self, adding: bool = False) -> None:
        """Show the classes to choose from, for the selected text or else for the current mention."""
        workbench = self._workbench
        if workbench.refuses():
            return
        controller, view = workbench.controller, workbench.view
        selected, taken = view.selection.range(), any(taker.is_here for taker in workbench.class_takers)
        if selected is None and not taken and (adding or controller.mention is None):
            selected = controller.edges.words.at(view.selection.caret())
            if selected is None:
                return
            view.selection.select(*selected)
        mention = controller.mention if selected is None and not taken else None
        preselected = mention.span.phi_class if mention is not None else controller.last_class
        title = self.tr("Class of the selected text") if mention is None else self.tr("Class of the mention")
        keys = workbench.keys.table
        chooser = ClassChooser(
            title, controller.tagset, preselected, workbench.theme, workbench.window, keys, workbench.guidelines.summary
        )
        chooser.chosen.connect(self.give)
        stretch = view.selection.range() if mention is None else (mention.span.start, mention.span.end)
        chooser.open_beside(view.on_screen(stretch))
