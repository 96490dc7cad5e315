"""Stretches: what of a stretch of a report is left beside what is covered, and whether it still may tell something."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import takewhile
from operator import itemgetter

from deid_studio.model.fragments import trimmed
from deid_studio.people.folding import fold
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.rewriting import Place

Stretch = tuple[int, int]
_LEAST_LETTERS = 3


def touching(stretch: Stretch, stretches: Sequence[Stretch]) -> Iterator[Stretch]:
    """Those that share a character with a stretch; `stretches` are disjoint and in order."""
    first = bisect_right(stretches, stretch[0], key=itemgetter(1))
    return takewhile(lambda one: one[0] < stretch[1], (stretches[at] for at in range(first, len(stretches))))


def uncovered(stretch: Stretch, covered: Sequence[Stretch], text: str) -> Iterator[Stretch]:
    """The parts of a stretch that none of `covered` (disjoint and in order) has, trimmed."""
    at, stop = stretch
    for start, end in (*touching(stretch, covered), (stop, stop)):
        piece = trimmed(text, at, min(start, stop))
        if piece is not None:
            yield piece
        at = max(at, end)


def telling_pieces(stretch: Stretch, covered: Sequence[Stretch], text: str) -> Iterator[Stretch]:
    """All of a stretch where nothing of it is covered, else those of its parts that may tell something."""
    whole = trimmed(text, *stretch)
    for piece in uncovered(stretch, covered, text):
        if piece == whole or tells(text[slice(*piece)]):
            yield piece


def tells(text: str) -> bool:
    """Whether what is left beside what is covered may tell something: often it is but a title or a particle."""
    return any(
        any(character.isdigit() for character in word)
        or (len(word) >= _LEAST_LETTERS and fold(word) not in default_vocabulary())
        for word in text.replace("-", " ").split()
    )


def spills(text: str, places: Sequence[Place]) -> Iterator[tuple[int, int, str]]:
    """Where a marked word or number goes on beside its mark: start, end and the mark's class, in text order.

    `places` are disjoint and in order. A change of case or from letters to digits begins something else
    (`GarcíaNºCol`, `Lugo28`), which is left out.
    """
    for number, place in enumerate(places):
        if place.span is None:
            continue
        least = places[number - 1].end if number else 0
        most = places[number + 1].start if number + 1 < len(places) else len(text)
        start, end = place.start, place.end
        while start > least and goes_on(text[start - 1], text[start]):
            start -= 1
        while end < most and goes_on(text[end - 1], text[end]):
            end += 1
        if start < place.start:
            yield start, place.start, place.phi_class
        if place.end < end:
            yield place.end, end, place.phi_class


def goes_on(one: str, other: str) -> bool:
    """Whether two neighbouring characters are of one word or one number."""
    if one.isdigit() or other.isdigit():
        return one.isdigit() and other.isdigit()
    return one.isalpha() and other.isalpha() and (one.isupper() or not other.isupper())
