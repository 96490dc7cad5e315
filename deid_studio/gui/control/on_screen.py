"""OnScreen: the folder and the report on the screen, and what is told of them; no verbs."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from deid_studio.gui.control.current_mention import CurrentMention
from deid_studio.gui.control.jobs import Jobs
from deid_studio.gui.control.laid_over import LaidOver, NothingLaidOver
from deid_studio.gui.control.open_folder import OpenFolder
from deid_studio.gui.control.saving import Saving
from deid_studio.model.mentions import Desk
from deid_studio.review.second.second_policy import Role
from deid_studio.review.session import ReviewSession

_SETTLES_AFTER_MS = 20


class OnScreen(CurrentMention):
    """What those follow who do nothing on the report themselves; whoever has the verbs derives from it."""

    folder_opening = Signal()  # a folder is about to be read; the one that is open stays until it has been
    folder_opened = Signal()
    folder_failed = Signal(object)  # DeidError
    folder_told = Signal(object, object)  # DeidErrors to know of, and those that hindered reports
    saves_completed = Signal(int)  # how many interrupted saves were completed when the folder was opened
    report_leaving = Signal()  # the report on the screen is about to be put away
    report_opening = Signal(str)
    report_opened = Signal()
    report_failed = Signal(str, object)  # name, DeidError
    desk_changed = Signal(object)  # frozenset of the ids of mentions that changed
    settled = Signal()  # a moment after those two, once: the report shows what they told, now what is around it may
    said_changed = Signal(object, object)  # Statements before and after: something else is said of mentions
    suggested_anew = Signal(int)  # how many suggestions came beside those before, as a person wanted to know
    class_changed = Signal(str)  # a mention was given this class
    left_alone = Signal()  # nothing of a passage was accepted together: each is to be decided by itself
    followed = Signal(int)  # so many suggestions followed what was decided
    grown = Signal(object)  # growing.Grown: a mention was marked or got other ends
    signed_changed = Signal(bool)
    patients_changed = Signal()  # what is known of some report's patient
    all_decided = Signal()  # a decision was made and no suggestion is left
    folder_finished = Signal()  # a report was signed off and none is left
    failed = Signal(object)  # DeidError

    def __init__(self, reviewer: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.reviewer = reviewer
        self.jobs = Jobs(self)
        self.saving = Saving(self.jobs, self)
        self.folder: OpenFolder | None = None
        self.session: ReviewSession | None = None
        self.laid_over: LaidOver = NothingLaidOver()
        # The report is painted first: what stands around it is in step before anybody looks there.
        self.settling = QTimer(self, singleShot=True, interval=_SETTLES_AFTER_MS)
        self.settling.timeout.connect(self.settled)
        self.desk_changed.connect(self.settle_soon)
        self.current_changed.connect(self.settle_soon)
        self.shown = ""  # the name of the report on the screen, even of one that cannot be read

    @property
    def role(self) -> Role:
        """What the reviewer is to the report on the screen, which may need a second reader."""
        if self.folder is None or self.session is None:
            return Role.NONE
        return self.folder.second.role(self.session.name, self.reviewer)

    def settle_soon(self) -> None:
        """Bring what stands around the report in step once the report is painted."""
        if not self.settling.isActive():
            self.settling.start()

    @property
    def desk(self) -> Desk:
        """The desk of the report as it is on the screen; an empty one when there is none."""
        return Desk() if self.session is None else self.laid_over.shown(self.session)
