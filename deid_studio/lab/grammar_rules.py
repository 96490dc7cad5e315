"""Grammar rules looked at: what each did to one report and how long it took, and how often each is right on many."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from deid_studio.detection.grammar.grammar_detector import GrammarDetector, Step
from deid_studio.detection.grammar.measures import Measure
from deid_studio.detection.grammar.offset_vector import Assigned
from deid_studio.detection.grammar.rule_language import Stage
from deid_studio.model.document import Document


@dataclass(frozen=True, slots=True)
class Explanation:
    """Steps in the order in which the rules ran, what was assigned in the end (blocked stretches too), and costs in
    seconds: by rule, and `lists_seconds` for finding list entries."""

    steps: tuple[Step, ...]
    assigned: tuple[Assigned, ...]
    seconds: dict[str, float]
    lists_seconds: float


def explain(detector: GrammarDetector, text: str) -> Explanation:
    """The explanation of a report; its suggestions are exactly those of `detector.detect`."""
    begun = time.perf_counter()
    state = detector.state(text)
    lists_seconds = time.perf_counter() - begun
    seconds: dict[str, float] = {}
    steps = tuple(detector.steps(state, lambda rule, cost: seconds.update({rule: cost})))
    return Explanation(steps, tuple(state.vector), seconds, lists_seconds)


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
