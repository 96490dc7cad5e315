"""What speaks against PHI where a detector suggests whatever is barely possible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex
from deid_studio.detection.harmless.harmless import Harmless
from deid_studio.detection.harmless.shipped_harmless import default_harmless
from deid_studio.detection.harmless.word_weights import Weight
from deid_studio.detection.tokens import tokenizer
from deid_studio.people.vocabulary import Vocabulary

INDEX = GazetteerIndex(
    [
        Gazetteer("first_name", "", ("Rosa", "Paca", "Thomas")),
        Gazetteer("last_name", "", ("Murphy", "Norton", "Crespo", "Allen", "Cabeza")),
        Gazetteer("town", "", ("Boston", "Serena")),
        Gazetteer("identifier_cue", "", ("NHC",)),
        Gazetteer("kinship", "", ("hermana",)),
        Gazetteer("street_kind", "", ("plaza",)),
        Gazetteer("unit", "", ("mg",)),
    ]
)
WORDS = frozenset("acude con dolor en la los cabeza serena crespo rosa mesa plaza hermana alta ribera refiere".split())
HARMLESS = Harmless(INDEX, WORDS.__contains__, Vocabulary({"xandriol"}))


def weighed(text: str, harmless: Harmless = HARMLESS) -> dict[str, Weight]:
    lines = tokenizer().lines(text)
    return {
        word: weight
        for line, weights in zip(lines, harmless.weights(lines), strict=True)
        for word, weight in zip(line.words, weights, strict=True)
    }


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Signo de Murphy", "Murphy"),
        ("maniobras de Allen", "Allen"),
        ("Murphy negativo", "Murphy"),
        ("Murphy (+)", "Murphy"),
        ("Norton 14", "Norton"),
        ("NORTON: 14", "NORTON"),
        ("Thomas 20", "Thomas"),
        ("Murphy y Allen negativos", "Murphy"),
        ("criterios de Boston", "Boston"),
        ("signo de Xanell", "Xanell"),
        ("toma losartan", "losartan"),
        ("toma Fibratolol", "Fibratolol"),
        ("toma Xandriol", "Xandriol"),
        ("Klebsiella pneumoniae", "pneumoniae"),
        ("NHC 4417", "NHC"),
        ("acude la enfermera", "enfermera"),
        ("D.ª Rosa", "ª"),
        ("n.º 14", "º"),
        ("mesa: la", "mesa"),
    ],
)
def test_what_is_harmless(text: str, word: str) -> None:
    assert weighed(text)[word] is Weight.HARMLESS


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("acude Murphy con dolor", "Murphy"),
        ("con Norton en la plaza", "Norton"),
        ("signo de Rosa", "Rosa"),
        ("Boston", "Boston"),
        ("acude paca con dolor", "paca"),
        ("H2: acude paca con dolor", "paca"),
        ("hermana", "hermana"),
        ("plaza", "plaza"),
        ("Xanell", "Xanell"),
        ("4.º D", "º"),
        ("urg-24-0088316", "urg"),
        ("losartan@centro.example", "losartan"),
        ("D. Xanell", "D"),
    ],
)
def test_what_is_left_open(text: str, word: str) -> None:
    assert weighed(text)[word] is Weight.OPEN


def test_words_are_plain() -> None:
    assert weighed("Acude con dolor")["dolor"] is Weight.PLAIN


def test_small_letters_make_a_word_of_a_name_where_names_have_capitals() -> None:
    assert weighed("Refiere dolor Xanell en la cabeza")["cabeza"] is Weight.PLAIN
    assert weighed("refiere dolor en la cabeza")["cabeza"] is Weight.OPEN


def test_particles_join() -> None:
    particles = Harmless(GazetteerIndex([Gazetteer("particle", "", ("de", "la"))]), WORDS.__contains__)
    assert weighed("acude de La Xanella", particles)["La"] is Weight.JOINING


def test_everyday_words_are_names_with_a_capital_only() -> None:
    listed = Harmless(
        GazetteerIndex([Gazetteer("last_name", "", ("Pero", "Cuello"))]), frozenset(("pero", "cuello")).__contains__
    )
    assert weighed("PERO EN EL CUELLO", listed)["CUELLO"] is Weight.PLAIN
    assert weighed("acude Cuello", listed)["Cuello"] is Weight.OPEN


def test_a_word_of_reports_within_a_name_is_only_plain() -> None:
    assert weighed("la Ribera Alta")["Alta"] is Weight.PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "23:40",
        "08:05:12",
        "17 h",
        "13,1",
        "162/81",
        "1/640",
        "1-0-1",
        "> 140",
        "140 mg",
        "5-10 mg",
        "98 %",
        "pT1bN0M0",
        "L4-L5",
        "G2 P1",
        "Hb 13",
        "Barthel 55",
        "losartan 50",
        "creatinina: 1,2",
    ],
)
def test_numbers_of_such_forms_are_harmless(text: str) -> None:
    weights = weighed(text)
    assert {weight for word, weight in weights.items() if any(map(str.isalnum, word))} == {Weight.HARMLESS}


@pytest.mark.parametrize(
    "text",
    [
        "12/05",
        "12/05/2019",
        "05/19",
        "600112233",
        "91 411 22 33",
        "28013",
        "2019",
        "PSA 2019",
        "Hb 12/05/2019",
        "46/46 09931",
    ],
)
def test_numbers_that_may_be_phi_are_left_open(text: str) -> None:
    assert {weight for word, weight in weighed(text).items() if word.isdecimal()} == {Weight.OPEN}


@pytest.mark.parametrize(
    "word",
    [
        "levantarla",
        "blanquea",
        "perdió",
        "prefiere",
        "duerme",
        "conozco",
        "indique",
        "costolumbar",
        "antihipertensivo",
    ],
)
def test_forms_of_words_are_words(word: str) -> None:
    assert default_harmless().weights(tokenizer().lines(f"Ayer {word}"))[0][1] >= Weight.PLAIN


@pytest.mark.parametrize("name", ["Aitana", "Quintana", "Etxeberria", "Xanell", "Kadiatou", "Zuheros"])
def test_names_are_no_forms_of_words(name: str) -> None:
    assert weighed(f"acude {name}", default_harmless())[name] is Weight.OPEN


@given(st.text(max_size=80))
def test_each_token_of_any_text_has_a_weight(text: str) -> None:
    lines = tokenizer().lines(text)
    assert list(map(len, HARMLESS.weights(lines))) == list(map(len, lines))
