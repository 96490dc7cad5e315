"""Dated numbers: numbers in which a day or a year stands, of birth as a rule, and what stands there once it has moved.

What a report tells of a day elsewhere goes on being what its numbers and file names tell. Of the numbers whose form
says that a day of birth is in them, those are known that many people have:

- Mexico: CURP (RENAPO), RFC (SAT), and `1F1971OR` behind an NSS (IMSS: sex and year of birth);
- Spain: CIP of Catalonia (`XXXX 1 550427 008`: sex, day), Castilla y León and Murcia (letters, day), Galicia (day,
  letters);
- Peru: autogenerado of EsSalud (`8205061ABCDE004`: day, sex);
- Honduras: identidad (`0801-1990-12345`: municipality, year).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

import regex

from deid_studio.release.surrogates.dates import year_of
from deid_studio.release.surrogates.day_shifts import ReadDay, birthday_in

SHORT = "%y%m%d"
_SHORT_FORMS = (SHORT, "%d%m%y")
_FORMS = (("%Y%m%d", 8), ("%d%m%Y", 8), *((form, 6) for form in _SHORT_FORMS))  # with the figures of each
_OF_FORM = regex.compile(r"[A-Z&Ñ]{3,5}[01]?(?P<day>\d{6})[\dA-Z]{2,}|(?P<day>\d{6})[01]?[A-Z]{3}.*")
_SEX = regex.compile(
    r"[A-Z]{4}(?P<sex>[01])\d{9,10}|\d{6}(?P<sex>[01])[A-Z]{3}.*|\d(?P<sex>[FM])(?P<year>(?:19|20)?\d{2})[A-Z]{2}"
)
_YEAR = regex.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)(?!\d)")
_HONDURAN = regex.compile(r"(?:0[1-9]|1[0-8])(?:[0-2]\d)(?P<year>19\d\d|20[0-2]\d)\d{5}")
_DEPARTMENTS, _MUNICIPALITIES = 18, 4  # of Honduras, and of the smallest of those
_CENTURY = 100
_LEAST_MOVED, _MOST_MOVED = 400, 2000  # days, where no shift is known
_LONG_AGO = 10  # years over which the births of the oldest are spread


@dataclass(frozen=True, slots=True)
class MovedDays:
    """The days that some reports tell, those of birth apart, and by how many days they are moved (0: unknown).

    `last` is the latest of them. Who was born up to `oldest` is of an age that is not told: another such day stands
    there then. Where they are `free`, a day that no report tells may become any, and a number may tell none if its form
    asks for none.
    """

    told: frozenset[date] = frozenset()
    births: frozenset[date] = frozenset()
    shift: int = 0
    last: date | None = None
    oldest: date | None = None
    free: bool = False

    @classmethod
    def of(cls, read: Iterable[ReadDay], shift: int, last: date | None, top_age: int) -> MovedDays:
        """Those of the full dates among days that were read."""
        full = [(one.day, one.is_birth) for one in read if one.day is not None and one.said.is_full]
        told, births = (frozenset(day for day, is_birth in full if is_birth is of) for of in (False, True))
        oldest = None if last is None else birthday_in(last, last.year - top_age)
        return cls(told, births, shift, last, oldest)

    def instead(self, day: date, chance: Random) -> date:
        """The day that takes a day's place."""
        is_told = day in self.told or day in self.births
        shift = self.shift if is_told or not self.free else 0
        step = timedelta(days=shift or -chance.randint(_LEAST_MOVED, _MOST_MOVED))
        if self.oldest is None or day > self.oldest:
            return day + step
        year = (self.oldest + step).year - 1 - chance.randrange(_LONG_AGO)
        return date(year, chance.randint(1, 12), chance.randint(1, 28))


NO_DAYS = MovedDays()


def signs_of_days(bare: str, days: MovedDays, chance: Random) -> dict[int, str]:
    """What stands at which places of a number, its signs without those between them, because of a day or a year in it;
    with the sign of the sex beside it, which stays."""
    signs: dict[int, str] = {}
    sex, honduran = _SEX.fullmatch(bare), _HONDURAN.fullmatch(bare)
    of_year = honduran or (sex if sex is not None and sex.group("year") else None)
    found = day_in(bare, days)
    if days.free and of_year is None and _OF_FORM.fullmatch(bare) is None:
        return {}
    if found is not None:
        start, form, day = found
        signs.update(enumerate(days.instead(day, chance).strftime(form), start))
    else:
        for start, end, born in _years_in(bare, of_year, days):
            year = f"{days.instead(born, chance).year}"
            signs.update(enumerate(year[start - end :], start))
    if signs and sex is not None:
        signs[sex.start("sex")] = sex.group("sex")
    if signs and honduran is not None:
        place = f"{chance.randint(1, _DEPARTMENTS):02d}{chance.randint(1, _MUNICIPALITIES):02d}"
        signs.update(enumerate(place))
    return signs


def signs_of_short_year(bare: str, days: MovedDays, chance: Random) -> dict[int, str]:
    """What stands in place of two figures of a user name that are those of a year of birth (`agil61`)."""
    born = next((one for one in sorted(days.births) if f"{one:%y}" == bare), None)
    return {} if born is None else dict(enumerate(f"{days.instead(born, chance):%y}"))


def day_in(bare: str, days: MovedDays) -> tuple[int, str, date] | None:
    """The day in a number: where it begins, its form and the day; one that the reports tell before any other."""
    return next(_days_in(bare, days), None)


def _days_in(bare: str, days: MovedDays) -> Iterator[tuple[int, str, date]]:
    for form, figures in _FORMS:
        if bare.isdecimal() and form in _SHORT_FORMS and len(bare) > figures:
            continue  # any six figures among others may be a day
        for start in range(len(bare) - figures + 1):
            for day in _read(bare[start : start + figures], form):
                if day in days.told or day in days.births:
                    yield start, form, day
    match = _OF_FORM.fullmatch(bare)
    if match is not None:
        for day in _read(match.group("day"), SHORT):
            if day.year == year_of(day.year % _CENTURY) if days.last is None else day <= days.last:
                yield match.start("day"), SHORT, day


def _read(figures: str, form: str) -> Iterator[date]:
    """The days that figures may write in a form, the latest first: a year of two figures is of either century."""
    if not (figures.isascii() and figures.isdecimal()):
        return
    try:
        day = datetime.strptime(figures, form).date()
    except ValueError:
        return
    if "%Y" in form:
        yield day
        return
    short = day.year % _CENTURY
    for century in (2000, 1900):
        try:
            yield day.replace(year=century + short)
        except ValueError:  # 29 February 1900
            continue


def _years_in(bare: str, of_form: regex.Match[str] | None, days: MovedDays) -> Iterator[tuple[int, int, date]]:
    """The year of birth in a number that the reports tell, or that its form does: its place, and a day of it."""
    for match in _YEAR.finditer(bare):
        for born in sorted(days.births):
            if match.group("year") == f"{born.year}":
                yield *match.span("year"), born
                return
    if of_form is not None:
        year = of_form.group("year")
        told = [born for born in sorted(days.births) if f"{born.year}".endswith(year)]
        full = int(year) if len(year) > 2 else year_of(int(year))
        yield *of_form.span("year"), told[0] if told else date(full, 7, 1)
