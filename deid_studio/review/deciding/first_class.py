"""First class: what the detectors held a suggestion to be before decisions on others gave it another class; pure.

It is kept in the suggestion's evidence, as the last fact: what people decide otherwise than the detectors again and
again is seen although later suggestions follow them.
"""

from __future__ import annotations

from collections.abc import Iterable

from deid_studio.model.span import Evidence, Suggestion

FIRST = "first"  # the kind of the evidence


def first_class(suggestion: Suggestion) -> str:
    """The class that the detectors gave."""
    return next((fact.detail for fact in suggestion.evidence if fact.kind == FIRST), suggestion.span.phi_class)


def with_first_class(facts: Iterable[Evidence], before: Suggestion, phi_class: str) -> tuple[Evidence, ...]:
    """The evidence of a suggestion that takes the place of another, with the first class where that differs."""
    kept = tuple(fact for fact in facts if fact.kind != FIRST)
    first = first_class(before)
    return kept if first == phi_class else (*kept, Evidence(FIRST, "", first))
