"""Oldest dates: those so far behind a report that they tell an age of ninety and more, of which none leaves as itself.

A moved date of birth keeps every age, and so would give back beside the other dates what `90+ años` does not say.
"""

from __future__ import annotations

from datetime import date

from deid_studio.release.surrogates.dates import Moment, WrittenDate, packed_day
from deid_studio.release.surrogates.day_shifts import age_on

_CENTURY = 100


def years_until(last: date, written: WrittenDate, is_birth: bool) -> list[int]:
    """How many years lie between each day or year that a date names and a later day: ages, where it is a birth.

    A birth in two digits that is still to come was a hundred years ago.
    """
    packed = [day for token in written.tokens if token.role == "all" and (day := packed_day(token.text)) is not None]
    years = [token for token in written.tokens if token.role == "year"]
    day = written.on(Moment()) if written.said.is_full and len(years) == 1 else None
    if day is None:
        found = [age_on(last, one) for one in packed] + [last.year - token.value for token in years]
    else:
        found = [age_on(last, day)]
    return [since + _CENTURY if is_birth and since < 0 and _is_short(written) else since for since in found]


def _is_short(written: WrittenDate) -> bool:
    return any((token.role == "year" and len(token.text) == 2) or len(token.text) == 6 for token in written.tokens)
