"""Countries stay, and towns go on lying in them; where they do not stay, both become others together."""

from __future__ import annotations

from dataclasses import replace

import pytest
import regex

from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import Meaning
from deid_studio.model.span import Span
from deid_studio.people.folding import fold
from deid_studio.release.attack.quasi_identifiers import read_facts
from deid_studio.release.countries import (
    SPAIN,
    countries_with_town,
    country_of,
    country_of_region,
    country_of_town,
    known_countries,
)
from deid_studio.release.facts import Fact
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.known_places import foreign_towns, known_towns, towns_of_regions

SPANISH = {town.name for town in known_towns()} | {town.province for town in known_towns()}
SECRETS = [bytes([number]) * 32 for number in range(12)]


def release(marked, tagset, text, secret=SECRETS[0], stay=False):
    doc = marked(text)
    policy = load_policy("research")
    policy = policy if stay else replace(policy, facts=policy.facts - {Fact.COUNTRY})
    made = Releaser([doc], policy, tagset, secret).release(doc)
    return made, [one.instead for one in made.replacements]


def test_every_country_is_read_in_its_spellings_and_has_towns():
    for code, country in known_countries().items():
        assert country_of(country.name.upper()) == code
        assert (not country.weight) == (code == SPAIN)
        assert bool(country.towns) == (code != SPAIN)
        assert all(country_of_town(town) == code for town in country.towns)
        assert all(country_of_region(region) == code for region in country.regions)
        names = {fold(one) for one in (*country.towns, *country.regions)}
        assert not names & {fold(one) for one in SPANISH} and len(names) == len(country.towns) + len(country.regions)
    assert country_of("EE.UU.") == country_of("USA") == country_of("Estados Unidos de América") == "US"
    assert country_of("Villarriba") == ""


@pytest.mark.parametrize(
    "text", ["País: {PAIS|España}", "Nacida en {TERRITORIO|Perú} o {PAIS|Colombia}.", "{PAIS|Spain}, {PAIS|Ruritania}"]
)
def test_a_country_stays_as_it_is_written_unless_the_policy_says_otherwise(marked, tagset, text):
    assert release(marked, tagset, text, stay=True)[0].text == marked(text).text
    gone = release(marked, tagset, text)[0].text
    assert not any(span.text(marked(text).text) in gone for span in marked(text).spans)
    assert gone.count("[**PAIS") == text.count("España") + text.count("Spain")


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    ("text", "code"),
    [("{TERRITORIO|Bogotá}, {PAIS|Colombia}", "CO"), ("{TERRITORIO|Villa Inventada} ({PAIS|Perú})", "PE"),
     ("Vivió en {TERRITORIO|Córdoba}. {PAIS|Argentina}", "AR"), ("De {TERRITORIO|Lima (Perú)}", "PE")],
)  # fmt: skip
def test_a_town_goes_on_lying_in_a_country_that_stays(marked, tagset, text, code, secret):
    made, instead = release(marked, tagset, text, secret, stay=True)
    town = instead[0].split(" (")[0]
    assert country_of_town(town) == code and town not in marked(text).text, made.text


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    ("text", "code"),
    [("Edo. {TERRITORIO|Carabobo}, {TERRITORIO|Barquisimeto}", "VE"),
     ("aldea {TERRITORIO|Inventada}, departamento {TERRITORIO|TOTONICAPÁN}", "GT"),
     ("{TERRITORIO|Zapopan}, {TERRITORIO|Jalisco}", "MX"),
     ("Col. {TERRITORIO|La Inventada}, {TERRITORIO|Zapopan}, {TERRITORIO|Jalisco}. C.P. {TERRITORIO|45070}", "MX")],
)  # fmt: skip
def test_a_state_becomes_one_of_the_same_country_and_tells_where_a_village_lies(marked, tagset, text, code, secret):
    made, instead = release(marked, tagset, text, secret, stay=True)
    towns = [country_of_town(one) or (code if code in countries_with_town(fold(one)) else "") for one in instead]
    found = list(zip(map(country_of_region, instead), towns, strict=True))
    states = [one.text(marked(text).text) for one in marked(text).spans]
    for (region, town), own in zip(found, states, strict=True):
        assert (
            own.isdigit()
            or own == "La Inventada"
            or ((region or town) == code and bool(region) == bool(country_of_region(own)))
        ), made.text


