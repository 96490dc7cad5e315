"""One person gets one name, in every form in which reports write it."""

from __future__ import annotations

from dataclasses import replace

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.model.kinds import Role
from deid_studio.people.folding import fold
from deid_studio.people.name_words import SHORTENED
from deid_studio.people.person import Marked, NameRole, Sex
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import surrogate_email
from deid_studio.release.surrogates.name_lists import Weighted, default_lists
from tests.release.surrogates.naming import in_report, marked, names_of, surrogate_of

MENTIONS = in_report(
    ("María del Carmen", "Nombre: "), ("García de la Torre", "Apellidos: "), ("Mª Carmen Garcia", "Dña. "),
    ("Juan García López", "Dr. "), ("J. García", "Dr. "), "MCGT", ("M.C.G.", "Iniciales: "),
    ("Garcúa", "Sra. "), "JUAN GARCIA LOPEZ", "López, Juan", "Fernández Ruiz",
    "Fdez. Ruiz", "Paco Fernández", "Francisco Fernández",
)  # fmt: skip


@pytest.fixture(scope="module")
def made():
    names = names_of(MENTIONS)
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


def test_a_short_form_that_became_a_whole_name_loses_its_dot():
    whole, short = in_report(("Francisco Cordero Olivenza", "Dr. "), ("Fco. Cordero Olivenza", "Dr. "))
    names = names_of((whole, short))
    assert names.surrogate(short) == names.surrogate(whole)


@pytest.mark.parametrize(
    "label", ["Nombre y apellidos: ", "NOMBRE Y APELLIDOS   ", "Nombre/Apellidos: ", "Nombre (y apellidos): "]
)
def test_behind_a_label_for_both_the_first_word_is_a_given_name(label):
    (mention,) = in_report(("Ana Gil Ruiz", label))
    given, *_ = names_of((mention,)).surrogate(mention).split()
    assert default_lists().sex(fold(given)) is Sex.FEMALE


def test_no_word_of_a_surrogate_is_a_letter_away_from_one_of_the_same_person():
    lists = replace(default_lists(), surnames=Weighted.of({"Martí": 1000.0, "Ferrer": 1.0}))
    (mention,) = in_report(("Marta Quiroga", "Paciente: "))
    assert names_of((mention,), lists=lists).surrogate(mention).endswith(" Ferrer")


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
    first, again = names_of(MENTIONS), names_of([*MENTIONS[7:], *MENTIONS[:7]])
    assert [first.surrogate(m) for m in MENTIONS] == [again.surrogate(m) for m in MENTIONS]


def test_another_secret_gives_others():
    first, other = names_of(MENTIONS), names_of(MENTIONS, b"y" * 32)
    differing = sum(first.surrogate(m) != other.surrogate(m) for m in MENTIONS)
    assert differing > len(MENTIONS) * 0.8


def test_different_people_stay_different():
    mentions = in_report(*(f"{name} Martín Soler" for name in ("Ana", "Elena", "Marta", "Rosa", "Nuria")))
    names = names_of(mentions)
    assert len({names.surrogate(one) for one in mentions}) == len(mentions)


@pytest.mark.parametrize(("text", "sex"), [("José María Ruano", Sex.MALE), ("María José Ruano", Sex.FEMALE)])
def test_both_parts_of_a_double_name_are_of_one_sex(text, sex):
    mentions = in_report(text, "María Soler", "José Vidal", ". ".join((text[0], text.split()[1][0], "Ruano")))
    names = names_of(mentions)
    first, second, surname = names.surrogate(mentions[0]).split()
    assert default_lists().sex(fold(first)) is default_lists().sex(fold(second)) is sex
    assert names.surrogate(mentions[3]) == f"{first[0]}. {second[0]}. {surname}"


def test_no_surrogate_holds_a_real_name():
    for number in range(120):
        made = fold(surrogate_of("Martín Olmedo Sanz", number.to_bytes(2, "big") * 16))
        assert not any(word in made for word in ("martin", "olmedo", "sanz"))


