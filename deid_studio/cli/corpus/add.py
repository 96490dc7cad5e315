"""deid corpus add: reports that came into a corpus since are given out."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command
from deid_studio.cli.language import say_count
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.progress import Progress


@command()
@click.argument("folder", type=click.Path(path_type=Path))
def add(folder: Path) -> None:
    """Give out the reports that came into a corpus since.

    Put them into FOLDER/reports first. What was given out stays as it is.
    """
    from deid_studio.corpora.corpus_folder import CorpusFolder

    with closing(ProgressBar()) as bar:
        count = CorpusFolder(folder).plan_new(Progress(bar.show))
    click.echo(say_count("{count} report was given out.", "{count} reports were given out.", count))
