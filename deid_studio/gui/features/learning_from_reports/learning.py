"""LearningFromReports: offers to learn from signed reports, has it done apart, and asks whether it is to be adopted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from deid_studio import paths
from deid_studio.detection.model_files import manifest_of, reading
from deid_studio.errors import DeidError
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.shell.messages import Action
from deid_studio.gui.workbench import Workbench
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.batch.learning_apart import Learned
    from deid_studio.gui.features.learning_from_reports.learned_dialog import LearnedDialog
    from deid_studio.learning.rehearsal import Compared
    from deid_studio.learning.store.model_card import Figure
    from deid_studio.learning.store.model_store import ModelStore

# SciPy and what learns take seconds to load: they are imported where they are used.

_TOPIC, _ADOPTING = "learning", "adopting"
_WORTH_OFFERING = 8  # signed reports; and each time as many more have come


class LearningFromReports(QObject):
    """One for a window; what was learned lies apart until a person adopts or refuses it."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._offered = 0
        self.dialog: LearnedDialog | None = None
        self._learned_last: Learned | None = None  # that nobody has looked at yet
        workbench.long_work.show_topic(_TOPIC, self.tr("Learning from your reports"))
        self._controller.folder_opened.connect(self._folder_opened)

    @property
    def can(self) -> bool:
        """Whether reports of the folder are signed, and nothing is being learned."""
        folder, jobs = self._controller.folder, self._controller.jobs
        return folder is not None and folder.signed_off > 0 and not jobs.running(_TOPIC) and self.dialog is None

    # --- offering --------------------------------------------------------------------------------------------

    def _folder_opened(self) -> None:
        folder = self._controller.folder
        if self.dialog is not None:
            self.dialog.reject()  # it is of another folder
        self._learned_last = None
        if folder is not None:
            self._offered = folder.signed_off
            folder.signed_off_changed.connect(self._signed)

    def _signed(self) -> None:
        folder = self._controller.folder
        if folder is None or not self.can or folder.signed_off < self._offered + _WORTH_OFFERING:
            return
        self._offered = folder.signed_off
        self._workbench.messages.tell(
            _TOPIC,
            self.tr("Enough reports are signed for the program to learn from them."),
            self.tr(
                "It tries first what that brings. You go on reviewing meanwhile, and nothing changes before you adopt "
                "it."
            ),
            actions=[(self.tr("Learn…"), self.learn)],
        )

    # --- learning --------------------------------------------------------------------------------------------

    def learn(self) -> None:
        """Begin to learn from what is signed in the folder; what was learned last is shown, where nobody has looked."""
        folder = self._controller.folder
        if folder is None or not self.can:
            return
        if self._learned_last is not None:
            self._show(self._learned_last)
            return
        from deid_studio.batch.learning_apart import LearningRequest, learn_apart

        self._workbench.messages.clear(_TOPIC)
        project = folder.project
        request = LearningRequest(
            (project.retraining.folder / "brat",), self._base(), _apart() / "model", project.tagset
        )
        self._controller.jobs.run(
            _TOPIC, learn_apart, request, done=self._learned, failed=self._failed, scope=Scope.FOLDER
        )

    def _base(self) -> Path:
        """The model that learns: the one in use, or the shipped one where that has learned already, since all that is
        signed teaches again."""
        model = self._controller.model
        try:
            with reading(model):
                return paths.default_model() if manifest_of(model).get("adapted") else model
        except DeidError:
            return paths.default_model()

    def _failed(self, error: DeidError) -> None:
        self._workbench.messages.tell_error(_TOPIC, error)

    def _learned(self, learned: Learned) -> None:
        # No window opens while somebody writes elsewhere: it would take the keys.
        self._learned_last = learned
        self._workbench.messages.tell(
            _TOPIC,
            self.tr("The program has learned from your reports, and tried what that brings."),
            self.tr("Nothing changes before you adopt it."),
            actions=[(self.tr("Look…"), self.learn)],
        )

    def _show(self, learned: Learned) -> None:
        from deid_studio.gui.features.learning_from_reports.learned_dialog import LearnedDialog

        folder, self._learned_last = self._controller.folder, None
        self._workbench.messages.clear(_TOPIC)
        if folder is None:
            return
        dialog = self.dialog = LearnedDialog(learned, folder.project.tagset, self._workbench.window)
        dialog.place_wanted.connect(self._workbench.show_place)
        dialog.adopted.connect(lambda note: self._adopt(learned, note))
        dialog.rejected.connect(lambda: shutil.rmtree(_apart(), ignore_errors=True))
        dialog.finished.connect(self._closed)
        dialog.show()

    def _closed(self) -> None:
        self.dialog = None

    # --- adopting --------------------------------------------------------------------------------------------

    def _adopt(self, learned: Learned, note: str) -> None:
        from deid_studio.learning.store.model_card import ModelCard

        folder = self._controller.folder
        if folder is None:
            return
        card = ModelCard(
            name=folder.project.folder.name,
            base=learned.request.base.name,
            figures=(*_figures("own", learned.rehearsal.own), *_figures("home", learned.rehearsal.home)),
            note=note,
            by=self._controller.reviewer,
        )
        place, out = folder.project.folder, learned.request.out
        told = self.tr("The suggestions are made anew with what was learned; your decisions stay.")
        self._choose(place, lambda store: store.adopt(out, card, place), told, [(self.tr("Go back"), self._back)])

    def _back(self) -> None:
        folder = self._controller.folder
        if folder is not None:
            place = folder.project.folder
            told = self.tr("The model from before makes the suggestions again.")
            self._choose(place, lambda store: store.back(place), told)

    def _choose(
        self, folder: Path, choose: Callable[[ModelStore], object], told: str, actions: Sequence[Action] = ()
    ) -> None:
        """Do something with the store beside the window, and have suggestions made by what is chosen then."""

        def work(place: Path, _: Progress) -> None:
            from deid_studio.learning.store.model_store import ModelStore

            choose(ModelStore())
            shutil.rmtree(_apart(), ignore_errors=True)

        def done(_: None) -> None:
            controller = self._controller
            if controller.folder is not None and controller.folder.project.folder == folder:
                controller.open_folder(folder, controller.shown)
            self._workbench.messages.tell(_TOPIC, told, actions=actions)

        self._controller.jobs.run(
            _ADOPTING, work, folder, done=done, failed=self._failed, scope=Scope.WINDOW, lasting=True
        )


def _apart() -> Path:
    """Where what was learned lies until it is adopted: no version, so that nobody works with it."""
    return paths.user_models() / ".learned"


def _figures(on: str, compared: Compared) -> list[Figure]:
    from deid_studio.learning.store.model_card import Figure

    return [Figure(on, one.measure, one.first, one.second, one.low, one.high) for one in compared.differences.values()]
