"""Generalising: what is said less exactly, and that no year and no age of more than 89 survives safe-harbour."""

from __future__ import annotations

from datetime import date

import pytest
import regex
from hypothesis import assume, example, given
from hypothesis import strategies as st

from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.people.folding import fold
from deid_studio.people.number_words import in_words
from deid_studio.release.ages import UNITS, ages_in
from deid_studio.release.generalising import generalised
from deid_studio.release.policy import Generalisation, Treatment, Way, load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.report_year import ReportYear, report_year

TODAY = date(2026, 3, 1)
MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
YEAR, TOP = (Treatment(Way.GENERALISE, to=to) for to in (Generalisation.YEAR, Generalisation.AGE_TOP))
BAND = Treatment(Way.GENERALISE, to=Generalisation.AGE_BAND, width=10, top=80)


def released(tagset, *parts, policy="safe-harbour"):
    """A report of these parts as it leaves; a pair is marked by its class."""
    text, spans = "", []
    for part in parts:
        words, phi_class = part if isinstance(part, tuple) else (part, "")
        if phi_class:
            spans.append(Span(len(text), len(text) + len(words), phi_class))
        text += words
    doc = Document("r", text, tuple(spans))
    return Releaser([doc], load_policy(policy), tagset, b"s" * 32, today=TODAY).release(doc)


def written_years(day: date):
    """The same day in the forms in which clinicians write it."""
    d, m, y = day.day, day.month, day.year
    return [
        f"{d:02d}/{m:02d}/{y}", f"{d}-{m}-{y}", f"{d}.{m}.{y}", f"{y}-{m:02d}-{d:02d}",
        f"{d} de {MONTHS[m - 1]} de {y}", f"{d} {MONTHS[m - 1][:3]} {y}", f"{MONTHS[m - 1]} de {y}",
        f"{m:02d}/{y}", str(y), f"año {y}",
        f"{d:02d}{m:02d}{y}", f"{d} DE {MONTHS[m - 1].upper()} DE {y}", f"{y // 1000}.{y % 1000:03d}",
        f"{in_words(d)} de {MONTHS[m - 1]} de {in_words(y)}", in_words(y), f"{d:02d}/{m:02d}/{y % 100:02d}",
    ]  # fmt: skip


@given(
    born=st.dates(date(1900, 1, 1), date(1936, 12, 31)),
    seen=st.one_of(st.none(), st.dates(date(2012, 1, 1), date(2025, 12, 31))),
    form=st.integers(0, 15),
    cue=st.sampled_from(("Nacida el ", "Fecha de nacimiento: ", "F. Nac.: ", "Operada en ", "Vive desde ")),
)
@example(date(1926, 1, 1), None, 15, "Nacida el ")
def test_no_year_that_shows_an_age_over_89_survives_safe_harbour(tagset, born, seen, form, cue):
    written = written_years(born)[form]
    # Where nothing speaks of a birth, 25 is 2025.
    assume(form != 15 or "ac" in cue or born.year % 100 > TODAY.year % 100)
    parts = [cue, (written, "FECHAS"), ".\n"]
    if seen is not None:
        parts += ["Fecha: ", (seen.strftime("%d/%m/%Y"), "FECHAS"), ".\n"]
    oldest = (TODAY if seen is None else seen).year - 90
    text = released(tagset, *parts).text
    left = text.partition("Fecha: ")[0].replace(f"{oldest} o antes", "")
    assert all(int(year) > oldest for year in regex.findall(r"\d{3,}", left))
    if born.year <= oldest:
        assert fold(written) not in fold(left) and f"{born.year % 100:02d}" not in left


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("l5/O3/2O2l", "2021"),
        ("O2/l0/l948", "1948"),
        ("2Ol7", "2017"),
        ("O9/O5/l92O", "1931 o antes"),
        ("1S/03/2O21", "[**FECHAS 1**]"),
        ("15/03/1021", "[**FECHAS 1**]"),
        ("2B15", "[**FECHAS 1**]"),
        ("Feb 27", "[**FECHAS 1**]"),
        ("11/30", "[**FECHAS 1**]"),
        ("abuztuaren 28a", "[**FECHAS 1**]"),
        ("feb 1927", "1931 o antes"),
        ("feb 15", "2015"),
    ],
)
def test_only_a_year_that_is_read_for_certain_shows_an_age(tagset, written, left):
    made = released(tagset, "Hecho: ", (written, "FECHAS"), ". Informe: ", ("17/03/2O2l", "FECHAS"))
    assert made.text == f"Hecho: {left}. Informe: 2021"


