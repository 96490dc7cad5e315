"""Munging: every written variant of an entry matches, and what is not a variant does not."""

from __future__ import annotations

from time import process_time

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection import munging
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


def _expression(name: str) -> str:
    """The name of an entry as an expression: each word with its other spellings, hyphens and blanks for each other."""
    told = ["(?:" + "|".join(map(regex.escape, forms)) + ")" for forms in munging._words(name)]
    return r"(?<!\w)(?:" + r"[ .'\"-]{1,2}".join(told) + r")(?!\w)"


_NAME = st.lists(
    st.sampled_from(("doctor", "san", "n.", "fernandez", "mª", "la", "a", "a.", "x_", "ñ", "o'neil", "paz", "70")),
    min_size=1, max_size=6,
)  # fmt: skip


@given(_NAME, st.data())
def test_a_name_is_found_as_an_expression_would_find_it(name: list[str], data: st.DataObject) -> None:
    words = munging._words(" ".join(name))
    piece = st.one_of(st.sampled_from([form for forms in words for form in forms]), st.text("a_. -ñ\n", max_size=2))
    written = st.tuples(*(st.sampled_from(forms) for forms in words)).map(" ".join)
    text = "".join(data.draw(st.lists(st.one_of(piece, written, st.sampled_from(" .-'\"")), max_size=20)))
    low = data.draw(st.integers(0, len(text)))
    high = data.draw(st.integers(low, len(text)))
    found = regex.search(_expression(" ".join(name)), text, pos=low, endpos=high)
    assert munging._name_in(text, low, high, words) == (found and found.span())


def test_a_name_of_many_words_that_can_be_written_in_many_ways_is_soon_told() -> None:
    words = munging._words("a. " * 60 + "b")
    begun = process_time()
    assert munging._name_in("a. " * 70, 0, 210, words) is None
    assert process_time() - begun < 1


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
