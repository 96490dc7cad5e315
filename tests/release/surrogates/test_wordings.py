"""What is said of people in words is said otherwise, and means the same."""

from __future__ import annotations

import pytest

from deid_studio.release.surrogates.agreement import asked_before
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.wordings import (
    says_woman,
    surrogate_age,
    surrogate_described,
    surrogate_relative,
    surrogate_sex,
)

DRAWS = Draws(b"w" * 32, "s")


def _never(_text):
    return False


def described(text, before=""):
    return surrogate_described(text, DRAWS, asked_before(before), _never)


@pytest.mark.parametrize(
    ("text", "made"),
    [("lactante", "bebé"), ("Soltera", "Divorciada"), ("raza negra", "raza mulata"), ("la menor", "la más joven"),
     ("hijo único", "descendiente directo sin hermanos"), ("primera hija", "primera descendiente directa"),
     ("niña adoptada", "chica por adopción"),
     ("Mujer", "Femenina"), ("piel rojiza", "piel rubicunda"),
     ("tatuaje en el hombro", "dibujo en la piel en el hombro"),
     ("síndrome de Down", "trisomía 21"), ("materno", "por parte de madre"),
     ("abuelo materno", "yayo por parte de madre")],
)  # fmt: skip
def test_what_is_said_of_somebody(text, made):
    assert described(text) == made


@pytest.mark.parametrize(("text", "ending"), [("boliviano", "o"), ("Alemana", "a"), ("origen español", None)])
def test_a_nationality_becomes_another_of_the_same_gender(text, ending):
    made = described(text)
    assert made and made != text and made[:1].isupper() == text[:1].isupper()
    assert ending is None or not made.endswith({"o": "a", "a": "o"}[ending])


def test_a_trade_among_other_things_becomes_another():
    made = described("ciclista de carretera", "un ")
    assert made and "ciclista" not in made


def test_what_nobody_knows_is_left():
    assert described("pérdida de algo raro") is None


@pytest.mark.parametrize(
    ("text", "made"),
    [("madre", "mamá"), ("Familia", "Parentela"), ("hermana biológica", "hermana de sangre"),
     ("pareja", "conviviente"),
     ("cónyuge", "consorte"), ("neonato", "recién nacido"), ("varón", "hombre"),
     ("tía materna", "hermana de su madre"),
     ("materno", "por parte de madre"), ("hija de su pareja", "hija de su conviviente")],
)  # fmt: skip
def test_relatives(text, made):
    assert surrogate_relative(text, DRAWS, str.upper, _never) == made


@pytest.mark.parametrize(
    ("before", "text", "after", "made"),
    [("llama a su ", "hija", ".", "propia hija"), ("vive con ", "su hijo", "", "su propio hijo"),
     ("una ", "sobrina", " médica", "sobrina suya"), ("la ", "hijastra", "", "propia hijastra"),
     ("", "hija", " de 40 años", "hija suya"),
     ("", "Hija", " de 40 años", "Descendiente directa"), ("", "HIJOS", ":", "DESCENDIENTES DIRECTOS"),
     ("", "dos hijas", "", "dos hijas suyas"),
     ("una ", "hija", " de su hermana", "propia hija"), ("", "hija de su hermana", "", "hija de su propia hermana"),
     ("su ", "hermano gemelo", "", "hermano del mismo parto"), ("su ", "hermana mayor", "", "hermana de más edad"),
     ("", "3 hijas", "", "3 descendientes directas"), ("sus dos ", "nietas", "", "propias nietas")],
)  # fmt: skip
def test_who_a_relative_is_and_of_which_sex_is_kept(before, text, after, made):
    assert surrogate_relative(text, DRAWS, str.upper, _never, before, after) == made


