"""GuidelinesFeature: the page of the guidelines, and the folder's own texts as a person changes them."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.gui.features.guidelines.guideline_form import GuidelineForm
from deid_studio.gui.features.guidelines.guidelines_page import GuidelinesPage
from deid_studio.gui.words.wording import class_title, language, what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.model.guidelines import Guideline


class GuidelinesFeature(QObject):
    """One page at a time stands beside the window; each change of a text can be taken back as long as it is open."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._before: list[tuple[str, Guideline | None]] = []  # a class and its own text before each change
        self.page: GuidelinesPage | None = None
        workbench.controller.folder_opened.connect(self._folder_opened)
        workbench.guidelines.changed.connect(self._fill)
        workbench.closing.connect(lambda: self.page and self.page.close())

    def show(self) -> None:
        """Show the page, at the class of the current mention, else at the one that was given last."""
        workbench = self._workbench
        if self.page is None:
            page = self.page = GuidelinesPage(workbench.theme, workbench.window)
            workbench.theme_changed.connect(page.set_theme)
            page.finished.connect(self._closed)
            page.change_wanted.connect(self._change)
            page.reset_wanted.connect(lambda name: self._keep(name, None))
            page.undo_wanted.connect(self._undo)
            self._fill()
        mention = workbench.controller.mention
        self.page.choose(workbench.controller.last_class if mention is None else mention.span.phi_class)
        self.page.show()
        self.page.raise_()
        self.page.activateWindow()

    def _closed(self) -> None:
        self.page = None
        self._before.clear()

    def _folder_opened(self) -> None:
        self._before.clear()
        self._fill()

    def _fill(self) -> None:
        if self.page is not None:
            in_folder = self._workbench.controller.folder is not None
            self.page.fill(self._workbench.guidelines.shown, in_folder, bool(self._before))

    def _change(self, name: str) -> None:
        if self.page is None or self._workbench.refuses():
            return
        guidelines = self._workbench.guidelines.shown
        form = GuidelineForm(class_title(guidelines.tagset, name), guidelines.of(name), language(), self.page)
        form.wanted.connect(lambda guideline: self._keep(name, guideline))
        form.open()

    def _keep(self, name: str, guideline: Guideline | None) -> None:
        before = self._workbench.guidelines.shown.own.get(name)
        if self._changed(name, guideline):
            self._before.append((name, before))
            self._fill()

    def _undo(self) -> None:
        name, before = self._before[-1]
        if self._changed(name, before):
            self._before.pop()
            self._fill()
            if self.page is not None:
                self.page.choose(name)

    def _changed(self, name: str, guideline: Guideline | None) -> bool:
        """Whether a text could be changed; the person is told why not."""
        if self._workbench.refuses():
            return False
        try:
            self._workbench.guidelines.keep(name, guideline)
        except DeidError as error:
            if self.page is not None:
                self.page.tell(f"{what_happened(error)} {what_to_do(error)}")
            return False
        if self.page is not None:
            self.page.tell("")
        return True
