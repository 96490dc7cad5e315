"""The sectioned hybrid on every fifth report of the corpus, beside the thesis' figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deid_studio.detection.pipeline import Pipeline
from deid_studio.lab.token_scores import TokenScores, micro
from deid_studio.model.document import Document


@pytest.mark.corpus
@pytest.mark.slow
def test_each_section_reaches_the_thesis(dev: list[Document], shipped_pipeline: Callable[[str], Pipeline]) -> None:
    pipeline = shipped_pipeline("sectioned")
    scores = TokenScores()
    # All of them reach the same; `deid evaluate dev --profile sectioned` measures that.
    for doc in dev[::5]:
        scores.add(doc, [s.span for s in pipeline.detect(Document(doc.id, doc.text))])
    reached = {section: micro(table).f1 for section, table in scores.tables.items()}
    assert reached["header"] >= 0.99
    assert reached["body"] >= 0.80
    assert reached["footer"] >= 0.78
    assert reached["all"] >= 0.94
