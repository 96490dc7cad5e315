"""The shipped model, and its twin that has not seen MEDDOCAN dev: figures on dev are the twin's."""

import re
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_model import read_model
from deid_studio.learning.corpus import corpus_hash, read_corpus
from deid_studio.learning.evaluate import evaluate
from deid_studio.model.document import Document

TESTS = Path(__file__).resolve().parents[1]
TWIN = TESTS / "models" / "meddocan-train"
FOREIGN = [TESTS / "foreign" / name for name in ("dev", "second", "held_out", "third")]


@pytest.mark.corpus
@pytest.mark.slow
def test_figures_on_dev(dev: list[Document]) -> None:
    detector = CrfDetector.load(TWIN)
    figures = evaluate(dev, lambda doc: [s.span for s in detector.detect(doc)])
    found = [round(counts.f1, 4) for counts in (figures.ner, figures.spans_strict, figures.spans_merged)]
    card = (paths.default_model() / "MODEL_CARD.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?:NER|spans strict|spans merged) \|.*\| (0\.\d{4}) \|$", card, re.MULTILINE)
    assert found == pytest.approx([float(value) for value in rows], abs=0.0002)
    assert found[0] >= 0.9640
    assert found[1] >= 0.9681
    assert found[2] >= 0.9745


@pytest.mark.corpus
def test_what_they_were_trained_on(corpus: Path, dev: list[Document]) -> None:
    train, foreign = read_corpus([corpus / "train"]), read_corpus(FOREIGN)
    assert read_model(TWIN).manifest["data"]["sha256"] == corpus_hash([*train, *foreign])
    both = [*train, *dev]
    assert read_model(paths.default_model()).manifest["data"]["sha256"] == corpus_hash([*both, *foreign])


def test_they_were_trained_alike() -> None:
    assert read_model(TWIN).manifest["training"] == read_model(paths.default_model()).manifest["training"]
