"""A Catalan `l'` or `d'` that stays before a date has a vowel behind it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.people.date_words import MONTHS, SEASONS
from deid_studio.release.surrogates.elisions import with_elision


@pytest.mark.parametrize(
    ("before", "made", "told"),
    [
        ("l'", "27 de desembre", "assenyalat 27 de desembre"), ("l'", "11 de març", "11 de març"), ("l'", "1/3", "1/3"),
        ("L’", "27 DE DESEMBRE", "ASSENYALAT 27 DE DESEMBRE"), ("d'", "març", "aquell març"), ("d'", "abril", "abril"),
        ("l'", "primavera", "època de primavera"), ("l'", "hivern", "hivern"), ("d'", "tardor", "aquella tardor"),
        ("el ", "11 de març", "dia 11 de març"), ("el ", "11 de marzo", "11 de marzo"),
        ("el ", "12 de març", "12 de març"),
        ("l'", "[**FECHAS 1**]", "[**FECHAS 1**]"), ("del ", "27 de desembre", "27 de desembre"),
    ],
)  # fmt: skip
def test_what_was_elided_fits(before, made, told):
    assert with_elision(made, before) == told


@given(st.sampled_from(("l'", "d'", "L’")), st.one_of(
    st.sampled_from((*MONTHS["ca"], *SEASONS["ca"])),
    st.tuples(st.integers(1, 31), st.sampled_from(MONTHS["ca"])).map(lambda one: f"{one[0]} de {one[1]}"),
))  # fmt: skip
def test_a_vowel_follows(before, made):
    told = with_elision(made, before)
    assert told.endswith(made) and (told[0] in "aeiouàèéíòóúh" or told.split()[0] in ("1", "11"))
