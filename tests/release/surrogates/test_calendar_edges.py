"""The first day of a season is none when it is moved, and a day of every month is no longer that day of it."""

from __future__ import annotations

import pytest

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.calendar_edges import each_month, is_edge

TAGSET = TagSet("own", "1", (PhiClass("DIA", {}, kind="date"),))
POLICY = Policy("p", default=Treatment(Way.SURROGATE))


@pytest.mark.parametrize(
    ("before", "text", "found"),
    [
        ("primer día de ", "primavera", True), ("último día del ", "verano de 2021", True),
        ("PRIMER DÍA DE LA ", "PRIMAVERA", True), ("primer dia de l'", "estiu", True),
        ("primeiro día da ", "primavera", True), ("solsticio de ", "verano", True), ("equinoccio de ", "otoño", True),
        ("1.er día de ", "mayo", True), ("", "primer día de mayo", True), ("primer lunes de ", "mayo", True),
        ("el último día de ", "2020", True), ("primer día del mes de ", "mayo", True),
        ("", "el solsticio de verano", True),
        ("un día de ", "primavera", False), ("primer ingreso de ", "primavera", False),
        ("desde la ", "primavera", False),
        ("", "primer lunes de mayo", False), ("", "primavera", False), ("primera semana de ", "mayo", False),
    ],
)  # fmt: skip
def test_the_first_and_the_last_day_are_known(before, text, found):
    assert is_edge(before, text) is found


@pytest.mark.parametrize("text", [
    "{DIA|21-03-21}, primer día de {DIA|primavera}.", "{DIA|21-03-21}, {DIA|primer día de la primavera}.",
    "{DIA|21/6/21}, solsticio de {DIA|verano}.", "{DIA|31-05-21}, último día de {DIA|mayo}.",
])  # fmt: skip
def test_an_edge_becomes_its_class(marked, text):
    doc = marked(text)
    made = Releaser([doc], POLICY, TAGSET, b"s" * 32).release(doc)
    assert made.replacements[1].instead == "[**DIA 2**]"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("cada {DIA|primer lunes de mes}", "cada día fijado del mes"),
        ("el {DIA|primer lunes de cada mes}", "el día fijado del mes"),
        ("el {DIA|2.º martes} de cada mes", "el día fijado de cada mes"),
        ("el {DIA|ÚLTIMO VIERNES DE CADA MES}", "el DÍA FIJADO DEL MES"),
        ("el {DIA|primer dilluns de cada mes}", "el dia fixat del mes"),
    ],
)
def test_a_day_of_every_month_is_one_that_is_fixed(marked, text, made):
    doc = marked(f"{text}, la próxima el {{DIA|lunes 4 de octubre de 2021}}")
    assert Releaser([doc], POLICY, TAGSET, b"s" * 32).release(doc).text.startswith(f"{made}, ")


def test_only_every_month_is_told():
    assert each_month(" de cada mes, ") == " de cada mes"
    assert each_month(" del mes de mayo") == "" and each_month(" de mayo") == ""
