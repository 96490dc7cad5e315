"""Project: a folder of reports, where each stands, and the way to open one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from deid_studio.errors import NameClashError, NoReportsError, ReportUnreadableError, reason
from deid_studio.formats.brat_conf import tagset_for
from deid_studio.formats.folder import ann_path, find_reports, report_id
from deid_studio.formats.text import SIZE_LIMIT_MB, read_report
from deid_studio.model.tagset import TagSet
from deid_studio.review.journal import Journal, Summary
from deid_studio.review.retraining import Retraining
from deid_studio.review.session import ReviewSession

PRIVATE = ".deid-studio"


class ReportState(StrEnum):
    """Where a report stands.

    `NOT_OPENED`: nobody looked, and no suggestion is known. `SUGGESTIONS_WAITING`: suggestions are there, nobody
    decided anything. `IN_REVIEW`: a person looked at it or decided something. `SIGNED_OFF`: a person made it gold.
    """

    NOT_OPENED = "not_opened"
    SUGGESTIONS_WAITING = "suggestions_waiting"
    IN_REVIEW = "in_review"
    SIGNED_OFF = "signed_off"


@dataclass(frozen=True, slots=True)
class Entry:
    """A report in the project's list: its id and its path."""

    name: str
    path: Path


class Project:
    """A folder of reports under review.

    Opening one writes nothing; `.deid-studio/project.db` is made at the first decision. Raises `FolderUnusableError`
    or `NoReportsError` when there is nothing to open, `TagSetError` or `BratSyntaxError` for a bad `annotation.conf`,
    `JournalError` for a journal that cannot be read.
    """

    def __init__(
        self, folder: Path, default_tagset: TagSet, reviewer: str, limit_mb: float = SIZE_LIMIT_MB
    ) -> None:
        self.folder = folder
        self.reviewer = reviewer
        self._limit_mb = limit_mb
        self.entries = tuple(
            Entry(report_id(path, folder), path) for path in find_reports(folder)
        )
        if not self.entries:
            raise NoReportsError(path=folder)
        self._by_name: dict[str, Entry] = {}
        for entry in self.entries:
            # `a.txt` and `a.TXT` would share one `.ann`.
            if entry.name in self._by_name:
                raise NameClashError(path=self._by_name[entry.name].path, other=entry.path)
            self._by_name[entry.name] = entry
        self.tagset = tagset_for(folder, default_tagset)
        self.retraining = Retraining(folder / "retraining", self.tagset)
        self._open_journal = Journal(self.journal_path) if self.journal_path.exists() else None

    @property
    def journal_path(self) -> Path:
        """The journal's path (may not exist yet)."""
        return self.folder / PRIVATE / "project.db"

    def __getitem__(self, name: str) -> Entry:
        return self._by_name[name]

    def journal(self) -> Journal:
        """The project's journal, made now if there was none."""
        if self._open_journal is None:
            self._open_journal = Journal(self.journal_path)
        return self._open_journal

    def summaries(self) -> Mapping[str, Summary]:
        """Where each report with decisions stands, by name."""
        return {} if self._open_journal is None else self._open_journal.summaries()

    def open(self, name: str) -> ReviewSession:
        """Open a report with everything decided on it so far; writes nothing.

        Raises the errors of `read_report` and `parse_ann`; `KeyError` for a name that is not in the project.
        """
        entry = self._by_name[name]
        report = read_report(entry.path, name, self._limit_mb)
        beside = ann_path(entry.path)
        try:
            ann_raw: bytes | None = beside.read_bytes()
        except FileNotFoundError:
            ann_raw = None
        except OSError as error:
            raise ReportUnreadableError(path=beside, detail=reason(error)) from error
        journal = self._open_journal
        return ReviewSession(
            report,
            ann_raw,
            journal=self.journal,
            retraining=self.retraining,
            reviewer=self.reviewer,
            events=journal.events(name) if journal else (),
            summary=self.summaries().get(name),
        )

    def interrupted(self) -> Iterator[str]:
        """The reports whose `.ann` or retraining data is older than their decisions: the program was stopped."""
        summaries = self.summaries()
        gold = self.retraining.reports() if summaries else {}
        for name, summary in summaries.items():
            if name in self._by_name and (summary.unsaved or summary.signed != (name in gold)):
                yield name

    def finish(self, name: str) -> None:
        """Write what an interrupted report still lacks; raises `ChangedOnDiskError` when another program changed it."""
        session = self.open(name)
        session.save()
        if session.signed:
            session.write_retraining()
        else:
            self.retraining.remove(name)

    def backup_path(self, name: str) -> Path:
        """Where another program's `.ann` is put aside before this one's replaces it."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        flat = re.sub(r"[^\w.-]+", "_", name)
        return self.folder / PRIVATE / "replaced" / f"{flat}.{stamp}.ann"

    def close(self) -> None:
        """Close the journal."""
        if self._open_journal is not None:
            self._open_journal.close()
            self._open_journal = None


def state_of(summary: Summary | None, waiting: int | None, opened: bool) -> ReportState:
    """A report's state from its summary in the journal, the suggestions waiting in memory (None: not known) and
    whether it was looked at."""
    if summary is not None and summary.signed:
        return ReportState.SIGNED_OFF
    if summary is not None and summary.decided:
        return ReportState.IN_REVIEW
    if waiting:
        return ReportState.SUGGESTIONS_WAITING
    return ReportState.IN_REVIEW if opened else ReportState.NOT_OPENED