def test_an_age_that_a_scanner_misread_is_one(tagset):
    made = released(tagset, "De ", ("9l años", "EDAD_SUJETO_ASISTENCIA"), ". Informe: ", ("17/03/2021", "FECHAS"))
    assert made.text.startswith("De 90+ años.")


@given(
    age=st.integers(90, 120),
    form=st.sampled_from((
        "{n} años", "{n}", "{n}a", "{n} a.", "{N} años", "de {N} años de edad", "entre 85 y {n} años", "{n}-{m} años",
        ">{n} años", "{n} años y 3 meses", "80 o {n} años", "{n} M", "{n} años (nacida en 1925)", "casi {N}",
    )),
)  # fmt: skip
def test_no_age_over_89_survives_safe_harbour_however_it_is_written(tagset, age, form):
    said = form.format(n=age, m=age + 1, N=in_words(age))
    text = released(tagset, "Mujer, ", (said, "EDAD_SUJETO_ASISTENCIA"), ".\n").text
    assert text in ("Mujer, 90+ años.\n", "Mujer, [**EDAD 1**].\n")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("89 años", "89 años"), ("ochenta y nueve años", "ochenta y nueve años"), ("8 meses", "8 meses"),
        ("93 días", "93 días"), ("38+4 semanas", "38+4 semanas"), ("más de 89 años", "90+ años"),
        ("89+", "90+ años"), ("nonagenaria", "90+ años"), ("1100 meses", "90+ años"), ("93 M", None),
        ("décima década", None), ("9 décadas", None), ("edad avanzada", None), ("45 (12/03/1980)", None),
        ("mayo de 1935", None),
        ("una mujer de 93 años", "90+ años"), ("3 de mayo", None), ("2.001", None), ("1 a 2 años", "1 a 2 años"),
    ],
)  # fmt: skip
def test_ages_below_ninety_stay_and_what_is_no_age_becomes_a_tag(text, left):
    assert generalised(text, TOP, ReportYear(2020)) == left


@pytest.mark.parametrize(
    "text",
    [
        "noranta-dos anys", "NORANTA-SET ANYS", "cent un anys", "noventa e catro anos", "XC años",
        "laurogeita hamabi urte", "ehun urte", "XCIV AÑOS", "noventayseis años", "noventaiocho", "91a8m", "93 A 2 M",
        "nonaxenaria", "nonagenària", "95 añitos", "noventa y tantos", "noventaypico años",
        "entre 88 y noranta-un anys", "XCII",
    ],
)  # fmt: skip
def test_ages_over_89_are_one_in_every_language_of_the_country(tagset, text):
    left = generalised(text, TOP, ReportYear(2020))
    assert left in ("90+ años", "90+ anys", "90+ urte")
    assert released(tagset, (text, "EDAD_SUJETO_ASISTENCIA"), policy="research").text == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("45A 3M", "40-49 años"), ("45 a 3 m", "40-49 años"), ("62a7m", "60-69 años"), ("5a 8m", "0-9 años"),
        ("cinquanta-dos anys", "50-59 anys"), ("vint-i-tres anys", "20-29 anys"), ("vinte e tres anos", "20-29 años"),
        ("hirurogeita bost urte", "60-69 urte"), ("veintipico", "20-29 años"), ("cuarentona", "40-49 años"),
        ("entre 45 y 55 años", "40-59 años"), ("12 años y 3 meses", "10-19 años"), ("LXXV años", "70-79 años"),
        ("cuarenta", "40-49 años"), ("3.ª edad", None), ("3ª edad", None), ("3a edad", None), ("2.º año de vida", None),
        ("3 días", None), ("11 meses", None), ("35 + 2 semanas", None), ("12d", None), ("33 M", None),
        ("1 mes y medio", None), ("144 meses", "10-19 años"), ("1100 meses", "80+ años"), ("3 dies", None),
        ("sexta década", "sexta década"), ("década de los 50", "década de los 50"), ("novena década", None),
        ("cuatro décadas", "cuatro décadas"), ("mayor de 65", None), ("65+", None), ("menos de 65 años", None),
        (">80 años", "80+ años"), ("29ª", "20-29 años"),
    ],
)  # fmt: skip
def test_a_band_holds_the_age_that_is_written(text, left):
    assert generalised(text, BAND, ReportYear(2020)) == left