@pytest.mark.parametrize("secret", SECRETS[:6])
@pytest.mark.parametrize(
    ("text", "code"),
    [("{TERRITORIO|Manizales}, {TERRITORIO|Antioquia}, {PAIS|Colombia}. Vive en {TERRITORIO|El Roblar}", "CO"),
     ("{TERRITORIO|Cartago}, {PAIS|Costa Rica}. Trabaja en {TERRITORIO|Siquirres}", "CR"),
     ("{TERRITORIO|Santa Ana}. {PAIS|El Salvador}. Nació en {TERRITORIO|San Miguel}", "SV"),
     ("{TERRITORIO|Mérida}, {TERRITORIO|Yucatán}. Vecino de {TERRITORIO|Valladolid}, {TERRITORIO|Yucatán}", "MX"),
     ("{TERRITORIO|Maracay}, {TERRITORIO|Cumaná}, y antes en {TERRITORIO|Valencia}", "VE"),
     ("Domicilio: {TERRITORIO|CABA}. Trabaja en {TERRITORIO|Quilmes}", "AR"),
     ("{TERRITORIO|Sto. Domingo}, {PAIS|R.D.}; hija en {TERRITORIO|Bonao}", "DO"),
     ("De {TERRITORIO|Getafe}. Su madre nació en {TERRITORIO|Liberia}, y siguió en {PAIS|Costa Rica}", "CR")],
)  # fmt: skip
def test_a_place_lies_in_the_country_that_the_report_is_of(marked, tagset, text, code, secret):
    made, instead = release(marked, tagset, text, secret, stay=True)
    own = instead[1:] if "Getafe" in text else instead
    for one in own:
        there = country_of_town(one) or country_of_region(one) or country_of(one)
        assert there == code or code in countries_with_town(fold(one)), made.text


@pytest.mark.parametrize("secret", SECRETS[:6])
@pytest.mark.parametrize(
    "text",
    ["Nació en {TERRITORIO|Tarija}, {PAIS|Bolivia}. Vive en {TERRITORIO|Consuegra}",
     "Nació en {TERRITORIO|Tarija}, {PAIS|Bolivia}. Vive en {TERRITORIO|28999} {TERRITORIO|Villarriba del Arroyo}",
     "Viajó a {PAIS|Kenia}. Vive en {TERRITORIO|Villarriba del Arroyo}", "Vive en {TERRITORIO|Roldán}",
     "Nació en {PAIS|México}. Vive en {TERRITORIO|Laredo}. {TERRITORIO|08001} {TERRITORIO|Barcelona}",
     "Nació en {PAIS|Argentina}. Vive en {TERRITORIO|Roldán}, {TERRITORIO|Torre-Pacheco} ({TERRITORIO|Murcia})"],
)  # fmt: skip
def test_who_came_from_abroad_goes_on_living_in_spain(marked, tagset, text, secret):
    made, instead = release(marked, tagset, text, secret, stay=True)
    abroad = instead.index("Bolivia") + 1 if "Bolivia" in text else "{PAIS" in text
    at_home = instead[abroad:]
    assert all(one.isdigit() or one in SPANISH for one in at_home), made.text


