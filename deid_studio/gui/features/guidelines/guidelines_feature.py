"""GuidelinesFeature: the page of the guidelines, the folder's own texts, and the lines that its decisions propose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.gui.features.guidelines.guideline_form import GuidelineForm
from deid_studio.gui.features.guidelines.guidelines_page import GuidelinesPage
from deid_studio.gui.words.wording import class_title, language, what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.model.guidelines import Guideline
from deid_studio.review.figures.differences import Difference
from deid_studio.review.figures.proposed_lines import part_of, proposed_line
from deid_studio.review.guideline_editing import answered_lines, keep_answered_lines, unanswered_differences

_TOPIC = "guidelines"


@dataclass(frozen=True, slots=True)
class _Step:
    """What was done to the guideline of a class: its own text before, and the difference that was answered by it."""

    phi_class: str
    before: Guideline | None
    answered: Difference | None = None


class GuidelinesFeature(QObject):
    """One page at a time stands beside the window; each change of a text, and each answer to a line that is proposed,
    can be taken back as long as it is open."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._done: list[_Step] = []
        self._proposed: tuple[Difference, ...] = ()
        self.page: GuidelinesPage | None = None
        workbench.guidelines.changed.connect(self._fill)
        workbench.controller.folder_opened.connect(self._forget)
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
            page.line_answered.connect(self._answer)
            self._fill()
            self._look()
        mention = workbench.controller.mention
        self.page.choose(workbench.controller.last_class if mention is None else mention.span.phi_class)
        self.page.show()
        self.page.raise_()
        self.page.activateWindow()

    def _closed(self) -> None:
        self.page = None
        self._workbench.controller.jobs.cancel(_TOPIC)
        self._forget()

    def _forget(self) -> None:
        self._done.clear()
        self._proposed = ()
        self._fill()
        self._look()

    def _fill(self) -> None:
        if self.page is not None:
            in_folder = self._workbench.controller.folder is not None
            self.page.fill(self._workbench.guidelines.shown, in_folder, bool(self._done))
            self.page.propose(self._proposed)

    def _tell(self, error: DeidError) -> None:
        if self.page is not None:
            self.page.tell(f"{what_happened(error)} {what_to_do(error)}")

    # --- texts -----------------------------------------------------------------------------------------------

    def _change(self, name: str) -> None:
        if self.page is None or self._workbench.refuses():
            return
        guidelines = self._workbench.guidelines.shown
        form = GuidelineForm(class_title(guidelines.tagset, name), guidelines.of(name), language(), self.page)
        form.wanted.connect(lambda guideline: self._keep(name, guideline))
        form.open()

    def _keep(self, name: str, guideline: Guideline | None) -> None:
        step = _Step(name, self._own(name))
        if self._changed(name, guideline):
            self._did(step)

    def _own(self, name: str) -> Guideline | None:
        return self._workbench.guidelines.shown.own.get(name)

    def _did(self, step: _Step) -> None:
        self._done.append(step)
        self._fill()

    def _undo(self) -> None:
        step = self._done[-1]
        if self._own(step.phi_class) != step.before and not self._changed(step.phi_class, step.before):
            return
        if step.answered is not None:
            if not self._answered(step.answered, False):
                return
            self._proposed = (step.answered, *self._proposed)
        self._done.pop()
        self._fill()
        if self.page is not None:
            self.page.choose(step.phi_class)

    def _changed(self, name: str, guideline: Guideline | None) -> bool:
        """Whether a text could be changed; the person is told why not."""
        if self._workbench.refuses():
            return False
        try:
            self._workbench.guidelines.keep(name, guideline)
        except DeidError as error:
            self._tell(error)
            return False
        if self.page is not None:
            self.page.tell("")
        return True

    # --- lines that are proposed -----------------------------------------------------------------------------

    def _look(self) -> None:
        """Look off the window's thread what people decided otherwise again and again."""
        folder = self._workbench.controller.folder
        if self.page is not None and folder is not None:
            self._workbench.controller.jobs.run(
                _TOPIC, unanswered_differences, folder.project, done=self._take, failed=self._tell
            )

    def _take(self, found: Sequence[Difference]) -> None:
        self._proposed = tuple(found)
        if self.page is None:
            return
        self.page.propose(found)
        if found:
            tagset = self._workbench.guidelines.shown.tagset
            titles = dict.fromkeys(class_title(tagset, one.sort.phi_class) for one in found)
            self.page.tell(self.tr("Lines are proposed for: {classes} (✎).").format(classes=", ".join(titles)))

    def _answer(self, difference: Difference, taken: bool) -> None:
        name, guidelines = difference.sort.phi_class, self._workbench.guidelines.shown
        step = _Step(name, self._own(name), difference)
        if taken:
            line = proposed_line(difference.sort, guidelines.tagset)
            if not self._changed(name, guidelines.of(name).with_point(part_of(difference.sort), line)):
                return
        if self._answered(difference, True):
            self._proposed = tuple(one for one in self._proposed if one is not difference)
            self._did(step)

    def _answered(self, difference: Difference, answered: bool) -> bool:
        """Whether it could be kept that a person has answered a difference, or has not; the person is told why not."""
        folder = self._workbench.controller.folder
        if folder is None or self._workbench.refuses():
            return False
        try:
            known = answered_lines(folder.project) - {difference.sort.key}
            keep_answered_lines(folder.project, known | {difference.sort.key} if answered else known)
        except DeidError as error:
            self._tell(error)
            return False
        return True
