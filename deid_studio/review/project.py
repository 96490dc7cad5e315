"""Project: a folder of reports, where each stands, and the way to open one."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from deid_studio.errors import (
    DeidError,
    ManifestDamagedError,
    NameClashError,
    NoReportsError,
    ReleaseSecretError,
)
from deid_studio.formats.brat_conf import tagset_for
from deid_studio.formats.folder import ann_path, named_reports
from deid_studio.formats.guidelines_file import guidelines_for
from deid_studio.formats.leftovers import remove_leftovers, remove_leftovers_below
from deid_studio.formats.text import SIZE_LIMIT_MB, read_bytes_if_any, read_report
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.elsewhere.ann_beside import sha256
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal import Journal, Summary
from deid_studio.review.journal.check import check, unsound
from deid_studio.review.journal_paths import PRIVATE as PRIVATE
from deid_studio.review.journal_paths import journal_path, was_reviewed
from deid_studio.review.kept_settings import (
    SURROGATES,
    TAG_SET_CHANGE,
    KeptSetting,
    renamed,
)
from deid_studio.review.session import ReviewSession
from deid_studio.review.signing.retraining import Retraining
from deid_studio.review.signing.review_file import Review, ReviewFile
from deid_studio.review.signing.sign_off import Proof, Said

T = TypeVar("T")

_RELEASE = "release:"
_NAME_LIMIT = 180  # bytes of a report's id in a file name, with room for what follows it; systems allow 255


class ReportState(StrEnum):
    """Where a report stands.

    `NOT_OPENED`: nobody decided anything, and no suggestion is known. `SUGGESTIONS_WAITING`: suggestions are there,
    nobody decided anything. `IN_REVIEW`: a person decided something. `SIGNED_OFF`: a person made it gold.
    `SIGNED_THEN_CHANGED`: a sign-off was withdrawn, or something was decided after it; redoing what was undone does not
    bring it back. `NEEDS_SECOND_READER`: it is signed off, and another person is to read it (`second_policy`).
    """

    NOT_OPENED = "not_opened"
    SUGGESTIONS_WAITING = "suggestions_waiting"
    IN_REVIEW = "in_review"
    SIGNED_OFF = "signed_off"
    SIGNED_THEN_CHANGED = "signed_then_changed"
    NEEDS_SECOND_READER = "needs_second_reader"

    @property
    def is_signed(self) -> bool:
        """Whether a sign-off holds."""
        return self in (ReportState.SIGNED_OFF, ReportState.NEEDS_SECOND_READER)


@dataclass(frozen=True, slots=True)
class Entry:
    """A report in the project's list: its id and its path."""

    name: str
    path: Path


