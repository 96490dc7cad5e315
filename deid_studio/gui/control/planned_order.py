"""PlannedOrder: in which order the reports of a layer are read, by the plan of its corpus."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from deid_studio.corpora.plan import Task
from deid_studio.corpora.reading_order import Marks, is_active, reading_order, to_compare
from deid_studio.detection.model_files import manifest_of, reading
from deid_studio.detection.signed_layouts import marks_in
from deid_studio.errors import DeidError
from deid_studio.formats.text import read_report
from deid_studio.gui.control.on_screen import OnScreen
from deid_studio.gui.control.report_facts import ReportFacts
from deid_studio.gui.control.standing import Standing
from deid_studio.progress import Progress
from deid_studio.review.deciding.benefit import Benefit
from deid_studio.review.project import Project

_TOPIC = "planned order"
_MADE_AFTER_MS = 1000


@dataclass(frozen=True, slots=True)
class _Request:
    project: Project
    tasks: tuple[Task, ...]
    standings: tuple[Standing, ...]
    benefits: Mapping[str, Benefit]
    marks: Mapping[str, Marks]
    model: Path


@dataclass(frozen=True, slots=True)
class _Made:
    order: list[str]
    marks: Mapping[str, Marks]


class PlannedOrder(QObject):
    """An active order is made anew beside the window when more was suggested or signed."""

    changed = Signal()

    def __init__(self, controller: OnScreen, facts: ReportFacts) -> None:
        super().__init__(controller)
        self._controller = controller
        self._facts = facts
        self._tasks: tuple[Task, ...] = ()
        self._places: dict[str, int] = {}
        self._marks: Mapping[str, Marks] = {}
        self._making = QTimer(self, singleShot=True, interval=_MADE_AFTER_MS)
        self._making.timeout.connect(self._make)
        controller.folder_opened.connect(self._begin)

    @property
    def is_there(self) -> bool:
        """Whether a plan says who reads what in the open folder, and when."""
        return bool(self._tasks)

    def places(self) -> dict[str, int]:
        """When each report is to be read, counted from the next one: of those that are not signed and that a plan
        knows."""
        folder = self._controller.folder
        if folder is None:
            return {}
        return {name: at for name, at in self._places.items() if not folder.standing(name).state.is_signed}

    def _begin(self) -> None:
        self._making.stop()
        folder = self._controller.folder
        layer = None if folder is None else folder.layer
        self._tasks = () if layer is None or layer.layer.is_gold else layer.layer.tasks
        self._marks = {}
        self._put(reading_order(self._tasks, (), {}, {}))
        if folder is not None and is_active(self._tasks):
            folder.preannotation_changed.connect(self._wait)
            folder.signed_off_changed.connect(self._wait)

    def _put(self, order: list[str]) -> None:
        self._places = {name: place for place, name in enumerate(order)}

    def _wait(self) -> None:
        if not self._making.isActive():
            self._making.start()

    def _make(self) -> None:
        folder = self._controller.folder
        if folder is None or folder.layer is None:
            return
        standings = tuple(map(folder.standing, folder.names))
        benefits = self._facts.known() | folder.layer.hidden
        request = _Request(folder.project, self._tasks, standings, benefits, self._marks, folder.model)
        # Who reads goes on by the order that there is.
        self._controller.jobs.run(_TOPIC, _made, request, done=self._take, failed=lambda _error: None)

    def _take(self, made: _Made) -> None:
        self._put(made.order)
        self._marks = made.marks
        self.changed.emit()


def _made(request: _Request, progress: Progress) -> _Made:
    signed = sorted((one.signed_at, one.name) for one in request.standings if one.state.is_signed)
    read = [name for _, name in signed]
    learned = learned_of(request.model)
    marks: dict[str, Marks] = {}
    for name in progress.each(to_compare(request.tasks, read, request.benefits, learned)):
        known = request.marks.get(name)
        with contextlib.suppress(DeidError, KeyError):  # what cannot be read is like nothing
            marks[name] = known or marks_in(read_report(request.project[name].path).document.text)
    return _Made(reading_order(request.tasks, read, request.benefits, marks, learned), marks)


def learned_of(model: Path) -> int:
    """Of how many signed reports a model has learned; taken to be the first ones of this folder."""
    with contextlib.suppress(DeidError), reading(model):
        adapted = manifest_of(model).get("adapted") or [{"reports": 0}]
        return int(adapted[-1]["reports"])
    return 0
