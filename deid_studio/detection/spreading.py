"""Spreading: how far what was found in one place is believed to be the same elsewhere in a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.model.span import Span, Suggestion
from deid_studio.people.folding import fold

_OFTEN = 5
_MOST_WORDS = 8
_NAMES = frozenset(("first_name", "last_name"))


def believed(
    found: Sequence[Suggestion], before: Iterable[Suggestion], text: str, index: GazetteerIndex
) -> list[Suggestion]:
    """Those of what was `found` again, but for words that stand more than five times, of which other detectors took one
    alone for PHI (`before`), and which are in no list of names: `STOP` in a telex."""

    def word(span: Span) -> str:
        return fold(text[span.start : span.end])

    again = Counter(word(one.span) for one in found)
    often = {one for one, count in again.items() if count > _OFTEN and one.isalpha()}
    if not often:
        return list(found)
    first = Counter(word(one.span) for one in before)
    strange = {one for one in often if first[one] < 2 and _NAMES.isdisjoint(index.kinds(one))}
    return [one for one in found if word(one.span) not in strange]


def no_surer_than_found(suggestions: Sequence[Suggestion], text: str) -> list[Suggestion]:
    """The suggestions; what was merely found again is no surer than the surest that it was found again from."""
    again = [{fact.kind for fact in one.evidence} == {"trusted"} for one in suggestions]
    if not any(again):
        return list(suggestions)
    surest: dict[tuple[str, str], float] = {}  # of each run of words of what was found: names are found again in parts
    for one, found in zip(suggestions, again, strict=True):
        words = [] if found else fold(one.span.text(text)).split()[:_MOST_WORDS]
        for first in range(len(words)):
            for last in range(first + 1, len(words) + 1):
                key = one.span.phi_class, " ".join(words[first:last])
                surest[key] = max(surest.get(key, 0.0), one.confidence)
    held: list[Suggestion] = []
    for one, found in zip(suggestions, again, strict=True):
        key = one.span.phi_class, " ".join(fold(one.span.text(text)).split())
        least = min(one.confidence, surest.get(key, 1.0)) if found else one.confidence
        held.append(one if least == one.confidence else replace(one, confidence=least))
    return held
