"""Dates within a fact that stays move as others do."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deid_studio.people.date_words import MONTHS
from deid_studio.people.number_words import in_words
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.dates_within import dates_within


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("43 años, cumplidos el 3 de mayo", ["3 de mayo"]), ("43 AÑOS, EL 3 DE MAYO DE 1978", ["3 DE MAYO DE 1978"]),
        ("43 (12/03/1980)", ["12/03/1980"]), ("43 a desde el 3/5", ["3/5"]), ("43 a desde el 3/5/78", ["3/5/78"]),
        ("43 años (nacida en mayo)", ["mayo"]), ("43 años (1980-03-12)", ["1980-03-12"]), ("43 (n. 1980)", ["1980"]),
        ("40 años (tres de mayo)", ["tres de mayo"]), ("43 anys, fets el 3 d'abril", ["3 d'abril"]),
        ("treinta y uno de mayo: 43", ["treinta y uno de mayo"]), ("43, el día de Reyes", ["día de Reyes"]),
        ("43 por Navidad", ["Navidad"]), ("44 el jueves", ["jueves"]), ("44 el lunes 5", ["lunes 5"]),
        ("43 anos, 3 de xaneiro", ["3 de xaneiro"]), ("jubilado en mayo de 2015", ["mayo de 2015"]),
        ("43 años", []), ("45 a 3 m", []), ("setanta-set anys", []), ("4 3/12 años", []), ("28 ddv", []),
        ("38+4 semanas", []), ("cuarenta y tres años", []), ("3 meses y medio", []), ("sexta década", []),
        ("mayor de 65", []), ("veintiséis", []), ("7 a 9 años", []), ("1 any i mig", []), ("90+", []),
    ],
)  # fmt: skip
def test_dates_are_found_and_ages_are_none(text, dates):
    assert [text[start:end] for start, end in dates_within(text)] == dates


@pytest.mark.parametrize("form", ["{d} de {m}", "{d}/{n}", "{w} de {m}"])
@given(st.dates(date(1950, 1, 1), date(1999, 12, 31)), st.binary(min_size=32, max_size=32))
def test_the_birthday_in_an_age_moves_with_the_birth(marked, tagset, form, born, secret):
    assume((born.month, born.day) != (2, 29))
    last = date(2021, born.month, born.day)
    told = form.format(d=born.day, m=MONTHS["es"][born.month - 1], n=born.month, w=in_words(born.day))
    doc = marked(
        f"{{EDAD_SUJETO_ASISTENCIA|{2021 - born.year} años, cumplidos el {told}}}. F.N. {{FECHAS|{born:%d/%m/%Y}}}."
        f" Visto el {{FECHAS|{date.fromordinal(last.toordinal() + 40):%d/%m/%Y}}}."
    )
    made = [one.instead for one in Releaser([doc], load_policy("research"), tagset, secret).release(doc).replacements]
    birth = read_date(made[1]).on(Moment())
    assume((birth.month, birth.day) != (2, 29))
    said = read_date(made[0].rpartition("cumplidos el ")[2]).said
    assert made[0].startswith(f"{2021 - born.year} años, cumplidos el ")
    assert (said.day, said.month) == (birth.day, birth.month)


@pytest.mark.parametrize("policy", ["research", "safe-harbour", "eu-pseudonymisation", "eu-anonymisation"])
@pytest.mark.parametrize(
    "told", ["3 de mayo", "3/5", "3/5/1978", "día de Reyes", "3 d'abril", "jueves", "03-05-78", "tres de mayo"]
)
def test_no_policy_leaves_a_date_in_an_age(marked, tagset, policy, told):
    doc = marked(f"Tiene {{EDAD_SUJETO_ASISTENCIA|43 años, cumplidos el {told}}}. Visto el {{FECHAS|1/10/2021}}.")
    assert told not in Releaser([doc], load_policy(policy), tagset, b"s" * 32).release(doc).text


def test_a_year_in_an_occupation_that_stays_moves(marked, tagset):
    doc = marked("{PROFESION|jubilado en mayo de 2015}. Visto el {FECHAS|1/10/2021}.")
    made = [
        one.instead for one in Releaser([doc], load_policy("research"), tagset, b"s" * 32).release(doc).replacements
    ]
    moved, visit = read_date(made[0].removeprefix("jubilado en ")).said, read_date(made[1]).said
    months = 12 * (visit.year - moved.year) + visit.month - moved.month
    assert 76 <= months <= 78 and made[0].startswith("jubilado en ")
