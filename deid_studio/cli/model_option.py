"""The options --model, --profile and --patients: what a verb detects with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio.cli.commands import option
from deid_studio.cli.language import say
from deid_studio.errors import FixedOptionError
from deid_studio.settings import as_toml, held_settings

if TYPE_CHECKING:
    from deid_studio.detection.profile import Profile
    from deid_studio.model.patient_fields import PatientFields
    from deid_studio.model.tagset import TagSet

DEFAULT_PROFILE = "hybrid"


def model_option(command: Callable[..., Any], callback: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Adds `--model NAME`, passed on as `model: str | None`."""
    return option(
        "--model",
        metavar="MODEL",
        help="A model's folder, the name of one of yours, or “default” (the one that is shipped).",
        callback=callback,
    )(command)


def used_model_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same where it makes suggestions for people: the model that an administrator has fixed, and no other."""
    return model_option(command, _as_fixed)


def _as_fixed(_context: click.Context, _option: click.Parameter, wanted: str | None) -> str | None:
    settings = held_settings()[0]
    if "model" not in settings.fixed:
        return wanted
    if wanted not in (None, settings.model):
        value = as_toml(settings.model)
        raise FixedOptionError(option="--model", name="model", value=value, by=settings.fixed_by)
    return settings.model


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


def chosen_profile(profile: str | None) -> Profile:
    """The profile that `--profile` names; raises `ProfileError`."""
    from deid_studio.detection.profile import load_profile

    return load_profile(profile or DEFAULT_PROFILE)


def own_tagset(profile: str | None, model: str | None) -> TagSet:
    """The tag set that suggestions come in where nobody asks for another: the profile's, else the model's."""
    from deid_studio.detection.model_tagset import tagset_of
    from deid_studio.detection.suggester import DETECTED
    from deid_studio.library import model_folder

    chosen = chosen_profile(profile)
    own = tagset_of(model_folder(model))
    return chosen.load_tagset() if chosen.tagset != DETECTED or own.name == DETECTED else own


def read_patients(table: Path | None, ids: Collection[str]) -> Mapping[str, PatientFields] | None:
    """The fields in the table that `--patients` names, for reports with these ids; None without a table.

    What is of no use in it is told on standard error, in numbers: ids of reports that are not here may be a patient's.
    Raises what `read_patient_table` raises.
    """
    if table is None:
        return None
    from deid_studio.formats.patient_table import read_patient_table
    from deid_studio.model.patient_fields import plain_id

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
