"""No word, run of figures or spoken number of a marked text stands in what takes its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deid_studio.errors import MarkedTextSurvivesError
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.people.kinship import names_in
from deid_studio.release import released as released_module
from deid_studio.release.policy import Treatment, Way, load_policy
from deid_studio.release.released import Releaser, RemarkKind
from deid_studio.release.surrogates.surrogates import Surrogates
from deid_studio.release.survivals import survivals

SECRET = b"s" * 32


def left(text: str, instead: str, kind: str, before: str = "") -> set[str]:
    return {one.text for one in survivals(text, instead, kind, before)}


@pytest.mark.parametrize(
    ("kind", "text", "instead", "pieces"),
    [
        ("person", "Luis Nieto Primo", "Juan nieto PRIMO", {"nieto", "primo"}),
        ("person", "Muñoz", "Munoz", {"munoz"}),
        ("person", "Dr. Luis Rubio", "Dr. Juan Soler", set()),
        ("person", "la Dra. Ana Rubio Vda. de Gil", "la Dra. Eva Soler Vda. de Cid", set()),
        ("person", "Doña Ana Rubio hija", "Doña Eva Soler hija", set()),
        ("person", "RN hijo de Ana Rubio", "RN hijo de Eva Rubio", {"rubio"}),
        ("relative", "su madre, doña Ana Rubio Vda. de Gil", "su madre, doña Eva Soler Vda. de Cid", set()),
        ("relative", "tío Luis Rubio Junior", "tío Juan Soler Junior", set()),
        ("person", "Ana de la Torre", "Eva de la Fuente", set()),
        ("person", "G a r c í a", "garcia", {"garcia"}),
        ("person", "Ana Mar\u00adín", "Eva Marín", {"marin"}),
        ("relative", "su padre, don Luis Rubio", "su papá, don Juan rubio", {"rubio"}),
        ("relative", "madre marta gil", "madre marta pérez", {"marta"}),
        ("relative", "hermana mayor de dos", "hna mayor de dos", {"mayor", "2"}),
        ("relative", "dos hermanas de 40 años", "dos hnas de 41 años", set()),
        ("relative", "Cien, Marta", "Ciento un, Eva", {"cien"}),
        ("relative", "HERMANO (DIEZ, LUIS)", "HNO (DIEZ, JUAN)", {"diez"}),
        ("person", "Marta Cien", "Eva Ciento", {"cien"}),
        ("relative", "ochenta y dos", "ochenta y dos", {"82"}),
        ("street", "Calle Principal 312, piso 3", "Calle Luna 45, piso 2", set()),
        ("street", "Calle Principal 312, piso 3", "Calle Principal 312, piso 2", {"principal", "312"}),
        ("centre", "Hospital Virgen de la Salud", "Hospital Santa Elena de la Salud", {"salud"}),
        ("centre", "Hospital Universitario La Paz", "Hospital Universitario Monte", set()),
        ("centre", "Hospital General", "Hospital General", {"general"}),
        ("number", "mblanco04", "mblanco70", {"mblanco"}),
        ("number", "mblanco04", "eblanc70", {"mblanco"}),
        ("email", "ana.gil@correo.example", "eva.sol@redsur.example", set()),
        ("email", "anagil@clinicasur.es", "evasol@clinica.example", {"clinicasur"}),
        ("phone", "91 555 12 34", "915551299", {"915", "155", "555", "551", "512"}),
        ("phone", "+34 915 55 12 34", "+34 826 01 90 77", set()),
        ("phone", "915 tres cuatro dos uno cero siete", "324 tres cuatro dos uno cero siete",
         {"342", "421", "210", "107", "3", "4", "2", "0", "7"}),
        ("phone", "tres cuatro dos", "342", {"342"}),
        ("date", "12 de marzo de 2014", "3 de marzo de 2012", set()),
        ("date", "marzo de dos mil catorce", "marzo de dos mil catorce", {"2014"}),
        ("date", "12/03/2014", "12/03/2014", {"2014"}),
        ("age", "treinta y cinco años", "treinta y cinco años", {"35"}),
        ("age", "63 años", "sesenta y tres años", set()),
        ("other", "Rosario Mayor", "Rosario De más edad", {"rosario"}),
        ("", "Rosario Mayor", "Pilar Mayor", {"mayor"}),
    ],
)  # fmt: skip
def test_what_survives(kind, text, instead, pieces):
    found = left(text, instead, kind)
    assert found >= pieces and bool(found) == bool(pieces), found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Cien, Marta", ["Cien, Marta"]),
        ("HERMANO (DIEZ, LUIS)", ["DIEZ, LUIS"]),
        ("hermanos: dos", []),
        ("cuarenta y cinco, sana", []),
        ("Doce hermanos", []),
        ("padre paterna vasco diana", ["paterna vasco diana"]),
        ("tía paterna", []),
    ],
)
def test_a_number_or_a_side_may_be_a_surname(text, names):
    assert [text[start:end] for start, end in names_in(text)] == names


def test_what_stands_before_tells_where_a_name_begins():
    assert left("Nieto", "Nieto", "relative", "su hermano ") == {"nieto"}
    assert left("Principal 3", "Principal 4", "street", "calle ") == {"principal"}


@pytest.mark.parametrize(
    "text",
    [
        "La llaman {OTROS_SUJETO_ASISTENCIA|Rosario Mayor}.",
        "Vive con {FAMILIARES_SUJETO_ASISTENCIA|su padre, don Luis Rubio}.",
        "vive con su {FAMILIARES_SUJETO_ASISTENCIA|madre marta gil}",
        "Usuario {ID_EMPLEO_PERSONAL_SANITARIO|mblanco04} de {NOMBRE_PERSONAL_SANITARIO|Marta Blanco}",
        "Tel. {NUMERO_TELEFONO|915 tres cuatro dos uno cero siete}",
        "Tel. {NUMERO_TELEFONO|nueve uno cinco, treinta y cuatro, veintiuno, cero siete}",
        "{NOMBRE_SUJETO_ASISTENCIA|don Luis Rubio} y {NOMBRE_SUJETO_ASISTENCIA|ana caballero}",
        "{FAMILIARES_SUJETO_ASISTENCIA|Luis Nieto Primo} y su {FAMILIARES_SUJETO_ASISTENCIA|hijo Domingo}",
        "{CALLE|Calle Principal 312}, {TERRITORIO|Las palmas}, {TERRITORIO|S2000DSR}",
        "{HOSPITAL|Hospital Virgen de la Salud}, {INSTITUCION|Instituto Nacional de la Salud}",
    ],
)
def test_names_that_are_words_get_surrogates_in_which_nothing_of_them_is_left(marked, tagset, text):
    doc = marked(text)
    released = Releaser([doc], load_policy("research"), tagset, SECRET).release(doc)
    assert not any(remark.kind is RemarkKind.TAGGED for remark in released.remarks), released.text
    for one in released.replacements:
        own = doc.text[one.place.start : one.place.end]
        assert not survivals(own, one.instead, tagset[one.place.phi_class].kind), one.instead


def test_relatives_that_a_policy_keeps_leave_without_their_names(marked, tagset):
    doc = marked("Vive con su {FAMILIARES_SUJETO_ASISTENCIA|hermana mayor, Rosario Mayor}.")
    policy = load_policy("research")
    policy = replace(policy, kinds={**policy.kinds, "relative": Treatment(Way.KEEP)})
    text = Releaser([doc], policy, tagset, SECRET).release(doc).text
    assert text.startswith("Vive con su hermana mayor, ") and "Rosario" not in text and text.count("ayor") == 1
    tagging = replace(policy, default=Treatment(Way.TAG))
    assert "hermana mayor, [**FAMILIARES" in Releaser([doc], tagging, tagset, SECRET).release(doc).text


def test_what_cannot_be_drawn_otherwise_becomes_a_class_tag(marked, tagset, monkeypatch):
    monkeypatch.setattr(Surrogates, "of", lambda *_: "Pedro Mayor")
    doc = marked("Paciente: {NOMBRE_SUJETO_ASISTENCIA|Rosario Mayor}.")
    released = Releaser([doc], load_policy("research"), tagset, SECRET).release(doc)
    assert "[**NOMBRE 1**]" in released.text
    assert [remark.kind for remark in released.remarks] == [RemarkKind.TAGGED]


def test_a_surrogate_of_ones_own_that_keeps_a_word_is_not_taken(marked, tagset):
    doc = marked("Paciente: {NOMBRE_SUJETO_ASISTENCIA|Rosario Mayor}.")
    own = {("report:a", "NOMBRE_SUJETO_ASISTENCIA", "rosario mayor"): "Elena Mayor"}
    released = Releaser([doc], load_policy("research"), tagset, SECRET, remembered=own).release(doc)
    assert "Mayor" not in released.text and "[**" not in released.text


def test_the_number_of_a_class_tag_is_left_out_where_it_is_what_was_marked(marked, tagset):
    ids = "".join(f"{{OTRO_NUMERO_IDENTIF|{number}}} " for number in range(900, 999))
    doc = marked(f"{ids}{{OTRO_NUMERO_IDENTIF|100}}")
    text = Releaser([doc], load_policy("meddocan-tags"), tagset, SECRET).release(doc).text
    assert text.endswith("[**OTRO_NUMERO_IDENTIF**]") and "[**OTRO_NUMERO_IDENTIF 99**]" in text


def test_a_release_in_which_something_survives_is_refused_with_its_place(marked, tagset, monkeypatch):
    monkeypatch.setattr(released_module._Entities, "tag", lambda *_, **__: "[**Mayor**]")
    doc = marked("Informe\nPaciente: {NOMBRE_SUJETO_ASISTENCIA|Rosario Mayor}.", "carta")
    with pytest.raises(MarkedTextSurvivesError) as refused:
        Releaser([doc], load_policy("meddocan-tags"), tagset, SECRET).release(doc)
    assert refused.value.params == {"report": "carta", "line": 2, "phi_class": "NOMBRE_SUJETO_ASISTENCIA"}
    assert "Rosario" not in str(refused.value) and "Mayor" not in refused.value.what("es")


def test_a_word_of_one_line_of_a_name_does_not_take_the_place_of_another(tagset, monkeypatch):
    """A name over two lines is one mention."""
    doc = Document("a", "Luis\nRubio", (Span(0, 10, "NOMBRE_SUJETO_ASISTENCIA", ((4, 5),)),))
    swapped = {"Luis": "Rubio", "Rubio": "Luis"}
    monkeypatch.setattr(Surrogates, "of", lambda self, doc, place, turn=0: swapped[doc.text[place.start : place.end]])
    assert Releaser([doc], load_policy("research"), tagset, SECRET).release(doc).text == "[**NOMBRE**]\n[**NOMBRE**]"
