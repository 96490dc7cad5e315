"""deid ledger: what a folder of reports released to whom, and whether a copy is as it left."""

from __future__ import annotations

import getpass
import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.commands import command, option
from deid_studio.cli.language import language, said
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import NotInLedgerError, ReleaseChangedError
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.review.certificate.ledger import Comparison, LedgerEntry

_SHOWN_FILES = 20


@command("""Muestra qué se ha publicado desde una carpeta de informes, y para quién.

    FOLDER es la carpeta revisada. Sin opciones se listan las publicaciones; --show dice todo de una. --check compara
    una carpeta publicada, archivo por archivo, con lo que salió, y termina con 0 solo si está igual.
    """)
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@option(
    "--show",
    metavar="NUMBER",
    es="Todo lo que consta de una publicación, por su número o el comienzo de este.",
    en="All that is known of one release, by its number or the beginning of it.",
)
@option(
    "--check",
    "released",
    metavar="RELEASED",
    type=click.Path(path_type=Path),
    es="Compara esta carpeta con la publicación de la que es copia.",
    en="Compare this folder with the release that it is a copy of.",
)
@option(
    "--json",
    "as_json",
    is_flag=True,
    es="Escribe JSON en lugar de frases. Con --show, también los nombres de los informes.",
    en="Print JSON in place of sentences. With --show, the names of the reports as well.",
)
def ledger(folder: Path, show: str | None, released: Path | None, as_json: bool) -> None:
    """Show what was released from a folder of reports, and for whom.

    FOLDER is the folder under review. Without options the releases are listed; --show tells all of one. --check
    compares a released folder, file by file, with what left, and ends with 0 only if it is the same.
    """
    from deid_studio.model.tagset import load_tagset
    from deid_studio.review.certificate.ledger import Ledger, compared
    from deid_studio.review.project import Project

    project = Project(folder, load_tagset(paths.resources() / "tagsets" / "meddocan.toml"), getpass.getuser())
    try:
        book = Ledger(project)
        book.settle()
        entries = book.entries()
    finally:
        project.close()
    if released is not None:
        bar = ProgressBar()
        try:
            found = compared(entries, released, Progress(bar.show))
        finally:
            bar.close()
        if found is None:
            raise NotInLedgerError(path=released)
        _tell_comparison(found, released, as_json)
    elif show is not None:
        chosen = [one for one in entries if one.number.startswith(show)] if show else []
        if len(chosen) != 1:
            raise NotInLedgerError(path=show)
        _show(chosen[0], as_json)
    elif as_json:
        click.echo(json.dumps([_short(one) for one in entries], ensure_ascii=False, indent=1))
    else:
        for one in entries:
            click.echo(_line(one))
        if not entries:
            click.echo(said("No se ha publicado nada desde esta carpeta.", "Nothing was released from this folder."))


def _short(entry: LedgerEntry) -> dict[str, object]:
    """What the list says of a release, as JSON's values: no names of reports."""
    values = entry.values()
    kept = ("number", "at", "by", "folder", "handover", "formats", "vault", "unreviewed", "settled")
    return {name: values[name] for name in kept} | {
        "policy": entry.policy.get("name"),
        "reports": len(entry.reports),
        "left_out": {why: len(names) for why, names in entry.left_out.items()},
        "contents_sha256": entry.contents,
        "expired": entry.is_past(date.today()),
    }


def _line(entry: LedgerEntry) -> str:
    count = len(entry.reports)
    reports = said("1 informe" if count == 1 else f"{count} informes", "1 report" if count == 1 else f"{count} reports")
    recipient = entry.handover.recipient or said("destinatario: no consta", "recipient: not stated")
    return " · ".join(
        part
        for part in (f"{entry.number[:8]}  {entry.at[:16].replace('T', ' ')}", _policy(entry), reports, recipient,
                     _expiry(entry), *_marks(entry))
        if part
    )  # fmt: skip


def _policy(entry: LedgerEntry) -> str:
    return str(entry.policy.get("name", ""))


