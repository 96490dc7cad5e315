"""DateKeeping: what a shift of dates keeps of them; who reads a policy need not load what makes surrogates."""

from __future__ import annotations

from enum import StrEnum


class DateKeeping(StrEnum):
    """What of dates a shift keeps besides all intervals: the days of the week, or nothing (they change then)."""

    INTERVALS = "intervals"
    WEEKDAYS = "weekdays"
