"""Coherence: where what leaves contradicts itself although the original did not; pure.

Looked at are ages against the date of birth and the other dates, the patient's name against words for the sex, postal
codes against the town beside them, and whether each date is one. What the program draws is drawn to agree; what a
person typed need not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise

import regex

from deid_studio.people.folding import fold
from deid_studio.people.person import Sex
from deid_studio.release.ages import ages_in
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.day_shifts import age_on
from deid_studio.release.surrogates.known_places import POSTAL_CODE, known_towns
from deid_studio.release.surrogates.name_lists import default_lists

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_OPEN = regex.compile(r"\+|\bo más\b")  # an age that may be more
_HERS = frozenset("mujer mujeres femenino femenina fem f hembra nina chica senora dona muller emakumea".split())
_HIS = frozenset("varon varones hombre masculino masculina masc v nino chico senor home gizona".split())


@dataclass(frozen=True, slots=True)
class Said:
    """A stretch as it was and as it leaves: its kind, whether it is of the patient, whether it tells a birth."""

    kind: str
    own: str
    new: str
    patients: bool = False
    birth: bool = False


def contradictions(said: Sequence[Said]) -> list[int]:
    """Which stretches of a report, in its order, contradict others as they leave and did not as they were."""
    found = {at for check in (_ages, _sexes, _postal_codes, _dates) for at in check(said)}
    return sorted(found)


def _ages(said: Sequence[Said]) -> Iterator[int]:
    dates = [one for one in said if one.kind == "date"]
    own = _told_ages((one.birth, one.own) for one in dates)
    new = _told_ages((one.birth, one.new) for one in dates)
    for at, one in enumerate(said):
        if one.kind == "age" and not _OPEN.search(one.new) and _fits(one.own, own) and _fits(one.new, new) is False:
            yield at


def _told_ages(dates: Iterable[tuple[bool, str]]) -> frozenset[int]:
    """The patient's ages on the dates of a report, by the first one of a birth."""
    read = [(birth, day) for birth, text in dates if (day := _day(text))]
    born = next((day for birth, day in read if birth), None)
    return frozenset() if born is None else frozenset(age_on(day, born) for birth, day in read if not birth)


def _fits(age: str, told: Collection[int]) -> bool | None:
    """Whether an age is that on one of the dates; None where that cannot be told."""
    years = ages_in(age)
    return int(years[0]) in told if told and years and len(years) == 1 and years[0] >= 1 else None


def _day(text: str) -> date | None:
    written = read_date(text)
    return written.on(Moment()) if written.said.is_full else None


def _sexes(said: Sequence[Said]) -> Iterator[int]:
    own = {_sex_said(one.own) for one in said if one.kind == "sex"} - {None}
    new = {_sex_said(one.new) for one in said if one.kind == "sex"} - {None}
    if len(own) != 1 or len(new) != 1:
        return
    for at, one in enumerate(said):
        if one.kind == "person" and one.patients and one.own != one.new and _named(one.own) in own:
            drawn = _named(one.new)
            if drawn is not None and drawn not in new:
                yield at


def _sex_said(text: str) -> Sex | None:
    words = {fold(word) for word in _WORD.findall(text)}
    hers, his = bool(words & _HERS), bool(words & _HIS)
    return None if hers == his else Sex.FEMALE if hers else Sex.MALE


def _named(text: str) -> Sex | None:
    lists = default_lists()
    return next((sex for word in _WORD.findall(text) if (sex := lists.sex(fold(word))) is not None), None)


def _postal_codes(said: Sequence[Said]) -> Iterator[int]:
    places = [(at, one) for at, one in enumerate(said) if one.kind == "place"]
    for (first, one), (second, other) in pairwise(places):
        code, town = (one, other) if POSTAL_CODE.fullmatch(one.own) else (other, one)
        known = _agree(code.own, town.own), _agree(code.new, town.new)
        if known == (True, False):
            yield second if town is other else first


def _agree(code: str, town: str) -> bool | None:
    """Whether a town lies in the province of a postal code; None where one of them is none that is known."""
    provinces = _provinces().get(fold(town))
    return code[:2] in provinces if provinces and POSTAL_CODE.fullmatch(code) else None


@cache
def _provinces() -> dict[str, frozenset[str]]:
    """The provinces in which towns of each folded name lie, by the first figures of their postal codes."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in known_towns():
        found[fold(one.name)].add(one.code)
    return {name: frozenset(codes) for name, codes in found.items()}


def _dates(said: Sequence[Said]) -> Iterator[int]:
    for at, one in enumerate(said):
        if one.kind == "date" and read_date(one.own).said.is_full and _is_impossible(one.new):
            yield at


def _is_impossible(text: str) -> bool:
    moment = read_date(text).said
    if moment.day is None or moment.month is None or moment.year is None:
        return False
    try:
        date(moment.year, moment.month, moment.day)
    except ValueError:
        return True
    return False
