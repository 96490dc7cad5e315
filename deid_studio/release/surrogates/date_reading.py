"""Date reading: how a date is written, token by token, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import regex

from deid_studio.people.date_words import MONTH_OF, MONTHS, SEASONS, SHORT_WEEKDAY_OF, WEEKDAY_OF, WEEKDAYS
from deid_studio.people.folding import fold
from deid_studio.people.misread import with_figures, with_letters
from deid_studio.people.number_words import read_number
from deid_studio.release.surrogates.calendar_edges import says_each_month
from deid_studio.release.surrogates.dates import LEAST_YEAR, MOST_YEAR, ROMAN, DateToken, Moment, WrittenDate, year_of
from deid_studio.release.surrogates.dictated_dates import dictated_tokens
from deid_studio.release.surrogates.feasts import FEAST_NAMES, feast_language, feast_named, holiday_named
from deid_studio.release.surrogates.periods import ORDINALS, PERIODS, read_period

_TUESDAY = "mar"  # March as well
_ENGLISH = frozenset(("en", "short_en"))
_OF = frozenset(("de", "del", "d"))
_SINCE = "des"  # Catalan for `since`, or short for December
# Where in a month, or a year: the day of a month for which each stands.
_PARTS = {"principios": 5, "comienzos": 5, "inicios": 5, "mediados": 15, "finales": 25, "fines": 25}
_BEFORE_MONTHS = frozenset(("de", "del", "mes", "ano"))
_BEFORE_DECADES = frozenset(("de", "del", "los", "la", "anos", "decada"))
_TOKEN = regex.compile(
    rf"(?i){PERIODS}|\b(?:{FEAST_NAMES})\b"
    r"|(?<!\p{N})[12]\.\p{N}{3}(?!\p{N})"
    r"|\p{N}+|[\p{L}\p{M}]+|[^\p{L}\p{M}\p{N}]+"
)
_DECADE = regex.compile(r"\b(?:los|(?P<told>anos|decada(?: del?(?: los)?)?)) $")  # `los noventa`, `los 2000`
_OF_MONTH = regex.compile(r"month (?i:del?) $")  # `uno de marzo del veinticuatro`
_ELIDED = regex.compile(r"(?i)\bd['’]$")
_WORD_OR_GAP = regex.compile(r"[\p{L}\p{M}]+|[^\p{L}\p{M}]+")
# `a los doce días del mes de mayo` is a day.
_SPAN_OF_TIME = regex.compile(
    r"(?i)\s*(?:d[ií]as?|semanas?|mes(?:es)?|años?|horas?|h)\b"
    r"(?!\s+del?\s+(?:mes|presente|corriente|ene|feb|mar|abr|may|jun|jul|ago|sep|set|oct|nov|dic))"
)
# Between a short day of the week and its day (`S 15 de 2024` is a week), with its month, and behind that (`3/6 (X)`).
_ITS_DAY = regex.compile(
    r"(?P<gap>\.\s*|\s+)(?:3[01]|[12]\p{N}|0?[1-9])(?!\p{N}|\s*(?:del?\s|[/-])?\s*\p{N}{4})"
    r"(?P<month>(?:[/.-]|\s+(?:del?\s+|d['’])?)(?:\p{N}{1,2}(?!\p{N})|\p{L}{3}|[IVXivx]+\b))?"
)
_ITS_DATE = regex.compile(r"\p{N}{1,2}[/.-](?:\p{N}{1,2}|\p{L}{1,10})(?:[/.-]\p{N}{2,4})?[\s,]*[\s(]$")
_WITHIN_DATE = regex.compile(r"\p{N}\s*[/.-]\s*$")
_GALICIAN_OF = "do"  # `do 3 de marzo`
# A month in one letter, of those that begin one month alone: `12-O`.
_MONTH_LETTER = regex.compile(r"(?<=^\W*\p{N}{1,2}[/-])\p{Lu}(?=(?:[/-]\p{N}{2,4})?\W*$)")
_MONTH_OF_LETTER = {"E": "Ene", "F": "Feb", "S": "Sep", "O": "Oct", "N": "Nov", "D": "Dic"}
_OPEN_MONTH = regex.compile(r"^\W*\p{N}{1,2}[/-][MAJ](?:[/-]\p{N}{2,4})?\W*$")  # `15-M`, March or May
_FEMININE_ORDINAL = regex.compile(r"\p{N}\.?ª")
# What a date has no sense with: a letter that may be a figure nobody knows which (`1S/06/2022`, `V1II`), a figure cut
# by a blank (`1 0 FEB`), one of three without a place.
_LOOKALIKES = frozenset("OQDlISBZGg")
_AGAINST_FIGURES = frozenset("t h el de del dia ano en d a y".split())

_MOST_DAYS = 31  # of a month: what is more, and has two figures, may be a year
_AROUND_YEAR = frozenset(("en", "el", "del", "de", "ano", "desde", "hasta", "hacia", "sobre", "por", "a", "d", *_PARTS))

_Role = tuple[str, int]


@lru_cache(maxsize=1024)  # a scope's dates are read again for each number of days that is tried
def read_date(text: str, latest: int | None = None) -> WrittenDate:
    """How a date is written; hours after it are no part of it.

    `latest` is the latest year that the report tells otherwise: `mayo 15` is a day of May where that is before 2015.
    Figures that a scanner took for letters are figures. What holds a sign that cannot be read, or a year of no
    calendar, says nothing: a date that is read by half is another one.
    """
    text = _MONTH_LETTER.sub(lambda match: _MONTH_OF_LETTER.get(match.group(), match.group()), text)
    text = with_letters(with_figures(text), least=2)  # `13-AG0-2O24`
    tokens = [_worded(match.group()) for match in _TOKEN.finditer(text)]
    dictated = dictated_tokens(tokens)
    if dictated is not None:
        return _said_by(dictated)
    tokens = _with_english_months(_with_tuesdays(_with_short_weekdays(_with_words(tokens))))
    tokens = _without_since(_with_shared_words(tokens))
    has_month = any(token.role == "month" for token in tokens)
    if not has_month:
        tokens = _with_roman(tokens)
        has_month = any(token.role == "month" for token in tokens)
    tokens = _with_periods(_with_figures(tokens, has_month, latest))
    if _OPEN_MONTH.match(text) or _is_unreadable(tokens):
        return WrittenDate(tuple(DateToken(token.text) for token in tokens), Moment())
    return _said_by(_with_parts(tokens))


def _said_by(tokens: Sequence[DateToken]) -> WrittenDate:
    said = Moment()
    for token in tokens:
        if token.role == "holiday":
            said = replace(said, month=said.month or token.value // 100, day=said.day or token.value % 100)
        elif token.role in ("day", "month", "year"):
            said = replace(said, **{token.role: token.value})
    return WrittenDate(tuple(tokens), said)


def _is_unreadable(tokens: Sequence[DateToken]) -> bool:
    """Whether a sign of a date cannot be read, or its year is of no calendar."""
    for token in tokens:
        if token.role == "year" and not LEAST_YEAR <= token.value <= MOST_YEAR:
            return True
        if not token.role and token.text.isdigit() and len(token.text) == 3:
            return True
        if "|" in token.text and token.text.strip() != "|":
            return True  # `2|/06/22`
    if any(token.role == "period" for token in tokens) and any(fold(token.text) in ORDINALS for token in tokens):
        return True  # `primera y segunda semana de marzo`
    if _FEMININE_ORDINAL.search("".join(token.text for token in tokens if token.role != "period")):
        return True  # `1.ª y 2.ª semana`
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


def _is_word(token: DateToken) -> bool:
    """Whether a token is letters that are no part of a date; `º` is none."""
    return not token.role and token.text.isascii() and token.text.isalpha()


def _worded(text: str) -> DateToken:
    folded = fold(text)
    if read_period(text) is not None:
        return DateToken(text, "period")
    feast = feast_named(text)
    if feast is not None:
        return DateToken(text, "feast", feast, feast_language(text))
    holiday = holiday_named(text)
    if holiday is not None:
        return DateToken(text, "holiday", *holiday)
    if not folded.isalpha():
        # Some write a point into the year, as into any other thousand.
        return (
            DateToken(text, "year", int(text.replace(".", "")))
            if "." in text and text[:1].isdigit()
            else DateToken(text)
        )
    if folded in MONTH_OF:
        number, language = MONTH_OF[folded]
        return DateToken(text, "month", number, language)
    if folded in WEEKDAY_OF:
        number, language = WEEKDAY_OF[folded]
        return DateToken(text, "weekday", number, language)
    for language, seasons in SEASONS.items():
        for value, word in enumerate(seasons):
            if folded in (fold(word), fold(word) + "s"):
                return DateToken(text, "season", value, language)
    for value, word in enumerate(MONTHS["eu"], start=1):
        if folded.startswith(word):
            return DateToken(text, "month", value, "eu")  # `abuztuak`, `abuztuaren`
    return DateToken(text)


def _with_words(tokens: list[DateToken]) -> list[DateToken]:
    """The tokens with each day and year in words (`treinta y uno`, `dos mil quince`) as one."""
    made: list[DateToken] = []
    at = 0
    while at < len(tokens):
        end = at + 1
        while end + 1 < len(tokens) and tokens[end].text.isspace() and tokens[end + 1].text.isalpha():
            end += 2
        words = [fold(token.text) for token in tokens[at:end:2]]
        # `un lunes` and `una semana` are no days of the month.
        number, count = (1, 1) if words[0] == "primero" else read_number(words) or (0, 0)
        behind = "".join(token.text for token in tokens[at + max(2 * count - 1, 1) :])
        is_length = words[0] in ("un", "una") or _SPAN_OF_TIME.match(behind) is not None
        is_day = 1 <= number <= _MOST_DAYS and not is_length
        role = "day" if is_day else "year" if _is_year(str(number)) else ""
        last = at + max(2 * count - 1, 1)
        text = "".join(token.text for token in tokens[at:last])
        is_of_month = 0 < number <= _MOST_DAYS and _OF_MONTH.search("".join(one.role or one.text for one in made))
        is_left = _MOST_DAYS < number < 100 and _may_be_year(tokens[:at] + tokens[last:])
        if not tokens[at].role and _is_decade(number, fold("".join(one.text for one in made))):
            made.append(DateToken(text, "decade", year_of(number % 100), "tens"))
        elif not tokens[at].role and (is_left or is_of_month):
            made.append(DateToken(text, "year", year_of(number), "tens"))
        elif role and not tokens[at].role:
            made.append(DateToken(text, role, number, "words"))
        else:
            made += tokens[at:last]
        at = last
    return made


def _with_parts(tokens: list[DateToken]) -> list[DateToken]:
    """The tokens with what says where in the month or year behind it: `finales de marzo`, not `fines de semana`."""
    made, behind = list(tokens), ""
    for at in range(len(tokens) - 1, -1, -1):
        folded = fold(tokens[at].text)
        if folded in _PARTS and behind in ("month", "year", "decade"):
            made[at] = DateToken(tokens[at].text, "part", _PARTS[folded])
        if folded[0].isalnum() and folded not in (_BEFORE_DECADES if behind == "decade" else _BEFORE_MONTHS):
            behind = tokens[at].role
    return made


def _with_short_weekdays(tokens: list[DateToken]) -> list[DateToken]:
    """The tokens with each short day of the week beside its day: `L 3/6`, `lu. 25/3`, `V 7-VI`, `3/6 (X)`."""
    made = list(tokens)
    for at, token in enumerate(tokens):
        number, form = SHORT_WEEKDAY_OF.get(fold(token.text), (0, ""))
        if form and not token.role:
            before, behind = ("".join(one.text for one in some) for some in (tokens[:at], tokens[at + 1 :]))
            if _is_before_day(token.text, before, behind) or (_ITS_DATE.search(before) and not behind.strip(" .)")):
                made[at] = DateToken(token.text, "weekday", number, form)
    return made


def _is_before_day(word: str, before: str, behind: str) -> bool:
    """Whether a short day of the week stands before its day; a small letter is more often a word's (`d 10`)."""
    found = _ITS_DAY.match(behind)
    if found is None or (word == _GALICIAN_OF and not behind.startswith(".")):
        return False
    is_within = found.group("gap") == "." and _WITHIN_DATE.search(before)  # a Roman month: `8.X.24`
    return not is_within and (len(word) > 1 or word.isupper() or (not before and found.group("month") is not None))


