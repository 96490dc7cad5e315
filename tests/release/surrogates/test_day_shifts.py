"""No date is a day off a real one, none is impossible, and ages go on being true."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deid_studio.people.date_words import tells_birth
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.day_shifts import DaysOfReports, ReadDay, age_on

SECRET = b"s" * 32


def full(day: date, is_birth: bool = False) -> ReadDay:
    return ReadDay("a", Moment(day.day, day.month, day.year), day, is_birth)


def test_a_day_off_is_met_and_two_days_off_are_not():
    days = DaysOfReports([full(date(2015, 3, 12)), full(date(2014, 3, 13))])
    assert [days.met_by(shift) for shift in (-364, -363, -362, -365)] == [1, 1, 0, 1]


def test_a_date_without_a_year_is_met_in_any_year():
    days = DaysOfReports([ReadDay("a", Moment(12, 3), date(2015, 3, 12))])
    assert days.met_by(-730) == 1 and days.met_by(-700) == 0


def test_an_age_that_would_change_is_met():
    born, day = date(1980, 3, 1), date(2015, 3, 1)
    changing = [shift for shift in range(-2000, -500) if DaysOfReports([full(born, True), full(day)]).met_by(shift)]
    assert changing
    for shift in changing:
        step = timedelta(days=shift)
        assert age_on(day + step, born + step) == 34


def test_months_of_other_lengths_make_other_ages_in_months():
    days = DaysOfReports([full(date(2022, 11, 30), True), full(date(2023, 3, 30)), full(date(2022, 12, 12))])
    assert days.strain_of(-365) == (0, 0)
    assert days.strain_of(-180) == (1, 2)  # 3 June to 1 October: 3 months and 28 days
    assert days.strain_of(-400000000) > (100, 0)


def test_a_year_by_itself_may_come_to_lie_otherwise_to_a_birth():
    year = ReadDay("a", Moment(year=2005), date(2005, 12, 1))
    days = DaysOfReports([full(date(1980, 3, 1), True), year])
    assert [days.strain_of(shift) for shift in (-30, -90, -365, -700)] == [(0, 0), (1, 0), (0, 0), (1, 0)]


def test_ages_in_months_stay_where_a_few_shifts_leave_a_choice(marked, tagset):
    born, seen = date(2022, 11, 30), [date(2023, 1, 30), date(2023, 3, 30), date(2023, 10, 30), date(2024, 2, 29)]
    text = f"Nacida: {{FECHAS|{born:%d/%m/%Y}}}. " + " ".join(f"Vista el {{FECHAS|{day:%d/%m/%Y}}}." for day in seen)
    days = DaysOfReports([full(born, True), *map(full, seen)])
    chosen, drawn = [], set()
    for number in range(40):
        doc = marked(text, f"r{number}")
        made = Releaser([doc], load_policy("research"), tagset, SECRET).release(doc)
        shift = (read_date(made.replacements[0].instead).on(Moment()) - born).days
        chosen.append(days.strain_of(shift)[0])
        drawn.add(shift)
    assert sum(chosen) < 2 * len(chosen)  # any shift whatever: nearly three of four
    assert len(drawn) > 30  # the best of all would tell the birth


@settings(max_examples=40)
@given(
    st.lists(st.dates(date(2012, 1, 1), date(2016, 12, 31)), min_size=1, max_size=6),
    st.dates(date(1930, 1, 1), date(2000, 12, 31)),
    st.binary(min_size=32, max_size=32),
)
def test_dates_of_a_report_agree_with_each_other_and_with_no_real_one(marked, tagset, days, born, secret):
    text = f"F. nacimiento: {{FECHAS|{born:%d/%m/%Y}}}. " + " ".join(f"Visto el {{FECHAS|{d:%d/%m/%Y}}}." for d in days)
    made = Releaser([marked(text)], load_policy("research"), tagset, secret).release(marked(text))
    new = [read_date(one.instead).on(Moment()) for one in made.replacements]
    assert len(new) == len(days) + 1 and None not in new
    real = {day + timedelta(days=step) for day in (born, *days) for step in (-1, 0, 1)}
    assert real.isdisjoint(new)
    assert [age_on(day, new[0]) for day in new[1:]] == [age_on(day, born) for day in days]
    assert [one - new[1] for one in new[1:]] == [day - days[0] for day in days]


@pytest.mark.parametrize(
    ("text", "births"),
    [("F. nac.: {FECHAS|01/03/2000}. Visto el {FECHAS|01/03/2014}.", [True, False]),
     ("Nacida el {FECHAS|3 de mayo de 1950}, ve {FECHAS|hoy}.", [True, False]),
     ("Nacido a las 12:30 del {FECHAS|01/03/2000}", [True])],
)  # fmt: skip
def test_a_date_behind_the_date_of_birth_is_none(marked, text, births):
    doc = marked(text)
    assert [tells_birth(doc, span.start) for span in doc.spans] == births


def test_a_year_of_birth_is_not_the_year_of_a_day_without_one(marked, tagset):
    text = "Nacida el {FECHAS|03/05/1950}. Ingresa el {FECHAS|12 de marzo}. Alta: {FECHAS|20/03/2015}."
    made = Releaser([marked(text)], load_policy("research"), tagset, SECRET).release(marked(text))
    left = read_date(made.replacements[2].instead).on(Moment())
    came = read_date(made.replacements[1].instead).on(Moment(year=left.year))
    assert (left - came).days in (8, 8 - 365, 8 - 366)


@pytest.mark.parametrize(
    ("text", "births"),
    [("(n. {FECHAS|14-02-1945})", [True]), ("N: {FECHAS|14/05/1942}", [True]), ("F/N {FECHAS|3/3/1971}", [True]),
     ("nascut el {FECHAS|23 d'abril de 1975}", [True]), ("DN: {FECHAS|3/3/1971}", [True]),
     ("Fec. nac. {FECHAS|3/3/1971}", [True]), ("naceu o {FECHAS|3/3/1971}", [True]), ("FNto {FECHAS|3/3/1971}", [True]),
     ("T2N0. {FECHAS|3/3/2011}", [False]), ("pN. {FECHAS|3/3/2011}", [False]), ("Don N. {FECHAS|3/3/71}", [True]),
     ("| Ana | F.Nac. |\n| - | {FECHAS|3/3/1971} |\n| Fecha | Hora |\n| {FECHAS|3/3/2021} | 8:00 |", [True, False]),
     ("Nombre;Fecha de nacimiento;Visto\nAna;{FECHAS|3/3/1971};{FECHAS|3/3/2021}", [True, False]),
     ("| F.Nac. | Visto |\n| {FECHAS|3/3/1971} | {FECHAS|3/3/2021} |\n| {FECHAS|3/5/1971} | - |", [True, False, True])],
)  # fmt: skip
def test_a_birth_is_told_by_its_label_or_by_the_head_of_its_column(marked, text, births):
    doc = marked(text)
    assert [tells_birth(doc, span.start) for span in doc.spans] == births


def _moments(made):
    return [read_date(one.instead).said for one in made.replacements]


@given(
    st.dates(date(1930, 1, 1), date(1999, 12, 31)),
    st.integers(1, 70),
    st.lists(st.dates(date(2001, 1, 1), date(2016, 12, 31)), max_size=4),
    st.binary(min_size=32, max_size=32),
)
def test_a_birthday_without_its_year_is_one_when_it_is_moved(marked, tagset, born, age, others, secret):
    assume((born.month, born.day) != (2, 29))
    seen = date(2016, 6, 30)
    text = f"(n. {{FECHAS|{born:%d-%m-%Y}}}) Visto el {{FECHAS|{seen:%d/%m/%Y}}}. " + " ".join(
        f"Antes el {{FECHAS|{day:%d/%m/%Y}}}." for day in others
    )
    doc = marked(f"{text} Cumple años el {{FECHAS|{born.day}/{born.month}}}.")
    made = Releaser([doc], load_policy("research"), tagset, secret).release(doc)
    birth, *_, day = _moments(made)
    assume((birth.day, birth.month) != (29, 2))
    assert (day.day, day.month) == (birth.day, birth.month)


@given(st.dates(date(2004, 1, 1), date(2012, 12, 31)), st.integers(1, 6), st.binary(min_size=32, max_size=32))
def test_an_anniversary_stays_one(marked, tagset, first, years, secret):
    assume((first.month, first.day) != (2, 29))
    day = first.replace(year=first.year + years)
    doc = marked(f"Trasplante {{FECHAS|{first:%d/%m/%Y}}}. Aniversario: {{FECHAS|{day:%d/%m/%Y}}}.")
    one, other = _moments(Releaser([doc], load_policy("research"), tagset, secret).release(doc))
    assume((one.day, one.month) != (29, 2))
    assert (one.day, one.month, one.year + years) == (other.day, other.month, other.year)


def test_figures_that_are_no_date_become_no_date(marked, tagset):
    doc = marked("Visto {FECHAS|45/13/2015}.")
    assert "[**FECHAS 1**]" in Releaser([doc], load_policy("research"), tagset, SECRET).release(doc).text


@given(
    st.dates(date(1990, 1, 1), date(2016, 12, 31)),
    st.integers(1, 15),
    st.integers(-14, 14),
    st.booleans(),
    st.binary(min_size=32, max_size=32),
)
def test_a_day_near_a_birthday_stays_as_near_to_it(marked, tagset, born, age, away, is_elsewhere, secret):
    assume((born.month, born.day) != (2, 29))
    birthday = born.replace(year=born.year + age)
    own = f"Vacunado el {{FECHAS|{birthday + timedelta(days=away):%d/%m/%Y}}}."
    first = marked(f"F. nacimiento: {{FECHAS|{born:%d/%m/%Y}}}. {'' if is_elsewhere else own}", "a")
    reports = [first, marked(own, "b")] if is_elsewhere else [first]
    releaser = Releaser(reports, load_policy("research"), tagset, secret, {"a": "p", "b": "p"})
    made = [one.instead for doc in reports for one in releaser.release(doc).replacements]
    birth, day = (read_date(one).on(Moment()) for one in made)
    assume((birth.month, birth.day) != (2, 29))
    assert (day - birth.replace(year=birth.year + age)).days == away
