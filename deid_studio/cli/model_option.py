"""The options --model, --profile and --patients: what a verb detects with."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio import paths
from deid_studio.cli.commands import option
from deid_studio.cli.language import say

if TYPE_CHECKING:
    from deid_studio.detection.pipeline import Pipeline
    from deid_studio.detection.profile import Profile
    from deid_studio.model.patient_fields import PatientFields

DEFAULT = "default"
DEFAULT_PROFILE = "hybrid"


def model_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--model NAME`, passed on as `model: str | None`."""
    return option(
        "--model",
        metavar="MODEL",
        help="A model's folder, the name of one of yours, or “default” (the one that is shipped).",
    )(command)


def profile_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--profile NAME`, passed on as `profile: str | None`."""
    return option(
        "--profile",
        metavar="PROFILE",
        help="Which detectors, in which order: the name of a shipped profile or a TOML file; default: hybrid.",
    )(command)


def patients_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--patients FILE`, passed on as `patients: Path | None`."""
    return option(
        "--patients",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help=(
            "Table (CSV or JSON) of what is known of each report's patient: a column “report”, and given name, "
            "surname, identifier, phone…"
        ),
    )(command)


def model_folder(model: str | None) -> Path:
    """The folder of the model that `--model` names; it need not exist."""
    if model is None or model == DEFAULT:
        return paths.default_model()
    from deid_studio.formats.folder_swap import bring_back

    own = paths.user_models() / model
    with contextlib.suppress(OSError):  # who cannot put it back is told that there is none
        bring_back(own)
        bring_back(Path(model))
    return own if not Path(model).exists() and own.is_dir() else Path(model)


def chosen_profile(profile: str | None) -> Profile:
    """The profile that `--profile` names; raises `ProfileError`."""
    from deid_studio.detection.profile import load_profile

    return load_profile(profile or DEFAULT_PROFILE)


def chosen_pipeline(
    profile: str | None, model: str | None, patient_fields: Mapping[str, PatientFields] | None = None
) -> Pipeline:
    """The pipeline of `--profile` with the model of `--model`; raises what loading them raises."""
    if profile is None:
        from deid_studio.detection.model_pipeline import load_pipeline

        return load_pipeline(model_folder(model), patient_fields)
    # Without --model each detector takes the model that its profile means.
    return chosen_profile(profile).pipeline(None if model is None else model_folder(model), patient_fields)


def read_patients(table: Path | None, ids: Collection[str]) -> Mapping[str, PatientFields] | None:
    """The fields in the table that `--patients` names, for reports with these ids; None without a table.

    What is of no use in it is told on standard error, in numbers: ids of reports that are not here may be a patient's.
    Raises what `read_patient_table` raises.
    """
    if table is None:
        return None
    from deid_studio.detection.patient.patient_detector import plain_id
    from deid_studio.formats.patient_table import read_patient_table

    found = read_patient_table(table)
    rows, reports = {plain_id(key) for key in found.fields}, {plain_id(id) for id in ids}
    if found.ignored:
        columns = ", ".join((*found.ignored[:10], *("…",) * (len(found.ignored) > 10)))
        _tell(say("{table}: columns that are not used: {columns}.", table=table, columns=columns))
    if rows - reports:
        count, example = len(rows - reports), min(reports)
        _tell(
            say(
                "{table}: {count} rows are for reports that are not here (here they are called like “{example}”); "
                "not used.",
                table=table,
                count=count,
                example=example,
            ),
        )
    if reports - rows:
        count = len(reports - rows)
        _tell(
            say(
                "{table}: {count} of {count2} reports have no row; no patient's fields are searched in them.",
                table=table,
                count=count,
                count2=len(reports),
            ),
        )
    return found.fields


def _tell(words: str) -> None:
    click.echo(words, err=True)