def _with_periods(tokens: list[DateToken]) -> list[DateToken]:
    """The tokens with the periods alone that are of a month or a year which is told; a weekday that is not is any."""
    roles = {token.role for token in tokens}
    made: list[DateToken] = []
    for token in tokens:
        period = read_period(token.text) if token.role == "period" else None
        month = 1 if "month" in roles else None
        if period is None:
            made.append(token)
        elif period.is_weekday and month is None and says_each_month("".join(one.text for one in tokens)):
            language = next(language for one in _WORD_OR_GAP.findall(token.text) if (language := _worded(one).language))
            made.append(DateToken(token.text, "monthly", language=language))
        elif period.is_weekday and (month is None or "day" in roles):
            made += (_worded(word) for word in _WORD_OR_GAP.findall(token.text))
        elif month is None and not (period.is_of_year(month) and "year" in roles):
            made.append(DateToken(token.text))
        else:
            made.append(token)
    return made


def _with_tuesdays(tokens: list[DateToken]) -> list[DateToken]:
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
            made[index] = DateToken(tokens[index].text, "weekday", 1, "short")
    return made


def _with_shared_words(tokens: list[DateToken]) -> list[DateToken]:
    """The tokens with words that are of several languages as Catalan behind `d'`, and as Catalan or Galician beside a
    word of that language alone: `luns 3 de marzo`."""
    for language in ("ca", "gl"):
        names = {"month": MONTHS[language], "weekday": WEEKDAYS[language]}
        is_of_language = any(token.language == language for token in tokens if token.role in names)
        tokens = [
            replace(token, language=language)
            if token.role in names
            and fold(token.text) == fold(names[token.role][token.value - (token.role == "month")])
            and (is_of_language or (language == "ca" and _ELIDED.search("".join(one.text for one in tokens[:at]))))
            else token
            for at, token in enumerate(tokens)
        ]
    return tokens


