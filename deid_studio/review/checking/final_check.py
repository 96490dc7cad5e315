"""FinalCheck: finds what is left to look at in a report before it is signed off, each with its chance to be of use."""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from deid_studio.detection.context.context_detector import ContextDetector
from deid_studio.detection.model_tagset import tagset_of
from deid_studio.detection.registry import Surroundings
from deid_studio.errors import DeidError
from deid_studio.model.mentions import Desk
from deid_studio.model.ontology import meaning_in
from deid_studio.model.tagset import TagSet
from deid_studio.review.checking.contradictions import contradictions
from deid_studio.review.checking.finding import Finding
from deid_studio.review.checking.questions import by_leak
from deid_studio.review.checking.sweep import Sweep, detector_of
from deid_studio.review.checking.usefulness import Usefulness, shipped_weights

_LEAST_DOUBT = 0.003  # as the doubts that the window hides: what is hidden there is found here


class FinalCheck:
    """Finds what is left to look at; without `usefulness` all of it counts as likely. Safe to share between threads."""

    def __init__(self, sweep: Sweep, tagset: TagSet, usefulness: Usefulness | None = None) -> None:
        self._sweep = sweep
        self._tagset = tagset
        self.usefulness = usefulness
        self._lock = threading.Lock()

    def findings(self, text: str, desk: Desk, together: Collection[int] = ()) -> tuple[Finding, ...]:
        """The findings in a report with these decisions that nobody has looked at, in the order of `by_leak`.

        `together` are the ids of the mentions that were rejected with others, in one step.
        """
        found = self._sweep.findings(text, desk)
        if self.usefulness is not None:
            with self._lock:
                chances = self.usefulness.chances(found, text, desk, together)
            found = [replace(one, chance=chance) for one, chance in zip(found, chances, strict=True)]
        return by_leak((*found, *contradictions(text, desk, self._tagset)))


@lru_cache(maxsize=1)
def load_final_check(model: Path, tagset: TagSet) -> FinalCheck:
    """The final check with the model in a folder; where that cannot be loaded, as `without_model`."""
    try:
        around = Surroundings(model, tagset=tagset_of(model))
        context = detector_of({"use": "context"}, around)
        doubts = detector_of({"use": "crf-marginals", "least": _LEAST_DOUBT}, around)
        assert isinstance(context, ContextDetector)
        sweep = Sweep(tagset, (context, doubts), around.tagset)
        usefulness = Usefulness(context.sight, shipped_weights(), lambda name: meaning_in(tagset, name).kind)
        return FinalCheck(sweep, tagset, usefulness)
    except DeidError:
        return without_model(tagset)


def without_model(tagset: TagSet) -> FinalCheck:
    """The final check by forms and by what was accepted alone; all that it finds counts as likely."""
    return FinalCheck(Sweep(tagset), tagset)
