"""ChoosingModels: the store of models as the window uses it; nothing that takes long is done in the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from deid_studio.errors import DeidError, ModelNotCleanError
from deid_studio.formats.files import write_file
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.features.models.models_dialog import ModelRow, ModelsDialog
from deid_studio.gui.shell.messages import ask
from deid_studio.gui.words.wording import language, what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.learning.store.choices import EVERYWHERE, SHIPPED, Choices, model_folder

if TYPE_CHECKING:
    from deid_studio.learning.store.model_store import ModelStore

_TOPIC = "models"


class ChoosingModels(QObject):
    """Which model a folder is opened with, and the dialog in which that is chosen."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._dialog: ModelsDialog | None = None

    def model_of(self, folder: Path) -> Path:
        """The folder of the model that was chosen for a folder of reports; the shipped one where that is not known."""
        try:
            return model_folder(Choices().model(folder))
        except DeidError as error:
            self._workbench.messages.tell_error(_TOPIC, error)
            return model_folder(None)

    @property
    def _folder(self) -> Path | None:
        folder = self._controller.folder
        return None if folder is None else folder.project.folder

    # --- the dialog ------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the versions, and what is known of each."""
        dialog = self._dialog = ModelsDialog(self._workbench.window)
        dialog.destroyed.connect(self._forget)
        dialog.use_wanted.connect(self._use)
        dialog.back_wanted.connect(self._back)
        dialog.export_wanted.connect(self._export)
        dialog.import_wanted.connect(self._import)
        dialog.open()
        self._do(lambda store: None)

    def _forget(self) -> None:
        self._dialog = None

    def _use(self, model: str, here: bool) -> None:
        folder = self._folder if here else None
        self._do(lambda store: store.use(model, folder))

    def _back(self) -> None:
        folder = self._folder

        def back(store: ModelStore) -> object:
            return store.back(folder if folder is not None and store.choices.can_go_back(folder) else None)

        self._do(back)

    def _import(self) -> None:
        title, models = self.tr("Import a model"), self.tr("Exported models (*.deidmodel)")
        name, _ = QFileDialog.getOpenFileName(self._dialog, title, "", models)
        if name:
            self._do(lambda store: store.import_file(Path(name)))

    def _export(self, model: str) -> None:
        title, models = self.tr("Export the model"), self.tr("Exported models (*.deidmodel)")
        name, _ = QFileDialog.getSaveFileName(self._dialog, title, f"{Path(model).name}.deidmodel", models)
        if name:
            self._write(model, Path(name), share=False)

    def _write(self, model: str, path: Path, share: bool) -> None:
        def failed(error: DeidError) -> None:
            if isinstance(error, ModelNotCleanError) and self._dialog is not None:
                self._ask_whether_to_share(error, lambda: self._write(model, path, share=True))
            else:
                self._failed(error)

        self._do(lambda store: write_file(path, store.export(model, share), private=share), failed)

    def _ask_whether_to_share(self, error: DeidError, share: Callable[[], object]) -> None:
        assert self._dialog is not None
        detail = self.tr("Whoever gets the file may read them in it: guard it like the reports themselves.")
        choices = [(self.tr("Export all the same"), share)]
        ask(self._dialog, self.tr("Export the model"), what_happened(error), detail, choices, self.tr("Cancel"))

    # --- work ------------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[ModelStore], object], failed: Callable[[DeidError], None] | None = None) -> None:
        """Do something with the store beside the window, and show what there is afterwards."""
        folder, spoken = self._folder, language()

        def done(found: tuple[list[ModelRow], bool]) -> None:
            if self._dialog is not None:
                self._dialog.fill(*found, folder is not None)
            opened = self._controller.folder
            if opened is not None and opened.model != self.model_of(opened.project.folder):
                self._controller.open_folder(opened.project.folder, self._controller.shown)

        if self._dialog is not None:
            self._dialog.set_busy()
        self._controller.jobs.run(
            _TOPIC,
            lambda work, _: _worked(work, folder, spoken),
            work,
            done=done,
            failed=failed or self._failed,
            scope=Scope.WINDOW,
        )

    def _failed(self, error: DeidError) -> None:
        if self._dialog is None:
            self._workbench.messages.tell_error(_TOPIC, error)
        else:
            self._dialog.fail(f"{what_happened(error)} {what_to_do(error)}")


def _worked(work: Callable[[ModelStore], object], folder: Path | None, spoken: str) -> tuple[list[ModelRow], bool]:
    """What there is once something was done with the store, and whether one can go back."""
    # SciPy and what reads models take a second to load: not for a window that only opens reports.
    from deid_studio.learning.store.model_card_text import summary, to_text
    from deid_studio.learning.store.model_store import ModelStore

    store = ModelStore()
    work(store)
    here, everywhere = (store.choices.model(place) or SHIPPED for place in (folder, None))
    rows = [
        ModelRow(
            one.id,
            summary(one, spoken),
            to_text(one, spoken),
            folder is not None and one.id == here,
            one.id == everywhere,
            len(set(store.where(one)) - {EVERYWHERE, str(folder)}),
            one.problem is None,
        )
        for one in store.versions()
    ]
    return rows, store.choices.can_go_back(folder) or store.choices.can_go_back()
