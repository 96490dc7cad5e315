"""ClassGuidelines: what the classes on the screen hold, in the window's language, and the way to change it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from deid_studio.formats.guidelines_file import guidelines_for
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.words.wording import language
from deid_studio.model.guidelines import Guideline, Guidelines, Part
from deid_studio.review.guideline_editing import keep_guideline


class ClassGuidelines(QObject):
    """The guidelines of the open folder; without one those of the classes that there are."""

    changed = Signal()

    def __init__(self, controller: ReviewController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._shown: Guidelines | None = None  # until somebody asks: their files take a while to read
        controller.folder_opened.connect(self._folder_opened)

    @property
    def shown(self) -> Guidelines:
        """The guidelines as they are now."""
        if self._shown is None:
            self._shown = self._now()
        return self._shown

    def definition(self, phi_class: str) -> str:
        """What a class holds, in one sentence; empty where nobody has written it."""
        return self.shown.definition(phi_class, language())

    def summary(self, phi_class: str) -> str:
        """The same, with what does not belong to it on a line of its own."""
        not_there = " ".join(self.shown.of(phi_class).said(language()).of(Part.DOES_NOT))
        return "\n".join(filter(None, (self.definition(phi_class), not_there and f"✕ {not_there}")))

    def keep(self, phi_class: str, guideline: Guideline | None) -> None:
        """Keep a text of a class in the folder (None: that of the program holds again); raises as `keep_guideline`."""
        folder = self._controller.folder
        assert folder is not None
        keep_guideline(folder.project, phi_class, guideline)
        self._folder_opened()

    def _folder_opened(self) -> None:
        shown = self._now()
        if shown != self._shown:
            self._shown = shown
            self.changed.emit()

    def _now(self) -> Guidelines:
        folder = self._controller.folder
        return guidelines_for(self._controller.tagset) if folder is None else folder.project.guidelines
