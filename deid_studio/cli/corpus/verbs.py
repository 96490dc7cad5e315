"""deid corpus: the verbs of who leads a corpus, which are loaded when they are asked for."""

from __future__ import annotations

import click

from deid_studio.cli.commands import LazyGroup, Verbs
from deid_studio.texts import Text

VERBS: Verbs = {
    "new": (
        "deid_studio.cli.corpus.new",
        Text("Make a corpus of reports: who reads what, and a layer for each annotator."),
    ),
    "add": (
        "deid_studio.cli.corpus.add",
        Text("Give out the reports that came into a corpus since."),
    ),
    "status": (
        "deid_studio.cli.corpus.status",
        Text("Show how far each annotator is."),
    ),
    "agreement": (
        "deid_studio.cli.corpus.agreement",
        Text("Tell how far annotators agree, pair by pair and together."),
    ),
    "bias": (
        "deid_studio.cli.corpus.bias",
        Text("Tell how far suggestions pull annotators."),
    ),
    "share": (
        "deid_studio.cli.corpus.share",
        Text("Put a corpus into a database, where a team meets."),
    ),
    "join": (
        "deid_studio.cli.corpus.join",
        Text("Make a folder of a shared corpus, with the own layer."),
    ),
    "sync": (
        "deid_studio.cli.corpus.sync",
        Text("Give what is new in a folder to the database of its corpus, and take what is new there."),
    ),
    "rights": (
        "deid_studio.cli.corpus.rights",
        Text("Print the SQL that lets annotators see no layer but their own."),
    ),
    "check": (
        "deid_studio.cli.corpus.check",
        Text("Find places of annotated reports that are probably wrong."),
    ),
}


@click.group(
    cls=LazyGroup,
    verbs=VERBS,
)
def corpus() -> None:
    """Build a gold corpus with several annotators.

    Each annotates in a layer, a folder that is opened like any other; what they agree on and where they differ is
    adjudicated in one more.
    """
