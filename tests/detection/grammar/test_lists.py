"""Folded text, scanned and written-in lists, place filters, number checks, the offset vector."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.grammar.checks import checker, names
from deid_studio.detection.grammar.lists import ScannedLists, entries_expression
from deid_studio.detection.grammar.offset_vector import BLOCKED, Assigned, OffsetVector
from deid_studio.detection.grammar.place_filters import PlaceFilter
from deid_studio.people.folded_text import FoldedText, unaccented


@given(st.text(alphabet=st.sampled_from("aÁñ \u0301\u0308\u00a0\t\n\u200bÇ.-İßﬁ😀"), max_size=40))
def test_folded_offsets_lead_back_to_the_original(text: str) -> None:
    folded = FoldedText(text)
    places = [folded.to_text(at, at + 1) for at in range(len(folded.folded))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert [start for start, _ in places] == sorted({start for start, _ in places})
    for (start, end), character in zip(places, folded.folded, strict=True):
        assert FoldedText(text[start:end]).folded[:1] == character or character == " "


def test_folding_unifies_case_accents_blanks_and_signs() -> None:
    text = "Sra.  Mun\u0303oz\u00a0PÉREZ – 2° «X»"
    assert FoldedText(text).folded == 'sra. munoz perez - 2º "x"'


def test_scanned_entries_are_whole_words_whatever_case_accents_and_blanks() -> None:
    lists = ScannedLists(cased=["town"])
    lists.add("town", ["Alcalá del Río", "Alcalá"])
    lists.close()
    text = "ALCALA  del Rio, Alcalá. Alcalán, alcalá, Mi Alcala\u0301!"
    hits = lists.hits(FoldedText(text))["town"]
    assert [text[start:end] for start, end, _, _ in hits] == ["ALCALA  del Rio", "Alcalá", "Alcala\u0301"]
    assert [entry for _, _, _, entry in hits] == ["Alcalá del Río", "Alcalá", "Alcalá"]


def test_munged_entries_are_found_in_their_variants_only() -> None:
    lists = ScannedLists()
    lists.add("hospital", ["HOSPITAL UNIVERSITARIO LA PAZ"], "hospital")
    lists.close()
    text = "Vive en La Paz. Ingresó en el Hosp. La Paz, y luego\nen el H.U. La Paz."
    hits = lists.hits(FoldedText(text))["hospital"]
    assert [text[start:end] for start, end, _, _ in hits] == ["Hosp. La Paz", "H.U. La Paz"]


def test_lists_without_entries_find_nothing() -> None:
    lists = ScannedLists()
    lists.add("empty", ["", "x"])
    lists.close()
    assert lists.hits(FoldedText("x")) == {}
    assert regex.search(entries_expression([]), "x") is None


def test_written_in_entries_prefer_the_longest() -> None:
    expression = regex.compile(entries_expression(["tía", "tía abuela", "año"]))
    text = unaccented("TIA ABUELA, tía, tías, AÑO, anos")
    assert [m.group() for m in expression.finditer(text)] == ["TIA ABUELA", "tia", "ANO"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Oia", "short"), ("Rosario", "first_name"), ("Toledo", "last_name"), ("Fuente Vieja", "lexical"),
        ("Calcium", "ambiguous"), ("Glasgow", "eponym"), ("Villanueva de Arosa", ""),
    ],
)  # fmt: skip
def test_place_filters(name: str, reason: str) -> None:
    entries = {
        "town": ["Oia", "Rosario", "Toledo", "Fuente Vieja", "Calcium", "Glasgow", "Villanueva de Arosa"],
        "first_name": ["ROSARIO"], "last_name": ["Toledo"], "common_word": ["fuente", "vieja"],
        "company": ["calcium"], "eponym": ["Glasgow"],
    }  # fmt: skip
    filters = frozenset(("short", "first_name", "last_name", "lexical", "ambiguous", "eponym"))
    assert PlaceFilter(entries).reason(name, filters) == reason
    assert PlaceFilter(entries).kept([name], frozenset()) == [name]


@pytest.mark.parametrize(
    ("check", "valid", "wrong"),
    [
        ("dni", "12345678Z", "12345678A"),
        ("dni", "12.345.678 Z", "12.345.679 Z"),
        ("nie", "X1234567L", "X1234567M"),
        ("nass", "28 12345678 40", "28 12345678 41"),
        ("imss", "00000000000", "00000000001"),
        ("rut", "12.345.678-5", "12.345.678-6"),
        ("cuil", "20-12345678-6", "20-12345678-7"),
        ("iban", "ES91 2100 0418 4502 0005 1332", "ES92 2100 0418 4502 0005 1332"),
        ("curp", "BOXW310820HNERXN09", "BOXW310820HNERXN08"),
        ("ip", "192.168.10.1", "192.168.10.400"),
        ("phone", "+52 55 1234 5678", "+52 55 12"),
        ("phone", "0054 11 4123-4567", "00999 11 4123"),
        ("phone", "912 34 56 78", "412 34 56 78"),
        ("unaccented", "mama", "mamá"),
        ("accented", "secretaría", "secretaria"),
    ],
)
def test_number_checks(check: str, valid: str, wrong: str) -> None:
    assert check in names()
    assert checker(check)(valid)
    assert not checker(check)(wrong)


def test_offset_vector_keeps_what_came_first() -> None:
    vector = OffsetVector()
    assert vector.assign(Assigned(10, 20, "A", "one"))
    assert not vector.assign(Assigned(19, 25, "B", "two"))
    assert not vector.assign(Assigned(0, 30, "B", "two"))
    assert vector.assign(Assigned(20, 25, "B", "two"))
    assert vector.assign(Assigned(0, 3, BLOCKED, "three"))
    assert [(one.start, one.phi_class) for one in vector] == [(0, ""), (10, "A"), (20, "B")]
    before, after, holder = vector.before(10), vector.after(11), vector.holder(24, 40)
    assert before is not None and before.rule == "three"
    assert after is not None and after.rule == "two"
    assert holder is not None and holder.rule == "two"
    assert vector.after(21) is None and vector.before(2) is None and vector.holder(3, 10) is None
    assert [one.rule for one in vector.of_classes(frozenset("AB"))] == ["one", "two"]