@pytest.mark.parametrize("secret", SECRETS[:6])
@pytest.mark.parametrize(
    ("text", "kept"),
    [("{TERRITORIO|Colima}, {PAIS|México}. {TERRITORIO|C.P. 68000}", r"[^,]+, México\. C\.P\. \d{5}"),
     ("{TERRITORIO|CP 28010}, {TERRITORIO|Colima}", r"CP \d{5}, \D+"),
     ("{TERRITORIO|Código postal 110111}, {TERRITORIO|Bogotá}", r"\d{6}, \D+"),
     ("{TERRITORIO|Maracay 2101}, {PAIS|Venezuela}", r"\D+ \d{4}, Venezuela"),
     ("{TERRITORIO|46005 Valencia (España)}", r"\d{5} [^\d()]+"), ("{TERRITORIO|Getafe, España}", r"[^,]+")],
)  # fmt: skip
def test_what_stands_beside_a_town_in_its_mention_becomes_no_town(marked, tagset, text, kept, secret):
    made, _ = release(marked, tagset, text, secret, stay=True)
    assert regex.fullmatch(kept, made.text), made.text
    assert all(new not in made.text for new in ("68000", "28010", "110111", "2101", "46005"))


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    "text",
    ["{TERRITORIO|Medellín}, {TERRITORIO|Antioquia}, {PAIS|Colombia}", "{TERRITORIO|Tonalá} ({TERRITORIO|Jalisco})",
     "{TERRITORIO|Guadalajara}, {TERRITORIO|Jalisco}",
     "{TERRITORIO|Guanta}, {TERRITORIO|Anzoátegui}", "{TERRITORIO|Trevelin}, {TERRITORIO|Chubut}"],
)  # fmt: skip
def test_a_town_lies_in_the_state_behind_it(marked, tagset, text, secret):
    made, (town, region, *_) = release(marked, tagset, text, secret, stay=True)
    code = country_of_region(region)
    assert town in {one.name for one in towns_of_regions()[code][region]}, made.text


def test_regions_with_towns_are_known():
    for code, regions in towns_of_regions().items():
        assert all(country_of_region(region) == code for region in regions)


def test_a_place_that_may_lie_in_spain_or_abroad_becomes_its_class(marked, tagset):
    made, _ = release(marked, tagset, "{PAIS|Panamá}. Dirección: {TERRITORIO|Altos del Roble}", stay=True)
    assert made.text == "Panamá. Dirección: [**TERRITORIO 1**]"


@pytest.mark.parametrize("policy", ["safe-harbour", "eu-anonymisation", "eu-pseudonymisation"])
@pytest.mark.parametrize(
    "text",
    ["{TERRITORIO|11100} {TERRITORIO|Montevideo}", "{TERRITORIO|Mérida}, {PAIS|México}",
     "{TERRITORIO|Guadalajara}, {TERRITORIO|Jalisco}", "{TERRITORIO|03001} {TERRITORIO|Cuenca}, {PAIS|Ecuador}",
     "{TERRITORIO|Santiago}, {TERRITORIO|Temuco}, {TERRITORIO|41000} {TERRITORIO|Iquique}",
     "{TERRITORIO|28001} {TERRITORIO|Pasto}. {TERRITORIO|08001} {TERRITORIO|Colima}; {TERRITORIO|Toledo}, {PAIS|Perú}"],
)  # fmt: skip
def test_no_place_abroad_becomes_a_province_of_spain(marked, tagset, text, policy):
    doc = marked(text)
    made = Releaser([doc], load_policy(policy), tagset, SECRETS[0]).release(doc)
    assert all(new.instead.startswith("[") for new in made.replacements if new.place.phi_class == "TERRITORIO"), (
        made.text
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [("Nació en {TERRITORIO|Lima}, {PAIS|Perú}. {TERRITORIO|28801} {TERRITORIO|Alcalá de Henares}", "28XXX Madrid"),
     ("{TERRITORIO|Guadalajara}. Nació en {PAIS|México}", "Guadalajara"),
     ("{TERRITORIO|41005}, {PAIS|ESP}", "Sevilla")],
)  # fmt: skip
def test_places_of_spain_become_their_provinces_beside_others(marked, tagset, text, left):
    doc = marked(text)
    made = Releaser([doc], load_policy("safe-harbour"), tagset, SECRETS[0]).release(doc)
    places = [one.instead for one in made.replacements if one.place.phi_class == "TERRITORIO"]
    assert " ".join(one for one in places if not one.startswith("[")) == left