@pytest.mark.parametrize(
    ("before", "text", "after", "band", "top"),
    [
        ("Edad: ", "55", " años.", "50-59", "55"), ("Dña., ", "88", " años", "80+", "88"),
        ("(", "47", "a)", "40-49", "47"),
        ("Gil, ", "33", "años", "30-39", "33"), ("", "93", " anys", "80+", "90+"), ("", "45", " a, HTA", "40-49", "45"),
        ("de ", "47", " a quien", "40-49 años", "47"), ("de ", "45", " a 50 años", "40-49 años", "45"),
        ("Cumple ", "31", " años", "entre 30 y 39", "31"), ("", "cuarenta y dos", "\naños", "40-49", "cuarenta y dos"),
        ("", "6", " meses", None, "6"), ("", "95", " meses", None, "95"), ("a los ", "3", " días", None, "3"),
        ("Edad en meses: ", "95", "", None, "95"), ("", "92", "+ años", "80", "90"),
        ("A ", "55", "-year-old", "50-59", "55"), ("", "45 años", " meses después", "40-49 años", "45 años"),
    ],
)  # fmt: skip
def test_a_unit_outside_of_the_mark_is_said_once(before, text, after, band, top):
    made = [generalised(text, to, ReportYear(2020), before=before, after=after) for to in (BAND, TOP)]
    assert made == [band, top]


def test_what_stands_behind_an_age_is_looked_at_in_a_report(tagset):
    age = ("55", "EDAD_SUJETO_ASISTENCIA")
    assert released(tagset, "Edad: ", age, " años.", policy="eu-anonymisation").text == "Edad: 50-59 años."
    made = released(tagset, "A los ", ("95", "EDAD_SUJETO_ASISTENCIA"), " días andaba.", policy="research")
    assert made.text == "A los 95 días andaba."


@pytest.mark.parametrize(
    ("text", "years"),
    [("entre 6 y 9 meses", (0.5, 0.75)), ("2 años y 6 meses", (2, 0.5)), ("centenario", (100,)),
     ("un año", (1,)), ("uno de 93 años", (1, 93)), ("2,5 años", (2.5,)), ("12/03/35", None), ("3a 6m", (3, 0.5)),
     ("3 a 6 meses", (0.25, 0.5)), ("sis mesos", (0.5,)), ("3.ª edad", None)],
)  # fmt: skip
def test_each_number_of_an_age_has_its_unit(text, years):
    assert ages_in(text) == years


SHORT_LIVES = (
    "{} hv", "{} ddv", "{} DV", "{} HV", "{} hs de vida", "{} hs", "{} hrs", "{} ddv.", "{}ddv", "{} h de vida",
    "{} h.v.", "{} d.v.", "{} d/v", "{} sdv", "{} dies de vida", "{} egun", "{} horitas", "{} minutos de vida",
    "{} min", "{} dv", "{} hores de vida", "{} días de vida",
)  # fmt: skip


