"""Model pipeline: the one door to what suggests with the model in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from deid_studio.detection.detector import Detector
from deid_studio.detection.model_files import MANIFEST
from deid_studio.detection.model_tagset import tagset_from
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.suggester import SUITING
from deid_studio.model.patient_fields import PatientFields

if TYPE_CHECKING:
    from deid_studio.detection.crf_model import CrfModel


def load_pipeline(model: Path, patient_fields: Mapping[str, PatientFields] | None = None) -> Pipeline:
    """The pipeline of the profile `hybrid` with the model in a folder, in the model's classes.

    `patient_fields` are keyed by report id. Raises `ModelMissingError`, `ModelDamagedError`, or `ProfileError` when
    there are patient fields and the pipeline cannot use them.
    """
    # Imported here: NumPy and SciPy take longer to load than a command without detection takes to run.
    from deid_studio.detection.profile import load_profile

    return load_profile(SUITING).pipeline(model, patient_fields)


def with_model(pipeline: Pipeline, model: CrfModel) -> Pipeline:
    """The pipeline of `load_pipeline` with another CRF in the place of its own, what that tells the judge and which
    layouts it has learned, all else shared with it."""
    from deid_studio.detection.context.context_detector import ContextDetector
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.judge.judge import Judge, learned_standard
    from deid_studio.detection.learned_ends import LearnedEnds
    from deid_studio.detection.readings.readings_detector import ReadingsDetector
    from deid_studio.detection.signed_layouts import Layouts

    crf = CrfDetector(model, default_gazetteers())
    standard = learned_standard(model.manifest, SUITING, Path(MANIFEST))
    layouts = Layouts.of(model.manifest)

    def other(one: Detector) -> Detector:
        if isinstance(one, CrfDetector):
            return crf
        if isinstance(one, LearnedEnds):
            return one.of(crf)
        if isinstance(one, ContextDetector):
            return one.knowing(layouts)
        if isinstance(one, Judge):
            return one.by(standard or one.standard, layouts)
        return one.of(map(other, one.detectors)) if isinstance(one, ReadingsDetector) else one

    return pipeline.with_detectors(list(map(other, pipeline.detectors)), tagset_from(model.manifest["tag_set"]))
