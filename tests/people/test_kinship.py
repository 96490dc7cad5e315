"""How a mention of relatives is read: which of its words are a name."""

from __future__ import annotations

import pytest

from deid_studio.people.kinship import doubtful_kin, names_in, without_names


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


@pytest.mark.parametrize(
    ("before", "text", "made"),
    [
        ("", "noranta-vuit anys", "90+ anys"), ("", "seixanta-dos anys", None), ("", "seixanta e dous anos", None),
        ("", "laurogeita hamabi urte", "90+ urte"), ("avi ", "de noranta-sis", "de 90+"), ("tía ", "octogenaria", None),
        ("su tía ", "nonagenaria", "de 90+ años"), ("", "padre centenario", "padre de 90+ años"),
        ("Hija ", "de treinta y pico", None), ("esposa (", "7O años", None), ("esposa (", "9O años", "90+ años"),
        ("su madre ", "noventa y cuatro", "90+"), ("", "donante vivo", None), ("", "hermana muerta a los 3 años", None),
        ("", "bisabuela de más de 100 años", "bisabuela de más de 90+ años"), ("", "tía de casi 50 años", None),
        ("", "hijo Pedro Mas, 45 años", "hijo NAME, 45 años"), ("", "hijo mas rubio", "hijo NAME"),
        ("", "germana bessona", None), ("", "irmá maior falecida", None), ("", "padre hipertenso", None),
        ("", "madre hilda", "madre NAME"), ("", "germà Jove", "germà NAME"),
        ("su ", "difunto esposo Juan", "difunto esposo NAME"), ("", "gemela Blanca", "gemela NAME"),
        ("", "dous fillos", None), ("", "bi seme", None), ("", "tía octogenaria, Rosa Gil", "tía octogenaria, NAME"),
        ("", "primo Nou", "primo NAME"), ("", "Deu, Marta", "NAME"), ("", "Ana l Gil", "NAME"),
    ],
)  # fmt: skip
def test_ages_of_relatives_are_no_names_in_any_language(before: str, text: str, made: str | None) -> None:
    assert without_names(text, lambda *_: "NAME", before, 90) == (made or text)


@pytest.mark.parametrize(
    ("before", "text", "names"),
    [
        ("hermano, ", "Primo", ["Primo"]), ("Padre: ", "Primo Cordero", ["Primo Cordero"]),
        ("abuelo paterno, ", "Primo Cordero", ["Primo Cordero"]), ("PADRE: ", "PRIMO SANZ", ["PRIMO SANZ"]),
        ("Hermano (", "Primo", ["Primo"]), ("hermana, ", "Yaya", ["Yaya"]), ("hermano de 40 a, ", "Primo", ["Primo"]),
        ("", "padre, Primo Cordero", ["Primo Cordero"]), ("Padre: ", "Nieto Vega", ["Nieto Vega"]),
        ("germà, ", "Primo", ["Primo"]), ("avó: ", "Primo", ["Primo"]),
        ("Familiares: ", "Primo", []), ("Hermanos: ", "Hijo", []), ("AF: ", "Primo", []), ("padre, ", "primo", []),
        ("PADRE, ", "PRIMO", []), ("Padre, ", "Abuelo", []), ("hermano, ", "nieto", []), ("madre, ", "Tía", []),
    ],
)  # fmt: skip
def test_a_word_for_a_relative_behind_another_and_a_sign_is_the_name_that_it_may_be(
    before: str, text: str, names: list[str]
) -> None:
    assert [text[slice(*place)] for place in names_in(text, before)] == names


@pytest.mark.parametrize("text", ["hija DNI 12345678Z", "hermana 600 12 34 56", "hermano nacido en 1950", "tío 98765"])
def test_a_number_that_no_age_can_be_is_none(text: str) -> None:
    assert without_names(text, lambda *_: "NAME", "", 90) is None


@pytest.mark.parametrize(
    "text", ["padre de 40-50 años", "hermanos de 40, 50 y 60", "hijo de 200 días", "2 hermanos", "hijos previos",
             "hermanos de leche", "ama de cría", "fill gran", "primo segundo", "tía carnal"]
)  # fmt: skip
def test_ages_counts_and_kin_stay(text: str) -> None:
    assert without_names(text, lambda *_: "NAME", "", 90) == text


@pytest.mark.parametrize(
    ("before", "text", "doubtful"),
    [
        ("La ", "andrea", ["andrea"]), ("nire ", "andrea", ["andrea"]), ("", "Primo", ["Primo"]),
        ("La ", "Andrea", []), ("Su hija ", "andrea", []), ("mi ", "primo", []), ("La ", "hija", []),
    ],
)  # fmt: skip
def test_words_that_may_be_a_relative_or_a_name(before: str, text: str, doubtful: list[str]) -> None:
    assert doubtful_kin(text, before) == doubtful
