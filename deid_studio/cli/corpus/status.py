"""deid corpus status: how far each annotator is."""

from __future__ import annotations

from pathlib import Path

import click

from deid_studio.cli.commands import command
from deid_studio.cli.language import say


@command()
@click.argument("folder", type=click.Path(path_type=Path))
def status(folder: Path) -> None:
    """Show how far each annotator is: reports given out, begun and signed off."""
    from deid_studio.corpora.corpus_folder import CorpusFolder

    for one in CorpusFolder(folder).standings():
        click.echo(
            say(
                "{name}: {count} reports, {begun} begun, {signed} signed off",
                name=one.annotator.name,
                count=one.tasks,
                begun=one.begun,
                signed=one.signed,
            )
        )
        if one.by_lot < one.tasks and one.by_lot:
            click.echo(
                say("  by lot: {count} reports, {signed} signed off", count=one.by_lot, signed=one.by_lot_signed)
            )
