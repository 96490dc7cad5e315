"""Presidio's analyzer with a blank Spanish pipeline: the recognizers that it has for Spanish, given texts in batches.

    .bench-venv/bin/python tests/benchmarks/peers/presidio.py

marks what standard input asks for. Where two of its findings overlap, the surer and then the longer one stays.
"""

from __future__ import annotations

from collections.abc import Sequence

import spacy
import tldextract
from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine, RecognizerRegistry, RecognizerResult
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_analyzer.predefined_recognizers import PhoneRecognizer
from serving import Marked, System, serve

_BATCH = 64

# The list of domains that it ships with: nothing is fetched.
tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)


class BlankEngine(SpacyNlpEngine):
    """Presidio's engine with spaCy's tokens and words alone."""

    def __init__(self) -> None:
        super().__init__([{"lang_code": "es", "model_name": "blank"}])
        self.nlp = {"es": spacy.blank("es")}

    def load(self) -> None:
        """Nothing is to be loaded."""


def system() -> System:
    """The analyzer with its own thresholds."""
    registry = RecognizerRegistry(supported_languages=["es"])
    registry.load_predefined_recognizers(languages=["es"])
    # Its own knows no Spanish numbers.
    registry.remove_recognizer("PhoneRecognizer")
    registry.add_recognizer(PhoneRecognizer(supported_language="es", supported_regions=("ES",)))
    engine = AnalyzerEngine(registry=registry, nlp_engine=BlankEngine(), supported_languages=["es"])
    analyzer = BatchAnalyzerEngine(engine)

    def mark(texts: Sequence[str]) -> list[Marked]:
        return [_apart(found) for found in analyzer.analyze_iterator(texts, language="es", batch_size=_BATCH)]

    return mark


def _apart(found: Sequence[RecognizerResult]) -> Marked:
    kept: Marked = []
    for one in sorted(found, key=lambda one: (-one.score, one.start - one.end)):
        if all(one.end <= start or end <= one.start for start, end, _ in kept):
            kept.append((one.start, one.end, one.entity_type))
    return kept


if __name__ == "__main__":
    serve(system())
