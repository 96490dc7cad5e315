"""ReviewSession: one report under review, and the only door by which a person's work on it changes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from deid_studio.errors import (
    ChangedOnDiskError,
    DeidError,
    EditError,
    OvertakenError,
)
from deid_studio.formats.brat import AnnFile, Doubt
from deid_studio.formats.text import SIZE_LIMIT_MB, Remark, Report
from deid_studio.model import edits
from deid_studio.model.edits import Edit, Restate, Several
from deid_studio.model.mentions import Desk, Mention
from deid_studio.model.span import Suggestion
from deid_studio.model.statements import Change, Statements
from deid_studio.model.tagset import TagSet
from deid_studio.review.deciding import intents
from deid_studio.review.deciding.growing import Ground, Taken, taken_in
from deid_studio.review.deciding.history import RENAMES, History, begin_payload, replayed
from deid_studio.review.deciding.offering import offered
from deid_studio.review.deciding.tally import counts_of, decisions_of
from deid_studio.review.elsewhere.ann_beside import sha_of
from deid_studio.review.elsewhere.report_files import OnDisk, ReportFiles
from deid_studio.review.elsewhere.text_change import NewText
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal import Event, EventKind, Journal, Signature, Summary, signature_of
from deid_studio.review.report_signing import Signing, said_with
from deid_studio.review.second.second_policy import Choice, expected_leak
from deid_studio.review.signing.formerly import Formerly
from deid_studio.review.signing.retraining import Retraining, SignOff
from deid_studio.review.signing.review_file import ReviewFile
from deid_studio.review.signing.sign_off import Proof
from deid_studio.texts import Text


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
        self._lock = lock
        self.reviewer = reviewer
        self.formerly: Formerly | None = None
        self.model = ""
        self.lost: tuple[Mention, ...] = ()
        self.lost_lines: tuple[str, ...] = ()
        self.coverage_now: Callable[[], tuple[str, str, bytes] | None] | None = None  # goes with each event
        self._taken = Taken()
        self._journal = journal
        self._files = ReportFiles(report, limit_mb)
        self._tagset = tagset
        self._signing = Signing(self.name, tagset, review_file, retraining)
        self.decided_by = "" if summary is None else summary.reviewer
        self._last_seq = self._saved_seq = 0
        if not events or summary is None:
            self._files.open(ann_raw)
            self._history = History(self._files.base)
            return
        begin = events[0].payload
        suggested = (str(one.payload.get("model", "")) for one in reversed(events) if one.kind is EventKind.SUGGEST)
        self.model = next(filter(None, suggested), str(begin.get("model", "")))
        self._files.resume(ann_raw, begin, summary.ann_sha256)
        self._history = replayed(events)
        written = [event for event in events if event.seq <= summary.saved_seq]
        self._files.base = replayed(written or events[:1]).desk if summary.unsaved else self._history.desk
        self._signing.resume(events, self._history.signed)
        self._last_seq = events[-1].seq
        self._saved_seq = -1 if summary.unsaved else self._last_seq

    # --- what is there ---------------------------------------------------------------------------------------

    @property
    def report(self) -> Report:
        """The report as it is reviewed here."""
        return self._files.report

    @property
    def ann_path(self) -> Path:
        """The path of the report's `.ann`."""
        return self._files.beside.path

    @property
    def name(self) -> str:
        """The report's id in its folder."""
        return self.report.document.id

    @property
    def text(self) -> str:
        """The report's text, exactly as in the file."""
        return self._files.text

    @property
    def text_sha256(self) -> str:
        """The SHA-256 of the report's file as it is reviewed here."""
        return self._files.text_sha256

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
        return (*self.report.told, *self._files.beside.lines.told)

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
    def proof(self) -> Proof | None:
        """What the sign-off that holds says; None without one, or of one by an earlier version."""
        return self._signing.proof

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The sign-offs since the text is as it is; the last one holds if the report is signed off."""
        return self._signing.signatures

    @property
    def proven(self) -> bool:
        """Whether the sign-off that holds can be proved: else the report has to be signed again to be released."""
        return self._signing.proven(self.text_sha256, self.desk.decided_spans)

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
        self._taken = taken_in(self._history.done, self._taken)
        return Ground(self.desk, self.text, self._taken, self.statements.mentions)

    @property
    def statements(self) -> Statements:
        """What is said of the mentions: relations, events, attributes and the like."""
        return self._files.ann.statements(self.desk)

    # --- decisions -------------------------------------------------------------------------------------------

    def offer(self, suggestions: Iterable[Suggestion], model: str, off: Collection[str] = ()) -> bool:
        """Put a detector's suggestions on the desk; returns whether the desk changed.

        Before the first decision they only live in memory. Afterwards those that touch nothing accepted, pending or
        rejected are added, and pending ones that are suggested no longer go where they rested on a rule of `off` or are
        of no class of the folder, as an event of their own that is not a step to undo. A signed-off report is left
        alone, and one that can only be read.
        """
        if not self.begun:
            before = self.desk
            self._files.suggest(suggestions)
            self.model = model
            self._history = History(self._files.base)
            return self.desk != before
        if self.signed or self.read_only:
            return False
        offer = offered(self.desk, suggestions, off, self._tagset.__contains__)
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
        if any(m.span.end > end for m in history.desk.meeting(end, sys.maxsize)):
            raise EditError(detail="the span would end after the report")
        self._record(EventKind.PERFORM, edits.to_json(edit), history)

    def _whole(self, edit: Edit) -> Edit:
        if not self.statements:
            return edit
        after = edit.apply(self.desk)
        accepted, left = ({m.id for m in desk.accepted} for desk in (self.desk, after))
        lost = accepted - left
        change = self._files.ann.statements(after).without(lost) if lost else Change()
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
        self._files.ann.of(history.desk)

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
        sweep: Mapping[str, Any] | None = None,
        sensitivity: float | None = None,
        read: float | None = None,
        second: Choice | None = None,
    ) -> None:
        """Make the decided spans gold: the `.ann` is written, and the report goes into the retraining data.

        For the journal, `sweep` counts the findings of the final check, `looked_at` and `left`, with the places of
        which it was said that `none` is PHI, and `sensitivity` is the least confidence of suggestions that was shown.
        `read` is the share of the report's words that were on the screen long enough to be read
        (`coverage.read_share` reads it back). `second` is for a second reader, who may sign what is signed off
        already: how the report was chosen. How much PHI is expected to be unmarked is kept as well. Raises `EditError`
        while a suggestion is pending, and what `save` does; the report is not signed off then.
        """
        if self.desk.pending:
            left = len(self.desk.pending)
            raise EditError(detail=Text("{left} suggestions are still pending", left=left))
        if not self.begun:
            # What a stop leaves of a sign-off is known by the events before it: without any, the journal was lost.
            self._record(EventKind.BEGIN, self._begin(self._files), self._history)
        before = self.signatures
        proof = self._signing.proof_of(self.text_sha256, self.desk.decided_spans, self.reviewer, second is not None)
        risk = expected_leak(self.desk, read)
        payload = said_with(proof, self.formerly, sweep, sensitivity, read, second, risk)
        self._signing.signatures = (*before, signature_of(self.reviewer, proof.at, payload))
        lines: list[Proof] = []

        def write() -> None:
            self._write_signed()
            self._signing.append(proof)
            lines.append(proof)

        try:
            # A sign-off is in the journal if, and only if, what it stands for is on disk.
            self._record(EventKind.SIGN_OFF, payload, self._history.signed_off(True), within=write)
        except BaseException:
            self._signing.signatures = before
            with contextlib.suppress(DeidError):
                if not self.signed:
                    self._signing.remove()
                for line in lines:
                    self.settle(line)
            raise
        self._signing.proof = proof
        self._mark_saved()

    def settle(self, line: Proof) -> None:
        """Take a sign-off back that the review file holds and the journal does not; raises `WriteError`.

        That is what is left of one that was cut short.
        """
        self._signing.settle(line, self.reviewer)

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
            begin=None if self.begun or kind is EventKind.BEGIN else self._begin(self._files),
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
            self._signing.withdraw(self.reviewer)

    def _begin(self, files: ReportFiles) -> dict[str, Any]:
        ann = files.beside
        return begin_payload(files.base, files.text, files.text_sha256, ann.sha256, self.model, ann.carried)

    # --- files -----------------------------------------------------------------------------------------------

    def on_disk(self) -> OnDisk:
        """Whether another program changed the report or its `.ann` since they were read or written here."""
        return self._files.on_disk(self.desk if self._behind else None)

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
        wrote = self._write_signed() if self.signed else self._files.write(self.desk, self._behind, even_empty=False)
        self._mark_saved()
        return wrote

    def _write_signed(self) -> bool:
        wrote = self._files.write(self.desk, self._behind, even_empty=True)
        self.write_retraining()
        return wrote

    def _mark_saved(self) -> None:
        self._journal().mark_saved(self.name, self._last_seq, self._files.beside.sha256)
        self._saved_seq = self._last_seq

    def _claim(self) -> None:
        if self._lock is not None:
            self._lock.claim()

    def _refuse_overtaken(self) -> None:
        if self.begun and self._journal().last_seq(self.name) != self._last_seq:
            raise OvertakenError(path=self.name)

    def ann_bytes(self, pending: bool = False) -> bytes:
        """The `.ann` as `save` would write it; with `pending`, the suggestions that nobody has decided as well."""
        return self._files.ann.of(self.desk, pending).to_bytes()

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
        theirs = self._files.beside.on_disk()
        self._files.beside.put_aside(theirs, backup)
        self._files.beside.sha256 = sha_of(theirs)
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
        beside = self._files.beside
        theirs = beside.on_disk()
        if self.begun:
            beside.put_aside(theirs, backup)
        ann = beside.parsed(theirs, self.text)
        if self.begun:
            self._take_decisions(ann)
        beside.take(ann, sha_of(theirs))
        if not self.begun:
            pending = [m.suggestion for m in self.desk if m.suggestion is not None]
            self.offer(pending, self.model)
            return
        self._files.base = self.desk
        if self.signed:
            self.write_retraining()
        self._mark_saved()

    def _take_decisions(self, ann: AnnFile) -> None:
        spans = intents.towards(self.desk, ann.spans)
        change = self._files.ann.towards(ann, self.desk if spans is None else spans.apply(self.desk))
        edits = (*([] if spans is None else [spans]), *([Restate(change)] if change else []))
        if edits:
            self.perform(edits[0] if len(edits) == 1 else Several(edits))

    def new_text(self) -> NewText:
        """The report as another program changed it; changes nothing, so that a job may do it.

        Raises the errors of `read_report`.
        """
        return self._files.new_text(self.desk)

    def take_new_text(self, new: NewText, backup: Path) -> None:
        """Go on with the report as another program changed it.

        Decisions and the lines of the `.ann` go to where their text stands now. `lost` then holds the mentions without
        a place there, `lost_lines` what other lines spoke of them. The `.ann` as it is on disk is kept at `backup`
        once anything was decided or is lost. The steps so far can no longer be undone.
        """
        if self.begun:
            self._claim()
        self._refuse_overtaken()
        theirs = self._files.beside.on_disk()
        files, lost, lost_lines = self._files.carried(new, self.desk, theirs)
        if self.begun or lost_lines:
            files.beside.put_aside(theirs, backup)
        was_signed = self.signed
        if self.begun:
            self._last_seq = self._journal().append(
                self.name,
                EventKind.BEGIN,
                self._begin(files),
                reviewer=self.reviewer,
                counts=counts_of(files.base),
                after=self._last_seq,
            )
        self._files = files
        self._history = History(files.base)
        self._saved_seq = -1
        self._signing.signatures = ()
        self.lost, self.lost_lines = lost, lost_lines
        if was_signed:
            self._signing.withdraw(self.reviewer)

    def write_retraining(self) -> None:
        """Put the signed-off report into the retraining data (again).

        One that needs a second reader is in it as the first one signed it: what is learned of a report is as good as in
        any that is read once, and the folder holds what the `.ann` beside the report says, at every moment. It leaves
        with the second reader's first change, as with anybody's, and comes back as they sign it.
        """
        txt, ann = self.pair()
        doc = replace(self.report.document, spans=self.desk.decided_spans)
        last = self.signatures[-1]
        self._signing.put(SignOff(doc, txt, ann, last.reviewer, last.at, self.model, decisions_of(self.desk)))
