"""Tour: leads through the steps, by a notice over the foot of the report."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from deid_studio import paths
from deid_studio.errors import DeidError, WriteError, reason
from deid_studio.formats.files import write_file
from deid_studio.gui.features.tour.steps import Step, step_of
from deid_studio.gui.shell.asking import Gate, Stage
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.workbench import Workbench
from deid_studio.model.mentions import Decision

_TOPIC = "tour"
_STATE, _SKIPPED = "tour", "tour_skipped"  # as the window remembers them
_ON, _LEFT, _DONE = "on", "left", "done"
_FIRST_GATE = 0  # it only looks on, before any other is asked


class Tour(QObject):
    """Where it stands is seen in the report itself: whoever goes away, or undoes a step, is led on from there."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._kept = workbench.preferences.window_file
        self._asked = False
        self._told: tuple[Step, str] | None = None
        controller = workbench.controller
        for signal in (
            controller.report_opened,
            controller.report_leaving,
            controller.desk_changed,
            controller.signed_changed,
            workbench.keys.changed,
        ):
            signal.connect(self._changed)
        self._following = QTimer(self, singleShot=True, interval=0)
        self._following.timeout.connect(self._follow)
        workbench.gates.append(Gate(Stage.BEFORE_PENDING, _FIRST_GATE, self._sees_signing))

    def begin(self) -> None:
        """Begin, or go on where it was left; once it is done, with a new copy of the report."""
        folder = paths.first_steps()
        numbers = [int(path.stem) for path in folder.glob("*.txt") if path.stem.isdecimal()]
        newest = max(numbers, default=0)
        if not newest or self._state == _DONE:
            newest += 1
            try:
                folder.mkdir(parents=True, exist_ok=True)
                write_file(folder / f"{newest}.txt", (paths.resources() / "tour" / "informe.txt").read_bytes())
            except (DeidError, OSError) as error:
                told = error if isinstance(error, DeidError) else WriteError(path=folder, detail=reason(error))
                self._workbench.messages.tell_error(_TOPIC, told)
                return
            self._kept.setValue(_SKIPPED, "")
        self._kept.setValue(_STATE, _ON)
        self._told = None
        if self._is_here and self._workbench.controller.shown == str(newest):
            self._follow()
        else:
            self._workbench.controller.open_folder(folder, str(newest))

    @property
    def _state(self) -> str:
        return str(self._kept.value(_STATE, ""))

    @property
    def _skipped(self) -> list[Step]:
        return [Step(int(number)) for number in str(self._kept.value(_SKIPPED, "")) if number in "12345"]

    @property
    def _is_here(self) -> bool:
        """Whether the tour's folder is open."""
        folder = self._workbench.controller.folder
        return folder is not None and folder.project.folder.resolve() == paths.first_steps().resolve()

    def _sees_signing(self, _go_on: object) -> bool:
        session = self._workbench.controller.session
        if self._is_here and session is not None and not session.desk.pending:
            self._asked = True
            self._following.start()
        return False

    def _changed(self) -> None:
        if self._state == _ON:  # else nothing is looked at: it is asked at every key
            self._following.start()

    def _follow(self) -> None:
        session, messages = self._workbench.controller.session, self._workbench.messages
        if session is None or self._state != _ON or not self._is_here:
            messages.clear(_TOPIC)
            self._told, self._asked = None, False
            return
        step = step_of(session, self._skipped, self._asked)
        if step is None:
            self._end(_DONE)
            self._tell_done(session.signed)
            return
        words = step.words(self._workbench.keys.table)
        if self._told == (step, words):
            return
        self._told = step, words
        actions = [(self.tr("Skip this step"), lambda: self._skip(step)), (self.tr("End"), lambda: self._end(_LEFT))]
        messages.tell(_TOPIC, step.title(), words, actions=actions, closable=False)
        self._lead(step)

    def _lead(self, step: Step) -> None:
        """Show where in the report the step is best done."""
        controller = self._workbench.controller
        session = controller.session
        place = None if session is None else step.place(session)
        if session is None or place is None:
            return
        there = next((m for m in session.desk if m.span.start == place and m.decision is Decision.PENDING), None)
        if there is not None:
            controller.select(there.id, show=True)
        elif step is Step.MARK:
            self._workbench.view.show_place(place)

    def _skip(self, step: Step) -> None:
        self._kept.setValue(_SKIPPED, "".join(str(one.value) for one in {*self._skipped, step}))
        self._follow()

    def _end(self, state: str) -> None:
        self._kept.setValue(_STATE, state)
        self._kept.sync()
        self._follow()

    def _tell_done(self, signed: bool) -> None:
        text = self.tr("These were the first steps.")
        if signed:
            text = self.tr("Signed off: these were the first steps.")
        detail = self.tr(
            "Help has them again at any time, and F1 all keys. Now open a folder with reports of your own."
        )
        choose = self.tr("Open folder…"), lambda: self._workbench.actions.do("open_folder")
        self._workbench.messages.tell(_TOPIC, text, detail, kind=Kind.SIGNED, actions=[choose])
