"""No moved feast tells that it was moved, or from where: it is written as the day that it became."""

from __future__ import annotations

from datetime import date

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.date_words import WEEKDAYS
from deid_studio.people.folding import fold
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Releaser, RemarkKind
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.feasts import FEASTS, after_words, feast_in
from deid_studio.release.written import of_month

TAGSET = TagSet("own", "1", (PhiClass("DIA", {}, kind="date"),))
REPORT = date(2024, 3, 12)


def released(marked, text, dates=DateKeeping.INTERVALS):
    """What takes the place of each date of a report of 12 March 2024, by how many days, and the remarks."""
    doc = marked(f"Informe de {{DIA|{REPORT:%d/%m/%Y}}}. {text}")
    policy = Policy("p", default=Treatment(Way.SURROGATE), dates=dates)
    made = Releaser([doc], policy, TAGSET, b"s" * 32).release(doc)
    moved = read_date(made.replacements[0].instead).on(Moment())
    return made, moved - REPORT


@pytest.mark.parametrize(
    ("year", "sunday"),
    [
        (1961, (4, 2)),
        (1999, (4, 4)),
        (2008, (3, 23)),
        (2019, (4, 21)),
        (2024, (3, 31)),
        (2038, (4, 25)),
        (2100, (3, 28)),
    ],
)
def test_easter_is_when_it_is(year, sunday):
    assert feast_in(year, 0) == date(year, *sunday)


@given(st.integers(1850, 2150), st.sampled_from(sorted(FEASTS)))
def test_a_feast_is_on_the_day_of_the_week_in_its_name(year, name):
    names = [[fold(word) for word in words] for words in WEEKDAYS.values()]
    assert any(words[feast_in(year, FEASTS[name]).weekday()] == name.split()[0] for words in names)


@pytest.mark.parametrize("dates", list(DateKeeping))
@pytest.mark.parametrize(
    "text",
    [
        "el {DIA|28 de marzo, Jueves Santo}; si cae en festivo", "el {DIA|28 de marzo}, {DIA|Jueves Santo};",
        "el {DIA|28 de marzo (Jueves Santo)}", "el {DIA|6 de enero, día de Reyes}",
        "el {DIA|6 de enero}, {DIA|día de Reyes}",
        "el {DIA|25 de diciembre} ({DIA|Navidad})", "el {DIA|1 de noviembre, Todos los Santos}",
    ],
)  # fmt: skip
def test_a_feast_beside_its_day_becomes_the_day_of_the_week(marked, text, dates):
    made, days = released(marked, text, dates)
    doc = marked(text)
    own = read_date(doc.text[doc.spans[0].start : doc.spans[0].end])
    near = min((own.on(Moment(year=year)) for year in (2023, 2024, 2025)), key=lambda day: abs(day - REPORT))
    to = near + days
    words = made.text.split(". ", 1)[1]
    assert words.startswith(f"el {to.day} de ")
    assert WEEKDAYS["es"][to.weekday()] in words
    assert not any(name in words for name in ("Santo", "Reyes", "Navidad", "día", "San "))
    assert not made.remarks


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("{DIA|viernes, 1 de noviembre de 2024} ({DIA|Todos los Santos})", "(día señalado)"),
        ("el {DIA|sábado 2 de noviembre}, {DIA|día de Difuntos}", ", día señalado"),
        ("{DIA|viernes 1 de noviembre, Todos los Santos}", ", día señalado"),
        ("{DIA|Viernes}, {DIA|1 de noviembre de 2024} ({DIA|TODOS LOS SANTOS})", "(DÍA SEÑALADO)"),
        ("l'{DIA|11 de setembre de 2024}, {DIA|la Diada}", ", la data assenyalada"),
        ("l'{DIA|11 de setembre de 2024}, la {DIA|Diada}", ", la data assenyalada"),
        ("la {DIA|Inmaculada} ({DIA|viernes 8 de diciembre de 2023})", "la fecha señalada ("),
        ("Última {DIA|Pascua} ({DIA|9 de abril de 2023})", "Última fecha señalada ("),
    ],
)
def test_the_day_of_the_week_is_not_said_twice(marked, text, made):
    moved, _ = released(marked, text)
    assert made in moved.text
    words = [fold(word) for word in regex.findall(r"\p{L}+", moved.text.split(". ", 1)[1])]
    assert sum(words.count(fold(day)) for day in WEEKDAYS["es"]) <= 1


