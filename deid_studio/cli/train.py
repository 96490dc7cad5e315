"""deid train: a model from annotated reports."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio.cli.commands import command, number_option, option
from deid_studio.cli.language import language, say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.tagset_option import tagset_option, tell_classes, worked_tagset
from deid_studio.cli.training_options import (
    card_option,
    iterations_option,
    least_reports_option,
    out_option,
    read_card_text,
    replace_option,
    share_option,
    tell_audit,
    write_trained,
)
from deid_studio.library import model_folder
from deid_studio.model.document import Document
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.detection.crf_model import CrfModel


@command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@out_option
@option(
    "--base",
    metavar="MODEL",
    help="Adapt this model instead of starting anew: “default” or its folder.",
)
@option(
    "--no-rehearsal",
    "unrehearsed",
    is_flag=True,
    help="With --base: do not try first what it brings, and write it in any case.",
)
@number_option("--seed", default=1, least=0, help="Seed of everything random.")
@number_option("--members", default=1, least=1, most=100, help="How many CRFs to train and average.")
@number_option("--augmented", default=0.6, least=0, most=100, metavar="X", help="Made reports for each annotated one.")
@number_option(
    "--restyled", default=0.0, least=0, most=100, metavar="X", help="Copies of each annotated report in other styles."
)
@iterations_option
@least_reports_option
@option(
    "--dev",
    type=click.Path(path_type=Path),
    help="Annotated reports to measure the model on.",
)
@tagset_option
@card_option
@share_option
@replace_option
def train(
    corpus: tuple[Path, ...],
    out: Path,
    base: str | None,
    unrehearsed: bool,
    seed: int,
    members: int,
    augmented: float,
    restyled: float,
    iterations: int,
    least_reports: int,
    dev: Path | None,
    tagset: Path | None,
    card: Path | None,
    share: bool,
    force: bool,
) -> None:
    """Train a model on folders of annotated reports (BRAT: .txt with .ann beside).

    Each CORPUS is searched with its subfolders. With --base what the model knows is held where its own reports are sure
    of it, and what learning brings is tried first: by reports that were left out, and by invented ones in the layouts
    of home. What is worse beyond noise is not written. The same reports, options and seed give the same model, byte for
    byte. Ctrl-C stops and writes nothing.
    """
    # The learning libraries take seconds to load: not for `deid train --help`.
    from deid_studio.detection.crf_model import read_model
    from deid_studio.detection.suggester import DETECTED
    from deid_studio.errors import LearningRefusedError
    from deid_studio.learning.adapt import AdaptationOptions, adapt
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.importance import importance_of, read_importance, write_importance
    from deid_studio.learning.model_writing import refuse_to_replace
    from deid_studio.learning.rehearsal import Verdict, rehearse
    from deid_studio.learning.rehearsal_tables import to_text
    from deid_studio.learning.train import TrainingOptions
    from deid_studio.learning.train import train as train_model
    from deid_studio.model.tagset import shipped_tagset

    refuse_to_replace(out, force)
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        own_card = read_card_text(card)
        start = None if base is None else read_model(model_folder(base))
        classes = worked_tagset(tagset, corpus, shipped_tagset(DETECTED))
        tell_classes(classes)
        documents = read_corpus(corpus, classes if start is None else None, progress)
        # Read before the training, which takes minutes.
        measured = [] if dev is None else read_corpus([dev], progress=progress)
        if start is None:
            options = TrainingOptions(
                iterations=iterations,
                least_reports=least_reports,
                seed=seed,
                augmented=augmented,
                restyled=restyled,
                members=members,
            )
            model = train_model(documents, classes, options, progress)
        else:
            adaptation = AdaptationOptions(
                iterations=min(iterations, AdaptationOptions().iterations),
                least_reports=least_reports,
                restyled=restyled,
                seed=seed,
            )
            folder = model_folder(base)
            if unrehearsed:
                model = adapt(start, documents, adaptation, progress, classes, read_importance(folder, start))
            else:
                model, rehearsal = rehearse(start, folder, documents, adaptation, progress, classes)
                bar.close()
                click.echo(to_text(rehearsal, language()), nl=False)
                if rehearsal.verdict is Verdict.WORSE:
                    raise LearningRefusedError(count=len(documents))
        found = write_trained(
            model, out, documents, start, card=own_card, least_reports=least_reports, share=share, force=force
        )
        if start is None:
            written = read_model(out)
            write_importance(out, written, importance_of(written, documents, progress))
    reports, attributes, rules = len(documents), len(model.attributes), len(model.rules)
    click.echo(
        say(
            "{out}: {reports} reports, {attributes} attributes, {rules} rules",
            out=out,
            reports=reports,
            attributes=attributes,
            rules=rules,
        )
    )
    tell_audit(found, out, share)
    if measured:
        _measure(model, measured)


def _measure(model: CrfModel, documents: Sequence[Document]) -> None:
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.learning.evaluate import evaluate
    from deid_studio.learning.evaluation_tables import to_text

    detector = CrfDetector(model, default_gazetteers())
    figures = evaluate(documents, lambda doc: [s.span for s in detector.detect(Document(doc.id, doc.text))])
    click.echo(to_text(figures, language()), nl=False)