@pytest.mark.parametrize(
    ("name", "sex"),
    [("Carme", Sex.FEMALE), ("Neus", Sex.FEMALE), ("Ibrahima", Sex.MALE), ("Hamza", Sex.MALE), ("Brais", Sex.MALE),
     ("Rosario", Sex.FEMALE), ("Concepción", Sex.FEMALE), ("Vasile", Sex.MALE), ("Menchu", Sex.FEMALE),
     ("Itxaso", Sex.FEMALE), ("Joan", Sex.MALE)],
)  # fmt: skip
def test_the_sex_of_a_name_is_known_whether_or_not_it_can_be_drawn(name, sex):
    drawn = {surrogate_of(f"{name} Pardal Souto", bytes([at]) * 32).split()[0] for at in range(12)}
    assert {default_lists().sex(fold(one)) for one in drawn} == {sex}


@pytest.mark.parametrize(("before", "sex"), [("Nombre: ", None), ("Dr. ", Sex.MALE), ("su hija ", Sex.FEMALE)])
def test_a_name_of_which_nobody_knows_the_sex_gets_one_that_both_bear(before, sex):
    drawn = {surrogate_of("Xilda Pardal", bytes([at]) * 32, before=before).split()[0] for at in range(20)}
    assert {default_lists().sex(fold(one)) for one in drawn} == {sex}


def test_who_is_called_both_gets_a_name_that_both_bear():
    mentions = marked("D. {PACIENTE Xilda Pardal}. Dña. {PACIENTE Xilda Pardal}.")
    made = {names_of(mentions, bytes([at]) * 32).surrogate(one).split()[0] for at in range(9) for one in mentions}
    assert {default_lists().sex(fold(one)) for one in made} == {None}


@pytest.mark.parametrize("text", ["j.garcia@x.es", "jgarcia@x.es", "juan_garcia@x.es", "garcia-j@x.es"])
def test_an_address_is_made_of_the_surrogate_in_the_same_way(text):
    names = names_of(MENTIONS)
    given, surname = (fold(part) for part in names.surrogate(MENTIONS[3]).split()[:2])
    parts = {"j": given[0], "juan": given, "garcia": surname}
    made = surrogate_email(text, Draws(b"x" * 32, "s"), names)
    user = text.partition("@")[0]
    expected = parts["j"] + surname if user == "jgarcia" else regex.sub(r"[a-z]+", lambda m: parts[m.group()], user)
    assert made.partition("@")[0] == expected


@pytest.mark.parametrize(
    ("named", "user", "like"),
    [
        ("Juan García de la Torre", "jgdelatorre", lambda one: (one.word("juan")[0], one.word("garcia")[0], "dela",
                                                                one.word("torre"))),
        ("Francisco Javier Tobes", "pacotobes@x.es", lambda one: (one.word("francisco"), one.word("tobes"))),
        ("Luis León", "lleon", lambda one: (one.word("luis")[0], one.word("leon"))),
        ("Lourdes María Maldonado", "lourdesmm79", lambda one: (one.word("lourdes"), one.word("maria")[0],
                                                                one.word("maldonado")[0])),
        ("J. Tobes", "jtobes04", lambda one: (one.initial("j"), one.word("tobes"))),
        ("García Tobes", "TER_mtobes", lambda one: (*map(one.initial, "term"), one.word("tobes"))),  # anybody's letters
        ("Juan Tobes", "mtobes", None),  # somebody else
        ("Ana Sol", "consola", None),
    ],
)  # fmt: skip
def test_a_user_name_is_made_of_the_identity_of_whose_name_it_is(named, user, like):
    names = names_of(in_report(named))
    made = names.of_handle(user)
    (person,) = names.register.people
    assert "".join(made.values()) == ("" if like is None else fold("".join(like(names.identity(person)))))