@pytest.mark.parametrize(
    ("before", "text", "made"),
    [
        ("Bien. ", "Nochevieja", "La noche del "), ("Cenó la ", "Nochebuena", "la noche del "),
        ("en ", "Nochevieja", "en la noche del "), ("víspera de ", "Nochebuena", "de noche del "),
        ("Abans de ", "Sant Joan", "Abans de la data del "), ("la ", "Diada", "la data del "),
        ("Antes de ", "San Juan", "Antes de "),
    ],
)  # fmt: skip
def test_a_holiday_by_itself_fits_what_is_before_it(marked, before, text, made):
    moved, _ = released(marked, f"{before}{{DIA|{text}}} fins ara.")
    assert made in moved.text


@pytest.mark.parametrize("written", ["Pentecostés", "jueves de la Ascensión", "Corpus Christi", "Cuaresma"])
def test_feasts_that_move_are_none_by_now(marked, written):
    made, _ = released(marked, f"Peor desde {{DIA|{written}}}.")
    assert "Pentecost" not in made.text and "Ascens" not in made.text and "Corpus" not in made.text
    assert "Cuaresma" not in made.text and not made.remarks


def test_a_feast_that_moves_tells_the_year_of_the_day_beside_it(marked):
    doc = marked("Última {DIA|Pascua} ({DIA|21 de abril}) aún caminaba. Visita {DIA|1 de noviembre de 2019}.")
    for secret in range(6):
        made = Releaser([doc], Policy("p", default=Treatment(Way.SURROGATE)), TAGSET, bytes([secret]) * 32).release(doc)
        feast, day, visit = (read_date(one.instead) for one in made.replacements)
        to = visit.on(Moment()) - (date(2019, 11, 1) - date(2019, 4, 21))
        assert (day.said.day, day.said.month) == (to.day, to.month)
        assert feast.said.day is None and feast.said.month is None


@given(st.sampled_from(sorted(FEASTS)))
def test_a_feast_by_itself_is_moved_as_the_day_that_it_is(marked, name):
    made, days = released(marked, f"Ingresó el {{DIA|{name.title()}}}.")
    own = min((feast_in(year, FEASTS[name]) for year in (2023, 2024, 2025)), key=lambda day: abs(day - REPORT))
    new, to = read_date(made.replacements[1].instead), own + days
    assert (new.said.day, new.said.month) == (to.day, to.month)
    assert RemarkKind.DAY not in {one.kind for one in made.remarks}


def test_a_feast_of_which_no_date_tells_the_year_is_told(marked):
    doc = marked("Ingresó el {DIA|Viernes Santo}.")
    made = Releaser([doc], Policy("p", default=Treatment(Way.SURROGATE)), TAGSET, b"s" * 32).release(doc)
    assert [one.kind for one in made.remarks] == [RemarkKind.DAY]


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("Viernes Santo de 2015", "martes 19 de noviembre de 2013"),
        ("EL DOMINGO DE RAMOS", "EL JUEVES 14 DE NOVIEMBRE"), ("Sábado Santo 4 de abril", "miércoles 20 de noviembre"),
        ("día de Viernes Santo", "día 19 de noviembre"), ("6 de enero, día de Reyes", "24 de agosto, sábado"),
        ("del Jueves Santo al 6 de abril", "del lunes 18 de noviembre al 22 de noviembre"),
        ("24 de diciembre a Reyes", "11 de agosto a 24 de agosto"),
        ("Nochevieja de 2015", "18 de agosto de 2014"), ("víspera de Reyes", "víspera del 24 de agosto"),
        ("Navidad y Reyes", "mediados de agosto y el 24 de agosto"), ("la Inmaculada", "la fecha del 26 de julio"),
        ("las NAVIDADES del 2015", "las FECHAS DE MEDIADOS DE AGOSTO del 2014"), ("tras Reyes", "tras el 24 de agosto"),
        ("Semana Santa de 2016", "principios de noviembre de 2014"),
        ("Reyes del 15", "24 de agosto del 13"), ("CARNAVAL", "PRINCIPIOS DE OCTUBRE"),
        ("dia de Sant Jordi", "dia 9 de desembre"), ("Nadal", "12 d'agost"), ("Noiteboa", "11 de agosto"),
    ],
)  # fmt: skip
def test_a_feast_is_written_as_a_day(written, moved):
    assert read_date(written).moved(-500, Moment(year=2015)) == moved


