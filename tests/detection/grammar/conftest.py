"""What the shipped grammar finds in a text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.model.document import Document


@pytest.fixture(scope="session")
def found(shipped: GrammarDetector) -> Callable[[str], set[tuple[str, str]]]:
    """Gives class and text of what the shipped grammar finds in a text."""
    return lambda text: {(s.span.phi_class, s.span.text(text)) for s in shipped.detect(Document("x", text))}
