"""Scores, laws and set phrases are not asked about, and what may be a date or somebody is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.release.gate.laws import is_of_law
from deid_studio.release.gate.ordinary import is_ordinary
from deid_studio.release.gate.scales import is_score, scales
from deid_studio.release.gate.set_phrases import is_set_phrase
from deid_studio.release.surrogates.name_lists import default_lists


def place(marked: str) -> tuple[str, int, int]:
    """A text and the stretch of it between `<` and `>`."""
    before, _, rest = marked.partition("<")
    own, _, behind = rest.partition(">")
    return before + own + behind, len(before), len(before) + len(own)


@pytest.mark.parametrize(
    "text",
    [
        "GCS O3V4M5 = <12/15>.", "Minimental <12/30>", "MMSE: <22/30>", "Braden <13/23>", "Glasgow de <12/15>",
        "EVA <3/10>",
        "Escala de Norton: <14/20>", "Trauma Score <10/12>", "Barthel previo <60/100>", "Banff <6/9>",
        "GCS (O4 V5 M6) <15/15>",
        "día <10/14> de meropenem", "día <3/10> de tratamiento", "ciclo <2/6> de carboplatino",
        "dosis <1/3> de pembrolizumab",
        "| EVA | Norton |\n| <3/10> | 14/20 |", "| EVA | Norton |\n| 3/10 | <14>/20 |", "Hora | GCS\n10:00 | <12/15>",
        "<día 10/14 de> meropenem", "EVA <4/10> al alta", "NIHSS al ingreso <12/42>",
    ],
)  # fmt: skip
def test_a_score_of_a_scale_is_no_date(text):
    assert is_score(*place(text)) and is_ordinary(*place(text))


@pytest.mark.parametrize(
    "text",
    [
        "Revisión <12/15>", "ingresa el <3/10>", "EVA el <3/10>", "Norton. Alta <3/10>", "El día <10/12> de madrugada",
        "día <10/12> de marzo", "Glasgow <31/12>", "GCS <3/10>", "Leucocitos <12/11/22>", "Fecha | GCS\n<12/10> | 15",
        "Barthel 60 (<3/10>)", "día <10/14>", "Pfeiffer <12/10>",
    ],
)  # fmt: skip
def test_what_may_be_a_date_is_asked_about(text):
    assert not is_score(*place(text)) and not is_ordinary(*place(text))


@given(st.sampled_from(sorted(scales())), st.integers(0, 200), st.integers(0, 200))
def test_a_score_is_at_most_what_its_scale_gives(name, value, most):
    text, start, end = place(f"{name} <{value}/{most}>")
    assert is_score(text, start, end) == (most in scales()[name] and value <= most)


@pytest.mark.parametrize(
    "text",
    [
        "(<LO 10/1995>, de 23 de noviembre)", "LO 10/1995, de <23 de noviembre>.", "LO 10/1995, <de 23 de noviembre>",
        "Ley 41/2002, de <14 de noviembre. RD 1720/2007>, de", "RD <1720>/2007", "Real Decreto Legislativo <1/1995>",
        "Real Decreto Legislativo 1/1995, de <24 de marzo>", "Arts. <147> y 148 CP", "Arts. 147 y <148> CP",
        "artículo <5.1>",
        "Llei 21/2000, de <29 de desembre>", "Ley Orgánica 3/2018, de <5 de diciembre>", "art. <147 y 148>",
    ],
)  # fmt: skip
def test_laws_are_not_asked_about(text):
    assert is_of_law(*place(text)) and is_ordinary(*place(text))


@pytest.mark.parametrize(
    "text",
    [
        "Ley 3/2019. El <23 de noviembre> ingresó", "Orden <12/03/2019>", "Art. <5 de marzo>", "Arturo <147>",
        "ley 41/2002, de 14 de noviembre, y el <15 de mayo>", "el <23 de noviembre>",
    ],
)  # fmt: skip
def test_what_stands_beside_a_law_is_asked_about(text):
    assert not is_of_law(*place(text)) and not is_ordinary(*place(text))


@pytest.mark.parametrize(
    "text",
    [
        "Puntos de <Donati>. Clase I", "Puntos de <Donati. Clase I de Kennedy>.", "Nódulo de <Sister Mary Joseph>.",
        "<Estrella> de Winter", "Estrella de <Winter>.", "<Drenaje Jackson-Pratt>", "Tto: <Androcur>, Septrin",
        "Septrin <L-X-V>.", "Avisado <SAMU>.", "<Bard PowerPort>", "(<ILO>)", "<Kaixo>, egun on",
        "<Vía en MSI del> 28/12", "<Vía periférica en mano izquierda>",
        "| Apellidos | Nombre | <F.Nac>. | Sexo | NHC | EVA |", "| Apellidos | Nombre | F.Nac. | Sexo | NHC | <EVA> |",
        "| <EVA> | GCS |", "Septrin <L-X-V. SAMU. Bard PowerPort>", "<Convento de> Santa Clara",
        "<EVA> 3", "<ECOG> 1.", "| EVA | <Norton> | GCS |", "Maniobra de <Sellick>", "Collarín <Philadelphia>",
    ],
)  # fmt: skip
def test_set_phrases_are_not_asked_about(text):
    assert is_ordinary(*place(text))


@pytest.mark.parametrize(
    "text",
    [
        "Acude <Estrella> con tos", "La <Dra. Kennedy> opera", "Pedro <Donati>", "En planta, <Winter> llora",
        "<Vía Augusta 12>", "<Vía Layetana>", "<EVA> 34 años", "Acude <Eva Norton>", "<Norton> ingresa", "<Wells> 7",
        "| Paciente | <EVA> |", "| Paciente | <EVA> | Edad |", "<día 10/12 de> marzo", "<Convento de Clara>",
        "vive en <La Granja>", "en <Puerto>",
        "| Ana | <Eva> | Norton |", "| Paciente | <EVA> | Gil |", "<Samu> López", "Vive en <Ilo>",
        "<Mary Joseph>, su madre",
        "nódulo que vio <Mary Joseph>",
    ],
)  # fmt: skip
def test_somebody_of_such_a_name_is_asked_about(text):
    assert not is_ordinary(*place(text))


def test_no_word_that_passes_alone_is_a_name_but_in_capitals():
    from deid_studio.release.gate.set_phrases import _alone

    assert not [word for name in ("drugs", "greetings") for word in _alone(name) if default_lists().knows(word)]
    assert not is_set_phrase(*place("acude <Samu> con tos"))
