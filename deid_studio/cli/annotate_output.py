"""Output: where `deid annotate` writes suggestions: BRAT beside copies of the reports, or rows of one table."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import cached_property, partial
from pathlib import Path
from typing import Protocol

import click

from deid_studio.cli.annotate_forms import Form, Written, as_ann, as_row
from deid_studio.cli.annotate_tasks import Asked, Task
from deid_studio.cli.commands import option
from deid_studio.errors import DeidError, SystemRefusedError, WouldOverwriteError, WriteError, reason
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.files import File, write_file, write_files
from deid_studio.formats.folder import ann_path
from deid_studio.formats.parquet_table import is_ours, need_parquet, write_suggestions
from deid_studio.formats.suggestion_rows import SuggestionRows
from deid_studio.review.journal_paths import PRIVATE
from deid_studio.review.signing.done_log import Done, DoneLog, sha256

Answered = tuple[Asked, Written]

ROWS, TABLE = "suggestions.jsonl", "suggestions.parquet"

to_option = option(
    "--to",
    type=click.Choice(["brat", "jsonl", "parquet"]),
    default="brat",
    show_default=True,
    help="brat: .txt and .ann of each report; jsonl: one suggestions.jsonl with a row of each report, its text and "
    "spans; parquet: suggestions.parquet beside it.",
)


class Output(Protocol):
    """What is there of reports, and what is written of them; a line of the log comes before what it tells of.

    `form` is what is to be written of each report.
    """

    form: Form

    def refuse_overwriting(self, tasks: Sequence[Task]) -> None:
        """Raise `WouldOverwriteError` where there is what the program did not write."""

    def is_ours(self, asked: Asked) -> bool:
        """Whether what is there of a report is as the program wrote it, or nothing."""

    def is_done(self, asked: Asked) -> bool:
        """Whether what is there of a report is what would be written now."""

    def begin(self) -> None:
        """Write what comes before all reports; raises `WriteError`."""

    def write(self, answered: Sequence[Answered], threads: Executor) -> list[DeidError | None]:
        """Write what was suggested in some reports; of each why it could not be written, or None.

        The disk is waited for by `threads`.
        """

    def finish(self, tasks: Sequence[Task]) -> None:
        """Write what comes after all reports, which are those of the tasks; raises `WriteError`."""


class Brat:
    """A `.ann` beside a copy of each report, or beside the text that a document became, and brat's configuration."""

    form: Form = staticmethod(as_ann)

    def __init__(self, out: Path, log: DoneLog, configuration: Mapping[str, bytes]) -> None:
        self._out = out
        self._log = log
        self._configuration = configuration

    @cached_property
    def _record(self) -> ConversionRecord:
        """From which documents texts were made."""
        return ConversionRecord(self._out, PRIVATE)

    def refuse_overwriting(self, tasks: Sequence[Task]) -> None:
        new = [task for task in tasks if not self._log.knows(task.id)]
        there = sum(os.path.lexists(ann_path(task.copy)) for task in new)
        there += sum(os.path.lexists(task.copy) and not task.in_place for task in new)
        for name, data in self._configuration.items():
            path = self._out / name
            if os.path.lexists(path):
                # Configuration that is as it would be written is no one's work.
                found = path.read_bytes() if path.is_file() else b""
                there += found != data and not self._log.wrote(name, sha256(found))
        if there:
            raise WouldOverwriteError(path=self._out, count=there)

    def is_ours(self, asked: Asked) -> bool:
        task, (copy, ann) = asked.read.task, _hashes(asked)
        ours = copy in ("", asked.text_sha256) or self._log.wrote(task.id, copy)
        return ours and (not ann or self._log.wrote(task.id, ann))

    def is_done(self, asked: Asked) -> bool:
        copy, ann = _hashes(asked)
        return copy == asked.text_sha256 and self._log.is_done(asked.read.task.id, copy, asked.made_with, ann)

    def begin(self) -> None:
        for name, data in self._configuration.items():
            self._log.note_file(name, data)
            _make_folder(self._out / name)
            write_file(self._out / name, data)

    def write(self, answered: Sequence[Answered], threads: Executor) -> list[DeidError | None]:
        error = _refusal(partial(_note, self._log, answered))
        pairs = [_Pair(*one, error) for one in answered]
        for pair in pairs:
            pair.error = pair.error or _refusal(partial(self._prepare, pair))
        # The .ann first: were this interrupted in between, a .txt alone would look like a report without PHI.
        for file_of in (_Pair.ann_file, _Pair.copy_file):
            left = [(pair, file) for pair in pairs if pair.error is None and (file := file_of(pair)) is not None]
            for (pair, _), error in zip(left, write_files([file for _, file in left], threads), strict=True):
                pair.error = error
        return [pair.error for pair in pairs]

    def _prepare(self, pair: _Pair) -> None:
        read, task = pair.asked.read, pair.asked.read.task
        if read.made is not None:
            self._record.keep(task.copy.with_suffix(""), read.source, read.made)
        _make_folder(task.copy)
        pair.copies = not task.in_place

    def finish(self, tasks: Sequence[Task]) -> None:
        pass


