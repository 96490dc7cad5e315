"""Name hits: the kernel finds the words that Python does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.kernel.compiled import native
from deid_studio.model.patient_fields import FieldKind
from deid_studio.people.name_hits import hits_of_people
from deid_studio.people.report_words import ReportWords
from deid_studio.people.sought import sought_as
from deid_studio.people.vocabulary import Vocabulary

VOCABULARY = Vocabulary(["rosa", "mar", "para", "blanco", "serrano"])
NAMES = "María del Mar García-Serrano|Rosa Ibáñez Ramil|Fco. Romarilla|Lllll Ñu\u0301ñez|Mª José de la O"
_PARTS = "Gar cía García garcia GARCIA Garcla G4rcia Romarilla Rosa rosa Mar María Fco Serr ano lllll 11111 1² ²"
_PART = st.sampled_from([*_PARTS.split(), *" .-\n\xad\ud800ωñÑ1", " ", " ", "- ", "\xa0", "Rn", "m"])
TEXT = st.lists(_PART, max_size=25).map("".join)


@given(TEXT, st.lists(st.one_of(st.sampled_from(NAMES.split("|")), TEXT), max_size=4))
def test_the_kernel_finds_the_words_of_names_that_python_does(text: str, names: list[str]) -> None:
    people = [sought_as(FieldKind.STAFF, [name]) for name in names]
    words = ReportWords(text)
    found = hits_of_people(people, words, VOCABULARY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deid_studio.people.name_hits.native", None)
        assert found == hits_of_people(people, words, VOCABULARY)


@pytest.mark.skipif(native is None, reason="the kernel was not compiled")
def test_the_kernel_takes_as_many_edits_as_names_alone() -> None:
    assert native.name_hits(["ab", "abcde"], [0, 1], [-1, 1], ["ab", "cdf"], [True, False]) == (
        [(0, 0, 0)],
        [(1, 0, 1)],
    )
    for names, edits, parted, words, capitals in (
        (["a"], [], [0], ["a"], [True]),
        (["a"], [0], [], ["a"], [True]),
        (["a"], [0], [3], ["a"], [True]),
        (["a"], [0], [0], ["a"], []),
    ):
        with pytest.raises(ValueError):
            native.name_hits(names, edits, parted, words, capitals)