@given(number=st.integers(1, 99), form=st.sampled_from(SHORT_LIVES), spoken=st.booleans())
def test_no_newborn_grows_years_old(tagset, number, form, spoken):
    said = form.format(in_words(number) if spoken and "{}d" not in form else number)
    for policy, stays in (("research", True), ("safe-harbour", True), ("eu-anonymisation", False)):
        made = released(tagset, "RN de ", (said, "EDAD_SUJETO_ASISTENCIA"), ", sano.", policy=policy).text
        assert made in (f"RN de {said}, sano.", "RN de [**EDAD 1**], sano.") and (stays or said not in made)


@given(number=st.integers(1, 99), unit=st.sampled_from(("hv", "ddv", "DV", "hs de vida", "hrs", "d.v.", "h de vida")))
def test_no_newborn_whose_unit_is_not_marked_grows_years_old(tagset, number, unit):
    for policy in ("research", "safe-harbour", "eu-anonymisation"):
        age = (str(number), "EDAD_SUJETO_ASISTENCIA")
        made = released(tagset, "RN de ", age, f" {unit}, sano.", policy=policy).text
        assert made in (f"RN de {number} {unit}, sano.", f"RN de [**EDAD 1**] {unit}, sano.")


@given(
    number=st.integers(1, 130),
    unit=st.text(alphabet="bcdfghjklmnpqrstvwxz", min_size=2, max_size=6).filter(lambda one: one not in UNITS | {"vs"}),
    spoken=st.booleans(),
)
def test_a_unit_that_is_not_known_is_never_read_as_years(tagset, number, unit, spoken):
    said = f"{in_words(number) if spoken else number} {unit}"
    for policy in ("research", "safe-harbour", "eu-anonymisation"):
        made = released(tagset, "De ", (said, "EDAD_SUJETO_ASISTENCIA"), ".", policy=policy).text
        assert made == "De [**EDAD 1**]." or (made == f"De {said}." and number < 90 and policy == "research")


@pytest.mark.parametrize("text", ["38+4", "38 + 4", "24+6/7", "38+4 sem", "40+0 SG"])
def test_weeks_of_gestation_are_no_years(text):
    assert generalised(text, TOP, ReportYear(2020)) == text
    assert generalised(text, BAND, ReportYear(2020)) is None


@pytest.mark.parametrize(("text", "left"), [("XCII", "90+ años"), ("LXXV", "LXXV"), ("XCII años", "90+ años")])
def test_an_age_in_roman_figures_is_one(tagset, text, left):
    assert released(tagset, (text, "EDAD_SUJETO_ASISTENCIA"), policy="research").text == left


@pytest.mark.parametrize(
    ("text", "of", "birth", "left"),
    [
        ("12/03/1925", 2019, True, "1929 o antes"), ("12/03/1930", 2019, True, "1930"),
        ("12/03/1929", 2019, True, "1929 o antes"), ("marzo de 2015", 2019, False, "2015"),
        ("12/03", 2019, False, None), ("1925-1931", 2019, False, None), ("12/03/25", 2019, False,
        "1929 o antes"), ("12/03/15", 2019, True, None),
        ("12/03/15", 2019, False, "2015"), ("12/03/50", 2019, True, "1950"), ("2015-03-12", 2019, True, "2015"),
        ("12/03/2020", 2019, False, "2020"), ("martes", 2019, False, None),
    ],
)  # fmt: skip
def test_of_dates_the_year_is_left_unless_it_shows_an_age(text, of, birth, left):
    assert generalised(text, YEAR, ReportYear(of), birth) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("2001-2010", "2001-2010"), ("2011 y 2013", "2011 y 2013"), ("años 2016-2018", "años 2016-2018"),
        ("entre 1990 y 1995", "entre 1990 y 1995"), ("1998-99", "1998-1999"),
        ("ENTRE 1990 Y 1995", "ENTRE 1990 Y 1995"),
        ("2010, 2011 y 2015", "2010, 2011 y 2015"), ("de 2001 a 2010", "de 2001 a 2010"),
        ("2O11 - 2O13", "2011 - 2013"),
        ("dos mil once y dos mil trece", "2011 y 2013"), ("2011 i 2013", "2011 i 2013"), ("desde 1990", "desde 1990"),
        ("antes de 1990", "antes de 1990"), ("año 2000", "año 2000"), ("des de l'any 2000", "des de l'any 2000"),
        ("del 3 de mayo de 2011 al 5 de junio de 2013", "2011 a 2013"), ("12/03/2011-14/05/2013", "2011-2013"),
        ("12/03/2011 y 14/05/2013", "2011 y 2013"), ("12/03/11, 14/05/12 y 3/2/13", "2011, 2012 y 2013"),
        ("entre mayo de 2011 y junio de 2013", "entre 2011 y 2013"), ("desde mayo de 2011", "desde 2011"),
        ("antes de mayo de 2011", "2011"), ("entre el 3/5/2011 y el 6/7/2011", "2011"),
        ("12 y 14 de marzo de 2015", "2015"),
        ("mayo 2011 / junio 2013", "2011, 2013"), ("2010 hasta la actualidad",) * 2, ("1925-1931", None),
        ("de 1920 a 2010", None), ("1920 y 1922", "1929 o antes"),
    ],
)  # fmt: skip
def test_of_several_years_each_is_left(text, left):
    assert generalised(text, YEAR, ReportYear(2019)) == left


