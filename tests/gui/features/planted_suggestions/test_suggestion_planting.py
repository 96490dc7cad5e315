"""Planted suggestions through the window: shown, decided on like any other, told, counted, and nowhere else, ever."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
from deid_studio.corpora.layer_file import read_layer, write_layer
from deid_studio.corpora.plan import MOST_PLANTED, Plan, ReadingOrder, Shown
from deid_studio.corpora.planted_answers import read_answers
from deid_studio.corpora.planted_suggestions import Answer, Planting, Slip
from deid_studio.model.mentions import Decision, desk_of
from deid_studio.model.ontology import mapping_between
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.checking import final_check
from deid_studio.review.deciding import intents
from deid_studio.review.folder_search import Scope
from deid_studio.review.project import Project
from tests.gui.conftest import ALTA, suggestions_for

ME, REPORT = "Dra. Prueba", "1-alta"
CLASSES = shipped_tagset("meddocan")
RIGHT = {one.span for one in suggestions_for(ALTA)}


def plants_by(seed: str):
    return Planting(REPORT, "dra-prueba", MOST_PLANTED, seed).on(desk_of((), suggestions_for(ALTA)), ALTA, CLASSES)


SEED = next(
    seed for n in range(100_000) for seed in [f"{n:08x}"] if sorted(one.slip for one in plants_by(seed)) == sorted(Slip)
)
PLANTS = {one.slip: one.mention for one in plants_by(SEED)}


@pytest.fixture
def open_layer(studio, reports):
    """Opens an own layer, none of which was opened before, at a report with a wrong suggestion of each kind."""

    def open_one(name):
        plan = Plan(shown=Shown.SUGGESTIONS, order=ReadingOrder.LISTED, planted=MOST_PLANTED)
        corpus = make_corpus(reports.with_name(name), "C", reports, annotators_named([ME, "Luis"]), plan, CLASSES)
        folder = corpus.layer(corpus.corpus.annotators[0])
        write_layer(folder, replace(read_layer(folder), seed=SEED))
        studio.open(folder)
        return folder

    return open_one


def shown(studio):
    return {mention.span for mention in studio.controller.desk}


def decide(studio, slip, verb):
    studio.controller.select(PLANTS[slip].id)
    assert studio.controller.mention == studio.controller.desk[PLANTS[slip].id]
    verb()


def answers_of(layer):
    return {one.slip: one.answer for one in read_answers(layer) if one.report == REPORT}


def assert_nowhere(studio, layer):
    """No planted suggestion is in the desk, an event, an `.ann` or the retraining data."""
    wrong = {mention.span for mention in PLANTS.values()}
    assert not wrong & {mention.span for mention in studio.controller.folder.project.open(REPORT).desk}
    studio.save()
    studio.controller.close_folder()
    project = Project(layer, CLASSES, ME, read_only=True)
    events = project.journal().events(REPORT) if project.journal_path.exists() else ()
    told = json.dumps([event.payload for event in events])
    project.close()
    for span in wrong:
        assert f'[{span.start}, {span.end}, "{span.phi_class}"]' not in told
        line = f"{span.phi_class} {span.start} {span.end}".encode()
        assert not [path for path in layer.rglob("*.ann") if line in path.read_bytes()]


def test_wrong_ones_are_shown_decided_on_like_others_told_and_never_saved(studio, open_layer):
    layer = open_layer("aceptada")
    wrong = {mention.span for mention in PLANTS.values()}
    assert wrong <= shown(studio) and {m.span for m in studio.controller.session.desk} == RIGHT
    assert not studio.window.features["planted_suggestions"].hint.isHidden()
    assert {mention.span for mention in studio.controller.desk.pending} == wrong | (
        RIGHT - {studio.controller.session.desk[m.id].span for m in PLANTS.values() if m.id > 0}
    )
    controller = studio.controller
    decide(studio, Slip.CLASS, controller.accept)
    assert not controller.session.begun and not controller.session.history.done
    assert studio.window.messages.shown("planted_suggestion").text.startswith("Planted among the suggestions")
    controller.perform(intents.accepting(controller.desk.pending))
    assert answers_of(layer) == dict.fromkeys(Slip, Answer.ACCEPTED)
    assert {m.id for m in controller.desk.pending} == {PLANTS[Slip.ENDS].id}  # the detector's own is there again
    controller.perform(intents.accepting(controller.desk.pending))
    controller.sign_off()
    project = controller.folder.project
    assert set(project.open(REPORT).desk.decided_spans) == RIGHT and project.open(REPORT).signed
    assert_nowhere(studio, layer)

    # What is put right is saved as it was put right, and can be undone.
    layer = open_layer("corregida")
    beneath = {slip: controller.session.desk[PLANTS[slip].id] for slip in (Slip.CLASS, Slip.ENDS)}
    decide(studio, Slip.CLASS, lambda: controller.relabel(beneath[Slip.CLASS].span.phi_class))
    span = beneath[Slip.ENDS].span
    controller.resize(PLANTS[Slip.ENDS].id, span.start, span.end)
    decide(studio, Slip.SPURIOUS, controller.discard)
    corrected = Answer.CORRECTED
    assert answers_of(layer) == {Slip.CLASS: corrected, Slip.ENDS: corrected, Slip.SPURIOUS: Answer.REJECTED}
    decided = {m.span for m in controller.session.desk if m.decision is Decision.ACCEPTED}
    assert decided == {one.span for one in beneath.values()}
    controller.undo()
    controller.undo()
    assert shown(studio) == RIGHT and len(controller.desk.pending) == len(RIGHT)  # what was answered stays away
    assert_nowhere(studio, layer)

    # Who marks over one corrects it, and who marks it itself accepts it.
    layer = open_layer("marcada")
    right, wrong = controller.session.desk[PLANTS[Slip.ENDS].id].span, PLANTS[Slip.SPURIOUS].span
    controller.add(right.start, right.end, right.phi_class)
    controller.add(wrong.start, wrong.end, wrong.phi_class)
    assert answers_of(layer) == {Slip.ENDS: Answer.CORRECTED, Slip.SPURIOUS: Answer.ACCEPTED}
    assert controller.session.desk.decided_spans == (right,)
    assert_nowhere(studio, layer)


def test_one_is_decided_alone_passed_over_or_kept_as_it_was_answered_and_none_is_planted_where_it_is_read_blind(
    studio, open_layer
):
    layer = open_layer("igual")  # what would be decided alike
    decide(studio, Slip.SPURIOUS, studio.window.alike.decide)
    assert answers_of(layer) == {Slip.SPURIOUS: Answer.ACCEPTED} and studio.window.alike._dialog is None
    assert_nowhere(studio, layer)

    # What nobody decided is passed over, and what lies beneath is asked about.
    layer = open_layer("pasada")
    controller = studio.controller
    wrong = {mention.span for mention in PLANTS.values()}
    for mention in controller.desk.pending:
        if mention.span not in wrong:
            controller.select(mention.id)
            controller.accept()
    studio.window.actions_by_id["sign_off"].trigger()
    assert answers_of(layer) == dict.fromkeys(Slip, Answer.PASSED)
    assert not controller.session.signed and shown(studio) == RIGHT and len(controller.desk.pending) == 2
    studio.choose("Go to the first")
    assert controller.mention.span in RIGHT
    assert_nowhere(studio, layer)

    # Answers outlive the window's folder.
    layer = open_layer("respondida")
    decide(studio, Slip.CLASS, studio.controller.discard)
    studio.controller.refresh_folder()
    studio.qtbot.waitUntil(lambda: studio.controller.session is not None and bool(studio.controller.desk.pending))
    assert {m.span for m in PLANTS.values()} - shown(studio) == {PLANTS[Slip.CLASS].span}
    assert Counter(one.slip for one in read_answers(layer)) == {Slip.CLASS: 1}
    written = read_layer(layer)
    write_layer(layer, replace(written, tasks=tuple(replace(task, blind=True) for task in written.tasks)))
    studio.controller.refresh_folder()
    studio.qtbot.waitUntil(lambda: studio.controller.folder.layer.is_blind(REPORT))
    assert not studio.controller.desk.pending


# --- what else looks at a report, in a tag set of another field ------------------------------------------------

RADIOLOGY = shipped_tagset("radiology")
NAME = "Nombre: Lucía Quintanar Ríos.\n"
TEXT = f"{NAME}Sin hallazgos.\n{NAME}Otra línea.\n{NAME}"
FOUND = mapping_between(CLASSES, RADIOLOGY).suggestions(suggestions_for(TEXT), TEXT)
FIRST, SECOND, THIRD = (one.span for one in FOUND)


def seed_of(*slips: Slip) -> str:
    """One by which the second and the third name are planted so in the report on the screen, and something in the
    other report."""
    for number in range(100_000):
        own, other = (
            Planting(name, "dra-prueba", MOST_PLANTED, f"{number:08x}").on(desk_of((), FOUND), TEXT, RADIOLOGY)
            for name in ("a", "b")
        )
        places = {one.mention.span.start for one in own}
        if [one.slip for one in own] == list(slips) and not places & {FIRST.start} and other:
            return f"{number:08x}"
    raise AssertionError(slips)


@pytest.fixture
def twice(studio, tmp_path):
    """A layer of two reports with the same name three times, of which two are shown otherwise."""
    (tmp_path / "informes").mkdir()
    for name in "ab":
        (tmp_path / "informes" / f"{name}.txt").write_bytes(TEXT.encode())
    plan = Plan(shown=Shown.SUGGESTIONS, order=ReadingOrder.LISTED, planted=MOST_PLANTED)
    people = annotators_named([ME, "Luis"])
    corpus = make_corpus(tmp_path / "corpus", "C", tmp_path / "informes", people, plan, RADIOLOGY)
    folder = corpus.layer(people[0])
    write_layer(folder, replace(read_layer(folder), seed=seed_of(Slip.CLASS, Slip.ENDS)))
    studio.open(folder)
    return folder


def test_what_is_searched_checked_followed_and_decided_alike_goes_by_what_is_shown(studio, twice, monkeypatch):
    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: final_check.without_model(tagset))
    # A search finds mentions as they are shown when their report is opened.
    studio.key("Ctrl+Shift+F")
    panel = studio.window.search
    panel.scope.setCurrentIndex(panel.scope.findData(Scope.MENTIONS))
    panel.decisions.setCurrentIndex(panel.decisions.findData(Decision.PENDING))
    panel.search()
    studio.qtbot.waitUntil(lambda: panel.model.rowCount() > 0 and not panel.searching.running)
    hits = [panel.model.hit(row) for row in range(panel.model.rowCount())]
    for name in "ab":
        studio.show(name)
        spans = {(m.span.start, m.span.end, m.span.phi_class) for m in studio.controller.desk}
        assert {(one.start, one.end, one.phi_class) for one in hits if one.report == name} == spans
        assert shown(studio) != {FIRST, SECOND, THIRD}
    studio.show("a")

    controller = studio.controller
    wrong = shown(studio) - {FIRST}
    assert len(wrong) == 2 and not wrong & {SECOND, THIRD}
    assert [m.span for m in controller.session.desk] == [FIRST, SECOND, THIRD]
    controller.select(next(m.id for m in controller.desk if m.span == FIRST))
    controller.accept()
    assert wrong <= shown(studio)  # what is planted does not follow, nor does what lies beneath

    # The final check tells nothing of it.
    studio.window.actions_by_id["second_sweep"].trigger()
    studio.qtbot.waitUntil(lambda: studio.window.checking.known)
    planted = [m for m in controller.desk if controller.laid_over.holds(m)]
    assert len(planted) == 2
    assert not [one for one in studio.window.checking.findings if one.span.overlaps(SECOND) or one.span.overlaps(THIRD)]

    # What is decided alike goes by what is shown.
    controller.undo()
    controller.select(next(m.id for m in controller.desk if m.span == FIRST))
    studio.window.alike.decide(True)
    studio.qtbot.waitUntil(lambda: studio.window.alike._dialog is not None)
    dialog = studio.window.alike._dialog
    assert dialog.folder.isHidden()  # of other reports nothing is decided unseen
    (found,) = dialog.chosen(False)
    assert [(hit.span, str(hit.fate)) for hit in found.hits] == [(SECOND, "relabel"), (THIRD, "add")]
    dialog.accept()
    assert {one.slip: one.answer for one in read_answers(twice)} == dict.fromkeys(
        (Slip.CLASS, Slip.ENDS), Answer.CORRECTED
    )
    assert controller.session.desk.decided_spans == (FIRST, SECOND, THIRD)
    told = json.dumps([event.payload for event in controller.folder.project.journal().events("a")])
    assert not [one for one in wrong if f'[{one.start}, {one.end}, "{one.phi_class}"]' in told]
