"""Judge: leaves out what, with all that is known of it, is hardly any PHI, in reports whose layout is strange.

A logistic regression over the clues of each suggestion (stacked generalization, Wolpert 1992); its weights stand in a
file that a person can read, and `deid lab judge` makes them. A model that has learned from signed reports brings its
own, by which more is left in, most where the layout is one of theirs (`learning/judge_training.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from math import exp, isfinite
from pathlib import Path
from typing import Any

from deid_studio.detection.context.context_detector import Seen, Sight, agreement
from deid_studio.detection.detector import KNOWN
from deid_studio.detection.judge.clues import clues
from deid_studio.detection.signed_layouts import Layouts
from deid_studio.errors import ProfileError, reason
from deid_studio.model.document import Document
from deid_studio.model.kinds import DIRECT_IDENTIFIERS, Kind
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.plain_files import plain_bytes

_LARGEST_FILE = 1_000_000
_CERTAIN = frozenset(("patient",))
_MALFORMED = (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError)
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


@dataclass(frozen=True, slots=True)
class Standard:
    """By what is judged: the weights of clues, the probability that a suggestion must have, and one of a direct
    identifier; `signed` are both in layouts of signed reports, where they are others."""

    weights: Weights
    least: float = 0.5
    least_direct: float = 0.5
    signed: tuple[float, float] | None = None

    def to_json(self) -> dict[str, object]:
        """The standard as JSON values."""
        told = self.weights.to_json() | {"least": self.least, "least_direct": self.least_direct}
        return told if self.signed is None else told | {"signed": list(self.signed)}

    def asks(self, direct: bool, signed: bool = False) -> float:
        """The probability that a suggestion must have; `direct`: of a direct identifier, `signed`: in a layout of
        signed reports."""
        least, least_direct = (signed and self.signed) or (self.least, self.least_direct)
        return least_direct if direct else least


def read_weights(path: Path) -> Weights:
    """The weights in a JSON file; raises `ProfileError` when it is missing or not what `Weights.to_json` writes."""
    try:
        return _weights(json.loads(plain_bytes(path, _LARGEST_FILE)))
    except OSError as error:
        raise ProfileError(path=path, detail=reason(error)) from error
    except _MALFORMED as error:
        raise ProfileError(path=path, detail=f"it holds no weights ({type(error).__name__})") from error


def learned_standard(manifest: Mapping[str, Any], profile: str, path: Path) -> Standard | None:
    """What a model's manifest says to judge by in a profile; None where it says nothing.

    Raises `ProfileError`, which names the file at `path`, when it is not what `Standard.to_json` gives.
    """
    try:
        told = manifest.get("judge", {}).get(profile)
        if told is None:
            return None
        least, least_direct = float(told["least"]), float(told["least_direct"])
        signed, signed_direct = map(float, told.get("signed", (least, least_direct)))
        if not all(0 <= one <= 1 for one in (least, least_direct, signed, signed_direct)):
            raise ValueError("least")
        return Standard(_weights(told), least, least_direct, (signed, signed_direct) if "signed" in told else None)
    except _MALFORMED as error:
        detail = f"what its model tells the judge is wrong ({type(error).__name__})"
        raise ProfileError(path=path, detail=detail) from error


def _weights(data: Mapping[str, Any]) -> Weights:
    weights = Weights(float(data["intercept"]), {str(name): float(own) for name, own in data["weights"].items()})
    if not all(map(isfinite, (weights.intercept, *weights.of.values()))):
        raise ValueError("no number")
    return weights


class Judge:
    """Leaves out suggestions in reports of which detectors and context model mark less than `strange` alike, or that
    have one of the `layouts` of signed reports."""

    def __init__(
        self,
        sight: Sight,
        tagset: TagSet,
        standard: Standard,
        is_common: Callable[[str], bool],
        strange: float = 0.77,
        layouts: Layouts | None = None,
        name: str = "judge",
    ) -> None:
        self.name = name
        self.standard = standard
        self._sight = sight
        self._tagset = tagset
        self._is_common = is_common
        self._strange = strange
        self.layouts = layouts or Layouts()

    def by(self, standard: Standard, layouts: Layouts | None = None) -> Judge:
        """The same judge by another standard, and with other layouts of signed reports if there are some."""
        other = copy(self)
        other.standard = standard
        other.layouts = layouts or self.layouts
        return other

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: it only judges what others suggest."""
        return []

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """Those of the suggestions that are probable enough; what is known of the patient always is."""
        return self.kept(suggestions, self.clues(doc, suggestions), self.layouts.know(doc.text))

    def kept(
        self, suggestions: Sequence[Suggestion], clues: Sequence[Mapping[str, float]], signed: bool = False
    ) -> list[Suggestion]:
        """The same, of suggestions whose clues are there already, all of them where there are none; `signed`: of a
        layout of signed reports."""
        if not clues:
            return list(suggestions)
        return [
            one
            for one, own in zip(suggestions, clues, strict=True)
            if self.standard.weights.chance(own) >= self.standard.asks(self._is_direct(one), signed)
            or any(fact.kind in _CERTAIN for fact in one.evidence)
        ]

    def clues(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Mapping[str, float]]:
        """What each suggestion is judged by; nothing in a report that it does not judge."""
        seen = self._sight.see(doc.text)
        agreed = _agreement(seen, suggestions)
        if agreed >= self._strange and not self.layouts.know(doc.text):
            return []
        return clues(suggestions, doc.text, seen, agreed, self._kind, self._is_common)

    def _kind(self, phi_class: str) -> Kind:
        return meaning_in(self._tagset, phi_class).kind

    def _is_direct(self, one: Suggestion) -> bool:
        return self._kind(one.span.phi_class) in DIRECT_IDENTIFIERS


def _agreement(seen: Seen, suggestions: Sequence[Suggestion]) -> float:
    """The share of marks in which the context model and the detectors before it agree."""
    return agreement(
        seen.suggestions, [one for one in suggestions if any(fact.kind not in _LATER for fact in one.evidence)]
    )
