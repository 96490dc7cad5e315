"""One person gets one name, in every form in which reports write it."""

from __future__ import annotations

import pytest
import regex

from deid_studio.people.folding import fold
from deid_studio.people.person import Sex
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import surrogate_email
from deid_studio.release.surrogates.name_lists import default_lists
from deid_studio.release.surrogates.names import NameMention, SurrogateNames

MENTIONS = [
    NameMention(*one)
    for one in (
        ("María del Carmen", "Nombre: "), ("García de la Torre", "Apellidos: "), ("Mª Carmen Garcia", "Dña. "),
        ("J. García", "Dr. "), ("Juan García López", "Dr. "), ("MCGT", ""), ("M.C.G.", "Iniciales: "),
        ("Garcúa", "Sra. "), ("JUAN GARCIA LOPEZ", ""), ("López, Juan", ""), ("Fernández Ruiz", ""),
        ("Fdez. Ruiz", ""), ("Paco Fernández", ""), ("Francisco Fernández", ""),
    )
]  # fmt: skip


def names_for(secret=b"x" * 32, mentions=MENTIONS):
    return SurrogateNames(mentions, default_lists(), Draws(secret, "patient:1"))


@pytest.fixture(scope="module")
def made():
    names = names_for()
    return {mention.text: names.surrogate(mention) for mention in MENTIONS}


def test_surnames_in_common_stay_in_common(made):
    surname = made["García de la Torre"].split()[0]
    assert made["Juan García López"].split()[1] == surname
    assert made["J. García"].split()[1] == surname


def test_initials_are_those_of_the_same_persons_surrogate(made):
    given, _, surname = made["Juan García López"].partition(" ")
    assert made["J. García"] == f"{given[0]}. {surname.split()[0]}"
    carmen = made["María del Carmen"].split()
    torre = [w for w in made["García de la Torre"].split() if w[0].isupper()]
    assert made["MCGT"] == "".join(fold(w)[0] for w in (*carmen, *torre)).upper()
    assert made["M.C.G."] == ".".join(fold(w)[0] for w in (*carmen, torre[0])).upper() + "."


def test_capitals_accents_order_and_commas_stay(made):
    given, *surnames = made["Juan García López"].split()
    assert fold(made["JUAN GARCIA LOPEZ"]) == fold(made["Juan García López"])
    assert made["JUAN GARCIA LOPEZ"].isupper()
    assert made["López, Juan"] == f"{surnames[1]}, {given}"


def test_a_misspelling_stays_one_of_the_same_name(made):
    surname = made["J. García"].split()[1]
    assert made["Garcúa"] != surname
    assert fold(made["Garcúa"])[:3] == fold(surname)[:3]


def test_short_forms_go_with_the_name(made):
    assert made["Mª Carmen Garcia"].split()[0] == made["María del Carmen"].split()[0]
    assert made["Fdez. Ruiz"].split()[1] == made["Fernández Ruiz"].split()[1]
    assert made["Paco Fernández"].split()[1] == made["Fernández Ruiz"].split()[0]


def test_particles_between_given_names_go_those_of_surnames_stay(made):
    assert len(made["María del Carmen"].split()) == 2
    assert " de la " in made["García de la Torre"]


def test_the_sex_stays_and_nothing_real_comes_back(made):
    lists = default_lists()
    assert lists.sex(fold(made["Francisco Fernández"].split()[0])) is Sex.MALE
    assert lists.sex(fold(made["María del Carmen"].split()[0])) is Sex.FEMALE
    real = {fold(w) for m in MENTIONS for w in m.text.replace(",", " ").split() if len(w) > 3}
    for text, new in made.items():
        assert fold(new) != fold(text)
        assert not real & {fold(w) for w in new.split()}, (text, new)
        assert fold(new)[0] != fold(text)[0]


def test_the_same_secret_gives_the_same_names_whatever_the_order():
    first, again = names_for(), names_for(mentions=[*MENTIONS[7:], *MENTIONS[:7]])
    assert [first.surrogate(m) for m in MENTIONS] == [again.surrogate(m) for m in MENTIONS]


