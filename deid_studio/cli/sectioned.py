"""deid sectioned: train the sectioned hybrid, and compare the labellings of its body."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.language import language
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.errors import WouldOverwriteError
from deid_studio.progress import Progress

if TYPE_CHECKING:
    from deid_studio.learning.labellings import LabellingScores

_LABELLINGS = ("n-i", "bio", "n-i-classes", "bio-classes")


@click.group()
def sectioned() -> None:
    """Train the sectioned hybrid; compare how its body can be labelled."""


@sectioned.command()
@click.argument("corpus", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder of the new model.")
@click.option("--labelling", default="bio-classes", show_default=True, type=click.Choice(_LABELLINGS))
@click.option("--only-lines-with-phi", is_flag=True, help="Learn the body from lines with PHI alone, as in the thesis.")
@click.option("--tagset", type=click.Path(path_type=Path), help="Tag set (TOML); default: MEDDOCAN.")
@click.option("--card", type=click.Path(path_type=Path), help="Model card (Markdown) to put into the folder.")
@click.option("--force", is_flag=True, help="Replace the model that is at --out.")
def train(
    corpus: tuple[Path, ...],
    out: Path,
    labelling: str,
    only_lines_with_phi: bool,
    tagset: Path | None,
    card: Path | None,
    force: bool,
) -> None:
    """Train a sectioned model on folders of annotated reports, for `--profile sectioned --model OUT`.

    Each CORPUS is searched with its subfolders. The same reports and options give the same model, byte for byte.
    """
    from deid_studio.formats.text import read_bytes
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.section_models import Labelling, SectionedOptions, SectionedTrainer, write_sectioned
    from deid_studio.model.tagset import load_tagset

    if out.exists() and not force:
        raise WouldOverwriteError(path=out, count=1)
    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        extra = {"MODEL_CARD.md": read_bytes(card)} if card is not None else {}
        documents = read_corpus(corpus, progress=progress)
        classes = load_tagset(tagset or paths.resources() / "tagsets" / "meddocan.toml")
        model = SectionedTrainer(documents, classes, progress).train(
            SectionedOptions(Labelling(labelling), only_lines_with_phi)
        )
        write_sectioned(model, out, replace=force, extra=extra)
    click.echo(
        f"{out}: {len(documents)} reports, {len(model.indicators)} indicators, {len(model.crf.attributes)} attributes"
    )


@sectioned.command()
@click.argument("train_folder", metavar="TRAIN", type=click.Path(path_type=Path))
@click.argument("dev_folder", metavar="DEV", type=click.Path(path_type=Path))
@click.option("--only-lines-with-phi", is_flag=True, help="Learn the body from lines with PHI alone, as in the thesis.")
def compare(train_folder: Path, dev_folder: Path, only_lines_with_phi: bool) -> None:
    """Train the body on TRAIN in all four labellings and measure each on DEV, in one table."""
    from deid_studio.learning.corpus import read_corpus
    from deid_studio.learning.labellings import compare_labellings
    from deid_studio.learning.section_models import SectionedOptions, SectionedTrainer
    from deid_studio.model.tagset import load_tagset

    with closing(ProgressBar()) as bar:
        progress = Progress(bar.show)
        classes = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
        trainer = SectionedTrainer(read_corpus([train_folder], progress=progress), classes, progress)
        scores = compare_labellings(
            trainer,
            read_corpus([dev_folder], progress=progress),
            lambda labelling: SectionedOptions(labelling, only_lines_with_phi),
            progress,
        )
    click.echo(_table(scores, language()), nl=False)


def _table(scores: list[LabellingScores], spoken: str) -> str:
    from deid_studio.learning.labellings import PUBLISHED_F1

    titles = (
        ("Etiquetado", "tokens P", "R", "F1", "líneas ISP", "tesis", "menciones", "NER") if spoken == "es"
        else ("Labelling", "tokens P", "R", "F1", "PHI lines", "thesis", "spans", "NER")
    )  # fmt: skip
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
