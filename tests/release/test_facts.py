"""What happened stays as it is written unless a policy says otherwise, and who it happened to never does."""

from __future__ import annotations

from dataclasses import replace

import pytest
import regex

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.release.facts import Fact, facts_in
from deid_studio.release.policy import Treatment, Way, load_policy, policy_from, policy_values
from deid_studio.release.released import Releaser
from deid_studio.release.survivals import survivals

SECRET = b"s" * 32
OWN = TagSet(
    "own", "1", tuple(PhiClass(name, {}, kind=kind) for name, kind in (
        ("NAME", "person"), ("FAM", "relative"), ("SEX", "sex"), ("AGE", "age"), ("JOB", "profession"),
        ("LAND", "country"), ("TOWN", "place"), ("MISC", "other"), ("TEL", "phone"), ("NUM", "number"),
    )),
)  # fmt: skip


def release(marked, text, without=()):
    doc = marked(text)
    policy = load_policy("research")
    policy = replace(policy, facts=policy.facts - set(without))
    return doc, Releaser([doc], policy, OWN, SECRET).release(doc)


@pytest.mark.parametrize(
    "text",
    [
        "su {FAM|Nieto}", "{FAM|Nieto}: sano", "Viene su {FAM|señora}.", "con la {FAM|Sra.}",
        "{FAM|nena sana}", "{FAM|polola}",
        "{FAM|madre}", "Dos {FAM|tías maternas}", "{FAM|dos hijos sanos de 4 y 7 años}", "{FAM|neska-lagun}",
        "Sexo: {SEX|M}", "{SEX|Varón}", "{AGE|65 años}", "{AGE|setenta y ocho años}", "a los {AGE|35}",
        "{AGE|Lactante}", "{JOB|picador de cantera}", "{LAND|España}", "{LAND|Ruritania}", "{TOWN|Perú}",
        "{MISC|raza negra}", "{MISC|homosexual}", "{MISC|casada}", "{MISC|síndrome de Down}", "{MISC|abuelo materno}",
        "Grupo étnico: {MISC|K'iche'}", "Etnia: {NUM|Tzeltal}", "paciente {NUM|musulmán}",
        "Zurdo, {MISC|casado} con Ana.", "{NUM|viuda}, vive sola", "ciudadana {NUM|británica}", "de {NUM|raza blanca}",
        "Llame al {TEL|112} o al {TEL|061}.", "{TEL|016}",
    ],
)  # fmt: skip
def test_what_happened_stays_as_it_is_written(marked, text):
    doc, made = release(marked, text)
    assert made.text == doc.text and not made.remarks
    assert {one.way for one in made.replacements} == {Way.KEEP}


@pytest.mark.parametrize(
    ("text", "fact", "made"),
    [
        ("{FAM|madre}", Fact.KIN, "[**FAM 1**]"), ("{SEX|M}", Fact.SEX, "[**SEX 1**]"),
        ("{AGE|65 años}", Fact.AGE, "[**AGE 1**]"), ("a los {AGE|35 años}", Fact.AGE_AT_EVENT, "a los [**AGE 1**]"),
        ("madre de {AGE|70 años}", Fact.AGE_OF_RELATIVE, "madre de [**AGE 1**]"),
        ("{FAM|hija de 12 años}", Fact.AGE_OF_RELATIVE, "[**FAM 1**]"),
        ("{MISC|raza gitana}", Fact.ETHNIC_GROUP, "[**MISC 1**]"), ("{MISC|gay}", Fact.ORIENTATION, "[**MISC 1**]"),
        ("Pueblo indígena: {NUM|K'iche'}", Fact.ETHNIC_GROUP, "Pueblo indígena: [**NUM 1**]"),
        ("{MISC|casada}", Fact.CIRCUMSTANCE, "[**MISC 1**]"), ("{LAND|España}", Fact.COUNTRY, "[**LAND 1**]"),
    ],
)  # fmt: skip
def test_each_fact_has_its_own_switch(marked, text, fact, made):
    assert release(marked, text, [fact])[1].text == made
    others = set(Fact) - {fact}
    doc = marked(text)
    assert release(marked, text, others - facts_in_all(doc))[1].text == doc.text


def facts_in_all(doc):
    return {fact for span in doc.spans for fact in facts_in(span.text(doc.text), OWN[span.phi_class].kind) or ()}


