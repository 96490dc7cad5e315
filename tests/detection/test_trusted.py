"""Trusted PHI and its safeguards."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.trusted import Safeguards, TrustedDetector, TrustedPhi
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion, without_overlaps
from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.exact import Exact

PATIENT = "NOMBRE_SUJETO_ASISTENCIA"
MEDDOCAN = shipped_tagset("meddocan")
INDEX = GazetteerIndex(
    [
        Gazetteer("hospital_word", "HOSPITAL", ("hospital",)),
        Gazetteer("institution_word", "INSTITUCION", ("universidad",)),
        Gazetteer("street_kind", "CALLE", ("calle",)),
        Gazetteer("eponym_cue", "", ("enfermedad", "signo")),
        Gazetteer("particle", "", ("de", "del", "la")),
        Gazetteer("title", "", ("dr", "dra", "don")),
    ]
)
COMMON = frozenset({"rosa", "blanco"})


def suggest(text: str, value: str, phi_class: str = PATIENT, confidence: float = 0.9) -> Suggestion:
    start = text.index(value)
    return Suggestion(Span(start, start + len(value), phi_class), confidence, (Evidence("rule", "x"),))


def trusted(text: str, *values: tuple[str, str], confidence: float = 0.9) -> list[tuple[str, str]]:
    detector = TrustedDetector(INDEX, Safeguards.of(MEDDOCAN, COMMON.__contains__))
    suggestions = sorted(
        (suggest(text, value, phi_class, confidence) for value, phi_class in values), key=lambda s: s.span
    )
    found = detector.detect_after(Document("r", text), suggestions)
    return [(s.span.text(text), s.span.phi_class) for s in found]


def test_a_name_of_the_header_is_found_in_any_case_and_accents() -> None:
    text = "Nombre: Eloísa Quintana Bueno.\nAcude con QUINTANA padre. Eloisa refiere dolor.\nFdo. Eloisa Quintana"
    assert [value for value, _ in trusted(text, ("Eloísa Quintana Bueno", PATIENT))] == [
        "QUINTANA",
        "Eloisa",
        "Eloisa Quintana",
    ]


def test_evidence_names_the_field_and_never_the_value() -> None:
    text = "Apellidos: Quintana.\nLlama la hija de Quintana."
    detector = TrustedDetector(INDEX, Safeguards.of(MEDDOCAN))
    (found,) = detector.detect_after(Document("r", text), [suggest(text, "Quintana")])
    assert str(found.evidence[0]) == "trusted: also in `Apellidos:`"
    assert found.confidence < 0.9
    text = "Acude Quintana sola.\nLlama la hija de Quintana."
    (found,) = detector.detect_after(Document("r", text), [suggest(text, "Quintana")])
    assert str(found.evidence[0]) == "trusted: also in line 1"
    (found,) = detector.detect_after(Document("r", f"\r\n\n \n{text}"), [suggest(f"\r\n\n \n{text}", "Quintana")])
    assert str(found.evidence[0]) == "trusted: also in line 4"  # as the margin counts


@pytest.mark.parametrize(
    "body",
    [
        "Trasladado al Hospital Rey Juan Carlos.",
        "Trabaja en la Universidad Rey Juan Carlos.",
        "Vive en la calle de Juan Carlos.",
        "Con enfermedad de Juan Carlos.",
    ],
)
def test_a_persons_name_is_not_matched_inside_another_name(body: str) -> None:
    assert trusted(f"Nombre: Juan Carlos.\n{body}", ("Juan Carlos", PATIENT)) == []


def test_a_person_beside_a_hospital_is_still_found() -> None:
    text = "Nombre: Juan Carlos.\nEn el hospital dice Juan Carlos que no. Hospital, Juan Carlos."
    assert len(trusted(text, ("Juan Carlos", PATIENT))) == 2
    text = "Médico: Juan Carlos.\nHospital. Dr. Juan Carlos"
    assert len(trusted(text, ("Juan Carlos", PATIENT))) == 1


def test_a_town_inside_a_hospitals_name_is_the_hospitals() -> None:
    text = "Localidad: Burgos.\nHospital de Burgos. Vuelve a Burgos."
    assert trusted(text, ("Burgos", "TERRITORIO")) == [("Burgos", "TERRITORIO")]


def test_sex_short_and_common_words_are_not_trusted() -> None:
    assert trusted("Sexo: Mujer.\nMujer sana.", ("Mujer", "SEXO_SUJETO_ASISTENCIA")) == []
    assert trusted("Nombre: Gil.\nGil acude.", ("Gil", PATIENT)) == []
    assert trusted("Nombre: Rosa Blanco.\nMancha Rosa. Blanco y Rosa.", ("Rosa Blanco", PATIENT)) == []
    assert trusted("CP: 2800.\nLeucocitos 2800.", ("2800", "TERRITORIO")) == []


def test_small_letters_are_the_word_and_not_the_name() -> None:
    assert trusted("Nombre: Prado Mora.\nCome mora en el prado.", ("Prado Mora", PATIENT)) == []


def test_only_whole_tokens_and_whole_numbers() -> None:
    assert trusted("Nombre: Marin.\nMarinero. Submarin.", ("Marin", PATIENT)) == []
    text = "NHC: 4763954.\nVisto 4763954. No 14763954 ni 4763954-22 ni 3.4763954."
    assert trusted(text, ("4763954", "ID_SUJETO_ASISTENCIA")) == [("4763954", "ID_SUJETO_ASISTENCIA")]


def test_what_is_suggested_already_is_left_alone() -> None:
    text = "Nombre: Quintana.\nAcude Quintana."
    detector = TrustedDetector(INDEX, Safeguards.of(MEDDOCAN))
    second = Suggestion(
        Span(text.rindex("Quintana"), text.rindex("Quintana") + 8, "CALLE"), 0.9, (Evidence("rule", "x"),)
    )
    assert detector.detect_after(Document("r", text), [suggest(text, "Quintana"), second]) == []


def test_the_unsure_is_not_trusted() -> None:
    assert trusted("Nombre: Quintana.\nAcude Quintana.", ("Quintana", PATIENT), confidence=0.3) == []


def test_without_suggestions_nothing() -> None:
    assert TrustedDetector(INDEX, Safeguards.of(MEDDOCAN)).detect(Document("r", "Ana Quintana")) == []
    assert TrustedDetector(INDEX, Safeguards.of(MEDDOCAN)).detect_after(Document("r", ""), []) == []


PARTS = "García garcía GARCI\u0301A Ruiz Rúiz\u200b \u0301 ß Straße 123456 - / . , Calle de \u212b Σ ς \u0903 \ud800"
PART = st.sampled_from([*PARTS.split(), " ", "\n"])


@given(st.lists(PART, min_size=1, max_size=25), st.lists(st.tuples(st.integers(0, 24), st.integers(1, 5)), max_size=4))
def test_no_line_is_passed_over_that_holds_one(parts: list[str], marked: list[tuple[int, int]]) -> None:
    text = "".join(parts)
    edges = list(accumulate(map(len, parts), initial=0))
    spans = {Span(edges[at], edges[min(at + some, len(parts))], PATIENT) for at, some in marked if at < len(parts)}
    apart = without_overlaps([Suggestion(span, 0.9, (Evidence("rule", "x"),)) for span in sorted(spans)])
    lines = tokenizer().lines(text)
    phi = TrustedPhi(text, lines, apart, Safeguards.of(MEDDOCAN), INDEX)
    taken = [one.span for one in apart]
    found = phi.suggestions(range(len(lines)), taken)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Exact, "places", lambda self, text: None)
        assert found == phi.suggestions(range(len(lines)), taken)
