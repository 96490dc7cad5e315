"""Deciding the same thing once for all of a report: what is found, what is doubtful, and that it is one step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.model.edits import Resize
from deid_studio.model.mentions import Decision, Desk, Mention, Origin, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset
from deid_studio.review.alike.alike import Fate, Ruling, deciding, hits, ruling_on
from deid_studio.review.deciding.history import History

MEDDOCAN = shipped_tagset("meddocan")
PATIENT, STAFF = "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO"
ID, PHONE, DATE, TOWN = "ID_SUJETO_ASISTENCIA", "NUMERO_TELEFONO", "FECHAS", "TERRITORIO"


def pending(text: str, *values: tuple[str, str]) -> Desk:
    spans = (Span(text.index(value), text.index(value) + len(value), phi_class) for value, phi_class in values)
    return desk_of((), [Suggestion(span, 0.9, (Evidence("crf"),)) for span in spans])


def found(text: str, wanted: str, phi_class: str, desk: Desk | None = None) -> dict[str, list[str]]:
    """The texts of the places that are sure and of those that are doubtful."""
    own = hits(text, Desk() if desk is None else desk, Ruling(wanted, phi_class), MEDDOCAN)
    return {
        "sure": [hit.span.text(text) for hit in own if not hit.doubtful],
        "doubtful": [hit.span.text(text) for hit in own if hit.doubtful],
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "written",
    ["JUAN GARCIA LOPEZ", "García López", "J. García", "Juan García", "GARCÍA LÓPEZ, Juan", "Garcia", "GARCÍA"],
)
def test_a_person_is_found_however_the_name_is_written(written):
    text = f"Sin alergias.\nAcude {written} con dolor."
    assert found(text, "Juan García López", PATIENT) == {"sure": [written], "doubtful": []}


def test_a_title_is_no_part_of_a_name_and_maria_is_written_short():
    assert found("Firma la Dra. Quirce.", "Dra. Mª Quirce", STAFF)["sure"] == ["Quirce"]
    assert found("Consulta de Mª Tobes hoy.", "María Tobes", STAFF)["sure"] == ["Mª Tobes"]


@pytest.mark.parametrize(
    ("text", "wanted", "written"),
    [
        ("Golpe en la Cabeza al caer.", "Elvira Cabeza Sanjuán", "Cabeza"),  # a word of the language
        ("Avisa Elvira Sanjuam.", "Sanjuán", "Sanjuam"),  # misspelt
        ("Acude Pedro Quirce Tobes.", "Abel Quirce", "Quirce"),  # another's
        ("Buena noche. Pedro Quirce duerme.", "Abel Quirce", "Quirce"),
        ("En el Hospital Quirce Tobes.", "Abel Quirce Tobes", "Quirce Tobes"),  # a thing's
        ("Firmado: A.Q.T.", "Abel Quirce Tobes", "A.Q.T"),  # initials only
    ],
)
def test_what_may_be_something_else_is_doubtful(text, wanted, written):
    assert found(text, wanted, PATIENT) == {"sure": [], "doubtful": [written]}


def test_numbers_are_found_with_other_separators_and_dates_are_not():
    text = "NHC 12.345.678-z; tel. 600 123 456 o 600-123-456. Alta 03/04/2021, no 3 de abril de 2021 ni 03-04-2021."
    assert found(text, "12345678Z", ID)["sure"] == ["12.345.678-z"]
    assert found(text, "600123456", PHONE)["sure"] == ["600 123 456", "600-123-456"]
    assert found(text, "03/04/2021", DATE)["sure"] == ["03/04/2021"]


def test_other_classes_are_the_same_string_as_whole_words():
    text = "Vive en Lugo; LUGO. Lugones no. El lugo."
    assert found(text, "Lugo", TOWN)["sure"] == ["Lugo", "LUGO", "lugo"]


def test_a_relative_without_a_name_is_a_word_like_others():
    text = "Acude con su hermana. La hermana de Elvira. Viene Elvira."
    kin = "FAMILIARES_SUJETO_ASISTENCIA"
    assert found(text, "hermana", kin)["sure"] == ["hermana", "hermana"]
    assert found(text, "hermana Elvira", kin)["sure"] == ["Elvira", "Elvira"]


def test_pending_suggestions_and_unmarked_places_each_have_their_fate():
    text = "Nombre: Abel Quirce. Dr. Abel Quirce. Abel vino. Quirce Tobes, A."
    desk = pending(text, ("Abel Quirce", PATIENT), ("Dr. Abel Quirce", STAFF))
    own = desk.pending[0]
    got = hits(text, desk, ruling_on(own, text), MEDDOCAN, own.id)
    fates = [(hit.span.text(text), hit.span.phi_class, hit.fate) for hit in got]
    assert fates[:2] == [("Dr. Abel Quirce", PATIENT, Fate.RELABEL), ("Abel", PATIENT, Fate.ADD)]


def test_parts_are_accepted_as_they_are_and_a_part_alone_gives_way_to_the_whole():
    text = "Abel Quirce Tobes. Abel Quirce Tobes."
    second = text.index("Abel", 1)
    whole = [(second, second + 4), (second + 5, second + 17)]
    for parts, fates in ((whole, [Fate.ACCEPT, Fate.ACCEPT]), (whole[:1], [Fate.ADD])):
        desk = desk_of((), [Suggestion(Span(*part, PATIENT), 0.9, (Evidence("crf"),)) for part in parts])
        got = hits(text, desk, Ruling("Abel Quirce Tobes", PATIENT), MEDDOCAN)
        assert [hit.fate for hit in got if hit.span.start >= second] == fates


def test_a_rejection_takes_the_suggestions_alone_and_decisions_are_left():
    text = "Murphy positivo. Murphy negativo. Murphy. Murphy."
    places = [i for i in range(len(text)) if text.startswith("Murphy", i)]
    desk = desk_of((), [Suggestion(Span(at, at + 6, PATIENT), 0.6, (Evidence("crf"),)) for at in places[:3]])
    decided = deciding(desk, text, Ruling("Murphy", PATIENT, False), desk.pending[0].id, [])
    desk = decided.apply(desk)
    got = hits(text, desk, ruling_on(desk.ordered[0], text), MEDDOCAN, desk.ordered[0].id)
    assert [(hit.span.start, hit.fate) for hit in got] == [(places[1], Fate.REJECT), (places[2], Fate.REJECT)]


NAMES = st.sampled_from(["Abel", "ABEL", "Quirce", "Tobes", "Mª", "María", "Cabeza", "A.", "García", "Lugo"])
FILLERS = st.sampled_from(["acude", "con", "el", "Dr.", "dolor,", "12/03/2020", "600 123 456", ".\n", "Hospital", "y"])
REPORTS = st.lists(st.one_of(NAMES, FILLERS), max_size=25).map(" ".join)


@given(REPORTS, st.lists(NAMES, min_size=1, max_size=3).map(" ".join), st.booleans(), st.data())
@settings(max_examples=60)
def test_hits_are_disjoint_whole_words_and_one_step_that_undo_takes_back(text, wanted, is_phi, data):
    starts = data.draw(st.sets(st.integers(0, max(len(text) - 4, 0)), max_size=3)) if len(text) > 8 else ()
    spans = [Span(at, at + 4, data.draw(st.sampled_from([PATIENT, STAFF]))) for at in sorted(starts)]
    desk = desk_of(spans[:1], [Suggestion(s, 0.9, (Evidence("crf"),)) for s in spans[1:]])
    got = hits(text, desk, Ruling(wanted, PATIENT, is_phi), MEDDOCAN)
    assert all(not one.span.overlaps(other.span) for one in got for other in got if one.mention_id is other is None)
    for hit in got:
        assert (hit.mention_id is None) == (hit.fate is Fate.ADD)
        if hit.fate is Fate.ADD:
            assert is_phi
            assert not text[hit.span.start - 1 : hit.span.start].isalnum()
            assert not text[hit.span.end : hit.span.end + 1].isalnum()
    edit = deciding(desk, text, Ruling(wanted, PATIENT, is_phi), None, got)
    if edit is None:
        assert not got
        return
    before = History(desk)
    after = before.performed(edit)
    assert len(after.done) == 1
    assert after.stepped_back().desk == desk
    decided = {m.id: m for m in desk if m.decision is not Decision.PENDING}
    assert all(after.desk[number] == mention for number, mention in decided.items())
    assert not deciding(after.desk, text, Ruling(wanted, PATIENT, is_phi), None, got)


def test_what_was_decided_meanwhile_is_passed_over():
    text = "Abel vino. Abel fue."
    got = hits(text, Desk(), Ruling("Abel", PATIENT), MEDDOCAN)
    desk = Desk([Mention(1, got[0].span, Decision.REJECTED, Origin.PERSON)])
    edit = deciding(desk, text, Ruling("Abel", PATIENT), None, got)
    assert [m.span.start for m in edit.apply(desk) if m.decision is Decision.ACCEPTED] == [got[1].span.start]


def test_an_initial_is_marked_with_its_full_stop_where_it_was_decided_with_it():
    own = TagSet("own", "1", (PhiClass("PROFESIONAL", {}, kind="person", role="staff"),))
    text = "Enfermera Rocío V. de guardia.\nTURNO (Rocío V.)\nAvisada Rocío V y nada más."
    desk = desk_of((), [Suggestion(Span(at, at + 7, "PROFESIONAL"), 0.9, (Evidence("crf"),)) for at in (10, 38)])
    mention = desk.pending[0]
    history = History(desk).performed(Resize(mention.id, 10, 18))
    ruling = ruling_on(history.desk[mention.id], text)
    there = hits(text, history.desk, ruling, own, mention.id)
    assert [hit.span.text(text) for hit in there] == ["Rocío V.", "Rocío V"]
    edit = deciding(history.desk, text, ruling, mention.id, there)
    after = history.performed(edit).desk
    assert [span.text(text) for span in after.decided_spans] == ["Rocío V.", "Rocío V.", "Rocío V"]
    assert not after.pending
    # What is decided without it is decided so everywhere.
    bare = hits(text, desk, Ruling("Rocío V", "PROFESIONAL"), own)
    assert [hit.span.text(text) for hit in bare] == ["Rocío V", "Rocío V", "Rocío V"]
