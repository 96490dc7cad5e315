"""Counting indicators in invented headers; see `tests/test_whole_corpus.py`."""

from deid_studio.learning.indicator_counts import count_indicators
from deid_studio.model.document import Document
from deid_studio.model.span import Span

PATIENT, DOCTOR = "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO"


def report(*lines: str) -> Document:
    """A report of lines in which `[value|class]` is a span."""
    text, spans = "", []
    for line in lines:
        for part in line.replace("]", "[").split("["):
            value, _, phi_class = part.partition("|")
            if phi_class:
                spans.append(Span(len(text), len(text) + len(value), phi_class))
            text += value
        text += "\n"
    body = "Acude por dolor de varios días de evolución sin otra clínica. " * 9
    return Document("r", f"{text}\n{body}", tuple(spans))


def header(name: str, doctor: str, town: str) -> Document:
    return report(
        f"Nombre: [{name}|{PATIENT}].",
        f"Localidad: {town}.",
        "Servicio: Urgencias.",
        f"Médico: Dra. [{doctor}|{DOCTOR}] NºCol: [28 28|ID_TITULACION_PERSONAL_SANITARIO].",
    )


def test_each_label_is_counted_with_the_class_of_its_value() -> None:
    found = count_indicators(
        [
            header("Ana", "Eva Gil", "[Úbeda|TERRITORIO], [Jaén|TERRITORIO]"),
            header("Luz", "Noa Paz", "[Soria|TERRITORIO]"),
            header("Sol", "Eva Mar", "[Baza|TERRITORIO], [Granada|TERRITORIO]"),
        ]
    )
    assert [(one.written, dict(one.counts), one.whole, one.split) for one in found] == [
        ("Localidad", {"TERRITORIO": 3}, 3, True),
        ("Médico", {DOCTOR: 3}, 3, False),
        ("Nombre", {PATIENT: 3}, 3, False),
        ("NºCol", {"ID_TITULACION_PERSONAL_SANITARIO": 3}, 3, False),
        ("Servicio", {"": 3}, 0, False),
    ]
    assert found.of("servicio") is not None
    assert [one.written for one in found if one.phi_class] == ["Localidad", "Médico", "Nombre", "NºCol"]


def test_a_value_that_is_phi_in_part_only_decides_nothing() -> None:
    docs = [report("Nombre: Ana.", "NHC: 12.", "Historia actual: [Mujer|SEXO_SUJETO_ASISTENCIA] sana.")] * 3
    found = count_indicators(docs).of("historia actual")
    assert found is not None
    assert (found.total, found.whole, found.phi_class) == (3, 0, "")


def test_nothing_to_count() -> None:
    assert len(count_indicators([])) == 0
    assert len(count_indicators([Document("r", "Acude por dolor.")])) == 0
