"""Feasts: those that move with Easter and have a day of the week in their name, and holidays.

A feast is a fact of the calendar: beside a moved date its name would tell the true one, and `Miércoles Santo` that it
was moved. It is therefore moved as any other day, and written as one; of a longer one (`Navidad`) that tells where in a
month it begins.
"""

from __future__ import annotations

from datetime import date, timedelta

import regex

from deid_studio.people.date_words import MONTHS, WEEKDAYS
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists
from deid_studio.release.surrogates.agreement import Gender, asked_before
from deid_studio.release.written import cased, of_month

# Days after Easter Sunday, by folded name.
FEASTS = {
    "jueves lardero": -52, "sabado de carnaval": -50, "domingo de carnaval": -49, "lunes de carnaval": -48,
    "martes de carnaval": -47, "miercoles de ceniza": -46, "viernes de dolores": -9, "domingo de ramos": -7,
    "lunes santo": -6, "martes santo": -5, "miercoles santo": -4, "jueves santo": -3, "viernes santo": -2,
    "sabado santo": -1, "sabado de gloria": -1, "domingo de pascua": 0, "domingo de resurreccion": 0,
    "lunes de pascua": 1, "jueves de la ascension": 39, "domingo de la ascension": 42, "domingo de pentecostes": 49,
    "lunes de pentecostes": 50, "jueves de corpus": 60, "jueves de corpus christi": 60, "domingo de corpus": 63,
    "diumenge de rams": -7, "dijous sant": -3, "divendres sant": -2, "dissabte sant": -1, "diumenge de pasqua": 0,
    "dilluns de pasqua": 1, "martes de entroido": -47, "xoves santo": -3, "venres santo": -2, "luns de pascua": 1,
}  # fmt: skip
_ACCENTS = {"a": "[aá]", "e": "[eé]", "i": "[ií]", "o": "[oó]", "u": "[uú]", "n": "[nñ]", " ": r"\s+"}
_LISTS = word_lists("dates")
# The month and the day for which each holiday stands, and its language, by folded name.
_HOLIDAYS = {
    fold(name.replace("_", " ")): (int(day), language)
    for language in ("gl", "ca", "es")
    for day, names in _LISTS.table(f"feasts_{language}").items()
    for name in names
}
_LONG = frozenset(map(int, _LISTS.table("feasts")["long"]))
_AFTER_EASTER = {int(day): int(after) for day, (after,) in _LISTS.table("after_easter").items()}
HOLIDAY_NAMES = frozenset((*FEASTS, *_HOLIDAYS))
FEAST_NAMES = "|".join(
    "".join(_ACCENTS.get(letter, letter) for letter in name)
    for name in sorted((*FEASTS, *(name for name in _HOLIDAYS if " " in name)), key=len, reverse=True)
)
_PARTS = ("principios", "mediados", "finales")
_PART = regex.compile(rf"(?i)(?:{'|'.join(_PARTS)})\b")
# What a moved holiday takes before it after an article, for a day and for a part of a month.
_NOUNS = {
    (Gender.FEMININE, False): ("fecha del", "época de"), (Gender.FEMININE, True): ("fechas del", "fechas de"),
    (Gender.MASCULINE, False): ("", "periodo de"), (Gender.MASCULINE, True): ("días del", "días de"),
}  # fmt: skip
_BARE = regex.compile(r"(?i)(?:\b(?:de|a|d[ií]a|vigília)\s+|[(:/–-]\s*)$")  # no article fits behind it
# What is said of a day of which nothing is: masculine, feminine, and of several.
_MARKED = {
    "es": ("día señalado", "fecha señalada", "días señalados", "fechas señaladas"),
    "ca": ("dia assenyalat", "data assenyalada", "dies assenyalats", "dates assenyalades"),
    "gl": ("día sinalado", "data sinalada", "días sinalados", "datas sinaladas"),
}
_NIGHTS = ("noche", "noite", "nit ")
_LAST_ONE = regex.compile(r"(?i)\b(?:[uú]ltima|pasada|pr[oó]xima|primera|anterior|misma)s?\s+$")
_OF_BEFORE = regex.compile(r"(?i)\b(?:abans|antes|despr[eé]s|despois|vig[ií]lia|v[eé]spera|fins) de\s+$")
_ARTICLE_BEFORE = regex.compile(r"(?i)\b(las?|les|as?)\s+$")
_IN = regex.compile(r"(?i)\ben\s+$")
_BEGINS = regex.compile(r"(?:^|[.?!]\s+)$")


