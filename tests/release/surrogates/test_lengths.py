"""What is marked as a date and holds none stays where dates are moved, and nothing that holds one."""

from __future__ import annotations

import pytest

from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.lengths import tells_no_date
from tests.release.conftest import SECRET


@pytest.mark.parametrize(
    "text",
    [
        "hace dos semanas", "Hace 18 meses", "hace tres años", "48 h", "48h", "a los 3 días", "Tres días después",
        "en 15 días", "Ayer", "HOY", "siglo XX", "s. XXI", "finales del siglo XIX", "la semana pasada",
        "el mes que viene", "fin de semana", "últimos 50 años", "un mes antes", "hace un año", "cada 24 horas",
        "Anoche", "este fin de semana",
    ],
)  # fmt: skip
def test_what_tells_no_date_is_told(text):
    assert tells_no_date(text, 90)


@pytest.mark.parametrize(
    "text",
    [
        "12/03/2015", "lunes", "marzo", "2015", "98", "semana 36 de 2014", "semana 40", "ayer, domingo",
        "hace 92 años", "hace noventa y un años", "3 días en marzo", "hace dos semanas, el 4", "fin de año",
        "los 80", "verano", "", "día 45", "Marta", "ayer con Marta", "963862700 h", "primera semana", "1S/06/2022",
        "30 de febrero", "día", "Día de la", "el día", "de los meses de",
    ],
)  # fmt: skip
def test_what_may_tell_a_date_is_none_of_it(text):
    assert not tells_no_date(text, 90)


@pytest.mark.parametrize(
    ("policy", "made"),
    [
        ("research", "Operado hace dos semanas."),
        ("eu-pseudonymisation", "Operado hace dos semanas."),
        ("safe-harbour", "Operado [**FECHAS 1**]."),
    ],
)
def test_what_tells_no_date_stays_where_dates_are_moved_alone(marked, tagset, policy, made):
    doc = marked("Operado {FECHAS|hace dos semanas}.")
    released = Releaser([doc], load_policy(policy), tagset, SECRET).release(doc)
    assert released.text == made and not released.remarks
