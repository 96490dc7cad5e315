"""Day shifts: what a shift of all dates of some reports would make of them, reckoned without writing any."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from deid_studio.release.surrogates.dates import Moment

_LEAP_YEAR = 2000  # for days without a year
_NEAR = 14  # days: `two days after he turned 6`
_IN_MONTHS = 3 * 366  # days: until then ages are told in months
_UNHEARD_OF = 1000  # of what goes out of the calendar


@dataclass(frozen=True, slots=True)
class ReadDay:
    """A date of a report: what it says, the day that it means (None: none), and whether it is of a birth."""

    report: str
    said: Moment
    day: date | None
    is_birth: bool = False


class DaysOfReports:
    """The dates of some reports, asked how many of them a shift puts where they must not lie."""

    def __init__(self, dates: Sequence[ReadDay]) -> None:
        self._full = [one.day for one in dates if one.day is not None and one.said.is_full]
        self._yearless = [
            one.day
            for one in dates
            if one.day is not None and one.said.year is None and one.said.day and one.said.month
        ]
        steps = [timedelta(days=step) for step in (-1, 0, 1)]
        self._near = {day + step for day in self._full for step in steps}
        self._near_in_year = {_in_year(day + step) for day in (*self._full, *self._yearless) for step in steps}
        self._anniversaries = [
            group for report in {one.report for one in dates} for group in _anniversaries(dates, report)
        ]
        births = {one.report: one.day for one in reversed(dates) if one.is_birth and one.day and one.said.is_full}
        only = next(iter(births.values())) if len(set(births.values())) == 1 else None  # of the patient, in any report
        self._since_birth = [
            (born, one.day, age_on(one.day, born), _from_birthday(one.day, born))
            for one in dates
            if one.day and one.said.is_full and not one.is_birth and (born := births.get(one.report, only))
        ]
        self._near_birthday = [
            (born, one.day, away)
            for one in dates
            if one.day
            and one.said.day
            and not one.said.is_full
            and (born := births.get(one.report, only))
            and abs(away := _from_birthday(one.day, born)) <= _NEAR
        ]
        self._since_month = [
            (born.day, one.day, _years_by_month(one.day, born.day))
            for born in dates
            if born.is_birth and born.day and born.said.year and born.said.month and not born.said.day
            for one in dates
            if one.report == born.report and one.day and one.said.is_full and one.day > born.day
        ]
        since = [
            (one.said, born, one.day)
            for one in dates
            if one.day and not one.is_birth and (born := births.get(one.report, only)) and born <= one.day
        ]
        self._in_months = [
            (born, day, *_months_since(day, born))
            for said, born, day in since
            if said.day and said.month and (day - born).days <= _IN_MONTHS
        ]
        self._years = [(born, day) for said, born, day in since if not (said.day or said.month)]

    def met_by(self, days: int) -> int:
        """How many dates, moved by some days, lie at most a day off a real one, or show another age than before, or
        lie otherwise to a birthday that is near them, or are no anniversaries of each other any more."""
        step = timedelta(days=days)
        try:
            full = sum(day + step in self._near for day in self._full)
            yearless = sum(_in_year(day + step) in self._near_in_year for day in self._yearless)
            ages = sum(
                age_on(day + step, born + step) != age
                or (abs(away) <= _NEAR and _from_birthday(day + step, born + step) != away)
                for born, day, age, away in self._since_birth
            )
            ages += sum(_from_birthday(day + step, born + step) != away for born, day, away in self._near_birthday)
            ages += sum(_years_by_month(day + step, born + step) != years for born, day, years in self._since_month)
            ages += sum(len({_in_year(day + step) for day in group}) - 1 for group in self._anniversaries)
        except OverflowError:
            return len(self._full) + 1
        return full + yearless + ages

    def strain_of(self, days: int) -> tuple[int, int]:
        """How many ages in months, and years from a birth to a year by itself, are others where dates are moved by some
        days; and by how many days altogether such ages are off, as months are not of one length."""
        step = timedelta(days=days)
        others = off = 0
        try:
            for born, day, months, rest in self._in_months:
                others += _months_since(day + step, born + step)[0] != months
                off += abs((_months_after(born + step, months) + timedelta(days=rest) - (day + step)).days)
            for born, day in self._years:
                others += (day + step).year - (born + step).year != day.year - born.year
        except OverflowError:
            return _UNHEARD_OF, 0
        return others, off


def _anniversaries(dates: Sequence[ReadDay], report: str) -> list[frozenset[date]]:
    """The days of a report that are of one day of the year, but of several years: `un año del trasplante`."""
    days = {one.day for one in dates if one.report == report and one.day and one.said.day}
    found: dict[date, set[date]] = {}
    for day in days:
        found.setdefault(_in_year(day), set()).add(day)
    return [frozenset(group) for group in found.values() if len(group) > 1]


def _years_by_month(day: date, born: date) -> int:
    """The full years from a birth of which but the month is told."""
    return day.year - born.year - (day.month < born.month)


def age_on(day: date, born: date) -> int:
    """The full years from a birth to a day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def _months_since(day: date, born: date) -> tuple[int, int]:
    """The full months from a birth to a day, and the days beyond them."""
    months = 12 * (day.year - born.year) + day.month - born.month
    months -= _months_after(born, months) > day
    return months, (day - _months_after(born, months)).days


def _months_after(day: date, months: int) -> date:
    """The day some months after another, or the last of its month."""
    year, month = divmod(12 * day.year + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _from_birthday(day: date, born: date) -> int:
    """How many days a day lies after the nearest birthday, or before it; who was born on 29 February has it on the 28th
    in other years."""
    years = (day.year - 1, day.year, day.year + 1)
    return min(((day - birthday_in(born, year)).days for year in years), key=abs)


def birthday_in(born: date, year: int) -> date:
    """The day of a year on which somebody's birthday is; on the 28th of February for the 29th where there is none."""
    return born.replace(year=year, day=min(born.day, monthrange(year, born.month)[1]))


def _in_year(day: date) -> date:
    return day.replace(year=_LEAP_YEAR)
