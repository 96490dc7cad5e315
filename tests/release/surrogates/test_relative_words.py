"""A day that words tell by another one is that day, and the words are true when it is moved."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.date_words import WEEKDAYS
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.relative_words import FromReport, from_report, month_told

TAGSET = TagSet("own", "1", (PhiClass("DIA", {}, kind="date"),))
POLICY = Policy("p", default=Treatment(Way.SURROGATE))


def released(marked, text, secret=b"s" * 32):
    """What took the place of each date, and by how many days the first of them was moved."""
    doc = marked(text)
    made = [one.instead for one in Releaser([doc], POLICY, TAGSET, secret).release(doc).replacements]
    first = doc.text[doc.spans[0].start : doc.spans[0].end]
    return made, read_date(made[0]).on(Moment()) - read_date(first).on(Moment())


@pytest.mark.parametrize(
    ("before", "text", "told"),
    [
        ("Mañana, ", "viernes 3", FromReport(1, 1)), ("MAÑANA VIERNES DÍA ", "3", None),
        ("mañana día ", "3", FromReport(1, 1)), ("pasado mañana, ", "sábado 4", FromReport(1, 2)),
        ("Ayer (", "miércoles 1", FromReport(-1, -1)), ("Hoy, ", "jueves 2", FromReport(0, 0)),
        ("demà, ", "divendres 3", FromReport(1, 1)), ("Onte, ", "mércores 1", FromReport(-1, -1)),
        ("mañana por la tarde, ", "viernes 3", FromReport(1, 1)), ("por la mañana, ", "viernes 3", None),
        ("cada mañana ", "3", None), ("el próximo ", "lunes 6", FromReport(1)),
        ("El ", "próximo lunes, día 6", FromReport(1)), ("el pasado ", "viernes 27", FromReport(-1)),
        ("el ", "pasado viernes 27", FromReport(-1)), ("visto el ", "viernes 3", None),
    ],
)  # fmt: skip
def test_words_tell_how_a_day_lies_to_the_reports(before, text, told):
    assert from_report(before, text) == told


@pytest.mark.parametrize(
    ("behind", "told"),
    [
        (" del mismo mes", (False, 0)), (" de dicho mes,", (False, 0)), (" del mateix mes", (False, 0)),
        (" del mes siguiente", (False, 1)), (" del mes anterior", (False, -1)), (" del presente mes", (True, 0)),
        (" de este mes", (True, 0)), (" del corriente", (True, 0)), (" DEL MES EN CURSO", (True, 0)),
        (" del próximo mes", (True, 1)), (" del mes pasado", (True, -1)), (" de mesura", None), (" de mayo", None),
    ],
)  # fmt: skip
def test_words_tell_the_month_of_a_day(behind, told):
    assert month_told(behind) == told


@given(
    st.dates(date(2010, 1, 1), date(2024, 12, 31)),
    st.sampled_from((("Hoy", 0), ("Mañana", 1), ("Pasado mañana", 2), ("Ayer", -1), ("Anteayer", -2))),
    st.booleans(),
    st.sampled_from((27, 28, 29, 30, 31)),
    st.binary(min_size=32, max_size=32),
)
def test_tomorrow_is_the_day_after_the_report(marked, own, word, has_weekday, later, secret):
    """Also where a date announced or long past has the same day of a month and of the week."""
    day = own + timedelta(days=word[1])
    weekday = f"{WEEKDAYS['es'][day.weekday()]} " if has_weekday else ""
    text = (
        f"Informe de {{DIA|{own:%d/%m/%Y}}}. Próxima dosis {{DIA|{own + timedelta(days=later):%d/%m/%Y}}}."
        f" {word[0]}, {{DIA|{weekday}{day.day}}}, cita."
    )
    made, moved = released(marked, text, secret)
    assert read_date(made[2]).said.day == (day + moved).day


def test_next_monday_comes_after_the_report_and_last_friday_before_it(marked):
    text = "Informe de {DIA|02/02/2023}. Próxima visita {DIA|02/03/2023}. El {DIA|próximo lunes, día 6}, terapia."
    made, moved = released(marked, text)
    assert read_date(made[2]).said.day == (date(2023, 2, 6) + moved).day
    made, moved = released(marked, "Informe de {DIA|02/02/2023}. Previo: {DIA|02/01/2022}. El pasado {DIA|viernes 27}.")
    assert read_date(made[2]).said.day == (date(2023, 1, 27) + moved).day


@given(st.dates(date(2010, 1, 1), date(2024, 12, 31)), st.integers(0, 20), st.binary(min_size=32, max_size=32))
def test_the_same_month_is_the_same_or_is_not_said(marked, first, later, secret):
    day = first + timedelta(days=later)
    if day.month != first.month:
        return
    made, moved = released(
        marked, f"Ingresa el {{DIA|{first:%d/%m/%Y}}} y se opera el {{DIA|{day.day}}} del mismo mes.", secret
    )
    if (first + moved).month == (day + moved).month:
        assert made[1] == str((day + moved).day)
    else:
        assert made[1].startswith("[**")
