"""Feasts: those that move with Easter and have a day of the week in their name, and those that others become.

A feast is a fact of the calendar: beside a moved date its name would tell the true one, and `Miércoles Santo` that it
was moved. One that names a day is therefore moved as any other day, and written as one.
"""

from __future__ import annotations

from datetime import date, timedelta

import regex

from deid_studio.people.date_words import MONTHS, WEEKDAYS
from deid_studio.people.folding import fold
from deid_studio.release.surrogates.agreement import Form, Gender

# Days after Easter Sunday, by folded name.
FEASTS = {
    "jueves lardero": -52, "sabado de carnaval": -50, "domingo de carnaval": -49, "lunes de carnaval": -48,
    "martes de carnaval": -47, "miercoles de ceniza": -46, "viernes de dolores": -9, "domingo de ramos": -7,
    "lunes santo": -6, "martes santo": -5, "miercoles santo": -4, "jueves santo": -3, "viernes santo": -2,
    "sabado santo": -1, "sabado de gloria": -1, "domingo de pascua": 0, "domingo de resurreccion": 0,
    "lunes de pascua": 1, "domingo de pentecostes": 49, "lunes de pentecostes": 50,
    "diumenge de rams": -7, "dijous sant": -3, "divendres sant": -2, "dissabte sant": -1, "diumenge de pasqua": 0,
    "dilluns de pasqua": 1, "martes de entroido": -47, "xoves santo": -3, "venres santo": -2, "luns de pascua": 1,
}  # fmt: skip
_ACCENTS = {"a": "[aá]", "e": "[eé]", "i": "[ií]", "o": "[oó]", "u": "[uú]", " ": r"\s+"}
FEAST_NAMES = "|".join("".join(_ACCENTS.get(letter, letter) for letter in name) for name in FEASTS)
# Holidays near the day on which they mostly fall; a moved one becomes the nearest other. None has an article: whether
# one stands before it already is not known here.
HOLIDAYS = (
    ((1, 1), "Año Nuevo"), ((1, 6), "Reyes"), ((2, 28), "Carnaval"), ((3, 19), "San José"), ((4, 5), "Semana Santa"),
    ((5, 15), "San Isidro"), ((6, 24), "San Juan"), ((8, 10), "San Lorenzo"), ((9, 29), "San Miguel"),
    ((11, 1), "Todos los Santos"), ((12, 6), "San Nicolás"), ((12, 25), "Navidad"),
)  # fmt: skip
_HOLIDAY = regex.compile("|".join(name for _, name in HOLIDAYS), regex.IGNORECASE)
_FEMININE = frozenset(("navidad", "semana santa"))
_NOUNS = {
    (Gender.FEMININE, False): "festividad", (Gender.FEMININE, True): "fiestas",
    (Gender.MASCULINE, False): "tiempo", (Gender.MASCULINE, True): "días",
}  # fmt: skip


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


def with_feast_noun(text: str, asked: Form) -> str:
    """A date that begins with a holiday, with a noun before it to fit an article (`la festividad de San Juan`)."""
    found = _HOLIDAY.match(text)
    if found is None or asked.gender is None:
        return text
    own = Form(Gender.FEMININE if fold(found.group()) in _FEMININE else Gender.MASCULINE, False)
    is_saint = fold(found.group()).startswith("san ")
    if own.agrees(asked) and not is_saint:
        return text
    noun = "día" if is_saint and asked.gender is Gender.MASCULINE and not asked.plural else None
    phrase = f"{noun or _NOUNS[asked.gender, bool(asked.plural)]} de "
    return (phrase.upper() if text.isupper() else phrase) + text
