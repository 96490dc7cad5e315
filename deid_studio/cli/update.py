"""deid update: whether files of another version of the program come from its publisher, without a network."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio import __version__
from deid_studio.cli.commands import group
from deid_studio.cli.language import language
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import DeidError
from deid_studio.progress import Progress


@group()
def update() -> None:
    """Check files of another version of this program.

    Nothing is fetched and nothing is installed: that is yours to do.
    """


@update.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_context
def check(context: click.Context, files: tuple[Path, ...]) -> None:
    """Tell whether files are of a version that the publisher signed, newer or older than this one, and what to do.

    SHA256SUMS and SHA256SUMS.sig of the same version have to lie beside each FILE. Ends with 0 only if all are signed,
    whole, and not older than this program.
    """
    from deid_studio.formats.update_file import Standing, check_update, shipped_keys
    from deid_studio.formats.update_words import update_words

    keys, good = shipped_keys(), True
    for file in files:
        try:
            with closing(ProgressBar()) as bar:
                found = check_update(file, keys, __version__, Progress(bar.show))
        except DeidError as error:
            good = False
            click.echo(f"{error.what(language())}\n{error.remedy(language())}", err=True)
        else:
            good = good and found.standing is not Standing.OLDER
            what, remedy = (text.said(language()) for text in update_words(found))
            click.echo(f"{what}\n{remedy}")
    if not good:
        context.exit(1)
