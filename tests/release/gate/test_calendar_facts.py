"""What the calendar tells of a marked date is held: its weekday where that changes, and the feast that its day is."""

from __future__ import annotations

import pytest

from deid_studio.release.gate.held import HeldKind
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.surrogates.date_keeping import DateKeeping

KEPT = Policy("k", default=Treatment(Way.KEEP))
BY_WEEKS = Policy("w", default=Treatment(Way.SURROGATE), dates=DateKeeping.WEEKDAYS)
BY_DAYS = Policy("i", default=Treatment(Way.SURROGATE))


@pytest.mark.parametrize(
    ("text", "weekday"),
    [
        ("Vuelve tras el puente (lunes {FECHAS|8 de enero}).", "lunes"), ("Cita: mié. {FECHAS|7/2/24}", "mié"),
        ("el viernes día {FECHAS|12}", "viernes"), ("Visita dimecres, {FECHAS|10 de gener de 2024}", "dimecres"),
        ("RM el {FECHAS|8 de enero de 2024} (lunes)", "lunes"), ("Alta {FECHAS|12/01/2024}, viernes.", "viernes"),
        ("LUNES {FECHAS|8 DE ENERO}", "LUNES"),
    ],
)  # fmt: skip
def test_a_weekday_beside_a_marked_day_is_held_where_it_changes(marked, hold, text, weekday):
    doc = marked(text)
    for policy in (BY_DAYS, Policy("t", default=Treatment(Way.TAG))):
        (held,) = hold(doc, policy=policy)
        assert (doc.text[held.start : held.end], held.kind, held.phi_class) == (weekday, HeldKind.SPILL, "FECHAS")
    assert not hold(doc, policy=BY_WEEKS) and not hold(doc, policy=KEPT)


@pytest.mark.parametrize(
    "text",
    [
        "(lunes {FECHAS|lunes 8 de enero})", "{FECHAS|lunes} {FECHAS|8 de enero}", "lunes: {FECHAS|enero de 2024}",
        "desde el {FECHAS|8 de enero}, lunes y jueves", "los lunes {FECHAS|8/1} y {FECHAS|15/1}",
        "INR {FECHAS|8/1/24}, lunes - viernes", "Consulta de lunes. {FECHAS|2024}", "Vie {CALLE|8}",
    ],
)  # fmt: skip
def test_other_weekdays_are_not(marked, hold, text):
    assert not [one for one in hold(marked(text)) if one.kind is HeldKind.SPILL]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("FN: {FECHAS|NOV 3, 1967}\nNACIO EL DIA DE LA SEPARACION DE PANAMA", "DIA DE LA SEPARACION"),
        ("Denunció el {FECHAS|6 de agosto} (feriado patrio).", "feriado patrio"),
        ("Operada el {FECHAS|29/2/2024}, año bisiesto.", "año bisiesto"),
        ("Ingresa el {FECHAS|15/8/2023}, festivo nacional.", "festivo nacional"),
        ("Nació un día de Todos los Santos. Informe: {FECHAS|2/5/2024}", "día de Todos los Santos"),
        ("Cae en la víspera de San Juan; alta el {FECHAS|30/6/2023}.", "víspera de San Juan"),
    ],
)
def test_a_fact_of_the_calendar_is_held_beside_dates_that_go(marked, hold, text, fact):
    doc = marked(text)
    for policy in (BY_DAYS, BY_WEEKS):
        (held,) = hold(doc, policy=policy)
        assert (doc.text[held.start : held.end], held.kind, held.phi_class) == (fact, HeldKind.DATE, "FECHAS")
    assert not hold(doc, policy=KEPT)


@pytest.mark.parametrize(
    "text",
    [
        "Nació el día de la Bandera.", "Alta el {FECHAS|2/5/2024}, {FECHAS|día de la Bandera}.",
        "Horario: feriados cerrado.\nAlta: {FECHAS|2/5/2024}", "Trabaja en festivo.\nAlta: {FECHAS|2/5/2024}",
        "Esa noche la madre avisa. Alta: {FECHAS|2/5/2024}", "Tres días de trabajo. Alta: {FECHAS|2/5/2024}",
        "El día de la cirugía, {FECHAS|2/5/2024}, ayuno.", "Día del alta: {FECHAS|2/5/2024}",
    ],
)  # fmt: skip
def test_what_tells_no_day_is_not(marked, hold, text):
    assert not hold(marked(text))
