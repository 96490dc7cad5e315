"""Surrogates typed by hand: what is none is refused."""

from __future__ import annotations

import pytest

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
