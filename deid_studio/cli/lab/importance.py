"""deid lab importance: how much a model's reports say of each of its weights, for learning more without forgetting."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command
from deid_studio.cli.language import say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.library import model_folder
from deid_studio.progress import Progress


@command()
@click.argument("model")
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
def importance(model: str, corpus: tuple[Path, ...]) -> None:
    """Count how much the reports of each CORPUS, from which MODEL was trained, say of each of its weights.

    It is put beside the model. `deid train --base MODEL` then holds what they are sure of.
    """
    from deid_studio.detection.crf_model import read_model
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.importance import importance_of, write_importance

    folder = model_folder(model)
    crf = read_model(folder)
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        reports = read_corpus(corpus, progress=progress)
        found = importance_of(crf, reports, progress)
    write_importance(folder, crf, found)
    click.echo(say("Reports: {count}").format(count=len(reports)))
