"""deid lab compare: two systems on the same annotated reports, with a paired bootstrap."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.evaluate import folder_system
from deid_studio.cli.language import language
from deid_studio.library import detect, evaluate, open_pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Span


@command()
@click.argument("gold", type=click.Path(path_type=Path, exists=True))
@click.argument("first")
@click.argument("second")
@option("--profile", metavar="NAME|FILE", help="The profile that a model's folder is tried in.")
@option("--draws", metavar="N", type=click.IntRange(min=1), default=10_000, help="How many sets of reports are drawn.")
@option("--seed", metavar="N", type=click.IntRange(min=0), default=1, help="Seed of everything random.")
def compare(gold: Path, first: str, second: str, profile: str | None, draws: int, seed: int) -> None:
    """Tell whether SECOND is better than FIRST on the reports of GOLD, or merely luckier.

    GOLD is a folder of annotated reports. FIRST and SECOND are each a folder with an .ann for each report, the folder
    of a model, or a profile. Sets of reports are drawn from GOLD with replacement, and both are measured on each.
    """
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.two_systems import compare as differences_of
    from deid_studio.learning.two_systems import to_text

    documents = read_corpus([gold])
    one, other = (evaluate(documents, _system(named, profile)) for named in (first, second))
    click.echo(to_text(differences_of(one, other, draws, seed), (first, second), language()), nl=False)


def _system(named: str, profile: str | None) -> Callable[[Document], Iterable[Span] | None]:
    path = Path(named)
    if path.is_dir() and not (path / "manifest.json").exists():
        return folder_system(path)
    pipeline = open_pipeline(profile, path) if path.is_dir() else open_pipeline(named)
    return lambda doc: [one.span for one in detect(Document(doc.id, doc.text), pipeline)]
