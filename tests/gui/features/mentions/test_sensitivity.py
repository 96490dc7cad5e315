"""The slider that shows and hides pending suggestions by their confidence."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from deid_studio.gui.control import sensitivity
from deid_studio.gui.words.wording import about
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS, EVERYTHING, STOPS
from deid_studio.review.kept_settings import SENSITIVITY


def _names(studio) -> list[str]:
    studio.settle()
    model = studio.window.mentions.model
    text = studio.controller.session.text
    return [model.mention(row).span.text(text) for row in range(model.rowCount())]


def _move(studio, least: float) -> None:
    studio.window.mentions.sensitivity.slider.setValue(STOPS.index(least))


def _wait_kept(studio) -> None:
    studio.qtbot.waitUntil(lambda: not studio.controller.sensitivity.keeping.isActive())


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Where the slider stands is kept soon after it was moved."""
    monkeypatch.setattr(sensitivity, "_KEPT_AFTER_MS", 50)


def test_the_slider_stays_hides_what_is_pending_and_tells_what_it_costs_and_sign_off_and_undo_show_it(
    studio, reports, invented, qtbot, afresh
):
    (reports / "3-otra.txt").write_bytes(invented.alta.encode())
    studio.window.preferences.change(follow_folder=False)
    studio.open(reports)
    # The slider stays when it is moved while the folder is read anew.
    studio.controller.folder.project.keep(SENSITIVITY, 0.6)  # as another window would
    with qtbot.waitSignal(studio.controller.folder_opened):
        studio.controller.refresh_folder()
    assert studio.controller.least == 0.6
    for least in (0.7, 0.9):
        with qtbot.waitSignal(studio.controller.folder_opened):
            studio.controller.refresh_folder()
            _move(studio, least)
        assert studio.controller.least == least
        assert studio.controller.folder.project.kept(SENSITIVITY) == least

    studio.show("1-alta")
    _move(studio, 0.9)
    visited = []
    for _ in range(3):
        visited.append(studio.current_text())
        studio.key(".")
    assert visited == ["Lucía Quintanar Ríos", "556677", "Lucía Quintanar Ríos"]
    studio.controller.select(studio.mention("556677").id)
    studio.key("Ctrl+Down")
    assert studio.current_text() == "Lucía Quintanar Ríos"
    studio.controller.accept_all()
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos", "556677"]
    assert not studio.window.actions_by_id["accept_all"].isEnabled()
    assert not studio.window.actions_by_id["next_pending"].isEnabled()
    studio.controller.accept_class("FECHAS")
    assert studio.controller.reject_all()
    assert studio.texts("pending") == ["03/04/2021", "61 años", "05/06/2021"]
    assert len(_names(studio)) == 2  # what is decided stays
    _move(studio, 0.99)
    assert len(_names(studio)) == 2

    studio.show("3-otra")
    _move(studio, 0.7)
    studio.controller.accept_all()
    studio.window.signing_off.begin()
    box = studio.box()
    assert "1" in box.text() and "about 1 of these" in box.informativeText()
    studio.choose("Show them")
    assert studio.controller.least == 0.0 and studio.current_text() == "61 años"
    assert not studio.controller.session.signed
    studio.key("Return")
    _move(studio, 0.95)
    studio.window.signing_off.begin()
    journal = studio.controller.folder.project.journal()
    assert journal.events("3-otra")[-1].payload["sensitivity"] == 0.95

    # What it costs.
    reports = afresh(reports)
    studio.open(reports)
    row = studio.window.mentions.sensitivity
    assert row.told.text() == "5 shown, about 1 of them not PHI\n0 hidden"  # nothing is hidden at first
    assert STOPS[row.slider.value()] == ALL_SUGGESTIONS
    studio.key("Shift+F9")  # 0.05
    assert len(_names(studio)) == 5
    studio.key("Left", row.slider)
    assert studio.controller.least == 0.1  # keys of the slider
    age = studio.mention("61 años")
    _move(studio, 0.7)
    assert _names(studio) == ["Lucía Quintanar Ríos", "556677", "03/04/2021", "05/06/2021"]
    assert row.told.text() == "4 shown (from 70 %), perhaps 1 of them not PHI\n1 hidden, about 1 of them PHI"
    assert row.slider.accessibleDescription() == row.told.text().replace("\n", "; ")
    assert studio.view.marks.at(age.span.start) is None
    assert studio.window.classes._items["EDAD_SUJETO_ASISTENCIA"].text(2) == ""
    _move(studio, 0.0)
    assert studio.view.marks.at(age.span.start) == age.id
    assert studio.window.classes._items["EDAD_SUJETO_ASISTENCIA"].text(2) == "1"

    # It is reached and found by key.
    assert row.slider.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert row.slider.accessibleName()
    for _ in range(len(STOPS) + 3):
        studio.key("Shift+F9")
    assert studio.controller.least == STOPS[0]
    studio.key("F9")
    assert studio.controller.least == STOPS[1]

    # A current suggestion that is hidden is current no more.
    _move(studio, ALL_SUGGESTIONS)
    studio.controller.select(studio.mention("61 años").id, show=True)
    _move(studio, 0.8)
    assert studio.controller.mention is None
    studio.key("Return")  # goes on from there, and decides nothing
    assert not studio.controller.session.begun
    assert studio.current_text() == "05/06/2021"

    _move(studio, ALL_SUGGESTIONS)
    studio.controller.select(studio.mention("61 años").id, show=True)
    studio.key("Return")
    _move(studio, 0.9)
    assert "61 años" in _names(studio)
    studio.key("Ctrl+Z")
    assert studio.current_text() == "61 años" and studio.texts("pending") and studio.controller.least == 0.6
    assert studio.window.mentions.sensitivity.slider.value() == STOPS.index(0.6)


