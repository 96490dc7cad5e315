"""Gathering: which reports of a folder may leave, with what is told of them, and why the others stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from deid_studio.errors import DeidError, ReviewedByError, UnderReviewError
from deid_studio.formats.text import SIZE_LIMIT_MB, read_bytes_if_any
from deid_studio.model.document import Document
from deid_studio.model.mentions import Decision, Desk
from deid_studio.model.span import Span, Suggestion
from deid_studio.progress import Progress
from deid_studio.review.certificate.left_out import LeftOut
from deid_studio.review.deciding.history import replayed
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS, rank_of
from deid_studio.review.figures.track_record import Outcomes, outcomes_of
from deid_studio.review.journal import EventKind, Summary
from deid_studio.review.kept_settings import SECOND_POLICY
from deid_studio.review.project import Project
from deid_studio.review.releasing.reviewed_elsewhere import reviewed_elsewhere
from deid_studio.review.second.second_policy import SecondReaders
from deid_studio.review.second.second_reading import risks_of
from deid_studio.review.session import ReviewSession
from deid_studio.review.signing.machine_annotations import MachineAnnotations
from deid_studio.review.signing.review_file import ReviewLine
from deid_studio.review.signing.sign_off import Differs
from deid_studio.texts import Text, joined

_BOTH = Text("an unreviewed export cannot say who reviewed it")


@dataclass(frozen=True, slots=True)
class Source:
    """A report to release: its text with the decided spans, its file's bytes and encoding, and who signed it when.

    `decisions` is what became of its mentions; None: nobody decided on it here, and its `.ann` was taken as decided.
    `pending` is what was suggested and nobody decided, in a report that is not signed off; `rejected` are stretches
    of which the reviewer said that they are none. `ann` is the file of its annotations, if there is one.
    """

    doc: Document
    raw: bytes
    encoding: str
    reviewers: tuple[str, ...] = ()
    signed_at: str = ""
    model: str = ""
    read: float | None = None
    decisions: Outcomes | None = None
    pending: tuple[Span, ...] = ()
    rejected: tuple[tuple[int, int], ...] = ()
    ann: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The reports that may leave, the names of the others by reason, and what could not be read.

    `begun`: the folder is or was reviewed here; `lost`: it was, and no decision on its reports is left.
    """

    sources: tuple[Source, ...]
    left_out: Mapping[LeftOut, tuple[str, ...]] = field(default_factory=dict)
    hindered: tuple[DeidError, ...] = ()
    begun: bool = False
    lost: bool = False

    @property
    def why_none(self) -> Text:
        """How many reports stay for which reasons, in words."""
        return joined(Text("{count} {why}", count=len(names), why=why.told) for why, names in self.left_out.items())


def gather(
    project: Project,
    unreviewed: bool,
    progress: Progress,
    suggested: Callable[[str], Iterable[Suggestion]] = lambda name: (),
    reviewed_by: str = "",
) -> Gathered:
    """Look which reports may leave; writes nothing.

    Those may whose last sign-off fits them as they are now, in the journal and in the review file. In a folder that was
    never reviewed here, those whose `.ann` was reviewed elsewhere, as `reviewed_by` says (`WHO, HOW`).
    With `unreviewed` all may that can be read, but for those of which nobody has marked anything.
    `suggested` gives the suggestions of a report on which nobody has decided anything.
    Raises `ReviewedByError` or `UnderReviewError`. A folder whose decisions are gone is no project (`Project`).
    """
    summaries = project.summaries()
    states = {name: one for name, one in summaries.items() if one.decided}
    begun = project.under_review()
    if reviewed_by:
        _refuse_saying(project, reviewed_by, begun, unreviewed)
    hindered: list[DeidError] = []
    lines = _lines(project, hindered) if begun and not unreviewed else {}
    machine = MachineAnnotations(project.folder)
    second = SecondReaders(project.kept(SECOND_POLICY), summaries, risks_of(project, progress))
    found: list[Source] = []
    left: dict[LeftOut, list[str]] = {}
    for entry in progress.each(project.entries, len(project.entries)):
        summary = states.get(entry.name)
        why = None
        try:
            if begun and not unreviewed:
                why = _unsigned(summary, second.needed(entry.name))
            if why is None:
                session = project.open(entry.name)
                if begun and not unreviewed:
                    why = _unfit(project, session, summary, lines.get(entry.name))
                elif session.on_disk().text_changed:
                    why = LeftOut.CHANGED
                elif not states:
                    why = _unsaid(session, machine, unreviewed, reviewed_by)
            if why is None:
                found.append(_with_pending(project, session, states, suggested))
        except DeidError as error:
            hindered.append(error)
            why = LeftOut.UNREADABLE
        if why is not None:
            left.setdefault(why, []).append(entry.name)
    stay = {why: tuple(names) for why, names in left.items()}
    return Gathered(tuple(found), stay, tuple(hindered), begun, begun and not states)


