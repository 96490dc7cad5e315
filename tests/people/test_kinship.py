"""How a mention of relatives is read: which of its words are a name."""

from __future__ import annotations

import pytest

from deid_studio.people.kinship import names_in


@pytest.mark.parametrize(
    ("before", "text", "names"),
    [
        ("antecedentes familiares ", "padre", []), ("antecedentes familiares ", "tía materna", []),
        ("con su hermano ", "Padre", ["Padre"]), ("su hija ", "rosa", ["rosa"]), ("con su hija ", "Nieto", ["Nieto"]),
        ("", "RN", []), ("", "RN Ruiz", ["Ruiz"]), ("", "mamá", []),
    ],
)  # fmt: skip
def test_what_stands_behind_a_word_for_a_relative_is_a_name_unless_it_is_another_such_word(
    before: str, text: str, names: list[str]
) -> None:
    assert [text[slice(*place)] for place in names_in(text, before)] == names
