"""The gate's reader sees what a person may have missed, once for each text, and asks little about nothing."""

from __future__ import annotations

import pytest

from deid_studio import paths
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.gate.readers import gate_reader, likely


@pytest.fixture(scope="module")
def reader():
    return gate_reader(paths.default_model())


@pytest.mark.slow
def test_it_sees_a_name_that_has_no_label_and_what_is_known_of_the_patient(reader):
    text = "La paciente Nuria Belmonte Carrascosa acude el 12/03/2015.\nAntecedentes: NASS 28 1234567890.\n"
    seen = {(text[one.suggestion.span.start : one.suggestion.span.end], one.kind) for one in reader.read(text)}
    assert ("Nuria Belmonte Carrascosa", HeldKind.DETECTED) in seen
    fields = PatientFields((FieldValue(FieldKind.FULL_NAME, "Nuria Belmote"),))
    assert HeldKind.FIELD in {one.kind for one in reader.read(text, fields)}
    assert HeldKind.FIELD not in {one.kind for one in reader.read(text)}


def test_a_text_is_read_once(reader, monkeypatch):
    first = reader.read("Acude Ana Ruiz.")
    monkeypatch.setattr(reader, "_sightings", lambda *_: pytest.fail("read again"))
    assert reader.read("Acude Ana Ruiz.") is first
    assert reader.read_released("Acude Ana Ruiz.") is reader.read_released("Acude Ana Ruiz.")


def test_a_possibility_is_worth_a_question_where_it_looks_like_phi_too():
    def possible(start, end, chance):
        return Suggestion(Span(start, end, "FECHAS"), chance, (Evidence("crf", "marginal"),))

    def look(start, end, kind):
        return Suggestion(Span(start, end, "FECHAS"), 0.2, (Evidence("rule", "looks", kind),))

    text = "Visto por Galindo hoy, y murió"
    name = (10, 17)
    assert [one.span.start for one in likely([possible(*name, 0.3)], [], text)] == [10]
    assert not list(likely([possible(*name, 0.02)], [], text))
    assert [one.span.start for one in likely([possible(8, 20, 0.02)], [look(*name, "name")], text)] == [10]
    assert not list(likely([possible(25, 30, 0.02)], [look(25, 30, "name")], text))  # a verb in small letters
