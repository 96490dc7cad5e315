"""deid corpus sync: what is new goes from a folder into the database of its corpus, and from there into the folder."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command
from deid_studio.cli.corpus.database_option import ask_option, opened, tell, url_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.corpora.sharing.shared_file import read_shared
from deid_studio.progress import Progress


@command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@url_option
@ask_option
def sync(folder: Path, url: str | None, ask_password: bool) -> None:
    """Give what is new in a folder to the database of its corpus, and take what is new there.

    An annotator gives decisions and gets tasks; who leads the corpus gives tasks and gets all layers. Without --url
    the database is the one that FOLDER was shared with or joined from.
    """
    known = read_shared(folder)
    with opened(url or (known.url if known else None), ask_password) as database, closing(ProgressBar()) as bar:
        from deid_studio.corpora.sharing.syncing import sync as sync_corpus

        done = sync_corpus(folder, database, Progress(bar.show))
    tell(done)
