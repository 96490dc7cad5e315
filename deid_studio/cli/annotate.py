"""deid annotate: suggestions for reports, written as BRAT .ann beside copies of the reports, or as a table."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

import click

from deid_studio.batch.conversion import ConversionProcess
from deid_studio.batch.fingerprints import fingerprint
from deid_studio.cli.annotate_detecting import Detecting, Question, Told
from deid_studio.cli.annotate_forms import Written
from deid_studio.cli.annotate_output import Answered, Brat, Output, Rows, to_option
from deid_studio.cli.annotate_tasks import Asked, Tables, Task, find_tasks, read_task
from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, say, say_count
from deid_studio.cli.model_option import (
    chosen_profile,
    own_tagset,
    patients_option,
    profile_option,
    read_patients,
    used_model_option,
)
from deid_studio.cli.overwriting import NewFolder, force_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.rules_off import RulesOff, all_rules_option
from deid_studio.cli.tagset_option import tagset_option, tell_classes, worked_tagset
from deid_studio.cli.user_settings import user_settings
from deid_studio.cli.where_options import Where, where_options
from deid_studio.errors import (
    DeidError,
    FolderHeldError,
    FolderReadOnlyError,
    JournalError,
    OutputHeldError,
    SystemRefusedError,
    WriteError,
)
from deid_studio.formats.brat_conf import conf_files
from deid_studio.library import model_folder
from deid_studio.model.patient_fields import PatientFields, by_plain_id, plain_id
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal_paths import PRIVATE
from deid_studio.review.signing.done_log import DoneLog

_WRITERS = 8  # threads that wait for the disk, which takes several files in the time of one
# Reports that are written together: a run that is killed has to do as many again, or those of a second.
_TOGETHER, _SECONDS = 32, 1.0

_READ_AHEAD = 64  # reports that are read while the processes load

T = TypeVar("T")


@dataclass
class _Outcome:
    done: int = 0  # before, and as they would be done now
    kept: int = 0  # since somebody changed them
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
    type=NewFolder(),
    help="Folder for the annotated reports.",
)
@to_option
@used_model_option
@profile_option
@tagset_option
@patients_option
@option("--id-column", default="id", show_default=True, metavar="NAME", help="Where a table of reports has their ids.")
@option("--text-column", default="text", show_default=True, metavar="NAME", help="Where it has their texts.")
@where_options
@all_rules_option
@force_option
def annotate(
    inputs: tuple[Path, ...],
    out: Path,
    to: str,
    model: str | None,
    profile: str | None,
    tagset: Path | None,
    patients: Path | None,
    id_column: str,
    text_column: str,
    where: Where,
    all_rules: bool,
    force: bool,
) -> None:
    """Suggest PHI in reports, and write the suggestions as BRAT .ann, JSON Lines or Parquet.

    IN are reports (.txt), documents (.docx, .pdf, .rtf, .html, .hl7) and folders of them, taken with their subfolders,
    and tables (.jsonl, .jsonl.gz, .csv, .parquet) with an id and a text in each line.
    Each report is copied byte for byte, of each document its text is written (letter.docx.txt), with the .ann beside.
    Run again, also after it was stopped or killed, it does what is left and what has changed: text, model, profile,
    classes, rules or what is known of the patient. What somebody has changed since stays as it is without --force.
    The suggestions are no more than that: a person has to check them.
    """
    spoken = language()
    settings = user_settings()
    outcome = _Outcome()
    tables = Tables(id_column, text_column, settings.size_limit_mb)
    tasks = find_tasks(inputs, out, tables, outcome.failed.append, outcome.remark)
    chosen = chosen_profile(profile)
    worked = worked_tagset(tagset, (task.folder for task in tasks), own_tagset(profile, model))
    configuration = conf_files(worked, spoken) if settings.write_config_files else {}
    fields = read_patients(patients, [task.key for task in tasks])
    rules = RulesOff(settings.rules_off, dict.fromkeys(task.folder for task in tasks), all_rules)
    code = 0
    with _claimed(out):
        log = DoneLog(out, f"deid annotate --profile {chosen.name}")
        output = Brat(out, log, configuration) if to == "brat" else Rows(out, log, parquet=to == "parquet")
        if not force:
            output.refuse_overwriting(tasks)
        detecting = Detecting(profile, model, fields is not None, worked, rules.sets, output.form)
        try:
            with (
                ConversionProcess() as conversion,
                closing(ProgressBar(say("reports"))) as bar,
                ThreadPoolExecutor(_WRITERS, "writer") as writers,
            ):
                known, made_with = by_plain_id(fields or {}), detecting.made_with()
                limit_mb, tell = settings.size_limit_mb, partial(bar.show, total=len(tasks))
                reading = _Reading(conversion, tables, limit_mb, known, rules, made_with)
                batch = _Batch(reading, output, force, writers, outcome, tell)
                questions = batch.questions(tasks)
                if (first := next(questions, None)) is not None:  # else all was done before, and nothing is loaded
                    with where.in_batches(detecting, len(tasks), model_folder(model).name) as pool:
                        answers = pool.each(chain([first, *islice(questions, _READ_AHEAD)], questions))
                        told = pool.start()
                        assert isinstance(told, Told)
                        tell_classes(worked, told.nothing)
                        rules.tell(told.unknown_rules)
                        output.begin()
                        try:
                            for read, answer in answers:
                                batch.write(read, answer)
                        finally:
                            batch.write_rest()
                output.finish(tasks)
        except KeyboardInterrupt:
            click.echo(say("Stopped: what was written is complete."), err=True)
            code = 130
    _summarise(outcome, out, spoken)
    sys.exit(code or bool(outcome.failed))


@dataclass(frozen=True)
class _Reading:
    """How reports are read, and what their suggestions rest on beside the text."""

    conversion: ConversionProcess
    tables: Tables
    limit_mb: float
    fields: Mapping[str, PatientFields]
    rules: RulesOff
    made_with: Mapping[str, str]

    def asked(self, task: Task) -> tuple[Asked, Question]:
        """A report with what is to be asked about it; raises what `read_task` raises."""
        read = read_task(task, self.conversion, self.tables, self.limit_mb)
        known, off = self.fields.get(plain_id(task.key), PatientFields()), self.rules.of(task.folder)
        # With the text, so that nobody finds out by trying what a table says of a patient.
        values = [f"{value.kind}:{value.text}".encode() for value in known.values]
        patient = fingerprint(read.data, *values) if values else ""
        rules = fingerprint(*(rule.encode() for rule in sorted(off)))
        asked = Asked(read, {**self.made_with, "rules_off": rules, "patient": patient})
        return asked, Question(task.key, read.doc, task.place, known, off)


@dataclass
class _Batch:
    """Reports that are read when their turn comes, and written when they are answered."""

    reading: _Reading
    output: Output
    force: bool
    writers: ThreadPoolExecutor
    outcome: _Outcome
    tell: Callable[[int], None]
    handled: int = 0
    answered: list[Answered] = field(default_factory=list)
    since: float = 0.0  # when the first of these was answered

    def questions(self, tasks: Iterable[Task]) -> Iterator[tuple[Asked, Question]]:
        """Each report that is to be done and can be read, with what is to be asked about it."""
        for task in tasks:
            asked = self._tried(partial(self._asked, task))
            if asked is None:
                self._step()
            else:
                yield asked

    def _asked(self, task: Task) -> tuple[Asked, Question] | None:
        asked, question = self.reading.asked(task)
        if not self.force and not self.output.is_ours(asked):
            self.outcome.kept += 1
        elif self.output.is_done(asked):
            self.outcome.done += 1
        else:
            return asked, question
        return None

    def write(self, asked: Asked, answer: Written | DeidError) -> None:
        """Write what was suggested in a report, and its text; where that is an error, note it for the end.

        Some are written together, the last ones by `write_rest`.
        """
        if isinstance(answer, DeidError):
            self.outcome.failed.append(answer)
            self._step()
            return
        if not self.answered:
            self.since = time.monotonic()
        self.answered.append((asked, answer))
        if len(self.answered) >= _TOGETHER or time.monotonic() - self.since > _SECONDS:
            self.write_rest()

    def write_rest(self) -> None:
        """Write what waits for others to be written with."""
        together, self.answered = self.answered, []
        for (asked, answer), error in zip(together, self.output.write(together, self.writers), strict=True):
            if error is None:
                self.outcome.reports += 1
                self.outcome.spans += answer.count
                self.outcome.remarks += [(asked.read.task.place, remark) for remark in asked.read.remarks]
            else:
                self.outcome.failed.append(error)
            self._step()

    def _step(self) -> None:
        self.handled += 1
        self.tell(self.handled)

    def _tried(self, work: Callable[[], T]) -> T | None:
        """What is done with one report; None where it goes wrong, which is noted for the end and stops no other."""
        try:
            return work()
        except DeidError as error:
            self.outcome.failed.append(error)
        except OSError as error:
            self.outcome.failed.append(SystemRefusedError.of(error))
        return None


@contextmanager
def _claimed(out: Path) -> Iterator[None]:
    """Hold the folder that is written in, and leave none that nothing was written in.

    Raises `OutputHeldError` while a window or another run has it, and what `FolderLock.claim` raises otherwise.
    """
    made = [folder for folder in (out, *out.parents) if not folder.exists()]
    lock = FolderLock(out, PRIVATE, "deid annotate")
    try:
        lock.claim()
    except FolderHeldError as error:
        raise OutputHeldError(**{**error.params, "path": out}) from error
    except (FolderReadOnlyError, JournalError) as error:
        raise WriteError(**{**error.params, "path": out}) from error
    try:
        yield
    finally:
        lock.leave(lock)
        with suppress(OSError):  # it is not empty
            for folder in made:
                folder.rmdir()


def _summarise(outcome: _Outcome, out: Path, spoken: str) -> None:
    for path, remark in outcome.remarks:
        click.echo(f"{path}: {remark}", err=True)
    for error in outcome.failed:
        click.echo(f"{error.what(spoken)} {error.remedy(spoken)}", err=True)
    if outcome.failed:
        click.echo(say_count("1 error (see above).", "{count} errors (see above).", len(outcome.failed)), err=True)
    if outcome.done:
        done = say_count(
            "1 report was done before, and nothing has changed since.",
            "{count} reports were done before, and nothing has changed since.",
            outcome.done,
        )
        click.echo(done)
    if outcome.kept:
        kept = say_count(
            "1 report was changed by somebody since, and is left as it is; --force replaces it.",
            "{count} reports were changed by somebody since, and are left as they are; --force replaces them.",
            outcome.kept,
        )
        click.echo(kept)
    reports = say_count("1 report annotated", "{count} reports annotated", outcome.reports)
    spans = say_count("1 suggestion", "{count} suggestions", outcome.spans)
    click.echo(
        say(
            "{reports} with {spans} in {out}.\nA person has to check the suggestions before the reports are used.",
            reports=reports,
            spans=spans,
            out=out,
        )
    )
