"""Tasks: the reports and documents that `deid annotate` is to annotate, and each as it is read."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from deid_studio.batch.conversion import ConversionProcess
from deid_studio.cli.language import language, say
from deid_studio.errors import DeidError, NameClashError, NoReportsError, ReportUnreadableError
from deid_studio.formats.conversion.converted import Converted, sentences
from deid_studio.formats.conversion.documents import is_document, text_path
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.folder import ann_path, find_files, find_reports, report_id
from deid_studio.formats.text import read_bytes, read_report
from deid_studio.model.document import Document
from deid_studio.review.project import PRIVATE
from deid_studio.review.signing.done_log import sha256
from deid_studio.texts import Text

TellError = Callable[[DeidError], None]
TellRemark = Callable[[Path, str], None]


@dataclass(frozen=True, slots=True)
class Task:
    """A report or document to annotate, its id, where its copy, or its text, goes, and the folder that it is of."""

    report: Path
    id: str
    copy: Path
    folder: Path

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


def find_tasks(inputs: Sequence[Path], out: Path, tell: TellError, remark: TellRemark) -> list[Task]:
    """What is in the files and folders given; a folder within that cannot be listed is told.

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
        elif given.exists():
            tasks.append(_task(given, given.parent, out))
        else:
            raise ReportUnreadableError(path=given, detail=Text("no such file or folder"))
    if not tasks:
        raise NoReportsError(path=", ".join(str(given) for given in inputs))
    taken: dict[str, Path] = {}
    for task in tasks:
        # Case is ignored, as some file systems do.
        other = taken.setdefault(str(ann_path(task.copy)).casefold(), task.report)
        if other is not task.report:
            raise NameClashError(path=other, other=task.report)
    return tasks


def read_task(task: Task, conversion: ConversionProcess, limit_mb: float) -> Read:
    """A report, or a document as the text that it becomes; raises what reading and converting raise."""
    if is_document(task.report):
        source = read_bytes(task.report, limit_mb)
        made = conversion.convert(source, task.report)
        told = tuple(sentences(made.told, language()))
        return Read(task, Document(task.id, made.text), source, made.data, told, made)
    report = read_report(task.report, task.id, limit_mb)
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
