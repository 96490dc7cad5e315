"""CorpusChecking: what checks of the open folder found, what was said of it, and what was mended; no widgets."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum

from PySide6.QtCore import QObject, Signal

from deid_studio.corpora.checks.checked_project import (
    PlacedFinding,
    ProjectCheck,
    ProjectChecked,
    check_project,
    marked_by,
    stands,
)
from deid_studio.errors import DeidError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.model.span import Span
from deid_studio.review.kept_settings import CORPUS_ANSWERS, CorpusAnswer

TOPIC = "corpus_checks"


class Answered(Enum):
    """What became of a finding."""

    NOT = "not"
    RIGHT = "right"  # a person said that it is right as it is
    MENDED = "mended"  # it is marked otherwise by now


class CorpusChecking(QObject):
    """Answers are kept with the folder; what is mended is seen on the desk, however it was done, and undone with it."""

    changed = Signal()
    failed = Signal(object)  # DeidError

    def __init__(self, controller: ReviewController) -> None:
        super().__init__(controller)
        self._controller = controller
        self.checked: ProjectChecked | None = None
        self._by_report: dict[str, list[PlacedFinding]] = {}
        self._answers: Mapping[str, CorpusAnswer] = {}
        self._mended: set[str] = set()
        controller.folder_opened.connect(self._forget)
        controller.report_opened.connect(self._look)
        controller.desk_changed.connect(self._look)

    # --- checking --------------------------------------------------------------------------------------------

    def start(self, signed: bool) -> None:
        """Check the open folder: all of its annotated reports, or the signed ones."""
        folder = self._controller.folder
        if folder is not None:
            request = ProjectCheck(folder.project, folder.names, signed, folder.is_blind)
            self._controller.jobs.run(TOPIC, check_project, request, done=self._take, failed=self.failed.emit)

    @property
    def running(self) -> bool:
        """Whether it is checking."""
        return self._controller.jobs.running(TOPIC)

    def _take(self, checked: ProjectChecked) -> None:
        assert self._controller.folder is not None
        self.checked = checked
        self._by_report = {}
        for one in checked.found:
            self._by_report.setdefault(one.finding.report, []).append(one)
        self._answers = self._controller.folder.project.kept(CORPUS_ANSWERS)
        self._mended = set()
        self._look()
        self.changed.emit()

    def _forget(self) -> None:
        self.checked, self._by_report, self._answers, self._mended = None, {}, {}, set()
        self.changed.emit()

    # --- what became of it -----------------------------------------------------------------------------------

    @property
    def found(self) -> tuple[PlacedFinding, ...]:
        """All findings, in the order in which they are worked through."""
        return () if self.checked is None else self.checked.found

    def answered(self, one: PlacedFinding) -> Answered:
        """What became of a finding."""
        key = one.finding.key
        return Answered.RIGHT if key in self._answers else Answered.MENDED if key in self._mended else Answered.NOT

    def who(self, one: PlacedFinding) -> str:
        """Who said of a finding that it is right as it is."""
        answer = self._answers.get(one.finding.key)
        return "" if answer is None else answer.who

    def say_right(self, one: PlacedFinding, right: bool = True) -> None:
        """Keep that a finding is right as it is, or no longer; what cannot be kept is told and not said."""
        folder, key = self._controller.folder, one.finding.key
        if folder is None:
            return
        answers = {known: answer for known, answer in folder.project.kept(CORPUS_ANSWERS).items() if known != key}
        if right:
            answers[key] = CorpusAnswer(self._controller.reviewer, datetime.now(UTC).isoformat(timespec="seconds"))
        try:
            folder.project.keep(CORPUS_ANSWERS, answers)
        except DeidError as error:
            self.failed.emit(error)
            return
        self._answers = answers
        self.changed.emit()

    # --- mending ---------------------------------------------------------------------------------------------

    def is_shown(self, one: PlacedFinding) -> bool:
        """Whether a finding's report is on the screen, as it was when it was checked."""
        session, finding = self._controller.session, one.finding
        return (
            session is not None
            and session.name == finding.report
            and (not one.text or session.text[finding.start : finding.end] == one.text)
        )

    def mend(self, one: PlacedFinding, phi_class: str = "") -> bool:
        """Mark a place that is on the screen as is proposed, or by a class; False where nothing is proposed."""
        finding, controller = one.finding, self._controller
        start, end = finding.proposed_start, finding.proposed_end
        wanted = phi_class or finding.proposed_class
        if not finding.proposed_class:
            start, end = finding.start, finding.end
        if not wanted or not one.text:
            return False
        mention = marked_by(finding, controller.desk)
        if mention is None:
            controller.take(Span(start, end, wanted))
            return True
        controller.select(mention.id, show=True)
        if mention.span.phi_class != wanted:
            controller.relabel(wanted)
        if (mention.span.start, mention.span.end) != (start, end):
            controller.resize(mention.id, start, end)
        return True

    def _look(self, *_: object) -> None:
        """See what of the report on the screen is mended."""
        session = self._controller.session
        own = [] if session is None else self._by_report.get(session.name, [])
        before = set(self._mended)
        for one in own:
            still = self.is_shown(one) and stands(one.finding, self._controller.desk)
            (self._mended.discard if still else self._mended.add)(one.finding.key)
        if self._mended != before:
            self.changed.emit()