def test_a_misspelt_name_is_known_in_a_user_name():
    names = names_of(in_report("Juan Gacría", "Juan García Tobes"))
    (person,) = names.register.people
    identity = names.identity(person)
    assert names.of_handle("jgacria") == {0: identity.initials[0] + fold(identity.word("garcia"))}


def test_a_name_in_the_place_of_an_address_is_no_host():
    mentions = in_report("Carmen Tobes")
    names = names_of(mentions)
    made = surrogate_email("Carmen Tobes", Draws(b"x" * 32, "s"), names)
    assert fold(made) == fold(names.surrogate(mentions[0])) and made.istitle()


def test_two_people_of_one_given_name_are_called_otherwise():
    mentions = marked("{PACIENTE María Tobes Quirce}. ENF {MEDICO María Ruano}. {PACIENTE María}. {MEDICO M. Ruano}")
    names = names_of(mentions)
    patient, nurse, again, short = (names.surrogate(one).split() for one in mentions)
    assert patient[0] != nurse[0]
    assert again == patient[:1] and short == [f"{nurse[0][0]}.", nurse[1]]
    assert all(default_lists().sex(fold(one[0])) is Sex.FEMALE for one in (patient, nurse))


def test_a_family_shares_its_surname_and_staff_do_not():
    text = (
        "{PACIENTE Ana Tobes Quirce}, {FAMILIA su hermano Juan Tobes}, Dr. {MEDICO Luis Tobes}, Dr. {MEDICO Pau Tobes}"
    )
    mentions = marked(text)
    names = names_of(mentions)
    patient, _, *doctors = (names.surrogate(one).split() for one in mentions)
    assert names.surrogate(mentions[1], len("su hermano ")).split()[-1] == patient[1]
    assert len({patient[1], *(one[-1] for one in doctors)}) == 3


def test_a_surname_of_people_whom_no_report_names_together_tells_nothing_of_them():
    mentions = [in_report(name, phi_class="PACIENTE", report=name)[0] for name in ("Ana Tobes", "Luis Tobes")]
    names = names_of(mentions)
    assert len({names.surrogate(one).split()[1] for one in mentions}) == 2


NAMED = st.lists(
    st.tuples(
        st.sampled_from(["PACIENTE", "MEDICO", "NOMBRE"]),
        st.sampled_from(["Ana", "Juan", "María José", "Xilda", "J.", "Paco"]),
        st.sampled_from(["Tobes", "García López", "de la Torre", "Ruano", ""]),
        st.sampled_from(["r", "s"]),
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=60, deadline=None)
@given(NAMED, st.randoms())
def test_each_person_has_words_of_their_own_whatever_the_order(rows, chance):
    mentions = [
        Marked(report, at * 100, f"{given_names} {surnames}".strip(), phi_class)
        for at, (phi_class, given_names, surnames, report) in enumerate(rows)
    ]
    names = names_of(mentions)
    shuffled = list(mentions)
    chance.shuffle(shuffled)
    other = names_of(shuffled)
    assert [names.surrogate(one) for one in mentions] == [other.surrogate(one) for one in mentions]
    real = {word.folded for person in names.register.people for word in person.words}
    for report in ("r", "s"):
        people = [one for one in names.register.people if any(m.report == report for m in one.mentions)]
        given_names = [fold(word) for one in people for word in names.identity(one).given]
        assert len(given_names) == len(set(given_names)) and real.isdisjoint(given_names)
        staff = [fold(word) for one in people if one.role is Role.STAFF for word in names.identity(one).surnames]
        family = {fold(word) for one in people if one.role is not Role.STAFF for word in names.identity(one).surnames}
        assert len(staff) == len(set(staff)) and family.isdisjoint(staff)


@pytest.mark.parametrize("phi_class", ["PACIENTE", "NOMBRE", "MEDICO"])
@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(4)])
def test_surnames_first_come_out_so_in_one_mark_or_in_two(phi_class, secret):
    whole = marked(f"{{{phi_class} Cejudo Nofuentes, Críspulo}}. Sra. {{{phi_class} Cejudo}}")
    parts = marked(f"{{{phi_class} Cejudo Nofuentes}}, {{{phi_class} Críspulo}}. Sra. {{{phi_class} Cejudo}}")
    lists = default_lists()
    for mentions in (whole, parts):
        names = names_of(mentions, secret)
        (person,) = names.register.people
        identity = names.identity(person)
        surnames, given = " ".join(identity.surnames), " ".join(identity.given)
        made = [names.surrogate(one) for one in mentions]
        assert ", ".join(made[:-1]) == f"{surnames}, {given}" and made[-1] == identity.surnames[0]
        assert all(lists.is_surname(fold(word)) for word in identity.surnames)


