"""deid corpus rights: what gives each annotator a right to the own layer alone, in PostgreSQL."""

from __future__ import annotations

import click

from deid_studio import paths
from deid_studio.cli.commands import command


@command()
def rights() -> None:
    """Print the SQL that lets annotators see no layer but their own.

    Who shared a corpus in PostgreSQL runs it there once: deid corpus rights | psql DATABASE
    """
    click.echo((paths.resources() / "team" / "rights.sql").read_text(encoding="utf-8"), nl=False)
