"""Open dates: the days that a date may mean which leaves its year open, or its month as well."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from deid_studio.release.surrogates.dates import Moment, WrittenDate

_CLOSE = 46  # days: a day of the month is of one of the months around


def nearest(days: Iterable[date], written: WrittenDate, anchors: Sequence[date]) -> date | None:
    """Which of the days of a date, those of its weekday, is nearest to any of the anchors, which are in order."""

    def distance(day: date) -> timedelta:
        place = bisect_left(anchors, day)
        return min(abs(day - anchor) for anchor in anchors[max(place - 1, 0) : place + 1])

    fitting = [day for day in days if written.weekday in (None, day.weekday())]
    return min(fitting, key=lambda day: (distance(day), day), default=None)


def last_before(written: WrittenDate, last: date) -> date | None:
    """The day of a date without a year that is the last until another one."""
    return nearest((day for day in days_around(written, last) if day <= last), written, (last,))


def may_mean(written: WrittenDate, day: date) -> bool:
    """Whether a date without a year may mean a day."""
    said = written.said
    return said.day in (None, day.day) and said.month in (None, day.month) and written.weekday in (None, day.weekday())


def months_from(one: date, other: date) -> int:
    """How many months of the calendar lie between two days."""
    return 12 * (other.year - one.year) + other.month - one.month


def is_yearly(written: WrittenDate) -> bool:
    """Whether a date without its year is one day of every year."""
    return written.said.month is not None or written.feast is not None


def days_around(written: WrittenDate, anchor: date) -> Iterator[date]:
    """The days around another one that a date without a year may mean."""
    for step in (-1, 0, 1):
        if is_yearly(written):
            near = Moment(year=anchor.year + step)
        else:
            months = 12 * anchor.year + anchor.month - 1 + step
            near = Moment(month=months % 12 + 1, year=months // 12)
        day = written.on(near)
        if day is None or (not is_yearly(written) and day.day != written.said.day):
            continue  # no month has it: the 31st of June
        if is_yearly(written) or abs((day - anchor).days) <= _CLOSE:
            yield day
