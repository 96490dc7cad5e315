"""The option --model: which model a verb detects with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from deid_studio import paths

DEFAULT = "default"


def model_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--model NAME`, passed on as `model: str | None`."""
    return click.option(
        "--model",
        metavar="MODEL",
        help="A model's folder, the name of one of yours, or “default” (the one that is shipped).",
    )(command)


def model_folder(model: str | None) -> Path:
    """The folder of the model that `--model` names; it need not exist."""
    if model is None or model == DEFAULT:
        return paths.default_model()
    own = paths.user_models() / model
    return own if not Path(model).exists() and own.is_dir() else Path(model)
