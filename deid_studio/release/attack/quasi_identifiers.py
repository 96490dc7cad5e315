"""Quasi-identifiers: what a released report still says that, put together, may be true of one person only.

Latanya Sweeney, "k-anonymity: a model for protecting privacy" (2002): date of birth, sex and place are enough for most.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

import regex

from deid_studio.model.document import Document
from deid_studio.model.ontology import Meaning
from deid_studio.people.folding import fold
from deid_studio.people.number_words import read_number
from deid_studio.people.person import Sex
from deid_studio.release.attack.known_people import Days, days_of_year, province_of, provinces_of_region, sex_said
from deid_studio.release.countries import SPAIN, country_of, known_countries
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.known_places import POSTAL_CODE

YEAR = 365.2425  # days
# How far surrogates lie from what they stand for (`surrogates`): shifted dates are earlier by so many days,
# ages differ by so many years at most.
SHIFT = (459, 2096)
AGE_STEP = 3
_LONGEST_LIFE = 125
_REPORT_REACH = 366  # days: the latest date of a report may be that of a later appointment
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_LONG_AGO = date(_FIRST_YEAR - _LONGEST_LIFE, 1, 1).toordinal()
_OR_BEFORE = regex.compile(r"(?i)\bo antes\s*$")
_BEFORE = 40
_TREATED = regex.compile(r"\[\*\*|\[\[|█")
_BIRTH = regex.compile(r"(?i)(?:\bf\.?\s*nac|\bnac(?:imiento|id[oa]|\.)|\bnaci[oó]\b|\bf\.?\s*n\.)[^\n\d]{0,30}$")
_HOME = regex.compile(
    r"(?i)\b(?:domicilio|direcci[oó]n|localidad|municipio|poblaci[oó]n|provincia|ciudad|c\.?\s?p\.?|postal"
    r"|resid\p{L}*|vive|vecin[oa]|empadronad[oa])\b[^\n.;]{0,40}$"
)
_FIGURES = regex.compile(r"(\d{1,3})(?:\s*(?:-|–|a|y)\s*(\d{1,3})|\s*(\+))?")
_UNITS = (
    (YEAR / 12, regex.compile(r"(?i)\bm(?:es|eses)?\b")),
    (7.0, regex.compile(r"(?i)\bsem(?:ana)?s?\b")),
    (1.0, regex.compile(r"(?i)\bd[ií]as?\b")),
    (1 / 24, regex.compile(r"(?i)\bhoras?\b")),
)
_DATE = regex.compile(r"(?<![\p{N}/.-])\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d{2}(?!\d)")
_PATIENT = (
    r"(?:var[oó]n|hombre|mujer|niñ[oa]|paciente|anciano|anciana|señora?|joven|lactante|beb[eé])"
    r"(?:\s+(?:de\s+raza\s+\p{L}+|\p{L}+))?\s*,?\s*(?:de\s+)?"
)
_AGE = regex.compile(
    rf"(?i)(?:\b{_PATIENT}|\bedad:?\s*)(\d{{1,3}}\+?(?:\s*[-–]\s*\d{{1,3}})?\s*(?:años|anys|urte|a\b|meses|días))"
)
_SEX = regex.compile(
    r"(?i)(?:\bsexo:?\s*)(\p{L}+)|\b(var[oó]n|hombre|mujer|niñ[oa])\s*,?\s+de\s+(?:\d|\[\*\*|\p{L}+\s+años|unos)"
)


class Fact(StrEnum):
    """What a report says of its patient."""

    BIRTH = "birth"
    AGE = "age"
    SEX = "sex"
    PLACE = "place"
    COUNTRY = "country"
    DATES = "dates"


@dataclass(frozen=True, slots=True)
class ReadPlace:
    """A postal code or a folded name of a town, province or region; `home`: the report says it is the patient's."""

    text: str
    home: bool = False