def _without_since(tokens: list[DateToken]) -> list[DateToken]:
    """The tokens with the Catalan `des de`, since, as no month."""
    words = [(at, token) for at, token in enumerate(tokens) if token.text[0].isalnum()]
    if len(words) < 2 or fold(words[0][1].text) != _SINCE or fold(words[1][1].text) not in _OF:
        return tokens
    made = list(tokens)
    made[words[0][0]] = DateToken(words[0][1].text)
    return made


def _with_english_months(tokens: list[DateToken]) -> list[DateToken]:
    """The tokens with months that are short for several languages as English beside an English day: `Thu 5 Sep`."""
    if not any(token.role == "weekday" and token.language in _ENGLISH for token in tokens):
        return tokens
    return [
        replace(token, language="en")
        if token.role == "month" and MONTHS["en"][token.value - 1].startswith(fold(token.text))
        else token
        for token in tokens
    ]


def _is_figure(token: DateToken) -> bool:
    """Whether a token can be a day or a month in figures."""
    return token.text.isdigit() and len(token.text) <= 2


def _is_numbered(tokens: Sequence[DateToken], first: int, month: int) -> bool:
    """Whether a day and a month in figures follow a word: `mar 13/02`, but neither `mar-13-02` nor `mar 13, 14`."""
    return (
        _is_figure(tokens[month])
        and 1 <= int(tokens[month].text) <= 12
        and tokens[month - 1].text in ("/", "-", ".")
        and tokens[first + 1].text.endswith((" ", "\u00a0"))
    )


