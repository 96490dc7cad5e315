"""MovedDates: the dates of one scope's reports, all moved by the same number of days."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from datetime import date, timedelta
from itertools import islice

import regex

from deid_studio.model.document import Document
from deid_studio.people.date_words import tells_birth
from deid_studio.release.rewriting import Place
from deid_studio.release.surrogates.agreement import asked_before, form_of
from deid_studio.release.surrogates.calendar_edges import each_month, is_edge, without_month
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dated_numbers import MovedDays
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.dates_within import dates_within
from deid_studio.release.surrogates.day_shifts import DaysOfReports, ReadDay
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.elisions import with_elision
from deid_studio.release.surrogates.feasts import after_words, is_night
from deid_studio.release.surrogates.moved_decades import words_of_decade
from deid_studio.release.surrogates.oldest_dates import years_until
from deid_studio.release.surrogates.report_days import ReportDays
from deid_studio.release.surrogates.seasons import with_noun
from deid_studio.release.written import BESIDE, or_before, said_before

_LINK = regex.compile(r"\s+(?:y|e|o|u|a|al|hasta)\s+|\s+[-–]\s+|\s*[-–/]\s*(?=\p{L})")
_BETWEEN_DAYS = regex.compile(r"\s+(?:y|e|o|u|a|al|hasta)\s+|\s*[-–/,;]\s*")
# A season away at least and a season short of a year at most, so that months and seasons change as well.
_LEAST_DAYS, _MOST_DAYS, _MOST_YEARS = 100, 265, 5
_SHIFTS_TRIED = 400
_SHIFTS_COMPARED = 8
TOP_AGE = 90  # years from which on ages are one, where they stay


class MovedDates:
    """What takes the place of each date of some reports: all lie as far from each other as they did.

    `kind_of` tells the kind of thing that a class is, `repeats` whether a text holds what really stands in the reports.
    `days` is by how many days they are moved, `in_numbers` the days that numbers and file names may tell as well.
    """

    def __init__(
        self,
        reports: Sequence[Document],
        kind_of: Callable[[str], str],
        draws: Draws,
        keeping: DateKeeping,
        repeats: Callable[[str], bool],
    ) -> None:
        self._kind_of = kind_of
        self._of_reports: dict[str, ReportDays] = {}
        dates = [(doc, place) for doc in reports for place in self._dates_in(doc)]
        read = [self._read_day(doc, *place) for doc, place in dates]
        full = (one.day for one in read if one.day and one.said.is_full and not one.is_birth)
        self._last = max(full, default=None)  # the latest full date of these reports that is no birth
        self.days = self._shift(dates, DaysOfReports(read), draws, keeping, repeats)
        self.in_numbers = MovedDays.of(read, self.days, self._last, TOP_AGE)

    def of_others(self) -> MovedDates:
        """The same for other reports of the scope, which are moved as these are."""
        other = copy(self)
        other._of_reports = {}
        return other

    # --- what takes a date's place ---------------------------------------------------------------------------

    def of(self, doc: Document, place: Place, text: str) -> str | None:
        """What takes the place of a date that means `text`; None when it cannot be moved."""
        since = self._years_since(doc, place, text)
        if since and max(since) >= TOP_AGE:
            return self._long_ago(text) if min(since) >= TOP_AGE else None
        made, before = self._moved(doc, place.start, place.end, self.days), said_before(doc, place.start)
        if made is None:
            return None
        holiday = read_date(text).first_holiday
        if holiday is not None:
            return after_words(made, before, holiday.language, is_night(holiday.text))
        made, asked = with_elision(made, before), asked_before(before)
        # What stands before it stays: `la primavera` may become `la estación de otoño`.
        if asked.gender is None or not form_of(text).agrees(asked):
            return made
        return with_noun(made, asked.gender)

    def within(self, doc: Document, place: Place) -> str | None:
        """A mention that stays as it is but for the dates in it; None where one of those cannot be moved."""
        made, last = "", place.start
        for at, to in dates_within(doc.text[place.start : place.end]):
            start, end = place.start + at, place.start + to
            moved = self._moved(doc, start, end, self.days)
            if moved is None:
                return None
            made, last = made + doc.text[last:start] + moved, end
        return made + doc.text[last : place.end]

    def told_by_next(self, doc: Document, place: Place) -> date | None:
        """The day of a date whose year the one tells that follows at once (`2` before `al 9 de agosto de 1999`)."""
        if self._kind_of(place.phi_class) != "date":
            return None
        written = self._days_of(doc).read(place.start, place.end)
        return self._days_of(doc).told_by_next(written, place.start, place.end)

    def knows(self, doc: Document, place: Place) -> bool:
        """Whether a day without its month, or a day of the week, could be moved as the dates around it are."""
        if self._kind_of(place.phi_class) != "date":
            return True
        written = self._days_of(doc).read(place.start, place.end)
        return self._days_of(doc).is_known(written, place.start, place.end)

    def _years_since(self, doc: Document, place: Place, text: str) -> list[int]:
        """How many years each day or year that a date names lies before the latest of these reports."""
        if self._last is None:
            return []
        return years_until(self._last, read_date(text), tells_birth(doc, place.start))

    def _long_ago(self, text: str) -> str | None:
        """What a date becomes that shows an age from `TOP_AGE` on: that is all it says."""
        if self._last is None:
            return None
        year = (self._last + timedelta(days=self.days)).year - TOP_AGE
        return or_before(year + (str(year) in text))  # its own year would stay; of the next it is as true

    # --- the shift -------------------------------------------------------------------------------------------

    def _shift(
        self,
        dates: Sequence[tuple[Document, tuple[int, int]]],
        days: DaysOfReports,
        draws: Draws,
        keeping: DateKeeping,
        repeats: Callable[[str], bool],
    ) -> int:
        """By how many days all dates are moved: so that none repeats a real one of these reports or lies a day off one,
        and every age in years that a date of birth tells stays the same; where that cannot be, as few as can be do. Of
        a few such shifts the one is taken that keeps the most of ages in months."""
        # A decade that is the same again says nothing of a shift, unless that were chosen so that it is another.
        dates = [(doc, (start, end)) for doc, (start, end) in dates if not is_decade(doc.text[start:end])]
        if keeping is DateKeeping.WEEKDAYS:
            dates = [
                (doc, (start, end)) for doc, (start, end) in dates if not read_date(doc.text[start:end]).is_weekday
            ]
        best, fewest = 0, len(dates) + 1
        for moved in _shifts_tried(days, draws, keeping):
            met = days.met_by(moved)
            if met >= fewest:
                continue
            repeating = (1 for doc, place in dates if repeats(self._moved(doc, *place, moved) or ""))
            met += sum(islice(repeating, fewest - met))  # no further than until it is no better
            if met < fewest:
                best, fewest = moved, met
            if not met:
                break
        return best

    def _read_day(self, doc: Document, start: int, end: int) -> ReadDay:
        of_report = self._days_of(doc)
        written = of_report.read(start, end)
        near, said = of_report.near(written, start, end), of_report.said(written, start, end)
        return ReadDay(doc.id, said, written.on(near), tells_birth(doc, start))

    # --- reading ---------------------------------------------------------------------------------------------

    def _days_of(self, doc: Document) -> ReportDays:
        if doc.id not in self._of_reports:
            self._of_reports[doc.id] = ReportDays(doc, self._dates_in(doc))
        return self._of_reports[doc.id]

    def _dates_in(self, doc: Document) -> list[tuple[int, int]]:
        """Where the dates of a report stand: those that are marked, and those within a fact that may stay."""
        found: list[tuple[int, int]] = []
        for span in doc.spans:
            match self._kind_of(span.phi_class):
                case "date":
                    found += span.fragments
                case "age" | "profession":
                    for start, end in span.fragments:
                        found += [(start + at, start + to) for at, to in dates_within(doc.text[start:end])]
        return found

    def _moved(self, doc: Document, start: int, end: int, days: int) -> str | None:
        of_report = self._days_of(doc)
        written = of_report.read(start, end)
        words = words_of_decade(said_before(doc, start))
        if words and read_date(words + doc.text[start:end]).is_decade and not written.is_decade:
            return _moved_outside(doc.text[start:end], words, days)
        for link in (_LINK if written.months > 1 else _BETWEEN_DAYS).finditer(doc.text, start, end):
            # `febrero y abril de 2002` are two dates, and so are `12/6/22 al 15/6/22` and `12/6 y 15/6`.
            parts = (start, link.start()), (link.end(), end)
            read = [of_report.read(at, to) for at, to in parts]
            if all(
                one.months if written.months > 1 else one.said.day and one.said.month and not one.is_named
                for one in read
            ):
                both = [self._moved(doc, at, to, days) for at, to in parts]
                return link.group().join(map(str, both)) if None not in both else None
        if not of_report.keeps_year(written, start, end, days) or not of_report.keeps_month(written, start, end, days):
            return None  # `enero del año pasado` would be of another year
        near = of_report.near(written, start, end)
        if written.said.day is None and is_edge(said_before(doc, start), doc.text[start:end]):
            return None
        each = each_month(doc.text[end : end + BESIDE])
        if each and (monthly := read_date(doc.text[start:end] + each)).is_monthly:
            return without_month(monthly.moved(days, near) or "") or None
        is_told = of_report.tells_weekday_beside(written, start, end)
        made, own = written.moved(days, near, is_told), written.on(near)
        following = of_report.following(written, start, end)
        if made is None or own is None or following is None or not of_report.is_known(written, start, end):
            return made
        step, (last, day) = timedelta(days=days), following
        if last.said.day is None and written.said.day is not None:
            return made  # `9 de`, and its own month on the next line
        return made + last.told_before(own + step, day + step, written.said)


def _shifts_tried(days: DaysOfReports, draws: Draws, keeping: DateKeeping) -> Iterator[int]:
    """The shifts that are drawn, a few at a time, of those the least straining first.

    No more than a few: of one age of `7 meses 12 días` the best of all shifts would tell the month of birth.
    """
    for first in range(0, _SHIFTS_TRIED, _SHIFTS_COMPARED):
        drawn = [_days(draws, keeping, first + turn) for turn in range(_SHIFTS_COMPARED)]
        yield from sorted(drawn, key=days.strain_of)


def _days(draws: Draws, keeping: DateKeeping, turn: int) -> int:
    """A shift into the past: by no whole number of weeks, or by one."""
    chance = draws.random("dates", str(turn))
    days = 365 * chance.randint(1, _MOST_YEARS) + chance.randint(_LEAST_DAYS, _MOST_DAYS)
    days -= days % 7
    return -days if keeping is DateKeeping.WEEKDAYS else -(days + chance.randint(1, 6))


def may_stay(text: str) -> bool:
    """Whether a date may be what it was when it was moved: a day of the week by a shift of weeks, a decade by years."""
    return read_date(text).is_weekday or is_decade(text)


def is_decade(text: str) -> bool:
    """Whether a text names a decade."""
    return read_date(text).is_decade or read_date(f"los {text}").is_decade


def _moved_outside(text: str, words: str, days: int) -> str | None:
    """A decade whose words stand outside of its mark (`finales de los {90}`); None where they are not true by now."""
    moved = read_date(words + text).moved(days, Moment())
    return moved.removeprefix(words) or None if moved is not None and moved.startswith(words) else None
