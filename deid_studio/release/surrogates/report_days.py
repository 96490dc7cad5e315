"""Report days: the day that each date of a report means; what one leaves open, the dates around it tell."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import accumulate, chain
from operator import itemgetter

import regex

from deid_studio.model.document import Document
from deid_studio.people.date_words import ANNOUNCING, PARTS_OF_YEAR, tells_birth
from deid_studio.people.folding import fold
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import DateToken, Moment, WrittenDate
from deid_studio.release.surrogates.joined_dates import joined_dates
from deid_studio.release.surrogates.open_dates import (
    days_around,
    is_yearly,
    last_before,
    may_mean,
    months_from,
    nearest,
)
from deid_studio.release.surrogates.relative_words import from_report, month_told

# What may stand between a day and the date that says of which month it is: `12 y 14 de marzo`, `lunes 5, martes 6`.
_LINKED = regex.compile(
    r"(?i)[\s,/–-]*(?:\b(?:y|e|o|u|a|al|hasta|el|los|las|día|días|de|del|i|fins|ata|eta|dia|dies|els|os|ao)\b[\s,/–-]*)*"
)
_APPOSED = regex.compile(
    r"(?i)[ \t,;:(–-]+(?:(?:el|la|els|les|los|las|o|a)[ ])?"
)  # between a day and the feast that it is: `28 de marzo, Jueves Santo`
_FOLLOWS = 16  # characters between them
# Years that are told by the report's own, with how many years they are away.
_YEARS_AWAY = tuple(
    (regex.compile(rf"(?i)(?:{form})\b"), away)
    for form, away in (
        ("año pasado|pasado año", -1),
        ("este(?: mismo)? año|presente año|año en curso|año actual|corriente año", 0),
        ("próximo año|año próximo|año que viene", 1),
    )
)
# It tells of both in `enero a junio del año pasado`.
_OF_YEAR = regex.compile(r"(?i)(?:\s+(?:y|e|o|u|a|al|hasta)\s+\p{L}{3,})?[\s,]*(?:del?\s+)?(?:el\s+)?")
_BESIDE = regex.compile(r"[ \t]*[,(]?[ \t]*")  # between a day and its weekday: `12 (miércoles)`, `lunes, 5`
# Where another line tells of something else: `…, incendio de 2-8-2019.` and `Amiodarona del 4 al 11` below it.
_PASSAGE_END = regex.compile(r"[.;]\)?[ \t]*\r?\n|\n[ \t]*\r?\n")
_SENTENCE_END = regex.compile(r"\.\)?\s|\n")
_OF_REPORT = 366  # days before its own that are of what a report is of
_TELLING_MONTH = 2  # dates before a day of which one tells the month that is the same
_BEFORE = 48  # characters before a date in its sentence that may announce it
_WORD = regex.compile(r"\p{L}+")

_Month = tuple[int, int | None]  # of a year, or all of it


class ReportDays:
    """The days that the dates of one report mean; `dates` are where they stand (code points).

    A day by itself is that of a date which follows at once, else the one nearest to the dates around it: of its
    passage, of what the report is of, any. A date without its year is the one nearest to any full date, wherever that
    stands. A weekday beside it tells which. A month or a year by itself is the day of its own that another date tells,
    so that it is moved with that one (`operado el 20/06/2023. Stent en jun/23`); any other year goes with a date of its
    sentence, else, as any other month, with the report's own, so that `hace 5 años` stays true. Dates of births say
    nothing of others.
    """

    def __init__(self, doc: Document, dates: Iterable[tuple[int, int]]) -> None:
        self._text = doc.text
        self._dates = sorted(dates)
        self._whole = frozenset(self._dates)
        self._ends = list(accumulate((end for _, end in self._dates), max))  # where all until then have ended
        self._latest_year = _latest_year(read_date(doc.text[start:end]) for start, end in self._dates)
        read = [(start, end, self.read(start, end)) for start, end in self._dates]
        self._joined = joined_dates(doc.text, read)
        told = [(at, day) for at, _, one in read if one.names_day and (day := one.on(Moment())) is not None]
        told += [(at, date(*one)) for at, one in self._joined_days()]
        rough = [
            (at, day)
            for at, _, one in read
            if one.said.year is not None and not (one.names_day or _is_bare_year(one)) and (day := one.on(Moment()))
        ]
        births = {start for start, _ in self._dates if tells_birth(doc, start)}
        read = [one for one in read if one[0] not in births]
        self._weekdays = [(at, end, one) for at, end, one in read if one.is_weekday]
        self._months = [
            (at, one.said)
            for at, _, one in read
            if one.said.month and one.said.year and not one.said.day and one.on(Moment()) is not None
        ]
        self._days = [one for one in told if one[0] not in births]
        self._full = tuple(sorted({day for _, day in self._days}))
        self._passages = [match.end() for match in _PASSAGE_END.finditer(doc.text)]
        self._years = sorted({day.year + step for day in self._full for step in (-1, 0, 1)})
        self._own = self._own_day()
        self._within: dict[_Month, list[tuple[int, date]]] = {}
        self._years_like: dict[int, date] = {}
        self._days += [
            (at, day)
            for at, end, one in read
            if one.said.year is None and one.said.month and one.said.day and (day := self._day(one, at, end))
        ]
        self._days.sort()
        exact = {*self._days, *told}
        self._within = _grouped(exact, lambda day: (day.year, day.month))
        self._within |= _grouped({*exact, *rough}, lambda day: (day.year, None))
        self._years_like = self._years_beside(read)

    def read(self, start: int, end: int) -> WrittenDate:
        """The date that stands at a place, as the other dates of the report let it be read."""
        return read_date(self._text[start:end], self._latest_year)

    def said(self, written: WrittenDate, start: int, end: int) -> Moment:
        """What a date at a place says together with the mention beside it that tells the rest, if one does."""
        return self._joined.get(start, written.said) if (start, end) in self._whole else written.said

    def _joined_days(self) -> Iterator[tuple[int, tuple[int, int, int]]]:
        """The days that two mentions tell together, with where each of them stands."""
        for at, one in self._joined.items():
            if one.day is not None and one.month is not None and one.year is not None:
                yield at, (one.year, one.month, one.day)

    def near(self, written: WrittenDate, start: int, end: int) -> Moment:
        """Month and year of what a date at a place leaves open; of a feast beside the date that it is, the day too."""
        said = self.said(written, start, end)
        if said is not written.said:
            there = self._within.get((said.year or 0, said.month))
            other = there[0][1] if there else self._own
            return Moment(said.day or (None if other is None else other.day), said.month, said.year)
        beside = self._beside(written, start, end)
        if beside is not None:
            return Moment(beside.day, beside.month, beside.year)
        day = self._day(written, start, end)
        like = self._like(written, day, start, end)
        if like is not None:
            return like
        if day is not None:
            return Moment(month=day.month, year=day.year)
        month = next(self._months_around(start), None)
        if month is not None and written.said.day is not None and written.said.month is None:
            return month
        return Moment(year=None if self._own is None else self._own.year)

    def is_known(self, written: WrittenDate, start: int, end: int) -> bool:
        """Whether a day of a month, if a date names one, is that of a month and year that are known."""
        said = self.said(written, start, end)
        if written.feast is not None and said.year is None:
            return self._beside(written, start, end) is not None or self._day(written, start, end) is not None
        if said.day is None or said.year is not None or (said.month is not None and written.weekday is None):
            return True
        return self._day(written, start, end) is not None

    def keeps_year(self, written: WrittenDate, start: int, end: int, days: int) -> bool:
        """Whether what tells the year of a month by the report's own (`junio del año pasado`) is true some days away.

        The report is of its latest full date that nothing announces.
        """
        said = written.said
        if said.month is None or said.year is not None or self._own is None:
            return True
        behind = _OF_YEAR.match(self._text, end)
        for pattern, away in _YEARS_AWAY:
            if pattern.search(self._text, start, end) or (behind and pattern.match(self._text, behind.end())):
                near = self.near(written, start, end)
                day = written.on(Moment(near.day, near.month, self._own.year + away))
                step = timedelta(days=days)
                return day is None or (day + step).year == (self._own + step).year + away
        return True

    def keeps_month(self, written: WrittenDate, start: int, end: int, days: int) -> bool:
        """Whether what tells the month of a day by another one (`el 23 del mismo mes`) is true some days away."""
        said = written.said
        told = month_told(self._text[end : end + _BEFORE])
        day = self._day(written, start, end) if told is not None and said.day and not said.month else None
        if told is None or day is None:
            return True
        step, away = timedelta(days=days), told[1]
        other = next((one for one in self._telling_month(told[0], start) if months_from(one, day) == away), None)
        return other is None or months_from(other + step, day + step) == away

    def _telling_month(self, of_report: bool, start: int) -> list[date]:
        """The days that may tell the month of another one by words: the report's own, or the last before that."""
        if of_report:
            return [] if self._own is None else [self._own]
        place = bisect_left(self._days, start, key=itemgetter(0))
        return [day for _, day in reversed(self._days[max(place - _TELLING_MONTH, 0) : place])]

    def _in_month_told(self, written: WrittenDate, start: int, end: int) -> date | None:
        """The day of a date whose month words behind it tell (`del mismo mes`), the nearest to those that tell it."""
        told = None if written.said.month else month_told(self._text[end : end + _BEFORE])
        if told is None:
            return None
        others = self._telling_month(told[0], start)
        days = ((one, day) for one in others for day in days_around(written, one) if months_from(one, day) == told[1])
        fitting = [(abs(day - one), day) for one, day in days if may_mean(written, day)]
        return min(fitting, default=(None, None))[1]

    def following(self, written: WrittenDate, start: int, end: int) -> tuple[WrittenDate, date] | None:
        """The date that tells at the end of a list what a day or a month in it leaves open, and the day that the next
        of the list means: `3`, `4` and `5 de febrero`."""
        said = written.said
        if written.is_named or said.year is not None or (said.day is None and said.month is None):
            return None
        between: list[WrittenDate] = []
        while (after := self._after(end)) is not None:
            own, behind = after
            rest = self.read(own, behind)
            if rest.said.month is not None and not rest.is_named:
                day = rest.on(self.near(rest, own, behind))
                for one in reversed(between):
                    day = None if day is None else last_before(one, day)
                return None if day is None else (rest, day)
            if said.month is not None or rest.said.day is None or rest.is_named:
                return None
            between.append(rest)
            end = behind
        return None

    def _after(self, end: int) -> tuple[int, int] | None:
        """Where the date stands that follows a place at once: the rest of one that goes on there, else the next."""
        at, behind = next(self._dates_from(end + 1), (end, end))
        own = max(at, end)
        if behind == end or at - end > _FOLLOWS or not (at < end or _LINKED.fullmatch(self._text, end, own)):
            return None
        return own, behind

    def told_by_next(self, written: WrittenDate, start: int, end: int) -> date | None:
        """The day of a date that leaves its year to a full date which follows at once; None for any other."""
        following = self.following(written, start, end)
        if following is None or not following[0].said.is_full or not self.is_known(written, start, end):
            return None
        return self._day(written, start, end)

    def _own_day(self) -> date | None:
        """The latest day that a full date tells and nothing announces: the one that the report is of."""

        def is_announced(at: int) -> bool:
            before = _SENTENCE_END.split(self._text[max(at - _BEFORE, 0) : at])[-1]
            return not ANNOUNCING.isdisjoint(map(fold, _WORD.findall(before)))

        came = (day for at, day in self._days if not is_announced(at))
        return max(came, default=self._full[-1] if self._full else None)

    def _years_beside(self, read: Iterable[tuple[int, int, WrittenDate]]) -> dict[int, date]:
        """The day with which each year goes that no other date tells, where one is in a sentence with it."""
        ends = [match.end() for match in _SENTENCE_END.finditer(self._text)]
        found: dict[int, date] = {}
        for at, _, one in read:
            year = one.said.year
            if year is None or not _is_bare_year(one) or (year, None) in self._within or year in found:
                continue
            sentence, place = bisect_right(ends, at), bisect_left(self._days, at, key=itemgetter(0))
            for start, day in (*self._days[max(place - 1, 0) : place], *self._days[place : place + 1]):
                if bisect_right(ends, start) == sentence:
                    found.setdefault(year, day)
        return found

    def _like(self, written: WrittenDate, day: date | None, start: int, end: int) -> Moment | None:
        """The day as which a month or a year by itself is moved; `day` tells the year that it leaves open."""
        month, year = written.said.month, written.said.year if day is None else day.year
        if year is None or not _is_bare(written):
            return None
        # `noviembre y diciembre de 2022`, a mention of two, stay as far from each other.
        there = self._within.get((year, month)) if month is None or (start, end) in self._whole else None
        like = self._years_like.get(year, self._own) if month is None else self._own
        if there is not None:
            like = there[max(bisect_left(there, start, key=itemgetter(0)) - 1, 0)][1]
        return None if like is None else Moment(like.day, month or like.month, year)

    def _beside(self, written: WrittenDate, start: int, end: int) -> date | None:
        """The day of the date right beside a feast, where that is the feast's."""
        if not written.is_named or written.said.year is not None:
            return None
        for at, behind, other in self._apposed(start, end):
            day = other.on(self.near(other, at, behind)) if other.said.day and not other.is_named else None
            if day is not None and written.on(Moment(year=day.year)) == day:
                return day
        return None

    def tells_weekday_beside(self, written: WrittenDate, start: int, end: int) -> bool:
        """Whether the date right beside a feast tells its day of the week, or one beside that does."""
        if not written.is_named:
            return False
        return any(
            other.weekday is not None or self._with_weekday(other, at, behind).weekday is not None
            for at, behind, other in self._apposed(start, end)
        )

    def _feasts_beside(self, written: WrittenDate, start: int, end: int) -> list[WrittenDate]:
        """The feasts right beside a day, one of which may tell its year: `Pascua (21 de abril)`."""
        if written.is_named:
            return []
        return [one for _, _, one in self._apposed(start, end) if one.is_named and one.said.year is None]

    def _apposed(self, start: int, end: int) -> Iterator[tuple[int, int, WrittenDate]]:
        """The dates right beside a place, with nothing but signs between them, and where they stand."""
        for at, behind in self._dates_from(start - _FOLLOWS):
            if at > end + _FOLLOWS:
                break
            gap = (behind, start) if behind <= start else (end, at)
            if gap[0] <= gap[1] <= gap[0] + _FOLLOWS and _APPOSED.fullmatch(self._text, *gap):
                yield at, behind, self.read(at, behind)

    def _from_report(self, written: WrittenDate, start: int, end: int) -> date | None:
        """The day of a date that words tell by the report's own (`mañana, viernes 3`); None where none does.

        Where that does not fit the report's own day, it is another one that it fits.
        """
        if self._own is None or written.said.day is None:
            return None
        before = self._text[max(start - _BEFORE, 0) : start].rpartition("\n")[2]
        told = from_report(before, self._text[start:end])
        if told is None:
            return None
        if told.days is not None:
            for one in (self._own, *self._around(start)):
                day = one + timedelta(days=told.days)
                if may_mean(written, day):
                    return day
        days = [day for day in days_around(written, self._own) if may_mean(written, day)]
        return nearest((day for day in days if (day - self._own).days * told.way >= 0), written, (self._own,))

    def _day(self, written: WrittenDate, start: int, end: int) -> date | None:
        """The day of a date that says no year; None where no date tells it, or none with its weekday."""
        said = written.said
        if said.year is not None or (said.day is None and said.month is None and written.feast is None):
            return None
        dated = self._with_weekday(written, start, end)
        if dated is not written and (day := self._day(dated, start, end)):
            return day
        following = self.following(written, start, end)
        if following is not None and (day := last_before(written, following[1])):
            return day
        if day := self._from_report(written, start, end) or self._in_month_told(written, start, end):
            return day
        if is_yearly(written):
            days = [day for year in self._years if (day := written.on(Moment(year=year))) is not None]
            feasts = self._feasts_beside(written, start, end)
            fitting = [day for day in days if any(one.on(Moment(year=day.year)) == day for one in feasts)]
            return nearest(fitting or days, written, self._full)
        for anchor in self._around(start):
            if day := nearest(days_around(written, anchor), written, (anchor,)):
                return day
        for month in self._months_around(start) if written.weekday is not None else ():
            if (day := written.on(month)) is not None and (day.day, day.weekday()) == (said.day, written.weekday):
                return day
        return None

    def _with_weekday(self, written: WrittenDate, start: int, end: int) -> WrittenDate:
        """A day that names no weekday with the one that is a mention of its own right before it or behind it."""
        if written.said.day is None or written.weekday is not None:
            return written
        place = bisect_left(self._weekdays, start, key=itemgetter(0))
        for at, behind, other in self._weekdays[max(place - 1, 0) : place + 1]:
            gap = (behind, start) if at < start else (end, at)
            both = replace(written, tokens=(*written.tokens, *other.tokens))
            if gap[0] <= gap[1] and _BESIDE.fullmatch(self._text, *gap) and both.weekday is not None:
                return both
        return written

    def _months_around(self, start: int) -> Iterator[Moment]:
        """The months that may be a day's where no full date tells it, the likeliest first."""
        place = bisect_left(self._months, start, key=itemgetter(0))
        yield from (self._months[at][1] for at in chain(reversed(range(place)), range(place, len(self._months))))

    def _dates_from(self, end: int) -> Iterator[tuple[int, int]]:
        """The dates from the first that ends at a place or behind it."""
        return (self._dates[at] for at in range(bisect_left(self._ends, end), len(self._dates)))

    def _around(self, start: int) -> Iterator[date]:
        """The days that may tell of which month a day is, the likeliest first."""
        place = bisect_left(self._days, start, key=itemgetter(0))
        passage = bisect_right(self._passages, start)
        first = 0 if not passage else bisect_left(self._days, self._passages[passage - 1], key=itemgetter(0))
        yield from (self._days[at][1] for at in reversed(range(first, place)))
        for past in (False, True):
            others = chain(reversed(range(first)), range(place, len(self._days)))
            found = (self._days[at] for at in others)
            yield from (day for at, day in found if at != start and self._is_past(day) is past)

    def _is_past(self, day: date) -> bool:
        """Whether a day lies so far before the report's own that it need not be of what the report is of."""
        return self._own is not None and (self._own - day).days > _OF_REPORT


def _latest_year(dates: Iterable[WrittenDate]) -> int | None:
    """The latest year that dates tell in full, or in two figures beside a day and a month."""
    years = (token.value for one in dates for token in one.tokens if token.role == "year" and _is_certain(one, token))
    return max(years, default=None)


def _is_certain(written: WrittenDate, year: DateToken) -> bool:
    return written.said.is_full or len(year.text) > 2


def _grouped(days: Iterable[tuple[int, date]], key: Callable[[date], _Month]) -> dict[_Month, list[tuple[int, date]]]:
    """Days with where they stand, in order, by the month or the year that they are of."""
    found: dict[_Month, list[tuple[int, date]]] = {}
    for at, day in sorted(days):
        found.setdefault(key(day), []).append((at, day))
    return found


def _is_bare(written: WrittenDate) -> bool:
    """Whether a date tells a month, a year or both, and no part of them."""
    roles = {token.role for token in written.tokens} - {""}
    return roles in ({"month"}, {"year"}, {"month", "year"}) and PARTS_OF_YEAR.isdisjoint(
        fold(token.text) for token in written.tokens
    )


def _is_bare_year(written: WrittenDate) -> bool:
    """Whether a date tells a year and nothing else."""
    return written.said.month is None and _is_bare(written)
