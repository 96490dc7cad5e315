"""Parts by patient: nobody is in two, the same seed gives the same, whatever else is in the reports."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.exchange.data_card import CardFacts, corpus_hash, data_card
from deid_studio.exchange.patient_split import patient_split
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet

# Not MEDDOCAN's.
TAGSET = TagSet(
    "propia",
    "1",
    (
        PhiClass("PACIENTE", {}, kind="person", role="patient"),
        PhiClass("MEDICO", {}, kind="person", role="staff"),
        PhiClass("NHC", {}, kind="number", role="patient"),
    ),
)
NAMES = ("Ana Gil Ros", "Luis Rey Sol", "Eva Mar Paz", "Juan Cid Vega")


PEOPLE = st.tuples(st.sampled_from(("", *NAMES)), st.sampled_from(("", "1234567", "7654321")))


def report(number: int, name: str = "", nhc: str = "", doctor: str = "Rosa Luz Fe") -> AnnotatedReport:
    text = f"Paciente: {name}\nNHC: {nhc}\nMédico: {doctor}\n"
    spans = [Span(text.index(doctor), text.index(doctor) + len(doctor), "MEDICO")]
    spans += [Span(10, 10 + len(name), "PACIENTE")] if name else []
    spans += [Span(text.index(nhc), text.index(nhc) + len(nhc), "NHC")] if nhc else []
    return AnnotatedReport.of(f"i{number}", text, [(one, "") for one in spans])


@given(
    st.lists(PEOPLE, min_size=1, max_size=24),
    st.sampled_from([(80, 10, 10), (50, 50), (1, 0, 1)]),
    st.text(max_size=3),
)
def test_no_patient_is_in_two_parts_and_every_report_in_one(
    people: list[tuple[str, str]], shares: tuple[int, ...], seed: str
) -> None:
    reports = [report(number, name, nhc) for number, (name, nhc) in enumerate(people)]
    split = patient_split(reports, shares, seed, TAGSET)
    assert sorted(id for ids in split.parts.values() for id in ids) == sorted(one.doc.id for one in reports)
    for index in (0, 1):
        for value in {one[index] for one in people} - {""}:
            ids = {f"i{number}" for number, one in enumerate(people) if one[index] == value}
            assert sum(bool(ids & set(part)) for part in split.parts.values()) == 1
    assert split == patient_split(list(reports), shares, seed, TAGSET)
    assert split.untold == sum(one == ("", "") for one in people)
    assert not shares[1] <= 0 or not split.parts["dev"]


def test_a_table_tells_patients_whom_no_mark_tells_and_the_shares_are_kept() -> None:
    reports = [report(number) for number in range(40)]
    alone = patient_split(reports, (80, 10, 10), "1", TAGSET)
    assert [len(ids) for ids in alone.parts.values()] == [32, 4, 4] and alone.untold == 40
    assert alone.parts != patient_split(reports, (80, 10, 10), "2", TAGSET).parts
    known = {f"i{n}": PatientFields((FieldValue(FieldKind.IDENTIFIER, f"99{n // 20}88"),)) for n in range(40)}
    paired = patient_split(reports, (50, 50), "1", TAGSET, known)
    assert sorted(map(sorted, paired.parts.values())) == sorted(
        [sorted(f"i{n}" for n in range(20)), sorted(f"i{n}" for n in range(20, 40))]
    )
    assert paired.patients == {"train": 1, "test": 1} and paired.untold == 0


def test_the_card_counts_without_a_word_of_a_report() -> None:
    reports = [report(1, NAMES[0], "1234567"), report(2, NAMES[1]), AnnotatedReport.of("vacío", "", [])]
    split = patient_split(reports, (50, 50), "7", TAGSET)
    card = data_card(reports, CardFacts("mi corpus", "bio", TAGSET, {}, split, ("Ana",), "κ 0.9"), "es").decode()
    assert "| PACIENTE | PACIENTE | 2 | 2 | 2 |" in card and "| MEDICO | MEDICO | 2 | 2 | 1 |" in card
    assert corpus_hash(reports) == corpus_hash(reports[::-1]) in card and "κ 0.9" in card
    assert not any(name in card for name in (*NAMES, "1234567", "Rosa"))
