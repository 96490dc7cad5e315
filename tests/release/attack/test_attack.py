"""Who can be told in a release: by names in any spelling, by what fits few people, by distances between dates."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.formats.people_table import PersonRow
from deid_studio.formats.released_folder import ReleasedFolder, ReleasedReport, ReleasedText
from deid_studio.model.document import Document
from deid_studio.model.ontology import meaning_in
from deid_studio.model.patient_fields import FieldKind, FieldValue
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.people import name_index
from deid_studio.people.person import Sex
from deid_studio.release.attack.attack import attack
from deid_studio.release.attack.compatible import People, fits
from deid_studio.release.attack.direct_linkage import HitKind, Worth
from deid_studio.release.attack.intervals import IntervalIndex, aligned
from deid_studio.release.attack.known_people import KnownPerson, known_people
from deid_studio.release.attack.quasi_identifiers import SHIFT, Fact, Readable, ReadPlace, Relaxation, read_facts
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.surrogates import Surrogates

TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
TODAY = date(2020, 1, 1)


def meaning_of(phi_class):
    return meaning_in(TAGSET, phi_class)


def person(id, sex="", dates=(), **fields):
    values = [FieldValue(FieldKind[kind.upper()], text) for kind, text in fields.items()]
    return PersonRow(id, dict.fromkeys(values), sex, list(dates))


def release(*reports, certificate=None, **more):
    """A folder of reports, each a text or a document."""
    made = []
    for number, one in enumerate(reports):
        doc = Document(f"r{number}", one) if isinstance(one, str) else one
        texts = (ReleasedText(f"{doc.id}.txt", doc.text, doc.spans),)
        made.append(ReleasedReport(doc.id, texts, more.get("beside", ())))
    return ReleasedFolder(tuple(made), certificate=certificate or {})


def attacked(*reports, people, **more):
    truth, least = more.pop("truth", None), more.pop("least_k", 5)
    return attack(release(*reports, **more), known_people(people), meaning_of, truth, least, today=TODAY)


NURIA = person(
    "n", given_name="Nuria", surname="Belmonte Carrascosa", identifier="48392011K", phone="612345678",
    email="nuria.belmonte@correo.es", address="Calle del Pez, 14", episode="77441",
)  # fmt: skip
OTHERS = [
    person("b", given_name="Berta", surname="Olmedilla Rojo", phone="698765432"),
    person("c", given_name="Ciro", surname="García Pérez"),
    person("d", given_name="Delia", surname="García Pérez"),
]
SURROGATES = {
    "replaced": [{"class": name, "way": "surrogate", "count": 1} for name in ("NOMBRE_SUJETO_ASISTENCIA", "FECHAS",
                                                                             "EDAD_SUJETO_ASISTENCIA", "CALLE")]
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Vino Nuria Belmonte Carrascosa ayer.", HitKind.NAME),
        ("Paciente: BELMONTE CARRASCOSA, NURIA", HitKind.NAME),
        ("Hablamos con nuria belmonte por la tarde.", HitKind.NAME),
        ("Avisa N. Belmonte de su dolor.", HitKind.NAME),
        ("La paciente Nuria Belmnote Carrascosa acude.", HitKind.NAME),
        ("La paciente Nuria Bel monte acude.", HitKind.NAME),
        ("La paciente BelmonteCarrascosa acude.", HitKind.NAME),
        ("Nombre: Nuria.\nApellidos: Belmonte Carrascosa.\n", HitKind.NAME),
        ("La Sra. Belmonte vuelve.", HitKind.NAME),
        ("DNI 48.392.011-K", HitKind.IDENTIFIER),
        ("Avisar al (+34) 612 34 56 78.", HitKind.PHONE),
        ("Escribe desde Nuria.Belmonte @correo.es", HitKind.EMAIL),
        ("Vive en C/ del Pez, nº 14.", HitKind.ADDRESS),
        ("Episodio: 77441", HitKind.EPISODE),
    ],
)
def test_what_is_somebodys_is_found_in_any_spelling(text, kind):
    found = attacked(f"Primera línea.\n{text}", people=[NURIA, *OTHERS])
    (report,) = found.reports
    assert report.linked == ("n",) and report.k == 1 and not found.holds
    assert any(hit.kind is kind and hit.worth is Worth.CERTAIN and hit.line > 1 for hit in report.hits)


@pytest.mark.parametrize(
    "text",
    [
        "Nuria mejora.", "Nuria Belmonte Estrada acude.", "Belmonte del Tajo", "Estrada Belmonte, Julia",
        "Vive en la calle del Pez.", "Leucocitos 77441", "Apellidos: Carrascosa Belmonte.",
        "Nombre: Julia.\nApellidos: Belmonte Carrascosa.\n", "Enfermedad de Belmonte.", "Tel. 612 34 56 70",
    ],
)  # fmt: skip
def test_what_is_somebody_elses_or_anybodys_links_nobody(text):
    (report,) = attacked(text, people=[NURIA, *OTHERS]).reports
    assert not report.linked


def test_a_name_of_two_people_leaves_two():
    (report,) = attacked("La paciente García Pérez acude.", people=[NURIA, *OTHERS]).reports
    assert not report.linked and report.k == 2
    assert [hit.worth for hit in report.hits] == [Worth.SEVERAL]


def test_a_misspelt_name_is_not_one_that_is_another_name():
    people = [person("f", given_name="Ana", surname="Fernández Olmo")]
    assert not attacked("La paciente Ana Hernández acude.", people=people).reports[0].linked


def test_a_surrogate_that_happens_to_be_somebodys_name_is_told_apart_and_links_only_who_believes_it(marked):
    doc = marked("Acude {NOMBRE_SUJETO_ASISTENCIA|Nuria Belmonte Carrascosa}.")
    found = attacked(doc, people=[NURIA, *OTHERS], certificate=SURROGATES, truth={"a": "b"})
    (report,) = found.reports
    assert report.hits[0].worth is Worth.SURROGATE and not report.linked and report.k == 4
    assert report.naive_guess == "n"
    assert (found.naive.links, found.naive.correct, found.naive.precision) == (1, 0, 0.0)
    assert found.certain.links == 0 and found.true_among == 1
    # Without a certificate nobody knows that it is one.
    assert attacked(doc, people=[NURIA, *OTHERS]).reports[0].linked == ("n",)


def test_a_number_of_eight_digits_is_no_chance_even_where_surrogates_stand(marked):
    certificate = {"replaced": [{"class": "ID_SUJETO_ASISTENCIA", "way": "surrogate", "count": 1}]}
    doc = marked("DNI {ID_SUJETO_ASISTENCIA|48392011K}")
    assert attacked(doc, people=[NURIA, *OTHERS], certificate=certificate).reports[0].linked == ("n",)


def test_staff_and_streets_called_after_people_link_nobody(marked):
    doc = marked("{NOMBRE_PERSONAL_SANITARIO|Nuria Belmonte}, {CALLE|calle Nuria Belmonte}")
    assert not attacked(doc, people=[NURIA, *OTHERS]).reports[0].linked


def test_released_surrogates_link_nobody(marked):
    doc = marked(
        "Nombre: {NOMBRE_SUJETO_ASISTENCIA|Nuria Belmonte Carrascosa}. DNI {ID_SUJETO_ASISTENCIA|48392011K}."
        " Tel. {NUMERO_TELEFONO|612345678}. {CALLE|Calle del Pez, 14}. {CORREO_ELECTRONICO|nuria.belmonte@correo.es}"
    )
    out = Releaser([doc], load_policy("research"), TAGSET, b"s" * 32).release(doc)
    ways = {(one.place.phi_class, one.way.value) for one in out.replacements}
    certificate = {"replaced": [{"class": phi_class, "way": way} for phi_class, way in ways]}
    found = attacked(Document("a", out.text, out.spans), people=[NURIA, *OTHERS], certificate=certificate)
    assert not found.linked and found.smallest_k == 4


def test_names_of_files_and_what_lies_beside_the_text_are_attacked(marked):
    named = Document("belmonte_carrascosa_nuria", "Texto.")
    (report,) = attacked(named, people=[NURIA, *OTHERS]).reports
    assert report.linked == ("n",) and report.hits[0].line == 0
    author = (ReleasedText("r0.docx", "Author: Nuria Belmonte"),)
    (report,) = attacked("Texto.", people=[NURIA, *OTHERS], beside=author).reports
    assert report.linked == ("n",) and report.hits[0].file == "r0.docx"


# --- what fits whom ------------------------------------------------------------------------------------------

TOWN = [
    person("1", sex="M", birth_date="03/05/1950", town="Getafe", postal_code="28901"),
    person("2", sex="M", birth_date="11/10/1950", town="Getafe", postal_code="28902"),
    person("3", sex="H", birth_date="20/02/1951", town="Getafe", postal_code="28901"),
    person("4", sex="M", birth_date="20/02/1980", town="Lugo"),
    person("5"),
]


@pytest.mark.parametrize(
    ("text", "k"),
    [
        ("Sin nada.", 5),
        ("Sexo: {SEXO_SUJETO_ASISTENCIA|mujer}", 4),
        ("Localidad: {TERRITORIO|Getafe}", 4),
        ("CP: {TERRITORIO|28901}", 3),
        ("Provincia: {TERRITORIO|Madrid}", 4),
        ("Localidad: {TERRITORIO|Getafe}. Sexo: {SEXO_SUJETO_ASISTENCIA|varón}", 2),
        ("Atendida en {TERRITORIO|Lugo} y {TERRITORIO|Getafe}", 5),
        ("Edad: {EDAD_SUJETO_ASISTENCIA|39 años}, {FECHAS|01/12/2019}", 2),
        ("Edad: {EDAD_SUJETO_ASISTENCIA|65-69 años}, {FECHAS|2019}", 4),
        ("Nacida el {FECHAS|3 de mayo de 1950}", 2),
        ("Fecha de nacimiento: {FECHAS|1950}", 3),
        ("Edad: {EDAD_SUJETO_ASISTENCIA|[**EDAD**]}", 5),
        ("Mujer de 39 años ingresada el 01/12/2019.", 2),
        ("Localidad: {TERRITORIO|Soria}. Sexo: {SEXO_SUJETO_ASISTENCIA|varón}", 1),
    ],
)
def test_k_is_how_many_people_fit(marked, text, k):
    (report,) = attacked(marked(text), people=TOWN).reports
    assert report.k == report.k_naive == k


@pytest.mark.parametrize(("other", "k"), [("H", 2), ("F", 1), ("", 3)])
def test_an_m_is_whose_the_other_letters_say(marked, other, k):
    people = [person("1", sex="mujer"), person("2", sex="mujer"), person("3", sex="hombre")]
    others = [marked(f"{{SEXO_SUJETO_ASISTENCIA|{other}}}", id="b")] if other else []
    assert attacked(marked("Sexo: {SEXO_SUJETO_ASISTENCIA|M}"), *others, people=people).reports[0].k == k


def test_nobody_fits_who_is_led_astray(marked):
    found = attacked(marked("Nacida el {FECHAS|1/1/1999}. Localidad: {TERRITORIO|Soria}"), people=TOWN[:4])
    assert found.reports[0].k == 0 and found.smallest_k is None and found.holds
    assert found.distribution() == [1, 0, 0, 0, 0] and found.mean_risk == 0


def test_figures_and_advice(marked):
    people = [person(str(n), birth_date=f"1/7/{1940 + n}", town="Getafe") for n in range(20)]
    text = "Edad: {EDAD_SUJETO_ASISTENCIA|62 años}, {FECHAS|2015}"
    found = attacked(marked(text), marked("Nada.", id="b"), people=people, truth={"a": "12", "b": "3"})
    first, second = found.reports
    assert (first.k, second.k) == (3, 20)
    assert found.smallest_k == 3 and found.below == 1 and not found.holds
    assert found.mean_risk == pytest.approx((1 / 3 + 1 / 20) / 2)
    assert found.advice[Relaxation.AGE_BAND] == 1 and Relaxation.NO_SEX not in found.advice
    assert first.true_fits and found.informed.links == 0
    assert attack(release(marked(text)), known_people(people), meaning_of, least_k=3, today=TODAY).holds


def test_of_surrogates_only_what_they_keep_is_believed(marked):
    age = "{EDAD_SUJETO_ASISTENCIA|40 años}"
    doc = marked(f"Edad: {age}. Ingreso: {{FECHAS|10/03/2012}}. {{SEXO_SUJETO_ASISTENCIA|Mujer}}.")
    exact = read_facts(doc, meaning_of, today=TODAY)
    careful = read_facts(doc, meaning_of, frozenset(SURROGATES["replaced"][n]["class"] for n in (1, 2)), TODAY)
    assert exact.moments == {Moment(10, 3, 2012)} and not careful.moments
    assert exact.days == careful.days and exact.sex is careful.sex is Sex.FEMALE
    near, far = exact.born_between, careful.born_between
    assert far[1] - far[0] > near[1] - near[0] and exact.facts >= {Fact.AGE, Fact.DATES, Fact.SEX}


@given(st.binary(min_size=32, max_size=32), st.dates(date(1950, 1, 1), date(2020, 1, 1)))
def test_what_was_shifted_lies_where_the_attacker_looks(secret, day):
    text = day.strftime("%d/%m/%Y")
    days = -Surrogates([Document("a", text, (Span(0, 10, "FECHAS"),))], TAGSET, Draws(secret, "a")).dates.days
    assert SHIFT[0] <= days <= SHIFT[1]


PLACES = st.sampled_from(["getafe", "lugo", "madrid", "28901", "27001", "galicia", "villanada", "#28"])
MOMENTS = st.builds(Moment, st.just(None), st.one_of(st.none(), st.integers(1, 12)), st.integers(2014, 2016)) | (
    st.builds(Moment, st.integers(1, 28), st.integers(1, 2), st.just(2015))
)
KNOWN = st.builds(
    lambda sex, born, town, code, days: person(
        "x", sex=sex, dates=[f"{d}/1/2015" for d in days],
        **({"birth_date": born} if born else {}), **({"town": town} if town else {}),
        **({"postal_code": code} if code else {}),
    ),
    st.sampled_from(["", "H", "M", "varón"]), st.sampled_from(["", "3/5/1950", "1950", "20/2/1980"]),
    st.sampled_from(["", "Getafe", "Madrid", "Lugo", "Galicia", "Villanada"]), st.sampled_from(["", "28901", "27001"]),
    st.lists(st.integers(1, 28), max_size=3),
)  # fmt: skip
READABLES = st.builds(
    Readable,
    born=st.lists(st.sampled_from([(711000, 712000), (711980, 711980), (722000, 723000)]), max_size=2).map(tuple),
    age=st.none() | st.sampled_from([(60.0, 66.0), (30.0, 36.0)]),
    written=st.none() | st.just((735500, 735800)),
    sex=st.none() | st.sampled_from(Sex),
    places=st.frozensets(st.builds(ReadPlace, PLACES, st.booleans()), max_size=3),
    countries=st.frozensets(st.sampled_from(["espana", "francia"]), max_size=1),
    moments=st.frozensets(MOMENTS, max_size=3),
)


@given(st.lists(KNOWN, max_size=12), READABLES)
def test_k_equals_the_count_one_by_one(rows, readable):
    people = known_people(rows)
    mask = People(people).compatible(readable)
    assert mask.tolist() == [fits(one, readable) for one in people]


# --- distances between dates ---------------------------------------------------------------------------------


def test_shifted_dates_tell_who_has_their_distances(marked):
    people = [
        person("1", dates=["01/02/2015", "06/02/2015", "20/05/2015"]),
        person("2", dates=["01/02/2015", "07/02/2015", "20/05/2015"]),
        person("3", dates=["03/02/2015"]),
    ]
    doc = marked("Ingresa el {FECHAS|11/09/2012}, se opera el {FECHAS|16/09/2012} y vuelve el {FECHAS|28/12/2012}.")
    found = attacked(doc, people=people, certificate=SURROGATES)
    (report,) = found.reports
    assert report.k_intervals == 1 and report.guess == "1" and found.k_intervals() == [1]
    # Taken as they stand they lead astray.
    assert report.k_naive == 0


def test_a_date_of_birth_and_one_more_are_enough(marked):
    people = [person("1", birth_date="10/01/1960", dates=["15/02/2015"]), person("2", birth_date="11/01/1960")]
    day, born = date(2015, 2, 15) - timedelta(900), date(1960, 1, 10) - timedelta(900)
    doc = marked(f"Nacido el {{FECHAS|{born:%d/%m/%Y}}}. Ingresa el {{FECHAS|{day:%d/%m/%Y}}}.")
    found = attacked(doc, people=people, certificate=SURROGATES, least_k=2)
    assert found.reports[0].k_intervals == 1 and found.advice[Relaxation.NO_BIRTH] == 1


@given(
    st.lists(st.tuples(st.integers(0, 3), st.lists(st.integers(0, 12), max_size=4)), max_size=8),
    st.frozensets(st.integers(100, 112), max_size=6),
    st.booleans(),
)
def test_the_index_of_distances_finds_all_who_are_aligned(rows, days, born):
    people = [KnownPerson(str(at), born=(b, b) if b else None, days=tuple(sorted(set(own))))
              for at, (b, own) in enumerate(rows)]  # fmt: skip
    birth = frozenset(sorted(days)[:1]) if born else frozenset()
    expected = {at for at, one in enumerate(people) if aligned(one, days, birth)}
    assert IntervalIndex(people).matching(days, birth) == expected


def test_reports_with_the_same_surrogate_go_together(marked):
    docs = [
        marked("{NOMBRE_SUJETO_ASISTENCIA|Ana Olmo Gil}. {FECHAS|01/02/2012}", id="1"),
        marked("Olmo. {NOMBRE_SUJETO_ASISTENCIA|Olmo Gil, Ana}. {FECHAS|06/02/2012}", id="2"),
        marked("{NOMBRE_SUJETO_ASISTENCIA|Eva Rey Sanz}. {NOMBRE_PERSONAL_SANITARIO|Ana Olmo Gil}", id="3"),
        marked("{NOMBRE_SUJETO_ASISTENCIA|[**NOMBRE 1**]}", id="4"),
        marked("{NOMBRE_SUJETO_ASISTENCIA|[**NOMBRE 1**]}", id="5"),
    ]
    people = [person("p", dates=["01/02/2015", "06/02/2015"]), person("q", dates=["01/02/2015", "07/02/2015"])]
    found = attacked(*docs, people=people, certificate=SURROGATES)
    assert found.sizes() == {1: 3, 2: 1}
    # Neither report tells a distance; together they do.
    assert [one.k_intervals for one in found.reports[:3]] == [1, 1, None]


# --- long lists ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_of_thousands_of_people_few_are_looked_at_closely(monkeypatch, marked):
    names = "Ana Eva Luis Juan Rosa Inés Raúl Hugo Noa Leo".split()
    stems = [a + b for a in "Bar Cor Dal Fer Gal Lam Mor Nar Pal Sal".split() for b in
             "bado mez nudo rales seda tigo vera ximo zales rraga".split()]  # fmt: skip
    people = known_people(
        person(str(n), given_name=names[n % 10], surname=f"{stems[n // 10 % 100]} {stems[n // 1000]}",
               birth_date=f"{n % 28 + 1}/{n % 12 + 1}/{1930 + n % 80}")
        for n in range(2_000)
    )  # fmt: skip
    judged = []
    original = name_index.find_names
    monkeypatch.setattr(name_index, "find_names", lambda *args: judged.append(1) or original(*args))
    texts = [f"Acude {names[n]} {stems[n]} {stems[0]} por dolor. Ana mejora; {stems[n]} no." for n in range(10)]
    found = attack(release(*texts), people, meaning_of, today=TODAY)
    assert all(one.linked for one in found.reports)
    assert len(judged) < 50