@pytest.mark.parametrize("text", ["{NUM|Casado} con Ana", "es {NUM|zurdo}", "{NUM|Hincha} del Betis"])
def test_a_word_that_is_no_number_becomes_its_class(marked, text):
    _, made = release(marked, text)
    assert made.text == regex.sub(r"\{.*\}", "[**NUM 1**]", text)


@pytest.mark.parametrize("text", ["viuda_gil", "casado_ana", "gemelo.perez", "blanco_ruiz", "HOSP\\\\viudo"])
@pytest.mark.parametrize("kind", ["NUM", "MISC"])
def test_a_user_name_is_no_fact(marked, text, kind):
    _, made = release(marked, f"{{{kind}|{text}}}")
    assert not survivals(text, made.text, "number") and made.replacements[0].way is Way.SURROGATE


@pytest.mark.parametrize("text", ["{NUM|viuda}", "{NUM|raza blanca}", "{NUM|británica}"])
def test_a_fact_among_numbers_gets_no_code(marked, text):
    doc = marked(text)
    policy = replace(load_policy("research"), default=Treatment(Way.CODE))
    assert Releaser([doc], policy, OWN, SECRET).release(doc).text == "[**NUM 1**]"


@pytest.mark.parametrize(("text", "fact"), [("{JOB|minero}", Fact.OCCUPATION), ("{LAND|Perú}", Fact.COUNTRY)])
def test_another_occupation_and_another_country_can_be_drawn(marked, text, fact):
    doc, made = release(marked, text, [fact])
    assert made.text != doc.text and "[**" not in made.text and made.replacements[0].way is Way.SURROGATE


@pytest.mark.parametrize(
    ("text", "stays", "gone"),
    [
        ("{FAM|madre marta gil}", "madre ", "marta gil"),
        ("{FAM|su padre, don Luis Rubio}", "su padre, don ", "Luis Rubio"),
        ("{FAM|hermana mayor, Rosario Mayor, 40 años}", "hermana mayor, ", "Rosario"),
        ("vive con {FAM|Nieto}", "vive con ", "Nieto"),
        ("{MISC|Rosario Mayor}", "", "Rosario Mayor"), ("{MISC|Blanca}", "", "Blanca"), ("{MISC|Fefa}", "", "Fefa"),
        ("La llaman {MISC|negra}", "La llaman ", "negra"), ("{TEL|951 06 10 61}", "", "951"),
        ("Avisa a D. {MISC|Zapatero}", "Avisa a D. ", "Zapatero"),
    ],
)  # fmt: skip
def test_who_it_happened_to_is_replaced(marked, text, stays, gone):
    _, made = release(marked, text)
    assert made.text.startswith(stays) and gone not in made.text and "[**" not in made.text


@pytest.mark.parametrize(
    ("text", "made"),
    [("{AGE|93 años}", "90+ años"), ("{AGE|noventa y tres años}", "90+ años"),
     ("{FAM|abuela de 95 años}", "abuela de 90+ años"), ("{FAM|bisabuela, noventa y dos años}", "bisabuela, 90+ años"),
     ("{AGE|89 años}", "89 años")],
)  # fmt: skip
def test_ages_from_ninety_on_are_one(marked, text, made):
    assert release(marked, text)[1].text == made


@pytest.mark.parametrize("text", ["{MISC|un aparato poco corriente}", "{MISC|tatuaje en el hombro}"])
def test_what_is_said_of_somebody_gets_a_surrogate_like_everything(marked, text):
    _, made = release(marked, text)
    assert "[**" not in made.text and made.text.endswith("personal")


def test_a_name_within_what_is_marked_as_a_fact_does_not_stay(marked):
    doc = marked("{AGE|65 años, Ana Lobo}")
    name = replace(doc.spans[0], start=9, phi_class="NAME")
    doc = replace(doc, spans=(*doc.spans, name))
    assert Releaser([doc], load_policy("research"), OWN, SECRET).release(doc).text == "[**AGE 1**]"


def test_facts_are_written_and_read_with_a_policy():
    policy = replace(load_policy("research"), facts=frozenset((Fact.KIN, Fact.AGE_AT_EVENT)))
    assert policy_values(policy)["facts"] == {"keep": ["kin", "age-at-event"]}
    assert policy_from(policy_values(policy)).facts == policy.facts
    values = policy_values(policy)
    del values["facts"]
    assert policy_from(values).facts == frozenset(Fact)
