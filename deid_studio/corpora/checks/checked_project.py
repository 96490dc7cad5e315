"""Checked project: the corpus checks of a folder under review, by what was decided in it, and what still stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deid_studio.corpora.checks.checked_corpus import CorpusFinding, FindingKind
from deid_studio.errors import DeidError
from deid_studio.formats.folder import ann_path
from deid_studio.model.document import Document
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.review.project import Project

_AROUND = 60  # code points on either side of a place


@dataclass(frozen=True, slots=True)
class ProjectCheck:
    """Which reports of a project are checked: of `names` those that are annotated, or `signed` ones alone.

    Of those that are to be read without a detector's help (`is_blind`) only the signed ones are checked.
    """

    project: Project
    names: tuple[str, ...]
    signed: bool
    is_blind: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class PlacedFinding:
    """A finding with the text of its place, what is around it, and the text proposed; of a whole report none."""

    finding: CorpusFinding
    before: str = ""
    text: str = ""
    after: str = ""
    proposed: str = ""


@dataclass(frozen=True, slots=True)
class ProjectChecked:
    """What was found in so many reports; `hindered` says why others could not be read."""

    found: tuple[PlacedFinding, ...]
    reports: int
    hindered: tuple[DeidError, ...]


def check_project(request: ProjectCheck, progress: Progress) -> ProjectChecked:
    """What the checks find in a folder, in a process of their own; raises what `CheckingProcess.findings` does.

    A report is annotated once a person has begun it, or another program has left an `.ann`. What is pending counts as
    not marked, and nothing is told of its place: it is still to be decided.
    """
    texts: dict[str, str] = {}
    desks: dict[str, Desk] = {}
    hindered: list[DeidError] = []
    project = request.project
    for name in progress.each(request.names, len(request.names), "reading"):
        try:
            session = project.open(name)
        except DeidError as error:
            hindered.append(error)
            continue
        unsigned = not request.signed and not request.is_blind(name)
        if session.signed or (unsigned and (session.begun or ann_path(project[name].path).exists())):
            texts[name], desks[name] = session.text, session.desk
    # Imported here: the window starts without what the checks need.
    from deid_studio.corpora.checks.checking_process import CheckingProcess

    documents = [Document(name, text, desks[name].decided_spans) for name, text in texts.items()]
    found: list[CorpusFinding] = []
    if documents:
        with CheckingProcess() as process:
            found = process.findings(documents, project.tagset, progress)
    told = (one for one in found if not _is_pending(one, desks[one.report]))
    return ProjectChecked(tuple(_placed(one, texts[one.report]) for one in told), len(documents), tuple(hindered))


def stands(finding: CorpusFinding, desk: Desk) -> bool:
    """Whether a report is still marked at a finding's place as it was when it was found."""
    place = Span(finding.start, finding.end, "place")
    if finding.kind is FindingKind.DUPLICATE:
        return True
    if not finding.phi_class:
        return not any(m.decision is Decision.ACCEPTED for m in desk.overlapping(place))
    mention = marked_by(finding, desk)
    if mention is None or finding.kind is not FindingKind.OVERLAP:
        return mention is not None
    others = (m for m in desk.overlapping(place) if m is not mention and m.decision is Decision.ACCEPTED)
    return any(m.span.shares(mention.span) for m in others)


def marked_by(finding: CorpusFinding, desk: Desk) -> Mention | None:
    """The mention that a finding is about; None where it is about unmarked text, or the mention is another by now."""
    wanted = finding.start, finding.end, finding.phi_class
    there = (m for m in desk.at(finding.start) if m.decision is Decision.ACCEPTED)
    return next((m for m in there if (m.span.start, m.span.end, m.span.phi_class) == wanted), None)


def _is_pending(finding: CorpusFinding, desk: Desk) -> bool:
    place = Span(finding.start, finding.end, "place")
    unmarked = not finding.phi_class and finding.kind is not FindingKind.DUPLICATE
    return unmarked and any(m.decision is Decision.PENDING for m in desk.overlapping(place))


def _placed(finding: CorpusFinding, text: str) -> PlacedFinding:
    if finding.kind is FindingKind.DUPLICATE:
        return PlacedFinding(finding)
    start, end = finding.start, finding.end
    before, after = text[max(start - _AROUND, 0) : start], text[end : end + _AROUND]
    return PlacedFinding(finding, before, text[start:end], after, text[finding.proposed_start : finding.proposed_end])
