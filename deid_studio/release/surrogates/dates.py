"""Dates: a written date moved by days, in the form in which it was written; and ages that stay true to it.

It is moved token by token, so that order, separators, zeros, case, abbreviations and the language of months survive.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

import regex

from deid_studio.people.date_words import CUT, LEAST_MONTH, MONTHS, SEASONS, SHORT_WEEKDAYS, WEEKDAYS
from deid_studio.people.folding import fold
from deid_studio.people.number_words import in_words
from deid_studio.release.surrogates.calendar_edges import fixed_day, of_fixed_month
from deid_studio.release.surrogates.feasts import after_words, feast_in, holiday_in, is_night, marked_day, moved_holiday
from deid_studio.release.surrogates.moved_decades import moved_decade, told_decade
from deid_studio.release.surrogates.periods import moved_period, read_period
from deid_studio.release.surrogates.seasons import with_words_agreeing
from deid_studio.release.written import cased, of_month, without_accents

_SHORT_ES = "ene feb mar abr may jun jul ago sep oct nov dic".split()
_PART_WORDS = ("principios", "mediados", "finales")
_MONTHS_OF_PARTS = (2, 7, 11)
_DAY_OF = regex.compile(r"(?is)(.*?)(\bd[ií]a) (?:de(?: l[ao]s?)?|del) $")  # of a holiday: `día de Reyes`
# What may stand between a day and the name of the feast that it is: `6 de enero, día de Reyes`.
_APPOSED = regex.compile(r"(?i)[\s,;:()–-]+(?:el\s+)?(?:d[ií]a\s+(?:(?:de(?:\s+l[ao]s?)?|del)\s+)?)?")
# Catalan: `d'abril`, but `de març`.
_ELIDED = regex.compile(r"(?i)\b(d)['’](?=[^aeiouh])")
_NOT_ELIDED = regex.compile(r"(?i)\b(d)e (?=(?:abril|agost|octubre)\b)")
_ORDINAL = regex.compile(r"(?i)(?<=\d)(?:\.?[º°]|(?:er[oa]?|r[oa]|d[oa])\b\.?)")
ROMAN = "i ii iii iv v vi vii viii ix x xi xii".split()
LEAST_YEAR, MOST_YEAR = 1850, 2150
_WEDNESDAY, _SUNDAY = 2, 6
_LEAST_CUT = 2  # letters of a day of the week, which are written without accents then
_TWO_DIGITS_FROM = 30  # `29` is 2029, `30` is 1930


@dataclass(frozen=True, slots=True)
class Moment:
    """What a written date says; None where it says nothing of it."""

    day: int | None = None
    month: int | None = None
    year: int | None = None

    @property
    def is_full(self) -> bool:
        """Whether it names one day."""
        return None not in (self.day, self.month, self.year)


@dataclass(frozen=True, slots=True)
class DateToken:
    """A word, a figure or what stands between them, and what of a date it tells, if anything."""

    text: str
    role: str = ""  # day, month, year, weekday, season, holiday, feast, decade, part, period, monthly
    value: int = 0
    language: str = ""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it was written, token by token."""

    tokens: tuple[DateToken, ...]
    said: Moment

    @property
    def is_understood(self) -> bool:
        """Whether anything in it can be moved."""
        return any(token.role not in ("", "part") for token in self.tokens)

    @property
    def months(self) -> int:
        """How many months it names."""
        return sum(token.role == "month" for token in self.tokens)

    @property
    def weekday(self) -> int | None:
        """The day of the week beside the day that it names (Monday: 0); None where it names none, or several."""
        weekdays = [
            token.value if token.role == "weekday" else (_SUNDAY + token.value) % 7
            for at, token in enumerate(self.tokens)
            if token.role == "weekday" or (token.role == "feast" and self._is_beside_day(at))
        ]
        if any(map(_may_be_wednesday, self.tokens)):
            return None
        days = sum(token.role == "day" for token in self.tokens)
        return weekdays[-1] if weekdays and len(weekdays) == days else None

    @property
    def is_weekday(self) -> bool:
        """Whether all that it tells is a day of the week."""
        return {token.role for token in self.tokens if token.role} == {"weekday"}

    @property
    def feast(self) -> int | None:
        """How many days after Easter the feast is by which alone it tells its day; None where it tells it otherwise."""
        feasts = [token.value for token in self.tokens if token.role == "feast"]
        return feasts[0] if feasts and self.said.day is None else None

    @property
    def names_day(self) -> bool:
        """Whether it names one day: in full, or by a feast of a year."""
        return self.said.is_full or (self.feast is not None and self.said.year is not None)

    @property
    def is_named(self) -> bool:
        """Whether it tells its day by the name of a feast alone."""
        return any(token.role in ("feast", "holiday") for token in self.tokens) and not self._has("day")

    @property
    def first_holiday(self) -> DateToken | None:
        """Its first word where that is the name of a holiday, which becomes a day."""
        return next((token for token in self.tokens[:1] if token.role == "holiday"), None)

    def _has(self, role: str) -> bool:
        return any(token.role == role for token in self.tokens)

    def on(self, near: Moment) -> date | None:
        """The day that it means; what it does not say is taken from `near`, else the middle. None: no day at all."""
        said = self.said
        if self.is_named and near.is_full:
            return _date(near.year or 0, near.month or 0, near.day or 0)
        if self.feast is not None:
            return feast_in(said.year or near.year or 2015, self.feast)
        holiday = next((token.value for token in self.tokens if token.role == "holiday"), None)
        if holiday is not None and self.is_named and said.month == holiday // 100:
            return holiday_in(said.year or near.year or 2015, holiday)
        periods = [token.text for token in self.tokens if token.role == "period"]
        if periods and said.day is None:
            return _middle(periods[0], said.year or near.year or 2015, said.month)
        season = next((token.value for token in self.tokens if token.role == "season"), None)
        part = next((token.value for token in self.tokens if token.role == "part"), 15)
        month = said.month or (None if season is None else (1, 4, 7, 10)[season])
        day = said.day or near.day or (part if said.month else 1 if season is None else 15)
        if month is None and said.year is not None and part != 15:
            month = _MONTHS_OF_PARTS[part // 10]
        month, year = month or near.month or 7, said.year or near.year or 2015
        if said.year is None and (month, day) == (2, 29):
            year -= year % 4
        if said.day is None and 1 <= month <= 12:
            day = min(day, monthrange(year, month)[1])  # `febrero de 2014` goes with a 31st
        return None if 0 in (said.day, said.month) else _date(year, month, day)

    def moved(self, days: int, near: Moment, is_weekday_told: bool = False) -> str | None:
        """The date `days` later, written in the same way; None when what it says is no date, or too early for one.

        `is_weekday_told` where what stands beside a feast tells its day of the week already.
        """
        try:
            return self._moved(days, near, is_weekday_told)
        except OverflowError:
            return None

    def _moved(self, days: int, near: Moment, is_weekday_told: bool) -> str | None:
        day = self.on(near)
        if day is None or not self.is_understood:
            return None
        to = day + timedelta(days=days)
        zeros = self._has_zeros()
        pieces = [_rewritten(token, to, days, zeros) for token in self.tokens]
        for at, token in enumerate(self.tokens):
            if token.role == "day" and token.value != self.said.day:
                # `12 y 14 de marzo`: the first is moved on its own, and may come to lie in the month before.
                own = _date(day.year, day.month, token.value)
                if own is None:
                    return None
                own += timedelta(days=days)
                if own.month != to.month and any(one.role == "month" for one in self.tokens[:at]):
                    return None  # `March 2 to 9`: the second would need a month of its own
                pieces[at] = _rewritten(token, own, days, zeros) + self.told_before(own, to, Moment(day=token.value))
            elif token.role == "year" and token.value != self.said.year:
                pieces[at] = _rewritten(token, _date(token.value + to.year - day.year, 1, 1) or to, days, zeros)
            elif token.role == "period":
                own = _middle(token.text, day.year, self.said.month)
                own = own if own is None else own + timedelta(days=days)
                if own is None or own.year != to.year or (self.said.month and own.month != to.month):
                    return None  # `1T y 2T de 2014`, by now of two years
                pieces[at] = moved_period(token.text, own, self.said.month)
            elif token.role == "decade":
                moved, _ = moved_decade(token.value, self._third, days)
                decade = told_decade(token.text, "".join(pieces[:at]), token.value, moved, token.language == "tens")
                if decade is None:
                    return None
                pieces[: at + 1] = [""] * (at - 1) + [decade[0]] * (at > 0) + [decade[1]]
            elif token.role == "part":
                pieces[at] = self._part(token, to, days)
            elif token.role in ("holiday", "feast"):
                before = "".join(pieces[:at])
                named = _DAY_OF.match(before)
                own = to if self._is_beside_day(at) or near.is_full else self._feast_day(at, day) + timedelta(days=days)
                is_told = is_weekday_told or any(one.role == "weekday" for one in self.tokens)
                told = self._told_by_feast(at, own, near, named is not None, is_told)
                if named is not None:
                    noun = f"{named.group(2)} " if told[0].isdigit() else ""  # no `día sábado`
                    told, pieces[:at] = named.group(1) + noun + told, [""] * at
                elif before.strip():
                    told = after_words(told, before, token.language, is_night(token.text))
                    if before.endswith(" de ") and told[0].isdigit():
                        pieces[at - 1] = pieces[at - 1][:-1] + "l "  # `víspera del 6 de julio`
                pieces[at] = told.upper() if token.text.isupper() else told
        periods = [pieces[at] for at, token in enumerate(self.tokens) if token.role == "period"]
        if len(periods) != len(set(periods)):
            return None  # `1T y 2T` of which one has become the other
        made = with_words_agreeing("".join(pieces))
        if self.is_monthly:
            made = of_fixed_month(made, next(token.language for token in self.tokens if token.role == "monthly"))
        if to.day != 1 and not periods:
            made = _ORDINAL.sub("", made)  # `1º de mayo`, `1ro de mayo`, but `17 de diciembre`
        made = _ELIDED.sub(lambda found: cased("de ", found.group(1) * 2), made)
        is_catalan = any(token.role == "month" and token.language == "ca" for token in self.tokens)
        return str(_NOT_ELIDED.sub(r"\1'", made) if is_catalan else made)

    def _feast_day(self, at: int, day: date) -> date:
        """The day of a feast in the date, which means `day`: that in its year, of a holiday the nearest."""
        token = self.tokens[at]
        if token.role == "feast":
            return feast_in(day.year, token.value) if self._has("day") else day
        return min((holiday_in(day.year + step, token.value) for step in (0, -1, 1)), key=lambda one: abs(one - day))

    def _told_by_feast(self, at: int, to: date, near: Moment, is_day_of: bool, is_weekday_told: bool) -> str:
        """What a feast tells of a moved day: beside the day itself its day of the week, or where that is told already
        but that it was a day to be marked; else the day."""
        token = self.tokens[at]
        language = token.language or "es"
        weekday = WEEKDAYS[language][to.weekday()]
        if near.is_full or self._is_beside_day(at):
            return marked_day(language) if is_weekday_told else weekday
        is_month_told = self._has("month") and not self._has("day")
        day = str(to.day) if is_month_told else f"{to.day} {of_month(to.month, language)}"
        if is_day_of:
            return day
        return f"{weekday} {day}" if token.role == "feast" else moved_holiday(token.value, to, language)

    def _is_beside_day(self, at: int) -> bool:
        """Whether a feast stands right beside the day that the date names."""
        if not self._has("day"):
            return False
        told = [index for index, token in enumerate(self.tokens) if token.role and index != at]
        before = max((index for index in told if index < at), default=None)
        behind = min((index for index in told if index > at), default=None)
        return any(
            _APPOSED.fullmatch("".join(token.text for token in self.tokens[first + 1 : last]))
            for first, last in ((before, at), (at, behind))
            if first is not None and last is not None
        )

    def told_before(self, first: date, own: date, said: Moment) -> str:
        """What an earlier date, moved to `first`, has to tell itself before this one, moved to `own`: the month and the
        year that it left to this one, where they differ by now; as they are written here."""
        told = ""
        if said.month is None and (first.year, first.month) != (own.year, own.month):
            told += self._written("month", "day", first)
        if self.said.year is not None and first.year != own.year:
            told += self._written("year", "month", first)
        return told

    def _written(self, role: str, behind: str, to: date) -> str:
        """A month or a year in the form of this date's, with what stands between it and what is before it."""
        roles = [token.role for token in self.tokens]
        if role not in roles:
            return f" de {MONTHS['es'][to.month - 1]}"  # `30 y 31`, whose month another date tells
        at = roles.index(role)
        before = max((index for index in range(at) if roles[index] == behind), default=None)
        between = " de " if before is None else "".join(token.text for token in self.tokens[before + 1 : at])
        return between + _rewritten(self.tokens[at], to, 0, self._has_zeros())

    @property
    def _third(self) -> int | None:
        """Which third of what it names a date tells (`finales`: 2); None where it tells none."""
        return next((token.value // 10 for token in self.tokens if token.role == "part"), None)

    @property
    def is_monthly(self) -> bool:
        """Whether it is a day of every month."""
        return self._has("monthly")

    @property
    def is_decade(self) -> bool:
        """Whether all that it tells is a decade, or a part of one."""
        return {token.role for token in self.tokens} - {"", "part"} == {"decade"}

    def decade_of(self, days: int) -> tuple[int, int] | None:
        """The decade that it tells, some days later, and which third of it that is; None where it tells none."""
        decades = [token.value for token in self.tokens if token.role == "decade"]
        return moved_decade(decades[0], self._third, days) if decades else None

    def _part(self, token: DateToken, to: date, days: int) -> str:
        """Where in its month, year or decade a moved date lies: `finales de marzo` may become `principios de julio`."""
        decade = self.decade_of(days)
        if decade is not None:
            third = decade[1]
        else:
            third = min((to.day - 1) // 10, 2) if self.said.month else (to.month - 1) // 4
        return token.text if third == token.value // 10 else cased(_PART_WORDS[third], token.text)

    def _has_zeros(self) -> bool:
        """Whether a figure below ten is written with a zero; where none tells, where the month is a figure."""
        figures = [t for t in self.tokens if t.role in ("day", "month") and t.text.isdigit()]
        if any(len(token.text) == 1 for token in figures):
            return False
        return any(token.text.startswith("0") or token.role == "month" for token in figures)


def _middle(period: str, year: int, month: int | None) -> date | None:
    """The day in the middle of a period of a month, or of a year; None where there is none."""
    read = read_period(period)
    return None if read is None or not 1 <= (month or 1) <= 12 else read.middle(year, month)


def year_of(two_digits: int) -> int:
    """The year that two digits tell."""
    return two_digits + (1900 if two_digits >= _TWO_DIGITS_FROM else 2000)


def _rewritten(token: DateToken, to: date, days: int, zeros: bool) -> str:
    text = token.text
    match token.role:
        case "day" if text.isdigit():
            return f"{to.day:02d}" if zeros else str(to.day)
        case "day":
            return cased(in_words(to.day), text)
        case "month" if text.isdigit():
            return f"{to.month:02d}" if zeros else str(to.month)
        case "month" if token.language == "words":
            return cased(in_words(to.month), text)
        case "month":
            return _month(to.month, token)
        case "year" if token.language in ("words", "tens"):
            return cased(in_words(to.year if token.language == "words" else to.year % 100), text)
        case "year" if "." in text:
            return f"{to.year:,}".replace(",", ".")
        case "year":
            return str(to.year)[-len(text) :] if len(text) in (2, 4) else str(to.year)
        case "weekday" if _may_be_wednesday(token):
            own = to - timedelta(days=days)
            number = own.weekday() if own.weekday() == _WEDNESDAY else token.value
            return cased(SHORT_WEEKDAYS[token.language][(number + days) % 7], text)
        case "weekday" if token.language in SHORT_WEEKDAYS:
            return cased(SHORT_WEEKDAYS[token.language][(token.value + days) % 7], text)
        case "weekday" if token.language == CUT:
            word = WEEKDAYS["es"][(token.value + days) % 7][: len(text)]
            return cased(without_accents(word) if len(text) == _LEAST_CUT else word, text)
        case "weekday":
            plural = fold(text).endswith(("sabados", "domingos"))
            word = WEEKDAYS[token.language][(token.value + days) % 7]
            return cased(word + "s" if plural and not word.endswith("s") else word, text)
        case "season":
            moved_season = SEASONS[token.language][(to.month % 12) // 3]
            return cased(moved_season + "s" if fold(text).endswith("s") else moved_season, text)
        case "all":
            return _packed(text, to, days)
        case "monthly":
            return cased(fixed_day(token.language), text)
    return text


def _may_be_wednesday(token: DateToken) -> bool:
    """Whether a day of the week is one letter that some write for two: `L M M J V`."""
    return token.role == "weekday" and token.language in SHORT_WEEKDAYS and fold(token.text) == "m"


def packed_day(text: str) -> date | None:
    """The day of a date without separators; None where no calendar has it."""
    day, month, year = map(int, _packed_parts(text)[1:])
    return _date(year, month, day) if _is_year(year) else None


def _packed(text: str, to: date, days: int) -> str:
    """A date without separators, moved."""
    day = packed_day(text)
    return (to if day is None else day + timedelta(days=days)).strftime(_packed_parts(text)[0])


def _packed_parts(text: str) -> tuple[str, str, str, str]:
    """The form of a date without separators, and its day, month and year: day first, unless no year stands last."""
    if len(text) == 6:
        return "%d%m%y", text[:2], text[2:4], str(year_of(int(text[4:])))
    if _is_year(int(text[:4])) and not _is_year(int(text[4:])):
        return "%Y%m%d", text[6:], text[4:6], text[:4]
    return "%d%m%Y", text[:2], text[2:4], text[4:]


def _is_year(number: int) -> bool:
    return LEAST_YEAR <= number <= MOST_YEAR


def _month(number: int, token: DateToken) -> str:
    if token.language == "roman":
        return ROMAN[number - 1].upper() if token.text.isupper() else cased(ROMAN[number - 1], token.text)
    names = MONTHS[token.language]
    folded = fold(token.text)
    if token.language == "eu" and folded.startswith(names[token.value - 1]):
        return cased(names[number - 1] + folded.removeprefix(names[token.value - 1]), token.text)
    whole = folded == fold(names[token.value - 1]) or folded == "setiembre"
    if whole:
        return cased(names[number - 1], token.text)
    short = _SHORT_ES[number - 1] if token.language == "es" else names[number - 1][: max(len(folded), LEAST_MONTH)]
    return cased(short, token.text)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except (ValueError, OverflowError):
        return None