def _expiry(entry: LedgerEntry) -> str:
    expires = entry.handover.expires
    if expires is None:
        return ""
    if entry.is_past(date.today()):
        return said(f"CADUCÓ el {expires.isoformat()}", f"EXPIRED on {expires.isoformat()}")
    return said(f"hasta el {expires.isoformat()}", f"until {expires.isoformat()}")


def _marks(entry: LedgerEntry) -> list[str]:
    marks = []
    if entry.vault:
        marks.append(said("con archivo de códigos", "with a vault"))
    if entry.unreviewed:
        marks.append(said("SIN REVISAR", "NOT REVIEWED"))
    if not entry.settled:
        marks.append(said("no se sabe si llegó a salir", "nobody knows whether it left"))
    return marks


def _show(entry: LedgerEntry, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(entry.values(), ensure_ascii=False, indent=1))
        return
    handover, nothing = entry.handover, said("no consta", "not stated")
    environments = {
        "open": said("publicación abierta", "open publication"),
        "controlled": said("acceso controlado", "controlled access"),
        "internal": said("dentro de la organización", "within the organisation"),
    }
    seen = nothing if handover.environment is None else environments[handover.environment.value]
    left_out = ", ".join(f"{len(names)} ({_why(why)})" for why, names in sorted(entry.left_out.items()))
    lines = (
        (said("Publicación", "Release"), entry.number),
        (said("Fecha", "Made at"), f"{entry.at[:16].replace('T', ' ')} UTC"),
        (said("Por", "By"), entry.by or nothing),
        (said("Carpeta", "Folder"), entry.folder),
        (said("Destinatario", "Recipient"), handover.recipient or nothing),
        (said("Finalidad", "Purpose"), handover.purpose or nothing),
        (said("Entorno", "Environment"), seen),
        (said("Acuerdo", "Agreement"), handover.agreement or nothing),
        (said("Caducidad", "Expiry"), _expiry(entry)),
        (said("Política", "Policy"), entry.policy_title.get(language()) or _policy(entry)),
        (said("Formatos", "Formats"), ", ".join(entry.formats)),
        (said("Informes", "Reports"), str(len(entry.reports))),
        (said("No salieron", "Left out"), left_out or "0"),
        (said("Archivos", "Files"), str(len(entry.files))),
        ("SHA-256", entry.contents),
        (said("Certificados", "Certificates"), ", ".join(one.at[:10] for one in entry.issues) or nothing),
        *((said("Nota", "Remark"), mark) for mark in _marks(entry)),
    )
    for name, value in lines:
        click.echo(f"{name}: {value}")


def _why(reason: str) -> str:
    from deid_studio.review.certificate.left_out import LeftOut

    told = next((one.told for one in LeftOut if one == reason), None)  # another version may know more reasons
    return reason if told is None else said(told.es, told.en)


def _tell_comparison(found: Comparison, released: Path, as_json: bool) -> None:
    kinds = {
        "missing": (said("falta", "missing"), found.missing),
        "changed": (said("ha cambiado", "changed"), found.changed),
        "added": (said("no salió con ella", "did not leave with it"), found.added),
        "outdated": (said("hay un certificado posterior", "there is a later certificate"), found.outdated),
    }
    if as_json:
        values = {"number": found.entry.number, "same": found.is_same}
        click.echo(
            json.dumps(values | {kind: names for kind, (_, names) in kinds.items()}, ensure_ascii=False, indent=1)
        )
    else:
        click.echo(_line(found.entry))
        for words, names in kinds.values():
            for name in names[:_SHOWN_FILES]:
                click.echo(f"{name}: {words}", err=True)
            if len(names) > _SHOWN_FILES:
                more = len(names) - _SHOWN_FILES
                click.echo(said(f"… y {more} más.", f"… and {more} more."), err=True)
    if not found.is_same:
        raise ReleaseChangedError(path=released, count=found.differences)
    if not as_json:
        click.echo(said("Todos los archivos están como salieron.", "All files are as they left."))
