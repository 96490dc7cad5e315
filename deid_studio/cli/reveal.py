"""deid reveal: the reports of a release as they were, by its vault."""

from __future__ import annotations

import getpass
import json
import os
from datetime import UTC, datetime
from pathlib import Path

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import said
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.passphrases import asked_passphrases, passphrase_files_option
from deid_studio.errors import DeidError, NotRestoredError, WriteError, reason


@command("""Recupera los originales de una publicación con su archivo de códigos.

    IN es la carpeta publicada, sin cambios. Cada apertura, también la fallida, queda anotada junto al archivo de
    códigos (quién y cuándo).
    """)
@click.argument("folder", metavar="IN", type=click.Path(path_type=Path))
@option(
    "--vault",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    es="El archivo de códigos que se guardó al publicar.",
    en="The vault that was kept when the reports were released.",
)
@option(
    "--out",
    required=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    es="Carpeta para los originales.",
    en="Folder for the originals.",
)
@passphrase_files_option
@force_option
def reveal(folder: Path, vault: Path, out: Path, passphrase_files: tuple[Path, ...], force: bool) -> None:
    """Bring back the originals of a release by its vault.

    IN is the released folder, unchanged. Each opening, a failed one as well, is noted beside the vault (who, when).
    """
    from deid_studio.formats.files import write_file
    from deid_studio.formats.text import read_bytes
    from deid_studio.release.vault import open_vault, people_of, restored

    people = people_of(vault)
    passphrases = asked_passphrases(people, passphrase_files, new=False)
    try:
        content = open_vault(vault, passphrases)
    except DeidError as error:
        _note(vault, error.code, 0)
        raise
    # Noted before anything is shown: who opens it cannot take that back.
    _note(vault, "opened", len(content.reports))
    targets = {released: out / f"{one.name}.txt" for released, one in content.reports.items()}
    refuse_to_overwrite(targets.values(), force)
    failed = 0
    for released, one in content.reports.items():
        try:
            raw = restored(read_bytes(folder / f"{released}.txt", 500).decode("utf-8"), one)
        except (DeidError, ValueError):
            failed += 1
            click.echo(said(f"{released}: falta o ha cambiado", f"{released}: missing or changed"), err=True)
            continue
        try:
            targets[released].parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(path=targets[released].parent, detail=reason(error)) from error
        write_file(targets[released], raw)
    done = len(targets) - failed
    click.echo(said(f"{done} informes recuperados en {out}", f"{done} reports brought back to {out}"))
    if failed:
        raise NotRestoredError(path=folder, count=failed)


def _note(vault: Path, what: str, reports: int) -> None:
    """Add a line to the journal of openings beside a vault; raises `WriteError`, so that none is opened unseen."""
    line = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "who": getpass.getuser(), "what": what,
            "reports": reports}  # fmt: skip
    path = vault.with_name(f"{vault.name}.openings.jsonl")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, (json.dumps(line) + "\n").encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error
