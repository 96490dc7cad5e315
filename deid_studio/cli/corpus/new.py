"""deid corpus new: a corpus of reports, its plan and its layers."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from deid_studio.cli.commands import FiniteRange, command, option
from deid_studio.cli.language import say
from deid_studio.cli.progress_bar import ProgressBar
from deid_studio.cli.tagset_option import tagset_option, tell_classes, worked_tagset
from deid_studio.corpora.plan import MOST_PLANTED, Plan, ReadingOrder, Shown
from deid_studio.progress import Progress


@command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("reports", type=click.Path(path_type=Path, exists=True, file_okay=False))
@option(
    "--annotator",
    "annotators",
    multiple=True,
    required=True,
    metavar="NAME",
    help="Who annotates, as the sign-offs will name them; once for each.",
)
@option(
    "--name",
    help="What the corpus is called; default: as its folder.",
)
@option(
    "--readers",
    default=Plan().readers,
    show_default=True,
    type=click.IntRange(1),
    help="How many annotators read a report that is shared.",
)
@option(
    "--shared",
    default=Plan().shared,
    show_default=True,
    type=FiniteRange(0, 1),
    metavar="SHARE",
    help="Which share of the reports is read by several; the others by one.",
)
@option(
    "--shown",
    default=Plan().shown.value,
    show_default=True,
    type=click.Choice([one.value for one in Shown]),
    help="What annotators see: no suggestion, all, or in half of the reports either, so that their pull is measured.",
)
@option(
    "--planted",
    default=Plan().planted,
    show_default=True,
    type=FiniteRange(0, MOST_PLANTED),
    metavar="SHARE",
    help="Which share of the suggestions is shown wrong, so that their pull is measured; never saved.",
)
@option(
    "--order",
    default=Plan().order.value,
    show_default=True,
    type=click.Choice([one.value for one in ReadingOrder]),
    help="In which order each reads: by lot, as the reports are listed, or first what a model learns most from.",
)
@option(
    "--random-share",
    default=Plan().random_share,
    show_default=True,
    type=FiniteRange(0, 1),
    metavar="SHARE",
    help="Which share is read by lot in an active order: what is measured on these reports holds for all.",
)
@tagset_option
def new(
    folder: Path,
    reports: Path,
    annotators: tuple[str, ...],
    name: str | None,
    readers: int,
    shared: float,
    shown: str,
    planted: float,
    order: str,
    random_share: float,
    tagset: Path | None,
) -> None:
    """Make a corpus of reports: who reads what, and a layer for each annotator.

    FOLDER is new; the texts of REPORTS are copied into it, annotations beside them are not. Each annotator opens the
    own layer, FOLDER/layers/NAME, in the window. What chance decides is decided once and stays.
    """
    from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
    from deid_studio.model.tagset import shipped_tagset

    if len({one.strip() for one in annotators}) < len(annotators) or not all(one.strip() for one in annotators):
        raise click.UsageError(say("each annotator needs a name of their own"))
    if readers > len(annotators):
        raise click.UsageError(say("--readers {count}: there are only {total}", count=readers, total=len(annotators)))
    if planted and shown == Shown.BLIND:
        raise click.UsageError(say("--planted: nothing is shown with --shown blind"))
    classes = worked_tagset(tagset, [reports], shipped_tagset("meddocan"))
    tell_classes(classes)
    plan = Plan(readers, shared, Shown(shown), ReadingOrder(order), random_share=random_share, planted=planted)
    people = annotators_named([one.strip() for one in annotators])
    with closing(ProgressBar()) as bar:
        named = name or folder.resolve().name
        made = make_corpus(folder, named, reports, people, plan, classes, Progress(bar.show))
    for standing in made.standings():
        where = made.layer(standing.annotator)
        click.echo(
            say("{name}: {count} reports in {path}", name=standing.annotator.name, count=standing.tasks, path=where)
        )