@pytest.mark.parametrize(
    ("before", "text"), [("vive con ", "Nieto"), ("vive con ", "primo"), ("don ", "primo"), ("la ", "Sobrino")]
)
def test_a_word_for_a_relative_that_may_be_a_name_goes(before, text):
    made = surrogate_relative(text, DRAWS, str.upper, _never, before)
    assert made and text.lower() not in made.lower()


@pytest.mark.parametrize(
    ("text", "fixed", "made"),
    [("Recién nacida", False, "Neonata"), ("neonata", False, "recién nacida"), ("anciana", False, "mujer mayor"),
     ("sesenta y tres años", True, "63 años"), ("63 años", True, "sesenta y tres años"),
     ("mes", False, "primer mes"), ("Semana", False, "Primera semana"),
     ("adolescente", False, "joven")],
)  # fmt: skip
def test_ages_without_figures(text, fixed, made):
    assert surrogate_age(text, DRAWS, fixed, "", _never) == made


@pytest.mark.parametrize("text", ["treinta y cinco años", "veintiún meses", "ochenta y nueve años", "dos meses y pico"])
def test_a_number_in_words_is_moved_as_a_whole(text):
    from deid_studio.people.folding import fold
    from deid_studio.people.number_words import read_number

    old, new = (fold(one).split() for one in (text, surrogate_age(text, DRAWS, False, "", _never)))
    (was, end), (now, new_end) = read_number(old), read_number(new)
    assert 0 < abs(now - was) <= 3 and old[end:] == new[new_end:]
    assert (was >= 90) == (now >= 90)


@pytest.mark.parametrize(
    ("text", "female", "made"),
    [("M", True, "Mujer"), ("M", False, "Varón"), ("joven", True, "muchacha"), ("Joven", False, "Muchacho"),
     ("H", False, "Varón"), ("H", True, "Mujer"), ("V", None, "Hombre"), ("F", None, "Mujer"),
     ("sexo h", True, "sexo mujer"), ("H", None, None), ("M", None, None), ("joven", None, None),
     ("anciana", True, "mujer mayor"), ("VARÓN", False, "HOMBRE"),
     ("Gestante", True, "Embarazada"), ("EMBARAZADA", True, "GESTANTE"), ("Nacida", None, "Venida al mundo"),
     ("nacido", None, "venido al mundo"), ("Recién nacida", None, "Neonata"), ("lactante", None, "bebé"),
     ("Sin datos", True, "Paciente")],
)  # fmt: skip
def test_the_sex_and_what_is_said_along_with_it_stay(text, female, made):
    assert surrogate_sex(text, female, DRAWS, _never) == made


@pytest.mark.parametrize(
    ("text", "woman"),
    [("Mujer", True), ("sexo femenino", True), ("varón", False), ("V", False), ("H", None), ("M", None),
     ("mujer u hombre", None), ("lactante", None)],
)  # fmt: skip
def test_which_words_say_the_sex(text, woman):
    assert says_woman(text) is woman


def _taken(*real):
    return lambda text: text.lower() in real


def test_the_first_word_that_the_report_does_not_have():
    assert surrogate_sex("varón", False, DRAWS, _taken("varón", "hombre")) == "masculino"
    assert surrogate_sex("Hombre", False, DRAWS, _taken("varón", "hombre")) == "Masculino"
    assert surrogate_relative("madre", DRAWS, str.upper, _taken("madre", "mamá")) == "progenitora"
    both = _taken("10 años", "diez años")
    assert {surrogate_age(text, DRAWS, True, "", both) for text in ("10 años", "diez años")} == {"10 a"}
    assert surrogate_age("47", DRAWS, True, " Sexo", _taken("47 años")) == "cuarenta y siete años"
    assert surrogate_age("47", DRAWS, True, " años", _taken()) == "cuarenta y siete"
    assert surrogate_age("1 Mes y medio", DRAWS, True, "", _taken("1 mes y medio", "un mes y medio")) == "Mes y medio"
    assert surrogate_age("3 años y 2 meses", DRAWS, True, "", lambda text: True) == "tres años y 2 meses"