@pytest.mark.parametrize(
    "text", ["Dres. {MEDICO Klagges}, {MEDICO Riffo} y {MEDICO Soto}", "{MEDICO Ana García}, {MEDICO Luis Pérez}",
             "{MEDICO Lagos}, {MEDICO Pérez}", "{MEDICO Ana}, {MEDICO Luis}"],
)  # fmt: skip
def test_people_who_are_listed_are_no_one_person(text):
    mentions = marked(text)
    assert len(names_of(mentions).register.people) == len(mentions)


@pytest.mark.parametrize(
    "text",
    [
        "la matrona {MEDICO Dolores Bueno}, la matrona {MEDICO D. Bueno}", "{MEDICO D. Bueno}, {MEDICO Dolores Bueno}",
        "{MEDICO Carlos Bueno}, {MEDICO Dolores Bueno Gil}, {MEDICO Carlos Bueno}, {MEDICO D Bueno}",
        "{PACIENTE Domingo Bueno}, {PACIENTE D. Bueno}", "Dra. {MEDICO D. Bueno}", "{MEDICO Dña. D. Bueno}",
        "{MEDICO Dª D. Bueno}", "Sra. {PACIENTE D. Bueno}",
    ],
)  # fmt: skip
def test_the_initial_of_a_given_name_is_no_form_of_address(text):
    mentions = marked(text)
    for secret in range(8):
        names = names_of(mentions, bytes([secret]) * 32)
        made = {one.text: names.surrogate(one) for one in mentions}
        short = next(one for one in made if ("D" in one and one.endswith("D. Bueno")) or one == "D Bueno")
        initial, surname = regex.search(r"(\p{Lu})\.? (\p{L}+)$", made[short]).groups()
        whole = next((new.split() for one, new in made.items() if one.startswith("Do")), None)
        assert initial != "D"
        assert whole is None or (fold(whole[0])[0].upper(), whole[1]) == (initial, surname)


@pytest.mark.parametrize(
    "text",
    [
        "{MEDICO Carlos Bueno}, {MEDICO D. Bueno}", "{MEDICO Domingo Gil}, {MEDICO D. Bueno}", "{PACIENTE D. Bueno}",
        "{MEDICO Dolores Bueno}, {PACIENTE D. Bueno}", "{PACIENTE Domingo Bueno}, {PACIENTE D. Domingo Bueno}",
        "con su mujer. {PACIENTE D. Antonio Bueno}", "{MEDICO Dr. D. Domingo Bueno}",
    ],
)  # fmt: skip
def test_a_form_of_address_is_no_initial(text):
    mentions = marked(text)
    made = names_of(mentions).surrogate(mentions[-1])
    assert made.removeprefix("Dr. ").startswith("D. ") and len(made.split()) == len(mentions[-1].text.split())


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(6)])
def test_people_who_are_named_together_are_themselves_each(secret):
    text = "dos hijos ({FAMILIA Iñaki y Ane}), {FAMILIA Inés Blanco y Fco. Javier Rey}; {FAMILIA Ane Parkinson}"
    siblings, parents, daughter, short = marked(f"{text}, {{FAMILIA Ane}}")
    names = names_of((siblings, parents, daughter, short), secret)
    son, link, her = names.surrogate(siblings).split()
    mother, mothers, y, father, second, fathers = names.surrogate(parents).split()
    sexes = [default_lists().sex(fold(one)) for one in (son, her, mother, father, second)]
    assert link == y == "y" and names.surrogate(short) == her == names.surrogate(daughter).split()[0]
    assert sexes == [Sex.MALE, Sex.FEMALE, Sex.FEMALE, Sex.MALE, Sex.MALE]
    assert len({son, her, mother, mothers, father, fathers}) == 6


