"""deid reveal: the reports of a release as they were, by its vault."""

from __future__ import annotations

import getpass
from pathlib import Path

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import say
from deid_studio.cli.overwriting import NewFolder, force_option
from deid_studio.cli.passphrases import asked_passphrases, passphrase_files_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import NotRestoredError
from deid_studio.progress import Progress


@command()
@click.argument("folder", metavar="IN", type=click.Path(path_type=Path))
@option(
    "--vault",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The vault that was kept when the reports were released.",
)
@option(
    "--out",
    required=True,
    metavar="FOLDER",
    type=NewFolder(),
    help="Folder for the originals.",
)
@passphrase_files_option
@force_option
def reveal(folder: Path, vault: Path, out: Path, passphrase_files: tuple[Path, ...], force: bool) -> None:
    """Bring back the originals of a release by its vault.

    IN is the released folder, unchanged. Each opening, a failed one as well, is noted beside the vault (who, when).
    """
    from deid_studio.release.vault import people_of
    from deid_studio.review.releasing.revealing import RevealRequest, reveal_reports

    passphrases = asked_passphrases(people_of(vault), passphrase_files, new=False)
    request = RevealRequest(folder, vault, out, passphrases, getpass.getuser(), replacing=force)
    bar = ProgressBar()
    try:
        revealed = reveal_reports(request, Progress(bar.show))
    finally:
        bar.close()
    for name in revealed.failed:
        click.echo(say("{name}: missing or changed", name=name), err=True)
    done = len(revealed.restored)
    with_ann = revealed.annotations
    click.echo(
        say(
            "{done} reports brought back to {out}; with their annotations (.ann): {value}",
            done=done,
            out=out,
            value=with_ann or 0,
        )
    )
    if with_ann is None:
        click.echo(
            say("The vault is of an earlier version, which did not keep annotations."),
            err=True,
        )
    if revealed.failed:
        raise NotRestoredError(path=folder, count=len(revealed.failed))