def _with_roman(tokens: list[DateToken]) -> list[DateToken]:
    figures = sum(token.text.isdigit() for token in tokens)
    made = list(tokens)
    if figures:
        for index, token in enumerate(tokens):
            is_glued = index == 0 and tokens[1:] and tokens[1].text.isdigit()  # `V8`
            if token.text.lower() in ROMAN and not token.role and not is_glued:
                made[index] = DateToken(token.text, "month", ROMAN.index(token.text.lower()) + 1, "roman")
                break
    return made


def _with_figures(tokens: list[DateToken], has_month: bool, latest: int | None) -> list[DateToken]:
    """The tokens with what their figures say: by order, length and what stands around them."""
    places = [index for index, token in enumerate(tokens) if token.text.isdigit() and not token.role]
    clock = {at for colon, token in enumerate(tokens) if token.text == ":" for at in (colon - 1, colon + 1)}
    places = [index for index in places if index not in clock and not _is_length(tokens, index)]
    texts = [tokens[index].text for index in places]
    if has_month:
        roles = _beside_month(tokens, places, latest)
    elif len(texts) > 1 and all(map(_is_year, texts)):
        roles = [("year", int(text)) for text in texts]  # `2010, 2011 y 2015`
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
        made[index] = DateToken(tokens[index].text, role, value)
    return made


def _is_length(tokens: Sequence[DateToken], place: int) -> bool:
    """Whether a figure says how long, or an hour: `hace 3 semanas` is as long ago whatever the day."""
    is_joined = place > 0 and tokens[place - 1].text in ("/", "-", ".")  # `02/05/22 h`
    is_short = len(tokens[place].text) <= 2 and not is_joined
    return is_short and _SPAN_OF_TIME.match("".join(token.text for token in tokens[place + 1 :])) is not None