def test_another_secret_gives_others():
    first, other = names_for(), names_for(b"y" * 32)
    differing = sum(first.surrogate(m) != other.surrogate(m) for m in MENTIONS)
    assert differing > len(MENTIONS) * 0.8


def test_different_people_stay_different():
    mentions = [NameMention(f"{name} Martín Soler") for name in ("Ana", "Elena", "Marta", "Rosa", "Nuria")]
    names = SurrogateNames(mentions, default_lists(), Draws(b"z" * 32, "s"))
    assert len({names.surrogate(one) for one in mentions}) == len(mentions)


@pytest.mark.parametrize(("text", "sex"), [("José María Ruano", Sex.MALE), ("María José Ruano", Sex.FEMALE)])
def test_both_parts_of_a_double_name_are_of_one_sex(text, sex):
    mentions = [NameMention(text), NameMention("María Soler"), NameMention("José Vidal")]
    mentions.append(NameMention(". ".join((text[0], text.split()[1][0], "Ruano"))))
    names = SurrogateNames(mentions, default_lists(), Draws(b"d" * 32, "s"))
    first, second, surname = names.surrogate(mentions[0]).split()
    assert default_lists().sex(fold(first)) is default_lists().sex(fold(second)) is sex
    assert names.surrogate(mentions[3]) == f"{first[0]}. {second[0]}. {surname}"


def test_no_surrogate_holds_a_real_name():
    for number in range(120):
        mention = NameMention("Martín Olmedo Sanz")
        made = fold(names_for(number.to_bytes(2, "big") * 16, [mention]).surrogate(mention))
        assert not any(word in made for word in ("martin", "olmedo", "sanz"))


@pytest.mark.parametrize(
    ("name", "sex"),
    [("Carme", Sex.FEMALE), ("Neus", Sex.FEMALE), ("Ibrahima", Sex.MALE), ("Hamza", Sex.MALE), ("Brais", Sex.MALE),
     ("Rosario", Sex.FEMALE), ("Concepción", Sex.FEMALE), ("Vasile", Sex.MALE), ("Menchu", Sex.FEMALE),
     ("Itxaso", Sex.FEMALE), ("Joan", Sex.MALE)],
)  # fmt: skip
def test_the_sex_of_a_name_is_known_whether_or_not_it_can_be_drawn(name, sex):
    mention = NameMention(f"{name} Pardal Souto")
    drawn = {names_for(bytes([at]) * 32, [mention]).surrogate(mention).split()[0] for at in range(12)}
    assert {default_lists().sex(fold(one)) for one in drawn} == {sex}


def test_a_name_of_which_nobody_knows_the_sex_gets_one_that_both_bear():
    mention = NameMention("Xilda Pardal", "Nombre: ")
    drawn = {names_for(bytes([at]) * 32, [mention]).surrogate(mention).split()[0] for at in range(20)}
    assert {default_lists().sex(fold(one)) for one in drawn} == {None}
    told = SurrogateNames([mention], default_lists(), Draws(b"x" * 32, "s"), (), {"xilda": Sex.MALE}.get)
    assert default_lists().sex(fold(told.surrogate(mention).split()[0])) is Sex.MALE


@pytest.mark.parametrize("text", ["j.garcia@x.es", "jgarcia@x.es", "juan_garcia@x.es", "garcia-j@x.es"])
def test_an_address_is_made_of_the_surrogate_in_the_same_way(text):
    names = names_for()
    given, surname = (fold(part) for part in names.surrogate(NameMention("Juan García")).split())
    parts = {"j": given[0], "juan": given, "garcia": surname}
    made = surrogate_email(text, Draws(b"x" * 32, "s"), names)
    user = text.partition("@")[0]
    expected = parts["j"] + surname if user == "jgarcia" else regex.sub(r"[a-z]+", lambda m: parts[m.group()], user)
    assert made.partition("@")[0] == expected
