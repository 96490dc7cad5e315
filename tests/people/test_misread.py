"""Signs that a scanner misread are read as what they stand for, and what is written so on purpose stays."""

from __future__ import annotations

import pytest

from deid_studio.people.misread import with_figures, with_letters


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("l4/O6/2O22", "14/06/2022"), ("2Ol5", "2015"), ("O3-l1-195O", "03-11-1950"), ("l/O3/2o22", "1/03/2022"),
        ("l5-junio-22", "15-junio-22"), ("28O43", "28043"), ("7l años", "71 años"), ("lO de mayo", "10 de mayo"),
        ("ll.JUN.2O25", "11.JUN.2025"),
    ],
)  # fmt: skip
def test_letters_among_figures_are_figures(written, meant):
    assert with_figures(written) == meant


@pytest.mark.parametrize(
    "text",
    ["1o de mayo", "12-I-2020", "I-2020", "12 o 13", "3 O 4 de mayo", "l'abril", "l´any", "años 90", "O. Gil, 2020"],
)
def test_letters_that_are_letters_stay(text):
    assert with_figures(text) == text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("H0SPITAL DE LA L0MA", "HOSPITAL DE LA LOMA"), ("Te0fila Bel1o  Ram0s", "Teofila Bello  Ramos"),
        ("CEFERIN0 0RTEGA", "CEFERINO ORTEGA"), ("Mart¡nez", "Martinez"), ("GARC1A", "GARCIA"),
        ("Migue1 0rtiz Rea1", "Miguel Ortiz Real"),
        ("GAL1EGO", "GALLEGO"),
        ("N1ños de Va1le Mart1n", "Niños de Valle Martin"),
    ],
)  # fmt: skip
def test_figures_within_words_are_letters(written, meant):
    assert with_letters(written) == meant


@pytest.mark.parametrize(
    "text", ["Hospital 12 de Octubre", "H12O", "B2C", "ana84", "2023年1月6日", "28O43", "Paciente 2", "mgil04x"]
)
def test_figures_that_are_figures_stay(text):
    assert with_letters(text) == text
