"""SuggestionPlanting: shows the wrong suggestions that a corpus's plan asks for, and keeps what became of each.

They are laid over the desk and nothing else: no event, no file but the layer's list of answers ever has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QToolButton

from deid_studio.corpora.layer_planting import LayerPlanting
from deid_studio.corpora.planted_answers import PlantedAnswer, add_answers, read_answers
from deid_studio.corpora.planted_suggestions import (
    Answer,
    PlantedSuggestion,
    Slip,
    answered,
    shown_with,
)
from deid_studio.errors import DeidError
from deid_studio.gui.workbench import Workbench
from deid_studio.model.edits import Edit
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.span import Span
from deid_studio.review.session import ReviewSession

_TOLD, _PROBLEM = "planted_suggestion", "planted_suggestions"


class SuggestionPlanting(QObject):
    """A `LaidOver`; one for a window. A suggestion that was answered is not shown again."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._answered: set[tuple[str, Span]] = set()  # in the open folder
        self._found: tuple[Desk, tuple[PlantedSuggestion, ...], Desk] | None = None  # of a desk, and it with them
        self._seen: Mapping[Span, PlantedSuggestion] = {}  # what was on the screen last
        self.hint = QToolButton()
        self.hint.setText(self.tr("Planted suggestions"))
        self.hint.setToolTip(
            self.tr(
                "By the plan of this corpus some suggestions are wrong on purpose, to measure how far suggestions pull."
                " None of them is ever saved; you are told of each that you decide on."
            )
        )
        self.hint.clicked.connect(lambda: workbench.actions.do("evaluate"))
        self.hint.hide()
        workbench.add_to_status(self.hint)
        controller = workbench.controller
        controller.folder_opened.connect(self._folder_opened)
        controller.report_opened.connect(self._look)
        controller.report_leaving.connect(self._leave)
        controller.desk_changed.connect(self._look)
        controller.signed_changed.connect(self._signed)

    # --- what is laid over ------------------------------------------------------------------------------------

    def shown(self, session: ReviewSession) -> Desk:
        """The desk of a report with what is planted."""
        return self._on(session)[1]

    def holds(self, mention: Mention) -> bool:
        """Whether a mention of the report on the screen is planted."""
        return any(plant.mention == mention for plant in self._plants())

    def held(self) -> tuple[int, ...]:
        """The ids of the planted mentions of the report on the screen."""
        return tuple(plant.mention.id for plant in self._plants())

    def take(self, session: ReviewSession, edit: Edit) -> Edit | None:
        """What is left of an edit for the report itself; what it says of planted suggestions is kept."""
        plants = self._plants()
        left, said = answered(edit, plants)
        self._keep(session, {plant: said[plant.mention.id] for plant in plants if plant.mention.id in said})
        return left

    def covers(self, span: Span) -> bool:
        """Whether something planted in the report on the screen, or what it hides, has a code point of a span."""
        session, planted = self._controller.session, [plant.mention for plant in self._plants()]
        hidden = [] if session is None else [session.desk[m.id] for m in planted if m.id in session.desk]
        return any(m.span.overlaps(span) for m in (*planted, *hidden))

    def on_others(self) -> Callable[[ReviewSession], Desk] | None:
        """What shows the desks of other reports with what is planted there; None where nothing is planted."""
        planting = self._planting()
        return None if planting is None else planting.shown

    def before_sign_off(self, _go_on: Callable[[], object]) -> bool:
        """Take away what nobody decided on, once nothing else is left; what lies beneath is then asked about."""
        session, planted = self._controller.session, {plant.mention for plant in self._plants()}
        if session is not None and planted and planted.issuperset(self._controller.desk.pending):
            self._controller.uncover(lambda: self._pass_over(session))
        return False

    def _plants(self) -> tuple[PlantedSuggestion, ...]:
        session = self._controller.session
        return () if session is None else self._on(session)[0]

    def _on(self, session: ReviewSession) -> tuple[tuple[PlantedSuggestion, ...], Desk]:
        desk, planting = session.desk, self._planting()
        if planting is None or session.signatures:
            return (), desk
        if self._found is None or self._found[0] is not desk:
            plants = planting.on(session)
            self._found = desk, plants, shown_with(desk, plants)
        return self._found[1:]

    def _planting(self) -> LayerPlanting | None:
        folder = self._controller.folder
        layer = None if folder is None or folder.layer is None else folder.layer.layer
        if layer is None or not layer.planted:
            return None
        return LayerPlanting(layer, self._controller.tagset, frozenset(self._answered))

    def _folder_opened(self) -> None:
        folder = self._controller.folder
        self._answered.clear()
        self._found = None
        self._workbench.messages.clear(_TOLD)
        planted = self._planting() is not None
        self.hint.setVisible(planted)
        if folder is not None and planted:
            try:
                self._answered = {one.place for one in read_answers(folder.project.folder)}
            except DeidError as error:
                self._workbench.messages.tell_error(_PROBLEM, error)

    # --- what became of it ------------------------------------------------------------------------------------

    def _look(self, *_: object) -> None:
        """See whether what was on the screen is there no more because somebody marked what is right over it."""
        session = self._controller.session
        now = {plant.mention.span: plant for plant in self._plants()}
        before, self._seen = self._seen, now
        if session is None or not session.begun:
            return
        gone = [plant for span, plant in before.items() if span not in now and plant.slip is not Slip.SPURIOUS]
        marked = [
            plant
            for plant in gone
            if (session.name, plant.mention.span) not in self._answered
            and any(m.decision is Decision.ACCEPTED for m in session.desk.overlapping(plant.mention.span))
        ]
        self._keep(session, dict.fromkeys(marked, Answer.CORRECTED))

    def _leave(self) -> None:
        self._seen, self._found = {}, None
        self._workbench.messages.clear(_TOLD)

    def _signed(self, signed: bool) -> None:
        session = self._controller.session
        if signed and session is not None:
            left = [one for one in self._seen.values() if (session.name, one.mention.span) not in self._answered]
            self._keep(session, dict.fromkeys(left, Answer.PASSED))
            self._seen = {}

    def _pass_over(self, session: ReviewSession) -> None:
        self._keep(session, dict.fromkeys(self._plants(), Answer.PASSED))

    def _keep(self, session: ReviewSession, answers: Mapping[PlantedSuggestion, Answer]) -> None:
        folder = self._controller.folder
        if not answers or folder is None:
            return
        new = [PlantedAnswer(session.name, one.mention.span, one.slip, said) for one, said in answers.items()]
        self._answered.update(one.place for one in new)
        self._found = None
        try:
            add_answers(folder.project.folder, new)
        except DeidError as error:
            self._workbench.messages.tell_error(_PROBLEM, error)
        self._tell(answers)

    def _tell(self, answers: Mapping[PlantedSuggestion, Answer]) -> None:
        beneath = any(
            one.slip is not Slip.SPURIOUS and answer is not Answer.CORRECTED for one, answer in answers.items()
        )
        words = self.tr("Planted among the suggestions, and wrong: {count}. None of it is part of the report.")
        detail = self.tr("What the detector suggested stands there now, to be decided.") if beneath else ""
        self._workbench.messages.tell(_TOLD, words.format(count=len(answers)), detail)