@given(
    years=st.lists(st.integers(1935, 2018), min_size=2, max_size=4, unique=True).map(sorted),
    link=st.sampled_from(("-", " - ", "–", " y ", " a ", " al ", " hasta ", ", ", " i ", "/")),
    day=st.sampled_from(("", "{}", "mayo de {}", "3/5/{}", "3 de mayo de {}")),
)
def test_no_year_of_a_date_is_lost(years, link, day):
    years = years if link in (", ", " y ") else years[:2]
    assume(not (link == "/" and "/" in day))
    text = link.join((day or "{}").format(year) for year in years)
    left = generalised(text, YEAR, ReportYear(2019))
    assert left is not None and [int(year) for year in regex.findall(r"\d{4}", left)] == years
    assert not regex.search(r"(?<!\d)\d{1,3}(?!\d)", left)


@pytest.mark.parametrize(
    ("text", "left"),
    [("mayo de 2011", "mayo de 2011"), ("mayo de 2011 a junio de 2013", "2011 a 2013"),
     ("febrero y abril de 2002", "2002"), ("12/03/2011 y 14/05/2013", "2011 y 2013"), ("12/3/2011", "marzo de 2011")],
)  # fmt: skip
def test_months_of_several_dates_are_not_said_of_one(text, left):
    month = Treatment(Way.GENERALISE, to=Generalisation.MONTH)
    assert generalised(text, month, ReportYear(2019)) == left


@pytest.mark.parametrize(
    ("before", "text", "left"),
    [("Primer episodio en la ", "Navidad de 2009", "fecha de 2009"),
     ("por las ", "Navidades de 2009", "fechas de 2009"),
     ("en los ", "años 2016-2018", "años 2016-2018"), ("en el ", "2009", "2009"), ("la ", "3/5/2009", "fecha de 2009")],
)  # fmt: skip
def test_a_year_has_no_feminine_article(before, text, left):
    assert generalised(text, YEAR, ReportYear(2019), before=before) == left


def test_a_report_is_of_the_year_of_its_latest_full_date_that_is_no_birth(tagset):
    def year(*parts):
        text, spans = "", []
        for part in parts:
            words, phi_class = part if isinstance(part, tuple) else (part, "")
            if phi_class:
                spans.append(Span(len(text), len(text) + len(words), phi_class))
            text += words
        return report_year(Document("r", text, tuple(spans)), lambda name: tagset[name].kind, 2026)

    assert year("Alta ", ("12/03/2015", "FECHAS"), ", ", ("14/04/2016", "FECHAS")) == ReportYear(2016)
    assert year("Nacida el ", ("12/03/2001", "FECHAS")) == ReportYear(2026, False)
    assert year("Operada el ", ("12/03/1961", "FECHAS")) == ReportYear(2026, False)
    assert year("En ", ("2015", "FECHAS")) == ReportYear(2026, False)
    # An operation in 1999 is not when somebody of 93 was seen.
    aged = ("93 años", "EDAD_SUJETO_ASISTENCIA")
    assert year("Mujer de ", aged, " operada el ", ("12/03/1999", "FECHAS")) == ReportYear(2026, False)


