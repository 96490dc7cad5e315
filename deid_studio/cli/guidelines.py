"""deid guidelines: what each class holds, as Markdown."""

from __future__ import annotations

from pathlib import Path

import click

from deid_studio.cli.commands import command
from deid_studio.cli.language import language
from deid_studio.cli.tagset_option import tagset_option, worked_tagset


@command()
@click.argument("folder", metavar="[FOLDER]", required=False, type=click.Path(path_type=Path))
@tagset_option
def guidelines(folder: Path | None, tagset: Path | None) -> None:
    """Print what each class holds, as Markdown.

    With a FOLDER of reports in its classes and with its own texts (guidelines.toml), as the window shows them. Each
    class has a definition, what belongs to it, what does not, where a mention ends, and examples.
    """
    from deid_studio.formats.guidelines_file import guidelines_for
    from deid_studio.model.guidelines_markdown import guidelines_markdown
    from deid_studio.model.tagset import shipped_tagset

    classes = worked_tagset(tagset, [] if folder is None else [folder], shipped_tagset("meddocan"))
    click.echo(guidelines_markdown(guidelines_for(classes, folder), language()), nl=False)
