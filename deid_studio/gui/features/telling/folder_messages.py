"""FolderMessages: what there is to say of the whole folder."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from deid_studio.errors import BratSyntaxError, BratTextMismatchError, DeidError
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.words.wording import Counts, what_happened, what_to_do
from deid_studio.gui.workbench import Workbench

_NAMED = 3


class FolderMessages(QObject):
    """Errors of a folder, why no suggestions come, and that it is done, as long as it is; they stay until another
    folder is opened.
    """

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._messages = workbench.messages
        controller = workbench.controller
        controller.folder_opened.connect(self._folder_opened)
        controller.folder_told.connect(self._folder_told)
        controller.saves_completed.connect(self._saves_completed)
        controller.folder_finished.connect(self._folder_finished)

    def _folder_opened(self) -> None:
        folder = self._workbench.controller.folder
        for topic in ("export", "finished", "model", "folder", "hindered"):
            self._messages.clear(topic)
        if folder is not None:
            folder.model_ready.connect(self._model_ready)
            folder.signed_off_changed.connect(self._signed_off_changed)

    def _model_ready(self, error: DeidError | None) -> None:
        if error is None:
            self._messages.clear("model")
        else:
            retry = (self.tr("Retry"), self._workbench.controller.restart_detector)
            detail = f"{what_happened(error)} {what_to_do(error)}"
            folder = self._workbench.controller.folder
            came = folder is not None and bool(folder.results)
            text = (
                self.tr("No further suggestions are coming.")
                if came
                else self.tr("There are no suggestions for any report.")
            )
            self._messages.tell("model", text, detail, kind=Kind.WARNING, actions=[retry])

    def _folder_told(self, told: tuple[DeidError, ...], hindered: tuple[DeidError, ...]) -> None:
        # Of the whole folder: they stay until the person closes them or opens another folder.
        if told:
            self._messages.tell("folder", *_together(told), kind=Kind.WARNING)
        if hindered:
            text = self.tr("Reports whose files could not be brought up to date: {count}.").format(count=len(hindered))
            more = [Counts().more(len(hindered) - _NAMED)] if len(hindered) > _NAMED else []
            lines = [f"• {what_happened(error)} {what_to_do(error)}" for error in hindered[:_NAMED]]
            of_ann = any(isinstance(error, BratSyntaxError | BratTextMismatchError) for error in hindered)
            look = (self.tr("Look what can be repaired…"), partial(self._workbench.actions.do, "repair_annotations"))
            actions = [look] if of_ann else []
            self._messages.tell("hindered", text, "\n" + "\n".join([*lines, *more]), kind=Kind.WARNING, actions=actions)

    def _saves_completed(self, count: int) -> None:
        self._workbench.status.tell(self.tr("Saves completed that had been interrupted: {count}").format(count=count))

    def _signed_off_changed(self) -> None:
        folder = self._workbench.controller.folder
        if folder is not None and folder.next_unsigned() is not None:
            self._messages.clear("finished")

    def _folder_finished(self) -> None:
        folder = self._workbench.controller.folder
        unreadable = 0 if folder is None else folder.unreadable
        if unreadable:
            text = self.tr("Every report that can be read is signed off.")
            detail = self.tr("Reports that cannot be read: {count}.").format(count=unreadable)
            self._messages.tell("finished", text, detail, kind=Kind.WARNING)
        else:
            waiting = 0 if folder is None else folder.waiting_for_second
            detail = self.tr("Waiting for a second reader: {count}.").format(count=waiting) if waiting else ""
            text = self.tr("Every report of this folder is signed off.")
            release = (self.tr("Release…"), partial(self._workbench.actions.do, "release"))
            kind = Kind.SECOND if waiting else Kind.SIGNED
            self._messages.tell("finished", text, detail, kind=kind, actions=[release])


def _together(errors: tuple[DeidError, ...]) -> tuple[str, str]:
    """What happened and what to do, of one error; of several, each on its line."""
    if len(errors) == 1:
        return what_happened(errors[0]), what_to_do(errors[0])
    return "\n".join(f"{what_happened(error)} {what_to_do(error)}" for error in errors), ""
