"""deid train: a model from annotated reports."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.model_option import model_folder
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.detection.crf_model import CrfModel


@click.command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder of the new model.")
@click.option("--base", help="Adapt this model instead of starting anew: “default” or its folder.")
@click.option("--strength", default=0.1, show_default=True, help="With --base: how strongly to stay near it.")
@click.option("--seed", default=1, show_default=True, help="Seed of everything random.")
@click.option("--members", default=1, show_default=True, help="How many CRFs to train and average.")
@click.option("--augmented", default=0.6, show_default=True, help="Made reports for each annotated one.")
@click.option("--iterations", default=80, show_default=True, help="Most iterations of the optimiser.")
@click.option("--dev", type=click.Path(path_type=Path), help="Annotated reports to measure the model on.")
@click.option("--tagset", type=click.Path(path_type=Path), help="Tag set (TOML); default: MEDDOCAN.")
@click.option("--card", type=click.Path(path_type=Path), help="Model card (Markdown) to put into the folder.")
@click.option("--force", is_flag=True, help="Replace the model that is at --out.")
def train(
    corpus: tuple[Path, ...],
    out: Path,
    base: str | None,
    strength: float,
    seed: int,
    members: int,
    augmented: float,
    iterations: int,
    dev: Path | None,
    tagset: Path | None,
    card: Path | None,
    force: bool,
) -> None:
    """Train a model on folders of annotated reports (BRAT: .txt with .ann beside).

    Each CORPUS is searched with its subfolders. The same reports, options and seed give the same model, byte for byte.
    Ctrl-C stops and writes nothing.
    """
    # The learning libraries take seconds to load: not for `deid train --help`.
    from deid_studio.detection.crf_model import read_model
    from deid_studio.formats.text import read_bytes
    from deid_studio.learning.adapt import AdaptationOptions, adapt
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.model_store import refuse_to_replace, write_model
    from deid_studio.learning.train import TrainingOptions
    from deid_studio.learning.train import train as train_model
    from deid_studio.model.tagset import load_tagset

    refuse_to_replace(out, force)
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        extra = {"MODEL_CARD.md": read_bytes(card)} if card is not None else {}
        documents = read_corpus(corpus, progress=progress)
        if base is None:
            classes = load_tagset(tagset or paths.resources() / "tagsets" / "meddocan.toml")
            options = TrainingOptions(iterations=iterations, seed=seed, augmented=augmented, members=members)
            model = train_model(documents, classes, options, progress)
        else:
            adaptation = AdaptationOptions(strength=strength, iterations=iterations)
            model = adapt(read_model(model_folder(base)), documents, adaptation, progress)
        write_model(model, out, replace=force, extra=extra)
    click.echo(f"{out}: {len(documents)} reports, {len(model.attributes)} attributes, {len(model.rules)} rules")
    if dev is not None:
        _measure(model, dev)


def _measure(model: CrfModel, folder: Path) -> None:
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.evaluate import evaluate

    detector = CrfDetector(model, default_gazetteers())
    figures = evaluate(read_corpus([folder]), lambda doc: [suggestion.span for suggestion in detector.detect(doc)])
    measures = {"NER": figures.ner, "spans strict": figures.spans_strict, "spans merged": figures.spans_merged}
    for title, counts in measures.items():
        click.echo(f"{title:12}  precision {counts.precision:.4f}  recall {counts.recall:.4f}  F1 {counts.f1:.4f}")
