"""Where invented PHI may be planted, and what it is: never in a mention, a word or a line end, never what is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.model.lines import line_number
from deid_studio.model.mentions import Decision, Mention, Origin
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset
from deid_studio.people.folding import fold
from deid_studio.review.reading.planting import (
    LARGEST,
    LEAST_LINES,
    MOST,
    default_planter,
    is_chosen,
    places,
    report_key,
)

CLASSES = shipped_tagset("meddocan")
RADIOLOGY = shipped_tagset("radiology")
LINES = (
    "INFORME DE ALTA",
    "Nombre: Lucía Quintanar Ríos",
    "Edad: 61 años. Sexo: mujer.",
    "Motivo de consulta: dolor torácico",
    "",
    "Antecedentes: hipertensión arterial en tratamiento con enalapril, sin otros factores de riesgo. Afebril.",
    "Acude por dolor opresivo de dos horas. Refiere además disnea de esfuerzo. Se realiza electrocardiograma.",
    "Vista por el Dr. Olmedo, de la Sra. Prats y del Hosp. Central en la planta 3. Todo ello sin cambios.",
    "Exploración con soplo sistólico y edemas. Analítica sin hallazgos. 😀 Buena evolución clínica.",
    "Tratamiento con furosemida y reposo relativo. Dieta sin sal.",
    "Radiografía de tórax con cardiomegalia. Sin derrame. Ecocardiograma programado.",
    "Se explica a la paciente y lo entiende. Alta a domicilio con control en su centro.",
    "Juicio clínico de insuficiencia cardiaca congestiva sin criterios de ingreso.",
    "Revisar tensión arterial cada semana y acudir si empeora la disnea o aparece fiebre.",
)
TEXT = "\r\n".join(LINES)


def mention(id: int, start: int, end: int) -> Mention:
    return Mention(id, Span(start, end, "FECHAS"), Decision.ACCEPTED, Origin.PERSON)


def mention_of(text: str) -> Mention:
    start = TEXT.index(text)
    return mention(0, start, start + len(text))


@given(st.text(max_size=20), st.lists(st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 60)), max_size=8))
def test_plants_fit_their_places(secret: str, stretches: list[tuple[int, int]]) -> None:
    mentions = [mention(n, at, min(at + length, len(TEXT))) for n, (at, length) in enumerate(stretches)]
    plants = default_planter().plan(TEXT, mentions, CLASSES, secret)
    assert len(plants) <= MOST
    assert [p.offset for p in plants] == sorted({p.offset for p in plants})
    assert len({p.kind for p in plants}) == len(plants)
    for plant in plants:
        assert not any(m.span.start <= plant.offset <= m.span.end for m in mentions)
        before, after = TEXT[plant.offset - 1], TEXT[plant.offset : plant.offset + 1]
        assert not before.isspace() and after in ("", " ", "\r")
        assert plant.text.splitlines() == [plant.text] and plant.text.startswith(" ")
        assert plant.classes and all(name in CLASSES for name in plant.classes)
        assert plant.text.strip() not in TEXT


@settings(max_examples=25)  # a secret is a seed: any is as good as another
@given(st.text(max_size=20))
def test_no_name_and_no_number_of_the_report_is_planted(secret: str) -> None:
    # All first names but one stand in the report, and all surnames but four.
    planter = default_planter()
    lists = planter._lists
    names = [*lists["first_name"][:-1], *lists["last_name"][:-4]]
    text = f"{TEXT}\n{', '.join(names)}"
    for plant in planter.plan(text, [], CLASSES, secret):
        if plant.kind == "relative":
            assert lists["first_name"][-1] in plant.text
            assert not any(re.search(rf"\b{name}\b", plant.text) for name in names)


@settings(max_examples=25)  # a secret is a seed: any is as good as another
@given(st.text(max_size=20))
def test_the_same_secret_plants_the_same_and_makes_it_again_among_other_mentions(secret: str) -> None:
    planter = default_planter()
    plants = planter.plan(TEXT, [mention_of("Afebril")], CLASSES, secret)
    assert plants == planter.plan(TEXT, [mention_of("Afebril")], CLASSES, secret)
    kept = [(plant.offset, plant.kind) for plant in plants]
    assert planter.again(TEXT, kept, CLASSES, secret) == plants
    assert planter.again("otro texto", kept, CLASSES, secret) == ()


def test_another_process_plants_the_same() -> None:
    code = "import runpy, sys; own = runpy.run_path(sys.argv[1]); plan = own['default_planter']().plan; "
    code += "print(repr(plan(own['TEXT'], [], own['CLASSES'], 's')))"
    seeded = os.environ | {"PYTHONHASHSEED": "77"}  # here it is another one
    run = subprocess.run([sys.executable, "-c", code, __file__], env=seeded, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == repr(default_planter().plan(TEXT, [], CLASSES, "s"))


def test_every_kind_and_every_place_comes_up() -> None:
    planter = default_planter()
    made = [plant for secret in range(60) for plant in planter.plan(TEXT, [], CLASSES, str(secret))]
    assert {plant.kind for plant in made} == {
        "relative", "doctor", "date", "phone", "record", "town", "hospital", "email",
    }  # fmt: skip
    assert {plant.offset for plant in made} == {place.offset for place in places(TEXT, [])}
    for plant in made:
        if plant.kind == "phone":
            assert re.search(r"[679]\d{2}", plant.text)
        if plant.kind == "email":
            host = re.search(r"[a-z0-9]+@([a-z0-9.-]+\.(?:es|org))\b", plant.text)
            assert host is not None and host[1] not in fold(TEXT), plant.text
            assert not re.search(r"example|ejemplo|invalid|test", plant.text)


def test_abbreviations_and_fields_within_a_line_are_no_sentence_ends() -> None:
    ends = {TEXT[place.offset - 12 : place.offset] for place in places(TEXT, [])}
    assert not any(end.endswith(("Dr.", "Sra.", "Hosp.", "años.")) for end in ends)
    fields = [place for place in places(TEXT, []) if place.is_field]
    assert [TEXT[: place.offset].rsplit("\n", 1)[1] for place in fields] == list(LINES[1:4])
    name = mention_of("Lucía Quintanar Ríos")
    assert [place.line for place in places(TEXT, [name]) if place.is_field] == [2, 3]


def test_a_field_that_ends_with_a_full_stop_is_followed_by_one_that_does() -> None:
    planter = default_planter()
    place = next(place for place in places(TEXT, []) if place.line == 2)
    plant = planter.plant(TEXT, place, "town", CLASSES, "s")
    assert plant is not None and re.fullmatch(r" \w[^:]+: [^.]+\.", plant.text)


@pytest.mark.parametrize(
    "text",
    ["", "Nota breve.\n" * 3, "\n" * 50, "x" * 500, "Afebril y estable. Nada.\n" * (LARGEST // 20)],
    ids=["empty", "short", "blank", "one word", "enormous"],
)
def test_short_enormous_and_empty_reports_are_left_alone(text: str) -> None:
    assert default_planter().plan(text, [], CLASSES, "s") == ()


def test_a_report_of_the_least_length_has_one() -> None:
    lines = [f"Línea {number} con una frase que termina aquí." for number in range(LEAST_LINES)]
    assert len(default_planter().plan("\n".join(lines), [], CLASSES, "s")) == 1
    assert default_planter().plan("\n".join(lines[1:]), [], CLASSES, "s") == ()


def test_only_classes_of_the_folder_are_expected() -> None:
    planter = default_planter()
    made = [plant for secret in range(60) for plant in planter.plan(TEXT, [], RADIOLOGY, str(secret))]
    assert {plant.classes[0] for plant in made} == {"NAME", "FECHA", "NUM", "LOC", "INST"}
    assert planter.plan(TEXT, [], TagSet("odd", "1", (PhiClass("SOMETHING_ELSE", {}),)), "s") == ()


def test_what_no_class_is_for_is_planted_nowhere_and_made_again_nowhere() -> None:
    planter = default_planter()
    own = TagSet("own", "1", tuple(PhiClass(name, {}).as_named() for name in ("PACIENTE", "FECHA", "LUGAR")))
    made = [plant for secret in range(60) for plant in planter.plan(TEXT, [], own, str(secret))]
    assert {(plant.kind, plant.classes) for plant in made} == {
        ("date", ("FECHA",)), ("town", ("LUGAR",)), ("hospital", ("LUGAR",)),
    }  # fmt: skip
    kept = [(plant.offset, plant.kind) for plant in planter.plan(TEXT, [], CLASSES, "s")]
    assert all(plant.classes for plant in planter.again(TEXT, kept, own, "s"))
    people = TagSet("people", "1", (PhiClass("QUIEN", {}, kind="person"),))
    made = [plant for secret in range(60) for plant in planter.plan(TEXT, [], people, str(secret))]
    assert {(plant.kind, plant.classes) for plant in made} == {("relative", ("QUIEN",)), ("doctor", ("QUIEN",))}


def test_what_is_right_in_the_shipped_classes_is_all_that_it_may_be_taken_for() -> None:
    right = {kind.name: kind.classes(CLASSES) for kind in default_planter()._kinds.values()}
    assert right["relative"] == ("FAMILIARES_SUJETO_ASISTENCIA", "NOMBRE_SUJETO_ASISTENCIA")
    assert right["hospital"] == ("HOSPITAL", "INSTITUCION", "CENTRO_SALUD")
    assert right["record"][0] == "ID_SUJETO_ASISTENCIA" and right["record"][-1] == "OTRO_NUMERO_IDENTIF"


def test_the_share_is_that_of_the_reports() -> None:
    chosen = sum(is_chosen("s", f"{TEXT} {number}", 20) for number in range(2000))
    assert 320 < chosen < 480
    assert not any(is_chosen("s", f"{number}", 0) for number in range(100))
    assert all(is_chosen("s", f"{number}", 100) for number in range(100))


def test_a_key_tells_nothing_without_the_secret() -> None:
    assert report_key("s", TEXT) == report_key("s", TEXT) != report_key("t", TEXT)
    assert fold(TEXT[:8]) not in report_key("s", TEXT)


@pytest.mark.parametrize(("offset", "line"), [(0, 1), (3, 1), (5, 2), (6, 3), (len("uno\r\n\ndos"), 3)])
def test_line_numbers_are_those_beside_the_text(offset: int, line: int) -> None:
    assert line_number("uno\r\n\ndos", offset) == line
