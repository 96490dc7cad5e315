"""World facts: moved dates that lie before what their line speaks of was in the world (`Vacuna COVID: 8/19`).

Nothing can be drawn that is true there: the words tell that the dates were moved, and that by so many years at least.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache

import regex

from deid_studio import paths
from deid_studio.people.folding import fold
from deid_studio.release.rewriting import Place
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment

_JOINED = regex.compile(r"(?<=[\p{L}\p{N}])[-\s]+(?=[\p{L}\p{N}])")


def before_their_time(text: str, places: Sequence[Place], instead: Sequence[str]) -> Iterator[int]:
    """Which places of a text hold a date that lies, as it leaves, before what is told of in its line was known.

    `instead` is what takes the place of each; places that are no dates are none.
    """
    whole = _joined(text)
    if not any(word in whole for words in _facts().values() for word in words):
        return  # as nearly all texts: no date is read
    for at, (place, new) in enumerate(zip(places, instead, strict=True)):
        own, moved = _day(text[place.start : place.end]), _day(new)
        if own is None or moved is None:
            continue
        line = _joined(text[text.rfind("\n", 0, place.start) + 1 : _end_of_line(text, place.end)])
        if any(moved < since <= own and any(word in line for word in words) for since, words in _facts().items()):
            yield at


def _joined(text: str) -> str:
    return str(_JOINED.sub("", fold(text)))


def _end_of_line(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _day(text: str) -> date | None:
    written = read_date(text)
    return None if written.said.year is None else written.on(Moment())


@cache
def _facts() -> dict[date, tuple[str, ...]]:
    told = tomllib.loads((paths.resources() / "release" / "world_facts.toml").read_text(encoding="utf-8"))
    return {date.fromisoformat(since): tuple(words.split()) for since, words in told.items()}
