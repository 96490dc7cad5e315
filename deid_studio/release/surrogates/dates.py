"""Dates: a written date moved by days, in the form in which it was written; and ages that stay true to it.

A date is read token by token, so that order, separators, zeros, case, abbreviations and the language of months survive.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise

import regex

from deid_studio.people.date_words import LEAST_MONTH, MONTH_OF, MONTHS, SEASONS, WEEKDAY_OF, WEEKDAYS
from deid_studio.people.folding import fold
from deid_studio.people.misread import with_figures, with_letters
from deid_studio.people.number_words import in_words, read_number
from deid_studio.release.surrogates.seasons import with_words_agreeing
from deid_studio.release.written import cased

_SHORT_ES = "ene feb mar abr may jun jul ago sep oct nov dic".split()
_TUESDAY = "mar"  # March as well
_OF = frozenset(("de", "del", "d"))
# Holidays near the day on which they mostly fall; a moved one becomes the nearest other. None has an article: whether
# one stands before it already is not known here.
_HOLIDAYS = (
    ((1, 1), "Año Nuevo"), ((1, 6), "Reyes"), ((2, 28), "Carnaval"), ((3, 19), "San José"), ((4, 5), "Semana Santa"),
    ((5, 15), "San Isidro"), ((6, 24), "San Juan"), ((8, 10), "San Lorenzo"), ((9, 29), "San Miguel"),
    ((11, 1), "Todos los Santos"), ((12, 6), "San Nicolás"), ((12, 25), "Navidad"),
)  # fmt: skip
_HOLIDAY_WORDS = {
    "semana santa": (4, 5), "todos los santos": (11, 1), "ano nuevo": (1, 1), "fin de ano": (12, 31),
    "navidad": (12, 25), "navidades": (12, 25), "nochebuena": (12, 24), "nochevieja": (12, 31), "reyes": (1, 6),
    "nadal": (12, 25), "noiteboa": (12, 24), "reis": (1, 6), "domingo de ramos": (4, 1), "pascuas": (4, 8),
    "pascua": (4, 8), "carnaval": (2, 28), "carnavales": (2, 28), "pilar": (10, 12),
    "constitucion": (12, 6), "asuncion": (8, 15),
}  # fmt: skip
# Where in a month, or a year: the day of a month for which each stands.
_PARTS = {"principios": 5, "comienzos": 5, "inicios": 5, "mediados": 15, "finales": 25, "fines": 25}
_BEFORE_MONTHS = frozenset(("de", "del", "mes", "ano"))
_PART_WORDS = ("principios", "mediados", "finales")
_MONTHS_OF_PARTS = (2, 7, 11)
_DAY_OF = regex.compile(r"(?is)(.*\bd[ií]a) (?:de(?: l[ao]s?)?|del) $")  # of a holiday: `día de Reyes`
_ROMAN = "i ii iii iv v vi vii viii ix x xi xii".split()
_TOKEN = regex.compile(
    r"(?i)\b(?:semana santa|todos los santos|año nuevo|fin de año|domingo de ramos)\b|(?<!\p{N})[12]\.\p{N}{3}(?!\p{N})"
    r"|\p{N}+|[\p{L}\p{M}]+|[^\p{L}\p{M}\p{N}]+"
)
_ELISION = regex.compile(r"(?i)\bd['’](?=[^aeiouh])")  # Catalan: `d'abril`, but `de març`
_ORDINAL = regex.compile(r"(?<=\d)\.?[º°]")
_LEAST_YEAR, _MOST_YEAR = 1850, 2150
_SPAN_OF_TIME = regex.compile(r"(?i)\s*(?:d[ií]as?|semanas?|mes(?:es)?|años?|horas?|h)\b")
_TWO_DIGITS_FROM = 30  # `29` is 2029, `30` is 1930
# What a date has no sense with: a letter that may be a figure nobody knows which (`1S/06/2022`, `V1II`), a figure cut
# by a blank (`1 0 FEB`), one of three without a place.
_LOOKALIKES = frozenset("OQDlISBZGg")
_AGAINST_FIGURES = frozenset("t h el de del dia ano en d a y".split())


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
class _Token:
    text: str
    role: str = ""  # day, month, year, weekday, season, holiday, decade, part
    value: int = 0
    language: str = ""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it was written, token by token."""

    tokens: tuple[_Token, ...]
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
        weekdays = [token.value for token in self.tokens if token.role == "weekday"]
        days = sum(token.role == "day" for token in self.tokens)
        return weekdays[-1] if weekdays and len(weekdays) == days else None

    def on(self, near: Moment) -> date | None:
        """The day that it means; what it does not say is taken from `near`, else the middle. None: no day at all."""
        said = self.said
        season = next((token.value for token in self.tokens if token.role == "season"), None)
        part = next((token.value for token in self.tokens if token.role == "part"), 15)
        month = said.month or (None if season is None else (1, 4, 7, 10)[season])
        day = said.day or (part if said.month else 1 if season is None else 15)
        if month is None and said.year is not None and part != 15:
            month = _MONTHS_OF_PARTS[part // 10]
        month, year = month or near.month or 7, said.year or near.year or 2015
        if said.year is None and (month, day) == (2, 29):
            year -= year % 4
        if not 1 <= month <= 12 or not 1 <= day <= 31:
            return None
        # What no calendar has (`31/06`) is taken for the month's last day.
        return _date(year, month, min(day, monthrange(year, month)[1]))

    def moved(self, days: int, near: Moment) -> str | None:
        """The date `days` later, written in the same way; None when what it says is no date, or too early for one."""
        try:
            return self._moved(days, near)
        except OverflowError:
            return None

    def _moved(self, days: int, near: Moment) -> str | None:
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
                month = f" de {MONTHS['es'][own.month - 1]}" if own.month != to.month else ""
                pieces[at] = _rewritten(token, own, days, zeros) + cased(month, token.text)
            elif token.role == "year" and token.value != self.said.year:
                pieces[at] = _rewritten(token, _date(token.value + to.year - day.year, 1, 1) or to, days, zeros)
            elif token.role == "part":
                pieces[at] = self._part(token, to)
            elif token.role == "holiday" and (named := _DAY_OF.match("".join(pieces[:at]))):
                # It tells the day, and from when to when something lasted: the nearest other holiday would not.
                own_day = f"{named.group(1)} {to.day} de {MONTHS['es'][to.month - 1]}"
                pieces[: at + 1] = [own_day.upper() if token.text.isupper() else own_day, *[""] * at]
        made = with_words_agreeing("".join(pieces))
        if to.day != 1:
            made = _ORDINAL.sub("", made)  # `1º de mayo`, but `17 de diciembre`
        return str(_ELISION.sub("de ", made))

    def _part(self, token: _Token, to: date) -> str:
        """Where in its month, or its year, a moved date lies: `finales de marzo` may become `principios de julio`."""
        third = min((to.day - 1) // 10, 2) if self.said.month else (to.month - 1) // 4
        return token.text if third == token.value // 10 else cased(_PART_WORDS[third], token.text)

    def _has_zeros(self) -> bool:
        """Whether a figure below ten is written with a zero; where none tells, in all but dates with a month's name."""
        figures = [t.text for t in self.tokens if t.role in ("day", "month") and t.text.isdigit()]
        if any(len(text) == 1 for text in figures):
            return False
        return any(text.startswith("0") for text in figures) or not any(
            t.role == "month" and not t.text.isdigit() for t in self.tokens
        )


@lru_cache(maxsize=1024)  # a scope's dates are read again for each number of days that is tried
def read_date(text: str) -> WrittenDate:
    """How a date is written; hours after it are no part of it.

    Figures that a scanner took for letters are figures. What holds a sign that cannot be read, or a year of no
    calendar, says nothing: a date that is read by half is another one.
    """
    text = with_letters(with_figures(text), least=2)  # `13-AG0-2O24`
    tokens = [_worded(match.group()) for match in _TOKEN.finditer(text)]
    tokens = _with_tuesdays(_with_words(tokens))
    has_month = any(token.role == "month" for token in tokens)
    if not has_month:
        tokens = _with_roman(tokens)
        has_month = any(token.role == "month" for token in tokens)
    tokens = _with_figures(tokens, has_month)
    if _is_unreadable(tokens):
        return WrittenDate(tuple(_Token(token.text) for token in tokens), Moment())
    tokens = _with_parts(tokens)
    said = Moment()
    for token in tokens:
        if token.role == "holiday":
            said = replace(said, month=said.month or token.value // 100, day=said.day or token.value % 100)
        elif token.role in ("day", "month", "year"):
            said = replace(said, **{token.role: token.value})
    return WrittenDate(tuple(tokens), said)


def _is_unreadable(tokens: Sequence[_Token]) -> bool:
    """Whether a sign of a date cannot be read, or its year is of no calendar."""
    for token in tokens:
        if token.role == "year" and not _LEAST_YEAR <= token.value <= _MOST_YEAR:
            return True
        if not token.role and token.text.isdigit() and len(token.text) == 3:
            return True
        if "|" in token.text and token.text.strip() != "|":
            return True  # `2|/06/22`
    for one, other in pairwise(tokens):
        if _is_word(one) and other.text.isdigit() and fold(one.text) not in _AGAINST_FIGURES:
            return True
        if one.text.isdigit() and _is_word(other) and _LOOKALIKES.issuperset(other.text):
            return True
    figures = sum(token.text.isdigit() for token in tokens)
    return any(
        one.text.isdigit() and other.text.isdigit() and one.role and other.role
        and min(len(one.text), len(other.text)) == 1 and (figures != 3 or one.role == other.role)
        for one, other in pairwise(token for token in tokens if not token.text.isspace())
    )  # fmt: skip


def _is_word(token: _Token) -> bool:
    """Whether a token is letters that are no part of a date; `º` is none."""
    return not token.role and token.text.isascii() and token.text.isalpha()


def _worded(text: str) -> _Token:
    folded = fold(text)
    if folded in _HOLIDAY_WORDS:
        month, day = _HOLIDAY_WORDS[folded]
        return _Token(text, "holiday", month * 100 + day)
    if not folded.isalpha():
        # Some write a point into the year, as into any other thousand.
        return _Token(text, "year", int(text.replace(".", ""))) if "." in text and text[:1].isdigit() else _Token(text)
    if folded in MONTH_OF:
        number, language = MONTH_OF[folded]
        return _Token(text, "month", number, language)
    if folded in WEEKDAY_OF:
        number, language = WEEKDAY_OF[folded]
        return _Token(text, "weekday", number, language)
    for language, seasons in SEASONS.items():
        for value, word in enumerate(seasons):
            if folded in (fold(word), fold(word) + "s"):
                return _Token(text, "season", value, language)
    for value, word in enumerate(MONTHS["eu"], start=1):
        if folded.startswith(word):
            return _Token(text, "month", value, "eu")  # `abuztuak`, `abuztuaren`
    return _Token(text)


def _with_words(tokens: list[_Token]) -> list[_Token]:
    """The tokens with each day and year in words (`treinta y uno`, `dos mil quince`) as one."""
    made: list[_Token] = []
    at = 0
    while at < len(tokens):
        end = at + 1
        while end + 1 < len(tokens) and tokens[end].text.isspace() and tokens[end + 1].text.isalpha():
            end += 2
        words = [fold(token.text) for token in tokens[at:end:2]]
        # `un lunes` and `una semana` are no days of the month.
        number, count = (1, 1) if words[0] == "primero" else read_number(words) or (0, 0)
        role = "day" if 1 <= number <= 31 and words[0] not in ("un", "una") else "year" if _is_year(str(number)) else ""
        last = at + max(2 * count - 1, 1)
        if role and not tokens[at].role:
            made.append(_Token("".join(token.text for token in tokens[at:last]), role, number, "words"))
        else:
            made += tokens[at:last]
        at = last
    return made


def _with_parts(tokens: list[_Token]) -> list[_Token]:
    """The tokens with what says where in the month or year behind it: `finales de marzo`, not `fines de semana`."""
    made, behind = list(tokens), ""
    for at in range(len(tokens) - 1, -1, -1):
        folded = fold(tokens[at].text)
        if folded in _PARTS and behind in ("month", "year"):
            made[at] = _Token(tokens[at].text, "part", _PARTS[folded])
        if folded[0].isalnum() and folded not in _BEFORE_MONTHS:
            behind = tokens[at].role
    return made


def _with_tuesdays(tokens: list[_Token]) -> list[_Token]:
    """The tokens with each `mar` that a day follows as a Tuesday, where the month is named behind it: `mar, 6 feb`."""
    made = list(tokens)
    said = [index for index, token in enumerate(tokens) if token.text[0].isalnum() and fold(token.text) not in _OF]
    for at, index in enumerate(said):
        behind = [tokens[other] for other in said[at + 1 : at + 3]]
        if (
            fold(tokens[index].text) == _TUESDAY
            and not (at and _is_figure(tokens[said[at - 1]]))
            and behind
            and _is_figure(behind[0])
            and (
                any(token.role == "weekday" for token in tokens)
                or (len(behind) == 2 and (behind[1].role == "month" or _is_numbered(tokens, index, said[at + 2])))
            )
        ):
            made[index] = _Token(tokens[index].text, "weekday", 1, "short")
    return made


def _is_figure(token: _Token) -> bool:
    """Whether a token can be a day or a month in figures."""
    return token.text.isdigit() and len(token.text) <= 2


def _is_numbered(tokens: Sequence[_Token], first: int, month: int) -> bool:
    """Whether a day and a month in figures follow a word: `mar 13/02`, but neither `mar-13-02` nor `mar 13, 14`."""
    return (
        _is_figure(tokens[month])
        and 1 <= int(tokens[month].text) <= 12
        and tokens[month - 1].text in ("/", "-", ".")
        and tokens[first + 1].text.endswith((" ", "\u00a0"))
    )


def _with_roman(tokens: list[_Token]) -> list[_Token]:
    figures = sum(token.text.isdigit() for token in tokens)
    made = list(tokens)
    if figures:
        for index, token in enumerate(tokens):
            if token.text.lower() in _ROMAN and not token.role:
                made[index] = _Token(token.text, "month", _ROMAN.index(token.text.lower()) + 1, "roman")
                break
    return made


_Role = tuple[str, int]


def _with_figures(tokens: list[_Token], has_month: bool) -> list[_Token]:
    """The tokens with what their figures say: by order, length and what stands around them."""
    places = [index for index, token in enumerate(tokens) if token.text.isdigit() and not token.role]
    clock = {at for colon, token in enumerate(tokens) if token.text == ":" for at in (colon - 1, colon + 1)}
    places = [index for index in places if index not in clock]
    texts = [tokens[index].text for index in places]
    if has_month:
        roles = _beside_month(tokens, places)
    elif len(texts) == 1:
        roles = [_alone(tokens, places[0])]
    elif len(texts) == 2:
        roles = _two(*texts)
    elif texts:
        roles = _three(texts)
    else:
        roles = []
    made = list(tokens)
    for index, (role, value) in zip(places, roles, strict=False):
        made[index] = _Token(tokens[index].text, role, value)
    return made


def _is_year(text: str) -> bool:
    return len(text) == 4 and _LEAST_YEAR <= int(text) <= _MOST_YEAR


def _beside_month(tokens: Sequence[_Token], places: Sequence[int]) -> list[_Role]:
    month_at = next(index for index, token in enumerate(tokens) if token.role == "month")
    is_basque = tokens[month_at].language == "eu"  # `abuztuaren 28a`: no year of two digits follows
    has_day = any(token.role == "day" for token in tokens)
    roles: list[_Role] = []
    for which, index in enumerate(places):
        text = tokens[index].text
        if _is_year(text):
            roles.append(("year", int(text)))
        elif len(text) <= 2 and (index < month_at or (not has_day and (is_basque or len(places) > which + 1))):
            roles.append(("day", int(text)))
            has_day = True
        elif len(text) == 2:
            roles.append(("year", _year(int(text))))
        else:
            roles.append(("day", int(text)) if len(text) == 1 else ("", 0))
    return roles


def _alone(tokens: Sequence[_Token], place: int) -> _Role:
    text = tokens[place].text
    after = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
    before = fold("".join(token.text for token in tokens[:place]))
    if len(text) == 4:
        return "year", int(text)
    if len(text) == 2 and (after == "s" or "anos" in before or "decada" in before):
        return "decade", _year(int(text))
    if len(text) == 2 and before.rstrip(" ")[-1:] in ("'", "’"):
        return "year", _year(int(text))
    if len(text) <= 2:
        # `hace 3 semanas` is as long ago whatever the day.
        return ("", 0) if _SPAN_OF_TIME.match("".join(t.text for t in tokens[place + 1 :])) else ("day", int(text))
    return ("all", int(text)) if len(text) in (6, 8) else ("", 0)


def _two(first: str, second: str) -> list[_Role]:
    if _is_year(first) and (_is_year(second) or (len(second) == 2 and int(second) > 12)):
        # `1990-1995`, `1990-95`
        return [("year", int(first)), ("year", int(first[: 4 - len(second)] + second))]
    if _is_year(second):
        return [("month", int(first)), ("year", int(second))]
    if _is_year(first):
        return [("year", int(first)), ("month", int(second))]
    if int(second) > 12 >= int(first) and len(second) == 2:
        return [("month", int(first)), ("year", _year(int(second)))]
    return [("day", int(first)), ("month", int(second))]


def _three(texts: Sequence[str]) -> list[_Role]:
    first, second = int(texts[0]), int(texts[1])
    if _is_year(texts[0]):
        return [("year", first), ("month", second), ("day", int(texts[2]))]
    year = int(texts[2]) if len(texts[2]) != 2 else _year(int(texts[2]))
    roles = ("month", "day") if second > 12 >= first else ("day", "month")
    return [(roles[0], first), (roles[1], second), ("year", year)]


def _year(two_digits: int) -> int:
    return two_digits + (1900 if two_digits >= _TWO_DIGITS_FROM else 2000)


def _rewritten(token: _Token, to: date, days: int, zeros: bool) -> str:
    text = token.text
    match token.role:
        case "day" if text.isdigit():
            return f"{to.day:02d}" if zeros else str(to.day)
        case "day":
            return cased(in_words(to.day), text)
        case "month" if text.isdigit():
            return f"{to.month:02d}" if zeros else str(to.month)
        case "month":
            return _month(to.month, token)
        case "year" if token.language == "words":
            return cased(in_words(to.year), text)
        case "year" if "." in text:
            return f"{to.year:,}".replace(",", ".")
        case "year":
            return str(to.year)[-len(text) :] if len(text) in (2, 4) else str(to.year)
        case "decade":
            moved = (token.value + 10 * min(round(days / 3652.5), -1)) % 100
            return f"{moved // 10 * 10:02d}"
        case "weekday":
            plural = fold(text).endswith(("sabados", "domingos"))
            word = WEEKDAYS[token.language][(token.value + days) % 7]
            return cased(word + "s" if plural and not word.endswith("s") else word, text)
        case "season":
            moved_season = SEASONS[token.language][(to.month % 12) // 3]
            return cased(moved_season + "s" if fold(text).endswith("s") else moved_season, text)
        case "holiday":
            own = date(2015, token.value // 100, token.value % 100) + timedelta(days=days % 365)
            at = own.timetuple().tm_yday
            others = [one for one in _HOLIDAYS if one[0] != (token.value // 100, token.value % 100)]
            near = min(others, key=lambda one: abs(date(2015, *one[0]).timetuple().tm_yday - at))
            return cased(near[1], text) if text[:1].islower() or text.isupper() else near[1]
        case "all":
            return _packed(text, to, days)
    return text


def _packed(text: str, to: date, days: int) -> str:
    """A date without separators: day first, unless its year can only stand first."""
    pattern = "%d%m%y" if len(text) == 6 else "%d%m%Y"
    if len(text) == 8 and _LEAST_YEAR <= int(text[:4]) <= _MOST_YEAR and int(text[2:4]) > 12:
        pattern = "%Y%m%d"
    parts = {
        "%d%m%y": (text[:2], text[2:4], str(_year(int(text[4:6])))),
        "%d%m%Y": (text[:2], text[2:4], text[4:8]),
        "%Y%m%d": (text[6:8], text[4:6], text[:4]),
    }[pattern]
    day = _date(int(parts[2]), int(parts[1]), int(parts[0]))
    return (to if day is None else day + timedelta(days=days)).strftime(pattern)


def _month(number: int, token: _Token) -> str:
    if token.language == "roman":
        return cased(_ROMAN[number - 1], token.text)
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
    except ValueError:
        return None
