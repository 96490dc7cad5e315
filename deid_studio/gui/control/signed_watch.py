"""SignedWatch: whether signed reports that are not on the screen are still as they were signed."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.control.on_screen import OnScreen
from deid_studio.review.signed_files import Look, SignedFiles, look_at

_TOPIC = "signed files"


class SignedWatch(QObject):
    """Looks when it is asked to, beside the window; the report on the screen is watched by `Saving`."""

    def __init__(self, controller: OnScreen) -> None:
        super().__init__(controller)
        self._controller = controller
        self._looks: dict[str, Look] = {}
        controller.folder_opened.connect(self._looks.clear)

    def look(self, limit_mb: float) -> None:
        """Look at the files of all signed reports, and have their standing told where it is another one."""
        folder, jobs = self._controller.folder, self._controller.jobs
        signed = {} if folder is None else folder.signed_at()
        if folder is None or not signed or jobs.running(_TOPIC):
            return
        files = SignedFiles(folder.project, signed, dict(self._looks), limit_mb)
        # A journal that cannot be read is told elsewhere.
        jobs.run(_TOPIC, look_at, files, done=self._take, failed=lambda _error: None)

    def _take(self, looks: dict[str, Look]) -> None:
        self._looks.update(looks)
        folder, session = self._controller.folder, self._controller.session
        if folder is None:
            return
        changed = {name for name, one in looks.items() if one.changed}
        for name in changed ^ (folder.changed & looks.keys()):
            # Of what was signed anew, or is on the screen by now, something else is known.
            if folder.standing(name).signed_at == looks[name].signed_at and (session is None or session.name != name):
                folder.note_changed(name, looks[name].changed)
