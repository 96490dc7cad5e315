"""Tasks: the reports and documents that `deid annotate` is to annotate, and each as it is read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from deid_studio.batch.conversion import ConversionProcess
from deid_studio.cli.language import language, say
from deid_studio.errors import DeidError, NameClashError, NoReportsError, ReportTooLargeError, ReportUnreadableError
from deid_studio.formats.conversion.converted import Converted, sentences
from deid_studio.formats.conversion.documents import is_document, text_path
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.folder import ann_path, find_files, find_reports, report_id
from deid_studio.formats.report_table import ReportTable, Row, file_stem, is_report_table
from deid_studio.formats.text import Report, read_bytes, read_report, report_of
from deid_studio.model.document import Document
from deid_studio.review.journal_paths import PRIVATE
from deid_studio.review.signing.done_log import sha256
from deid_studio.texts import Text, figures

TellError = Callable[[DeidError], None]
TellRemark = Callable[[Path, str], None]


@dataclass(frozen=True, slots=True)
class Task:
    """A report or document to annotate, its id, where its copy, or its text, goes, and the folder that it is of."""

    report: Path
    id: str
    copy: Path
    folder: Path
    row: Row | None = None  # without its text

    @property
    def key(self) -> str:
        """What others call the report: its id in the table that it is of."""
        return self.id if self.row is None else self.row.id

    @property
    def place(self) -> Path:
        """Where the report stands, for errors: a file, or a line of a table."""
        return self.report if self.row is None else self.report.with_name(f"{self.report.name}:{self.row.line}")

    @property
    def in_place(self) -> bool:
        """Whether the report lies already where its copy would go."""
        return self.copy.exists() and self.copy.samefile(self.report)


@dataclass(frozen=True, slots=True)
class Read:
    """A report as it was read: `source` are its bytes, `data` those of its copy; `made` is what a document became."""

    task: Task
    doc: Document
    source: bytes
    data: bytes
    remarks: tuple[str, ...]
    made: Converted | None = None


class Asked:
    """A report that is to be done, and what its suggestions rest on beside the text."""

    def __init__(self, read: Read, made_with: Mapping[str, str]) -> None:
        self.read = read
        self.made_with = made_with
        self.text_sha256 = sha256(read.data)


class Tables:
    """The tables of reports of one command, each read from its beginning to its end as its tasks come."""

    def __init__(self, id_column: str, text_column: str, limit_mb: float) -> None:
        self._columns = id_column, text_column
        self._limit_mb = limit_mb
        self._rows: dict[Path, Iterator[Row]] = {}

    def table(self, path: Path) -> ReportTable:
        """The table in a file."""
        return ReportTable(path, *self._columns, self._limit_mb)

    def read(self, task: Task, row: Row) -> Report:
        """The report of a task, which comes after that of the one before; raises what reading raises."""
        rows = self._rows.setdefault(task.report, self.table(task.report).rows())
        text = next((one.text for one in rows if (one.line, one.id) == (row.line, row.id)), None)
        if text is None:
            raise ReportUnreadableError(path=task.place, detail=Text("it has changed meanwhile"))
        raw = text.encode()
        if len(raw) > self._limit_mb * 1_000_000:
            raise ReportTooLargeError(
                path=task.place, size_mb=figures(f"{len(raw) / 1e6:.1f}"), limit_mb=figures(f"{self._limit_mb:g}")
            )
        return report_of(raw, task.place, task.id)


def find_tasks(inputs: Sequence[Path], out: Path, tables: Tables, tell: TellError, remark: TellRemark) -> list[Task]:
    """What is in the files, tables and folders given; a folder within that cannot be listed, and a line of a table that
    is no report, is told.

    Raises `ReportUnreadableError`, `NoReportsError`, `NameClashError` and what listing a folder raises.
    """
    tasks: list[Task] = []
    for given in inputs:
        if given.is_dir():
            found = find_reports(given, tell)
            found += _without_text(given, remark)
            if given.resolve() in out.resolve().parents:
                # What was written there before is not annotated again.
                found = [path for path in found if out.resolve() not in path.resolve().parents]
            tasks += [_task(path, given, out) for path in found]
        elif is_report_table(given) and given.exists():
            for row in tables.table(given).rows(tell):
                stem = file_stem(row.id)
                tasks.append(Task(given, stem, out / f"{stem}.txt", given.parent, Row(row.line, row.id, "")))
        elif given.exists():
            tasks.append(_task(given, given.parent, out))
        else:
            raise ReportUnreadableError(path=given, detail=Text("no such file or folder"))
    if not tasks:
        raise NoReportsError(path=", ".join(str(given) for given in inputs))
    taken: dict[str, Task] = {}
    for task in tasks:
        # Case is ignored, as some file systems do.
        for name in (str(ann_path(task.copy)).casefold(), task.key):
            other = taken.setdefault(name, task)
            if other is not task:
                raise NameClashError(path=other.place, other=task.place)
    return tasks


def read_task(task: Task, conversion: ConversionProcess, tables: Tables, limit_mb: float) -> Read:
    """A report, or a document as the text that it becomes; raises what reading and converting raise."""
    if is_document(task.report):
        source = read_bytes(task.report, limit_mb)
        made = conversion.convert(source, task.report)
        told = tuple(sentences(made.told, language()))
        return Read(task, Document(task.id, made.text), source, made.data, told, made)
    row = task.row
    report = read_report(task.report, task.id, limit_mb) if row is None else tables.read(task, row)
    remarks = tuple(remark.text(language()) for remark in report.told)
    return Read(task, report.document, report.raw, report.raw, remarks)


def _without_text(folder: Path, remark: TellRemark) -> list[Path]:
    """The documents of a folder; one whose text lies beside it was converted before, and its text is what counts."""
    record = ConversionRecord(folder, PRIVATE)
    found: list[Path] = []
    for path in find_files(folder, is_document):
        if not os.path.lexists(text_path(path)):
            found.append(path)
            continue
        try:
            has_changed = record.has_changed(path)
        except DeidError:
            continue  # its text is there, and is annotated
        if has_changed:
            changed = say("changed since its text was made")
            remark(path, f"{changed} ({text_path(path).name})")
    return found


def _task(path: Path, folder: Path, out: Path) -> Task:
    text = text_path(path) if is_document(path) else path
    return Task(path, report_id(text, folder), out / text.relative_to(folder), folder)
