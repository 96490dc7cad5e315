"""deid lab judge: what each clue weighs when a profile's judge leaves suggestions out."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import say
from deid_studio.cli.model_option import model_option, profile_option
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.formats.files import write_file
from deid_studio.library import open_pipeline
from deid_studio.progress import Progress


@command()
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path))
@model_option
@profile_option
@option("--out", type=click.Path(path_type=Path), required=True, help="Write the weights here.")
@force_option
def judge(gold: tuple[Path, ...], model: str | None, profile: str | None, out: Path, force: bool) -> None:
    """Learn what each clue weighs when suggestions in strange layouts are left out.

    Each GOLD is a folder of annotated reports (BRAT: .txt with .ann beside) from which no model of the profile has
    learned. What is written is for the key weights of the detector judge in a profile.
    """
    refuse_to_overwrite([out], force)
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.judge_training import judge_of, learn_weights

    pipeline = open_pipeline(profile, model)
    if judge_of(pipeline) is None:
        raise click.UsageError(say("The profile has no detector “judge”."))
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        reports = read_corpus(gold, progress=progress)
        try:
            weights = learn_weights(pipeline, reports, progress)
        except ValueError as error:
            raise click.UsageError(
                say("In these reports the judge has nothing to tell apart: more of strange layouts are needed.")
            ) from error
    write_file(out, (json.dumps(weights.to_json(), indent=1, ensure_ascii=False) + "\n").encode("utf-8"))
    click.echo(say("Reports: {count}").format(count=len(reports)))
