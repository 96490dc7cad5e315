"""Surrogates typed by hand: what is none is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.release.by_hand import Refusal, refusal

REPORT = "Paciente {NOMBRE_SUJETO_ASISTENCIA|Nuria Belmonte Ríos}, de {TERRITORIO|Alcor}, el {FECHAS|12/03/2015}."


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", Refusal.EMPTY), ("  ", Refusal.EMPTY), ("…", Refusal.EMPTY),
        ("Ana\nLuz", Refusal.LINES), ("Ana\tLuz", Refusal.LINES),
        ("NURIA BELMONTE RIOS", Refusal.REAL), ("Nuria-Belmonte Ríos", Refusal.REAL), ("12.03.2015", Refusal.REAL),
        ("Villa de Alcor", Refusal.REAL), ("la Sra. nuria belmonte rios", Refusal.REAL),
        ("Carmen Lagos", None), ("Alcorcón", None), ("13/03/2015", None),
    ],
)  # fmt: skip
def test_what_is_no_surrogate_is_refused(marked, typed, why):
    assert refusal(typed, [marked(REPORT)]) is why
    assert refusal(typed, []) in (why, None)


@pytest.mark.parametrize(
    ("typed", "name", "kind", "why"),
    [
        ("Calle Carmen Romero, 3", "Calle Carmen Romero, 23, 1D", "street", Refusal.KEEPS_WORD),
        ("C/ romero 8", "Calle Carmen Romero, 23, 1D", "street", Refusal.KEEPS_WORD),
        ("Calle del Sol, 23", "Calle Carmen Romero, 23, 1D", "street", None),
        ("Lucía Lagos", "Lucía Quintanar", "person", Refusal.KEEPS_WORD),
        ("lucía lagos", "madre lucía quintanar", "relative", Refusal.KEEPS_WORD),
        ("Hospital Clínico de Alcor", "HOSPITAL CLÍNICO DE BREÑA", "centre", None),
        ("Romerales", "Carmen Romero", "person", None),
        ("612 345 999", "612 345 678", "phone", Refusal.KEEPS_WORD),
    ],
)
def test_no_word_of_a_name_stays_but_what_says_what_it_is(typed, name, kind, why):
    assert refusal(typed, [], name, kind) is why


NAMES = st.lists(st.sampled_from(["Nuria", "Belmonte", "Ríos", "Quintanar"]), min_size=1)


@given(NAMES, st.text("abcñÉ ,.", max_size=9))
def test_whatever_stands_around_a_word_that_stays_it_is_found(words, around):
    assert refusal(f"{around} {words[-1].upper()}, {around}", [], " ".join(words), "person") is Refusal.KEEPS_WORD
