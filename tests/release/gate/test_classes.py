"""What readers see, in the classes of a folder that has none for relatives."""

from __future__ import annotations

import pytest

from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.release.gate.classes import in_classes_of

RELATIVE = "FAMILIARES_SUJETO_ASISTENCIA"


@pytest.mark.parametrize(
    ("said", "kin", "seen"),
    [
        ("Madre", "", []),
        ("Dos hermanos", "hermanos", []),
        ("Padre Esteban", "Padre", ["Esteban"]),
        ("Elvira", "", ["Elvira"]),
    ],
)
def test_a_word_for_a_relative_is_nobodys_name_and_a_name_is(said, kin, seen):
    people = TagSet("own", "1", (PhiClass("PERSONA", {}, kind="person"),))
    evidence = (Evidence("crf"), *((Evidence("gazetteer", "kinship", kin),) if kin else ()))
    found = in_classes_of(people, [Suggestion(Span(0, len(said), RELATIVE), 0.5, evidence)], said)
    assert [(one.span.text(said), one.span.phi_class) for one in found] == [(text, "PERSONA") for text in seen]
