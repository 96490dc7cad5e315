"""Annotated reports for training tests, all invented."""

from __future__ import annotations

import pytest

from deid_studio import paths
from deid_studio.detection.crf_model import CrfModel
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.train import TrainingOptions, train
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet, load_tagset, shipped_tagset

QUICK = TrainingOptions(iterations=25, augmented=0)


@pytest.fixture(scope="session")
def invented() -> list[Document]:
    return Augmenter.load(paths.resources(), shipped_tagset("meddocan"), 5).reports([], 20)


@pytest.fixture(scope="session")
def tagset() -> TagSet:
    return load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


@pytest.fixture(scope="session")
def small_model(invented: list[Document], tagset: TagSet) -> CrfModel:
    return train(invented, tagset, QUICK)
