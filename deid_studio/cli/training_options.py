"""The options that all verbs have that train a model."""

from __future__ import annotations

from pathlib import Path

import click

from deid_studio.cli.commands import option

out_option = option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    es="Carpeta del modelo nuevo.",
    en="Folder of the new model.",
)
tagset_option = option(
    "--tagset",
    type=click.Path(path_type=Path),
    es="Conjunto de clases (TOML); por defecto, MEDDOCAN.",
    en="Tag set (TOML); default: MEDDOCAN.",
)
card_option = option(
    "--card",
    type=click.Path(path_type=Path),
    es="Ficha del modelo (Markdown) que se pondrá en la carpeta.",
    en="Model card (Markdown) to put into the folder.",
)
replace_option = option(
    "--force",
    is_flag=True,
    es="Reemplaza el modelo que esté en --out.",
    en="Replace the model that is at --out.",
)
iterations_option = option(
    "--iterations",
    default=80,
    show_default=True,
    type=click.IntRange(1, 10_000),
    metavar="N",
    es="Iteraciones del optimizador, como mucho.",
    en="Most iterations of the optimiser.",
)
least_reports_option = option(
    "--least-reports",
    default=5,
    show_default=True,
    type=click.IntRange(1, 1_000_000),
    metavar="K",
    es="El modelo solo guarda palabras de listas públicas o de al menos K informes distintos.",
    en="The model keeps only words of public lists or of at least K different reports.",
)
