"""deid release: reviewed reports as they leave, by a release policy."""

from __future__ import annotations

import getpass
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.commands import command, option
from deid_studio.cli.gate_options import HELD_BACK, GateOptions, gate_options, tell_held, write_findings
from deid_studio.cli.handover_options import handover_options
from deid_studio.cli.language import language, said
from deid_studio.cli.model_option import model_folder, model_option, patients_option, read_patients
from deid_studio.cli.overwriting import force_option
from deid_studio.cli.passphrases import asked_passphrases, passphrase_files_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import DeidError, WouldOverwriteError
from deid_studio.model.lines import line_number
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.model.patient_fields import PatientFields
    from deid_studio.review.handover import Handover
    from deid_studio.review.project import Project
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
            self.fail(said(f"los formatos son {known}.", f"formats are {known}."), param, ctx)
        return chosen


@command("""Publica informes revisados según una política.

    IN es una carpeta revisada con el programa, de la que salen los informes firmados que no han cambiado desde la
    firma, o una con pares BRAT (.txt y .ann) que alguien revisó fuera de él (--reviewed-by). Antes de escribir, el
    detector más exhaustivo lee los originales y lo que va a salir; lo que nadie marcó y podría identificar a alguien
    retiene la publicación hasta que una persona responda.
    """)