class Rows:
    """A row of one table for each report, in `suggestions.jsonl`; and, if wished, the same as `suggestions.parquet`.

    Rows are added as reports are done, so that a run can go on; once all are, they are put into the reports' order.
    """

    form: Form = staticmethod(as_row)

    def __init__(self, out: Path, log: DoneLog, parquet: bool) -> None:
        if parquet:
            need_parquet()
        self._out = out
        self._log = log
        self._parquet = parquet
        self._rows = SuggestionRows(out / ROWS)

    def refuse_overwriting(self, tasks: Sequence[Task]) -> None:
        there = self._rows.strange
        there += sum(bool(self._rows.sha256(task.key)) and not self._log.knows(task.id) for task in tasks)
        table = self._out / TABLE
        there += self._parquet and os.path.lexists(table) and not is_ours(table)
        if there:
            raise WouldOverwriteError(path=self._out, count=there)

    def is_ours(self, asked: Asked) -> bool:
        task = asked.read.task
        row = self._rows.sha256(task.key)
        return not row or self._log.wrote(task.id, row)

    def is_done(self, asked: Asked) -> bool:
        task = asked.read.task
        return self._log.is_done(task.id, asked.text_sha256, asked.made_with, self._rows.sha256(task.key))

    def begin(self) -> None:
        pass

    def write(self, answered: Sequence[Answered], threads: Executor) -> list[DeidError | None]:
        error = _refusal(partial(_note, self._log, answered))
        return [
            error or _refusal(partial(self._rows.append, asked.read.task.key, written.data))
            for asked, written in answered
        ]

    def finish(self, tasks: Sequence[Task]) -> None:
        self._rows.arrange(task.key for task in tasks)
        if self._parquet:
            write_suggestions(self._out / TABLE, self._rows.rows())


class _Pair:
    """The annotations of a report on their way to the disk, and its text where that is copied (`copies`); `error` is
    what hinders them."""

    def __init__(self, asked: Asked, ann: Written, error: DeidError | None) -> None:
        self.asked = asked
        self.ann = ann
        self.copies = False
        self.error = error

    def ann_file(self) -> File:
        """The .ann."""
        task = self.asked.read.task
        return ann_path(task.copy), self.ann.data, task.report

    def copy_file(self) -> File | None:
        """The text, where it is not there already."""
        read, task = self.asked.read, self.asked.read.task
        return (task.copy, read.data, task.report) if self.copies else None


def _note(log: DoneLog, answered: Sequence[Answered]) -> None:
    log.note(
        Done(asked.read.task.id, written.spans_sha256, asked.text_sha256, sha256(written.data), asked.made_with)
        for asked, written in answered
    )


def _refusal(work: Callable[[], None]) -> DeidError | None:
    try:
        work()
    except DeidError as error:
        return error
    except OSError as error:
        return SystemRefusedError.of(error)
    return None


def _hashes(asked: Asked) -> tuple[str, str]:
    copy = asked.read.task.copy
    return _hash_of(copy), _hash_of(ann_path(copy))


def _hash_of(path: Path) -> str:
    return sha256(path.read_bytes()) if path.is_file() else ""


def _make_folder(path: Path) -> None:
    """Make the folder that a file is to lie in."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error
