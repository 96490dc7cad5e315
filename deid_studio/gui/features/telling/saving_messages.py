"""SavingMessages: whether what was decided or set is kept, and what stands in its way."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.workbench import Workbench
from deid_studio.review.elsewhere.report_files import OnDisk


class SavingMessages(QObject):
    """A decision that was saved is told in the status bar; what was not, in a message."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._messages = workbench.messages
        controller, saving = workbench.controller, workbench.controller.saving
        controller.folder_opened.connect(lambda: self._messages.clear("save"))
        saving.saved.connect(self._saved)
        saving.save_failed.connect(self._save_failed)
        saving.conflict_changed.connect(self._conflict)
        workbench.preferences.write_failed.connect(lambda error: self._messages.tell_error("settings", error))
        for number, problem in enumerate(workbench.preferences.problems):
            self._messages.tell_error(f"settings/{number}" if number else "settings", problem)

    def _saved(self, when: datetime) -> None:
        self._messages.clear("save")
        self._workbench.status.tell_in_passing(self.tr("Saved {time}").format(time=f"{when:%H:%M}"))

    def _save_failed(self, error: DeidError) -> None:
        self._workbench.status.tell(self.tr("Saving failed"), problem=True)
        self._messages.tell_error("save", error, [(self.tr("Retry"), self._workbench.controller.saving.now)])

    def _conflict(self, found: OnDisk) -> None:
        if not found:
            self._messages.clear("disk")
            return
        saving = self._workbench.controller.saving
        if found.text_changed:
            text = self.tr("Another program has changed the text of this report; it can only be read for now.")
        else:
            text = self.tr("Another program has changed the .ann; nothing is saved for now.")
        self._messages.tell(
            "disk", text, kind=Kind.WARNING, actions=[(self.tr("Choose…"), saving.ask_again)], closable=False
        )
