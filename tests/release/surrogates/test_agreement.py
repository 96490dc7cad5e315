"""Gender and number are those of the words around a surrogate, and what may not fit is told."""

from __future__ import annotations

import pytest

from deid_studio.model.document import Document
from deid_studio.people.folding import fold
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser, RemarkKind
from deid_studio.release.surrogates.agreement import ANY, Form, Gender, asked_before, form_of
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.name_lists import default_lists
from deid_studio.release.surrogates.professions import _professions, surrogate_profession

SECRET = b"s" * 32
F, M = Gender.FEMININE, Gender.MASCULINE


def draws(number: int) -> Draws:
    return Draws(bytes([number]) * 32, "s")


@pytest.mark.parametrize(
    ("text", "form"),
    [("médica", Form(F, False)), ("enfermero", Form(M, False)), ("periodista", Form(None, False)),
     ("auxiliar administrativa", Form(F, False)), ("auxiliar de enfermería", Form(None, False)),
     ("profesores", Form(M, True)), ("francés", Form(M, False)), ("francesas", Form(F, True)),
     ("dos hermanas", Form(F, True)), ("padres", Form(M, True)), ("el guardaespaldas", ANY),
     ("treinta y cinco años", Form(M, True)),
     ("Hospital Santa Elena", Form(None, False)),
     ("cuarto mes", Form(M, False)), ("de más edad", ANY), ("12/03/2015", ANY)],
)  # fmt: skip
def test_the_form_of_words(text, form):
    assert form_of(text) == form


@pytest.mark.parametrize(
    ("before", "form"),
    [("es la ", Form(F, False)), ("avisa al ", Form(M, False)), ("su ", Form(plural=False)),
     ("dos ", Form(plural=True)),
     ("3 ", Form(plural=True)), ("las dos ", Form(F, True)), ("una joven ", Form(F, False)), ("la paciente ", ANY),
     ("la", ANY), ("por la tarde, ", ANY), ("", ANY)],
)  # fmt: skip
def test_what_the_words_before_ask(before, form):
    assert asked_before(before) == form


@pytest.mark.parametrize(
    ("before", "text"),
    [("la ", "médica"), ("el ", "enfermero"), ("el ", "taxista"), ("la ", "taxista"), ("una ", "auxiliar"),
     ("los ", "bomberos"), ("las ", "limpiadoras"), ("unos ", "policías"), ("la ", "jefa de obra")],
)  # fmt: skip
def test_a_profession_is_one_of_the_same_gender_and_number(before, text):
    for number in range(40):
        made = surrogate_profession(text, draws(number), lambda _: False, asked_before(before))
        assert made != text
        assert form_of(made).replaces(asked_before(before).narrowed(form_of(text))), made


@pytest.mark.parametrize(
    ("text", "plural"), [("enfermeras", "actrices"), ("bomberos", "auxiliares"), ("bomberos", "enfermeros")]
)
def test_professions_in_the_plural_are_spelt_as_such(text, plural):
    assert surrogate_profession(text, draws(1), lambda one: one[:4] != plural[:4], Form(None, True)) == plural


@pytest.mark.parametrize("text", ["conduciendo un autobús", "mantenimiento de piscinas", "tareas del hogar"])
def test_what_names_no_profession_becomes_none(text):
    made = surrogate_profession(text, draws(1), lambda _: False)
    assert made not in _professions()
    assert form_of(made).agrees(form_of(text))


def release(marked, tagset, text: str, **more):
    doc: Document = marked(text)
    return Releaser([doc], load_policy("research"), tagset, SECRET, **more).release(doc)


@pytest.mark.parametrize(
    "text",
    ["Al {EDAD_SUJETO_ASISTENCIA|cuarto mes} de vida.", "Su hijo {FAMILIARES_SUJETO_ASISTENCIA|Noa Palacios}.",
     "Es del {INSTITUCION|PCTM} y de la {INSTITUCION|PCTO}.",
     "Acude con su {FAMILIARES_SUJETO_ASISTENCIA|hijo}.", "La {FAMILIARES_SUJETO_ASISTENCIA|familia} acepta.",
     "El {FAMILIARES_SUJETO_ASISTENCIA|cónyuge} acepta.", "Es la {PROFESION|médica} del pueblo.",
     "Trabaja de {PROFESION|auxiliar}.", "Dra. {NOMBRE_PERSONAL_SANITARIO|Carmen Ruano}", "Un lunes de {FECHAS|marzo}.",
     "El Dr. {NOMBRE_PERSONAL_SANITARIO|José María Ruano}.", "Una {SEXO_SUJETO_ASISTENCIA|joven} de 20 años."],
)  # fmt: skip
def test_what_agrees_is_not_remarked_upon(marked, tagset, text):
    assert release(marked, tagset, text).remarks == ()


@pytest.mark.parametrize(("title", "name"), [("Sr.", "Obispo"), ("Sra.", "Pastor"), ("D.", "Zapatero")])
def test_behind_a_form_of_address_a_word_for_a_profession_is_a_name(marked, tagset, title, name):
    made = release(marked, tagset, f"Avisa {title} {{OTROS_SUJETO_ASISTENCIA|{name}}}.").replacements[0].instead
    assert default_lists().knows(fold(made)), made


@pytest.mark.parametrize("article", ["la", "el", "del", "los", "las"])
def test_an_institution_fits_the_article_before_it(marked, tagset, article):
    for number in range(20):
        doc = marked(f"Según {article} {{INSTITUCION|Consejo de Europa}}.")
        made = Releaser([doc], load_policy("research"), tagset, bytes([number]) * 32).release(doc)
        assert form_of(made.replacements[0].instead).agrees(asked_before(f"{article} ")) or article == "las"


def test_a_name_that_two_bear_cannot_fit_both(marked, tagset):
    both = "D. {NOMBRE_SUJETO_ASISTENCIA|Guadalupe Ruano} o Dña. {NOMBRE_SUJETO_ASISTENCIA|Guadalupe Ruano}"
    assert [one.kind for one in release(marked, tagset, both).remarks] == [RemarkKind.AGREEMENT]
    # What did not fit before is nobody's news.
    assert not release(marked, tagset, "Dr. {NOMBRE_PERSONAL_SANITARIO|Carmen Ruano}").remarks


def test_what_does_not_agree_is_told(marked, tagset):
    remembered = {("report:a", "INSTITUCION", "consejo de europa"): "Fundación Olmeda"}
    made = release(marked, tagset, "Según el {INSTITUCION|Consejo de Europa}.", remembered=remembered)
    [remark] = made.remarks
    assert remark.kind is RemarkKind.AGREEMENT and made.text[remark.start : remark.end] == "Fundación Olmeda"


def test_a_class_tag_is_told_where_no_surrogate_fits(marked, tagset):
    made = release(marked, tagset, "Vino de {TERRITORIO|Banjul}, {PAIS|Gambia}.")
    assert made.text == "Vino de [**TERRITORIO 1**], Gambia."
    [remark] = made.remarks
    assert (remark.kind, made.text[remark.start : remark.end]) == (RemarkKind.TAGGED, "[**TERRITORIO 1**]")
    # Where a policy asks for tags nothing is amiss.
    doc = marked("Vino de {TERRITORIO|Banjul}.")
    assert not Releaser([doc], load_policy("meddocan-tags"), tagset, SECRET).release(doc).remarks
