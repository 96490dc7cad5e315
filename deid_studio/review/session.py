"""ReviewSession: one report under review, and the only door by which a person's work on it changes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from deid_studio.errors import (
    BratSpanNeededError,
    ChangedOnDiskError,
    DeidError,
    EditError,
    OvertakenError,
)
from deid_studio.formats.brat import AnnFile, Doubt
from deid_studio.formats.text import SIZE_LIMIT_MB, Remark, Report, read_bytes_if_any, read_report
from deid_studio.model import edits
from deid_studio.model.edits import Edit, Restate, Several
from deid_studio.model.mentions import Decision, Desk, Mention, Origin, desk_of
from deid_studio.model.span import Suggestion
from deid_studio.model.statements import Change, Statements
from deid_studio.model.tagset import TagSet
from deid_studio.review.deciding import intents
from deid_studio.review.deciding.growing import Ground, taken_in
from deid_studio.review.deciding.history import RENAMES, History, begin_payload, replayed
from deid_studio.review.deciding.offering import offered
from deid_studio.review.deciding.tally import counts_of, decisions_of
from deid_studio.review.elsewhere.ann_beside import AnnBeside, sha256, sha_of
from deid_studio.review.elsewhere.ann_of_desk import AnnOfDesk
from deid_studio.review.elsewhere.text_change import NewText, TextChange
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal import Event, EventKind, Journal, Signature, Summary, now, signature_of
from deid_studio.review.second.second_policy import Choice, expected_leak
from deid_studio.review.signing.retraining import Retraining, SignOff
from deid_studio.review.signing.review_file import ReviewFile
from deid_studio.review.signing.sign_off import Proof, proof_in, proof_of
from deid_studio.texts import Text


@dataclass(frozen=True, slots=True)
class Formerly:
    """Under what name a reviewer decided before they gave theirs, and when they did (ISO 8601 in UTC, empty: unknown).

    What is decided under that name later is somebody else's: accounts of many machines are called alike.
    """

    name: str
    named_at: str = ""


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
        review_file: ReviewFile,
        tagset: TagSet,
        reviewer: str,
        events: Sequence[Event] = (),
        summary: Summary | None = None,
        limit_mb: float = SIZE_LIMIT_MB,
        lock: FolderLock | None = None,
    ) -> None:
        self.report = report
        self._lock = lock
        self.reviewer = reviewer
        self.formerly: Formerly | None = None
        self.model = ""
        self.lost: tuple[Mention, ...] = ()
        self.lost_lines: tuple[str, ...] = ()
        self.coverage_now: Callable[[], tuple[str, str, bytes] | None] | None = None  # goes with each event
        self._limit_mb = limit_mb
        self._journal = journal
        self._retraining = retraining
        self._review_file = review_file
        self._tagset = tagset
        self._text_sha256 = report.sha256
        self._beside = AnnBeside(report.path, limit_mb)
        self.ann_path = self._beside.path
        self._ann_last: AnnOfDesk | None = None
        self.proof: Proof | None = None  # of the sign-off that holds; those of earlier versions have none
        self.signatures: tuple[Signature, ...] = ()  # since the text is as it is; the last one holds if `signed`
        self.decided_by = "" if summary is None else summary.reviewer
        self._last_seq = self._saved_seq = 0
        if not events or summary is None:
            self._beside.take(self._beside.parsed(ann_raw, self.text), sha_of(ann_raw))
            self._base = _with_notes(desk_of(self._beside.lines.spans, ()), self._beside.lines)
            self._history = History(self._base)
            return
        begin = events[0].payload
        suggested = (str(one.payload.get("model", "")) for one in reversed(events) if one.kind is EventKind.SUGGEST)
        self.model = next(filter(None, suggested), str(begin.get("model", "")))
        other_text = begin["text_sha256"] != self._text_sha256
        if other_text:
            # The decisions were made on another text: show that one until the person chooses.
            self._text_sha256 = begin["text_sha256"]
            self.report = replace(report, document=replace(report.document, text=begin["text"]))
        moved = "ann" in begin and begin["ann_sha256"] == summary.ann_sha256 == sha_of(ann_raw)
        if moved:
            ann = self._beside.parsed(begin["ann"].encode(), self.text)
        elif other_text:
            # Annotations of another text: the desk replaces them at the next save that the person allows.
            ann = self._beside.parsed_if_fitting(ann_raw, self.text) or AnnFile(path=self.ann_path)
        else:
            ann = self._beside.parsed(ann_raw, self.text)
        self._beside.take(ann, summary.ann_sha256, moved)
        signed = (event for event in events if event.kind is EventKind.SIGN_OFF)
        self.signatures = tuple(signature_of(event.reviewer, event.at, event.payload) for event in signed)
        self._history = replayed(events)
        written = [event for event in events if event.seq <= summary.saved_seq]
        self._base = replayed(written or events[:1]).desk if summary.unsaved else self._history.desk
        if self._history.signed:
            self.proof = standing_proof(events)
        self._last_seq = events[-1].seq
        self._saved_seq = -1 if summary.unsaved else self._last_seq

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
    def told(self) -> tuple[Remark | Doubt, ...]:
        """What a person should be told about how the report and its `.ann` were read."""
        return (*self.report.told, *self._beside.lines.told)

    @property
    def last_seq(self) -> int:
        """The number of the last event in the journal that this session knows of; 0: none."""
        return self._last_seq

    @property
    def begun(self) -> bool:
        """Whether a person has decided anything on this report."""
        return self._last_seq > 0

    @property
    def signed(self) -> bool:
        """Whether the desk as it is now is signed off."""
        return self._history.signed

    @property
    def proven(self) -> bool:
        """Whether the sign-off that holds can be proved: else the report has to be signed again to be released."""
        if self.proof is None or self.proof.differences(self._text_sha256, self.desk.decided_spans, self._tagset):
            return False
        try:
            return self._review_file.names(self.proof)
        except DeidError:
            return False

    @property
    def unsaved(self) -> bool:
        """Whether decisions are newer than the `.ann`, and it is this window that writes it."""
        return self._behind and not self.read_only

    @property
    def read_only(self) -> bool:
        """Whether nothing can be decided on the report here."""
        return self._lock is not None and self._lock.read_only

    @property
    def _behind(self) -> bool:
        return self.begun and self._saved_seq != self._last_seq

    @property
    def ground(self) -> Ground:
        """What a mention grows on."""
        return Ground(self.desk, self.text, taken_in(self._history.done), self.statements.mentions)

    @property
    def statements(self) -> Statements:
        """What is said of the mentions: relations, events, attributes and the like."""
        return self._ann.statements(self.desk)

    @property
    def _ann(self) -> AnnOfDesk:
        ann = self._ann_last
        if ann is None or ann.lines is not self._beside.lines or ann.base is not self._base:
            ann = self._ann_last = AnnOfDesk(self._beside.lines, self._base, self.text)
        return ann

    # --- decisions -------------------------------------------------------------------------------------------

    def offer(self, suggestions: Iterable[Suggestion], model: str, off: Collection[str] = ()) -> bool:
        """Put a detector's suggestions on the desk; returns whether the desk changed.

        Before the first decision they only live in memory. Afterwards those that touch nothing accepted, pending or
        rejected are added, and pending ones that rested on a rule of `off` and are suggested no longer go, as an event
        of their own that is not a step to undo. A signed-off report is left alone, and one that can only be read.
        """
        if not self.begun:
            desk = _with_notes(desk_of(self._beside.lines.spans, suggestions), self._beside.lines)
            self.model = model
            changed = desk != self.desk
            self._base = desk
            self._history = History(desk)
            return changed
        if self.signed or self.read_only:
            return False
        offer = offered(self.desk, suggestions, off)
        if not offer:
            return False
        payload: dict[str, Any] = {"model": model, "mentions": [edits.mention_to_json(m) for m in offer.fresh]}
        gone = [m.id for m in offer.gone]
        payload |= {"gone": gone} if gone else {}
        self._record(EventKind.SUGGEST, payload, self._history.suggested(offer.fresh, gone))
        self.model = model
        return True

    def perform(self, edit: Edit) -> None:
        """Do an edit; raises `EditError` when it is not possible, `JournalError` when it cannot be kept.

        What is said of mentions that are accepted no longer goes with them, in the same step.
        """
        edit = self._whole(edit)
        history = self._history.performed(edit)
        end = len(self.text)
        if any(m.span.end > end for m in history.desk):
            raise EditError(detail="the span would end after the report")
        self._record(EventKind.PERFORM, edits.to_json(edit), history)

    def _whole(self, edit: Edit) -> Edit:
        if not self.statements:
            return edit
        after = edit.apply(self.desk)
        accepted, left = ({m.id for m in desk if m.decision is Decision.ACCEPTED} for desk in (self.desk, after))
        lost = accepted - left
        change = self._ann.statements(after).without(lost) if lost else Change()
        return Several((edit, Restate(change))) if change else edit

    def migrate(self, edit: Edit, old: str, new: str) -> None:
        """Do what makes mentions of a class of the folder those of another; no step to undo (`History.migrated`)."""
        payload = edits.to_json(edit) | {RENAMES: [old, new]}
        self._record(EventKind.PERFORM, payload, self._history.migrated(edit, old, new))

    def rehearse(self, edit: Edit) -> None:
        """See whether an edit could be done and its `.ann` be written; raises what `perform` and `save` would."""
        history = self._history.performed(edit)
        if self.on_disk():
            raise ChangedOnDiskError(path=self.report.path)
        self._refuse_overtaken()
        self._ann.of(history.desk)

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

    def sign_off(
        self,
        sweep: Mapping[str, int] | None = None,
        sensitivity: float | None = None,
        read: float | None = None,
        second: Choice | None = None,
    ) -> None:
        """Make the decided spans gold: the `.ann` is written, and the report goes into the retraining data.

        For the journal, `sweep` counts the findings of the final check, `looked_at` and `left`, and `sensitivity` is
        the least confidence of suggestions that was shown. `read` is the share of the report's words that were on the
        screen long enough to be read (`coverage.read_share` reads it back). `second` is for a second reader, who may
        sign what is signed off already: how the report was chosen. How much PHI is expected to be unmarked is kept as
        well. Raises `EditError` while a suggestion is pending, and what `save` does; the report is not signed off then.
        """
        if self.desk.pending:
            left = len(self.desk.pending)
            raise EditError(detail=Text("{left} suggestions are still pending", left=left))
        if not self.begun:
            # What a stop leaves of a sign-off is known by the events before it: without any, the journal was lost.
            self._record(EventKind.BEGIN, self._begin(), self._history)
        before = self.signatures
        at = now()
        spans, sha256 = self.desk.decided_spans, self._text_sha256
        proof = proof_of(self.name, sha256, spans, self._tagset, self.reviewer, at, second is not None)
        payload = proof.payload()
        if sweep is not None:
            payload["sweep"] = dict(sweep)
        if sensitivity is not None:
            payload["sensitivity"] = sensitivity
        if read is not None:
            payload["read"] = int(read * 10_000) / 10_000  # down, so that 1 is all of it
        if second is not None:
            payload["choice"] = second.value
        if self.formerly is not None:
            payload["formerly"] = self.formerly.name
            payload |= {"named_at": self.formerly.named_at} if self.formerly.named_at else {}
        payload["risk"] = round(expected_leak(self.desk, read), 4)
        self.signatures = (*before, signature_of(self.reviewer, at, payload))
        lines: list[Proof] = []

        def write() -> None:
            self._write_signed()
            self._review_file.append(proof)
            lines.append(proof)

        try:
            # A sign-off is in the journal if, and only if, what it stands for is on disk.
            self._record(EventKind.SIGN_OFF, payload, self._history.signed_off(True), within=write)
        except BaseException:
            self.signatures = before
            with contextlib.suppress(DeidError):
                if not self.signed:
                    self._retraining.remove(self.name)
                for line in lines:
                    self.settle(line)
            raise
        self.proof = proof
        self._mark_saved()

    def settle(self, line: Proof) -> None:
        """Take a sign-off back that the review file holds and the journal does not; raises `WriteError`.

        That is what is left of one that was cut short.
        """
        standing = line.withdrawn(self.reviewer, now()) if self.proof is None else self.proof
        self._review_file.append(standing)

    def withdraw_sign_off(self) -> None:
        """Take the sign-off back; the report leaves the retraining data."""
        if self.signed:
            self._record(EventKind.WITHDRAW, {}, self._history.signed_off(False))

    def _record(
        self,
        kind: EventKind,
        payload: dict[str, Any],
        history: History,
        within: Callable[[], object] | None = None,
    ) -> None:
        was_signed = self.signed
        seq = self._journal().append(
            self.name,
            kind,
            payload,
            reviewer=self.reviewer,
            counts=counts_of(history.desk),
            after=self._last_seq,
            begin=None if self.begun or kind is EventKind.BEGIN else self._begin(),
            within=within,
            coverage=None if self.coverage_now is None else self.coverage_now(),
        )
        if not self.begun:
            self._saved_seq = -1
        self._last_seq = seq
        self._history = history
        if kind not in (EventKind.BEGIN, EventKind.SUGGEST):
            self.decided_by = self.reviewer
        if was_signed and not history.signed:
            self._unsign()

    def _unsign(self) -> None:
        """Take the report out of what is signed; what an interruption leaves of it is done at the next opening."""
        proof, self.proof = self.proof, None
        if proof is not None:
            self._review_file.append(proof.withdrawn(self.reviewer, now()))
        self._retraining.remove(self.name)

    # --- files -----------------------------------------------------------------------------------------------

    def on_disk(self) -> OnDisk:
        """Whether another program changed the report or its `.ann` since they were read or written here."""
        raw = read_bytes_if_any(self.report.path, self._limit_mb)
        text = "" if raw is None else sha256(raw)
        ann = self._beside.on_disk()
        ann_changed = sha_of(ann) != self._beside.sha256
        return OnDisk(text != self._text_sha256, ann_changed and not self._is_ours(ann))

    def _is_ours(self, ann: bytes | None) -> bool:
        """Whether the `.ann` is what this session would write: the program was stopped before it noted that it did."""
        if ann is None or not self._behind:
            return False
        try:
            return self._ann_now().to_bytes() == ann
        except BratSpanNeededError:
            return False

    def save(self) -> bool:
        """Write the decided spans to the `.ann`; returns whether its bytes changed.

        The gold of a report that is signed off is written with it. Does nothing before the first decision. Raises
        `ChangedOnDiskError` when another program changed the report or the `.ann`, `OvertakenError` when another window
        decided on the report, `BratSpanNeededError` when a relation needs a span that was rejected, `WriteError` when
        the disk refuses; the file is then as it was.
        """
        if not self.unsaved:
            return False
        self._refuse_overtaken()
        wrote = self._write_signed() if self.signed else self._write_ann()
        self._mark_saved()
        return wrote

    def _write_signed(self) -> bool:
        wrote = self._write_ann(even_empty=True)
        self.write_retraining()
        return wrote

    def _write_ann(self, even_empty: bool = False) -> bool:
        changed = self.on_disk()
        if changed:
            raise ChangedOnDiskError(path=self.report.path if changed.text_changed else self.ann_path)
        wrote = self._beside.write(self._ann_now(), even_empty)
        self._base = self.desk
        self._ann.statements(self.desk)  # read now, not at the next key
        return wrote

    def _mark_saved(self) -> None:
        self._journal().mark_saved(self.name, self._last_seq, self._beside.sha256)
        self._saved_seq = self._last_seq

    def _claim(self) -> None:
        if self._lock is not None:
            self._lock.claim()

    def _refuse_overtaken(self) -> None:
        if self.begun and self._journal().last_seq(self.name) != self._last_seq:
            raise OvertakenError(path=self.name)

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
        self._claim()
        self._refuse_overtaken()
        theirs = self._beside.on_disk()
        self._beside.put_aside(theirs, backup)
        self._beside.sha256 = sha_of(theirs)
        self._saved_seq = -1
        self.save()

    def take_theirs(self, backup: Path) -> None:
        """Make the spans of the `.ann` that another program wrote the decided ones: one step, which can be undone.

        Undoing it and saving replaces that `.ann`, so a copy of it is kept at `backup` once anything was decided. A
        report that is signed off with these very spans stays so.
        """
        if self.begun:
            self._claim()
        self._refuse_overtaken()
        theirs = self._beside.on_disk()
        if self.begun:
            self._beside.put_aside(theirs, backup)
        ann = self._beside.parsed(theirs, self.text)
        if self.begun:
            self._take_decisions(ann)
        self._beside.take(ann, sha_of(theirs))
        if not self.begun:
            pending = [m.suggestion for m in self.desk if m.suggestion is not None]
            self.offer(pending, self.model)
            return
        self._base = self.desk
        if self.signed:
            self.write_retraining()
        self._mark_saved()

    def _take_decisions(self, ann: AnnFile) -> None:
        spans = intents.towards(self.desk, ann.spans)
        change = self._ann.towards(ann, self.desk if spans is None else spans.apply(self.desk))
        edits = (*([] if spans is None else [spans]), *([Restate(change)] if change else []))
        if edits:
            self.perform(edits[0] if len(edits) == 1 else Several(edits))

    def new_text(self) -> NewText:
        """The report as another program changed it; changes nothing, so that a job may do it.

        Raises the errors of `read_report`.
        """
        report = read_report(self.report.path, self.name, self._limit_mb)
        change = TextChange(self.text, report.document.text)
        change.carried(self.desk)  # what takes time is done here, and kept
        return NewText(report, change)

    def take_new_text(self, new: NewText, backup: Path) -> None:
        """Go on with the report as another program changed it.

        Decisions and the lines of the `.ann` go to where their text stands now. `lost` then holds the mentions without
        a place there, `lost_lines` what other lines spoke of them. The `.ann` as it is on disk is kept at `backup`
        once anything was decided or is lost. The steps so far can no longer be undone.
        """
        if self.begun:
            self._claim()
        self._refuse_overtaken()
        theirs = self._beside.on_disk()
        lines = self._beside.lines
        with contextlib.suppress(BratSpanNeededError):
            lines = self._ann_now()
        ann, lost_lines = self._beside.for_new_text(lines, theirs, self.text, new)
        if self.begun or lost_lines:
            self._beside.put_aside(theirs, backup)
        desk, lost = new.change.carried(self.desk)
        moved = (theirs or b"") != ann.to_bytes()
        carried = ann.to_bytes().decode() if moved else None
        text = new.report.document.text
        if self.begun:
            was_signed = self.signed
            self._last_seq = self._journal().append(
                self.name,
                EventKind.BEGIN,
                begin_payload(desk, text, new.report.sha256, sha_of(theirs), self.model, carried),
                reviewer=self.reviewer,
                counts=counts_of(desk),
                after=self._last_seq,
            )
        self.report = new.report
        self._text_sha256 = new.report.sha256
        self._beside.take(ann, sha_of(theirs), moved)
        self._base = desk
        self._history = History(desk)
        self._saved_seq = -1
        self.signatures = ()
        self.lost, self.lost_lines = lost, lost_lines
        if self.begun and was_signed:
            self._unsign()

    def write_retraining(self) -> None:
        """Put the signed-off report into the retraining data (again).

        One that needs a second reader is in it as the first one signed it: what is learned of a report is as good as in
        any that is read once, and the folder holds what the `.ann` beside the report says, at every moment. It leaves
        with the second reader's first change, as with anybody's, and comes back as they sign it.
        """
        txt, ann = self.pair()
        doc = replace(self.report.document, spans=self.desk.decided_spans)
        last = self.signatures[-1]
        self._retraining.put(SignOff(doc, txt, ann, last.reviewer, last.at, self.model, decisions_of(self.desk)))

    def _begin(self) -> dict[str, Any]:
        ann = self._beside
        return begin_payload(self._base, self.text, self._text_sha256, ann.sha256, self.model, ann.carried)

    def _ann_now(self) -> AnnFile:
        return self._ann.of(self.desk)


def standing_proof(events: Sequence[Event]) -> Proof | None:
    """The proof of the last sign-off among a report's events; None where it has none, or says what was not signed."""
    last = next((event for event in reversed(events) if event.kind is EventKind.SIGN_OFF), None)
    with contextlib.suppress(ValueError):
        return None if last is None else proof_in(last.report, last.reviewer, last.payload)
    return None


def _with_notes(desk: Desk, ann: AnnFile) -> Desk:
    for mention in desk:
        note = ann.notes_by_span.get(mention.span, "")
        if note and mention.origin is Origin.FILE:
            desk = desk.with_mention(replace(mention, note=note))
    return desk
