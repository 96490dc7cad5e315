"""deid train: a model from annotated reports."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click
from tqdm import tqdm

from deid_studio import paths
from deid_studio.errors import CancelledError, DeidError, WouldOverwriteError
from deid_studio.progress import Progress


@click.command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder of the new model.")
@click.option("--base", help="Adapt this model instead of starting anew: “default” or its folder.")
@click.option("--strength", default=1.0, show_default=True, help="With --base: how strongly to stay near it.")
@click.option("--seed", default=1, show_default=True, help="Seed of everything random.")
@click.option("--iterations", default=0, help="Most iterations (0: the usual number).")
@click.option("--dev", type=click.Path(path_type=Path), help="Annotated reports to measure the model on.")
@click.option("--tagset", type=click.Path(path_type=Path), help="Tag set (TOML); default: MEDDOCAN.")
@click.option("--force", is_flag=True, help="Replace the model that is at --out.")
def train(
    corpus: tuple[Path, ...],
    out: Path,
    base: str | None,
    strength: float,
    seed: int,
    iterations: int,
    dev: Path | None,
    tagset: Path | None,
    force: bool,
) -> None:
    """Train a model on folders of annotated reports (BRAT: .txt with .ann beside).

    Each CORPUS is searched with its subfolders. The same reports, options and seed give the same model, byte for byte.
    Ctrl-C stops and writes nothing.
    """
    # The learning libraries take seconds to load: not for `deid --help`.
    from deid_studio.detection.crf_model import read_model
    from deid_studio.learning.adapt import AdaptationOptions, adapt
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.model_store import write_model
    from deid_studio.learning.train import TrainingOptions
    from deid_studio.learning.train import train as train_model
    from deid_studio.model.tagset import load_tagset

    try:
        with closing(_Bar()) as bar:
            progress = Progress(bar.show)
            if out.exists() and not force:
                raise WouldOverwriteError(path=out, count=1)
            classes = load_tagset(tagset or paths.resources() / "tagsets" / "meddocan.toml")
            documents = read_corpus(corpus, progress=progress)
            if base is None:
                options = TrainingOptions(seed=seed, **({"iterations": iterations} if iterations else {}))
                model = train_model(documents, classes, options, progress)
            else:
                start = read_model(paths.default_model() if base == "default" else Path(base))
                adaptation = AdaptationOptions(strength, **({"iterations": iterations} if iterations else {}))
                model = adapt(start, documents, adaptation, progress)
            write_model(model, out, replace=force)
        click.echo(f"{out}: {len(model.attributes)} attributes, {len(model.rules)} rules, {len(documents)} reports")
        if dev is not None:
            _measure(out, dev)
    except KeyboardInterrupt:
        _fail(CancelledError(), 130)
    except DeidError as error:
        _fail(error, 1)


def _measure(model: Path, folder: Path) -> None:
    from deid_studio.detection.pipeline import load_pipeline
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.evaluate import evaluate

    pipeline = load_pipeline(model)
    figures = evaluate(read_corpus([folder]), lambda doc: [suggestion.span for suggestion in pipeline.detect(doc)])
    for title, counts in (("NER", figures.ner), ("spans", figures.spans_strict), ("merged", figures.spans_merged)):
        click.echo(f"{title}: precision {counts.precision:.4f}  recall {counts.recall:.4f}  F1 {counts.f1:.4f}")


def _fail(error: DeidError, code: int) -> None:
    click.echo(f"{error.what()}\n{error.remedy()}", err=True)
    sys.exit(code)


class _Bar:
    """A progress bar on standard error, if that is a terminal; one a stage."""

    def __init__(self) -> None:
        self._stage = ""
        self._bar: tqdm[object] | None = None

    def show(self, step: int, total: int, what: str) -> None:
        """One step of a stage."""
        if self._bar is None or what != self._stage:
            self.close()
            self._stage = what
            self._bar = tqdm(total=total or None, desc=what, file=sys.stderr, disable=None, leave=False)
        self._bar.update(step - self._bar.n)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