@dataclass(frozen=True, slots=True)
class Readable:
    """What can still be read in a report, and is meant as it stands or as it is known to have been changed.

    `born` are stretches of days that the birth lies in, `age` an age from (years) to below (years), `written` the days
    between which the report was. `moments` are dates as they are, `days` (ordinals) full dates with their distances
    kept, `birth_days` those of them that are dates of birth.
    """

    born: tuple[Days, ...] = ()
    age: tuple[float, float] | None = None
    written: Days | None = None
    sex: Sex | None = None
    places: frozenset[ReadPlace] = frozenset()
    countries: frozenset[str] = frozenset()
    moments: frozenset[Moment] = frozenset()
    days: frozenset[int] = frozenset()
    birth_days: frozenset[int] = frozenset()

    @property
    def born_between(self) -> Days | None:
        """The days between which the patient was born; in wrong order where the report contradicts itself."""
        stretches = list(self.born)
        if self.age is not None and self.written is not None:
            # A day more at both ends: years are not all of the same length.
            first = int(self.written[0] - self.age[1] * YEAR) - 1
            stretches.append((first, int(self.written[1] - self.age[0] * YEAR) + 2))
        if not stretches:
            return None
        return max(first for first, _ in stretches), min(last for _, last in stretches)

    @property
    def facts(self) -> frozenset[Fact]:
        """Which kinds of things can be read."""
        said = (
            (Fact.BIRTH, self.born), (Fact.AGE, self.age), (Fact.SEX, self.sex), (Fact.PLACE, self.places),
            (Fact.COUNTRY, self.countries), (Fact.DATES, self.moments),
        )  # fmt: skip
        return frozenset(fact for fact, value in said if value)


@dataclass(frozen=True, slots=True)
class _Said:
    start: int
    kind: str
    text: str
    before: str
    changed: bool  # whether a surrogate stands there


def read_facts(
    doc: Document,
    meaning_of: Callable[[str], Meaning],
    surrogates: Collection[str] = frozenset(),
    today: date | None = None,
    of_m: Sex | None = Sex.FEMALE,
) -> Readable:
    """What a released report says of its patient, by its spans and by unmistakable words outside them.

    `meaning_of` gives what a class means. Of classes in `surrogates` only what is kept of them
    is read: an age within a few years, a date within years, distances between dates, the sex. Pass none to take
    everything at face value. `of_m` is whose sex an `M` is (`sex_of_m`).
    """
    said = sorted([*_marked(doc, meaning_of, surrogates), *_unmarked(doc)], key=lambda one: one.start)
    dates = [(one, _moments(one.text)) for one in said if one.kind == "date"]
    born: list[Days] = []
    whole: set[int] = set()
    births: set[int] = set()
    moments: list[tuple[Moment, bool]] = []
    for one, read in dates:
        for moment in read:
            days = days_of(moment)
            if days is None:
                continue
            if _OR_BEFORE.search(one.text):  # a generalised year that showed a high age
                if _BIRTH.search(one.before):
                    born.append((_LONG_AGO, days[1]))
                continue
            if days[0] == days[1]:
                whole.add(days[0])
            if _BIRTH.search(one.before):
                born.append(_unshifted(days) if one.changed else days)
                births.update(days[:1] if days[0] == days[1] else ())
            else:
                moments.append((moment, one.changed))
    sexes = [sex for one in said if one.kind == "sex" and (sex := _sex(one.text, of_m)) is not None]
    ages = [age for one in said if one.kind == "age" and (age := _age(one.text, one.changed)) is not None]
    return Readable(
        tuple(born),
        # What the report begins with is the patient's age now; earlier ages and those of relatives come after it.
        ages[0] if ages else None,
        _written(moments, today or date.today()) if ages else None,
        sexes[0] if sexes else None,
        frozenset(place for one in said if one.kind == "place" and not one.changed for place in _places(one)),
        frozenset(country for one in said if one.kind == "country" and (country := _country(one))),
        _most_exact([moment for moment, changed in moments if not changed]),
        frozenset(whole),
        frozenset(births),
    )


