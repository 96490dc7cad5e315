"""How surrogates repeat: the same for a person, fresh in each report, or chained from mention to mention."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.people.folding import fold
from deid_studio.release.policy import Scope, load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.known_places import known_towns
from deid_studio.release.surrogates.name_lists import name_lists
from deid_studio.release.surrogates.repeating import KEPT, Repeat, sets_of

TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
SECRET = b"s" * 32
DOCTOR, DATE, TOWN = "NOMBRE_PERSONAL_SANITARIO", "FECHAS", "TERRITORIO"
MAIL, NUMBER, AGE = "CORREO_ELECTRONICO", "ID_SUJETO_ASISTENCIA", "EDAD_SUJETO_ASISTENCIA"
NAME = "Pilar Sotomayor Ferrándiz"


def doc(name, *pieces):
    """A report of plain texts and (text, class) pairs."""
    text, spans = "", []
    for piece in pieces:
        own, phi_class = piece if isinstance(piece, tuple) else (piece, "")
        if phi_class:
            spans.append(Span(len(text), len(text) + len(own), phi_class))
        text += own
    return Document(name, text, tuple(spans))


def releaser(docs, repeat, scope=Scope.PATIENT, secret=SECRET):
    policy = replace(load_policy("research"), repeat=repeat, scope=scope)
    return Releaser(docs, policy, TAGSET, secret, {one.id: "p" for one in docs})


def surrogates(docs, repeat, **options):
    """What took the places of the spans of each report."""
    made = releaser(docs, repeat, **options)
    return [[one.instead for one in made.release(report).replacements] for report in docs]


def letter(name):
    return doc(
        name, "Dra. ", (NAME, DOCTOR), " (", ("psotomayor@correo.es", MAIL), "), ", ("Getafe", TOWN), " ",
        ("28901", TOWN), ", el ", ("12/03/2015", DATE), ", edad ", ("61 años", AGE), ". Firmado: Dra. ",
        (NAME, DOCTOR), ", ", ("20/03/2015", DATE),
    )  # fmt: skip


def many(count):
    return doc("r", *(piece for _ in range(count) for piece in ("La Dra. ", (NAME, DOCTOR), " informa. ")))


def test_the_same_is_what_it_was_without_a_word_of_it():
    docs = [letter("a"), letter("b")]
    assert surrogates(docs, Repeat.SAME) == surrogates(docs, load_policy("research").repeat)
    first, second = surrogates(docs, Repeat.SAME)
    assert first == second and first[0] == first[-2]
    assert sets_of(docs, lambda name: TAGSET[name].kind, Repeat.SAME, Draws(SECRET, "p")) == {}


@pytest.mark.parametrize("scope", [Scope.PATIENT, Scope.PROJECT])
def test_fresh_draws_anew_in_each_report_and_moves_dates_alike(scope):
    docs = [letter("a"), letter("b")]
    first, second = surrogates(docs, Repeat.FRESH, scope=scope)
    assert first[0] == first[-2] and second[0] == second[-2]
    assert first[0] != second[0] and first[1] != second[1] and first[2] != second[2]
    assert first[4:6] == second[4:6] and first[-1] == second[-1]


def test_a_chain_changes_about_as_often_as_it_says():
    (made,) = surrogates([many(300)], Repeat.CHAINED)
    changed = sum(one != after for one, after in pairwise(made))
    assert abs(changed / 299 - (1 - KEPT)) < 0.1
    assert len(set(made)) > 4 and max(map(made.count, made)) < 150


def test_a_chain_is_drawn_by_the_secret_and_not_by_the_order_of_release():
    docs = [letter("a"), letter("b"), many(9)]
    made = surrogates(docs, Repeat.CHAINED)
    assert surrogates(docs, Repeat.CHAINED) == made
    back = releaser(docs, Repeat.CHAINED)
    assert [[one.instead for one in back.release(one_doc).replacements] for one_doc in reversed(docs)] == made[::-1]
    assert surrogates(docs, Repeat.CHAINED, secret=b"t" * 32) != made


def test_dates_and_what_is_said_of_somebody_stay_one_in_a_chain():
    docs = [letter(name) for name in "abcdef"]
    made = surrogates(docs, Repeat.CHAINED)
    assert len({tuple(own[4:6]) for own in made}) == 1
    days = {_days(own[-1]) - _days(own[4]) for own in made}
    assert days == {(date(2015, 3, 20) - date(2015, 3, 12)).days}
    assert len({own[0] for own in made}) > 1 and len({own[2] for own in made}) > 1


def test_a_town_goes_on_agreeing_with_the_postal_code_beside_it():
    docs = [letter(name) for name in "abcdef"]
    provinces = {fold(town.name): town.code for town in known_towns()}
    for own in surrogates(docs, Repeat.CHAINED):
        assert provinces[fold(own[2])] == own[3][:2]


def test_an_address_goes_on_agreeing_with_the_name_before_it():
    for own in surrogates([letter(name) for name in "abcdef"], Repeat.CHAINED):
        assert fold(own[0].split()[1]) in own[1]


def test_numbers_that_are_mentioned_once_keep_the_common_set():
    docs = [doc("a", "NHC ", ("48392011", NUMBER), ", NASS ", ("55667788", NUMBER))]
    assert surrogates(docs, Repeat.CHAINED) == surrogates(docs, Repeat.SAME)


def test_surrogates_typed_by_hand_come_first_in_every_set():
    report = many(12)
    made = Releaser(
        [report], replace(load_policy("research"), repeat=Repeat.CHAINED), TAGSET, SECRET, {"r": "p"},
        {("patient:p", DOCTOR, fold(NAME)): "Rosa Cano"},
    ).release(report)  # fmt: skip
    assert {one.instead for one in made.replacements} == {"Rosa Cano"}


# Read by the first test that draws one.
SURNAME = st.deferred(lambda: st.sampled_from(name_lists().surnames.names[:300]))
GIVEN = st.deferred(
    lambda: st.sampled_from([name for weighted in name_lists().given_by_sex.values() for name in weighted.names[:300]])
)


@settings(max_examples=40)
@given(st.lists(st.tuples(GIVEN, SURNAME, SURNAME), min_size=1, max_size=3), st.sampled_from(Repeat))
def test_no_word_of_a_name_survives_however_surrogates_repeat(people, repeat):
    names = [" ".join(person) for person in people]
    docs = [
        doc(report, *(piece for name in names * 3 for piece in ("Dr. ", (name, DOCTOR), ". "))) for report in ("a", "b")
    ]
    real = {word for name in names for word in fold(name).split() if len(word) >= 3}
    for own in surrogates(docs, repeat):
        for made in own:
            assert not real & set(fold(made).split())


@settings(max_examples=25)
@given(GIVEN, SURNAME)
@example("Martín", "Cornejo")
def test_the_sex_of_a_name_is_kept_in_every_set(given_name, surname):
    report = doc("a", *(piece for _ in range(8) for piece in ("Informa ", (f"{given_name} {surname}", DOCTOR), ". ")))
    lists = name_lists()
    sex = lists.sex(fold(given_name))
    (made,) = surrogates([report], Repeat.CHAINED)
    if sex is not None:
        # A name that keeps a piece of the real one (`Martínez` of `Martín`) leaves as its class.
        drawn = [one for one in made if not one.startswith("[**")]
        assert drawn and {lists.sex(fold(one.split()[0])) for one in drawn} == {sex}


def _days(written):
    day = read_date(written).on(Moment())
    assert day is not None
    return day.toordinal()