def test_surnames_that_are_joined_are_one_persons():
    whole, short = in_report("Santiago Ramón y Cajal", "Ramón y Cajal")
    names = names_of((whole, short))
    assert names.surrogate(whole).split(maxsplit=1)[1] == names.surrogate(short)
    assert default_lists().sex(fold(names.surrogate(whole).split()[0])) is Sex.MALE


def roles_of(text: str) -> dict[str, list[NameRole | None]]:
    names = names_of(mentions := marked(text))
    return {one.text: [word.role for word in names.register.reading(one)] for one in mentions}


@pytest.mark.parametrize(
    "text",
    [
        "{MEDICO Dra. N. Amado}", "Fdo.: {MEDICO N. Amado}", "Dra. {NOMBRE N. Amado}", "{MEDICO Dr. Moreno}",
        "Dr. {NOMBRE Moreno}", "{PACIENTE Cruz Delgado A.}", "{PACIENTE León Crespo M.R.}",
        "{PACIENTE Calvo Rubio P.} {PACIENTE Calvo Rubio}", "{NOMBRE Calvo Rubio} {NOMBRE CALVO RUBIO}",
    ],
)  # fmt: skip
def test_a_surname_that_is_a_given_name_as_well_is_no_given_name(text):
    for mention, roles in roles_of(text).items():
        letters = sum(len(word) == 1 for word in regex.findall(r"\p{L}+", mention))
        assert [role for role in roles if role].count(NameRole.SURNAME) == len(roles) - letters
        assert NameRole.GIVEN not in roles


@pytest.mark.parametrize(
    "text",
    [
        "{PACIENTE María Carmen} {PACIENTE Maria Carmen} {PACIENTE MARÍA CARMEN}", "ENF {NOMBRE Blanca}",
        "{PACIENTE Hugo R.}", "{PACIENTE Txomin A.}", "{NOMBRE M. Carmen}", "Dña. {NOMBRE Rosa}",
    ],
)  # fmt: skip
def test_given_names_are_no_surnames(text):
    assert all(NameRole.SURNAME not in roles for roles in roles_of(text).values())


def sexes_of(text: str, secrets: int = 6) -> set[Sex | None]:
    """The sex that the given names tell which are drawn for whom a text names last."""
    mentions = marked(text)
    drawn = set()
    for secret in range(secrets):
        names = names_of(mentions, bytes([secret]) * 32)
        drawn |= set(names.identity(names.register.person_of(mentions[-1])).given)
    return {default_lists().sex(fold(one)) for one in drawn}


@pytest.mark.parametrize(
    "text",
    [
        "El Sr. {PACIENTE Guadalupe Soto}", "{PACIENTE Guadalupe Soto}. D. {PACIENTE Guadalupe}",
        "Su hermano {FAMILIA Trinidad}", "Su esposo {FAMILIA Andrea Conti}", "su padre {FAMILIA don Rosario Soto}",
        "Dr. {MEDICO J. Guadalupe Soto}",
        "Don {PACIENTE Lupe}", "El auxiliar {MEDICO Consuelo Vera}", "el residente {MEDICO Rosario Gil}",
        "Pai: {FAMILIA Trinidad}", "su h1jo {FAMILIA Trinidad}",
        "tres hijos varones: {FAMILIA José}, {FAMILIA Cruz}", "al paciente {PACIENTE Reyes}",
        "{PACIENTE Guadalupe Soto}. Su hermana {FAMILIA Ana}. El Sr. {PACIENTE G. Soto}. {PACIENTE Guadalupe}",
    ],
)  # fmt: skip
def test_the_words_beside_a_name_of_either_sex_tell_which(text):
    assert sexes_of(text) == {Sex.MALE}


