"""Model pipeline: the one door to what suggests with the model in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.suggester import SUITING
from deid_studio.model.patient_fields import PatientFields


def load_pipeline(model: Path, patient_fields: Mapping[str, PatientFields] | None = None) -> Pipeline:
    """The pipeline of the profile `hybrid` with the model in a folder, in the model's classes.

    `patient_fields` are keyed by report id. Raises `ModelMissingError`, `ModelDamagedError`, or `ProfileError` when
    there are patient fields and the pipeline cannot use them.
    """
    # Imported here: NumPy and SciPy take longer to load than a command without detection takes to run.
    from deid_studio.detection.profile import load_profile

    return load_profile(SUITING).pipeline(model, patient_fields)
