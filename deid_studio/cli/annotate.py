"""deid annotate: suggestions for reports, written as BRAT .ann beside copies of the reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
from tqdm import tqdm

from deid_studio.batch.conversion import ConversionProcess
from deid_studio.cli.annotate_detecting import Detecting, Question, Told, jobs_option
from deid_studio.cli.annotate_tasks import Read, Task, find_tasks, read_task
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
from deid_studio.cli.rules_off import RulesOff, all_rules_option
from deid_studio.cli.tagset_option import tagset_option, tell_classes, worked_tagset
from deid_studio.cli.user_settings import user_settings
from deid_studio.detection.patient.patient_detector import by_plain_id, plain_id
from deid_studio.errors import DeidError, SystemRefusedError, WouldOverwriteError, WriteError, reason
from deid_studio.formats.brat import AnnFile
from deid_studio.formats.brat_conf import conf_files
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import ann_path
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.project import PRIVATE
from deid_studio.review.signing.machine_annotations import MachineAnnotations

T = TypeVar("T")


@dataclass
class _Outcome:
    reports: int = 0
    spans: int = 0
    failed: list[DeidError] = field(default_factory=list)
    remarks: list[tuple[Path, str]] = field(default_factory=list)

    def remark(self, path: Path, words: str) -> None:
        self.remarks.append((path, words))


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
@jobs_option
@all_rules_option
@force_option
def annotate(
    inputs: tuple[Path, ...],
    out: Path,
    model: str | None,
    profile: str | None,
    tagset: Path | None,
    patients: Path | None,
    jobs: int | None,
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
    tasks = find_tasks(inputs, out, outcome.failed.append, outcome.remark)
    chosen = chosen_profile(profile)
    worked = worked_tagset(tagset, (task.folder for task in tasks), own_tagset(profile, model))
    configuration = conf_files(worked, spoken) if settings.write_config_files else {}
    if not force:
        _refuse_overwriting(tasks, configuration, out)
    lock = _claimed(out)
    fields = read_patients(patients, [task.id for task in tasks])
    rules = RulesOff(settings.rules_off, dict.fromkeys(task.folder for task in tasks), all_rules)
    detecting = Detecting(profile, model, fields is not None, worked, rules.sets)
    code = 0
    try:
        with detecting.among(jobs, len(tasks)) as pool, ConversionProcess() as conversion:
            told = pool.start()
            assert isinstance(told, Told)
            tell_classes(worked, told.nothing)
            rules.tell(told.unknown_rules)
            for name, data in configuration.items():
                _write(out / name, data)
            machine = MachineAnnotations(out, f"deid annotate --profile {chosen.name}")
            record = ConversionRecord(out, PRIVATE)
            bar = tqdm(total=len(tasks), file=sys.stderr, disable=None, leave=False, unit=" " + say("reports"))
            batch = _Batch(
                conversion, settings.size_limit_mb, by_plain_id(fields or {}), rules, record, machine, outcome
            )
            with bar:
                for read, answer in pool.each(batch.questions(tasks, bar)):
                    batch.write(read, answer)
                    bar.update()
    except KeyboardInterrupt:
        click.echo(say("Stopped: what was written is complete."), err=True)
        code = 130
    lock.leave(lock)
    _summarise(outcome, out, spoken)
    sys.exit(code or bool(outcome.failed))


class _Batch:
    """Reports that are read when their turn comes, and written when they are answered."""

    def __init__(
        self,
        conversion: ConversionProcess,
        limit_mb: float,
        fields: Mapping[str, PatientFields],
        rules: RulesOff,
        record: ConversionRecord,
        machine: MachineAnnotations,
        outcome: _Outcome,
    ) -> None:
        self._conversion = conversion
        self._limit_mb = limit_mb
        self._fields = fields
        self._rules = rules
        self._record = record
        self._machine = machine
        self._outcome = outcome

    def questions(self, tasks: Iterable[Task], bar: tqdm[object]) -> Iterator[tuple[Read, Question]]:
        """Each report that can be read, with what is to be asked about it; `bar` is told of the others."""
        for task in tasks:
            read = self._tried(partial(read_task, task, self._conversion, self._limit_mb))
            if read is None:
                bar.update()
                continue
            known = self._fields.get(plain_id(task.id), PatientFields())
            yield read, Question(read.doc, task.report, known, self._rules.of(task.folder))

    def write(self, read: Read, answer: Sequence[Suggestion] | DeidError) -> None:
        """Write what was suggested in a report, and its text; where that is an error, note it for the end."""
        self._tried(partial(self._written, read, answer))

    def _written(self, read: Read, answer: Sequence[Suggestion] | DeidError) -> None:
        if isinstance(answer, DeidError):
            raise answer
        task = read.task
        spans = [suggestion.span for suggestion in answer]
        # The .ann first: were this interrupted in between, a .txt alone would look like a report without PHI.
        ann = AnnFile().with_spans(spans, read.doc.text)
        self._machine.note(task.id, ann.spans)
        _write(ann_path(task.copy), ann.to_bytes(), like=task.report)
        self._outcome.reports += 1
        self._outcome.spans += len(spans)
        if read.made is not None:
            self._record.keep(task.copy.with_suffix(""), read.source, read.made)
        if not task.in_place:
            _write(task.copy, read.data, like=task.report)
        self._outcome.remarks += [(task.report, remark) for remark in read.remarks]

    def _tried(self, work: Callable[[], T]) -> T | None:
        """What is done with one report; None where it goes wrong, which is noted for the end and stops no other."""
        try:
            return work()
        except DeidError as error:
            self._outcome.failed.append(error)
        except OSError as error:
            self._outcome.failed.append(SystemRefusedError.of(error))
        return None


def _claimed(out: Path) -> FolderLock:
    """The lock of a folder whose reports are under review, held; raises `FolderHeldError` while a window has it."""
    lock = FolderLock(out, PRIVATE, "deid annotate")
    if (out / PRIVATE).is_dir():
        lock.claim()
    return lock


def _refuse_overwriting(tasks: Sequence[Task], configuration: dict[str, bytes], out: Path) -> None:
    there = sum(os.path.lexists(ann_path(task.copy)) for task in tasks)
    there += sum(os.path.lexists(task.copy) and not task.in_place for task in tasks)
    for name, data in configuration.items():
        path = out / name
        # Configuration that is as it would be written is no one's work.
        there += os.path.lexists(path) and not (path.is_file() and path.read_bytes() == data)
    if there:
        raise WouldOverwriteError(path=out, count=there)


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
