"""Clues: what is known of a suggestion once all detectors have spoken, as named numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log

import regex

from deid_studio.detection.context.context_detector import Seen
from deid_studio.model.kinds import Kind
from deid_studio.model.span import Suggestion
from deid_studio.people.folding import fold

_WORD = regex.compile(r"\p{L}+")
_LEAST = 1e-3
_UNSEEN = 0.5


def clues(
    suggestions: Sequence[Suggestion],
    text: str,
    seen: Seen,
    agreement: float,
    kind_of: Callable[[str], Kind],
    is_common: Callable[[str], bool],
) -> list[Mapping[str, float]]:
    """The clues of each suggestion for a report; what is 0 may be absent.

    `seen` is what the context model sees of the report, `agreement` the share of marks in which it and the others
    agree, `kind_of` tells the kind of a class, `is_common` whether a folded word is in the dictionary.
    """
    lower = text.lower()
    marked = {(one.span.start, one.span.end) for one in seen.suggestions}
    found: list[Mapping[str, float]] = []
    for one in suggestions:
        own = one.span.text(text)
        words = [fold(word) for word in _WORD.findall(own)]
        characters = sum(map(str.isalnum, own)) or 1
        common = sum(map(is_common, words)) / len(words) if words else 0.0
        again = log(max(lower.count(own.lower()), 1))
        chances = seen.chances_in(one.span) or [_UNSEEN]
        best, confidence = odds(max(chances)), odds(one.confidence)
        facts = {fact.kind for fact in one.evidence}
        found.append({
            "confidence": confidence,
            "chance": best,
            "mean chance": odds(sum(chances) / len(chances)),
            "least chance": odds(min(chances)),
            "agreement": agreement,
            "agreement × chance": agreement * best,
            "agreement × confidence": agreement * confidence,
            "same ends": float((one.span.start, one.span.end) in marked),
            "common words": common,
            "agreement × common words": agreement * common,
            "figures": sum(map(str.isdigit, own)) / characters,
            "length": log(characters),
            "again": again,
            "again × common words": again * common,
            "capitals": float(own.isupper()),
            "small letters": float(own.islower()),
            "length of report": log(len(text)),
            "kinds of evidence": float(len(facts)),
            f"kind: {kind_of(one.span.phi_class).value}": 1.0,
            **{f"evidence: {fact}": 1.0 for fact in facts},
            **{f"evidence: {fact} × chance": best for fact in facts},
        })  # fmt: skip
    return found


def odds(chance: float) -> float:
    """The logarithm of the odds of a probability, held within what measurements can tell."""
    held = min(max(chance, _LEAST), 1 - _LEAST)
    return log(held / (1 - held))