def _country(said: _Said) -> str:
    """A country's folded name; of surrogates only Spain, which stays Spain in other words."""
    if country_of(said.text) == SPAIN:
        return fold(known_countries()[SPAIN].name)
    return "" if said.changed else fold(said.text.strip(" .,"))


def days_of(moment: Moment) -> Days | None:
    """The first and the last day that a moment may mean; None for one without a year or that is none."""
    year, month, day = moment.year, moment.month, moment.day
    if year is None or not _FIRST_YEAR <= year <= _LAST_YEAR:
        return None
    if month is None:
        return days_of_year(year)
    if not 1 <= month <= 12:
        return None
    last = monthrange(year, month)[1]
    if day is None:
        return date(year, month, 1).toordinal(), date(year, month, last).toordinal()
    if not 1 <= day <= last:
        return None
    return date(year, month, day).toordinal(), date(year, month, day).toordinal()


def _marked(doc: Document, meaning_of: Callable[[str], Meaning], surrogates: Collection[str]) -> Iterator[_Said]:
    for span in sorted(doc.spans):
        text = span.text(doc.text)
        if not _TREATED.search(text):
            before = doc.text[max(span.start - _BEFORE, 0) : span.start].rpartition("\n")[2]
            yield _Said(span.start, meaning_of(span.phi_class).kind, text, before, span.phi_class in surrogates)


def _unmarked(doc: Document) -> Iterator[_Said]:
    taken = [(span.start, span.end) for span in doc.spans]
    for kind, pattern in (("date", _DATE), ("age", _AGE), ("sex", _SEX)):
        for match in pattern.finditer(doc.text):
            group = next((number for number in range(1, pattern.groups + 1) if match[number]), 0)
            start, end = match.span(group)
            if not any(start < last and first < end for first, last in taken):
                before = doc.text[max(start - _BEFORE, 0) : start].rpartition("\n")[2]
                yield _Said(start, kind, match[group], before, False)


def _moments(text: str) -> Iterator[Moment]:
    # Two full dates may be one mention (`12/03/2015-14/03/2015`).
    whole = _DATE.findall(text)
    for part in whole if len(whole) > 1 else [text]:
        written = read_date(part)
        if written.is_understood:
            packed = next((token.text for token in written.tokens if token.role == "all"), "")
            yield _packed(packed) if packed else written.said


def _packed(text: str) -> Moment:
    if len(text) == 8 and _FIRST_YEAR <= int(text[:4]) <= _LAST_YEAR and int(text[2:4]) > 12:
        return Moment(int(text[6:]), int(text[4:6]), int(text[:4]))
    return Moment(int(text[:2]), int(text[2:4]), int(text[4:])) if len(text) == 8 else Moment()


def _unshifted(days: Days) -> Days:
    return days[0] + SHIFT[0], days[1] + SHIFT[1]


def _written(moments: Iterable[tuple[Moment, bool]], today: date) -> Days | None:
    """When the report was written: up to a year before the latest date that it names, none of them after today."""
    known: list[Days] = []
    moved: list[Days] = []
    for moment, changed in moments:
        days = days_of(moment)
        if days is not None and days[0] <= today.toordinal():
            (moved if changed else known).append(_unshifted(days) if changed else days)
    stretches = known or moved
    if not stretches:
        return None
    first, last = max(stretches)
    return first - _REPORT_REACH, min(last, today.toordinal())


def _most_exact(moments: Iterable[Moment]) -> frozenset[Moment]:
    """The full dates, else the months, else the years."""
    known = [moment for moment in moments if days_of(moment) is not None]
    full = [moment for moment in known if moment.is_full]
    months = [moment for moment in known if moment.month is not None]
    return frozenset(full or months or known)