@pytest.mark.parametrize(
    "text",
    [
        "Paciente: {PACIENTE Guadalupe Soto}", "Dr. {MEDICO Ana Soto}", "D./Dña. {PACIENTE Trinidad Soto}",
        "Sr. o Sra. {PACIENTE Trinidad Soto}", "El/la paciente {PACIENTE Trinidad Soto}",
        "la paciente {PACIENTE Reyes}",
        "Acude con su hermano. {PACIENTE Trinidad} refiere", "Sr. {PACIENTE Ana María Soto}",
    ],
)  # fmt: skip
def test_a_name_that_mostly_women_bear_is_a_womans_where_nothing_says_otherwise(text):
    assert sexes_of(text) == {Sex.FEMALE}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("{PACIENTE Guadalupe Zárate Vda. de Ruiz}", ["Vda. de"]), ("{PACIENTE ANA RESTREPO VDA DE URIBE}", ["VDA DE"]),
        ("{PACIENTE Ana Soto, viuda de Gil}", [", viuda de "]), ("{PACIENTE ABDIEL SOTO JR.}", [" JR."]),
        ("{PACIENTE Abdiel Soto hijo}", [" hijo"]), ("{NOMBRE Abog. Nilda Soto}", ["Abog. "]),
        ("{NOMBRE Ing. Nilda Soto}", ["Ing. "]), ("{PACIENTE Doña Ramona Soto}", ["Doña "]),
        ("{PACIENTE DOÑA RAMONA}", ["DOÑA "]), ("{PACIENTE Ña Ramona}", ["Ña "]), ("{PACIENTE RN Castiñeira}", ["RN "]),
        ("{PACIENTE HIJO DE SABELA SOTO GIL}", ["HIJO DE "]),
        ("{PACIENTE RN de Sabela Soto}", ["RN de "]), ("{PACIENTE Recién nacida Soto}", ["Recién nacida "]),
    ],
)  # fmt: skip
def test_words_in_a_mark_that_are_no_name_stay(text, kept):
    (mention,) = marked(text)
    for secret in range(4):
        made = names_of([mention], bytes([secret]) * 32).surrogate(mention)
        assert all(one in made for one in kept) and len(made.split()) == len(mention.text.split())
        own = {fold(one) for one in regex.findall(r"\p{L}{3,}", mention.text)}
        said = {fold(one) for one in regex.findall(r"\p{L}{3,}", " ".join(kept))}
        assert own & {fold(one) for one in regex.findall(r"\p{L}{3,}", made)} == said


@pytest.mark.parametrize(
    "text", ["{PACIENTE Luis de la Viuda Gil}", "{PACIENTE Ana Viuda Cano}", "{NOMBRE Dr. Viuda Cano}"]
)
def test_viuda_is_a_name_where_nobody_is_said_to_be_widowed(text):
    (mention,) = marked(text)
    for secret in range(4):
        assert "viuda" not in fold(names_of([mention], bytes([secret]) * 32).surrogate(mention))


def test_junior_is_a_name_where_it_stands_first():
    (mention,) = marked("{PACIENTE Júnior Soto}")
    assert not names_of([mention]).surrogate(mention).startswith("Júnior")


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(5)])
@pytest.mark.parametrize("before", ["RN {PACIENTE HIJO DE SABELA SOTO GIL}", "RN hijo de {PACIENTE Sabela Soto Gil}"])
def test_a_newborn_bears_the_name_of_whose_child_it_is(before, secret):
    mentions = marked(f"{before}. Madre: {{FAMILIA Sabela Soto Gil}}. {{PACIENTE RN Soto}}")
    names = names_of(mentions, secret)
    child, mother, short = (names.surrogate(one) for one in mentions)
    assert fold(child).removeprefix("hijo de ") == fold(mother) and short == f"RN {mother.split()[1]}"


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(5)])
@pytest.mark.parametrize(
    "said", ["{FAMILIA madre de Leticia}", "la madre de {FAMILIA Leticia}", "{FAMILIA Tía de Leticia Soto}"]
)
def test_whose_relative_somebody_is_said_to_be_is_the_patient_of_that_name(said, secret):
    mentions = marked(f"{{PACIENTE Leticia Soto}}. Acude {said}. {{MEDICO Leticia Gil}}")
    names = names_of(mentions, secret)
    patient = names.surrogate(mentions[0])
    start = mentions[1].text.index("Leticia")
    assert names.surrogate(mentions[1], start) in (patient, patient.split()[0])


