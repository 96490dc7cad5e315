"""Releasing one report: the ways, and what holds for any document under any policy."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.formats.brat import parse_ann
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet, load_tagset
from deid_studio.people.folding import fold
from deid_studio.release.facts import facts_in
from deid_studio.release.outputs import ann_bytes
from deid_studio.release.policy import Generalisation, Policy, Scope, Treatment, Way, shipped_policies
from deid_studio.release.released import Releaser, RemarkKind
from deid_studio.release.surrogates.lengths import tells_no_date
from deid_studio.release.surrogates.moved_dates import TOP_AGE

SECRET = b"s" * 32
TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
LETTER = (
    "Nombre: {NOMBRE_SUJETO_ASISTENCIA|Ana}\nApellidos: {NOMBRE_SUJETO_ASISTENCIA|Soler Vidal}\n"
    "Servicio: Cardiología\nF. nacimiento: {FECHAS|12/03/1950}\nCP: {TERRITORIO|28801}\n"
    "Localidad: {TERRITORIO|Alcalá de Henares}\n"
    "Paciente de {EDAD_SUJETO_ASISTENCIA|65 años} que ingresa el {FECHAS|14 de abril de 2015} y es dada de alta el"
    " {FECHAS|20/04/2015}. Su {FAMILIARES_SUJETO_ASISTENCIA|hermana} llama. La Sra. {NOMBRE_SUJETO_ASISTENCIA|Soler}"
    " mejora con el tratamiento que se le dio durante el ingreso en la planta.\n"
    "Dr. {NOMBRE_PERSONAL_SANITARIO|J. Vidal}\n"
)


def release(doc, policy, secret=SECRET, **more):
    return Releaser([doc], policy, TAGSET, secret, **more).release(doc)


def all_by(way, **options):
    return Policy("p", default=Treatment(way, **options))


def test_a_mask_is_as_long_as_what_it_covers_or_as_long_as_said(marked):
    doc = marked("Sra. {NOMBRE_SUJETO_ASISTENCIA|Ana Soler}.")
    assert release(doc, all_by(Way.MASK)).text == "Sra. ███ █████."
    assert release(doc, all_by(Way.MASK, length=4)).text == "Sra. ████."


def test_class_tags_number_the_things(marked):
    doc = marked("{NOMBRE_SUJETO_ASISTENCIA|Ana} {FECHAS|2015} {NOMBRE_PERSONAL_SANITARIO|Eva}"
                 " {NOMBRE_SUJETO_ASISTENCIA|ANA}")  # fmt: skip
    assert release(doc, all_by(Way.TAG)).text == "[**NOMBRE 1**] [**FECHAS 1**] [**NOMBRE 2**] [**NOMBRE 1**]"
    assert release(doc, all_by(Way.TAG, numbered=False)).text.count("[**NOMBRE**]") == 3


def test_keep_and_remove(marked):
    doc = marked("a {FECHAS|2015} b")
    kept, gone = release(doc, all_by(Way.KEEP)), release(doc, all_by(Way.REMOVE))
    assert kept.text == doc.text and kept.spans == doc.spans
    assert gone.text == "a  b" and gone.spans == ()


@pytest.mark.parametrize(
    ("options", "text", "phi_class", "made"),
    [
        ({"to": Generalisation.YEAR}, "12/03/2015", "FECHAS", "2015"),
        ({"to": Generalisation.MONTH}, "12/03/2015", "FECHAS", "marzo de 2015"),
        ({"to": Generalisation.AGE_BAND, "width": 10}, "67 años", "EDAD_SUJETO_ASISTENCIA", "60-69 años"),
        ({"to": Generalisation.AGE_BAND}, "93 años", "EDAD_SUJETO_ASISTENCIA", "90+ años"),
        ({"to": Generalisation.AGE_TOP}, "93 años", "EDAD_SUJETO_ASISTENCIA", "90+ años"),
        ({"to": Generalisation.AGE_TOP}, "89 años", "EDAD_SUJETO_ASISTENCIA", "89 años"),
        ({"to": Generalisation.PROVINCE}, "28801", "TERRITORIO", "Madrid"),
        ({"to": Generalisation.PROVINCE}, "Getafe", "TERRITORIO", "Madrid"),
        ({"to": Generalisation.PROVINCE, "inhabitants": 100_000}, "Getafe", "TERRITORIO", "Getafe"),
        ({"to": Generalisation.PROVINCE}, "Villarriba", "TERRITORIO", "[**TERRITORIO 1**]"),
        ({"to": Generalisation.YEAR}, "marzo", "FECHAS", "[**FECHAS 1**]"),
    ],
)
def test_generalising(marked, options, text, phi_class, made):
    assert release(marked(f"{{{phi_class}|{text}}}"), all_by(Way.GENERALISE, **options)).text == made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("{SITIO|41010} {SITIO|Sevilla}", "41XXX Sevilla"), ("{SITIO|31008} {SITIO|PAMPLONA}", "31XXX NAVARRA"),
        ("{SITIO|41010}, {SITIO|Écija}", "41XXX, Sevilla"), ("{SITIO|41010}", "Sevilla"),
        ("{SITIO|41010 Écija}", "Sevilla"), ("{SITIO|28001} {SITIO|Toledo}", "Madrid Toledo"),
        ("{SITIO|41010}\n{SITIO|Sevilla}", "Sevilla\nSevilla"),
    ],
)  # fmt: skip
def test_a_province_is_not_said_twice(marked, text, made):
    sites = TagSet("own", "1", (PhiClass("SITIO", {}, kind="place"),))
    doc, policy = marked(text), all_by(Way.GENERALISE, to=Generalisation.PROVINCE)
    assert Releaser([doc], policy, sites, SECRET).release(doc).text == made


def test_codes_are_the_same_for_the_same_and_say_nothing(marked):
    doc = marked("{NOMBRE_SUJETO_ASISTENCIA|Ana} {NOMBRE_SUJETO_ASISTENCIA|ANA} {NOMBRE_SUJETO_ASISTENCIA|Eva}")
    first, again, other = release(doc, all_by(Way.CODE)).text.split()
    assert first == again != other
    assert release(doc, all_by(Way.CODE), b"t" * 32).text.split()[0] != first


OWN = TagSet(
    "own", "1",
    (PhiClass("PACIENTE", {}, kind="person", role="patient"), PhiClass("MEDICO", {}, kind="person", role="staff"),
     PhiClass("HISTORIA", {}, kind="number"), PhiClass("TELEFONO", {}, kind="phone")),
)  # fmt: skip


@pytest.mark.parametrize("way", [Way.CODE, Way.TAG])
def test_codes_and_numbers_of_tags_are_of_things_and_people_not_of_texts(marked, way):
    doc = marked(
        "{HISTORIA|00482913} {HISTORIA|482913} {TELEFONO|622 410 775} {TELEFONO|+34 622410775} {TELEFONO|622410776}\n"
        "{PACIENTE|PARKINSON VEGA, EDUARDO} / {PACIENTE|Parkinson} / {PACIENTE|Eduardo} / {MEDICO|I. Bueno} /"
        " {MEDICO|Dra. Izaskun Bueno}"
    )
    made = [one.instead for one in Releaser([doc], all_by(way), OWN, SECRET).release(doc).replacements]
    history, again, phone, international, other, whole, surname, given, initial, doctor = made
    assert history == again and phone == international != other
    assert whole == surname == given and initial == doctor != whole


def test_header_and_footer_are_cut_and_the_service_stays(marked):
    policy = Policy("p", trim=frozenset(("header", "footer")), default=Treatment(Way.TAG))
    text = release(marked(LETTER), policy).text
    assert "Servicio: Cardiología" in text and "mejora" in text
    assert "Apellidos" not in text and "28801" not in text


def test_dates_move_together_and_the_age_agrees(marked):
    research = next(one for one in shipped_policies() if one.name == "research")
    from deid_studio.release.surrogates.date_reading import read_date
    from deid_studio.release.surrogates.dates import Moment

    doc = marked(LETTER)
    made = release(doc, research)
    days = [read_date(r.instead).on(Moment()) for r in made.replacements if r.place.phi_class == "FECHAS"]
    assert (days[2] - days[1]).days == 6
    born, came = days[0], days[1]
    age = next(r.instead for r in made.replacements if r.place.phi_class == "EDAD_SUJETO_ASISTENCIA")
    assert age == "65 años"
    assert came.year - born.year - ((came.month, came.day) < (born.month, born.day)) == 65


def test_one_person_is_one_in_all_the_reports_of_a_patient(marked):
    research = next(one for one in shipped_policies() if one.name == "research")
    docs = [marked("Sra. {NOMBRE_SUJETO_ASISTENCIA|Ana Soler}, {FECHAS|12/03/2015}", "a"),
            marked("{NOMBRE_SUJETO_ASISTENCIA|Soler} vuelve el {FECHAS|15/03/2015}", "b")]  # fmt: skip
    together = Releaser(docs, research, TAGSET, SECRET, patients={"a": "1", "b": "1"})
    one, other = (together.release(doc) for doc in docs)
    assert one.replacements[0].instead.split()[1] == other.replacements[0].instead
    apart = Releaser(docs, research, TAGSET, SECRET)
    one, other = (apart.release(doc) for doc in docs)
    assert one.replacements[0].instead.split()[1] != other.replacements[0].instead


def test_a_persons_own_surrogate_comes_first(marked):
    research = next(one for one in shipped_policies() if one.name == "research")
    doc = marked("{HOSPITAL|Hospital de la Fe}")
    remembered = {("report:a", "HOSPITAL", fold("Hospital de la Fe")): "Hospital Norte"}
    assert release(doc, research, remembered=remembered).text == "Hospital Norte"


POLICIES = [
    *shipped_policies(),
    *(all_by(way) for way in Way),
    Policy("cut", trim=frozenset(("header", "footer")), scope=Scope.PROJECT),
]


@st.composite
def documents(draw):
    pieces = draw(st.lists(st.sampled_from((
        "Ana", "GARCÍA", "Soler-Vidal", " ", "\n", "\r\n", "🙂", "é", "12/03/2015", "28801", "Getafe", "65 años", ",",
        "J. G.", "612 345 678", "a@b.es", "Hospital La Fe", "madre", "varón", "\ufeff", "\u2028", "C/ Mayor 3", "4X",
    )), min_size=1, max_size=14))  # fmt: skip
    text = "".join(pieces)
    edges = [0]
    for piece in pieces:
        edges.append(edges[-1] + len(piece))
    classes = [one.name for one in TAGSET]
    spans = []
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.sampled_from(edges[:-1]))
        end = draw(st.sampled_from([edge for edge in edges if edge > start]))
        inner = [edge for edge in edges if start < edge < end]
        gaps = ()
        if len(inner) >= 2 and draw(st.booleans()):
            gaps = ((inner[0], inner[-1]),)
        spans.append(Span(start, end, draw(st.sampled_from(classes)), gaps))
    return Document("a", text, tuple(sorted(set(spans))))


@settings(max_examples=150)
@given(documents(), st.sampled_from(POLICIES))
def test_any_document_under_any_policy_is_whole_and_its_brat_is_valid(doc, policy):
    made = release(doc, policy)
    at = 0
    for change in made.rewriting.changes:
        before = made.rewriting.new_offset(at)
        assert made.text[before : change.start] == doc.text[at : change.place.start]
        at = change.place.end
    assert made.text.endswith(doc.text[at:])
    again = parse_ann(ann_bytes(made), made.text, Path("a.ann"))
    assert {span.phi_class for span in again.spans} <= {span.phi_class for span in doc.spans}
    for span in again.spans:
        assert span.text(made.text)
    assert release(doc, policy).text == made.text


@settings(max_examples=80)
@given(documents())
def test_surrogates_are_never_what_they_replace(doc):
    """But for what tells what happened."""
    research = next(one for one in POLICIES if one.name == "research")
    for replacement in release(doc, research).replacements:
        own = doc.text[replacement.place.start : replacement.place.end]
        kind = TAGSET[replacement.place.phi_class].kind
        said = facts_in(own, kind)
        joins = said == frozenset() and kind == Kind.RELATIVE  # `e` between two of them, which names nobody
        said = said or (kind == Kind.DATE and tells_no_date(own, TOP_AGE))  # `65 años`
        others = {
            span.phi_class
            for span in doc.spans
            if span.start < replacement.place.end and replacement.place.start < span.end
        }
        if any(c.isalnum() for c in own) and ((not said and not joins) or len(others) > 1):
            assert fold(replacement.instead.strip()) != fold(own.strip())


def test_names_that_a_scanner_misread_are_whole_words_and_one_persons(marked):
    doc = marked(
        "Nombre: {NOMBRE_SUJETO_ASISTENCIA|Te0fila Bel1ido  Casti1lo}\nCP: {TERRITORIO|28O13}\n"
        "Derivada del {HOSPITAL|H0SPITAL LA L0MA} el {FECHAS|l4/O6/2O22}.\n{NOMBRE_SUJETO_ASISTENCIA|Teofila} mejora."
    )
    whole, postal, centre, day, given = (one.instead for one in release(doc, all_by(Way.SURROGATE)).replacements)
    assert regex.fullmatch(r"\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+  \p{Lu}\p{Ll}+", whole) and whole.split()[0] == given
    assert regex.fullmatch(r"\d{5}", postal)
    assert regex.fullmatch(r"HOSPITAL(?: \p{L}+)+", centre)
    assert regex.fullmatch(r"\d\d/\d\d/\d{4}", day)


def test_a_misread_date_is_told_by_its_class_and_a_misread_fact_stays(marked):
    made = release(
        marked("Alta el {FECHAS|1S/O6/2O22}. Su {FAMILIARES_SUJETO_ASISTENCIA|abue1a}."), all_by(Way.SURROGATE)
    )
    assert made.text == "Alta el [**FECHAS 1**]. Su abuela."
    assert [one.kind for one in made.remarks] == [RemarkKind.TAGGED]


@pytest.mark.parametrize("own", ["Centro E1 Molino", "C1inica E1 Molino", "H0SP. DE LA VILLA"])
def test_a_misread_centre_leaves_no_letter_on_its_surrogate(marked, own):
    (made,) = (one.instead for one in release(marked(f"En {{HOSPITAL|{own}}}."), all_by(Way.SURROGATE)).replacements)
    assert not regex.search(r"\d|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}", made)