def _refuse_saying(project: Project, reviewed_by: str, begun: bool, unreviewed: bool) -> None:
    """Raise where nobody can say that reports were reviewed elsewhere, or said it badly."""
    reviewed_elsewhere(reviewed_by)
    if begun:
        raise UnderReviewError(path=project.folder)
    if unreviewed:
        raise ReviewedByError(detail=_BOTH)


def _lines(project: Project, hindered: list[DeidError]) -> Mapping[str, ReviewLine]:
    """The last line of each report in the review file; what is wrong with the file joins `hindered`."""
    try:
        review = project.review_file.read()
    except DeidError as error:
        hindered.append(error)
        return {}
    hindered += review.faults
    return review.last_lines()


def _unsigned(summary: Summary | None, needs_second: bool) -> LeftOut | None:
    """Why a report cannot leave that is not signed off by all who should, None if it is."""
    if summary is None or not summary.signed:
        return LeftOut.CHANGED if summary is not None and summary.signatures else LeftOut.NOT_SIGNED
    return LeftOut.NEEDS_SECOND if needs_second else None


def _unfit(
    project: Project, session: ReviewSession, summary: Summary | None, line: ReviewLine | None
) -> LeftOut | None:
    """Why a sign-off does not fit its report as it is now, None if it does."""
    if summary is None or not summary.signatures[-1].proof:
        return LeftOut.UNPROVEN
    if session.on_disk():
        return LeftOut.CHANGED
    proof = session.proof
    if proof is None or line is None or line.proof != proof:
        return LeftOut.UNFIT
    differs = proof.differences(session.text_sha256, session.desk.decided_spans, project.tagset)
    if Differs.TAG_SET in differs:
        return LeftOut.OTHER_TAG_SET
    return LeftOut.UNFIT if differs else None


def _unsaid(session: ReviewSession, machine: MachineAnnotations, unreviewed: bool, reviewed_by: str) -> LeftOut | None:
    """Why a report with another program's annotations cannot leave, None if it can."""
    if read_bytes_if_any(session.ann_path, SIZE_LIMIT_MB) is None:
        return LeftOut.NOT_SIGNED
    if unreviewed:
        return None
    if machine.made(session.name, session.desk.decided_spans):
        return LeftOut.AS_MADE
    return None if reviewed_by else LeftOut.NOT_REVIEWED


def _with_pending(
    project: Project,
    session: ReviewSession,
    states: Mapping[str, Summary],
    suggested: Callable[[str], Iterable[Suggestion]],
) -> Source:
    """A report that leaves, with what nobody has decided in it if it is not signed off."""
    name, summary = session.name, states.get(session.name)
    doc = replace(session.report.document, id=name, spans=tuple(sorted(session.desk.decided_spans)))
    source = _source(project, doc, session.report.raw, session.report.encoding, summary is not None)
    if states and (summary is None or not summary.signed):
        waiting = (mention.suggestion for mention in session.desk.pending)
        source = replace(source, pending=_pending(doc, waiting if summary else suggested(name)))
    ann = read_bytes_if_any(session.ann_path, SIZE_LIMIT_MB)
    return replace(source, rejected=(*source.rejected, *_rejected(session.desk)), ann=ann)


def _pending(doc: Document, suggestions: Iterable[Suggestion | None]) -> tuple[Span, ...]:
    """Where these suggestions lie; doubts, for which no detector decided, are none."""
    sure = (one.span for one in suggestions if one is not None and rank_of(one) >= ALL_SUGGESTIONS)
    return tuple(sorted(span for span in sure if span.end <= len(doc.text)))


def _rejected(desk: Desk) -> tuple[tuple[int, int], ...]:
    """Where the reviewer said that there is none."""
    return tuple((m.span.start, m.span.end) for m in desk if m.decision is Decision.REJECTED)


def _source(project: Project, doc: Document, raw: bytes, encoding: str, begun: bool) -> Source:
    if not begun:
        return Source(doc, raw, encoding)
    events = project.journal().events(doc.id)
    signed = [event for event in events if event.kind is EventKind.SIGN_OFF]
    reads = [event.payload["read"] for event in signed if isinstance(event.payload.get("read"), int | float)]
    return Source(
        doc,
        raw,
        encoding,
        tuple(dict.fromkeys(event.reviewer for event in signed)),
        signed[-1].at if signed else "",
        str(events[0].payload.get("model", "")),
        max(reads) if reads else None,
        outcomes_of(replayed(events)),
        rejected=_none_of(signed[-1].payload.get("sweep"), len(doc.text)) if signed else (),
    )


def _none_of(sweep: object, end: int) -> tuple[tuple[int, int], ...]:
    """Where the reviewer said in the final check, of all that was asked about together, that none is PHI."""
    said = sweep.get("none") if isinstance(sweep, dict) else None
    places = (one for one in said if isinstance(one, list | tuple) and len(one) == 2) if isinstance(said, list) else ()
    return tuple((a, b) for a, b in places if isinstance(a, int) and isinstance(b, int) and 0 <= a < b <= end)
