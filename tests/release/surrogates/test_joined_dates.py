"""A year beside the rest of its date is of one date with it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.date_words import MONTHS
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.joined_dates import joined_dates


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{DIA|1969} ({DIA|agosto})", Moment(None, 8, 1969)), ("{DIA|agosto} de {DIA|1969}", Moment(None, 8, 1969)),
        ("{DIA|3 de mayo} del año {DIA|2014}", Moment(3, 5, 2014)), ("{DIA|3/5} ({DIA|2014})", Moment(3, 5, 2014)),
        ("{DIA|dos de octubre} del {DIA|dos mil veintiuno}", Moment(2, 10, 2021)),
        ("{DIA|maig} de l'any {DIA|2014}", None), ("{DIA|AGOSTO} {DIA|1969}", Moment(None, 8, 1969)),
        ("{DIA|2014}, {DIA|3 de mayo}", None), ("{DIA|mayo} y {DIA|2014}", None),
        ("{DIA|mayo de 2013} ({DIA|2014})", None), ("{DIA|31 de abril} de {DIA|2014}", None),
        ("{DIA|3 de mayo} del {DIA|14}", None),
    ],
)  # fmt: skip
def test_a_year_is_joined_with_what_it_is_the_year_of(marked, text, said):
    doc = marked(text)
    read = [(span.start, span.end, read_date(span.text(doc.text))) for span in doc.spans]
    found = joined_dates(doc.text, read)
    assert found == ({} if said is None else {span.start: said for span in doc.spans})


@pytest.mark.parametrize("form", ["{{FECHAS|{y}}} ({{FECHAS|{m}}})", "{{FECHAS|{m}}} de {{FECHAS|{y}}}",
                                  "{{FECHAS|{m} de {y}}}"])  # fmt: skip
@given(st.dates(date(1940, 1, 1), date(1999, 12, 31)), st.dates(date(2008, 1, 1), date(2022, 12, 31)),
       st.binary(min_size=32, max_size=32))  # fmt: skip
def test_an_age_fits_the_month_of_a_birth(marked, tagset, form, born, seen, secret):
    if born.month == seen.month:
        return  # then nobody knows whether the birthday was
    age = seen.year - born.year - (seen.month < born.month)
    birth = form.format(y=born.year, m=MONTHS["es"][born.month - 1])
    doc = marked(f"Visto el {{FECHAS|{seen:%d/%m/%Y}}}. F. nac. {birth}.")
    made = [one.instead for one in Releaser([doc], load_policy("research"), tagset, secret).release(doc).replacements]
    day, parts = read_date(made[0]).said, [read_date(one).said for one in made[1:]]
    year, month = (next(filter(None, (getattr(one, name) for one in parts))) for name in ("year", "month"))
    assert day.year - year - (day.month < month) == age


def test_a_day_and_its_year_move_as_one_day(marked, tagset):
    text = "Nace el {FECHAS|3 de enero} de {FECHAS|2014}. Visto el {FECHAS|20/6/2014}, antes el {FECHAS|5 de mayo}."
    for secret in range(8):
        doc = marked(text)
        made = [
            one.instead
            for one in Releaser([doc], load_policy("research"), tagset, bytes([secret]) * 32).release(doc).replacements
        ]
        day = read_date(f"{made[0]} de {made[1]}").on(Moment())
        assert read_date(made[2]).on(Moment()) - day == timedelta(days=168)