def _age(text: str, changed: bool) -> tuple[float, float] | None:
    found = _FIGURES.search(text)
    if found is None:
        number = _number_in_words(text)
        if number is None:
            return None
        low, high, rest = number, number, text
    else:
        low = int(found[1])
        high = int(found[2]) if found[2] else _LONGEST_LIFE if found[3] else low
        rest = text[found.end() :]
    unit = next((days / YEAR for days, words in _UNITS if words.search(rest)), 1.0)
    step = (AGE_STEP if unit == 1.0 else 1) if changed else 0
    if high < low or low > _LONGEST_LIFE * (1 if unit == 1.0 else 12):
        return None
    return max(low - step, 0) * unit, (high + 1 + step) * unit


def _number_in_words(text: str) -> int | None:
    """The number that a text says in words: the longest (`un hombre de cuarenta y dos años`); None: it says none."""
    words = fold(text).split()
    read = ((at, read_number(words, at)) for at in range(len(words)))
    return max(((found[1] - at, -at, found[0]) for at, found in read if found), default=(0, 0, None))[2]


def _sex(text: str, of_m: Sex | None) -> Sex | None:
    if text.strip() in ("M", "m"):
        return of_m
    known = (sex_said(word) for word in regex.findall(r"[\p{L}\p{M}]+", text))
    return next((sex for sex in known if sex is not None), None)


def _places(said: _Said) -> Iterator[ReadPlace]:
    home = _HOME.search(said.before) is not None
    codes = POSTAL_CODE.findall(said.text)
    yield from (ReadPlace(code, home) for code in codes)
    name = fold(POSTAL_CODE.sub(" ", said.text)).strip(" .,;:()-\n")
    parts = [name] if _is_known(name) else [part.strip() for part in regex.split(r"\s*[,()/;-]\s*", name)]
    yield from (ReadPlace(" ".join(part.split()), home) for part in parts if any(c.isalpha() for c in part))


def _is_known(folded: str) -> bool:
    return bool(province_of(folded) or provinces_of_region(folded))


class Relaxation(StrEnum):
    """What could be said less exactly, so that more people fit."""

    AGE_BAND = "age-band"
    DATE_YEAR = "date-year"
    PROVINCE = "province"
    NO_BIRTH = "no-birth"
    NO_SEX = "no-sex"
    NO_INTERVALS = "no-intervals"


def relaxed(readable: Readable, how: Relaxation) -> Readable:
    """What could be read if one kind of thing was said less exactly: bands of five years, years, provinces, nothing."""
    match how:
        case Relaxation.AGE_BAND:
            years = 5
            if readable.age is None or readable.age[1] - readable.age[0] >= years:
                return readable
            low = readable.age[0] // years * years
            return replace(readable, age=(low, max(low + years, readable.age[1])))
        case Relaxation.DATE_YEAR:
            only_years = frozenset(Moment(year=moment.year) for moment in readable.moments)
            written = readable.written and _to_years(readable.written)
            born = tuple(map(_to_years, readable.born))
            return replace(
                readable, moments=only_years, written=written, born=born, days=frozenset(), birth_days=frozenset()
            )
        case Relaxation.PROVINCE:
            return replace(readable, places=frozenset(_widened(place) for place in readable.places))
        case Relaxation.NO_BIRTH:
            return replace(readable, born=(), days=readable.days - readable.birth_days, birth_days=frozenset())
        case Relaxation.NO_SEX:
            return replace(readable, sex=None)
        case Relaxation.NO_INTERVALS:
            return replace(readable, days=frozenset(), birth_days=frozenset())


def _to_years(days: Days) -> Days:
    return days_of_year(date.fromordinal(days[0]).year)[0], days_of_year(date.fromordinal(days[1]).year)[1]


def _widened(place: ReadPlace) -> ReadPlace:
    code = place.text[:2] if POSTAL_CODE.fullmatch(place.text) else province_of(place.text)
    return ReadPlace(f"#{code}", place.home) if code else place
