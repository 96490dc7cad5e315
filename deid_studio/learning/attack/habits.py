"""Habits of a corpus: how usual it is that what is marked in a place repeats in its report, or recurs in others; pure.

Surrogates have habits: a program that replaces a person by one other repeats that name wherever the person was named,
and lists that names of streets are drawn from are short. What leaked among them does not keep such habits. They are
read off the released reports themselves, by what is marked (its kind) and the word before it: nothing has to be known
of how surrogates were made.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.people.folding import fold

_WORD = re.compile(r"[^\W\d_]+")
_BEFORE = 24  # characters before a place that tell what it is
_LEAST_LETTERS = 4
_LEAST_WITHIN = 5  # letters of a word that is looked for within others, as a surname in an e-mail address
_PRIOR = 2.0  # as many places a kind's own habit counts for those after a certain word
_FEW = 2


@dataclass(frozen=True, slots=True)
class Habit:
    """What a place does, and how usual that is (0 to 1): whether its most telling word stands in the report again, and
    in how many other reports (0, 1: few, 2: many)."""

    repeats: bool
    usual_repeats: float
    recurs: int
    usual_recurs: float


@dataclass(frozen=True, slots=True)
class _Place:
    report: int
    kind: str
    context: str
    folded: str
    words: frozenset[str]


def habits(docs: Sequence[Document]) -> list[dict[Span, Habit]]:
    """The habit of each span of reports, whose classes are kinds of things, for each report in order."""
    places = [[_place(number, doc, span) for span in doc.spans] for number, doc in enumerate(docs)]
    holders: dict[tuple[str, str], set[int]] = defaultdict(set)
    for place in _all(places):
        for word in place.words:
            holders[place.kind, word].add(place.report)

    def told(place: _Place) -> tuple[int, str]:
        """In how many other reports the word stands that the fewest have, and the word."""
        return min((len(holders[place.kind, word]) - 1, word) for word in place.words)

    repeats, recurs = {}, {}
    for own in places:
        keys = [told(place) for place in own]
        for at, place in enumerate(own):
            others = [(one, keys[index][1]) for index, one in enumerate(own) if index != at]
            repeats[id(place)] = any(_same(place.folded, keys[at][1], one.folded, key) for one, key in others)
            recurs[id(place)] = _band(keys[at][0])
    # What is named once among its like after `Médico:` stands out; a name that repeats, only where none ever does.
    alone = _rates(places, lambda place: repeats[id(place)], lambda place: place.context)
    again = _rates(places, lambda place: repeats[id(place)])
    new = _rates(places, lambda place: recurs[id(place)])
    return [
        {
            span: Habit(
                repeats[id(place)],
                again(place) if repeats[id(place)] else alone(place),
                recurs[id(place)],
                new(place),
            )
            for span, place in zip(doc.spans, own, strict=True)
        }
        for doc, own in zip(docs, places, strict=True)
    ]


def _place(number: int, doc: Document, span: Span) -> _Place:
    folded = fold(span.text(doc.text))
    before = fold(doc.text[max(span.start - _BEFORE, 0) : span.start].rpartition("\n")[2])
    words = [word for word in _WORD.findall(folded) if len(word) >= _LEAST_LETTERS]
    return _Place(number, span.phi_class, (_WORD.findall(before) or ["^"])[-1], folded, frozenset(words or [folded]))


def _same(folded: str, key: str, other: str, other_key: str) -> bool:
    """Whether two places of a report speak of the same: one has the telling word of the other."""
    return (
        key == other_key
        or (len(key) >= _LEAST_WITHIN and key in other)
        or (len(other_key) >= _LEAST_WITHIN and other_key in folded)
    )


def _band(reports: int) -> int:
    return 0 if reports < 1 else 1 if reports <= _FEW else 2


def _rates(
    places: Sequence[Sequence[_Place]],
    status: Callable[[_Place], Hashable],
    context: Callable[[_Place], str] = lambda place: "",
) -> Callable[[_Place], float]:
    """How usual a place's status is among the other places of its kind in the same context."""
    here: dict[tuple[str, str], Counter[Hashable]] = defaultdict(Counter)
    anywhere: dict[str, Counter[Hashable]] = defaultdict(Counter)
    for place in _all(places):
        here[place.kind, context(place)][status(place)] += 1
        anywhere[place.kind][status(place)] += 1

    def rate(place: _Place) -> float:
        own, wide, what = here[place.kind, context(place)], anywhere[place.kind], status(place)
        usual = (wide[what] - 0.5) / wide.total()
        return (own[what] - 1 + _PRIOR * usual) / (own.total() - 1 + _PRIOR)

    return rate


def _all(places: Sequence[Sequence[_Place]]) -> Iterator[_Place]:
    return (place for own in places for place in own)
