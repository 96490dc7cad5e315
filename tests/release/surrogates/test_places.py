"""Towns, provinces and postal codes go on agreeing with each other; streets and centres keep their form."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.folding import fold
from deid_studio.release.own_words import words_of
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.centres import CentreNames, surrogate_centre
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.known_places import known_towns, telephone_prefixes
from deid_studio.release.surrogates.named_places import PlaceMention
from deid_studio.release.surrogates.places import SurrogatePlaces
from deid_studio.release.surrogates.streets import surrogate_street
from deid_studio.release.survivals import survivals


def places_for(*mentions, secret=b"p" * 32, avoid=()):
    return SurrogatePlaces([list(map(PlaceMention, mentions))], Draws(secret, "s"), lambda text: fold(text) in avoid)


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(12)])
def test_a_postal_code_belongs_to_the_town_beside_it(secret):
    places = places_for("28801", "Alcalá de Henares", "Madrid", secret=secret)
    postal, town = places.place("28801"), places.place("Alcalá de Henares")
    known = next(one for one in known_towns() if one.name == town)
    assert postal[:2] == known.code != "28"
    assert places.place("Madrid") in {one.name for one in known_towns() if one.code == known.code}


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(12)])
def test_a_province_named_after_its_capital_is_followed_by_such_a_one(secret):
    places = places_for("Talavera de la Reina", "Toledo", secret=secret)
    town = next(one for one in known_towns() if one.name == places.place("Talavera de la Reina"))
    capital = next(one for one in known_towns() if one.code == town.code)
    assert places.place("Toledo") == capital.name != town.name


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(12)])
def test_a_postal_code_is_that_of_the_town_right_behind_it_not_of_one_named_before(secret):
    mentions = (PlaceMention("Madrid"), PlaceMention("24350"), PlaceMention("Veguellina de Órbigo", " "))
    places = SurrogatePlaces([mentions], Draws(secret, "s"), lambda _: False)
    town = next(one for one in known_towns() if one.name == places.place("Veguellina de Órbigo"))
    assert places.place("24350").startswith(town.code)


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(12)])
@pytest.mark.parametrize(
    ("names", "province"),
    [(("Vitoria-Gasteiz", "Vitoria", "Gasteiz"), "Álava"), (("San Sebastián", "Donostia"), "Gipuzkoa"),
     (("Gerona", "Girona"), ""), (("A Coruña", "La Coruña", "Coruña"), ""), (("Elx", "Elche"), "Alicante")],
)  # fmt: skip
def test_a_town_of_two_names_is_one(names, province, secret):
    places = places_for(*names, *filter(None, [province]), secret=secret)
    made = {places.place(name) for name in names}
    assert len(made) == 1
    town = next(one for one in known_towns() if one.name in made)
    there = {one.name for one in known_towns() if one.code == town.code}
    assert not province or places.place(province) in {town.province, *there}


def test_an_unknown_village_lies_where_its_postal_code_does():
    places = places_for("28999", "Villarriba del Arroyo")
    town = next(one for one in known_towns() if one.name == places.place("Villarriba del Arroyo"))
    assert places.place("28999").startswith(town.code)


def test_the_case_stays_and_nothing_real_comes():
    places = places_for("MADRID", "Getafe", avoid={"barcelona", "valencia", "sevilla"})
    assert places.place("MADRID").isupper()
    assert fold(places.place("Getafe")) not in {"getafe", "madrid", "barcelona", "valencia", "sevilla"}


def test_each_place_gets_its_own():
    names = ["Getafe", "Leganés", "Parla", "Móstoles", "Alcorcón"]
    places = places_for(*names)
    assert len({places.place(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("text", "kept"),
    [("C/ Mayor, 12, 3º B", "C/ "), ("Avda. de la Albufera 19, 3 1", "Avda. "), ("Plaza San Pedro 7, 3D", "Plaza ")],
)
def test_a_street_keeps_its_form(text, kept):
    made = surrogate_street(text, places_for())
    assert made.startswith(kept) and made != text
    assert sum(c.isdigit() for c in made) >= 2
    assert not {fold(w) for w in text.split() if len(w) > 4 and w[0].isupper() and w not in kept} & {
        fold(w) for w in made.split()
    }


@pytest.mark.parametrize(
    "mark", ["nº ", "nº", "n.º ", "n° ", "Nº. ", "núm. ", "num ", "No. ", "No ", "nro. ", "# ", "n "]
)
@pytest.mark.parametrize("between", [" ", ", "])
def test_what_says_that_a_number_of_a_house_follows_stays(mark, between):
    made = surrogate_street(f"Avda. de Andalucía{between}{mark}31, 4º C", places_for())
    assert regex.fullmatch(rf"Avda\. [^,\d#]*{between}{regex.escape(mark)}\d\d, \dº [A-H]", made)


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(6)])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Av. Providencia 4417, depto 903", r"Av\. NAME \d{4}, depto \d{3,4}"),
        ("Marqués de Larios 18 3ºDcha", r"NAME \d\d \dºDcha"),
        ("C/ Pelayo 7, 2.ºizq.", r"C/ NAME \d+, \d\.ºizq\."),
        ("3a calle 8-15, zona 11", r"\da calle \d+-\d+, zona \d\d"),
        ("12 avenida 6-31 zona 7, Mixco", r"\d\d avenida \d+-\d+ zona \d+, NAME"),
        ("Carrer del Bruc, 88, 2n 1a", r"Carrer NAME, \d+, (?:1r|2n|3r|4t|[5-9]è) \da"),
        ("Carrera 52B # 31 Sur - 147 Apto 802", r"Carrera \d\d[A-H] # \d\d Sur - \d{3} Apto \d{3,4}"),
        ("Cra 19 # 8 Norte - 62 int. 4", r"Cra \d\d # \d+ Norte - \d+ int\. \d+"),
        ("Aldea Las Crucitas, 3 cuadras arriba de la iglesia", r"Aldea NAME, \d+ cuadras arriba de la iglesia"),
        ("Caserío El Chagüite, 200 m al sur de la escuela Lempira", r"Caserío NAME, \d{3} m al sur de la escuela NAME"),
        ("100 m norte y 75 m oeste de la iglesia", r"\d{3} m norte y \d\d m oeste de la iglesia"),
        ("Cantón San Bartolo, Caserío Los Amaya", r"Cantón NAME, Caserío NAME"),
        ("Andador 20 de Noviembre Mz 12 Lt 3", r"Andador NAME Mz \d+ Lt \d+"),
        ("Urrutia kalea 14, behea", r"NAME kalea \d+, behea"),
        ("Calle 12 de Octubre 418 Int. 2", r"Calle NAME \d{3} Int\. \d"), ("N-634, km 98", r"N-\d{3}, km \d\d+"),
        ("25 de Mayo 1270", r"NAME \d{4}"), ("CV-35 km 12,4", r"[A-H]{2}-\d\d km \d\d+,\d"),
        ("Barrio La Floresta, Madrid E11-47", r"Barrio NAME, NAME [A-H]\d\d-\d\d+"),
        ("AVDA. DEL M0LINO, 6", r"AVDA\. [\p{Lu} ]+, \d+"),
        ("Calle Torre 15", r"Calle NAME \d\d"), ("Villa Adela 9", r"Villa NAME \d+"),
    ],
)  # fmt: skip
def test_an_address_keeps_the_words_of_its_kind(text, expected, secret):
    made = surrogate_street(text, places_for(secret=secret))
    assert regex.fullmatch(expected.replace("NAME", r"[\p{Lu}d][\p{L} ]+"), made)
    assert not survivals(text, made, "street")


@pytest.mark.parametrize(
    "texts",
    [
        ("C/ Almirante Cadarso 117, 2.º B", "calle Almirante Cadarso n.º 117 2.ºB", "c/ almirante cadarso, 117, 2ºB"),
        ("Avda. de Blasco Ibáñez 31", "AVDA. BLASCO IBÁÑEZ, 31", "avenida de Blasco Ibáñez nº 31"),
    ],
)
def test_one_home_written_otherwise_stays_one(texts):
    places = places_for()
    made = [surrogate_street(text, places) for text in texts]
    own = {tuple(word.folded for word in words_of(one, "street") if word.own and word.folded != "º") for one in made}
    assert len(own) == 1


def test_the_floor_of_a_home_changes_neither_street_nor_number():
    places = places_for()
    home, floor = (surrogate_street(text, places) for text in ("Calle Turia 58", "Calle Turia 58, 3.º izda."))
    assert floor.startswith(f"{home}, ")


def test_a_postal_code_abroad_within_a_street_is_drawn_as_a_number():
    row = [PlaceMention("10000"), PlaceMention("Zagreb", gap=" "), PlaceMention("Croacia", gap=", ", country=True)]
    places = SurrogatePlaces([row], Draws(b"p" * 32, "s"), lambda text: False)
    made = surrogate_street("Ilica 12, 10000", places)
    assert len(made.rsplit(", ", 1)[1]) == 5 and not made.endswith("10000")


@pytest.mark.parametrize(
    ("text", "kept"),
    [("Hospital Universitario Virgen del Rocío", "Hospital Universitario "), ("Hospital General", "Hospital "),
     ("Centro de Salud Los Olmos", "Centro de Salud "), ("Hospital de la Princesa", "Hospital "),
     ("Universidad de Málaga", "Universidad de ")],
)  # fmt: skip
def test_a_centre_keeps_its_kind(text, kept):
    made = surrogate_centre(text, places_for())
    assert made.startswith(kept)
    assert fold(made) != fold(text)


def test_a_hospital_named_after_a_town_follows_it():
    places = places_for("Getafe")
    assert surrogate_centre("Hospital de Getafe", places) == f"Hospital de {places.place('Getafe')}"


FULL = "Hospital Universitario Virgen del Rocío"


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(8)])
@pytest.mark.parametrize(
    ("short", "kept"),
    [
        ("H.U.V. Rocío", "H.U. "),
        ("H.U. V. Rocío", "H.U. "),
        ("HU Vgen. del Rocío", "HU "),
        ("Hosp. Virgen Rocío", "Hosp. "),
    ],
)
def test_a_centre_that_is_abbreviated_is_the_same(short, kept, secret):
    places = places_for(secret=secret)
    own = [(FULL, False), (short, False), ("C.S. Triana-Candelaria", False), ("Hospital San Juan de Dios", False)]
    names = CentreNames(own, places)
    full, abbreviated, *others = (surrogate_centre(text, places, names=names) for text, _ in own)
    assert abbreviated == kept + full.removeprefix("Hospital Universitario ")
    assert len({full.split(maxsplit=2)[2], *(one.split(maxsplit=1)[1] for one in others)}) == 3


def test_a_centre_that_may_be_short_for_two_is_its_own():
    places = places_for()
    own = [(FULL, False), ("Hospital Valle Rocío", False), ("H. V. Rocío", False)]
    names = CentreNames(own, places)
    assert len({surrogate_centre(text, places, names=names).split()[-1] for text, _ in own}) == 3


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(8)])
def test_a_centre_of_another_report_changes_the_names_of_few(secret):
    places = places_for(secret=secret)
    own = [(f"Hospital {name}", False) for name in "Arnedo Briñas Cervera Duruelo Ezcaray Fuenmayor Galilea".split()]
    before, after = (CentreNames(some, places) for some in (own, [*own, ("Clínica Alesón", False)]))
    changed = [
        text
        for text, _ in own
        if surrogate_centre(text, places, names=before) != surrogate_centre(text, places, names=after)
    ]
    assert len(changed) <= 1  # the one that wants the same name as the new one


@pytest.mark.parametrize("text", ["H.U.V.R.", "H. U. V. R."])
def test_an_acronym_with_full_stops_keeps_them(text):
    made = surrogate_centre(text, places_for())
    assert regex.sub(r"\p{Lu}", "X", made) == regex.sub(r"\p{Lu}", "X", text) and made != text


def test_an_acronym_becomes_another():
    made = surrogate_centre("HUVR", places_for())
    assert made.isupper() and len(made) == 4 and made != "HUVR"


@pytest.mark.parametrize("number", range(12))
def test_a_landline_goes_where_its_town_goes(marked, tagset, number):
    text = "{TERRITORIO|28004} {TERRITORIO|Madrid}. Tel. {NUMERO_TELEFONO|91 555 43 21}, trabajo"
    text += " {NUMERO_TELEFONO|+34 913 33 22 11}, móvil {NUMERO_TELEFONO|655 443 322}"
    made = Releaser([marked(text)], load_policy("research"), tagset, bytes([number]) * 32).release(marked(text))
    code, _, home, work, mobile = (one.instead for one in made.replacements)
    prefixes = telephone_prefixes()[code[:2]]
    assert home.replace(" ", "").startswith(prefixes) and work.replace(" ", "")[3:].startswith(prefixes)
    assert mobile[0] in "67" and not home.startswith("91 ")


@pytest.mark.parametrize(
    "text", ["2.º piso", "1º izda", "planta 2ª", "Bv. Oroño 1177, 2.º piso", "C/ Goya, 5, 4.º dcha."]
)
def test_a_floor_keeps_its_form(text):
    made = surrogate_street(text, places_for())
    behind, kept = (regex.search(r"\D*\d\D*$", one).group() for one in (text, made))
    assert regex.sub(r"\d", "#", behind) == regex.sub(r"\d", "#", kept)
    assert made != text and not survivals(text, made, "street")


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(6)])
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("CEIP Fernán González", r"CEIP \p{Lu}.*"), ("IES Las Viñas", r"IES \p{Lu}.*"),
        ("EORM Chimente", r"EORM \p{Lu}.*"), ("Asociación Renacer", r"Asociación \p{Lu}.*"),
        ("Escuela Básica N.º 4417 Virgen de Caacupé", r"Escuela Básica \p{Lu}.*"),
        ("Vitalia Seguros", r"\p{Lu}.* Seguros"), ("Jardín N.º 118", r"Jardín N\.º \d{3}"),
        ("USF Caaguazú mí", r"USF \p{Lu}.*"), ("CAP de Momostenango", r"CAP \p{Lu}.*"),
        ("C.S. Huáscar XV", r"C\.S\. \p{Lu}.*"), ("Maternidad Italiana del Paraná", r"Maternidad \p{Lu}.*"),
    ],
)  # fmt: skip
def test_an_institution_stays_what_it_is(text, kept, secret):
    made = surrogate_centre(text, places_for(secret=secret), institution=True)
    assert regex.fullmatch(kept, made) and not survivals(text, made, "institution"), made


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("{Policía Local de Getafe}", r"Policía Local de (?!Getafe)\p{Lu}.+"), ("{Guardia Civil}", "Guardia Civil"),
        ("{policia local de getafe}", r"policia local de \p{Ll}.+"), ("{GUARDIA CIVIL}", "GUARDIA CIVIL"),
        ("{Guardia Civil de Tráfico}", "Guardia Civil de Tráfico"),
        ("el {Registro Civil de Alcorcón}", r"el Registro Civil de (?!Alcorcón)\p{Lu}.+"),
        ("{Puesto de la Guardia Civil de Villaperdida}", "Puesto de la Guardia Civil"),
        ("{Juzgado de Instrucción nº 3 de Vigo}", r"Juzgado de Instrucción nº \d de (?!Vigo)\p{Lu}.+"),
        ("los {Mossos d'Esquadra}", "los Agentes autonómicos"), ("la {Ertzaintza de Getxo}", "la Policía autonómica"),
        ("{Policía Foral de Navarra}", "Policía autonómica"), ("{Bombers de Reus}", r"Bombers de (?!Reus)\p{Lu}.+"),
        ("{Carabineros de Chile}", "Carabineros de Chile"), ("{Udala}", "Udala"),
    ],
)  # fmt: skip
def test_a_public_body_stays_what_it_is_in_another_town(marked, text, made, number):
    doc = marked(f"Aviso: {text.replace('{', '{WHO|')}.")
    own = TagSet("own", "1", (PhiClass("WHO", {}, kind="institution"),))
    released = Releaser([doc], load_policy("research"), own, bytes([number]) * 32).release(doc)
    assert regex.fullmatch(rf"Aviso: {made}\.", released.text), released.text
    assert not released.remarks


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Picador en {Hullera Ruiseñada}", r"Picador en Hullera \p{Lu}.+"), ("{Bar Manolín}", r"Bar \p{Lu}.+"),
        ("Convento de {Santa Rita}", r"Convento de \p{Lu}.+"), ("{Convento de Santa Rita}", r"Convento \p{Lu}.+"),
        ("en la mina {La Rozada}", r"en la mina \p{Lu}.+"), ("{Sala Gato & Perro}", r"Sala \p{Lu}.+"),
        ("El dueño del {Zurbiaga}", r"El dueño del Organismo \p{Lu}\p{Ll}+"),
        ("Salió en {La Gaceta}", r"Salió en \p{Lu}\p{Ll}+"), ("Trabaja en {Zurbiaga}", r"Trabaja en \p{Lu}\p{Ll}+"),
    ],
)  # fmt: skip
def test_an_institution_gets_no_kind_that_it_is_not_of(marked, text, made, number):
    kinds = regex.compile(r"(?i)\b(?:laborator|fundac|institut|socieda|asociac|grupo|mutua)")
    doc = marked(text.replace("{", "{WHO|"))
    own = TagSet("own", "1", (PhiClass("WHO", {}, kind="institution"),))
    released = Releaser([doc], load_policy("research"), own, bytes([number]) * 32).release(doc).text
    assert regex.fullmatch(made, released) and not kinds.search(released), released


@given(
    st.sampled_from(("Policía Local", "Guardia Civil", "Registro Civil", "Cruz Roja", "Bomberos", "Ayuntamiento")),
    st.sampled_from((" de ", " del pueblo de ", ", ", " (")),
    st.sampled_from(("Getafe", "Muxía", "Zurbiaga", "Ávila")),
)
def test_what_a_public_body_is_of_never_stays(body, link, town):
    text = f"{body}{link}{town}" + (")" if "(" in link else "")
    made = surrogate_centre(text, places_for(town), institution=True)
    assert made.startswith(body) and fold(town) not in fold(made) and made.count("(") == made.count(")")
    assert not survivals(text, made, "institution")


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(12)])
def test_a_name_alone_brings_no_second_article(secret):
    assert not surrogate_centre("Loayza", places_for(secret=secret)).startswith(("El ", "La ", "Los ", "Las "))


def test_a_town_whose_name_has_an_and_is_one():
    places = SurrogatePlaces(
        [[PlaceMention("Montevideo"), PlaceMention("Uruguay", ", ", True), PlaceMention("Treinta y Tres", ", ")]],
        Draws(b"p" * 32, "s"), lambda text: False,
    )  # fmt: skip
    assert " y " not in places.place("Treinta y Tres")
    assert " y " in places.place("Getafe y Leganés")


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(6)])
def test_an_address_of_a_class_of_places_and_a_telephone_of_one_of_contacts_are_replaced_as_such(marked, secret):
    own = TagSet("own", "1", (PhiClass("LUGAR", {}, kind="place"), PhiClass("CONTACTO", {}, kind="number")))
    doc = marked(
        "{LUGAR|C/ Numancia 5}\n{LUGAR|Plaza de Cervantes, 27, 28801 Alcalá de Henares}\n"
        "{LUGAR|Calle Mayor s/n}\n{CONTACTO|980.61.33.20}\n"
    )
    released = Releaser([doc], load_policy("research"), own, secret).release(doc)
    assert regex.fullmatch(
        r"C/ .*\p{L} (?!5\n)\d\nPlaza .+, (?!27,)\d{2}, (?!28)\d{5} \p{Lu}.+\nCalle (?!Mayor).+ s/n\n"
        r"(?!980)\d{3}\.\d{2}\.\d{2}\.\d{2}\n",
        released.text,
    ), released.text
