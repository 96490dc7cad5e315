"""Spills: what goes on without a break where a marked span begins or ends; the span was marked too short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deid_studio.release.rewriting import Place


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
        while start > least and _goes_on(text[start - 1], text[start]):
            start -= 1
        while end < most and _goes_on(text[end - 1], text[end]):
            end += 1
        if start < place.start:
            yield start, place.start, place.phi_class
        if place.end < end:
            yield place.end, end, place.phi_class


def _goes_on(one: str, other: str) -> bool:
    """Whether two neighbouring characters are of one word or one number."""
    if one.isdigit() or other.isdigit():
        return one.isdigit() and other.isdigit()
    return one.isalpha() and other.isalpha() and (one.isupper() or not other.isupper())
