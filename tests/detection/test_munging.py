"""Munging: every written variant of an entry matches, and what is not a variant does not."""

from __future__ import annotations

import pytest

from deid_studio.detection.expressions.compiled_expression import MatchedText
from deid_studio.detection.munging import munge, plain_variants
from deid_studio.people.folded_text import FoldedText


def matches(entry: str, form: str, text: str) -> bool:
    variants = munge(entry, form)
    assert variants is not None
    folded = FoldedText(text).folded
    start = folded.find(variants.core)
    core = (start, start + len(variants.core))
    found = start >= 0 and variants.place(MatchedText(folded), core, (0, len(folded))) == (0, len(folded))
    if found:
        assert not variants.needs or any(one in folded[:start] for one in variants.needs)
    return found


@pytest.mark.parametrize(
    "variant",
    [
        "Calle del Dr. Esquerdo, 46",
        "c/ Doctor Esquerdo 46",
        "c/ Doctor Esquerdo, 46",
        "C/ Dr. esquerdo, 46",
        "C/ Dr. Esquerdo 46",
        "C/ Dr. Esquerdo, 46",
        "Doctor Esquerdo, 46",
        "Dr Esquerdo 46",
        # beyond those of the paper
        "CALLE DOCTOR ESQUERDO, 46",
        "Calle del Doctor Esquerdo",
        "C/ Dr. Esquerdo nº 46",
    ],
)
def test_address_in_its_written_forms(variant: str) -> None:
    assert matches("DR. ESQUERDO, 46", "address", variant)


@pytest.mark.parametrize("other", ["Doctor Esquerdo", "Esquerdo, 46", "C/ Dr. Esquerdo, 460", "Dr. Izquierdo, 46"])
def test_address_is_not_the_person_nor_another_number(other: str) -> None:
    assert not matches("DR. ESQUERDO, 46", "address", other)


@pytest.mark.parametrize(
    ("entry", "form", "variants"),
    [
        (
            "HOSPITAL UNIVERSITARIO LA PAZ", "hospital",
            ("Hospital La Paz", "Hosp. Univ. La Paz", "H.U. La Paz", "H. U. La Paz", "HOSPITAL LA PAZ",
             "Hospital Universitario “La Paz”"),
        ),
        (
            "Hospital Gregorio Marañón", "bare-hospital",
            ("Gregorio Maranon", "HGU Gregorio Marañón", "Complejo Hospitalario Gregorio Marañón"),
        ),
        ("Hospital Ntra. Sra. de Sonsoles", "hospital",
         ("Hospital Nuestra Señora de Sonsoles", "HOSP. NTRA SRA DE SONSOLES")),
        ("Centro de Salud Los Alcores", "health-centre",
         ("C.S. Los Alcores", "CS Alcores", "centro de salud de los alcores", "CONSULTORIO LOS ALCORES")),
        ("AVANCES MÉDICOS S.A", "institution",
         ("Avances Médicos SA", "avances medicos, s.a.", "Avances Médicos", "Avances Médicos S.L.U.")),
        ("Avda. Sta. María de la Vega, 3", "address",
         ("Avenida Santa Maria de la Vega 3", "Av. Sta Mª de la Vega nº 3", "AVDA. SANTA MARÍA DE LA VEGA, 3")),
        ("Fco. Pizarnik, s/n", "address", ("C/ Francisco Pizarnik s/n", "calle francisco pizarnik, S/N")),
        ("José Antonio Lerma Pulido", "person",
         ("J. A. Lerma", "Lerma Pulido", "JOSE LERMA", "J. Lerma Pulido", "jose antonio lerma pulido")),
        ("Jo Lerma Pulido", "person", ("J. Lerma", "JO LERMA")),
        ("Quintanilla", "person", ("QUINTANILLA",)),
    ],
)  # fmt: skip
def test_entries_match_their_variants(entry: str, form: str, variants: tuple[str, ...]) -> None:
    assert [variant for variant in variants if not matches(entry, form, variant)] == []


@pytest.mark.parametrize(
    ("entry", "form", "other"),
    [
        ("HOSPITAL DE ALBOLAFIA", "bare-hospital", "Albolafia"),
        ("HOSPITAL UNIVERSITARIO LA PAZ", "hospital", "La Paz"),
        ("Centro de Salud Los Alcores", "health-centre", "Los Alcores"),
        ("José Antonio Lerma Pulido", "person", "Lerma"),
        ("José Antonio Lerma Pulido", "person", "José Antonio"),
    ],
)
def test_what_is_a_town_or_anybody_is_no_variant(entry: str, form: str, other: str) -> None:
    assert not matches(entry, form, other)


@pytest.mark.parametrize(
    ("entry", "form"),
    [("HOSPITAL GENERAL", "hospital"), ("C/ Mar, 3", "address"), ("", "address"), ("Li Wu", "person"), (".", "person")],
)
def test_entries_without_anything_distinctive_are_left_out(entry: str, form: str) -> None:
    assert munge(entry, form) is None


def test_plain_entries_have_their_other_spellings() -> None:
    assert set(plain_variants("santa coloma")) == {"santa coloma", "sta. coloma", "sta coloma"}
    assert "vitoria gasteiz" in plain_variants("vitoria-gasteiz")
    assert plain_variants("maria") == ["maria"]


@pytest.mark.parametrize("form", ["address", "hospital", "bare-hospital", "health-centre", "institution", "person"])
@pytest.mark.parametrize("entry", ["a(b", "[x", "C+ Omega (Sur)", "\\d+ Omega", "Ñandú*? Largo", "1", "-", "Ó'Neil"])
def test_any_entry_can_be_searched_for(entry: str, form: str) -> None:
    variants = munge(entry, form)
    if variants is not None:
        core = (0, len(variants.core))
        assert variants.core
        assert variants.place(MatchedText(variants.core), core, core) in (None, core)
