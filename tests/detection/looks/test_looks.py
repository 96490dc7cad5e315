"""What looks like PHI."""

import time

import pytest

from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex
from deid_studio.detection.harmless.harmless import Harmless
from deid_studio.detection.looks.look import LookKind
from deid_studio.detection.looks.looks_detector import MEANINGS, LooksDetector, look_classes
from deid_studio.model.document import Document
from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.vocabulary import Vocabulary

CLASSES = look_classes(shipped_tagset("meddocan"))
INDEX = GazetteerIndex(
    [
        Gazetteer("first_name", "", ("Aitana", "Rosa", "Eva")),
        Gazetteer("last_name", "", ("Quintana", "Prado")),
        Gazetteer("town", "TERRITORIO", ("Zuheros",)),
        Gazetteer("month", "FECHAS", ("mayo",)),
        Gazetteer("unit", "", ("mg", "ml")),
        Gazetteer("eponym_cue", "", ("signo", "escala")),
        Gazetteer("eponym", "", ("Romberg",)),
        Gazetteer("hospital_word", "HOSPITAL", ("hospital",)),
        Gazetteer("population_group", "", ("mapuche",)),
        Gazetteer("profession", "PROFESION", ("modista", "enfermera")),
    ]
)
WORDS = frozenset("la el en de y visto acude dolor paciente rosa prado llano centro desde con normal".split())
HARMLESS = Harmless(INDEX, WORDS.__contains__, Vocabulary({"xandriol"}))


def looks(text: str) -> list[tuple[str, str]]:
    detector = LooksDetector(INDEX, HARMLESS, CLASSES)
    kinds = {s.span: s.evidence[0].detail for s in detector.detect(Document("r", text))}
    return [(span.text(text), kind) for span, kind in kinds.items()]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Acude Aitana Quintana Prado.", ("Aitana Quintana Prado", "name")),
        ("acude aitana quintana prado", ("aitana quintana prado", "name")),
        ("Con la Rosa.", ("Rosa", "name")),
        ("Acude Aitana Q", ("Aitana Q", "name")),
        ("en Zuheros", ("Zuheros", "place")),
        ("visto con Xandrel", ("Xandrel", "unknown")),
        ("PACIENTE XANDREL", ("XANDREL", "unknown")),
        ("el 12/05/2019", ("12/05/2019", "date")),
        ("el 13-IV", ("13-IV", "date")),
        ("el 04/03: bien", ("04/03", "date")),
        ("en mayo", ("mayo", "date")),
        ("12345678Z", ("12345678Z", "number")),
        ("600 11 22 33", ("600 11 22 33", "number")),
        ("serie NWR4K82L1", ("NWR4K82L1", "code")),
        ("luz@hospital.example", ("luz@hospital.example", "address")),
        ("Hospital de los Llanos", ("Hospital de los Llanos", "organisation")),
        ("visto en hospital de los llano", ("hospital de los llano", "organisation")),
        ("paciente mapuche", ("mapuche", "group")),
        ("acude la enf. tolina", ("tolina", "name")),
        ("dolor desde el 14.", ("14", "date")),
        ("S2 9-5 normal", ("9-5", "date")),
        ("el seis dos cero, catorce, treinta", ("seis dos cero, catorce, treinta", "number")),
        ("la modista acude", ("modista", "profession")),
        ("acude xandrel con dolor", ("xandrel", "unknown")),
        ("serie nwr4k82l1", ("nwr4k82l1", "code")),
        ("correo luz punto prado arroba centro punto es", ("luz punto prado arroba centro punto es", "address")),
    ],
)
def test_what_looks_like_phi(text: str, found: tuple[str, str]) -> None:
    assert found in looks(text)


@pytest.mark.parametrize(
    "text",
    [
        "rosa",
        "Rosa con dolor",  # the sentence's first word has its capital from there
        "signo de Babinsky",
        "Romberg normal",
        "Nefritis, Hepatitis y Colecistectomía",
        "TAC ECG HTA",
        "10.000",
        "10000 mg",
        "120/70",
        "1.621.440",
        "37,5",
        "Visto. Acude. Paciente",
    ],
)
def test_what_does_not(text: str) -> None:
    assert looks(text) == []


def test_classes_and_confidence_are_the_profiles() -> None:
    detector = LooksDetector(INDEX, HARMLESS, {LookKind.NAME: "NAME", LookKind.PLACE: ""}, 0.4)
    (found,) = detector.detect(Document("r", "Acude Aitana en Zuheros el 12/05/2019"))
    assert (found.span.phi_class, found.confidence) == ("NAME", 0.4)
    assert set(MEANINGS) == set(LookKind)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["1 " * 20_000, "A1" * 20_000, "Aa " * 20_000, "a@" * 20_000, "www." * 8_000, ""])
def test_hostile_texts_end_soon(text: str) -> None:
    began = time.perf_counter()
    LooksDetector(INDEX, HARMLESS, CLASSES).detect(Document("r", text))
    assert time.perf_counter() - began < 8


def test_brands_eponyms_and_those_who_treat_are_left() -> None:
    assert looks("visto con Crestor") == []
    assert looks("acude la enfermera") == []