def feast_in(year: int, after_easter: int) -> date:
    """The day of a feast that is some days after Easter Sunday (Butcher's reckoning, Gregorian calendar)."""
    golden, century, of_century = year % 19, year // 100, year % 100
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    to_sunday = (32 + 2 * (century % 4) + 2 * (of_century // 4) - epact - of_century % 4) % 7
    late = (golden + 11 * epact + 22 * to_sunday) // 451
    month, day = divmod(epact + to_sunday - 7 * late + 114, 31)
    return date(year, month, day + 1) + timedelta(days=after_easter)


def feast_named(text: str) -> int | None:
    """How many days after Easter Sunday the feast of a name is; None for what is none."""
    return FEASTS.get(" ".join(fold(text).split()))


def feast_language(text: str) -> str:
    """The language of a feast that names a day of the week."""
    day = fold(text).split()[0]
    return next((one for one in MONTHS if day in map(fold, WEEKDAYS[one])), "es")


def holiday_named(text: str) -> tuple[int, str] | None:
    """The month and the day (`1225`) for which the name of a holiday stands, and its language; None for no holiday."""
    return _HOLIDAYS.get(" ".join(fold(text).split()))


def holiday_in(year: int, day: int) -> date:
    """The day of a holiday in a year: of one that moves with Easter that, else its own."""
    after = _AFTER_EASTER.get(day)
    return date(year, day // 100, day % 100) if after is None else feast_in(year, after)


def moved_holiday(day: int, to: date, language: str) -> str:
    """What a holiday becomes that is on another day by now: that day, or of a longer one where in a month it is."""
    if day in _LONG and language == "es":
        return f"{_PARTS[min((to.day - 1) // 10, 2)]} {of_month(to.month, language)}"
    return f"{to.day} {of_month(to.month, language)}"


def marked_day(language: str) -> str:
    """What is said of a day that a feast named, where nothing else can be: that it was one to be marked."""
    return _MARKED.get(language, _MARKED["es"])[0]


def is_night(name: str) -> bool:
    """Whether the name of a holiday is of the night of its day: `Nochevieja`."""
    return fold(name).startswith(_NIGHTS)


def after_words(told: str, before: str, language: str = "es", of_night: bool = False) -> str:
    """What a holiday has become, with an article or a noun before it to fit the words that stand there: `la fecha del
    5 de julio`, `pasó el 5 de julio`, `la época de finales de julio`; of a night `la noche del 5 de julio`."""
    if language != "es":
        return _after_other_words(told, before, language)
    is_day, asked = _PART.match(told) is None, asked_before(before)
    is_feminine = asked.gender is Gender.FEMININE and fold(told) == fold(marked_day(language))
    if not told[:1].isdigit() and is_day and (is_feminine or _LAST_ONE.search(before)):
        return cased(_MARKED[language][3 if asked.plural else 1], told)
    if not told[:1].isdigit() and is_day and asked.gender is not Gender.FEMININE:
        return told  # `el martes`
    if of_night and told[:1].isdigit() and asked.gender is not Gender.MASCULINE:
        article = "" if asked.gender is not None or _BARE.search(before) else "la "
        noun = f"{article}noche{'s' if asked.plural and not article else ''} del"
    elif asked.gender is not None:
        noun = _NOUNS[asked.gender, bool(asked.plural)][not is_day]
    elif is_day:
        noun = "" if _BARE.search(before) else "el"
    else:
        noun = "época de" if _IN.search(before) else ""
    made = f"{noun} {told}" if noun else told
    if told.isupper():
        return made.upper()
    return made[:1].upper() + made[1:] if _BEGINS.search(before) else made


def _after_other_words(told: str, before: str, language: str) -> str:
    """What a holiday has become in Catalan or Galician, after a feminine article or `de` with a noun: `la data del 5
    d'abril`, `abans de la data del 5 d'abril`."""
    if language not in _MARKED:
        return told
    article, of = ("la", "del") if language == "ca" else ("a", "do")
    found = _ARTICLE_BEFORE.search(before)
    if not told[:1].isdigit():
        return told if found is None else cased(_MARKED[language][3 if fold(found.group(1)).endswith("s") else 1], told)
    if found is not None:
        return cased(f"data {of} {told}", told)
    return cased(f"{article} data {of} {told}", told) if _OF_BEFORE.search(before) else told
