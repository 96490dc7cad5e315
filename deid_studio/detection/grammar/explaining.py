"""Explaining: what each rule of a grammar did to one report, which rule won where, and how long each took."""

from __future__ import annotations

import time
from dataclasses import dataclass

from deid_studio.detection.grammar.detector import GrammarDetector, Step
from deid_studio.detection.grammar.offset_vector import Assigned


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
