"""deid corpus share: a corpus is put into a database, where a team meets."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command
from deid_studio.cli.corpus.database_option import ask_option, opened, tell, url_option
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.progress import Progress


@command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@url_option
@ask_option
def share(folder: Path, url: str | None, ask_password: bool) -> None:
    """Put a corpus into a database, where a team meets.

    FOLDER stays that of who leads the corpus. A share that was stopped goes on when it is run again.
    """
    with opened(url, ask_password) as database, closing(ProgressBar()) as bar:
        from deid_studio.corpora.sharing.syncing import share as share_corpus

        done = share_corpus(folder, database, Progress(bar.show))
    tell(done)
