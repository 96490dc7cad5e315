"""No moved date tells an age of ninety and more, which no report leaves with as a number."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment, packed_day
from deid_studio.release.surrogates.day_shifts import age_on
from deid_studio.release.surrogates.oldest_dates import years_until
from tests.release.conftest import SECRET

TAGSET = TagSet("own", "1", (PhiClass("DIA", {}, kind="date"), PhiClass("EDAD", {}, kind="age")))
POLICY = Policy("p", default=Treatment(Way.SURROGATE))


def released(marked, text):
    doc = marked(text)
    return Releaser([doc], POLICY, TAGSET, SECRET).release(doc)


@given(
    st.dates(date(1895, 1, 1), date(1975, 12, 31)),
    st.dates(date(2000, 1, 1), date(2024, 12, 31)),
    st.sampled_from(("{d:02d}/{m:02d}/{y}", "{d}-{m}-{y}", "{d:02d}{m:02d}{y}")),
)
def test_a_birth_tells_its_age_below_ninety_and_none_from_there_on(marked, born, seen, form):
    written = form.format(d=born.day, m=born.month, y=born.year)
    made = released(marked, f"F.N. {{DIA|{written}}}. Visto el {{DIA|{seen:%d/%m/%Y}}}.")
    birth, day = (one.instead for one in made.replacements)
    to = read_date(day).on(Moment())
    if age_on(seen, born) >= 90:
        year = to.year - 90 + (str(to.year - 90) in written)
        assert birth == f"{year} o antes" and born + (to - seen) < date(year + 1, 1, 1)
        assert not made.remarks
    else:
        moved = read_date(birth)
        assert (packed_day(birth) if birth.isdigit() else moved.on(Moment())) == born + (to - seen)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        (
            "F.N. {DIA|28 de abril de 1932}; {EDAD|91 años}. Visto el {DIA|29 de febrero de 2024}.",
            "F.N. {y} o antes; 90+ años.",
        ),
        ("Nacida en {DIA|1930}. Visto el {DIA|29 de febrero de 2024}.", "Nacida en {y} o antes."),
        ("F.N. {DIA|28/4/29}. Visto el {DIA|29 de febrero de 2024}.", "F.N. {y} o antes."),
        ("F.N. {DIA|28/4/1932}. Visto en {DIA|2024}.", None),  # no day tells how old
    ],
)
def test_what_shows_such_an_age_says_no_more_than_that(marked, text, starts):
    made = released(marked, text)
    seen = read_date(made.replacements[-1].instead).said.year
    assert starts is None or made.text.startswith(starts.format(y=seen - 90))
    assert starts is not None or read_date(made.replacements[0].instead).said.is_full


def test_a_birth_is_judged_by_all_reports_of_the_patient(marked):
    first = marked("F.N. {DIA|28/4/1932}. Visto el {DIA|3/5/2019}.", "a")
    second = marked("De {EDAD|91 años}. Visto el {DIA|29/2/2024}.", "b")
    patients = {"a": "p", "b": "p"}
    made = Releaser([first, second], POLICY, TAGSET, SECRET, patients).release(first)
    assert made.replacements[0].instead.endswith(" o antes")


@pytest.mark.parametrize(
    ("written", "is_birth", "years"),
    [
        ("28/4/1932", True, [91]), ("1/3/1934", True, [89]), ("1930-1935", False, [94, 89]), ("28041932", False, [91]),
        ("20040122", True, [20]), ("12345678", True, []),
        ("28/4/29", True, [94]), ("28/4/29", False, [-6]), ("abril", True, []), ("martes", False, []),
    ],
)  # fmt: skip
def test_years_until_a_day(written, is_birth, years):
    assert years_until(date(2024, 2, 29), read_date(written), is_birth) == years