def _is_year(text: str) -> bool:
    return len(text) == 4 and LEAST_YEAR <= int(text) <= MOST_YEAR


def _beside_month(tokens: Sequence[DateToken], places: Sequence[int], latest: int | None) -> list[_Role]:
    month_at = next(index for index, token in enumerate(tokens) if token.role == "month")
    is_basque = tokens[month_at].language == "eu"  # `abuztuaren 28a`: no year of two digits follows
    has_day = any(token.role == "day" for token in tokens)
    roles: list[_Role] = []
    for which, index in enumerate(places):
        text = tokens[index].text
        if _is_year(text):
            roles.append(("year", int(text)))
        elif len(text) <= 2 and (
            index < month_at
            or (not has_day and (is_basque or len(places) > which + 1))
            or (1 <= int(text) <= _MOST_DAYS and _is_before_month(tokens, index))
            or (not has_day and _is_to_come(text, latest) and not _is_behind_of(tokens, index))
        ):
            roles.append(("day", int(text)))
            has_day = True
        elif len(text) == 2:
            roles.append(("year", year_of(int(text))))
        else:
            roles.append(("day", int(text)) if len(text) == 1 else ("", 0))
    return roles


def _is_to_come(text: str, latest: int | None) -> bool:
    """Whether two figures that may be a day would be a year after the latest."""
    return latest is not None and 1 <= int(text) <= _MOST_DAYS and year_of(int(text)) > latest


def _is_behind_of(tokens: Sequence[DateToken], place: int) -> bool:
    """Whether what stands before a figure behind its month says that it is a year: `mayo de 15`, `mayo'15`."""
    before = next((token.text for token in reversed(tokens[:place]) if not token.text.isspace()), "")
    return fold(before) in _OF or before.strip() in ("'", "’")


def _is_before_month(tokens: Sequence[DateToken], place: int) -> bool:
    """Whether the month of a figure stands right behind it: `29 de enero al 30 de enero`."""
    behind = (token for token in tokens[place + 1 :] if token.role or token.text.isalnum())
    return next((token.role == "month" for token in behind if fold(token.text) not in _OF), False)


def _is_decade(number: int, before: str) -> bool:
    """Whether a number is a decade behind what stands there, folded: `los noventa`, `años 20`, but not `los 20`."""
    found = _DECADE.search(before)
    return found is not None and number % 10 == 0 and (number > _MOST_DAYS or (number > 0 and bool(found["told"])))


def _may_be_year(others: Iterable[DateToken]) -> bool:
    """Whether two figures are a year for all that stands beside them: `en el 98`, `marzo del 98`, not `40 semanas`."""
    words = (token for token in others if token.text[0].isalnum())
    return all(token.role == "month" or fold(token.text) in _AROUND_YEAR for token in words)


def _alone(tokens: Sequence[DateToken], place: int) -> _Role:
    text = tokens[place].text
    after = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
    before = fold("".join(token.text for token in tokens[:place]))
    if len(text) in (2, 4) and _is_decade(int(text), before):
        return "decade", int(text) if len(text) == 4 else year_of(int(text))
    if len(text) == 4:
        return "year", int(text)
    is_of_feast = any(token.role in ("holiday", "feast") for token in tokens[:place]) and before.endswith(
        (" de ", " del ")
    )
    if len(text) == 2 and (is_of_feast or any(token.role == "period" for token in tokens)):
        return "year", year_of(int(text))  # `Reyes del 23`, `T3-23`
    if len(text) == 2 and after == "s":
        return "decade", year_of(int(text))
    is_more = int(text) > _MOST_DAYS and _may_be_year([*tokens[:place], *tokens[place + 1 :]])
    if len(text) == 2 and (is_more or before.rstrip(" ")[-1:] in ("'", "’")):
        return "year", year_of(int(text))  # `murió en el 98`
    if len(text) <= 2:
        return "day", int(text)
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
        return [("month", int(first)), ("year", year_of(int(second)))]
    return [("day", int(first)), ("month", int(second))]


def _three(texts: Sequence[str]) -> list[_Role]:
    first, second = int(texts[0]), int(texts[1])
    if _is_year(texts[0]):
        return [("year", first), ("month", second), ("day", int(texts[2]))]
    year = int(texts[2]) if len(texts[2]) != 2 else year_of(int(texts[2]))
    roles = ("month", "day") if second > 12 >= first else ("day", "month")
    return [(roles[0], first), (roles[1], second), ("year", year)]
