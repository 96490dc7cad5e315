"""deid lab order: whether reviewing in an order that leads teaches a model faster than reviewing by lot."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import language
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.tagset_option import worked_tagset
from deid_studio.library import model_folder
from deid_studio.model.document import Document
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.lab.report_orders import Active

# What is doubted by its probability, as in the profile of doubts.
_POSSIBLE, _HARMLESS = 0.003, 0.5


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
@number_option("--splits", default=1, least=1, help="How often pool and held-out reports are drawn anew.")
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
    splits: int,
    seed: int,
) -> None:
    """Reveal the annotated reports of POOL in several orders, and measure what a model learns from each.

    The orders are by benefit, as a corpus with an active order gives them out (deid corpus new --order active), and by
    lot.

    After each STEP reports the model is learned from all that were revealed, the others are ordered anew by what it
    suggests, and it is measured on the held-out reports, which are none of the pool. Figures are recall of characters;
    at last how many reports of each order are needed for the recall of so many by lot, with intervals of 95 % over
    splits and lots.
    """
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.crf_marginals import MarginalsDetector
    from deid_studio.detection.crf_model import CrfModel, read_model
    from deid_studio.detection.doubts import Doubts
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.harmless.shipped_harmless import default_harmless
    from deid_studio.detection.pipeline import Pipeline
    from deid_studio.detection.suggester import DETECTED
    from deid_studio.lab.report_orders import Learn, Learned, Simulation, savings_to_text, to_text
    from deid_studio.learning.adapt import Lessons
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.importance import read_importance
    from deid_studio.learning.train import TrainingOptions, train
    from deid_studio.model.tagset import shipped_tagset
    from deid_studio.review.report_order import SortBy

    tagset = worked_tagset(None, pool, shipped_tagset(DETECTED))
    start = None if base is None else read_model(model_folder(base))
    importance = None if start is None else read_importance(model_folder(base), start)

    def learner(documents: Sequence[Document]) -> Learn:
        """Learns from some of these reports; an adaptation reads them once for all."""
        if start is None:
            return lambda some: learned_by(train(some, tagset, TrainingOptions(augmented=0, seed=seed)))
        lessons = Lessons(start, documents, tagset=tagset, importance=importance)

        def learn(some: Sequence[Document]) -> Learned:
            wanted = {doc.id for doc in some}
            return learned_by(lessons.learned([at for at, doc in enumerate(documents) if doc.id not in wanted]))

        return learn

    weigh = default_harmless().weights

    def learned_by(model: CrfModel) -> Learned:
        crf = CrfDetector(model, default_gazetteers())
        doubts = Doubts(Pipeline([MarginalsDetector(crf, _POSSIBLE, least_harmless=_HARMLESS, weigh=weigh)]))
        return Learned(lambda doc: crf.detect(Document(doc.id, doc.text)), doubts.beside)

    before = Learned(lambda _doc: ()) if start is None else learned_by(start)
    with closing(ProgressBar()) as bar:
        there = read_corpus(pool, tagset)
        measured_on = None if held_out is None else read_corpus([held_out], tagset)
        found = []
        for split in range(seed, seed + splits):
            documents = _drawn(there, of_pool, split)
            taken = {id(doc) for doc in documents}
            others = measured_on or [doc for doc in there if id(doc) not in taken]
            measured = _drawn(others, of_held_out, split)
            learn = learner(documents)
            simulation = Simulation(documents, measured, learn, before, step, steps, active_order, Progress(bar.show))
            runs = [simulation.run(by, split) for by in (SortBy.UNCERTAINTY, SortBy.LEAK, SortBy.PLAN)]
            found.append([*runs, *(simulation.run(None, split + lot) for lot in range(lots))])
            bar.close()
            click.echo(to_text(found[-1], language()))
    click.echo(savings_to_text(found, language()), nl=False)


def active_order(documents: Sequence[Document], seed: int) -> Active:
    """The order of a corpus that one annotator reads, with its share by lot."""
    from deid_studio.corpora.plan import Plan, ReadingOrder, tasks_for
    from deid_studio.corpora.reading_order import reading_order
    from deid_studio.detection.signed_layouts import marks_in

    plan = Plan(readers=1, order=ReadingOrder.ACTIVE, seed=f"{seed:08x}")
    tasks = tasks_for([doc.id for doc in documents], ["reader"], plan)
    marks = {doc.id: marks_in(doc.text) for doc in documents}
    return lambda revealed, benefits: reading_order(tasks, revealed, benefits, marks, len(revealed))


def _drawn(documents: list[Document], count: int, seed: int) -> list[Document]:
    """So many reports, drawn by lot, in their order."""
    places = random.Random(seed).sample(range(len(documents)), min(count, len(documents)))
    return [documents[place] for place in sorted(places)]
