"""deid annotate: suggestions for reports, written as BRAT .ann beside copies of the reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from tqdm import tqdm

from deid_studio.batch.conversion import ConversionProcess
from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, say
from deid_studio.cli.model_option import (
    chosen_profile,
    model_option,
    own_tagset,
    patients_option,
    profile_option,
    read_patients,
)
from deid_studio.cli.overwriting import force_option
from deid_studio.cli.rules_off import Ruled, all_rules_option
from deid_studio.cli.tagset_option import tagset_option, tell_classes, worked_tagset
from deid_studio.cli.user_settings import user_settings
from deid_studio.detection.pipeline import Pipeline
from deid_studio.errors import (
    DeidError,
    DetectionFailedError,
    NameClashError,
    NoReportsError,
    ReportUnreadableError,
    SystemRefusedError,
    WouldOverwriteError,
    WriteError,
    reason,
)
from deid_studio.formats.brat import AnnFile
from deid_studio.formats.brat_conf import conf_files
from deid_studio.formats.conversion.converted import sentences
from deid_studio.formats.conversion.documents import is_document, text_path
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import ann_path, find_files, find_reports, report_id
from deid_studio.formats.text import read_bytes, read_report
from deid_studio.library import detect, open_pipeline
from deid_studio.model.document import Document
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.project import PRIVATE
from deid_studio.review.signing.machine_annotations import MachineAnnotations
from deid_studio.settings import Settings
from deid_studio.texts import Text


@dataclass(frozen=True, slots=True)
class _Task:
    """A report or document to annotate, its id, where its copy, or its text, goes, and the folder that it is of."""

    report: Path
    id: str
    copy: Path
    folder: Path

    @property
    def in_place(self) -> bool:
        """Whether the report lies already where its copy would go."""
        return self.copy.exists() and self.copy.samefile(self.report)


@dataclass
class _Outcome:
    reports: int = 0
    spans: int = 0
    failed: list[DeidError] = field(default_factory=list)
    remarks: list[tuple[Path, str]] = field(default_factory=list)


@command()
@click.argument("inputs", metavar="IN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder for the annotated reports.",
)
@model_option
@profile_option
@tagset_option
@patients_option
@all_rules_option
@force_option
def annotate(
    inputs: tuple[Path, ...],
    out: Path,
    model: str | None,
    profile: str | None,
    tagset: Path | None,
    patients: Path | None,
    all_rules: bool,
    force: bool,
) -> None:
    """Suggest PHI in reports, and write the suggestions as BRAT .ann.

    IN are reports (.txt), documents (.docx, .pdf, .rtf, .html, .hl7) and folders of them, taken with their subfolders.
    Each report is copied byte for byte, of each document its text is written (letter.docx.txt), with the .ann beside.
    The suggestions are no more than that: a person has to check them.
    """
    spoken = language()
    settings = user_settings()
    outcome = _Outcome()
    tasks = _tasks(inputs, out, outcome)
    chosen = chosen_profile(profile)
    worked = worked_tagset(tagset, (task.folder for task in tasks), own_tagset(profile, model))
    configuration = conf_files(worked, spoken) if settings.write_config_files else {}
    if not force:
        _refuse_overwriting(tasks, configuration, out)
    lock = _claimed(out)
    pipeline = open_pipeline(profile, model, read_patients(patients, [task.id for task in tasks]), worked)
    tell_classes(worked, pipeline.nothing)
    ruled = Ruled(pipeline, settings.rules_off, dict.fromkeys(task.folder for task in tasks), all_rules)
    ruled.tell()
    for name, data in configuration.items():
        _write(out / name, data)
    code = 0
    record = ConversionRecord(out, PRIVATE)
    machine = MachineAnnotations(out, f"deid annotate --profile {chosen.name}")
    try:
        with ConversionProcess() as conversion:
            for task in tqdm(tasks, file=sys.stderr, disable=None, leave=False):
                try:
                    if is_document(task.report):
                        _annotate_document(task, conversion, record, ruled.of(task.folder), settings, outcome, machine)
                    else:
                        _annotate(task, ruled.of(task.folder), settings, outcome, machine)
                except DeidError as error:
                    outcome.failed.append(error)
                except OSError as error:
                    outcome.failed.append(SystemRefusedError.of(error))
    except KeyboardInterrupt:
        click.echo(say("Stopped: what was written is complete."), err=True)
        code = 130
    lock.leave(lock)
    _summarise(outcome, out, spoken)
    sys.exit(code or bool(outcome.failed))


def _claimed(out: Path) -> FolderLock:
    """The lock of a folder whose reports are under review, held; raises `FolderHeldError` while a window has it."""
    lock = FolderLock(out, PRIVATE, "deid annotate")
    if (out / PRIVATE).is_dir():
        lock.claim()
    return lock


def _tasks(inputs: Sequence[Path], out: Path, outcome: _Outcome) -> list[_Task]:
    tasks: list[_Task] = []
    for given in inputs:
        if given.is_dir():
            found = find_reports(given, outcome.failed.append)
            found += _without_text(given, outcome)
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


def _without_text(folder: Path, outcome: _Outcome) -> list[Path]:
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
            outcome.remarks.append((path, f"{changed} ({text_path(path).name})"))
    return found


def _task(path: Path, folder: Path, out: Path) -> _Task:
    text = text_path(path) if is_document(path) else path
    return _Task(path, report_id(text, folder), out / text.relative_to(folder), folder)


def _refuse_overwriting(tasks: Sequence[_Task], configuration: dict[str, bytes], out: Path) -> None:
    there = sum(os.path.lexists(ann_path(task.copy)) for task in tasks)
    there += sum(os.path.lexists(task.copy) and not task.in_place for task in tasks)
    for name, data in configuration.items():
        path = out / name
        # Configuration that is as it would be written is no one's work.
        there += os.path.lexists(path) and not (path.is_file() and path.read_bytes() == data)
    if there:
        raise WouldOverwriteError(path=out, count=there)


def _annotate(
    task: _Task, pipeline: Pipeline, settings: Settings, outcome: _Outcome, machine: MachineAnnotations
) -> None:
    report = read_report(task.report, task.id, limit_mb=settings.size_limit_mb)
    _write_annotations(task, report.document, pipeline, outcome, machine)
    if not task.in_place:
        _write(task.copy, report.raw, like=report.path)
    outcome.remarks += [(task.report, remark.text(language())) for remark in report.told]


def _annotate_document(
    task: _Task,
    conversion: ConversionProcess,
    record: ConversionRecord,
    pipeline: Pipeline,
    settings: Settings,
    outcome: _Outcome,
    machine: MachineAnnotations,
) -> None:
    raw = read_bytes(task.report, settings.size_limit_mb)
    made = conversion.convert(raw, task.report)
    _write_annotations(task, Document(task.id, made.text), pipeline, outcome, machine)
    record.keep(task.copy.with_suffix(""), raw, made)
    _write(task.copy, made.data, like=task.report)
    outcome.remarks += [(task.report, sentence) for sentence in sentences(made.told, language())]


def _write_annotations(
    task: _Task, doc: Document, pipeline: Pipeline, outcome: _Outcome, machine: MachineAnnotations
) -> None:
    try:
        spans = [suggestion.span for suggestion in detect(doc, pipeline)]
    except Exception as error:
        # A detector that fails on one report must not stop the others; its message could hold text of the report.
        raise DetectionFailedError(path=task.report, detail=type(error).__name__) from error
    # The .ann first: were this interrupted in between, a .txt alone would look like a report without PHI.
    ann = AnnFile().with_spans(spans, doc.text)
    machine.note(task.id, ann.spans)
    _write(ann_path(task.copy), ann.to_bytes(), like=task.report)
    outcome.reports += 1
    outcome.spans += len(spans)


def _write(path: Path, data: bytes, like: Path | None = None) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error
    write_file(path, data, like)


def _summarise(outcome: _Outcome, out: Path, spoken: str) -> None:
    for path, remark in outcome.remarks:
        click.echo(f"{path}: {remark}", err=True)
    for error in outcome.failed:
        click.echo(f"{error.what(spoken)} {error.remedy(spoken)}", err=True)
    if outcome.failed:
        count = len(outcome.failed)
        click.echo(say("{count} errors (see above).", count=count), err=True)
    click.echo(
        say(
            "{reports} reports annotated with {spans} suggestions in {out}.\nA person has to check them before "
            "the reports are used.",
            reports=outcome.reports,
            spans=outcome.spans,
            out=out,
        )
    )
