"""The year a report is of: against it, a year that is written in the report shows how old somebody is.

45 CFR 164.514(b)(2)(i)(C) takes out all elements of dates, years as well, that show an age over 89. The guidance of the
US Department of Health (2012, question on dates) reckons with the year of the care: born 1910, treated 2010, becomes
"on or before 1920".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deid_studio.model.document import Document
from deid_studio.people.date_words import tells_birth
from deid_studio.release.ages import ages_in
from deid_studio.release.surrogates.date_reading import read_date

_EARLIEST = 1980  # no report that is kept as text is older: an earlier date tells of somebody's past
_VERY_OLD = 90


@dataclass(frozen=True, slots=True)
class ReportYear:
    """The year by which ages are reckoned; `is_told` where a date of the report tells it, else it is this year."""

    year: int
    is_told: bool = True


def report_year(doc: Document, kind_of: Callable[[str], str], this_year: int) -> ReportYear:
    """The year of a report's latest full date but those of births; this year, the latest that can be, where none tells.

    So it is where the report names an age of 90 and more: then its latest date need not be its own.
    """
    years = []
    for span in doc.spans:
        kind, text = kind_of(span.phi_class), span.text(doc.text)
        if kind == "age" and max(ages_in(text) or (0,)) >= _VERY_OLD:
            return ReportYear(this_year, False)
        if kind == "date" and not tells_birth(doc, span.start):
            said = read_date(text).said
            if said.is_full and said.year is not None and _EARLIEST <= said.year <= this_year:
                years.append(said.year)
    return ReportYear(max(years)) if years else ReportYear(this_year, False)