@pytest.mark.parametrize(
    ("words", "phi_class", "left"),
    [
        ("noventa y\ntres años", "EDAD_SUJETO_ASISTENCIA", "90+ años\n"),
        ("93\naños", "EDAD_SUJETO_ASISTENCIA", "90+ años\n"), ("45\naños", "EDAD_SUJETO_ASISTENCIA", "45\naños"),
        ("entre 85\ny 95 años", "EDAD_SUJETO_ASISTENCIA", "90+ años\n"),
        ("12 de marzo de\n1925", "FECHAS", "1936 o antes\n"),
        ("12 de\nmarzo", "FECHAS", "[**FECHAS 1**]\n[**FECHAS 2**]"),
    ],
)  # fmt: skip
def test_what_goes_on_in_the_next_line_is_read_as_one(tagset, words, phi_class, left):
    at = words.index("\n")
    doc = Document("r", f"Tiene {words}.", (Span(6, 6 + len(words), phi_class, ((6 + at, 7 + at),)),))
    made = Releaser([doc], load_policy("safe-harbour"), tagset, b"s" * 32, today=TODAY).release(doc).text
    assert regex.sub(r" \d\*\*", "**", made) == regex.sub(r" \d\*\*", "**", f"Tiene {left}.")


def test_what_safe_harbour_tags_by_design_is_nothing_to_read_over(tagset):
    made = released(
        tagset, ("Nuria Belmonte", "NOMBRE_SUJETO_ASISTENCIA"), ", ", ("12/03", "FECHAS"), ", ",
        ("Villa Perdida", "TERRITORIO"), ", ", ("edad avanzada", "EDAD_SUJETO_ASISTENCIA"),
    )  # fmt: skip
    assert made.text.count("[**") == 4 and not made.remarks


@pytest.mark.parametrize(
    ("before", "age", "policy", "made"),
    [
        ("Le quedan 17 días para cumplir ", "31 años", "eu-anonymisation", "entre 30 y 39 años"),
        ("Cumplirá ", "74 años", "eu-anonymisation", "entre 70 y 79 años"),
        ("Cumple ", "92 años", "research", "90 años o más"),
        ("Cumplió ya los ", "92 años", "research", "90 años o más"),
        ("Cumplió los ", "64 años", "eu-anonymisation", "60-69 años"), ("Cumple ", "31 años", "research", "31 años"),
        ("Incumplimiento. Mujer de ", "31 años", "eu-anonymisation", "30-39 años"),
    ],
)  # fmt: skip
def test_who_turns_an_age_turns_no_band(tagset, before, age, policy, made):
    parts = (before, (age, "EDAD_SUJETO_ASISTENCIA"), " dentro de dos meses.")
    assert released(tagset, *parts, policy=policy).text == f"{before}{made} dentro de dos meses."


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("del ", "2", " al ", "9 de agosto de 1999"), "del 1999 al 1999"),
        (("del ", "28", " al ", "3/1/2015"), "del 2014 al 2015"),
        (("del ", "28 de diciembre", " al ", "3 de enero de 2015"), "del 2014 al 2015"),
        (("el ", "2", " y luego nada hasta el ", "9 de agosto de 1999"), "el [**FECHAS**] y luego nada hasta el 1999"),
        (("el ", "2", " y el ", "9 de agosto"), "el [**FECHAS**] y el [**FECHAS**]"),
    ],
)
def test_the_first_day_of_a_range_is_of_the_year_that_the_last_tells(tagset, parts, text):
    marks = [(part, "FECHAS") if part[0].isdigit() else part for part in parts]
    made = released(tagset, *marks, policy="eu-anonymisation").text
    assert regex.sub(r" \d\*\*", "**", made) == text
