"""Gathering: which reports of a folder may leave, with what is told of them, and why the others stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from deid_studio.errors import DeidError
from deid_studio.formats.text import SIZE_LIMIT_MB, read_bytes_if_any
from deid_studio.model.document import Document
from deid_studio.model.span import Span, Suggestion
from deid_studio.progress import Progress
from deid_studio.review.history import replayed
from deid_studio.review.journal import EventKind
from deid_studio.review.project import Project
from deid_studio.review.second_policy import SecondReaders
from deid_studio.review.second_reading import risks_of
from deid_studio.review.sensitivity import ALL_SUGGESTIONS, rank_of
from deid_studio.review.track_record import Outcomes, outcomes_of


class LeftOut(StrEnum):
    """Why a report is not released."""

    NOT_SIGNED = "not-signed"
    NEEDS_SECOND = "needs-second-reader"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Source:
    """A report to release: its text with the decided spans, its file's bytes and encoding, and who signed it when.

    `decisions` is what became of its mentions; None: nobody decided on it here, and its `.ann` was taken as decided.
    `pending` is what was suggested and nobody decided, in a report that is not signed off. `ann` is the file of its
    annotations, if there is one.
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
    ann: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The reports that may leave, the names of the others by reason, and what could not be read."""

    sources: tuple[Source, ...]
    left_out: Mapping[LeftOut, tuple[str, ...]] = field(default_factory=dict)
    hindered: tuple[DeidError, ...] = ()


def gather(
    project: Project,
    include_unsigned: bool,
    progress: Progress,
    suggested: Callable[[str], Iterable[Suggestion]] = lambda name: (),
) -> Gathered:
    """Look which reports may leave; writes nothing.

    `suggested` gives the suggestions of a report on which nobody has decided anything.
    In a folder on which nobody has decided anything here, each report with an `.ann` counts as decided by it.
    """
    summaries = project.summaries()
    states = {name: one for name, one in summaries.items() if one.decided}
    second = SecondReaders(project.second_policy(), summaries, risks_of(project, progress))
    found: list[Source] = []
    left: dict[LeftOut, list[str]] = {}
    hindered: list[DeidError] = []
    for entry in progress.each(project.entries, len(project.entries)):
        summary = states.get(entry.name)
        why = None
        if states and not include_unsigned:
            if summary is None or not summary.signed:
                why = LeftOut.NOT_SIGNED
            elif second.needed(entry.name):
                why = LeftOut.NEEDS_SECOND
        if why is not None:
            left.setdefault(why, []).append(entry.name)
            continue
        try:
            session = project.open(entry.name)
            if session.on_disk().text_changed or (not states and not session.ann_path.exists()):
                left.setdefault(LeftOut.UNREADABLE if states else LeftOut.NOT_SIGNED, []).append(entry.name)
                continue
            doc = replace(session.report.document, id=entry.name, spans=tuple(sorted(session.desk.decided_spans)))
            source = _source(project, doc, session.report.raw, session.report.encoding, summary is not None)
            if states and (summary is None or not summary.signed):
                waiting = (mention.suggestion for mention in session.desk.pending)
                source = replace(source, pending=_pending(doc, waiting if summary else suggested(entry.name)))
            found.append(replace(source, ann=read_bytes_if_any(session.ann_path, SIZE_LIMIT_MB)))
        except DeidError as error:
            hindered.append(error)
            left.setdefault(LeftOut.UNREADABLE, []).append(entry.name)
    return Gathered(tuple(found), {why: tuple(names) for why, names in left.items()}, tuple(hindered))


def _pending(doc: Document, suggestions: Iterable[Suggestion | None]) -> tuple[Span, ...]:
    """Where these suggestions lie; doubts, for which no detector decided, are none."""
    sure = (one.span for one in suggestions if one is not None and rank_of(one) >= ALL_SUGGESTIONS)
    return tuple(sorted(span for span in sure if span.end <= len(doc.text)))


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
    )