@pytest.mark.parametrize(
    ("before", "told", "made"),
    [
        ("Cenó la ", "5 de julio", "la fecha del 5 de julio"), ("por las ", "5 de julio", "las fechas del 5 de julio"),
        ("Vino el ", "5 de julio", "el 5 de julio"), ("por los ", "5 de julio", "los días del 5 de julio"),
        ("Hasta ", "5 de julio", "Hasta el 5 de julio"), ("pasa ", "5 de julio", "pasa el 5 de julio"),
        ("víspera de ", "5 de julio", "de 5 de julio"), ("Baja (", "5 de julio", "(5 de julio"),
        ("Bien. ", "5 de julio", "El 5 de julio"), ("", "5 DE JULIO", "EL 5 DE JULIO"),
        ("desde la ", "finales de julio", "la época de finales de julio"),
        ("en las ", "finales de julio", "las fechas de finales de julio"),
        ("Bien. ", "mediados de mayo", "Mediados de mayo"),
        ("en ", "finales de julio", "en época de finales de julio"),
        ("desde ", "mediados de mayo", "desde mediados de mayo"),
        ("el ", "martes 3 de mayo", "el martes 3 de mayo"), ("(la ", "martes", "(la fecha del martes"),
    ],
)  # fmt: skip
def test_what_a_holiday_becomes_fits_the_words_before_it(before, told, made):
    assert (before + after_words(told, before)).endswith(made)


def test_holidays_keep_their_order_and_the_days_between_them(marked):
    text = "La {DIA|Nochebuena} en casa, {DIA|Nochevieja} también. Mañana de {DIA|Año Nuevo} peor; hasta {DIA|Reyes}."
    made, days = released(marked, text)
    own = [date(2023, 12, 24), date(2023, 12, 31), date(2024, 1, 1), date(2024, 1, 6)]
    said = [read_date(one.instead).said for one in made.replacements[1:]]
    assert [(one.day, one.month) for one in said] == [((day + days).day, (day + days).month) for day in own]
    assert not made.remarks


@pytest.mark.parametrize("name", ["Reyes", "la Candelaria", "San Isidro", "Inmaculada", "los Inocentes"])
def test_a_holiday_whose_eve_a_date_is_takes_no_year_of_it(marked, name):
    text = f"Cayó el {{DIA|27 de febrero}}, víspera de {{DIA|{name}}}, {{DIA|5/2/2024}}."
    made, days = released(marked, text)
    (own,) = [read_date(name).on(Moment(year=year)) for year in (2024,)]
    own = min(
        (own.replace(year=year) for year in (2023, 2024)),
        key=lambda day: min(abs(day - REPORT), abs(day - date(2024, 2, 5))),
    )
    said = read_date(made.replacements[2].instead).said
    assert (said.day, said.month, said.year) == ((own + days).day, (own + days).month, None)


def test_a_longer_holiday_is_told_by_a_part_of_a_month(marked):
    for number in range(6):
        doc = marked(
            "Informe de {DIA|12/03/2024}. Así desde la {DIA|Navidad de 2020} y en las {DIA|Navidades}.", f"r{number}"
        )
        made = Releaser([doc], Policy("p", default=Treatment(Way.SURROGATE)), TAGSET, b"s" * 32).release(doc)
        assert " desde la época de " in made.text and " las fechas de " in made.text
        assert not made.remarks


def test_a_catalan_feast_becomes_a_catalan_day(marked):
    made, days = released(marked, "Viatja per {DIA|Sant Jordi}.")
    to = date(2024, 4, 23) + days
    assert made.text.endswith(f"per {to.day} {of_month(to.month, 'ca')}.")


def test_a_feast_of_a_year_tells_the_dates_around_it(marked):
    doc = marked("Madrid, {DIA|Lunes de Pascua de 2025}. Visto el {DIA|lunes 14} y el {DIA|2 de abril}.")
    made = Releaser([doc], Policy("p", default=Treatment(Way.SURROGATE)), TAGSET, b"s" * 32).release(doc)
    days = [read_date(one.instead) for one in made.replacements]
    report = days[0].on(Moment())
    assert not made.remarks
    assert days[1].said.day == (report - (date(2025, 4, 21) - date(2025, 4, 14))).day
    assert days[2].said.day == (report - (date(2025, 4, 21) - date(2025, 4, 2))).day
