"""Turning a rule off and on again, through the window: why, what it changes, where, and what stays."""

from __future__ import annotations

import inspect
import shutil
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deid_studio.batch.comparing import Compared
from deid_studio.detection.rule_ids import rests_on
from deid_studio.errors import DetectionFailedError, ModelMissingError
from deid_studio.formats.text import read_report
from deid_studio.gui.features.rules import turning_off
from deid_studio.gui.features.rules.changes_model import FATE, REPORT, TEXT
from deid_studio.gui.features.rules.rule_dialog import RuleDialog
from deid_studio.gui.features.rules.rules_off_dialog import RulesOffDialog
from deid_studio.gui.words.around import Around
from deid_studio.gui.words.evidence_wording import evidence_summary, evidence_text
from deid_studio.gui.words.rule_wording import not_to_turn_off, rule_id_words, to_turn_off
from deid_studio.model.mentions import Decision, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.review.project import Project

DATES = "grammar:prueba/fechas"
NAMES = "grammar:prueba/nombre_sujeto_asistencia"


@pytest.fixture
def comparing(monkeypatch, preannotator):
    """Stands in for the process that compares; `fails` are reports that it cannot read."""
    suggestions_for = inspect.getmodule(preannotator).suggestions_for

    class Comparing:
        fails: frozenset[str] = frozenset()
        missing = held = False
        order: list[str] = []

        def __init__(self, model, before, after, limit_mb, tagset=None):
            self.off = before, after

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def start(self, look):
            look()
            if self.missing:
                raise ModelMissingError(path="modelo")

        def compare(self, name, path, known, look):
            look()
            self.order.append(name)
            while self.held:
                look()
                time.sleep(0.001)
            if name in self.fails:
                raise DetectionFailedError(path=name, detail="x")
            report = read_report(path, name)
            found = suggestions_for(report.document.text)
            before, after = (tuple(one for one in found if not rests_on(one, off)) for off in self.off)
            return Compared(name, before != after, report.sha256, before, after)

    monkeypatch.setattr(turning_off, "ComparingProcess", Comparing)
    return Comparing


def dialog(studio) -> RuleDialog:
    """The dialog, once all reports have been looked at."""
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("rules"))
    return next(one for one in studio.window.findChildren(RuleDialog) if one.isVisible())


def begin(studio, text: str) -> RuleDialog:
    """The dialog, of a mention's rule."""
    choose(studio, text)
    studio.key("Ctrl+R")
    return dialog(studio)


def choose(studio, text: str) -> None:
    studio.controller.select(studio.mention(text).id)


def ok(shown: RuleDialog):
    return shown.buttons.button(shown.buttons.StandardButton.Ok)


def rows(shown: RuleDialog) -> list[tuple[str, str, str]]:
    """The report, the text and the fate of each row."""
    return [
        tuple(shown.model.index(row, column).data() for column in (REPORT, TEXT, FATE))
        for row in range(shown.model.rowCount())
    ]  # type: ignore[misc]


def press(widget, key: Qt.Key) -> None:
    widget.window().activateWindow()
    QApplication.processEvents()
    widget.setFocus()
    QTest.keyClick(widget, key)


def settled(studio) -> None:
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)


def test_looking_what_a_rule_does_changes_nothing_and_tells_what_could_not_be_looked_at(studio, reports, comparing):
    (reports / "3-marca.txt").write_bytes("\ufeffFecha: 03/04/2021\n".encode())
    studio.open(reports, "1-alta")
    choose(studio, "03/04/2021")
    studio.window.actions_by_id["turn_off_rule"].trigger()
    press(dialog(studio).table, Qt.Key.Key_Escape)
    assert len(studio.texts("pending")) == 5 and not studio.controller.folder.rules_off
    assert not (reports / ".deid-studio").exists()
    assert studio.window.focusWidget() is studio.view

    # The context in a report with a byte order mark is shown.
    shown = begin(studio, "03/04/2021")
    row = next(row for row in shown.model.rows if row.report == "3-marca")
    assert (row.before, row.text) == ("Fecha: ", "03/04/2021")
    shown.close()

    # Return in the list opens the report at that place.
    shown = begin(studio, "03/04/2021")
    shown.table.selectRow(next(at for at, row in enumerate(rows(shown)) if row[0] == "2-radiologia"))
    press(shown.table, Qt.Key.Key_Return)
    studio.wait_shown("2-radiologia")
    studio.qtbot.waitUntil(lambda: studio.current_text() == "11/12/2020")
    assert shown.isVisible() and not studio.controller.folder.rules_off
    shown.table.selectRow(0)
    shown.table.doubleClicked.emit(shown.table.currentIndex())
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: studio.current_text() == "03/04/2021")
    shown.close()

    # Reports that cannot be read and a detector that cannot be loaded are told.
    choose(studio, "03/04/2021")
    comparing.fails = frozenset({"2-radiologia"})
    studio.key("Ctrl+R")
    shown = dialog(studio)
    assert shown.summary.text().startswith("3 suggestions go") and "1 report could not be read" in shown.summary.text()
    shown.close()
    comparing.missing = True
    studio.key("Ctrl+R")
    assert "modelo" in dialog(studio).summary.text()
    dialog(studio).close()