def test_whose_relative_somebody_is_said_to_be_is_somebody_else_of_another_name():
    mentions = marked("{PACIENTE Leticia Soto}. Acude la {FAMILIA viuda de Belarmino}")
    made = names_of(mentions).surrogate(mentions[1], len("viuda de "))
    assert default_lists().sex(fold(made)) is Sex.MALE


@pytest.mark.parametrize(
    "text",
    [
        "{PACIENTE Joan García-Valdecasas y de la Cruz}", "{PACIENTE Joan Soto y de los Reyes}",
        "Dr. {MEDICO de la Cruz}", "Suegra: {FAMILIA la Sra. de la Cruz}", "Sra. {PACIENTE de los Reyes}",
        "{MEDICO Dra. de la Paz}", "{MEDICO la Dra. de la Paz}", "{MEDICO el Dr. Reyes}",
    ],
)  # fmt: skip
def test_a_surname_behind_its_particles_is_no_given_name(text):
    (mention,) = marked(text)
    names = names_of([mention])
    assert len(names.register.people) == 1
    assert [word.role for word in names.register.reading(mention)][-1] is NameRole.SURNAME


def given_in(text: str) -> list[str]:
    """The given names of all whom a text names, as they stand in it."""
    names = names_of(mentions := marked(text))
    return [word.text for one in mentions for word in names.register.reading(one) if word.role is NameRole.GIVEN]


@pytest.mark.parametrize(
    ("text", "given_names"),
    [
        ("{PACIENTE Blanca Moreno Soto}. Dra. {MEDICO Rosa Blanca}", ["Blanca", "Rosa"]),
        ("{FAMILIA Abril Sáenz}. Dra. {MEDICO Julia Abril}", ["Abril", "Julia"]),
        ("{PACIENTE Abril, Julia}. {MEDICO Rosa Abril}", ["Julia", "Rosa"]),
        ("{PACIENTE QUISHPE TOAPANTA SEGUNDO MANUEL}", ["SEGUNDO", "MANUEL"]),
        ("{PACIENTE QUISHPE TOAPANTA MARTA}, {FAMILIA QUISHPE TOAPANTA OLGA}", ["MARTA", "OLGA"]),
        ("{PACIENTE Pérez Ana María}", ["Ana", "María"]), ("{PACIENTE Xilda Ana María}", ["Xilda"]),
        ("{PACIENTE Xilda Soto Vicente}", ["Xilda"]), ("{PACIENTE Ana Soto Guadalupe}", ["Ana"]),
    ],
)  # fmt: skip
def test_given_names_are_told_by_where_they_stand(text, given_names):
    assert given_in(text)[: len(given_names)] == given_names


@pytest.mark.parametrize(
    ("text", "given_names"),
    [
        ("{PACIENTE Kevin Soto}. {PACIENTE Kevincito}", ["Kevin", "Kevincito"]), ("{PACIENTE Pedrito}", ["Pedrito"]),
        ("{PACIENTE Leticia Soto}. Leti: {PACIENTE Leti}", ["Leticia", "Leti"]),
        ("{FAMILIA Ramoncito Gil}", ["Ramoncito"]), ('{PACIENTE Ana Soto} ({PACIENTE "Cuqui"})', ["Ana", "Cuqui"]),
        ("{PACIENTE Ana Gil} ({PACIENTE Papito})", ["Ana", "Papito"]),
        ('"apellido": "{PACIENTE Xicoténcatl}"', []), ('rotulado "{PACIENTE M. Xicoténcatl}"', []),
        ("{PACIENTE Luis Zorrita}", ["Luis"]), ("Dr. {MEDICO Rosal}. {MEDICO Rosalía Gil}", ["Rosalía"]),
    ],
)  # fmt: skip
def test_what_somebody_is_called_for_short_is_a_given_name(text, given_names):
    assert given_in(text) == given_names


