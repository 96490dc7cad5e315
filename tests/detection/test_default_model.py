"""The shipped model on MEDDOCAN dev: its figures are those of its card."""

import re
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.detection.crf import CrfDetector
from deid_studio.learning.corpus import corpus_hash, read_corpus
from deid_studio.learning.evaluate import evaluate


@pytest.mark.corpus
@pytest.mark.slow
def test_figures_on_dev(corpus: Path) -> None:
    detector = CrfDetector.load(paths.default_model())
    figures = evaluate(read_corpus([corpus / "dev"]), lambda doc: [s.span for s in detector.detect(doc)])
    found = [round(counts.f1, 4) for counts in (figures.ner, figures.spans_strict, figures.spans_merged)]
    card = (paths.default_model() / "MODEL_CARD.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?:NER|spans strict|spans merged) \|.*\| (0\.\d{4}) \|$", card, re.MULTILINE)
    assert found == pytest.approx([float(value) for value in rows], abs=0.0002)
    assert found[0] >= 0.9640
    assert found[1] >= 0.9681
    assert found[2] >= 0.9745


@pytest.mark.corpus
def test_it_was_trained_on_train_alone(corpus: Path) -> None:
    from deid_studio.detection.crf_model import read_model

    assert read_model(paths.default_model()).manifest["data"]["sha256"] == corpus_hash(read_corpus([corpus / "train"]))