def test_a_rule_is_turned_off_here_with_a_preview_and_on_again_and_everywhere_as_a_setting_of_the_person(
    studio, reports, comparing, tmp_path, preferences_path
):
    other = shutil.copytree(reports, tmp_path / "otros")
    studio.open(reports, "1-alta")
    shown = begin(studio, "03/04/2021")
    assert not shown.isModal()  # reports can be looked at meanwhile
    assert shown.only.text() == "Form of a date (rule “fechas”)"
    assert shown.summary.text() == "3 suggestions go, 0 change, 0 come instead, in 2 reports."
    assert "decided stays" in shown.kept.text()
    assert [(report, fate) for report, _, fate in rows(shown)] == [
        ("1-alta", "goes"), ("1-alta", "goes"), ("2-radiologia", "goes")
    ]  # fmt: skip
    assert "«03/04/2021». Edad: 61" in rows(shown)[0][1] and "ingreso: «" in rows(shown)[0][1]
    assert not (reports / ".deid-studio").exists()  # looking writes nothing
    ok(shown).click()
    settled(studio)
    assert studio.texts("pending") == ["Lucía Quintanar Ríos", "556677", "61 años"]
    assert Project(reports, studio.controller.tagset, "x").kept(RULES_OFF) == {DATES}
    assert studio.window.rules.shown.text() == "1 rule off" and studio.window.rules.shown.isVisible()
    studio.show("2-radiologia")
    assert studio.texts("pending") == ["Martín Olmedo Sanz"]
    studio.window.rules.shown.click()
    off = next(one for one in studio.window.findChildren(RulesOffDialog) if one.isVisible())
    assert off.list.topLevelItem(0).text(0) == "Form of a date (rule “fechas”)"
    assert off.list.topLevelItem(0).text(1) == "in this folder"
    press(off.list, Qt.Key.Key_Return)
    settled(studio)
    assert off.isVisible() and off.list.topLevelItemCount() == 0 and "No rule is off" in off.told.text()
    off.close()
    assert studio.texts("pending") == ["Martín Olmedo Sanz", "11/12/2020"]
    assert not studio.window.rules.shown.isVisible()

    # In every folder it is a setting of the person.
    studio.open(other, "1-alta")
    shown = begin(studio, "556677")
    shown.everywhere.click()
    ok(shown).click()
    settled(studio)
    assert "556677" not in studio.texts("pending")
    assert "rules_off = [" in preferences_path.read_text() and "id_sujeto_asistencia" in preferences_path.read_text()
    assert not (other / ".deid-studio").exists()
    third = tmp_path / "otra"
    third.mkdir()
    (third / "uno.txt").write_text("Nombre: Eva Lago. NHC: 998877.\n")
    studio.open(third)
    assert studio.texts("pending") == ["Eva Lago"]
    studio.window.rules.turn_on("grammar:prueba/id_sujeto_asistencia", True)
    settled(studio)
    assert "998877" in " ".join(studio.texts("pending"))
    assert "rules_off" not in preferences_path.read_text()


def test_decisions_stay_and_pending_ones_of_a_begun_review_go(studio, reports, comparing, make_studio):
    studio.open(reports, "1-alta")
    studio.key("Return")  # the name
    choose(studio, "03/04/2021")
    studio.key("Return")
    shown = begin(studio, "05/06/2021")
    assert [fate for _, _, fate in rows(shown)] == ["stays: it is decided", "goes", "goes"]
    assert "1 is decided, and stays." in shown.summary.text()
    press(ok(shown), Qt.Key.Key_Space)
    studio.qtbot.waitUntil(lambda: "05/06/2021" not in studio.texts("pending"))
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos", "03/04/2021"]
    studio.key("Ctrl+Z")  # one's own last decision, not what the rule had suggested
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos"]
    studio.key("Ctrl+Shift+Z")
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos", "03/04/2021"]
    pending = studio.texts("pending")
    studio.window.close()
    again = make_studio()
    again.open(reports, "1-alta")
    again.qtbot.waitUntil(lambda: "1-alta" in again.controller.folder.results)
    assert again.texts("pending") == pending and again.controller.folder.rules_off == {DATES}


def test_reports_that_have_the_rule_come_first_and_looking_can_be_stopped(studio, reports, comparing):
    (reports / "0-nota.txt").write_text("Sin datos.\n")
    studio.open(reports, "2-radiologia")
    choose(studio, "11/12/2020")
    comparing.order = []
    studio.key("Ctrl+R")
    dialog(studio).close()
    assert comparing.order[:2] == ["2-radiologia", "1-alta"] and sorted(comparing.order[2:]) == ["0-nota", "10-nota"]
    comparing.held = True
    studio.key("Ctrl+R")
    shown = next(one for one in studio.window.findChildren(RuleDialog) if one.isVisible())
    studio.qtbot.waitUntil(lambda: "0 of 4" in shown.left.text())
    assert shown.progress.isVisible() and shown.stop.isVisible()
    assert not ok(shown).isEnabled()
    assert shown.isActiveWindow() and shown.focusWidget() is shown.here  # it has the keyboard
    shown.stop.click()
    assert ok(shown).isEnabled()
    assert not shown.progress.isVisible() and "Only 0 of 4 reports were looked at" in shown.summary.text()
    ok(shown).click()  # it can be turned off all the same
    settled(studio)
    assert studio.texts("pending") == ["Martín Olmedo Sanz"]


