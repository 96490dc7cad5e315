"""The shipped grammar."""

from __future__ import annotations

import pytest

from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.loading import load_grammar_detector


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> GrammarDetector:
    """The shipped grammar without what the machine's user imported."""
    return load_grammar_detector(imported=tmp_path_factory.mktemp("nothing"))
