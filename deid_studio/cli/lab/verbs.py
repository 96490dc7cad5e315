"""deid lab: the verbs of research, which are loaded when they are asked for."""

from __future__ import annotations

import click

from deid_studio.cli.commands import LazyGroup, Verbs

VERBS: Verbs = {
    "ablation": (
        "deid_studio.cli.lab.ablation",
        "Mide lo que aporta cada detector y cada familia de atributos.",
        "Measure what each detector and each family of features adds.",
    ),
    "calibrate": (
        "deid_studio.cli.lab.calibrate",
        "Mide con qué frecuencia acierta cada confianza, y la corrige.",
        "Measure how often each confidence is right, and correct it.",
    ),
    "sectioned": (
        "deid_studio.cli.lab.sectioned",
        "Entrena el híbrido por secciones; compara los etiquetados del cuerpo.",
        "Train the sectioned hybrid; compare how its body can be labelled.",
    ),
    "indicators": (
        "deid_studio.cli.lab.indicators",
        "Cuenta qué clases siguen a cada indicador de las cabeceras.",
        "Count which classes stand after each label in report headers.",
    ),
    "rules": (
        "deid_studio.cli.lab.rules",
        "Muestra las expresiones inducidas de un modelo y de dónde vienen.",
        "Show a model's induced expressions and where they come from.",
    ),
    "grammar": (
        "deid_studio.cli.lab.grammar",
        "Comprueba, explica, mide y alimenta una gramática.",
        "Check, explain, measure and feed a grammar.",
    ),
}


@click.group(
    cls=LazyGroup,
    verbs=VERBS,
    spanish="""Mide, compara y explica detectores y modelos.

    Nada de esto hace falta para desidentificar informes.
    """,
)
def lab() -> None:
    """Measure, compare and explain detectors and models.

    None of it is needed to de-identify reports.
    """
