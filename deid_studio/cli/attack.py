"""deid attack: the adversaries of a released folder: one with a list of people, one with a tagger,
and a motivated reader."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import language, say
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import NothingToAttackError
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.formats.people_table import PeopleTable
    from deid_studio.formats.released_folder import ReleasedFolder
    from deid_studio.release.attack.direct_linkage import MeaningOf

_NOT_HELD = 2  # the exit code of a release that does not withstand
_PROFILE = "grammar"


@command()
@click.argument("released", metavar="RELEASED", type=click.Path(path_type=Path))
@option(
    "--patients",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=(
        "List (CSV or JSON) of what the attacker knows: a row for each person, with id, given name, surname, "
        "mrn, birth date, sex, town, zip, admission dates…"
    ),
)
@option(
    "--truth",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Table with the columns “report” and “person”: tells how many links are right.",
)
@number_option("--least-k", default=5, least=2, help="How many people each report has to fit.")
@option(
    "--parrot",
    is_flag=True,
    help="Train a tagger on the release and point at what may have leaked among the surrogates.",
)
@option(
    "--leaks",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=("The leaks that there really are (JSON lines: report, start, end): tells how many of them --parrot finds."),
)
@option(
    "--sheet",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help=(
        "Write a sheet (CSV) for a motivated reader here: reports drawn at random, and room for who, hours, "
        "sources, attempts and hits."
    ),
)
@number_option("--sample", default=20, least=1, help="How many reports are drawn for --sheet.")
@number_option("--seed", default=1, least=0, help="By which seed they are drawn.")
@option(
    "--sheet-result",
    "filled",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A filled sheet: tells how much more that reader could tell; may be repeated for several readers.",
)
@option(
    "--json",
    "json_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write all that was found here, without anybody's data.",
)
@option(
    "--csv",
    "csv_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a row for each report here: k, and who is linked.",
)
@force_option
@click.pass_context
def attack(
    ctx: click.Context,
    released: Path,
    patients: Path | None,
    truth: Path | None,
    least_k: int,
    parrot: bool,
    leaks: Path | None,
    sheet: Path | None,
    sample: int,
    seed: int,
    filled: tuple[Path, ...],
    json_file: Path | None,
    csv_file: Path | None,
    force: bool,
) -> None:
    """Attack a release, as somebody would who receives it and wants to know whose it is.

    RELEASED is the folder that “deid release” wrote. With --patients, all that is in it (texts, documents, names of
    files, certificate) is searched for the people on a list, and it is counted how many of them fit what can still be
    read of each report (k). With --parrot, a tagger that knows the released texts alone points at what may be real
    among the surrogates. With --sheet, reports are drawn at random for a motivated reader who tries to tell whose they
    are, and --sheet-result counts what came of it. Nobody's data are shown: only the person's id on the list. Ends with
    0 if nobody is linked with certainty and no report fits fewer people than --least-k, else with 2.
    """
    from deid_studio.cli.attack_parrot import attack_by_parrot, parrot_sentences, parrot_values
    from deid_studio.cli.attack_values import linkage_rows, linkage_values
    from deid_studio.cli.attack_words import reader_sentences, sentences
    from deid_studio.formats.files import write_file
    from deid_studio.formats.people_table import read_people_table, read_truth
    from deid_studio.formats.reader_sheet import empty_sheet, read_sheet
    from deid_studio.release.attack import attack as attacking
    from deid_studio.release.attack.known_people import known_people
    from deid_studio.review.certificate.reader_sample import drawn, judged, release_digest
    from deid_studio.review.releasing.released_names import by_released_name

    _refuse_useless(patients is not None, truth, csv_file, parrot, leaks, any((sheet, *filled)))
    targets = [path for path in (json_file, csv_file, sheet) if path is not None]
    _refuse_inside(released, targets)
    refuse_to_overwrite(targets, force)
    sheets = [read_sheet(path) for path in filled]
    table = read_people_table(patients) if patients is not None else None
    known = by_released_name(read_truth(truth) if truth is not None else table.truth if table is not None else {})
    bar = ProgressBar()
    try:
        progress = Progress(bar.show)
        folder = _read(released, progress)
        _tell_unread(folder, table, patients)
        names, digest = [report.name for report in folder.reports], release_digest(folder.hashes())
        read = judged(sheets, digest, names) if sheets else None
        findings = pointed = None
        if parrot:
            pointed = attack_by_parrot(folder, _meaning_of(released), leaks, seed, progress)
        if table is not None:
            people = known_people(table.people)
            findings = attacking.attack(
                _marked(folder, progress), people, _meaning_of(released), known, least_k, progress
            )
    finally:
        bar.close()
    values: dict[str, Any] = {"format": 1, "release": {"reports": len(names), "sha256": digest}}
    if read is not None:
        values["reader_sample"] = read.values()
        for line in reader_sentences(read):
            click.echo(line)
    if pointed is not None:
        values["parrot"] = parrot_values(pointed)
        for line in parrot_sentences(pointed):
            click.echo(line)
    if findings is not None:
        values |= linkage_values(findings)
        for line in sentences(findings):
            click.echo(line)
    if sheet is not None:
        write_file(sheet, empty_sheet(digest, seed, drawn(digest, names, sample, seed), language()))
        _tell_sheet(sheet)
    if json_file is not None:
        write_file(json_file, json.dumps(values, ensure_ascii=False, indent=1).encode())
    if csv_file is not None and findings is not None:
        write_file(csv_file, linkage_rows(findings))
    if findings is not None and not findings.holds:
        ctx.exit(_NOT_HELD)


def _refuse_useless(
    patients: bool, truth: Path | None, csv_file: Path | None, parrot: bool, leaks: Path | None, sheets: bool
) -> None:
    """Refuse options without the attack that they are of, and a command without any."""
    if not patients and (truth or csv_file):
        raise click.UsageError(say("--truth and --csv need --patients."))
    if leaks and not parrot:
        raise click.UsageError(say("--leaks needs --parrot."))
    if not (patients or parrot or sheets):
        raise click.UsageError(say("Say what to attack with: --patients, --parrot, --sheet or --sheet-result."))


def _tell_sheet(sheet: Path) -> None:
    click.echo(
        say(
            "{sheet}: for who reads the reports. For each, how often they tried to tell somebody (0 if they saw "
            "nothing to look for) and, said by who has the originals, 1 if they were right. Then: deid attack … "
            "--sheet-result {sheet}",
            sheet=sheet,
        )
    )


def _refuse_inside(released: Path, targets: list[Path]) -> None:
    own = Path(os.path.realpath(released))
    for target in targets:
        if Path(os.path.realpath(target)).is_relative_to(own):
            raise click.UsageError(say("{target} would leave with the reports.", target=target))


def _read(released: Path, progress: Progress) -> ReleasedFolder:
    """What is in the folder; raises `NothingToAttackError`."""
    from deid_studio.batch.conversion import ConversionProcess
    from deid_studio.formats.released_folder import read_released

    with ConversionProcess() as process:
        folder = read_released(released, progress, process.convert)
    if not folder.reports:
        raise NothingToAttackError(path=released)
    return folder


def _marked(folder: ReleasedFolder, progress: Progress) -> ReleasedFolder:
    """The folder, texts without annotations with what the grammar marks."""
    from dataclasses import replace

    from deid_studio.detection.profile import load_profile
    from deid_studio.formats.released_folder import with_spans
    from deid_studio.model.document import Document

    if all(report.texts[0].spans is not None for report in folder.reports):
        return folder
    pipeline = load_profile(_PROFILE).pipeline()
    reports = []
    for report in progress.each(folder.reports, len(folder.reports), "marking"):
        if report.texts[0].spans is None:
            found = pipeline.detect(Document("", report.texts[0].text))
            report = with_spans(report, tuple(sorted(one.span for one in found)))
        reports.append(report)
    return replace(folder, reports=tuple(reports))


def _meaning_of(released: Path) -> MeaningOf:
    """What classes mean: those of the released folder's own configuration, and of the shipped tag sets."""
    from deid_studio.formats.brat_conf import tagset_for
    from deid_studio.model.kinds import Kind
    from deid_studio.model.ontology import Meaning, meaning_of
    from deid_studio.model.tagset import shipped_names, shipped_tagset

    shipped = [shipped_tagset(name) for name in shipped_names()]
    known = {
        one.name: meaning_of(one) for tagset in (*reversed(shipped), tagset_for(released, shipped[0])) for one in tagset
    }
    return lambda phi_class: known.get(phi_class, Meaning(Kind.UNKNOWN))


def _tell_unread(folder: ReleasedFolder, table: PeopleTable | None, patients: Path | None) -> None:
    for error in folder.hindered:
        click.echo(error.what(language()), err=True)
    if folder.unknown:
        count = len(folder.unknown)
        click.echo(
            say("Of {count} files of other kinds only the names were looked at.", count=count),
            err=True,
        )
    if table is not None and table.ignored:
        columns = ", ".join((*table.ignored[:10], *("…",) * (len(table.ignored) > 10)))
        click.echo(
            say("{patients}: columns that are not used: {columns}.", patients=patients, columns=columns),
            err=True,
        )