@click.argument("folder", metavar="IN", type=click.Path(path_type=Path))
@option(
    "--out",
    required=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    es="Carpeta de la publicación; si contiene una anterior, --force la sustituye entera.",
    en="Folder of the release; --force replaces an earlier one there as a whole.",
)
@option(
    "--policy",
    required=True,
    metavar="NAME|FILE",
    es="research, safe-harbour, eu-pseudonymisation, eu-anonymisation, meddocan-tags, radiology, una suya o un archivo"
    " TOML.",
    en="research, safe-harbour, eu-pseudonymisation, eu-anonymisation, meddocan-tags, radiology, one of your own, or a"
    " TOML file.",
)
@patients_option
@option(
    "--include-unsigned",
    is_flag=True,
    es="Exporta todos los informes sin revisar: lo dicen sus nombres, no llevan certificado.",
    en="Export all reports unreviewed: their names say so, there is no certificate.",
)
@option(
    "--reviewed-by",
    default="",
    metavar="WHO, HOW",
    es="Quién revisó los pares BRAT que no se revisaron en este programa, y cómo; el certificado lo dice.",
    en="Who reviewed BRAT pairs that were not reviewed in this program, and how; the certificate says so.",
)
@option(
    "--format",
    "formats",
    default="brat",
    show_default=True,
    type=_Formats(),
    metavar=",".join(_FORMATS),
    es="Formatos, separados por comas.",
    en="Formats, separated by commas.",
)
@option(
    "--numbered",
    is_flag=True,
    es="Llama a los informes report-0001, report-0002…: su nombre puede decir de quién son.",
    en="Call the reports report-0001, report-0002…: their names may tell whose they are.",
)
@gate_options
@model_option
@option(
    "--new-secret",
    is_flag=True,
    es="Crea otro secreto en lugar del que tiene el proyecto: los sustitutos no serán los de publicaciones anteriores.",
    en="Make another secret in place of the project's: surrogates will not be those of earlier releases.",
)
@option(
    "--vault",
    metavar="FILE",
    type=click.Path(path_type=Path),
    es="Guarda aquí, cifrado con una contraseña, lo que hace falta para recuperar los originales (deid reveal).",
    en="Keep here, encrypted by a passphrase, what brings the originals back (deid reveal).",
)
@option(
    "--people",
    default=1,
    type=click.IntRange(1, 2),
    es="Cuántas personas tienen que estar de acuerdo para abrirlo, cada una con su contraseña.",
    en="How many people have to agree to open it, each with a passphrase of their own.",
)
@passphrase_files_option
@option(
    "--no-layout",
    is_flag=True,
    es="Hace los documentos de Word de nuevo a partir del texto, sin el diseño de los originales.",
    en="Make Word documents anew from the text, without the layout of the originals.",
)
@option(
    "--keep-images",
    is_flag=True,
    es="Deja las imágenes de los documentos de Word; nadie ha comprobado qué se ve en ellas.",
    en="Leave the pictures in Word documents; nobody has checked what they show.",
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
    from deid_studio.cli.user_settings import user_settings
    from deid_studio.model.tagset import load_tagset
    from deid_studio.release.gate.reading import gate_reader
    from deid_studio.release.outputs import OutputFormat
    from deid_studio.release.policy import load_policy
    from deid_studio.release.surrogates import draws
    from deid_studio.review.certificate.release_certificate import is_release
    from deid_studio.review.project import Project
    from deid_studio.review.releasing.release_preparation import prepare
    from deid_studio.review.releasing.release_request import ReleaseRequest
    from deid_studio.review.releasing.release_writing import make_ready, refuse_held, write_release

    chosen = load_policy(policy)
    if is_release(out) and not force:
        raise WouldOverwriteError(path=out, count=sum(1 for _ in out.iterdir()))
    settings = user_settings()
    project = Project(folder, load_tagset(paths.resources() / "tagsets" / "meddocan.toml"), getpass.getuser())
    bar = ProgressBar()
    try:
        fields = _known_fields(project, patients)
        request = ReleaseRequest(
            project,
            chosen,
            out,
            tuple(OutputFormat(one) for one in formats),
            include_unsigned,
            numbered,
            fields=fields,
            answers=project.gate_answers(),
            remembered=project.surrogates(),
            vault=vault,
            language=language(),
            keep_layout=not no_layout,
            keep_pictures=keep_images,
            handover=handover,
            reviewed_by=reviewed_by,
            quarantine=gate.quarantine,
            reader=gate_reader(model_folder(model), project.rules_off().union(settings.rules_off)),
        )
        progress = Progress(bar.show)
        make_ready(request)
        if new_secret:
            project.keep_release_secret(draws.new_secret())
        prepared = prepare(request, progress)
        bar.close()
        request, prepared = _answered(request, prepared, gate)
        _tell_left_out(prepared)
        tell_held(prepared, gate.show_hits)
        if gate.findings is not None:
            write_findings(prepared, gate.findings)
        refuse_held(request, prepared)
        _tell_remarks(prepared)
        if vault is None and chosen.codes(project.tagset):
            _warn_of_codes()
        # Asked when nothing holds the release back any more.
        asked = asked_passphrases(people, passphrase_files, new=True) if vault is not None else ()
        certificate = write_release(replace(request, passphrases=asked), prepared, progress)
    finally:
        bar.close()
        project.close()
    for remark in certificate.remarks:
        click.echo(remark.text(language()), err=True)
    count, stay = len(certificate.reports), certificate.left_out.get("held", 0)
    if include_unsigned:
        click.echo(
            said(
                f"SIN REVISAR, sin certificado: {count} en {out}. Trátelos como los originales.",
                f"UNREVIEWED, without a certificate: {count} in {out}. Treat them like the originals.",
            )
        )
    else:
        spanish = "1 informe publicado" if count == 1 else f"{count} informes publicados"
        english = "1 report" if count == 1 else f"{count} reports"
        click.echo(said(f"{spanish} en {out}", f"{english} released to {out}"))
    if stay:
        click.echo(said(f"Retenidos: {stay}.", f"Held back: {stay}."), err=True)
        raise SystemExit(HELD_BACK)


def _warn_of_codes() -> None:
    click.echo(
        said(
            "Aviso: la política pone códigos y no se hace un archivo que los deshaga (--vault). Conserve los"
            " originales.",
            "Warning: the policy puts codes, and no vault is made that undoes them (--vault). Keep the originals.",
        ),
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


def _known_fields(project: Project, table: Path | None) -> dict[str, PatientFields]:
    """What the project knows of each report's patient, together with what a table says."""
    from deid_studio.formats.patient_table import PatientTable
    from deid_studio.review.patient_records import match_table

    fields = dict(project.patient_fields())
    names = [entry.name for entry in project.entries]
    rows = PatientTable(read_patients(table, names) or {})
    for name, values in match_table(rows, names).fields.items():
        fields[name] = fields[name].together_with(values) if name in fields else values
    return fields


def _tell_left_out(prepared: Prepared) -> None:
    for why, names in prepared.left_out.items():
        told = said(why.told.es, why.told.en)
        click.echo(said(f"No salen {len(names)}: {told}.", f"Left out {len(names)}: {told}."), err=True)
    for error in prepared.hindered:
        click.echo(error.what(language()), err=True)


def _tell_remarks(prepared: Prepared) -> None:
    """Tell where something is to be read over: reports, lines and classes, without their text."""
    words = {
        "tagged": said("ningún sustituto encaja; queda la etiqueta", "no surrogate fits; the class tag stands there"),
        "agreement": said("revise el género y el número", "gender or number may not fit"),
    }
    found = [(one, remark) for one in prepared.reports for remark in one.released.remarks]
    for one, remark in found[:_SHOWN_REMARKS]:
        line = line_number(one.released.text, remark.start)
        click.echo(f"{one.source.doc.id}:{line}: {remark.phi_class}: {words[remark.kind.value]}", err=True)
    if len(found) > _SHOWN_REMARKS:
        more = len(found) - _SHOWN_REMARKS
        click.echo(said(f"… y {more} más.", f"… and {more} more."), err=True)