@pytest.mark.parametrize(
    ("named", "called"),
    [("Kevin Soto", "Kevincito"), ("Leticia Soto", "Leti"), ("Pilar Soto", "Pilarín"), ("Luis Gil", "Luisito")],
)  # fmt: skip
def test_what_somebody_is_called_for_short_goes_with_their_name(named, called):
    whole, short = mentions = marked(f"{{PACIENTE {named}}}, a quien llaman {{PACIENTE {called}}}.")
    for secret in range(5):
        names = names_of(mentions, bytes([secret]) * 32)
        assert len(names.register.people) == 1
        given = fold(names.surrogate(whole).split()[0])
        made = fold(names.surrogate(short))
        assert made in (given, *SHORTENED.get(given, ())) or (called == "Leti" and given.startswith(made))


def test_a_womans_form_of_a_name_is_no_misspelling():
    mentions = marked("{PACIENTE Washington Petrov}, {FAMILIA Olga Petrova}, {FAMILIA Washingtona Petrova}")
    for secret in range(5):
        names = names_of(mentions, bytes([secret]) * 32)
        (his, surname), (hers, wifes), (sisters, same) = (names.surrogate(one).split() for one in mentions)
        assert surname == wifes == same
        sexes = [default_lists().sex(fold(one)) for one in (his, hers, sisters)]
        assert sexes == [Sex.MALE, Sex.FEMALE, Sex.FEMALE]


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(6)])
def test_the_initials_of_a_family_are_those_of_its_surnames(secret):
    mentions = marked("{PACIENTE Joan García-Valle}, hijo: {FAMILIA Pau G.-V.}. Dr. {MEDICO P. G.}")
    names = names_of(mentions, secret)
    first, second = names.surrogate(mentions[0]).split()[1].split("-")
    assert names.surrogate(mentions[1]).split()[1] == f"{first[0]}.-{second[0]}."


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(6)])
def test_parents_have_the_initials_of_their_child(secret):
    mentions = marked("{PACIENTE G. H., Ainhoa}. Madre {FAMILIA Ane H.}, padre {FAMILIA Gorka G.}")
    child, mother, father = (names_of(mentions, secret).surrogate(one).split() for one in mentions)
    assert (child[0], child[1]) == (father[1], f"{mother[1]},") and "G" not in child[0] and "H" not in child[1]


@pytest.mark.parametrize(
    ("text", "given_names"),
    [
        ("{PACIENTE FRANClSCO MORENO SOTO}", ["FRANCISCO"]),
        ("{FAMILIA Francisca Soto}. {PACIENTE FRANClSCO SOTO}", ["Francisca", "FRANCISCO"]),
        ("{MEDICO F. Moreno Soto}", []), ("{MEDICO J. Martín Gil}", []), ("{MEDICO J. Guadalupe Soto}", ["Guadalupe"]),
        ("{MEDICO J. Miguel Soto Gil}", ["Miguel"]),
        ("{PACIENTE Álvaro Soto}", ["Álvaro"]),
    ],
)  # fmt: skip
def test_misread_capitals_and_an_initial_leave_surnames_what_they_are(text, given_names):
    assert given_in(text) == given_names


def test_a_misread_capital_leaves_no_slip():
    (mention,) = marked("{PACIENTE FRANClSCO MORENO SOTO}")
    names = names_of([mention])
    made = names.surrogate(mention)
    assert made.isupper() and default_lists().sex(fold(made.split()[0])) is Sex.MALE
