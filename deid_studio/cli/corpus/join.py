"""deid corpus join: a folder of a shared corpus, with the own layer."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.corpus.database_option import ask_option, opened, tell, url_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.progress import Progress


@command()
@click.argument("folder", type=click.Path(path_type=Path))
@option(
    "--annotator",
    default="",
    metavar="NAME",
    help="Whose layer it holds, by the name that the corpus has; default: all layers, for who leads the corpus.",
)
@url_option
@ask_option
def join(folder: Path, annotator: str, url: str | None, ask_password: bool) -> None:
    """Make a folder of a shared corpus, with the own layer.

    FOLDER is new. What the annotator shared before, from wherever, is in it.
    """
    with opened(url, ask_password) as database, closing(ProgressBar()) as bar:
        from deid_studio.corpora.sharing.syncing import join as join_corpus

        done = join_corpus(folder, database, annotator, Progress(bar.show))
    tell(done)
