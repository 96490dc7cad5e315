"""Articles, elided letters and titles within names: no initials, no surnames, and said as before the new word."""

from __future__ import annotations

import pytest
import regex

from tests.release.surrogates.naming import marked, names_of, surrogate_of


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("el Jordi de l'estanc", r"el \p{L}+ de(l | l')\p{L}+"), ("o Cubano", r"o \p{Lu}\p{L}+"),
        ("Anna d'Amat", r"\p{L}+ d(e |')\p{L}+"), ("Sean O'Brien", r"\p{L}+ \p{Lu}'\p{L}+"),
        ("j. garcía", r"[a-z]\. \p{Ll}+"),
        ("la duquesa de Soto", r"la duquesa de \p{Lu}\p{L}+"),
        ("Ana Marqués de Soto", r"\p{L}+ (?!Mar)\p{L}+ de \p{L}+"),
        ("GIL LÓPEZ, Mª JOSÉ", r"\p{Lu}+ \p{Lu}+, \p{Lu}+ \p{Lu}+"),
        ("Mª José Gil", r"\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+"),
    ],
)  # fmt: skip
def test_forms(text, form):
    for secret in range(5):
        made = surrogate_of(text, bytes([secret]) * 32)
        assert regex.fullmatch(form, made), made


def test_a_title_of_a_relative_is_no_surname_of_the_patient():
    patient, husband = marked("{PACIENTE MARQUÉS LÓPEZ, ANA}. Su esposo, {FAMILIA el marqués de Comillas}")
    register = names_of((patient, husband)).register
    assert [word.word for word in register.reading(husband)] == ["comillas"]