def test_the_button_beside_the_evidence_names_the_rules_and_why_there_is_none_and_what_does_not_exist_is_told_calmly(
    studio, reports, comparing
):
    studio.open(reports, "1-alta")
    details = studio.window.details
    assert details.why.isVisible()
    details.why_menu.aboutToShow.emit()
    texts = [action.text() for action in details.why_menu.actions() if action.text()]
    assert texts == ["Turn off: form or context of a person's name (rule “nombre sujeto asistencia”)…",
                     "Rules that are off…"]  # fmt: skip
    details.why_menu.actions()[0].trigger()
    shown = dialog(studio)
    assert shown.rule == NAMES
    shown.close()
    studio.select_text("Villabrezo")
    studio.key("T")
    assert not details.why.isVisible()  # nobody suggested it
    studio.key("Ctrl+R")
    assert "no rule here" in studio.window.messages.shown("rules").text

    # A rule that is off and does not exist.
    studio.window.messages.clear("rules")
    studio.window.preferences.change(rules_off=("grammar:prueba/vieja",))
    settled(studio)
    studio.controller.folder.unknown_rules = frozenset({"grammar:prueba/vieja"})
    studio.controller.folder.suggestions_came.emit("1-alta")
    banner = studio.window.messages.shown("rules")
    assert "vieja" in banner.text and "Nothing else" in banner.detail
    studio.banner_button("rules", "Rules that are off").click()
    off = next(one for one in studio.window.findChildren(RulesOffDialog) if one.isVisible())
    assert "no such rule" in off.list.topLevelItem(0).text(1)
    press(off.list, Qt.Key.Key_Delete)
    assert studio.window.preferences.settings.rules_off == ()
    off.close()


# --- words ---------------------------------------------------------------------------------------------------

CRF = Evidence("crf", "", "0.98")
RULE = Evidence("rule", "campo_nhc", "0.97", "grammar:spanish/campo_nhc")
ENTRY = Evidence("gazetteer", "last_name", "Ruano", "grammar:spanish/last_name=ruano")
RECORD = Evidence("patient", "identifier", "exact")
SAME = Evidence("trusted", "", "also in line 7", "grammar:spanish/fecha_numerica")


def test_all_detectors_that_agree_are_named():
    around = Around("Expediente")  # the rule's own label is another one
    told = evidence_summary([RULE, Evidence("gazetteer", "town", "Soria"), CRF, RECORD, SAME], around)
    assert told == (
        "It stands after the label “Expediente”. Also: the learned model (CRF), the patient's record,"
        " the same text elsewhere in the report, list of towns."
    )
    span = Span(0, 5, "X")
    mention = Mention(1, span, Decision.PENDING, Origin.DETECTOR, Suggestion(span, 0.9, (CRF, ENTRY)))
    assert evidence_text(mention, "Ruano") == (
        "The learned model (CRF) recognises it by its context. “Ruano” is in the list of surnames."
    )


def test_what_can_be_turned_off_comes_with_words_and_what_cannot_with_a_reason():
    suggestion = Suggestion(Span(0, 5, "X"), 0.9, (CRF, ENTRY, RULE, SAME, RECORD))
    assert list(to_turn_off(suggestion).values()) == [
        "label “NHC”",
        "form of a date (rule “fecha numerica”), which found the same text elsewhere",
        "“ruano” in the list of surnames",
    ]
    reasons = not_to_turn_off(suggestion)
    assert len(reasons) == 2 and reasons[0].startswith("The learned model has no rule")
    assert "patient's data" in reasons[1]
    learned = Suggestion(Span(0, 5, "X"), 0.9, (Evidence("rule", "fechas.ingreso", "0.9"),))
    assert to_turn_off(learned) == {} and "learned model" in not_to_turn_off(learned)[0]
    old = Suggestion(Span(0, 5, "X"), 0.9, (Evidence("rule", "fecha_numerica", "0.9"),))
    assert to_turn_off(old) == {} and "earlier version" in not_to_turn_off(old)[0]
    doubt = Suggestion(Span(0, 5, "X"), 0.2, (Evidence("rule", "looks", "date", "looks/date"),))
    assert to_turn_off(doubt) == {} and "fewer suggestions" in not_to_turn_off(doubt)[0]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("grammar:spanish/campo_nhc", "label “NHC”"),
        ("grammar:mia/mi_regla", "rule “mi regla”"),
        ("sectioned/label=telefono", "label “Telefono”"),
        ("sectioned/town=soria", "“soria” in the list of towns"),
        ("sectioned/fax", "form of a fax number (rule “fax”)"),
        ("looks/date", "form of a date"),
        ("nada", "rule “nada”"),
    ],
)
def test_every_id_has_words(rule, words):
    assert rule_id_words(rule) == words