def test_position_is_kept_in_the_folder_and_what_is_hidden_is_not_counted_before_it_is_known(
    make_studio, reports, preannotator
):
    first = make_studio()
    first.open(reports)
    _move(first, 0.8)
    first.qtbot.waitUntil(lambda: first.controller.folder.project.kept(SENSITIVITY) == 0.8)
    _move(first, 0.9)
    first.window.close()  # before it was written by itself
    again = make_studio()
    again.open(reports)
    assert again.controller.least == 0.9
    row = again.window.mentions.sensitivity
    assert row.slider.value() == STOPS.index(0.9)
    assert _names(again) == ["Lucía Quintanar Ríos", "556677"]
    assert not again.controller.session.begun

    _move(again, ALL_SUGGESTIONS)
    again.key("Return")
    again.controller.close_folder()
    preannotator.held = True
    again.window.open_folder(reports)
    again.wait_shown("1-alta")
    assert row.told.text().startswith("4 shown") and row.told.text().endswith("\nStill looking for hidden ones…")
    preannotator.held = False
    again.qtbot.waitUntil(lambda: not again.controller.folder.preannotating)
    assert row.told.text().endswith("\n0 hidden")


def test_while_suggestions_are_looked_for_no_number_is_told_and_looking_and_sifting_write_nothing(
    studio, reports, preannotator, qtbot, tmp_path
):
    other = shutil.copytree(reports, tmp_path / "otros")
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    row, status = studio.window.mentions.sensitivity, studio.window.status
    assert row.told.text().strip() == "Looking for suggestions…"
    assert status.counts.text().startswith("Looking for suggestions…")
    preannotator.held = False
    qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    assert status.counts.text().startswith("○ 5 pending")
    assert row.told.text().startswith("5 shown")
    studio.show("10-nota")
    assert status.counts.text().startswith("○ 0 pending")

    # A folder that cannot be written can be sifted all the same.
    (other / ".deid-studio").write_text("no folder")
    studio.open(other)
    _move(studio, 0.9)
    _wait_kept(studio)
    assert len(_names(studio)) == 2 and studio.window.messages.shown("failed") is None
    with studio.qtbot.waitSignal(studio.controller.folder_opened):
        studio.controller.refresh_folder()
    assert studio.controller.least == 0.9
    studio.controller.close_folder()
    with studio.qtbot.waitSignal(studio.controller.folder_opened):
        studio.controller.open_folder(other)
    assert studio.controller.least == 0.0  # nothing could be kept: everything is shown

    studio.open(reports)
    studio.window.close()
    assert not (reports / ".deid-studio").exists()