def test_a_town_of_a_country_of_which_no_town_is_known_becomes_its_class(marked, tagset):
    made, _ = release(marked, tagset, "{TERRITORIO|Banjul} ({PAIS|Gambia})", stay=True)
    assert made.text == "[**TERRITORIO 1**] (Gambia)"


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    "text",
    ["Natural de {TERRITORIO|Bogotá}, {PAIS|Colombia}.", "Nacido en {TERRITORIO|Villa Inventada} ({PAIS|Perú}).",
     "Localidad: {TERRITORIO|Córdoba}. {PAIS|Argentina}", "De {PAIS|Gambia}, {TERRITORIO|Pueblo Inventado}.",
     "{TERRITORIO|Lima}\nPaís: {PAIS|PERÚ}", "Vivió en {TERRITORIO|Boston, Estados Unidos}, {PAIS|EE.UU.}"],
)  # fmt: skip
def test_a_foreign_town_goes_where_its_country_goes(marked, tagset, text, secret):
    made, instead = release(marked, tagset, text, secret)
    names = [part for one in instead for part in one.split(", ")]
    codes = {country_of(name) or country_of_town(name) for name in names}
    assert len(codes) == 1 and codes.isdisjoint({"", SPAIN}), made.text
    assert not {fold(one) for one in names} & {fold(one.text(marked(text).text)) for one in marked(text).spans}


@pytest.mark.parametrize("secret", SECRETS)
def test_spanish_towns_stay_in_spain_beside_a_foreign_country(marked, tagset, secret):
    _, (town, country, other) = release(
        marked, tagset, "Vive en {TERRITORIO|Getafe}. Nació en {PAIS|Perú} o en {PAIS|Colombia}.", secret
    )
    assert town in SPANISH
    assert SPAIN != country_of(country) != country_of(other) != SPAIN
    assert {country_of(country), country_of(other)}.isdisjoint({"PE", "CO", ""})


def test_one_country_is_one_in_all_its_spellings(marked, tagset):
    _, (first, again, short, shouted) = release(
        marked, tagset, "{PAIS|Estados Unidos}; {PAIS|EE.UU.}; {PAIS|USA}; {PAIS|ESTADOS UNIDOS}"
    )
    assert first == again == short and shouted == first.upper()


def test_foreign_postal_codes_keep_their_form_and_towns_are_different(marked, tagset):
    _, (code, town, _, other) = release(
        marked, tagset, "{TERRITORIO|15001} {TERRITORIO|Lima} ({PAIS|Perú}), {TERRITORIO|Arequipa}"
    )
    assert len(code) == 5 and code.isdigit() and code != "15001"
    assert country_of_town(town) == country_of_town(other) != "PE" and town != other


def test_more_towns_than_are_known_still_become_others(marked, tagset):
    names = [town.name for town in foreign_towns()["BG"]]
    text = ", ".join(f"{{TERRITORIO|{name}}}" for name in (*names, "Aldea Uno", "Aldea Dos")) + ", {PAIS|Bulgaria}"
    doc = marked(text)
    _, instead = release(marked, tagset, text)
    own = [span.text(doc.text) for span in doc.spans]
    assert all(fold(new) != fold(old) for new, old in zip(instead, own, strict=True))


def test_an_attacker_knows_that_spain_stays_spain():
    def countries(text):
        doc = Document("a", text, (Span(0, len(text), "PAIS"),))
        return read_facts(doc, lambda _: Meaning(Kind.COUNTRY), {"PAIS"}).countries

    assert countries("Spain") == countries("territorio español") == {"espana"}
    assert countries("Portugal") == frozenset()
