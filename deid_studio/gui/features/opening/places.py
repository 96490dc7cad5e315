"""Places: where a person was in each folder, and the folder opened last, so that work goes on where it was left.

Kept beside the window's geometry and not in the folders. Names of reports may hold those of patients: their digests are
kept instead, and nothing of the text but a place in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QTimer

from deid_studio.gui.control.open_folder import OpenFolder
from deid_studio.gui.workbench import Workbench
from deid_studio.review.session import ReviewSession

_KEY = "places"
_FOLDERS = 30
_KEPT_AFTER_MS = 500  # by then the person is where they go on, and a burst of decisions is one writing
_PARTS = 4  # of a place: the digests of folder, report and text, and the offset


class Places(QObject):
    """Remembers the place when a report is left and after decisions, so that a power cut does not cost it.

    It goes there when the folder is opened in another window.
    """

    def __init__(self, workbench: Workbench, kept: QSettings) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._kept = kept
        self._wanted: list[str] = []
        workbench.controller.left_at = self.report_left_in
        self._later = QTimer(self, singleShot=True, interval=_KEPT_AFTER_MS)
        self._later.timeout.connect(self._keep)
        workbench.controller.desk_changed.connect(self._decided)
        workbench.controller.report_leaving.connect(self._keep)
        workbench.controller.report_opened.connect(self._opened)
        workbench.page.again_wanted.connect(self._open_again)
        self.offer_again()

    def offer_again(self) -> None:
        """Offer the folder opened last on the start page."""
        folders = self._workbench.preferences.settings.recent_folders
        self._workbench.page.offer_again(Path(folders[0]).name if folders else "")

    def _open_again(self) -> None:
        folders = self._workbench.preferences.settings.recent_folders
        if folders:
            self._workbench.controller.open_folder(Path(folders[0]))

    def report_left_in(self, folder: OpenFolder) -> str:
        """The report of a folder that was on the screen last, if it is not signed off; nothing if none is known."""
        known = _digest(str(folder.project.folder.resolve()))
        place = next((place for place in self._places() if place[0] == known), None)
        if place is None:
            return ""
        name = next((name for name in folder.names if _digest(name) == place[1]), "")
        if not name or folder.standing(name).state.is_signed:
            return ""
        self._wanted = place
        return name

    def _opened(self) -> None:
        wanted, self._wanted = self._wanted, []
        session = self._controller.session
        if wanted and session is not None and wanted[1:3] == [_digest(session.name), session.text_sha256[:16]]:
            # After the controller has gone to where a review begins.
            QTimer.singleShot(0, self, lambda: self._go(session, int(wanted[3])))

    def _go(self, session: ReviewSession, offset: int) -> None:
        if self._controller.session is session and 0 <= offset <= len(session.text):
            self._controller.go_back(offset)

    def _decided(self) -> None:
        session = self._controller.session
        if session is not None and session.begun and not self._later.isActive():
            self._later.start()

    def _keep(self) -> None:
        self._later.stop()
        session, folder = self._controller.session, self._controller.folder
        if session is None or folder is None:
            return
        mention = self._controller.mention
        offset = self._workbench.view.selection.caret() if mention is None else mention.span.start
        place = [
            _digest(str(folder.project.folder.resolve())),
            _digest(session.name),
            session.text_sha256[:16],
            str(offset),
        ]
        others = [one for one in self._places() if one[0] != place[0]]
        self._kept.setValue(_KEY, [" ".join(one) for one in [place, *others][:_FOLDERS]])

    def _places(self) -> list[list[str]]:
        kept = self._kept.value(_KEY, [])
        lines: Sequence[object] = [kept] if isinstance(kept, str) else kept if isinstance(kept, list) else []
        places = [str(line).split() for line in lines]
        return [place for place in places if len(place) == _PARTS and place[3].isdecimal()]


def _digest(name: str) -> str:
    return sha256(name.encode(errors="surrogateescape")).hexdigest()[:16]
