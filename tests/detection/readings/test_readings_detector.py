"""ReadingsDetector: what is found in other readings stands at its place in the report."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.profile import load_profile
from deid_studio.detection.readings.lexicon import Lexicon
from deid_studio.detection.readings.readings_detector import ReadingsDetector
from deid_studio.errors import ProfileError
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.people.vocabulary import default_vocabulary

GRAMMAR = '[[detectors]]\nuse = "grammar"\n'


@cache
def lexicon() -> Lexicon:
    """The shipped lists; loaded by the first test that reads."""
    return Lexicon(default_gazetteers(), default_vocabulary().__contains__)


class Capitalised:
    """Takes every two capitalised words, and every nine figures, for PHI."""

    name = "capitalised"

    def __init__(self, classes: tuple[str, ...] = ("PERSON", "PHONE")) -> None:
        self.classes = classes
        self.texts: list[str] = []

    def detect(self, doc: Document) -> list[Suggestion]:
        self.texts.append(doc.text)
        forms = (r"\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+", r"(?:\d ?){9}(?<! )")
        found = [
            Suggestion(Span(match.start(), match.end(), name), 0.8, (Evidence("rule", "made"),))
            for form, name in zip(forms, ("PERSON", "PHONE"), strict=True)
            if name in self.classes
            for match in regex.finditer(form, doc.text)
        ]
        return sorted(found, key=lambda one: one.span)

    def without(self, off: Collection[str]) -> Capitalised:
        return Capitalised(tuple(name for name in self.classes if name not in off))

    def unknown(self, off: Collection[str]) -> frozenset[str]:
        return frozenset()


def found(text: str, detector: ReadingsDetector | None = None) -> list[tuple[str, str]]:
    suggestions = (detector or ReadingsDetector([Capitalised()], lexicon())).detect(Document("r", text))
    return [(one.span.text(text), one.span.phi_class) for one in suggestions]


def test_what_a_reading_shows_is_suggested_where_it_stands() -> None:
    assert found("acude hoy a consulta juan fernandez de nuevo") == [("juan fernandez", "PERSON")]
    assert found("ENFERMERA DE TURNO: MARÍA FERNÁNDEZ") == [("MARÍA FERNÁNDEZ", "PERSON")]
    scanned = "Mar1a Fern-\nández, tel. 6O9 l23 456, el l2/O3/2O19."
    assert found(scanned) == [("Mar1a Fern-\nández", "PERSON"), ("6O9 l23 456", "PHONE")]
    assert found("el tel es seis cero nueve, doce, treinta y cuatro, cincuenta y seis") == [
        ("seis cero nueve, doce, treinta y cuatro, cincuenta y seis", "PHONE")
    ]


def test_lines_that_no_reading_changes_are_read_once() -> None:
    detector = Capitalised()
    ordinary = "Acude Juan Fernández, de 34 años.\nTel. 609 123 456.\n"
    assert found(ordinary, ReadingsDetector([detector], lexicon())) == []
    assert detector.texts == []
    assert found(ordinary + "FIRMA: MARÍA FERNÁNDEZ") == [("MARÍA FERNÁNDEZ", "PERSON")]


def test_it_tells_what_was_read_and_is_less_sure() -> None:
    (one,) = ReadingsDetector([Capitalised()], lexicon(), worth=0.5).detect(Document("r", "FIRMA: MARÍA FERNÁNDEZ"))
    assert one.confidence == pytest.approx(0.4)
    assert one.evidence == (Evidence("rule", "made"), Evidence("reading", "", "María Fernández"))


def test_rules_that_are_turned_off_are_off_in_readings() -> None:
    detector = ReadingsDetector([Capitalised()], lexicon()).without({"PERSON"})
    assert found("FIRMA: MARÍA FERNÁNDEZ, BUSCA 609 123 456", detector) == [("609 123 456", "PHONE")]
    assert not detector.unknown({"PERSON"})


def test_a_profile_names_the_detectors_that_read_again(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(GRAMMAR + '[[detectors]]\nuse = "readings"\nof = ["grammar"]\n', encoding="utf-8")
    text = "EXPLORACIÓN SIN HALLAZGOS.\nFACULTATIVO: DRA. MARÍA FERNÁNDEZ LÓPEZ\n"
    (one,) = load_profile(path).pipeline().joined(Document("r", text))
    assert (one[0].span.text(text), one[1]) == ("MARÍA FERNÁNDEZ LÓPEZ", "grammar+readings")
    for table, told in (('of = ["crf"]', "before: crf"), ('of = ["grammar"]\nreadings = ["x"]', "none of scan")):
        path.write_text(GRAMMAR + f'[[detectors]]\nuse = "readings"\n{table}\n', encoding="utf-8")
        with pytest.raises(ProfileError, match=told):
            load_profile(path).pipeline()


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    for one in ReadingsDetector([Capitalised()], lexicon()).detect(Document("r", text)):
        assert any(map(str.isalnum, one.span.text(text)))
