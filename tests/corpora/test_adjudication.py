"""What annotators signed, suggested for gold and decided side by side."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.corpora.adjudication import SignedLayers, open_differences, ready, suggested, taking, taking_agreed
from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
from deid_studio.corpora.layer_differences import compared
from deid_studio.corpora.layer_opening import folder_to_open, layer_for
from deid_studio.corpora.plan import Plan
from deid_studio.errors import LayerOfAnotherError, NothingToAdjudicateError
from deid_studio.model.edits import Add, Note
from deid_studio.model.mentions import Decision, desk_of
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.project import Project

OWN = TagSet("own", "1", (PhiClass("PERSONA", {}), PhiClass("FECHA", {})))
TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
NAME, SHORT, DAY = Span(10, 24, "PERSONA"), Span(10, 15, "PERSONA"), Span(36, 46, "FECHA")

SPANS = st.builds(
    lambda start, length, name: Span(start, start + length, name),
    st.integers(0, 40),
    st.integers(1, 6),
    st.sampled_from(("PERSONA", "FECHA")),
)
LAYERS = st.dictionaries(st.sampled_from(("ana", "luis", "eva")), st.frozensets(SPANS, max_size=6), min_size=2)


@given(LAYERS, st.data())
def test_whatever_sides_are_taken_gold_holds_them_and_all_that_is_agreed(layers, data):
    found = compared(layers)
    desk = desk_of([], suggested(found))
    wanted = set(found.agreed)
    for place in found.differences:
        sides = data.draw(st.lists(st.sampled_from(place.sides), unique=True, max_size=2))
        edit = taking(found, desk, place, sides)
        if edit is not None:
            before = desk
            desk = edit.apply(desk)
            assert edit.inverse(before).apply(desk) == before
        wanted |= {span for side in sides for span in side.spans}
    last = taking_agreed(found, desk)
    desk = desk if last is None else last.apply(desk)
    assert set(desk.decided_spans) == wanted and not desk.pending and not open_differences(found, desk)


@given(LAYERS)
def test_every_difference_is_open_at_first_and_says_whose_its_suggestion_is(layers):
    found = compared(layers)
    desk = desk_of([], suggested(found))
    assert open_differences(found, desk) == found.differences
    for place in found.differences:
        told = {one.suggestion.evidence[0].detail for one in desk.pending if place.start <= one.span.start < place.end}
        assert told == {", ".join(next(side for side in place.sides if side.spans).layers)}


def test_what_is_taken_of_another_side_keeps_whose_it_was():
    found = compared({"Ana": [NAME], "Luis": [NAME], "Eva": [SHORT]})
    desk = desk_of([], suggested(found))
    assert [one.suggestion.confidence for one in desk] == [pytest.approx(2 / 3)]
    (place,) = found.differences
    desk = taking(found, desk, place, [place.sides[1]]).apply(desk)
    taken = next(m for m in desk if m.decision is Decision.ACCEPTED)
    assert taken.span == SHORT and taken.suggestion.evidence[0].detail == "Eva"


def test_what_was_noted_on_what_is_taken_goes_into_gold_with_whose_it_is():
    notes = {DAY: {"Ana": "¿alta o ingreso?"}, SHORT: {"Luis": "solo el nombre"}, NAME: {"Ana": "entero"}}
    found = replace(compared({"Ana": [NAME, DAY], "Luis": [SHORT, DAY]}), notes=notes)
    (place,) = found.differences
    for side, note in zip(place.sides, ("Ana: entero", "Luis: solo el nombre"), strict=True):
        before = desk_of([], suggested(found))
        edit = taking(found, before, place, [side])
        desk = edit.apply(before)
        assert [m.note for m in desk.accepted] == [note, "Ana: ¿alta o ingreso?"]
        assert edit.inverse(before).apply(desk) == before
    desk = desk_of([], suggested(found))
    own = Note(next(m.id for m in desk if m.span == DAY), "De quien adjudica.").apply(desk)
    assert [m.note for m in taking_agreed(found, own).apply(own).accepted] == ["De quien adjudica."]


@pytest.fixture
def corpus(tmp_path):
    reports = tmp_path / "informes"
    reports.mkdir()
    for name in ("a", "b"):
        (reports / f"{name}.txt").write_text(TEXT)
    return make_corpus(tmp_path / "corpus", "Altas", reports, annotators_named(["Ana", "Luis"]), Plan(), OWN)


def sign(corpus, who: int, report: str, *spans: Span, note: str = "") -> None:
    annotator = corpus.corpus.annotators[who]
    project = Project(corpus.layer(annotator), OWN, annotator.name)
    session = project.open(report)
    for span in spans:
        session.perform(Add(session.desk.next_id, span, note))
    session.sign_off()
    project.close()


def test_a_report_is_adjudicated_once_all_its_readers_have_signed(corpus):
    sign(corpus, 0, "a", NAME, DAY, note="Dudoso.")
    assert ready(corpus) == ()
    with pytest.raises(NothingToAdjudicateError):
        folder_to_open(corpus.folder, "Eva")
    sign(corpus, 1, "a", SHORT, DAY)
    assert folder_to_open(corpus.folder, "Eva") == corpus.gold
    assert [path.name for path in corpus.gold.glob("*.txt")] == ["a.txt"]
    layers = SignedLayers(corpus, OWN)
    found = layers.compared("a")
    assert found.notes == {NAME: {"Ana": "Dudoso."}, DAY: {"Ana": "Dudoso."}}
    assert found.agreed == (DAY,) and [side.layers for side in found.differences[0].sides] == [("Ana",), ("Luis",)]
    sign(corpus, 1, "b")
    sign(corpus, 0, "b")
    folder_to_open(corpus.folder, "Eva")
    assert (corpus.gold / "b.txt").exists() and layers.compared("b").differences == ()
    layers.close()


def test_an_annotator_is_led_to_the_own_layer_and_to_no_other(corpus):
    own = folder_to_open(corpus.folder, " ana ")
    assert own == corpus.layer(corpus.corpus.annotators[0])
    assert layer_for(own, "Ana").annotator.name == "Ana"
    with pytest.raises(LayerOfAnotherError, match="layer of Ana"):
        layer_for(own, "Luis")
    assert folder_to_open(own.parent, "Ana") == own  # not all layers as one folder
    (own / "uci").mkdir()
    assert folder_to_open(own / "uci", "Luis") == own  # of which Luis is told that it is not his
    assert folder_to_open(corpus.folder / "reports", "Luis") == corpus.folder / "reports"
    assert layer_for(corpus.folder / "reports", "Luis") is None
