"""SectionedModel: a trained sectioned hybrid, read from its folder: a CRF's, with the indicators beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.detection.model_files import checked, damaged, reading
from deid_studio.detection.sectioned.indicators import Indicators
from deid_studio.texts import Text

INDICATORS = "indicators.json"


@dataclass(frozen=True, slots=True)
class SectionedModel:
    """The CRF of the body and the indicators of the header.

    The CRF's manifest has a table `sectioned` with `labelling` and `indicators_sha256`.
    """

    crf: CrfModel
    indicators: Indicators

    @property
    def labelling(self) -> str:
        """How the body's tokens were labelled in training (the name of a `Labelling`)."""
        return str(self.crf.manifest["sectioned"]["labelling"])


def read_sectioned(folder: Path) -> SectionedModel:
    """The sectioned model in a folder.

    Raises `ModelMissingError` when there is none, `ModelDamagedError` when a file is missing or is not what the
    manifest says, or the model is of another kind.
    """
    crf = read_model(folder)
    declared = crf.manifest.get("sectioned")
    if not isinstance(declared, dict):
        raise damaged(folder, Text("it is not a sectioned model"))
    with reading(folder):
        data = checked(folder, INDICATORS, str(declared.get("indicators_sha256")))
        return SectionedModel(crf, Indicators.from_json(json.loads(data)))


def indicators_bytes(indicators: Indicators) -> bytes:
    """The file `indicators.json` of a model folder."""
    return (json.dumps(indicators.to_json(), ensure_ascii=False, indent=1) + "\n").encode("utf-8")
