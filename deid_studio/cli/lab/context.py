"""deid lab context: a context model from annotated reports."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.tagset_option import tagset_option, worked_tagset
from deid_studio.cli.training_options import card_option, out_option, read_card_text, replace_option
from deid_studio.progress import Progress


@command()
@click.argument("varied", nargs=-1, required=True, type=click.Path(path_type=Path))
@out_option
@option(
    "--alike",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Further annotated reports, many of one layout.",
)
@number_option("--passes", default=5, least=1, most=1000, help="How often the network sees each report.")
@number_option("--width", default=80, least=8, most=1024, help="How many numbers stand for a place within the network.")
@number_option("--prose", default=3000, least=0, most=1_000_000, help="How many reports to make of sentences.")
@number_option("--made", default=1200, least=0, most=1_000_000, help="How many reports to make in other layouts.")
@number_option("--seed", default=1, least=0, help="Seed of everything random.")
@tagset_option
@card_option
@replace_option
def context(
    varied: tuple[Path, ...],
    out: Path,
    alike: tuple[Path, ...],
    passes: int,
    width: int,
    prose: int,
    made: int,
    seed: int,
    tagset: Path | None,
    card: Path | None,
    force: bool,
) -> None:
    """Train a context model, which profiles use as the detector “context”.

    Each VARIED is a folder of annotated reports (BRAT: .txt with .ann beside) of many layouts, taken with its
    subfolders: they count several times, in other cases, in other styles and with other names. Ctrl-C stops and writes
    nothing.
    """
    from deid_studio.detection.suggester import DETECTED
    from deid_studio.learning.context.context_store import write_context_model
    from deid_studio.learning.context.context_training import ContextOptions, train_context
    from deid_studio.learning.context.network_training import NetworkOptions
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.model_writing import refuse_to_replace
    from deid_studio.model.tagset import shipped_tagset

    refuse_to_replace(out, force)
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        own_card = read_card_text(card)
        classes = worked_tagset(tagset, [*varied, *alike], shipped_tagset(DETECTED))
        documents, own = (read_corpus(folders, classes, progress) for folders in (alike, varied))
        network = NetworkOptions(width=width, passes=passes, seed=seed)
        options = ContextOptions(network, prose=prose, made=made, seed=seed)
        model = train_context(documents, own, classes, options, progress)
        write_context_model(model, out, own_card)
    reports, words = len(documents) + len(own), len(model.words)
    click.echo(say("{out}: {reports} reports, {words} words", out=out, reports=reports, words=words))
