"""deid lab: the verbs of research, which are loaded when they are asked for."""

from __future__ import annotations

import click

from deid_studio.cli.commands import LazyGroup, Verbs
from deid_studio.texts import Text

VERBS: Verbs = {
    "ablation": (
        "deid_studio.cli.lab.ablation",
        Text("Measure what each detector and each family of features adds."),
    ),
    "compare": (
        "deid_studio.cli.lab.compare",
        Text("Tell whether one system is better than another, with its uncertainty."),
    ),
    "order": (
        "deid_studio.cli.lab.order",
        Text("Tell whether reviewing by benefit teaches a model faster than by lot."),
    ),
    "calibrate": (
        "deid_studio.cli.lab.calibrate",
        Text("Measure how often each confidence is right, and correct it."),
    ),
    "context": (
        "deid_studio.cli.lab.context",
        Text("Train a context model on annotated reports of many layouts."),
    ),
    "judge": (
        "deid_studio.cli.lab.judge",
        Text("Learn what a profile leaves out of reports with a strange layout."),
    ),
    "importance": (
        "deid_studio.cli.lab.importance",
        Text("Count what a model's reports are sure of, so that it can learn more without forgetting."),
    ),
    "sectioned": (
        "deid_studio.cli.lab.sectioned",
        Text("Train the sectioned hybrid; compare how its body can be labelled."),
    ),
    "indicators": (
        "deid_studio.cli.lab.indicators",
        Text("Count which classes stand after each label in report headers."),
    ),
    "restyle": (
        "deid_studio.cli.lab.restyle",
        Text("Lay annotated reports anew as other systems, machines and people write."),
    ),
    "rules": (
        "deid_studio.cli.lab.rules",
        Text("Show a model's induced expressions and where they come from."),
    ),
    "grammar": (
        "deid_studio.cli.lab.grammar",
        Text("Check, explain, measure and feed a grammar."),
    ),
}


@click.group(
    cls=LazyGroup,
    verbs=VERBS,
)
def lab() -> None:
    """Measure, compare and explain detectors and models.

    None of it is needed to de-identify reports.
    """
