"""ReviewSession: one report under review, and the only door by which a person's work on it changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from deid_studio.errors import (
    BratSpanNeededError,
    BratSyntaxError,
    BratTextMismatchError,
    ChangedOnDiskError,
    EditError,
    ReportUnreadableError,
    WriteError,
    reason,
)
from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import ann_path
from deid_studio.formats.text import Report, read_report
from deid_studio.model import edits
from deid_studio.model.edits import Edit
from deid_studio.model.mentions import Decision, Desk, Mention, Origin, desk_of
from deid_studio.model.span import Suggestion
from deid_studio.review import intents
from deid_studio.review.history import History, begin_payload, replayed
from deid_studio.review.journal import Counts, Event, EventKind, Journal, Summary
from deid_studio.review.retraining import Retraining, SignOff


def sha256(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class OnDisk:
    """What another program did to the files of an open report since they were read."""

    text_changed: bool
    ann_changed: bool

    def __bool__(self) -> bool:
        return self.text_changed or self.ann_changed


class ReviewSession:
    """One report, its desk and history.

    Nothing is written before the first decision. Each `perform`, `undo`, `redo`, `sign_off` is one event in the
    journal, on disk before the method returns; when it cannot be written the method raises and nothing has changed.
    `save` writes the `.ann`. `journal` gives the project's journal, making it at the first decision.
    """

    def __init__(
        self,
        report: Report,
        ann_raw: bytes | None,
        *,
        journal: Callable[[], Journal],
        retraining: Retraining,
        reviewer: str,
        events: Sequence[Event] = (),
        summary: Summary | None = None,
    ) -> None:
        self.report = report
        self.ann_path = ann_path(report.path)
        self.reviewer = reviewer
        self.model = ""
        self.lost: tuple[Mention, ...] = ()
        self._journal = journal
        self._retraining = retraining
        self._text_sha256 = report.sha256
        self._ann_sha256 = None if ann_raw is None else sha256(ann_raw)
        self._last_seq = self._saved_seq = 0
        if not events or summary is None:
            self._ann = parse_ann(ann_raw or b"", self.text, self.ann_path)
            self._base = _with_notes(desk_of(self._ann.spans, ()), self._ann)
            self._history = History(self._base)
            return
        begin = events[0].payload
        self.model = str(begin.get("model", ""))
        if begin["text_sha256"] != self._text_sha256:
            # The decisions were made on another text: show that one until the person chooses.
            self._text_sha256 = begin["text_sha256"]
            self.report = replace(report, document=replace(report.document, text=begin["text"]))
            self._ann = self._ann_that_fits(ann_raw)
        else:
            self._ann = parse_ann(ann_raw or b"", self.text, self.ann_path)
        self._base = replayed(events[:1]).desk
        self._history = replayed(events)
        self._last_seq = events[-1].seq
        self._saved_seq = -1 if summary.unsaved else self._last_seq
        self._ann_sha256 = summary.ann_sha256

    # --- what is there ---------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The report's id in its folder."""
        return self.report.document.id

    @property
    def text(self) -> str:
        """The report's text, exactly as in the file."""
        return self.report.document.text

    @property
    def text_sha256(self) -> str:
        """The SHA-256 of the report's file as it is reviewed here."""
        return self._text_sha256

    @property
    def desk(self) -> Desk:
        """The mentions as they are now."""
        return self._history.desk

    @property
    def history(self) -> History:
        """The desk with the steps done and undone."""
        return self._history

    @property
    def begun(self) -> bool:
        """Whether a person has decided anything on this report."""
        return self._last_seq > 0

    @property
    def signed(self) -> bool:
        """Whether the desk as it is now is signed off."""
        return self._history.signed

    @property
    def unsaved(self) -> bool:
        """Whether decisions are newer than the `.ann`."""
        return self.begun and self._saved_seq != self._last_seq

    # --- decisions -------------------------------------------------------------------------------------------

    def offer(self, suggestions: Iterable[Suggestion], model: str) -> bool:
        """Put a detector's suggestions on the desk; returns whether the desk changed.

        Before the first decision they only live in memory. Afterwards those that touch nothing accepted, pending or
        rejected are added, as an event of their own that is not a step to undo. A signed-off report is left alone.
        """
        if not self.begun:
            desk = _with_notes(desk_of(self._ann.spans, suggestions), self._ann)
            self.model = model
            changed = desk != self.desk
            self._base = desk
            self._history = History(desk)
            return changed
        if self.signed:
            return False
        fresh = desk_of([m.span for m in self.desk], suggestions).pending
        if not fresh:
            return False
        new = [replace(m, id=self.desk.next_id + number) for number, m in enumerate(fresh)]
        payload = {"model": model, "mentions": [edits.mention_to_json(m) for m in new]}
        self._record(EventKind.SUGGEST, payload, self._history.suggested(new))
        self.model = model
        return True

    def perform(self, edit: Edit) -> None:
        """Do an edit; raises `EditError` when it is not possible, `JournalError` when it cannot be kept."""
        history = self._history.performed(edit)
        if any(m.span.end > len(self.text) for m in history.desk):
            raise EditError(detail="the span would end after the report")
        self._record(EventKind.PERFORM, edits.to_json(edit), history)

    def undo(self) -> None:
        """Undo the last step; raises `EditError` when there is none."""
        if not self._history.done:
            raise EditError(detail="there is nothing to undo")
        self._record(EventKind.UNDO, {}, self._history.stepped_back())

    def redo(self) -> None:
        """Redo the last step undone; raises `EditError` when there is none."""
        if not self._history.undone:
            raise EditError(detail="there is nothing to redo")
        self._record(EventKind.REDO, {}, self._history.stepped_forward())

    def sign_off(self) -> None:
        """Make the decided spans gold: the `.ann` is written, and the report goes into the retraining data.

        Raises `EditError` while a suggestion is pending.
        """
        if self.desk.pending:
            raise EditError(detail=f"{len(self.desk.pending)} suggestions are still pending")
        self._record(EventKind.SIGN_OFF, {"spans": len(self.desk.decided_spans)}, self._history.signed_off(True))
        self.save()
        self.write_retraining()

    def withdraw_sign_off(self) -> None:
        """Take the sign-off back; the report leaves the retraining data."""
        if self.signed:
            self._record(EventKind.WITHDRAW, {}, self._history.signed_off(False))

    def _record(self, kind: EventKind, payload: dict[str, Any], history: History) -> None:
        was_signed = self.signed
        seq = self._journal().append(
            self.name,
            kind,
            payload,
            reviewer=self.reviewer,
            counts=_counts(history.desk),
            after=self._last_seq,
            begin=None if self.begun else self._begin(self._base),
        )
        if not self.begun:
            self._saved_seq = -1
        self._last_seq = seq
        self._history = history
        if was_signed and not history.signed:
            self._retraining.remove(self.name)

    # --- files -----------------------------------------------------------------------------------------------

    def on_disk(self) -> OnDisk:
        """Whether another program changed the report or its `.ann` since they were read or written here."""
        try:
            text = sha256(self.report.path.read_bytes())
        except FileNotFoundError:
            text = ""
        except OSError as error:
            raise ReportUnreadableError(path=self.report.path, detail=reason(error)) from error
        ann = self._ann_on_disk()
        ann_changed = (None if ann is None else sha256(ann)) != self._ann_sha256
        return OnDisk(text != self._text_sha256, ann_changed and not self._is_ours(ann))

    def _is_ours(self, ann: bytes | None) -> bool:
        """Whether the `.ann` is what this session would write: the program was stopped before it noted that it did."""
        if ann is None or not self.unsaved:
            return False
        try:
            return self._ann_now().to_bytes() == ann
        except BratSpanNeededError:
            return False

    def save(self) -> bool:
        """Write the decided spans to the `.ann`; returns whether its bytes changed.

        Does nothing before the first decision. Raises `ChangedOnDiskError` when another program changed the report or
        the `.ann`, `BratSpanNeededError` when a relation needs a span that was rejected, `WriteError` when the disk
        refuses; the file is then as it was.
        """
        if not self.unsaved:
            return False
        changed = self.on_disk()
        if changed:
            raise ChangedOnDiskError(path=self.report.path if changed.text_changed else self.ann_path)
        before = self._ann_on_disk()
        ann = self._ann_now()
        data = ann.to_bytes()
        wrote = data != (before or b"") or (before is None and bool(self.desk.decided_spans or self.signed))
        if wrote:
            write_file(self.ann_path, data, like=self.report.path)
            before = data
        self._ann = ann
        self._base = self.desk
        self._ann_sha256 = None if before is None else sha256(before)
        self._journal().mark_saved(self.name, self._last_seq, self._ann_sha256)
        self._saved_seq = self._last_seq
        return wrote

    def ann_bytes(self, pending: bool = False) -> bytes:
        """The `.ann` as `save` would write it; with `pending`, the suggestions that nobody has decided as well."""
        ann = self._ann_now()
        if pending:
            waiting = (m.span for m in self.desk.pending)
            ann = ann.with_spans(sorted({*self.desk.decided_spans, *waiting}), self.text)
        return ann.to_bytes()

    def pair(self, pending: bool = False) -> tuple[bytes, bytes]:
        """The bytes of the report and of its `.ann` (see `ann_bytes`), which belong together.

        Raises `ChangedOnDiskError` when another program changed the report: its offsets are of the text before.
        """
        if self.on_disk().text_changed:
            raise ChangedOnDiskError(path=self.report.path)
        return self.report.raw, self.ann_bytes(pending)

    def keep_mine(self, backup: Path) -> None:
        """Put this session's spans in place of the `.ann` another program wrote, which is kept at `backup`."""
        theirs = self._put_aside(backup)
        self._ann_sha256 = None if theirs is None else sha256(theirs)
        self._saved_seq = -1
        self.save()

    def take_theirs(self, backup: Path) -> None:
        """Make the spans of the `.ann` that another program wrote the decided ones: one step, which can be undone.

        Undoing it and saving replaces that `.ann`, so a copy of it is kept at `backup` once anything was decided.
        """
        theirs = self._put_aside(backup) if self.begun else self._ann_on_disk()
        ann = parse_ann(theirs or b"", self.text, self.ann_path)
        edit = intents.towards(self.desk, ann.spans)
        if edit is not None and self.begun:
            self.perform(edit)
        self._ann = ann
        self._ann_sha256 = None if theirs is None else sha256(theirs)
        if not self.begun:
            pending = [m.suggestion for m in self.desk if m.suggestion is not None]
            self.offer(pending, self.model)
            return
        self._base = self.desk
        self._journal().mark_saved(self.name, self._last_seq, self._ann_sha256)
        self._saved_seq = self._last_seq

    def take_new_text(self, backup: Path) -> None:
        """Go on with the report as another program changed it; `lost` then holds the mentions without a place in it.

        Decisions stay where the text is unchanged. The steps so far can no longer be undone. The `.ann`, which is of
        the old text, is kept at `backup` once anything was decided. Raises the errors of `read_report`, and then
        nothing has changed.
        """
        report = read_report(self.report.path, self.name)
        if self.begun:
            self._put_aside(backup)
        desk, lost = intents.carried_over(self.desk, self.text, report.document.text)
        if self.begun:
            was_signed = self.signed
            self._last_seq = self._journal().append(
                self.name,
                EventKind.BEGIN,
                begin_payload(desk, report.document.text, report.sha256, self._ann_sha256, self.model),
                reviewer=self.reviewer,
                counts=_counts(desk),
                after=self._last_seq,
            )
            if was_signed:
                self._retraining.remove(self.name)
        ann_raw = self._ann_on_disk()
        self.report = report
        self._text_sha256 = report.sha256
        self._ann = self._ann_that_fits(ann_raw)
        self._ann_sha256 = None if ann_raw is None else sha256(ann_raw)
        self._base = desk
        self._history = History(desk)
        self._saved_seq = -1
        self.lost = tuple(lost)

    def write_retraining(self) -> None:
        """Put the signed-off report into the retraining data (again)."""
        txt, ann = self.pair()
        doc = replace(self.report.document, spans=self.desk.decided_spans)
        self._retraining.put(SignOff(doc, txt, ann, self.reviewer, self.model, self.decisions()))

    def decisions(self) -> dict[str, int]:
        """How many spans were accepted as suggested, relabelled, resized, rejected, added, kept as found, pending."""
        kinds = dict.fromkeys(("accepted", "relabelled", "resized", "rejected", "added", "kept", "pending"), 0)
        for mention in self.desk:
            kinds[_kind(mention)] += 1
        return kinds

    def _begin(self, desk: Desk) -> dict[str, Any]:
        return begin_payload(desk, self.text, self._text_sha256, self._ann_sha256, self.model)

    def _ann_that_fits(self, ann_raw: bytes | None) -> AnnFile:
        try:
            return parse_ann(ann_raw or b"", self.text, self.ann_path)
        except (BratSyntaxError, BratTextMismatchError):
            # The annotations are of another text: the desk replaces them at the next save that the person allows.
            return parse_ann(b"", self.text, self.ann_path)

    def _put_aside(self, backup: Path) -> bytes | None:
        theirs = self._ann_on_disk()
        if theirs is not None:
            try:
                backup.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise WriteError(path=backup, detail=reason(error)) from error
            write_file(backup, theirs, like=self.ann_path)
        return theirs

    def _ann_on_disk(self) -> bytes | None:
        try:
            return self.ann_path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ReportUnreadableError(path=self.ann_path, detail=reason(error)) from error

    def _ann_now(self) -> AnnFile:
        ids = {
            mention.span: self._ann.ids[before.span][0]
            for mention in self.desk
            if (before := self._base.get(mention.id)) is not None
            and before.span != mention.span
            and before.span in self._ann.ids
        }
        notes = {
            m.span: m.note
            for m in self.desk
            if m.decision is Decision.ACCEPTED
            and (m.note or ((before := self._base.get(m.id)) is not None and before.note))
        }
        return self._ann.with_spans(self.desk.decided_spans, self.text, notes=notes, ids=ids)


def _counts(desk: Desk) -> Counts:
    found = [m.decision for m in desk]
    return Counts(*(found.count(d) for d in (Decision.PENDING, Decision.ACCEPTED, Decision.REJECTED)))


def _kind(mention: Mention) -> str:
    match mention.decision, mention.origin, mention.suggestion:
        case Decision.PENDING, _, _:
            return "pending"
        case Decision.REJECTED, _, _:
            return "rejected"
        case _, Origin.PERSON, _:
            return "added"
        case _, _, None:
            return "kept"
        case _, _, suggestion:
            if mention.span.phi_class != suggestion.span.phi_class:
                return "relabelled"
            return "accepted" if mention.span == suggestion.span else "resized"


def _with_notes(desk: Desk, ann: AnnFile) -> Desk:
    for mention in desk:
        note = ann.notes_by_span.get(mention.span, "")
        if note and mention.origin is Origin.FILE:
            desk = desk.with_mention(replace(mention, note=note))
    return desk
