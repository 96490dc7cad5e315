"""Fixtures for all tests that need no window."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.profile import load_profile

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def _shared(part: str) -> Path:
    folder = SHARED / part
    if not folder.is_dir():
        pytest.skip(f"{part} is not beside the checkout: this test reads data that is not part of the project")
    return folder


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder with the corpus parts `train` and `dev`."""
    return _shared("corpora/meddocan")


@pytest.fixture(scope="session")
def official_evaluation() -> Path:
    """The folder with damaged annotations of 25 reports and what the official evaluator says of them."""
    return _shared("evaluation")


@pytest.fixture(scope="session")
def gazetteer_sources() -> Path:
    """The folder with official lists of names, towns, hospitals, health centres and addresses."""
    return _shared("gazetteer-sources")


@pytest.fixture(scope="session")
def shipped_pipeline() -> Callable[[str], Pipeline]:
    """The pipeline of a shipped profile, by its name; each is loaded once."""
    return cache(lambda name: load_profile(name).pipeline())
