"""A day without its month or year is that of the dates around it, and is moved exactly as they are."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.date_words import MONTHS, WEEKDAYS
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Releaser, RemarkKind
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.report_days import ReportDays
from deid_studio.release.surrogates.surrogates import Surrogates
from tests.release.conftest import SECRET

TAGSET = TagSet("own", "1", (PhiClass("DIA", {}, kind="date"),))
POLICY = Policy("p", default=Treatment(Way.SURROGATE))


def released(marked, text):
    """The report as it leaves, what took the place of each date, and by how many days dates were moved."""
    doc = marked(text)
    made = Releaser([doc], POLICY, TAGSET, SECRET).release(doc)
    days = Surrogates([doc], TAGSET, Draws(SECRET, "report:a")).dates.days
    return made, [one.instead for one in made.replacements], days


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Alta {DIA|02/02/2024}. Reposo hasta el {DIA|9 de febrero}. Control el {DIA|lunes 5}.", date(2024, 2, 5)),
        ("{DIA|03-07-23}\n{DIA|04/09}: por el {DIA|18} habrá asado.\n{DIA|23-10-23}", date(2023, 9, 18)),
        ("Ingresa el {DIA|02/01/2024}; fiebre desde el {DIA|domingo 31}.", date(2023, 12, 31)),
        ("Nace el {DIA|05/06/1950}. Visto el {DIA|28/12/2023}. Acudir el {DIA|viernes 5}.", date(2024, 1, 5)),
        ("Operado el {DIA|12/05/2018}. Cita el {DIA|lunes 5}. Informe de {DIA|2 de febrero de 2024}", date(2024, 2, 5)),
        ("Ingresa el {DIA|2/1/2024}; golpe el {DIA|28 de diciembre}.", date(2023, 12, 28)),
        ("Informe: {DIA|4/3/2024}. Del {DIA|27} al {DIA|2 de marzo}.", date(2024, 2, 27)),
        ("{DIA|1/7/2024}. Control el {DIA|jueves 29 de febrero}.", date(2024, 2, 29)),
        ("Alta {DIA|12/1/2024}.\nIncendio del {DIA|2/8/2019}.\nAmiodarona hasta el {DIA|4}.", date(2024, 1, 4)),
        ("Infarto: {DIA|12/5/2018}.\n\nPlanta: curas el {DIA|5}.\nAlta: {DIA|8/3/2024}.", date(2024, 3, 5)),
        ("Alta: {DIA|20/1/2024}. Cita el {DIA|5} ({DIA|lunes}).", date(2024, 2, 5)),
        ("Alta: {DIA|20/1/2024}. Cita el {DIA|lunes}, {DIA|5}.", date(2024, 2, 5)),
        ("{DIA|mayo de 2024}, {DIA|junio de 2024}. Biopsia el {DIA|12} ({DIA|miércoles}).", date(2024, 6, 12)),
        ("Soria, {DIA|junio de 2024}. Biopsia el {DIA|miércoles 12}.", date(2024, 6, 12)),
        ("Antecedentes: infarto el {DIA|30/4/2018}, stent el {DIA|4}.\nAlta: {DIA|8/3/2024}.", date(2018, 5, 4)),
    ],
)
def test_a_day_is_that_of_the_dates_around_it(marked, text, own):
    made, instead, days = released(marked, text)
    to = own + timedelta(days=days)
    (at,) = [
        index for index, one in enumerate(made.replacements)
        if (said := read_date(marked(text).text[one.place.start : one.place.end]).said).year is None
        and said.day == own.day
    ]  # fmt: skip
    new = read_date(instead[at])
    assert new.said.day == to.day
    assert new.said.month in (None, to.month)
    assert new.weekday in (None, to.weekday())
    assert not made.remarks


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("{DIA|31/01/2021}, {DIA|15/03/2021}. Tres dosis: {DIA|3}, {DIA|4} y {DIA|5 de febrero}.", (3, 4, 5)),
        ("{DIA|31/01/2021}, {DIA|15/03/2021}. {DIA|3}, {DIA|4}, {DIA|8}, {DIA|9} y {DIA|10/2}.", (3, 4, 8, 9, 10)),
        ("{DIA|31/01/2021}, {DIA|15/03/2021}. {DIA|Miércoles 3}, {DIA|jueves 4} y {DIA|viernes 5/2}.", (3, 4, 5)),
        ("{DIA|31/01/2021}, {DIA|15/03/2021}. {DIA|3}, {DIA|4}, {DIA|5 DE FEBRERO DE 2021}.", (3, 4, 5)),
        ("{DIA|31/01/2021}, {DIA|15/03/2021}. {DIA|3}-{DIA|4} i {DIA|5 de febrer}.", (3, 4, 5)),
    ],
)  # fmt: skip
def test_the_last_of_a_list_tells_the_month_of_all(marked, text, own):
    for secret in range(6):
        doc = marked(text)
        made = Releaser([doc], POLICY, TAGSET, bytes([secret]) * 32).release(doc)
        instead = [read_date(one.instead) for one in made.replacements]
        days = instead[0].on(Moment()) - date(2021, 1, 31)
        moved = [date(2021, 2, day) + days for day in own]
        assert [one.said.day for one in instead[2:]] == [day.day for day in moved]
        told = [one.said.month for one in instead[2:]]
        for (one, month), later in zip(pairwise(moved), told, strict=False):
            assert (later is None) == (one.month == month.month)  # it says its month where the next is of another
        assert not made.remarks


@pytest.mark.parametrize(
    ("text", "is_day"),
    [
        ("{DIA|25/04/2010}. {DIA|Mayo 15}: caída. Fdo. {DIA|14/7/2010}", True),
        ("{DIA|25/04/2010}. {DIA|MAYO 15}: caída. Fdo. {DIA|14/7/10}", True),
        ("{DIA|25/04/2010}. {DIA|may-15}: caída.", True),
        ("{DIA|25/04/2016}. {DIA|Mayo 15}: caída.", False),
        ("{DIA|25/04/2010}. {DIA|Mayo 15}: caída. Revisión en {DIA|2015}.", False),
        ("{DIA|25/04/2010}. {DIA|mayo de 15}: caída.", False),
        ("{DIA|25/04/2010}. {DIA|mayo'15}: caída.", False),
        ("{DIA|Mayo 15}: caída.", False),
    ],
)
def test_two_figures_behind_a_month_are_a_day_where_the_year_would_be_to_come(marked, text, is_day):
    doc = marked(text)
    place = next(span for span in doc.spans if "ay" in span.text(doc.text).lower())
    days = ReportDays(doc, [(span.start, span.end) for span in doc.spans])
    assert (days.read(place.start, place.end).said.day == 15) is is_day


def test_a_day_goes_with_a_month_that_alone_is_told_and_is_told_itself(marked):
    made, instead, days = released(marked, "Soria, {DIA|febrero de 2024}. Ingresa el {DIA|9}.")
    assert read_date(instead[1]).said.day == (date(2024, 2, 9) + timedelta(days=days)).day
    assert [one.kind for one in made.remarks] == [RemarkKind.DAY]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Control el {DIA|18}.", "18"),  # of no month at all
        ("Alta el {DIA|02/02/2024}. Control el {DIA|sábado 5}.", "sábado 5"),  # no month around has such a one
        ("Alta el {DIA|02/02/2024}. Control el {DIA|lunes 8 de febrero}.", "lunes 8 de febrero"),
    ],
)
def test_a_day_that_no_date_tells_is_told(marked, text, day):
    doc = marked(text)
    made, _, _ = released(marked, text)
    (remark,) = made.remarks
    assert remark.kind is RemarkKind.DAY
    assert doc.text[made.rewriting.old_offset(remark.start) :].startswith(day)


@given(st.dates(date(1990, 1, 1), date(2030, 12, 31)), st.integers(-13, 13), st.booleans())
def test_intervals_to_days_without_a_month_stay(marked, day, away, has_weekday):
    other = day + timedelta(days=away)
    weekday = f"{WEEKDAYS['es'][other.weekday()]} " if has_weekday else ""
    written = f"{day.day} de {MONTHS['es'][day.month - 1]} de {day.year}"
    made, (_, instead), days = released(marked, f"Informe de {{DIA|{written}}}. Cita: {{DIA|{weekday}{other.day}}}.")
    to, new = other + timedelta(days=days), read_date(instead)
    assert new.said.day == to.day and not made.remarks
    assert new.weekday == (to.weekday() if has_weekday else None)


@pytest.mark.parametrize("link", [" al ", " - ", "-", " y ", ", ", "–"])
def test_two_days_in_one_mention_are_both_moved(marked, link):
    _, (instead,), days = released(marked, f"Ingreso {{DIA|2/3/23{link}9/3/23}}.")
    first, second = (date(2023, 3, day) + timedelta(days=days) for day in (2, 9))
    assert instead == link.join(f"{day.day}/{day.month}/{day:%y}" for day in (first, second))


@pytest.mark.parametrize(
    ("before", "own", "new"),
    [("los ", "noventa", "noventa"), ("los ", "80", "80"), ("los ", "1990", "90"), ("la década de ", "1970", "los 70"),
     ("los ", "2000", "[**DIA 2**]"), ("mediados de los ", "80", "[**DIA 2**]")],
)  # fmt: skip
def test_a_decade_whose_article_nobody_marked_stays_a_decade(marked, before, own, new):
    made, _, days = released(marked, f"Informe de {{DIA|7/6/2024}}. Fumó en {before}{{DIA|{own}}}.")
    assert -1000 < days < -700  # so that nearly all of it is the same, but the middle of its middle
    assert made.text.endswith(f" Fumó en {before}{new}.")


def test_decades_that_stay_move_no_shift(marked):
    shifts = set()
    for number in range(30):
        doc = marked("Informe de {DIA|7/6/2024}. Fumó en {DIA|los 80}, bebió en {DIA|los noventa}.", f"r{number}")
        shifts.add(Surrogates([doc], TAGSET, Draws(SECRET, f"report:r{number}")).dates.days)
    assert max(shifts) > -800 and min(shifts) < -1500


@pytest.mark.parametrize("link", [" y ", " al ", ", ", " - "])
@pytest.mark.parametrize("form", ["{day.day}/{day.month}", "{letter} {day.day}/{day.month}"])
def test_two_days_without_a_year_in_one_mention_are_both_moved(marked, link, form):
    def written(days):
        return link.join(form.format(day=day, letter="LMXJVSD"[day.weekday()]) for day in days)

    own = [date(2024, 6, 3), date(2024, 6, 5)]
    _, instead, days = released(marked, f"Informe de {{DIA|7/6/2024}}. Visto {{DIA|{written(own)}}}.")
    assert instead[1] == written(day + timedelta(days=days) for day in own)


@pytest.mark.parametrize(
    ("text", "months", "away"),
    [
        ("{DIA|noviembre} del año pasado", (11,), -1), ("{DIA|enero a mayo} del año pasado", (1, 5), -1),
        ("{DIA|enero a mayo del pasado año}", (1, 5), -1), ("{DIA|febrero} de este año", (2,), 0),
        ("{DIA|mayo}, del próximo año", (5,), 1),
    ],
)  # fmt: skip
def test_a_month_of_last_year_is_of_last_year_or_told_by_its_class(marked, text, months, away):
    for number in range(20):
        doc = marked(f"Informe: {{DIA|12/09/2023}}. Estuvo en casa en {text}.", f"r{number}")
        made = Releaser([doc], POLICY, TAGSET, SECRET).release(doc)
        report = read_date(made.replacements[0].instead).on(Moment())
        days = date(2023, 9, 12) - report
        stays = all((date(2023 + away, month, 15) - days).year == report.year + away for month in months)
        assert [one.kind for one in made.remarks] == ([] if stays else [RemarkKind.TAGGED])


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Infarto el {DIA|20/06/2023}. Stent en {DIA|jun/23}.", 0, 1),
        ("Diagnóstico en {DIA|2019}, cirugía {DIA|15/1/2019}. Informe: {DIA|2/11/2023}", 0, 1),
        ("Ingreso {DIA|2/1/2024}, otro el {DIA|29/1/2024}, tercero en {DIA|enero 2024}, alta {DIA|31/1/2024}.", 1, 2),
        ("Visita {DIA|10 de enero de 2024}. Creatinina 2,1 ({DIA|diciembre}) y 2,4 ({DIA|enero}).", 2, 0),
        ("Nacido el {DIA|03/12/1980}. Emigró en {DIA|1980}.", 0, 1),
        ("Caída en {DIA|verano de 2021}. En {DIA|2021} empezó a beber. Informe: {DIA|4/11/2023}", 0, 1),
    ],
)
def test_a_month_or_a_year_by_itself_goes_with_the_day_of_it_that_is_told(marked, number, text, first, last):
    doc = marked(text, f"r{number}")
    made = Releaser([doc], POLICY, TAGSET, SECRET).release(doc)
    said = [read_date(one.instead) for one in made.replacements]
    year = next(one.said.year for one in said if one.said.year)
    one, other = said[first], said[last]
    assert (one.said.year or year) == (other.said.year or year)
    if first != last and one.said.month and other.said.month:
        assert one.said.month == other.said.month


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize(
    ("text", "before", "after", "years"),
    [
        ("Biopsia de {DIA|2019} (hace 5 años). Toma: {DIA|02/02/2024}. Próxima visita: {DIA|3/12/2024}", 0, 1, 5),
        ("Informe: {DIA|28.11.2024}.\nTrasplante el {DIA|29 de febrero de 2008}, que duró hasta {DIA|2020}.", 1, 2, 12),
        ("Informe: {DIA|1/2/2023}. Quemado el {DIA|2-8-2019}, 14 años después de entrar en {DIA|2005}.", 2, 1, 14),
        ("Informe: {DIA|1/2/2023}. Fuma desde {DIA|1990}. Paró en {DIA|2005}.", 1, 2, 15),
    ],
)
def test_years_stay_as_far_from_the_report_and_from_a_date_of_their_sentence(
    marked, number, text, before, after, years
):
    doc = marked(text, f"r{number}")
    made = Releaser([doc], POLICY, TAGSET, SECRET).release(doc)
    said = [read_date(one.instead).said.year for one in made.replacements]
    assert said[after] - said[before] == years


@pytest.mark.parametrize("link", ["y", "e", "a", "hasta"])
@pytest.mark.parametrize("number", range(12))
def test_two_months_of_one_mention_stay_as_far_from_each_other(marked, number, link):
    doc = marked(f"Fiebre en {{DIA|noviembre {link} diciembre de 2022}}. Alta: {{DIA|20/12/2022}}.", f"r{number}")
    made = Releaser([doc], POLICY, TAGSET, SECRET).release(doc).replacements
    first, last = (token.value for token in read_date(made[0].instead).tokens if token.role == "month")
    assert (last - first) % 12 == 1 or read_date(made[1].instead).said.day > 28  # from 30 January to 1 March


@pytest.mark.parametrize("number", range(12))
def test_a_month_by_itself_stays_as_many_months_from_the_report(marked, number):
    text = "Visita: {DIA|26/06/2024}. Tos de 3 meses ({DIA|marzo}). Control en 4 meses: {DIA|octubre de 2024}."
    doc = marked(text, f"r{number}")
    made = Releaser([doc], POLICY, TAGSET, SECRET).release(doc).replacements
    report, before, after = (read_date(one.instead).said for one in made)
    assert report.day > 28 or ((report.month - before.month) % 12, (after.month - report.month) % 12) == (3, 4)


@pytest.mark.parametrize("text", ["14/2023", "13/2023"])
def test_a_month_that_no_calendar_has_is_told_by_its_class(marked, text):
    _, instead, _ = released(marked, f"Alta: {{DIA|31/12/2023}}. Tos desde {{DIA|{text}}}, cita el {{DIA|7}}.")
    assert instead[1] == "[**DIA 2**]"


@pytest.mark.parametrize("coming", ["próxima el", "Volver el", "FPP:", "prevista para el"])
def test_a_date_that_is_announced_says_not_which_year_was_the_last(marked, coming):
    told = set()
    for number in range(30):
        text = (
            f"Visita: {{DIA|13/05/2024}}; {coming} {{DIA|10/06/2024}}. Cumplió 95 en {{DIA|noviembre}} del año pasado."
        )
        doc = marked(text, f"r{number}")
        made = Releaser([doc], POLICY, TAGSET, SECRET).release(doc)
        report = read_date(made.replacements[0].instead).on(Moment())
        stays = (date(2023, 11, 15) - (date(2024, 5, 13) - report)).year == report.year - 1
        assert [one.kind for one in made.remarks] == ([] if stays else [RemarkKind.TAGGED])
        told.add(stays)
    assert told == {True, False}


@given(st.dates(date(1990, 1, 1), date(2030, 12, 31)), st.integers(-60, 60), st.integers(200, 1000), st.booleans())
def test_the_year_of_a_date_without_one_is_told_by_the_nearest_wherever_others_stand(marked, day, away, ago, before):
    other, past = day + timedelta(days=away), day - timedelta(days=ago)
    if other.month == 2 and other.day == 29:
        return  # it is in one year of four alone
    report, history = f"Informe de {{DIA|{day:%d/%m/%Y}}}. ", f"Vacunado el {{DIA|{past:%d-%m-%Y}}}. "
    seen = f"Visto el {{DIA|{other.day} de {MONTHS['es'][other.month - 1]}}}. "
    text = history + report + seen if before else report + seen + history
    _, instead, days = released(marked, text)
    new, to = read_date(instead[2 if before else 1]).said, other + timedelta(days=days)
    if min(abs((other.replace(year=other.year - step) - past).days) for step in range(6)) > abs(away):
        assert (new.day, new.month) == (to.day, to.month)


@example(date(2020, 1, 30), 1, "{{DIA|{a} al {b}}}", True)  # `enero al 30` is no year
@given(
    st.dates(date(1990, 1, 1), date(2030, 12, 31)),
    st.integers(1, 27),
    st.sampled_from(
        ("{{DIA|{a}}} al {{DIA|{b}}}", "{{DIA|{a} al {b}}}", "{{DIA|{a}}} y {{DIA|{b}}}", "{{DIA|{a} - {b}}}")
    ),
    st.booleans(),
)
def test_a_range_stays_in_order_over_the_end_of_a_month_and_a_year(marked, day, length, form, has_month):
    first, last = day - timedelta(days=length), day
    if not has_month and first.month != last.month:
        return  # such a first day would be of another month as it was written
    month = f" de {MONTHS['es'][first.month - 1]}" if has_month else ""
    if first.year != last.year:
        month += f" de {first.year}"
    own = form.format(a=f"{first.day}{month}", b=f"{last.day} de {MONTHS['es'][last.month - 1]} de {last.year}")
    made, _, days = released(marked, f"Ingresado: {own}.")
    first, last = first + timedelta(days=days), last + timedelta(days=days)
    words = made.text.removeprefix("Ingresado: ").removesuffix(".")
    if " - " in words:
        one, other = words.split(" - ")
    else:
        one, other = words.split(" al " if " al " in words else " y ")
    said = read_date(one).said
    assert read_date(other).on(Moment()) == last
    assert said.day == first.day
    assert said.month == first.month if has_month or first.month != last.month else said.month is None
    assert said.year == first.year if "de 1" in month or "de 2" in month or first.year != last.year else not said.year


@pytest.mark.parametrize(
    ("own", "new"),
    [
        ("{DIA|2} y {DIA|9/8/99}", "27/1 y 3/2/95"),
        ("DEL {DIA|2} AL {DIA|9 DE AGOSTO DE 1999}", "DEL 27 DE ENERO AL 3 DE FEBRERO DE 1995"),
        ("del {DIA|2 al 9 d'agost de 1999}", "del 27 de gener al 3 de febrer de 1995"),
        (
            "del {DIA|2} al {DIA|9 de agosto}. Informe: {DIA|12/8/1999}",
            "del 27 de enero al 3 de febrero. Informe: 6/2/1995",
        ),
    ],
)
def test_what_an_earlier_day_has_to_tell_is_written_as_the_date_that_told_it(marked, own, new):
    doc = marked(own)
    assert Releaser([doc], POLICY, TAGSET, b"\1" * 32).release(doc).text == new


@pytest.mark.parametrize("day", ["martes", "Ayer, domingo", "los lunes", "lunes y jueves", "MIÉRCOLES"])
@pytest.mark.parametrize("keeping", list(DateKeeping))
def test_a_weekday_by_itself_is_moved_as_the_dates_are(marked, day, keeping):
    doc = marked(f"Informe de {{DIA|5/3/2024}}. Hace 48 horas, {{DIA|{day}}}, se cayó. Alta el {{DIA|martes 5}}.")
    policy = Policy("p", default=Treatment(Way.SURROGATE), dates=keeping)
    made = Releaser([doc], policy, TAGSET, SECRET).release(doc)
    days = read_date(made.replacements[0].instead).on(Moment()) - date(2024, 3, 5)
    own, new = (
        [token.value for token in read_date(text).tokens if token.role == "weekday"]
        for text in (day, made.replacements[1].instead)
    )
    assert new == [(one + days.days) % 7 for one in own] and not made.remarks
    assert keeping is DateKeeping.INTERVALS or made.replacements[1].instead == day
