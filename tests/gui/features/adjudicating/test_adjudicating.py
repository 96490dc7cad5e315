"""A corpus of several annotators in the window: the own layer, blind or not, and gold decided side by side."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible

from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
from deid_studio.corpora.plan import Plan, ReadingOrder, Shown
from deid_studio.gui.features.settings.settings_dialog import SettingsDialog
from deid_studio.model.edits import Add, Note
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset
from deid_studio.review.project import Project

ME = "Dra. Prueba"
NAME, AGE, SISTER = "NOMBRE_SUJETO_ASISTENCIA", "EDAD_SUJETO_ASISTENCIA", "FAMILIARES_SUJETO_ASISTENCIA"


def corpus_of(reports, people, shown=Shown.BLIND, tagset=None, name="corpus"):
    plan = Plan(shown=shown, order=ReadingOrder.LISTED)
    return make_corpus(
        reports.with_name(name),
        "Altas",
        reports,
        annotators_named(people),
        plan,
        tagset or shipped_tagset("meddocan"),
    )


def sign(corpus, who, report, noted="", **marked):
    """Sign a report in a layer, with the first place of each text marked with its class, the last with a note."""
    annotator = corpus.corpus.annotators[who]
    project = Project(corpus.layer(annotator), shipped_tagset("meddocan"), annotator.name)
    session = project.open(report)
    for name, texts in marked.items():
        for text in texts:
            start = session.text.index(text)
            session.perform(Add(session.desk.next_id, Span(start, start + len(text), name)))
    if noted:
        session.perform(Note(session.desk.next_id - 1, noted))
    session.sign_off()
    project.close()


@pytest.fixture
def gold(reports):
    """Three reports, of which two were signed by both annotators and differ in three places."""
    corpus = corpus_of(reports, ["Ana", "Luis"])
    sign(corpus, 0, "1-alta", **{NAME: ["Lucía Quintanar Ríos", "Villabrezo"], AGE: ["61 años"], SISTER: ["Elvira"]})
    sign(corpus, 1, "1-alta", "¿La hermana?", **{NAME: ["Lucía Quintanar"], AGE: ["61 años"], SISTER: ["hermana"]})
    sign(corpus, 0, "10-nota")
    sign(corpus, 1, "10-nota")
    sign(corpus, 0, "2-radiologia")
    return corpus


def open_corpus(studio, corpus):
    with studio.qtbot.waitSignal(studio.controller.folder_opened):
        studio.window.open_folder(corpus.folder)
    studio.qtbot.waitUntil(lambda: studio.controller.session is not None)
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)


def test_what_annotators_differ_in_is_read_out_decided_one_by_one_and_signed(studio, gold):
    heard: list[str] = []
    studio.window.announcer.announced.connect(heard.append)
    open_corpus(studio, gold)
    folder, panel = studio.controller.folder, studio.window.features["adjudicating"]._panel
    assert folder.project.folder == gold.gold and folder.names == ("1-alta", "10-nota")
    assert panel.isVisible() and panel.about.text() == "Difference 1 of 4"
    assert panel.sides[0].text().splitlines()[1] == "Ana" and "Lucía Quintanar Ríos" in panel.sides[0].text()
    assert studio.current_text() == "Lucía Quintanar Ríos"

    # Each difference is read out with its sides.
    name = QAccessible.queryAccessibleInterface(panel).text(QAccessible.Text.Name)
    studio.qtbot.waitUntil(lambda: any("Difference 1 of 4" in one for one in heard))
    assert name == "Adjudication"
    assert "1: Ana: Patient name: «Lucía Quintanar Ríos». 2: Luis: Patient name: «Lucía Quintanar»" in " ".join(heard)
    heard.clear()

    studio.key("Return", panel)  # the name as Ana has it
    studio.key("2", panel)  # Luis marked “hermana”
    studio.key("0", panel)  # nobody's sister is called so
    studio.key("1", panel)  # a town, of Ana alone
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos", "61 años", "hermana", "Villabrezo"]
    assert "4 differences decided" in panel.about.text()
    studio.qtbot.waitUntil(lambda: any("4 differences decided" in one for one in heard))
    taken = studio.mention("hermana")
    assert taken.suggestion.evidence[0].detail == "Luis" and taken.note == "Luis: ¿La hermana?"
    assert any("«hermana»; Luis notes: ¿La hermana?" in one for one in heard)
    studio.key("Return", panel)
    studio.wait_shown("10-nota")
    assert "No difference" in panel.about.text()
    studio.key("Return", panel)
    studio.qtbot.waitUntil(lambda: folder.signed_off == 2)
    spans = dict(gold.signed_spans("gold", shipped_tagset("meddocan")))
    assert len(spans["1-alta"]) == 4 and spans["10-nota"] == ()


def test_differences_come_back_when_they_are_undone_and_are_decided_by_the_keys_of_the_review_and_in_the_text(
    studio, gold
):
    open_corpus(studio, gold)
    panel = studio.window.features["adjudicating"]._panel
    studio.key("+", panel)
    assert studio.texts("accepted") == ["Lucía Quintanar", "Lucía Quintanar Ríos", "61 años"]
    assert panel.about.text() == "Difference 1 of 3"
    studio.controller.undo()
    assert panel.about.text() == "Difference 1 of 4" and studio.texts("accepted") == []
    studio.key("Down", panel)
    assert panel.about.text() == "Difference 2 of 4"
    studio.key("Up", panel)
    assert panel.about.text() == "Difference 1 of 4"

    # Where nobody is right, classes are given by the keys of the review.
    studio.key(studio.window.keys.table.of(f"class/{SISTER}")[0], panel)
    assert [m.span.phi_class for m in studio.controller.desk if m.decision.value == "accepted"] == [SISTER]
    assert panel.about.text() == "Difference 1 of 3" and panel.hasFocus()
    studio.controller.undo()
    assert panel.about.text() == "Difference 1 of 4"

    # While ends are moved, the mention stays.
    keys = next(iter(studio.window.keys.table.of("end_token_left")))
    for _ in range(2):
        studio.key(keys, panel)
    assert studio.texts("accepted") == ["Lucía"] and studio.current_text() == "Lucía"
    assert "3 differences left" in panel.about.text()
    studio.key("Return", panel)
    assert panel.about.text() == "Difference 1 of 3"

    # What is decided in the text counts.
    while studio.texts("accepted"):
        studio.controller.undo()
    assert panel.about.text() == "Difference 1 of 4"
    mention = studio.mention("Lucía Quintanar Ríos")
    studio.controller.select(mention.id)
    studio.key("Return")
    assert "3 differences left" in panel.about.text()


def test_an_annotator_comes_to_no_layer_but_the_own_one_blind_or_with_suggestions_or_half_of_it_blind(studio, reports):
    # The layer of another is not opened.
    corpus = corpus_of(reports, ["Ana", "Luis"])
    told = []
    studio.controller.folder_failed.connect(told.append)
    studio.window.open_folder(corpus.layer(corpus.corpus.annotators[0]))
    studio.qtbot.waitUntil(lambda: bool(told))
    assert "is the layer of Ana; you work as Dra. Prueba" in str(told[0])
    assert studio.controller.folder is None

    for shown, found in ((Shown.BLIND, 0), (Shown.SUGGESTIONS, 5)):
        corpus = corpus_of(reports, [ME, "Luis"], shown, name=f"corpus-{found}")
        open_corpus(studio, corpus)
        assert studio.controller.folder.project.folder == corpus.layer(corpus.corpus.annotators[0])
        studio.qtbot.waitUntil(lambda: not studio.controller.awaiting)
        assert len(studio.controller.desk.pending) == found, shown
        assert not studio.window.features["adjudicating"]._panel.isVisible()

    # Where pull is measured, half is blind.
    corpus = corpus_of(reports, [ME, "Luis"], Shown.MIXED, name="mixed")
    open_corpus(studio, corpus)
    blind = {task.report for task in corpus.tasks if task.annotator == "dra-prueba" and task.blind}
    waiting = {name: studio.controller.folder.standing(name).pending for name in ("1-alta", "2-radiologia")}
    assert {name for name, pending in waiting.items() if not pending} == blind - {"10-nota"}

    # A corpus may have classes of its own.
    own = TagSet("own", "1", (PhiClass("PERSONA", {}), PhiClass("FECHA", {})))
    corpus = corpus_of(reports, ["Ana", "Luis"], tagset=own, name="own")
    sign(corpus, 0, "1-alta", PERSONA=["Elvira"])
    sign(corpus, 1, "1-alta")
    open_corpus(studio, corpus)
    studio.key("Return", studio.window.features["adjudicating"]._panel)
    assert [m.span.phi_class for m in studio.controller.desk if m.decision.value == "accepted"] == ["PERSONA"]


def test_in_the_layer_of_an_annotator_nobody_takes_another_name(studio, reports):
    corpus = corpus_of(reports, [ME, "Luis Gil"])
    open_corpus(studio, corpus)
    assert studio.controller.folder.project.folder == corpus.layer(corpus.corpus.annotators[0])
    preferences, messages = studio.window.preferences, studio.window.messages
    for name, kept in (("Luis Gil", ME), ("DRA. PRUEBA", "DRA. PRUEBA")):
        studio.window.actions_by_id["settings"].trigger()
        dialog = studio.window.findChild(SettingsDialog)
        dialog.fields["reviewer"].show(name)
        dialog.accept()
        assert preferences.settings.reviewer == studio.controller.reviewer == kept
        dialog.deleteLater()
        studio.settle()
    assert messages.shown("reviewer").text.startswith(f"Your name is still {ME}")
    studio.open(reports)
    preferences.change(reviewer="Luis Gil")
    assert studio.controller.reviewer == "Luis Gil"