class Project:
    """A folder of reports under review.

    Opening one writes nothing; `.deid-studio/project.db` is made at the first decision, with the first field of a
    patient, or when a person hides suggestions by their confidence. Raises `FolderUnusableError` or `NoReportsError`
    when there is nothing to open, `TagSetError` or `BratSyntaxError` for a bad `annotation.conf`, `JournalMissingError`
    where a journal was and is no longer, `JournalDamagedError` for one that is not as it was written, `JournalError`
    for one that cannot be read. With a `lock`, everything that is written claims it first, and raises
    `FolderReadOnlyError` where it is another's; without one nobody else is looked for. With `read_only` nothing is
    written, whatever is asked of it.
    """

    def __init__(
        self,
        folder: Path,
        default_tagset: TagSet,
        reviewer: str,
        limit_mb: float = SIZE_LIMIT_MB,
        lock: FolderLock | None = None,
        progress: Progress | None = None,
        read_only: bool = False,
    ) -> None:
        self.folder = folder
        self._read_only = read_only
        self.lock = lock
        self.reviewer = reviewer
        self._limit_mb = limit_mb
        self.entries = tuple(Entry(name, path) for name, path in named_reports(folder, progress=progress))
        if not self.entries:
            raise NoReportsError(path=folder)
        self._by_name: dict[str, Entry] = {}
        for entry in self.entries:
            # `a.txt` and `a.TXT` would share one `.ann`.
            if entry.name in self._by_name:
                raise NameClashError(path=self._by_name[entry.name].path, other=entry.path)
            self._by_name[entry.name] = entry
        self.told: list[DeidError] = []
        self._default_tagset = default_tagset
        self._read_tagset()
        self.review_file = ReviewFile(folder)
        self._opening = threading.Lock()
        self._open_journal: Journal | None = None
        self._cut_short = ""  # the report whose sign-off was under way when the program was stopped
        if lock is not None:
            lock.join(self)
        try:
            if lock is not None:
                lock.look()
            self._check(progress or Progress())
            self._tidy()
            self._journal_if_any()
        except BaseException:
            self.close()
            raise

    def _read_tagset(self) -> None:
        self.tagset = tagset_for(self.folder, self._default_tagset, self.told.append)
        self.guidelines = guidelines_for(self.tagset, self.folder, self.told.append)
        self.retraining = Retraining(self.folder / "retraining", self.tagset)

    @property
    def journal_path(self) -> Path:
        """The journal's path (may not exist yet)."""
        return journal_path(self.folder)

    def __getitem__(self, name: str) -> Entry:
        return self._by_name[name]

    def _tidy(self) -> None:
        """Remove what killed programs left unfinished among the reports and in what is kept of them."""
        if self.read_only:
            return
        # Of thousands of paths the text is parted in a fraction of the time that `parent` takes.
        folders = {str(entry.path).rpartition(os.sep)[0] for entry in self.entries}
        for folder in {self.folder, *map(Path, folders)}:
            remove_leftovers(folder)
        remove_leftovers_below((self.folder / PRIVATE, self.retraining.folder))

    def journal(self) -> Journal:
        """The project's journal, made now if there was none."""
        with self._opening:  # reports are opened in another thread than the one that decides
            if self._open_journal is None:
                if not self.journal_path.exists():
                    self.claim()
                # Not this one's own method: a project that nobody holds any more is to go at once, with its lock.
                claim = None if self.lock is None else self.lock.claim
                self._open_journal = Journal(self.journal_path, claim, self._read_only)
            return self._open_journal

    @property
    def read_only(self) -> bool:
        """Whether nothing can be decided on these reports here."""
        return self._read_only or (self.lock is not None and self.lock.read_only)

    def keep_safe(self) -> None:
        """Have the journal's file hold everything, and make a snapshot when it is time; never raises for the disk."""
        journal = None if self.read_only else self._journal_if_any()
        if journal is not None:
            journal.keep_safe()

    def claim(self) -> None:
        """Make sure that this window may write here; raises `FolderReadOnlyError`."""
        if self.lock is not None:
            self.lock.claim()

    def _check(self, progress: Progress) -> None:
        # Opened all the same, it would show as never reviewed what was signed off, or as signed off what nobody signed.
        checked = check(self.folder, {entry.name: entry.path for entry in self.entries}, progress)
        self._cut_short = checked.cut_short
        if checked.findings:
            raise unsound(self.folder, checked.findings)

    def _journal_if_any(self) -> Journal | None:
        # Another window may have made it since.
        return self.journal() if self._open_journal is not None or self.journal_path.exists() else None

    def kept(self, setting: KeptSetting[T]) -> T:
        """What a person decided of the folder, as it was kept last.

        Raises `ReleaseSecretError` for a damaged secret: with another, surrogates would change without a word.
        """
        journal = self._journal_if_any()
        try:
            return setting.read(None if journal is None else journal.setting(setting.name))
        except ValueError as error:
            raise ReleaseSecretError(path=self.journal_path) from error

    def keep(self, setting: KeptSetting[T], value: T) -> None:
        """Keep what a person decided of the folder, in place of what was; raises `JournalError`."""
        self.journal().keep_setting(setting.name, setting.text(value))

    def summaries(self) -> Mapping[str, Summary]:
        """Where each report with decisions stands, by name."""
        journal = self._journal_if_any()
        return {} if journal is None else journal.summaries()

    def under_review(self) -> bool:
        """Whether the folder was ever reviewed here, also where the decisions were lost or put aside since."""
        journal = self._journal_if_any()
        begun = journal is not None and journal.has_events()
        return begun or was_reviewed(self.folder)

    def patient_fields(self) -> dict[str, PatientFields]:
        """What is known of each report's patient, by name; a report of which nothing is known is not in it."""
        journal = self._journal_if_any()
        return {} if journal is None else journal.patient_fields()

    def keep_patient_fields(self, records: Mapping[str, PatientFields]) -> None:
        """Keep what is known of these reports' patients in place of what was; raises `JournalError`."""
        self.journal().keep_patient_fields(records)

    def end_tag_set_change(self, payload: dict[str, Any], renames: tuple[str, str] | None) -> None:
        """Keep that a change of the classes is done, and go on with the changed ones; raises `JournalError`."""
        settings = {TAG_SET_CHANGE.name: ""}
        typed = self.kept(SURROGATES)
        if renames is not None and any(phi_class == renames[0] for _, phi_class, _ in typed):
            settings[SURROGATES.name] = SURROGATES.text(renamed(typed, *renames))
        self.journal().keep_tag_set_change(payload, self.reviewer, settings)
        self._read_tagset()

    def releases(self) -> dict[str, str]:
        """What is noted of each release (`Ledger`), by its number."""
        journal = self._journal_if_any()
        return {} if journal is None else journal.settings(_RELEASE)

    def keep_release(self, number: str, note: str) -> None:
        """Keep what is noted of a release in place of what was; raises `JournalError`."""
        self.journal().keep_setting(f"{_RELEASE}{number}", note)

    def coverage(self, name: str, reader: str, text_sha256: str) -> bytes | None:
        """What a reader read of a report's text (`Coverage.packed`); None when nothing is kept of it."""
        journal = self._journal_if_any()
        return None if journal is None else journal.coverage(name, reader, text_sha256)

    def keep_coverage(self, name: str, reader: str, text_sha256: str, packed: bytes) -> None:
        """Keep what a reader read of a report's text; raises `JournalError`."""
        self.journal().keep_coverage(name, reader, text_sha256, packed)

    def open(self, name: str) -> ReviewSession:
        """Open a report with everything decided on it so far; writes nothing.

        Raises the errors of `read_report` and `parse_ann`; `KeyError` for a name that is not in the project.
        """
        entry = self._by_name[name]
        report = read_report(entry.path, name, self._limit_mb)
        journal = self._journal_if_any()
        return ReviewSession(
            report,
            read_bytes_if_any(ann_path(entry.path), self._limit_mb),
            journal=self.journal,
            retraining=self.retraining,
            review_file=self.review_file,
            tagset=self.tagset,
            reviewer=self.reviewer,
            events=journal.events(name) if journal else (),
            summary=journal.summary(name) if journal else None,
            limit_mb=self._limit_mb,
            lock=self.lock,
        )

    def overtook(self, session: ReviewSession) -> bool:
        """Whether another window decided on the report since the session was opened."""
        journal = self._journal_if_any()
        return journal is not None and journal.last_seq(session.name) != session.last_seq

    def mend(self) -> ManifestDamagedError | None:
        """Put a damaged manifest of the retraining data aside; `interrupted` then names every report that is in it."""
        return self.retraining.put_damaged_aside()

    def interrupted(
        self, summaries: Mapping[str, Summary] | None = None, review: Review | None = None
    ) -> Iterator[str]:
        """The reports whose files are older than their decisions: the program was stopped.

        Files are the `.ann`, the retraining data and the line in the review file. `summaries` and `review`
        are given by who has just read them.
        """
        summaries = self.summaries() if summaries is None else summaries
        if self._cut_short in self._by_name and self._cut_short not in summaries:
            yield self._cut_short
        if not summaries:
            return
        # Gold without decisions here is an older journal's, and stays.
        whole, any_of_it = self.retraining.standing()
        unsettled = self._unsettled(summaries, review)
        for name, summary in summaries.items():
            gold = name in (whole if summary.signed else any_of_it)
            if name in self._by_name and (summary.unsaved or summary.signed != gold or name in unsettled):
                yield name

    def _unsettled(self, summaries: Mapping[str, Summary], review: Review | None = None) -> dict[str, Proof]:
        """The sign-offs that stand in the review file and not in the journal because the program was stopped.

        Either the journal knows them and what followed, or it is the last line, of a report that is now as it was to
        be signed. Everything else that the two say differently is no interruption.
        """
        lines = (self.review_file.read() if review is None else review).lines
        found: dict[str, Proof] = {}
        for name, line in {line.proof.report: line for line in lines}.items():
            summary = summaries.get(name)
            if name not in self._by_name or line.proof.kind is Said.WITHDRAW:
                continue
            if summary is None:
                if name == self._cut_short:
                    found[name] = line.proof
                continue
            standing = summary.signatures[-1].proof if summary.signed else ""
            if line.proof.sha256 == standing:
                continue
            withdrawn = not standing and self.journal().holds_proof(name, line.proof.sha256)
            if withdrawn or (line is lines[-1] and self._fits(line.proof)):
                found[name] = line.proof
        return found

    def _fits(self, proof: Proof) -> bool:
        try:
            session = self.open(proof.report)
        except DeidError:
            return False
        return not proof.differences(session.text_sha256, session.desk.decided_spans, self.tagset)

    def finish(self, name: str) -> None:
        """Write what an interrupted report still lacks; raises `ChangedOnDiskError` when another program changed it."""
        self.claim()
        session = self.open(name)
        session.save()
        if session.signed:
            session.write_retraining()
        else:
            self.retraining.remove(name)
        unsettled = self._unsettled(self.summaries()).get(name)
        if unsettled is not None:
            session.settle(unsettled)
        if name == self._cut_short:
            self._cut_short = ""

    def backup_path(self, name: str) -> Path:
        """Where another program's `.ann` is put aside before this one's replaces it."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        flat = re.sub(r"[^\w.-]+", "_", name)
        if len(flat.encode()) > _NAME_LIMIT:
            flat = f"{flat.encode()[:_NAME_LIMIT].decode(errors='ignore')}.{sha256(name.encode())[:16]}"
        return self.folder / PRIVATE / "replaced" / f"{flat}.{stamp}.ann"

    def close(self) -> None:
        """Close the journal, and free the folder for others."""
        with self._opening:
            if self._open_journal is not None:
                self._open_journal.close()
                self._open_journal = None
        if self.lock is not None:
            self.lock.leave(self)


def state_of(summary: Summary | None, waiting: int | None = None, needs_second: bool = False) -> ReportState:
    """A report's state from its summary in the journal and the suggestions waiting in memory (None: not known).

    `needs_second`: whether a signed report waits for another reader (`SecondReaders.needed`).
    """
    if summary is not None and summary.signed:
        return ReportState.NEEDS_SECOND_READER if needs_second else ReportState.SIGNED_OFF
    if summary is not None and summary.decided:
        return ReportState.SIGNED_THEN_CHANGED if summary.signatures else ReportState.IN_REVIEW
    return ReportState.SUGGESTIONS_WAITING if waiting else ReportState.NOT_OPENED
