"""ReadOnly: tells that nothing can be decided in this folder, by whom it is held, and offers to try again."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLabel

from deid_studio.errors import DeidError, FolderReadOnlyError
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.words.wording import what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.review.folder_lock import Access, FolderLock

_TOPIC = "read_only"


class ReadOnly(QObject):
    """A banner that stays, words in the title and in the status bar, and an answer to verbs that decide."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._unguarded_told: FolderLock | None = None
        self.sign = QLabel(self.tr("Read only"))
        self.sign.setContentsMargins(0, 0, 12, 0)
        self.sign.hide()
        workbench.add_to_status(self.sign)
        self._told = ""
        controller = workbench.controller
        workbench.preferences.changed.connect(self._rename)
        controller.folder_opened.connect(self._show)
        controller.report_opened.connect(self._look)
        controller.desk_changed.connect(self._tell_unguarded)
        for signal in (controller.failed, controller.saving.save_failed, controller.earning.failed):
            signal.connect(self._failed)

    @property
    def _lock(self) -> FolderLock | None:
        folder = self._controller.folder
        return None if folder is None else folder.project.lock

    def refuses(self) -> bool:
        """Whether nothing can be decided here; the person is told why."""
        refusal = None if self._lock is None else self._lock.refusal()
        if refusal is None:
            return False
        self._failed(refusal)
        return True

    def _failed(self, error: DeidError) -> None:
        if not isinstance(error, FolderReadOnlyError):
            return
        # Said once, by the banner that stays.
        for topic in ("failed", "save"):
            self._workbench.messages.clear(topic)
        self._show()
        self._told = self.tr("Read only: nothing was decided")
        self._workbench.status.tell(self._told, problem=True)

    def _rename(self) -> None:
        if self._lock is not None:
            self._lock.rename(self._workbench.preferences.settings.reviewer)

    def _look(self) -> None:
        # Another window may have taken the folder since it was opened here.
        if self._lock is not None and self._lock.read_only and self._workbench.messages.shown(_TOPIC) is None:
            self._show()

    def _show(self) -> None:
        lock = self._lock
        refusal = None if lock is None else lock.refusal()
        self.sign.setVisible(refusal is not None)
        if lock is None or refusal is None:
            self._workbench.messages.clear(_TOPIC)
            if self._told and self._workbench.status.told.text() == self._told:
                self._workbench.status.tell("")
            self._tell_unguarded()
            return
        name = lock.folder.resolve().name
        self._workbench.window.setWindowTitle(self.tr("{folder} (read only) – Deid Studio").format(folder=name))
        self._workbench.messages.tell(
            _TOPIC,
            what_happened(refusal),
            what_to_do(refusal),
            kind=Kind.WARNING,
            actions=[(self.tr("Try again"), self._controller.refresh_folder)],
            closable=False,
        )

    def _tell_unguarded(self) -> None:
        lock = self._lock
        if lock is None or lock.access is not Access.UNGUARDED or lock is self._unguarded_told:
            return
        self._unguarded_told = lock
        self._workbench.messages.tell(
            _TOPIC,
            self.tr("On this disk, windows cannot notice one another."),
            self.tr("Open this folder in one window at a time. Your decisions are kept as usual."),
        )
