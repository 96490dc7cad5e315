"""The options --model and --profile: what a verb detects with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio import paths

if TYPE_CHECKING:
    from deid_studio.detection.pipeline import Pipeline
    from deid_studio.detection.profile import Profile

DEFAULT = "default"
DEFAULT_PROFILE = "hybrid"


def model_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--model NAME`, passed on as `model: str | None`."""
    return click.option(
        "--model",
        metavar="MODEL",
        help="A model's folder, the name of one of yours, or “default” (the one that is shipped).",
    )(command)


def profile_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--profile NAME`, passed on as `profile: str | None`."""
    return click.option(
        "--profile",
        metavar="PROFILE",
        help="Which detectors, in which order: the name of a shipped profile or a TOML file; default: hybrid.",
    )(command)


def model_folder(model: str | None) -> Path:
    """The folder of the model that `--model` names; it need not exist."""
    if model is None or model == DEFAULT:
        return paths.default_model()
    own = paths.user_models() / model
    return own if not Path(model).exists() and own.is_dir() else Path(model)


def chosen_profile(profile: str | None) -> Profile:
    """The profile that `--profile` names; raises `ProfileError`."""
    from deid_studio.detection.profile import load_profile

    return load_profile(profile or DEFAULT_PROFILE)


def chosen_pipeline(profile: str | None, model: str | None) -> Pipeline:
    """The pipeline of `--profile` with the model of `--model`; raises what loading them raises."""
    if profile is None:
        from deid_studio.detection.pipeline import load_pipeline

        return load_pipeline(model_folder(model))
    # Without --model each detector takes the model that its profile means.
    return chosen_profile(profile).pipeline(None if model is None else model_folder(model))
