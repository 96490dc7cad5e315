"""deid release: reviewed reports as they leave, by a release policy."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.gate_options import HELD_BACK, GateOptions, gate_options, tell_held, write_findings
from deid_studio.cli.handover_options import handover_options
from deid_studio.cli.language import language, say, say_count
from deid_studio.cli.model_option import patients_option, read_patients, used_model_option
from deid_studio.cli.overwriting import NewFolder, force_option
from deid_studio.cli.passphrases import asked_passphrases, passphrase_files_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.where_options import Where, where_options
from deid_studio.errors import DeidError
from deid_studio.formats.folder import find_reports, named_reports
from deid_studio.library import release_folder
from deid_studio.model.lines import line_number
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.review.handover import Handover
    from deid_studio.review.releasing.release_preparation import Prepared
    from deid_studio.review.releasing.release_request import ReleaseRequest

_FORMATS = ("txt", "brat", "csv", "jsonl", "docx", "pdf")
_SHOWN_REMARKS = 20


class _Formats(click.ParamType[tuple[str, ...]]):
    name = "formats"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        chosen = tuple(dict.fromkeys(one.strip().lower() for one in str(value).split(",") if one.strip()))
        unknown = [one for one in chosen if one not in _FORMATS]
        if unknown or not chosen:
            known = ", ".join(_FORMATS)
            self.fail(say("formats are {known}.", known=known), param, ctx)
        return chosen


@command()
@click.argument("folder", metavar="IN", type=click.Path(path_type=Path))
@option(
    "--out",
    required=True,
    metavar="FOLDER",
    type=NewFolder(),
    help="Folder of the release; --force replaces an earlier one there as a whole.",
)
@option(
    "--policy",
    required=True,
    metavar="NAME|FILE",
    help=(
        "research, safe-harbour, eu-pseudonymisation, eu-anonymisation, meddocan-tags, radiology, one of "
        "your own, or a TOML file."
    ),
)
@patients_option
@option(
    "--include-unsigned",
    is_flag=True,
    help="Export all reports unreviewed: their names say so, there is no certificate.",
)
@option(
    "--reviewed-by",
    default="",
    metavar="WHO, HOW",
    help="Who reviewed BRAT pairs that were not reviewed in this program, and how; the certificate says so.",
)
@option(
    "--format",
    "formats",
    default="brat",
    show_default=True,
    type=_Formats(),
    metavar=",".join(_FORMATS),
    help="Formats, separated by commas.",
)
@option(
    "--numbered",
    is_flag=True,
    help="Call the reports report-0001, report-0002…: their names may tell whose they are.",
)
@gate_options
@used_model_option
@where_options
@option(
    "--new-secret",
    is_flag=True,
    help="Make another secret in place of the project's: surrogates will not be those of earlier releases.",
)
@option(
    "--vault",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keep here, encrypted by a passphrase, what brings the originals back (deid reveal).",
)
@option(
    "--people",
    default=1,
    type=click.IntRange(1, 2),
    help="How many people have to agree to open it, each with a passphrase of their own.",
)
@passphrase_files_option
@option(
    "--no-layout",
    is_flag=True,
    help="Make Word documents anew from the text, without the layout of the originals.",
)
@option(
    "--keep-images",
    is_flag=True,
    help="Leave the pictures in Word documents; nobody has checked what they show.",
)
@handover_options
@force_option
def release(
    folder: Path,
    out: Path,
    policy: str,
    patients: Path | None,
    include_unsigned: bool,
    reviewed_by: str,
    formats: tuple[str, ...],
    numbered: bool,
    gate: GateOptions,
    model: str | None,
    where: Where,
    new_secret: bool,
    vault: Path | None,
    people: int,
    passphrase_files: tuple[Path, ...],
    no_layout: bool,
    keep_images: bool,
    handover: Handover,
    force: bool,
) -> None:
    """Release reviewed reports by a policy.

    IN is a folder reviewed with the program, of which signed-off reports leave that are as they were signed, or one of
    BRAT pairs (.txt and .ann) that somebody reviewed elsewhere (--reviewed-by). Before anything is written, the
    strongest detection reads the originals and what is to leave; what nobody marked and may tell of somebody holds the
    release until a person answers for it.
    """
    from deid_studio.batch.gate_reading import BatchReader, GateReading
    from deid_studio.cli.user_settings import user_settings
    from deid_studio.release.outputs import OutputFormat
    from deid_studio.review.releasing.release_writing import refuse_held

    def settle(request: ReleaseRequest, prepared: Prepared) -> tuple[ReleaseRequest, Prepared]:
        bar.close()
        request, prepared = _answered(request, prepared, gate)
        _tell_left_out(prepared)
        tell_held(prepared, gate.show_hits)
        if gate.findings is not None:
            write_findings(prepared, gate.findings)
        refuse_held(request, prepared)
        _tell_remarks(prepared)
        if vault is None and request.policy.codes(request.project.tagset):
            _warn_of_codes()
        # Asked when nothing holds the release back any more.
        asked = asked_passphrases(people, (), new=True) if vault is not None and not in_files else in_files
        return replace(request, passphrases=asked), prepared

    def reader(model_folder: Path, off: frozenset[str]) -> BatchReader:
        # By the name of the model: its folder may be elsewhere on another machine.
        reading = GateReading(model, off)
        made = BatchReader(lambda: where.answering(reading, len(find_reports(folder)), model_folder.name))
        ending.callback(made.close)
        return made

    known = None if patients is None else read_patients(patients, [id for id, _ in named_reports(folder)])
    in_files = asked_passphrases(people, passphrase_files, new=True) if vault is not None and passphrase_files else ()
    bar = ProgressBar()
    with ExitStack() as ending:
        ending.callback(bar.close)
        certificate = release_folder(
            folder,
            out,
            policy,
            reviewed_by,
            model,
            known,
            overwrite=force,
            new_secret=new_secret,
            rules_off=user_settings().rules_off,
            settle=settle,
            progress=Progress(bar.show),
            make_reader=reader,
            formats=tuple(OutputFormat(one) for one in formats),
            unreviewed=include_unsigned,
            numbered=numbered,
            vault=vault,
            language=language(),
            keep_layout=not no_layout,
            keep_pictures=keep_images,
            handover=handover,
            quarantine=gate.quarantine,
        )
    for remark in certificate.remarks:
        click.echo(remark.text(language()), err=True)
    count, stay = len(certificate.reports), certificate.left_out.get("held", 0)
    if include_unsigned:
        click.echo(
            say(
                "UNREVIEWED, without a certificate: {count} in {out}. Treat them like the originals.",
                count=count,
                out=out,
            )
        )
    else:
        released = say_count("1 report released", "{count} reports released", count)
        click.echo(say("{released} to {out}", released=released, out=out))
    if stay:
        click.echo(say("Held back: {stay}.", stay=stay), err=True)
        raise SystemExit(HELD_BACK)


def _warn_of_codes() -> None:
    click.echo(
        say("Warning: the policy puts codes, and no vault is made that undoes them (--vault). Keep the originals."),
        err=True,
    )


def _answered(request: ReleaseRequest, prepared: Prepared, gate: GateOptions) -> tuple[ReleaseRequest, Prepared]:
    """What was asked for and prepared, with the answers that --allow gives, which are kept with the project."""
    from deid_studio.review.releasing.gate_answers import answers_by, keep, together
    from deid_studio.review.releasing.release_preparation import with_answers

    project = request.project
    more = answers_by(gate.allowed(project), prepared, project.reviewer, gate.why)
    if not more:
        return request, prepared
    try:
        answers = keep(project, more)
    except DeidError:  # where nothing can be kept, they hold for this time
        answers = together(request.answers, more)
    return replace(request, answers=answers), with_answers(prepared, answers)


def _tell_left_out(prepared: Prepared) -> None:
    for why, names in prepared.left_out.items():
        told = why.told.said(language())
        click.echo(say("Left out {count}: {told}.", count=len(names), told=told), err=True)
    for error in prepared.hindered:
        click.echo(error.what(language()), err=True)


def _tell_remarks(prepared: Prepared) -> None:
    """Tell where something is to be read over: reports, lines and classes, without their text."""
    words = {
        "tagged": say("no surrogate fits; the class tag stands there"),
        "agreement": say("gender or number may not fit"),
        "contradiction": say("contradicts what the report says elsewhere"),
        "day": say("a day of which no date tells the month"),
    }
    found = [(one, remark) for one in prepared.reports for remark in one.released.remarks]
    for one, remark in found[:_SHOWN_REMARKS]:
        line = line_number(one.released.text, remark.start)
        click.echo(f"{one.source.doc.id}:{line}: {remark.phi_class}: {words[remark.kind.value]}", err=True)
    if len(found) > _SHOWN_REMARKS:
        more = len(found) - _SHOWN_REMARKS
        click.echo(say("… and {more} more.", more=more), err=True)
