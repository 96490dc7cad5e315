"""Judge: leaves out what, with all that is known of it, is hardly any PHI, in reports whose layout is strange.

A logistic regression over the clues of each suggestion (stacked generalization, Wolpert 1992); its weights stand in a
file that a person can read, and `deid lab judge` makes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, isfinite
from pathlib import Path

from deid_studio.detection.context.context_detector import Seen, Sight, agreement
from deid_studio.detection.detector import KNOWN
from deid_studio.detection.judge.clues import clues
from deid_studio.errors import ProfileError, reason
from deid_studio.model.document import Document
from deid_studio.model.kinds import DIRECT_IDENTIFIERS, Kind
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet

_LARGEST_FILE = 1_000_000
_CERTAIN = frozenset(("patient",))
_LATER = KNOWN | {"context"}  # evidence of those that spoke after the others and the model were compared


@dataclass(frozen=True, slots=True)
class Weights:
    """What each clue weighs, and what is weighed where there is none."""

    intercept: float
    of: Mapping[str, float]

    def chance(self, clue: Mapping[str, float]) -> float:
        """The probability of PHI that clues give; clues that no weight is known of say nothing."""
        score = self.intercept + sum(self.of.get(name, 0.0) * value for name, value in clue.items())
        return 1 / (1 + exp(-max(min(score, 500.0), -500.0)))

    def to_json(self) -> dict[str, object]:
        """The weights as JSON values."""
        return {"intercept": self.intercept, "weights": dict(sorted(self.of.items()))}


def read_weights(path: Path) -> Weights:
    """The weights in a JSON file; raises `ProfileError` when it is missing or not what `Weights.to_json` writes."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise ProfileError(path=path, detail="it is too large")
        data = json.loads(path.read_bytes())
        weights = Weights(float(data["intercept"]), {str(name): float(own) for name, own in data["weights"].items()})
    except OSError as error:
        raise ProfileError(path=path, detail=reason(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ProfileError(path=path, detail=f"it holds no weights ({type(error).__name__})") from error
    if not all(map(isfinite, (weights.intercept, *weights.of.values()))):
        raise ProfileError(path=path, detail="a weight is no number")
    return weights


class Judge:
    """Leaves out suggestions in reports of which detectors and context model mark less than `strange` alike.

    `least` is the probability that a suggestion must have, `least_direct` one of a direct identifier.
    """

    def __init__(
        self,
        sight: Sight,
        tagset: TagSet,
        weights: Weights,
        is_common: Callable[[str], bool],
        strange: float = 0.77,
        least: float = 0.5,
        least_direct: float = 0.5,
        name: str = "judge",
    ) -> None:
        self.name = name
        self._sight = sight
        self._tagset = tagset
        self._weights = weights
        self._is_common = is_common
        self._strange = strange
        self._least = least
        self._least_direct = least_direct

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: it only judges what others suggest."""
        return []

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """Those of the suggestions that are probable enough; what is known of the patient always is."""
        judged = self.clues(doc, suggestions)
        if not judged:
            return list(suggestions)
        return [
            one
            for one, own in zip(suggestions, judged, strict=True)
            if self._weights.chance(own) >= self._asked(one) or any(fact.kind in _CERTAIN for fact in one.evidence)
        ]

    def clues(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Mapping[str, float]]:
        """What each suggestion is judged by; nothing in a report that it does not judge."""
        seen = self._sight.see(doc.text)
        agreed = _agreement(seen, suggestions)
        if agreed >= self._strange:
            return []
        return clues(suggestions, doc.text, seen, agreed, self._kind, self._is_common)

    def _kind(self, phi_class: str) -> Kind:
        return meaning_in(self._tagset, phi_class).kind

    def _asked(self, one: Suggestion) -> float:
        return self._least_direct if self._kind(one.span.phi_class) in DIRECT_IDENTIFIERS else self._least


def _agreement(seen: Seen, suggestions: Sequence[Suggestion]) -> float:
    """The share of marks in which the context model and the detectors before it agree."""
    return agreement(
        seen.suggestions, [one for one in suggestions if any(fact.kind not in _LATER for fact in one.evidence)]
    )
