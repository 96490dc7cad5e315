"""Calendar facts: what is said of a marked date and tells it though it goes: its weekday, that its day is a feast."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import regex

from deid_studio import paths
from deid_studio.model.tagset import TagSet
from deid_studio.people.date_words import WEEKDAY_OF
from deid_studio.people.folded_text import FoldedText
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import any_of
from deid_studio.release.gate.standing import kind_of
from deid_studio.release.gate.stretches import touching
from deid_studio.release.rewriting import Place
from deid_studio.release.surrogates.date_reading import read_date

_REACH = 24  # code points before
_WEEKDAY_BEFORE = regex.compile(r"(?<!(?i:\blos)[ ])\b(\p{L}{3,})(?:\.|,)?[ ](?:(?:el[ ])?(?:d[ií]a[ ])?)?$")
# `8 de enero, lunes`, but `desde el 8 de enero, lunes y jueves`.
_WEEKDAY_BEHIND = regex.compile(r"(?:,[ ]|[ ]?\()(\p{L}{3,})\b(?![ ](?:a|y|o|al)\b|[ ]?[-–,][ ]?\p{L})")


def weekdays_beside(text: str, places: Sequence[Place], tagset: TagSet) -> Iterator[tuple[int, int, str]]:
    """The unmarked days of the week right beside a marked date that names a day: start, end and the mark's class.

    `places` are disjoint and in order.
    """
    marked = [(place.start, place.end) for place in places]
    for place in _dates(places, tagset):
        written = read_date(text[place.start : place.end])
        if written.said.day is None or any(token.role == "weekday" for token in written.tokens):
            continue
        for found in (
            _WEEKDAY_BEFORE.search(text, max(place.start - _REACH, 0), place.start),
            _WEEKDAY_BEHIND.match(text, place.end),
        ):
            if found is not None and fold(found.group(1)) in WEEKDAY_OF and not any(touching(found.span(1), marked)):
                yield *found.span(1), place.phi_class


def calendar_facts(text: str, places: Sequence[Place], tagset: TagSet) -> Iterator[tuple[int, int, str]]:
    """The unmarked facts of a calendar in a report that has marked dates: start, end and a date's class."""
    dates = list(_dates(places, tagset))
    if not dates:
        return
    folded = FoldedText(text)
    marked = [(place.start, place.end) for place in places]
    anywhere, of_dates = _facts()
    for pattern in (anywhere, of_dates):
        for match in pattern.finditer(folded.folded):
            start, end = folded.to_text(*match.span())
            line = text.rfind("\n", 0, start), text.find("\n", end)
            there = (one for one in dates if line[0] < one.start and (one.start < line[1] or line[1] < 0))
            date = next(there, dates[0] if pattern is anywhere else None)
            if date is not None and not any(touching((start, end), marked)):
                yield start, end, date.phi_class


def _dates(places: Sequence[Place], tagset: TagSet) -> Iterator[Place]:
    return (one for one in places if one.span is not None and kind_of(tagset, one.phi_class) == "date")


@cache
def _facts() -> tuple[regex.Pattern[str], regex.Pattern[str]]:
    """Facts over folded text: those of a day wherever they stand, and those that are only said of a date."""
    with (paths.resources() / "gate" / "calendar.toml").open("rb") as file:
        lists: dict[str, list[str]] = tomllib.load(file)
    days = rf"\b(?:dia|vispera|festividad|fiesta)[ ]{_any(lists['days'])}"
    return regex.compile(days), regex.compile(rf"\b{_any(lists['of_dates'])}")


def _any(phrases: Iterable[str]) -> str:
    """One of some phrases and no more."""
    return rf"(?:{any_of(phrases)})\b"
