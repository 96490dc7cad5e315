"""Importance: what a model's reports say of its weights, beside the model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.errors import ModelDamagedError
from deid_studio.learning.importance import IMPORTANCE, importance_of, read_importance, write_importance
from deid_studio.learning.model_writing import write_model
from deid_studio.model.document import Document


@pytest.fixture
def model(small_model: CrfModel, tmp_path: Path) -> CrfModel:
    write_model(small_model, tmp_path / "m")
    return read_model(tmp_path / "m")


def test_what_reports_say_of_weights_is_read_as_it_was_written(
    model: CrfModel, invented: list[Document], tmp_path: Path
) -> None:
    few, more = importance_of(model, invented[:2]), importance_of(model, invented)
    assert few.shape == model.weights.shape
    assert (more >= few).all() and more.sum() > few.sum() > 0
    write_importance(tmp_path / "m", model, more)
    read = read_importance(tmp_path / "m", model)
    assert read is not None
    assert ((read > 0) == (more > 0)).all()
    assert np.abs(np.log2(read[more > 0] / more[more > 0])).max() <= 0.26


def test_that_of_another_model_and_a_damaged_one_are_refused_and_none_is_none(
    model: CrfModel, small_model: CrfModel, tmp_path: Path
) -> None:
    assert read_importance(tmp_path / "m", model) is None
    write_importance(tmp_path / "m", model, np.ones(model.weights.shape, dtype=np.float32))
    with pytest.raises(ModelDamagedError):
        read_importance(tmp_path / "m", small_model)
    (tmp_path / "m" / IMPORTANCE).write_bytes(b"PK\x03\x04")
    with pytest.raises(ModelDamagedError):
        read_importance(tmp_path / "m", model)