# --- doubts ----------------------------------------------------------------------------------------------------


@pytest.fixture
def doubtful(monkeypatch, preannotator, invented):
    """Two doubts in 1-alta: a name that the model held possible, a town that merely looks like one."""

    def doubt(text: str, confidence: float, fact: Evidence) -> Suggestion:
        start = invented.alta.index(text)
        return Suggestion(Span(start, start + len(text), "TERRITORIO"), confidence, (fact,))

    doubts = (
        doubt("Elvira", 0.25, Evidence("crf", "marginal", "0.30")),
        doubt("Villabrezo", 0.06, Evidence("rule", "looks", "place")),
    )
    make = preannotator.__init__

    def __init__(self, model, on_ready, on_result):
        def with_doubts(result):
            on_result(replace(result, doubts=doubts) if result.name == "1-alta" else result)

        make(self, model, on_ready, with_doubts)

    monkeypatch.setattr(preannotator, "__init__", __init__)


def test_doubts_are_hidden_at_first_and_counted_and_decided_one_by_one_once_they_are_shown(doubtful, studio, reports):
    # A report opened with the slider at its end has its doubts.
    studio.open(reports, "2-radiologia")
    _move(studio, EVERYTHING)
    assert len(_names(studio)) == 2
    studio.show("1-alta")
    assert {"Elvira", "Villabrezo"} <= set(_names(studio))
    assert studio.controller.report_order.facts.benefit_of("1-alta").leak == pytest.approx(4.49)
    assert not studio.controller.session.begun

    _move(studio, ALL_SUGGESTIONS)
    row = studio.window.mentions.sensitivity
    assert row.told.text() == "5 shown, about 1 of them not PHI\n2 hidden, perhaps 1 of them PHI"
    assert len(_names(studio)) == 5 and len(studio.texts("pending")) == 5
    studio.key("F9")  # doubts from 20 %
    assert _names(studio)[-2:] == ["Elvira", "05/06/2021"]
    assert row.told.text().startswith("6 shown (with doubts from 20 %), ")
    assert row.told.text().endswith("\n1 hidden, perhaps 1 of them PHI")
    _move(studio, EVERYTHING)
    assert _names(studio)[-1] == "Villabrezo" and row.told.text().endswith("\n0 hidden")
    _move(studio, ALL_SUGGESTIONS)
    assert studio.texts("pending") == _names(studio) and len(_names(studio)) == 5
    assert not studio.controller.session.begun

    studio.key("Return")  # a first decision
    _move(studio, EVERYTHING)
    assert len(studio.texts("pending")) == 6
    studio.controller.accept_all()
    assert studio.texts("pending") == ["Elvira", "Villabrezo"]  # never together with others
    assert not studio.window.actions_by_id["accept_all"].isEnabled()
    studio.controller.select(studio.mention("Elvira").id, show=True)
    studio.key("Return")
    assert "Elvira" in studio.texts("accepted")
    _move(studio, ALL_SUGGESTIONS)
    assert "Villabrezo" not in _names(studio)
    studio.window.signing_off.begin()
    assert "perhaps 1 of these" in studio.box().informativeText()
    studio.choose("Show them")
    assert studio.controller.least == STOPS[-2] and studio.current_text() == "Villabrezo"  # from 5 %
    studio.key("Del")
    assert studio.controller.sign_off()
    journal = studio.controller.folder.project.journal()
    assert journal.events("1-alta")[-1].payload["sensitivity"] == STOPS[-2]


def test_small_expectations_are_told_in_words():
    assert about(0.02) == "hardly any" and about(0.1) == "perhaps 1"
    assert about(0.5) == "about 1" and about(2.5) == "about 3"
