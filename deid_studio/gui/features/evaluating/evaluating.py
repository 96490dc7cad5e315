"""Evaluating: opens the page of the open folder, beside the window, and shows errors in their reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.gui.workbench import Workbench

if TYPE_CHECKING:
    from deid_studio.gui.features.evaluating.evaluation_dialog import EvaluationDialog

# What evaluates takes a while to load: it is imported where it is used.


class Evaluating(QObject):
    """One for a window; the page closes with its folder."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self.dialog: EvaluationDialog | None = None
        workbench.controller.folder_opened.connect(self._folder_opened)

    def show(self) -> None:
        """Open the page, or bring it to the front."""
        from deid_studio.corpora.corpus_figures import figures_for
        from deid_studio.corpora.side_evaluation import sides_of
        from deid_studio.gui.features.evaluating.evaluation_dialog import EvaluationDialog

        controller = self._workbench.controller
        if controller.folder is None:
            return
        if self.dialog is None:
            open_layer = controller.folder.layer
            layer = None if open_layer is None else open_layer.layer
            try:
                here, who = controller.folder.project.folder, controller.reviewer
                sides = sides_of(here, layer, who)
                request = figures_for(here, layer, who, controller.tagset, self.tr("adjudicated gold"))
            except DeidError as error:
                controller.failed.emit(error)
                return
            self.dialog = EvaluationDialog(controller, sides, self._workbench.theme, self._workbench.window, request)
            self.dialog.place_wanted.connect(self._workbench.show_place)
            self.dialog.finished.connect(self._closed)
        self.dialog.show()
        self.dialog.raise_()

    def _folder_opened(self) -> None:
        if self.dialog is not None:
            self.dialog.reject()  # it is of another folder

    def _closed(self) -> None:
        self.dialog = None
