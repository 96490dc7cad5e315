"""A place goes on being what it is said to be: a province, a region, a quarter of a town."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.folding import fold
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.known_places import foreign_regions, known_towns, region_names

OWN = TagSet(
    "own", "1", (PhiClass("P", {}, kind="place"), PhiClass("L", {}, kind="country"), PhiClass("C", {}, kind="centre"))
)
PROVINCES = {fold(town.province) for town in known_towns()}
QUARTERS = (
    "barrio de {}", "Barriada de {}", "colonia {}", "col. {}", "pedanía de {}", "barri de {}", "urbanización {}",
    "Bº {}",
)  # fmt: skip


def release(marked, text, number=0):
    doc = marked(text)
    return Releaser([doc], load_policy("research"), OWN, bytes([number]) * 32).release(doc).text


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize(
    "text", ["{P|Alcuéscar del Río}, provincia de {P|Badajoz}.", "{P|villaperdida} provincia de {P|badajoz}.",
             "{P|Getxo} (prov. de {P|Bizkaia}).", "{P|Reus}, província de {P|Tarragona}."],
)  # fmt: skip
def test_a_province_stays_one(marked, text, number):
    made = release(marked, text, number)
    province = regex.search(r"prov\S* de (.+?)[.)]+$", made).group(1)
    assert fold(province) in PROVINCES and fold(province) not in fold(text)


@given(st.sampled_from(("Badajoz", "Bilbao", "Sevilla", "Gasteiz", "Palma", "Vigo", "Elche")), st.integers(0, 255))
def test_what_is_said_to_be_a_province_is_never_a_town_that_is_none(marked, town, number):
    made = release(marked, f"provincia de {{P|{town}}}", number)
    assert fold(made.removeprefix("provincia de ")) in PROVINCES


@pytest.mark.parametrize("number", range(12))
def test_a_region_is_called_as_one(marked, number):
    made = release(marked, "Se hace en {P|Galicia}; es de {P|Aragón}", number)
    assert not regex.search(r"(?:en|de) (?:Comunidad|Regi|Princip|Pa[ií]s|Islas)", made)
    made = release(marked, "en la comunidad de {P|Galicia}", number)
    assert regex.fullmatch(r"en la comunidad de \p{Lu}.+", made) and "Comunidad" not in made
    made = release(marked, "Vive en la {P|Comunidad Valenciana}", number)
    assert regex.fullmatch(r"Vive en la (?:Comunidad|Región) .+", made) and "Valenciana" not in made


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("form", QUARTERS)
def test_a_quarter_is_none_of_the_known_towns(marked, form, number):
    text = form.format("{P|San Bernardo}") + ", {P|41003} {P|Sevilla}"
    made = regex.fullmatch(
        regex.escape(form).replace(r"\{\}", "(.+)") + r", (\d{5}) (.+)", release(marked, text, number)
    )
    quarter, postal, town = made.groups()
    assert fold(quarter) not in {fold(one.name) for one in known_towns()} | region_names() | PROVINCES
    assert postal[:2] == next(one for one in known_towns() if one.name == town).code
    assert made.group() != text.replace("{P|", "").replace("}", "")


@pytest.mark.parametrize("number", range(6))
def test_a_quarter_stays_one_and_keeps_its_article(marked, number):
    made = release(marked, "barrio del {P|Cabanyal}; {C|Centro de Salud Cabanyal}; {P|Barrio del Carmelo}", number)
    first, centre, whole = made.split("; ")
    name = first.removeprefix("barrio del ")
    assert centre == f"Centro de Salud {name}" and regex.fullmatch(r"\p{Lu}\p{Ll}+", name)
    assert regex.fullmatch(r"Barrio del \p{Lu}\p{Ll}+", whole)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    ("text", "code"),
    [("{P|Rosario}, {P|Santa Fe}, {L|Argentina}", "AR"), ("{P|Villa María}, {P|Córdoba}, {L|Argentina}", "AR"),
     ("{P|Tehuacán}, {P|Puebla}, {L|México}", "MX"), ("{P|Juliaca}, {P|Puno}", "PE")],
)  # fmt: skip
def test_what_a_town_abroad_lies_in_stays_a_region(marked, text, code, number):
    town, region, *_ = release(marked, text, number).split(", ")
    assert region in {one.name for one in foreign_regions()[code]} and town not in text


@pytest.mark.parametrize("number", range(6))
def test_no_article_of_a_town_stays_without_it(marked, number):
    made = release(marked, "{C|Complexo Hospitalario Universitario A Coruña}", number)
    assert regex.fullmatch(r"Complexo Hospitalario Universitario (?!A )\p{Lu}.+", made)
