"""deid lab order: whether reviewing by benefit teaches a model faster than reviewing by lot."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import language
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.tagset_option import worked_tagset
from deid_studio.library import model_folder
from deid_studio.model.document import Document
from deid_studio.progress import Progress


@command()
@click.argument("pool", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@option(
    "--held-out",
    type=click.Path(path_type=Path, exists=True),
    help="Annotated reports to measure on; default: what is left of POOL.",
)
@option("--base", metavar="MODEL", help="What is adapted; without it each model is trained anew.")
@number_option("--of-pool", default=24, least=2, help="So many reports of the pool, drawn by lot.")
@number_option("--of-held-out", default=60, least=1, help="So many of the held-out ones, drawn by lot.")
@number_option("--step", default=4, least=1, help="So many reports are signed off before the model learns anew.")
@number_option("--steps", default=3, least=1, help="How often it learns.")
@number_option("--lots", default=3, least=1, help="How many orders by lot.")
@number_option("--seed", default=1, least=0, help="Seed of everything random.")
def order(
    pool: tuple[Path, ...],
    held_out: Path | None,
    base: str | None,
    of_pool: int,
    of_held_out: int,
    step: int,
    steps: int,
    lots: int,
    seed: int,
) -> None:
    """Reveal the annotated reports of POOL by benefit and by lot, and measure what a model learns from each order.

    After each STEP reports the model is learned from all that were revealed, the others are ordered anew by what it
    suggests, and it is measured on the held-out reports, which are none of the pool. Figures are recall of characters.
    """
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.crf_model import CrfModel, read_model
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.suggester import DETECTED
    from deid_studio.lab.report_orders import Simulation, Suggest, to_text
    from deid_studio.learning.adapt import adapt
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.importance import read_importance
    from deid_studio.learning.train import TrainingOptions, train
    from deid_studio.model.tagset import shipped_tagset
    from deid_studio.review.report_order import SortBy

    tagset = worked_tagset(None, pool, shipped_tagset(DETECTED))
    start = None if base is None else read_model(model_folder(base))
    importance = None if start is None else read_importance(model_folder(base), start)

    def learn(documents: Sequence[Document]) -> Suggest:
        if start is None:
            return suggesting(train(documents, tagset, TrainingOptions(augmented=0, seed=seed)))
        return suggesting(adapt(start, documents, tagset=tagset, importance=importance))

    def suggesting(model: CrfModel) -> Suggest:
        detector = CrfDetector(model, default_gazetteers())
        return lambda doc: detector.detect(Document(doc.id, doc.text))

    base_suggests: Suggest = (lambda _doc: []) if start is None else suggesting(start)
    with closing(ProgressBar()) as bar:
        there = read_corpus(pool, tagset)
        documents = _drawn(there, of_pool, seed)
        taken = {id(doc) for doc in documents}
        others = [doc for doc in there if id(doc) not in taken] if held_out is None else read_corpus([held_out], tagset)
        measured = _drawn(others, of_held_out, seed)
        simulation = Simulation(documents, measured, learn, base_suggests, step, steps, Progress(bar.show))
        runs = [simulation.run(by, seed) for by in (SortBy.UNCERTAINTY, SortBy.LEAK)]
        runs += [simulation.run(None, seed + lot) for lot in range(lots)]
    click.echo(to_text(runs, language()), nl=False)


def _drawn(documents: list[Document], count: int, seed: int) -> list[Document]:
    """So many reports, drawn by lot, in their order."""
    places = random.Random(seed).sample(range(len(documents)), min(count, len(documents)))
    return [documents[place] for place in sorted(places)]
