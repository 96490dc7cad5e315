"""The footer by expressions and dictionary, in the thesis' order."""

import time

import pytest

from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex
from deid_studio.detection.sectioned.footer import footer_suggestions
from deid_studio.detection.tokens import tokenizer
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset

MEDDOCAN = shipped_tagset("meddocan")
INDEX = GazetteerIndex(
    [
        Gazetteer("town", "TERRITORIO", ("Soria", "Ciudad Real", "Javier", "Toledo", "Getafe")),
        Gazetteer("country", "PAIS", ("España",)),
        Gazetteer("first_name", "", ("Javier",)),
        Gazetteer("hospital_word", "", ("hospital",)),
        Gazetteer("street_kind", "", ("calle", "c", "avda")),
        Gazetteer("particle", "", ("de", "del")),
        Gazetteer("title", "", ("dr",)),
    ]
)


def footer(line: str, taken: str = "") -> list[tuple[str, str]]:
    (tokens,) = tokenizer().lines(line)
    busy = [Span(line.index(taken), line.index(taken) + len(taken), "NOMBRE_PERSONAL_SANITARIO")] if taken else []
    found = footer_suggestions(line, tokens, busy, INDEX, MEDDOCAN)
    assert all(not s.span.overlaps(span) for s in found for span in busy)
    return [(s.span.text(line), s.span.phi_class) for s in found]


def test_a_whole_footer() -> None:
    line = (
        "Remitido por: Dr. Luis Prado. Hospital San Telmo. C/ del Olmo, 5, 2º B. 42001 Soria. España."
        " Tel.: 975 000 111 Fax: 975 000 112 E-mail: l.prado@salud.example"
    )
    assert footer(line, "Luis Prado") == [
        ("Hospital San Telmo", "HOSPITAL"),
        ("C/ del Olmo, 5, 2º B", "CALLE"),
        ("42001", "TERRITORIO"),
        ("Soria", "TERRITORIO"),
        ("España", "PAIS"),
        ("975 000 111", "NUMERO_TELEFONO"),
        ("975 000 112", "NUMERO_FAX"),
        ("l.prado@salud.example", "CORREO_ELECTRONICO"),
    ]


def test_what_an_earlier_step_took_a_later_one_leaves() -> None:
    # A fax has a phone's form, a street holds a town's name, an e-mail ends in what could be a place.
    assert footer("Fax: 975000112") == [("975000112", "NUMERO_FAX")]
    assert footer("javier@soria.example") == [("javier@soria.example", "CORREO_ELECTRONICO")]
    assert footer("Avda. Rosales s/n Ciudad Real") == [
        ("Avda. Rosales s/n", "CALLE"),
        ("Ciudad Real", "TERRITORIO"),
    ]


def test_a_town_that_is_a_name_needs_a_postal_code() -> None:
    assert footer("Responsable: Javier Prado.") == []
    assert footer("31411 Javier.") == [("31411", "TERRITORIO"), ("Javier", "TERRITORIO")]


@pytest.mark.parametrize("line", ["Hospital de Getafe.", "Calle de Toledo, 3", "C/ Toledo, 3"])
def test_a_town_in_another_name_is_no_place(line: str) -> None:
    assert "TERRITORIO" not in [phi_class for _, phi_class in footer(line)]


def test_trusted_phi_is_not_classified_again() -> None:
    assert footer("Dr. Javier Soria", "Javier Soria") == []


@pytest.mark.parametrize("line", ["a@" * 20_000, "(" * 50_000, "C/ " * 20_000, "9 " * 40_000, "Hospital De " * 5_000])
def test_hostile_lines_end_soon(line: str) -> None:
    began = time.perf_counter()
    for tokens in tokenizer().lines(line):
        footer_suggestions(line, tokens, [], INDEX, MEDDOCAN)
    assert time.perf_counter() - began < 20
