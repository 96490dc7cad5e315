"""ReportOrder: which reports of the folder are listed, in which order, and where the next one is; no widgets."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from deid_studio.errors import DeidError
from deid_studio.gui.control.on_screen import OnScreen
from deid_studio.gui.control.open_folder import OpenFolder
from deid_studio.gui.control.planned_order import PlannedOrder
from deid_studio.gui.control.report_facts import ReportFacts
from deid_studio.gui.control.sensitivity import Sensitivity
from deid_studio.gui.control.standing import is_unreadable
from deid_studio.review.project import ReportState
from deid_studio.review.report_order import STATE_ORDER, SortBy, best_of, neighbour, next_of, ordered

_KEPT = "reports_order"


class ReportOrder(QObject):
    """Sorted when that is asked for, when a folder is opened and when a person signs a report off: what comes in the
    meantime moves nothing under anybody's hands, and only makes the order `stale`.

    After a folder was opened, what its kept order goes by is not known yet: it is sorted once more when it is, unless
    a person has been at the list before.
    """

    changed = Signal()  # which reports are listed, or their order
    stale_changed = Signal()

    def __init__(self, controller: OnScreen, sensitivity: Sensitivity) -> None:
        super().__init__(controller)
        self._controller = controller
        self.facts = ReportFacts(controller, sensitivity)
        self.planned = PlannedOrder(controller, self.facts)
        self.by, self.descending = SortBy.NAME, False
        self.stale = False
        self.shown: list[str] = []
        self._text = ""
        self._state: ReportState | None = None
        self._reviewer = ""
        self._folded: dict[str, str] = {}
        self._folded_order: list[str] = []
        self._order: list[str] = []
        self._places: dict[str, int] = {}
        self._seen: set[str] = set()
        self._settling = False
        self._moved = False  # whether anything was told since it was sorted last
        self.facts.changed.connect(self._grow_stale)
        self.planned.changed.connect(self._plan_changed)
        controller.folder_opened.connect(self._begin)
        controller.report_opening.connect(self._note_opening)

    @property
    def _folder(self) -> OpenFolder | None:
        return self._controller.folder

    @property
    def filtered(self) -> bool:
        """Whether some reports may be left out."""
        return bool(self._text or self._state is not None or self._reviewer)

    @property
    def reviewers(self) -> list[str]:
        """Everybody who signed or decided on a report of the folder, in the order of the alphabet."""
        folder = self._folder
        if folder is None:
            return []
        standings = map(folder.standing, folder.names)
        return sorted({one for s in standings for one in (s.signed_by, s.reviewer) if one}, key=str.casefold)

    def set_sort(self, by: SortBy, descending: bool | None = None) -> None:
        """Sort by something, in the direction that is wanted of it unless one is given; sorts anew in any case."""
        self._settling = False
        self.by = by
        self.descending = by.descends if descending is None else descending
        self.keep()
        self.refresh()

    def set_filter(self, text: str, state: ReportState | None, reviewer: str = "") -> None:
        """List the reports whose name holds `text` (case does not count), in a state (None: any), of a reviewer."""
        self._settling = False
        self._text, self._state, self._reviewer = text.strip().casefold(), state, reviewer
        self._sift()

    def refresh(self) -> None:
        """Sort anew by what is known now."""
        names = () if self._folder is None else self._folder.names
        self._order = list(names) if self.by is SortBy.NAME else ordered(names, self._value(), self.descending)
        if self.by is SortBy.NAME and self.descending:
            self._order.reverse()
        self._moved = False
        self._places = {name: place for place, name in enumerate(self._order)}
        self._folded_order = [self._folded[name] for name in self._order]
        self._set_stale(False)
        self._sift()

    def keep(self) -> None:
        """Keep the order in the project, if it has a file of its own already: sorting alone makes none."""
        project = None if self._folder is None else self._folder.project
        if project is not None and project.journal_path.exists() and not project.read_only:
            value = f"{self.by} {'descending' if self.descending else 'ascending'}"
            with contextlib.suppress(DeidError):
                if project.journal().setting(_KEPT) != value:
                    project.journal().keep_setting(_KEPT, value)

    def neighbour(self, name: str, step: int) -> str | None:
        """The report `step` places further in the list, or None."""
        return neighbour(self._places, self.shown, name, step) if name in self._places else None

    def next_open(self, after: str | None = None) -> str | None:
        """The report to go on with: readable and not signed off; None if none is left.

        In an order that leads, which is sorted anew for it, the first that was not opened since the folder was; else
        the next one after `after`. Only when none of those listed is left, one of the others.
        """
        if self.by.leads and self._moved:
            self.refresh()
        found = self._next(self.shown, after) or self._next(self._order, after)
        if found is None and self._folder is not None:
            # A person's own reports come before those of others that they are to read as second reader.
            found = self.next_second(after)
        if self.stale:
            self.refresh()
        return found

    def next_second(self, after: str | None = None) -> str | None:
        """The next report that the person is to read as second reader; None if none is left."""
        return None if self._folder is None else next_of(self._order, after, self._folder.is_second_reading)

    def _next(self, names: list[str], after: str | None) -> str | None:
        if self.by.leads:
            return best_of(names, after, self._is_open, self._seen)
        if after is not None and after not in names and after in self._places:
            before = [name for name in names if self._places[name] < self._places[after]]
            names = [*names[len(before) :], *before]
        return next_of(names, after, self._is_open)

    def _is_open(self, name: str) -> bool:
        assert self._folder is not None
        standing = self._folder.standing(name)
        return not standing.state.is_signed and (standing.error is None or not is_unreadable(standing.error))

    def _value(self) -> Callable[[str], Any]:
        assert self._folder is not None
        if self.by is SortBy.PLAN:
            return self.planned.places().get
        standing, facts = self._folder.standing, self.facts

        def state(name: str) -> int:
            return STATE_ORDER[standing(name).state]

        def uncertainty(name: str) -> float | None:
            benefit = facts.benefit_of(name)
            return None if benefit is None else benefit.uncertainty

        def leak(name: str) -> float | None:
            benefit = facts.benefit_of(name)
            return None if benefit is None else benefit.leak

        return {
            SortBy.STATE: state,
            SortBy.UNCERTAINTY: uncertainty,
            SortBy.LEAK: leak,
            SortBy.PENDING: lambda name: standing(name).pending,
            SortBy.DATE: facts.decided_at,
        }[self.by]

    def _sift(self) -> None:
        folder, text = self._folder, self._text
        shown = self._order
        if folder is not None and self.filtered:
            if text:
                shown = [name for name, folded in zip(shown, self._folded_order, strict=True) if text in folded]
            if self._state is not None:
                # Qt hands an enumeration of strings back as a string.
                shown = [name for name in shown if folder.standing(name).state == self._state]
            if self._reviewer:
                who = self._reviewer
                shown = [n for n in shown if who in ((s := folder.standing(n)).signed_by, s.reviewer)]
        self.shown = list(shown)
        self.changed.emit()

    def _begin(self) -> None:
        folder = self._folder
        self._seen.clear()
        self._folded = {} if folder is None else {name: name.casefold() for name in folder.names}
        self.by, self.descending = self._kept()
        self._settling = folder is not None and self.by is not SortBy.NAME
        if folder is not None:
            folder.standing_changed.connect(self._standing_changed)
            folder.preannotation_changed.connect(self._settle)
        self.refresh()

    def _note_opening(self, name: str) -> None:
        self._seen.add(name)
        if len(self._seen) > 1:  # the first one opens with the folder
            self._settling = False

    def _settle(self) -> None:
        if self._settling and self._folder is not None and self.facts.read and not self._folder.preannotating:
            self._settling = False
            self.refresh()

    def _kept(self) -> tuple[SortBy, bool]:
        project = None if self._folder is None else self._folder.project
        with contextlib.suppress(DeidError, ValueError):
            if project is not None and project.journal_path.exists():
                by, _, direction = (project.journal().setting(_KEPT) or "").partition(" ")
                if SortBy(by) is not SortBy.PLAN or self.planned.is_there:
                    return SortBy(by), direction == "descending"
        return SortBy.PLAN if self.planned.is_there else SortBy.NAME, False

    def _standing_changed(self) -> None:
        self._moved = True
        if self.by in (SortBy.STATE, SortBy.PENDING):
            self._set_stale(True)

    def _grow_stale(self) -> None:
        self._moved = True
        if self.by.is_benefit or self.by is SortBy.DATE:
            self._set_stale(True)
        self._settle()

    def _plan_changed(self) -> None:
        self._moved = True
        if self.by is SortBy.PLAN:
            self._set_stale(True)
        self._settle()

    def _set_stale(self, stale: bool) -> None:
        if stale != self.stale:
            self.stale = stale
            self.stale_changed.emit()
