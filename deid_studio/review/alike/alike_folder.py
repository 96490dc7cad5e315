"""Alike in a folder: the same decision in the other reports of a project, each in its own journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from deid_studio.errors import CancelledError, ChangedOnDiskError, DeidError, OvertakenError
from deid_studio.progress import Progress
from deid_studio.review.alike.alike import Hit, Ruling, deciding, hits
from deid_studio.review.alike.following import following
from deid_studio.review.journal import Event, EventKind
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession
from deid_studio.review.waiting import Waiting, opened


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to look for in which reports; `waiting` are the suggestions that are in memory yet, by report."""

    project: Project
    names: tuple[str, ...]
    ruling: Ruling
    waiting: Mapping[str, Waiting] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReportHits:
    """The hits in one report, in text order, and the text that they are places of."""

    name: str
    text: str
    text_sha256: str
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class DecideRequest:
    """The ruling, and the places of each report to decide by it; `follows`: suggestions there follow the decision."""

    project: Project
    ruling: Ruling
    chosen: tuple[ReportHits, ...]
    waiting: Mapping[str, Waiting] = field(default_factory=dict)
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """The reports as they are after the decision, how many places were decided, and what hindered others.

    `left`: how many reports were not come to, since a person stopped it.
    """

    sessions: tuple[ReviewSession, ...]
    places: int
    hindered: tuple[DeidError, ...] = ()
    left: int = 0


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """The reports in which a decision is to be undone, each with the number of its event."""

    project: Project
    steps: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """The reports as they are after undoing, and the names of those in which something else was done since.

    `left`: how many reports were not come to, since a person stopped it.
    """

    sessions: tuple[ReviewSession, ...]
    gone_on: tuple[str, ...] = ()
    hindered: tuple[DeidError, ...] = ()
    left: int = 0


def search_folder(request: SearchRequest, progress: Progress) -> list[ReportHits]:
    """The reports with hits, in the order of `names`; those signed off, and those that cannot be read, have none."""
    found = []
    for name in progress.each(request.names, len(request.names)):
        try:
            session = opened(request.project, name, request.waiting)
        except DeidError:
            continue
        own = () if session.signed else tuple(hits(session.text, session.desk, request.ruling, request.project.tagset))
        if own:
            found.append(ReportHits(name, session.text, session.text_sha256, own))
    return found


def decide_folder(request: DecideRequest, progress: Progress) -> Decided:
    """Decide the places of each report as one step in its journal, and write its `.ann`.

    A report that was changed or signed off since it was searched is left as it is, and told. When it is stopped, what
    is decided already stays, and is returned.
    """
    sessions: list[ReviewSession] = []
    hindered: list[DeidError] = []
    places = 0
    total = len(request.chosen)
    for number, report in enumerate(request.chosen):
        try:
            progress.step(number, total)
        except CancelledError:
            return Decided(tuple(sessions), places, tuple(hindered), total - number)
        try:
            session = opened(request.project, report.name, request.waiting)
            if session.text_sha256 != report.text_sha256 or session.on_disk().text_changed:
                raise ChangedOnDiskError(path=session.report.path)
            if session.signed:
                raise OvertakenError(path=report.name)
            edit = deciding(session.desk, session.text, request.ruling, None, report.hits)
            if edit is None:
                continue
            tagset = request.project.tagset
            session.perform(following(session.desk, session.text, edit, tagset) if request.follows else edit)
            sessions.append(session)
            places += len(report.hits)
            session.save()
        except DeidError as error:
            hindered.append(error)
    return Decided(tuple(sessions), places, tuple(hindered))


def undo_folder(request: UndoRequest, progress: Progress) -> Undone:
    """Undo the decision in each report in which it is still the last step, and write its `.ann`.

    What is undone stays so when it is stopped, and is returned.
    """
    sessions: list[ReviewSession] = []
    gone_on: list[str] = []
    hindered: list[DeidError] = []
    total = len(request.steps)
    for number, (name, seq) in enumerate(request.steps):
        try:
            progress.step(number, total)
        except CancelledError:
            return Undone(tuple(sessions), tuple(gone_on), tuple(hindered), total - number)
        try:
            session = request.project.open(name)
            if session.on_disk().text_changed:
                raise ChangedOnDiskError(path=session.report.path)
            if not is_last_step(request.project.journal().events(name), seq):
                gone_on.append(name)
                continue
            session.undo()
            sessions.append(session)
            session.save()
        except DeidError as error:
            hindered.append(error)
    return Undone(tuple(sessions), tuple(gone_on), tuple(hindered))


def is_last_step(events: Iterable[Event], seq: int) -> bool:
    """Whether an event is the last one of a report but for suggestions, which come by themselves."""
    last = max((event.seq for event in events if event.kind is not EventKind.SUGGEST), default=0)
    return last == seq
