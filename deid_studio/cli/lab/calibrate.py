"""deid lab calibrate: how often suggestions of each confidence are right, and confidences that say so."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import command, option
from deid_studio.cli.language import say
from deid_studio.cli.model_option import model_option, profile_option
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.formats.files import write_file
from deid_studio.library import model_folder, open_pipeline
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.learning.calibrating import Bin


@command()
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path))
@model_option
@profile_option
@option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write the corrected confidences here.",
)
@option(
    "--for",
    "successor",
    metavar="MODEL",
    help="The model that what is written is for, if not the one measured: one trained alike, on more reports.",
)
@force_option
def calibrate(
    gold: tuple[Path, ...],
    model: str | None,
    profile: str | None,
    out: Path | None,
    successor: str | None,
    force: bool,
) -> None:
    """Measure how often each confidence is right, and correct it.

    Each GOLD is a folder of annotated reports (BRAT: .txt with .ann beside) that the model has not seen. The first
    table is of confidences as the detectors give them, the second of those corrected by the other half of the reports.
    With --out the correction is written, for the key calibration of a profile.
    """
    refuse_to_overwrite([out] if out is not None else [], force)
    from deid_studio.detection.calibration import Calibration
    from deid_studio.detection.crf_model import read_model
    from deid_studio.detection.detector import TrainedDetector
    from deid_studio.learning.calibrating import by_source, fit, judged, reliability
    from deid_studio.learning.corpus import read_corpus

    pipeline = open_pipeline(profile, model)
    prints = [one.fingerprint for one in pipeline.detectors if isinstance(one, TrainedDetector)]
    if successor is not None:
        prints = [read_model(model_folder(successor)).fingerprint]
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        reports = judged(pipeline, read_corpus(gold, progress=progress), progress)
    click.echo(say("Detectors that agree"))
    for source, (count, right) in by_source(reports).items():
        click.echo(f"  {source or '–':40}{count:>7}{right:>9.4f}")
    _show(say("As suggested"), reliability(reports, Calibration()))
    _show(say("Corrected by the other half"), reliability(reports))
    if out is not None:
        calibration = fit(reports, prints[0] if prints else "")
        write_file(out, (json.dumps(calibration.to_json(), indent=1) + "\n").encode("utf-8"))


def _show(title: str, bins: Iterable[Bin]) -> None:
    from deid_studio.learning.calibrating import error

    bins = list(bins)
    heads = say("confidence spans mean exact in-PHI").split()
    click.echo(f"\n{title} (ECE {error(bins):.4f})")
    click.echo(f"{heads[0]:>15}" + "".join(f"{head:>11}" for head in heads[1:]))
    for one in bins:
        click.echo(
            f"{one.low:>7.3f}–{one.high:<7.3f}{one.count:>11}{one.confidence:>11.4f}{one.right:>11.4f}{one.overlaps:>11.4f}"
        )
