"""Measuring: how often each rule of a grammar is right on annotated reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from deid_studio.detection.grammar.detector import GrammarDetector
from deid_studio.detection.grammar.language import Stage
from deid_studio.detection.grammar.measures import Measure
from deid_studio.model.document import Document


def measure(detector: GrammarDetector, docs: Iterable[Document]) -> dict[str, Measure]:
    """The measure of every rule that assigns classes, those that never did with two zeros."""
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for doc in docs:
        gold = {(span.start, span.end, span.phi_class) for span in doc.spans}
        for one in detector.assigned(doc.text):
            counts = right if (one.start, one.end, one.phi_class) in gold else wrong
            counts[one.rule] += 1
    rules = detector.compiled.grammar.rules
    assigning = [rule.name for rule in rules if rule.stage in (Stage.RELIABLE, Stage.HEURISTIC)]
    return {name: Measure(right[name], wrong[name]) for name in assigning}
