"""deid lab ablation: what each detector, family of features and made report adds, at home and away."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio import paths
from deid_studio.cli.commands import command, option
from deid_studio.cli.model_option import model_option, profile_option
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.training_options import iterations_option
from deid_studio.formats.files import write_file
from deid_studio.library import open_pipeline
from deid_studio.progress import Progress


@command()
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path))
@model_option
@profile_option
@option(
    "--train",
    type=click.Path(path_type=Path),
    help="Annotated reports to train on.",
)
@iterations_option
@option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the tables here (Markdown), also those that there are when it is stopped.",
)
@force_option
def ablation(
    gold: tuple[Path, ...],
    model: str | None,
    profile: str | None,
    train: Path | None,
    iterations: int,
    out: Path | None,
    force: bool,
) -> None:
    """Measure what each detector adds and, with --train, each family of features.

    Each GOLD is a folder of annotated reports (BRAT: .txt with .ann beside) with columns of its own: for example
    reports like those of the training, and others in foreign layouts. The first table is of the profile without each
    of its detectors; with --train a CRF is also trained without each family of features and without made reports,
    which takes some minutes a row.
    """
    refuse_to_overwrite([out] if out is not None else [], force)
    from deid_studio.lab.ablation import Row, detector_rows, feature_rows, to_markdown
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.train import TrainingOptions
    from deid_studio.model.tagset import load_tagset

    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        sets = {name: read_corpus([folder], progress=progress) for name, folder in _names(gold).items()}
        classes = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
        documents = [] if train is None else read_corpus([train], classes, progress)
        tables: list[list[Row]] = [list(detector_rows(open_pipeline(profile, model), sets))]
        if documents:
            tables.append([])
            options = TrainingOptions(iterations=iterations)
            for row in feature_rows(documents, classes, options, sets, progress):
                tables[-1].append(row)
                if out is not None:
                    write_file(out, "\n".join(map(to_markdown, tables)).encode("utf-8"))
    text = "\n".join(map(to_markdown, tables))
    if out is not None:
        write_file(out, text.encode("utf-8"))
    click.echo(text, nl=False)


def _names(folders: tuple[Path, ...]) -> dict[str, Path]:
    """The folders by as much of their path as tells them apart."""
    for parts in range(1, max(len(folder.resolve().parts) for folder in folders) + 1):
        named = {"/".join(folder.resolve().parts[-parts:]): folder for folder in folders}
        if len(named) == len(set(folders)):
            break
    return named
