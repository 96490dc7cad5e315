"""deid lab sectioned: train the sectioned hybrid, and compare the labellings of its body."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.commands import group, option
from deid_studio.cli.language import say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.training_options import (
    card_option,
    least_reports_option,
    out_option,
    read_card_text,
    replace_option,
    share_option,
    tagset_option,
    tell_audit,
    write_trained,
)
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.lab.labellings import LabellingScores

_LABELLINGS = ("n-i", "bio", "n-i-classes", "bio-classes")
_only_lines_option = option(
    "--only-lines-with-phi",
    is_flag=True,
    help="Learn the body from lines with PHI alone, as in the thesis.",
)


@group()
def sectioned() -> None:
    """Train the sectioned hybrid; compare how its body can be labelled."""


@sectioned.command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@out_option
@option(
    "--labelling",
    default="bio-classes",
    show_default=True,
    type=click.Choice(_LABELLINGS),
    help="How the words of the body are labelled.",
)
@_only_lines_option
@least_reports_option
@tagset_option
@card_option
@share_option
@replace_option
def train(
    corpus: tuple[Path, ...],
    out: Path,
    labelling: str,
    only_lines_with_phi: bool,
    least_reports: int,
    tagset: Path | None,
    card: Path | None,
    share: bool,
    force: bool,
) -> None:
    """Train a sectioned model on folders of annotated reports, for `--profile sectioned --model OUT`.

    Each CORPUS is searched with its subfolders. The same reports and options give the same model, byte for byte.
    """
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.model_writing import refuse_to_replace
    from deid_studio.learning.section_models import Labelling, SectionedOptions, SectionedTrainer
    from deid_studio.model.tagset import load_tagset

    refuse_to_replace(out, force)
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        own_card = read_card_text(card)
        classes = load_tagset(tagset or paths.resources() / "tagsets" / "meddocan.toml")
        documents = read_corpus(corpus, classes, progress)
        model = SectionedTrainer(documents, classes, progress, least_reports).train(
            SectionedOptions(Labelling(labelling), only_lines_with_phi)
        )
        found = write_trained(
            model, out, documents, card=own_card, least_reports=least_reports, share=share, force=force
        )
    reports, labels, attributes = len(documents), len(model.indicators), len(model.crf.attributes)
    click.echo(
        say(
            "{out}: {reports} reports, {labels} indicators, {attributes} attributes",
            out=out,
            reports=reports,
            labels=labels,
            attributes=attributes,
        )
    )
    tell_audit(found, out, share)


@sectioned.command()
@click.argument("train_folder", metavar="TRAIN", type=click.Path(path_type=Path))
@click.argument("dev_folder", metavar="DEV", type=click.Path(path_type=Path))
@_only_lines_option
def compare(train_folder: Path, dev_folder: Path, only_lines_with_phi: bool) -> None:
    """Train the body on TRAIN in all four labellings and measure each on DEV, in one table."""
    from deid_studio.lab.labellings import compare_labellings
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.section_models import SectionedOptions, SectionedTrainer
    from deid_studio.model.tagset import load_tagset

    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        classes = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
        # Both are read before the training, which takes minutes.
        reports, dev = (read_corpus([folder], classes, progress) for folder in (train_folder, dev_folder))
        scores = compare_labellings(
            SectionedTrainer(reports, classes, progress),
            dev,
            lambda labelling: SectionedOptions(labelling, only_lines_with_phi),
            progress,
        )
    click.echo(_table(scores), nl=False)


def _table(scores: list[LabellingScores]) -> str:
    from deid_studio.lab.labellings import PUBLISHED_F1

    own = say("PHI lines"), say("thesis"), say("spans")
    titles = (say("Labelling"), "tokens P", "R", "F1", *own, "NER")
    rows = [f"{titles[0]:<14}" + "".join(f"{title:>11}" for title in titles[1:])]
    for one in scores:
        published = PUBLISHED_F1.get(one.labelling)
        figures = [
            f"{one.tokens.precision:.4f}",
            f"{one.tokens.recall:.4f}",
            f"{one.tokens.f1:.4f}",
            f"{one.tokens_of_lines_with_phi.f1:.4f}",
            "–" if published is None else f"{published:.2f}",
            f"{one.spans.f1:.4f}",
            "–" if one.ner is None else f"{one.ner.f1:.4f}",
        ]
        rows.append(f"{one.labelling.value:<14}" + "".join(f"{figure:>11}" for figure in figures))
    return "\n".join(rows) + "\n"
