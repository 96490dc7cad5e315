"""The second sweep through the window: its keys, what it keeps, and the offer before sign-off."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from deid_studio.gui.dialogs.class_chooser import ClassChooser
from deid_studio.gui.dialogs.settings_dialog import SettingsDialog
from deid_studio.gui.dialogs.shortcuts_dialog import ShortcutsDialog
from deid_studio.review import sweep as sweep_module
from deid_studio.settings import read_settings

TEXT = (
    "Nombre: Lucía Quintanar Ríos. NHC: 556677.\n"
    "Acude con su prima Beatriz. Avisa la Sra. Quintánar desde Villabrezo. Otra vez Beatriz.\n"
    "Leucocitos: 12700. Tel. 600111222.\n"
)


@pytest.fixture(autouse=True)
def without_a_model(monkeypatch):
    """What merely looks like PHI is enough here, and the same whatever the model."""
    monkeypatch.setattr(sweep_module, "load_sweep", lambda model: sweep_module.Sweep())


@pytest.fixture
def swept(studio, reports):
    """The window on a report of which all suggestions are accepted, with the sweep offered before sign-off."""
    (reports / "1-alta.txt").write_text(TEXT, encoding="utf-8")
    studio.window.preferences.change(second_sweep=True)
    studio.open(reports, "1-alta")
    studio.key("Ctrl+Shift+Return")
    return studio


def bar_key(studio, key: Qt.Key) -> None:
    QTest.keyClick(studio.window.sweep_bar, key)


def walk(studio) -> None:
    studio.key("F7")
    studio.qtbot.waitUntil(lambda: studio.window.sweeping.current is not None)


def wait_known(studio) -> None:
    studio.qtbot.waitUntil(lambda: studio.window.sweeping.known)


def here(studio) -> str:
    finding = studio.window.sweeping.current
    return "" if finding is None else finding.span.text(studio.controller.session.text)


def test_one_key_each_to_mark_to_dismiss_and_to_go_on(swept):
    walk(swept)
    bar = swept.window.sweep_bar
    assert bar.isVisible() and bar.hasFocus()
    assert here(swept) == "Beatriz"
    assert "1" in bar.evidence.text()  # in one more place
    assert swept.view.selected_range() == (TEXT.index("Beatriz"), TEXT.index("Beatriz") + 7)
    bar_key(swept, Qt.Key.Key_Period)
    assert here(swept) == "Quintánar"
    bar_key(swept, Qt.Key.Key_Return)
    assert swept.mention("Quintánar").span.phi_class == "NOMBRE_SUJETO_ASISTENCIA"
    assert here(swept) == "Villabrezo"
    bar_key(swept, Qt.Key.Key_Backspace)
    assert swept.texts("rejected") == ["Villabrezo"]
    assert here(swept) == "600111222"
    bar_key(swept, Qt.Key.Key_Comma)
    assert here(swept) == "Beatriz"
    wait_known(swept)
    assert here(swept) == "Beatriz"
    bar_key(swept, Qt.Key.Key_Escape)
    assert not bar.isVisible() and swept.view.hasFocus()


def test_each_decision_is_one_step_and_comes_back_when_it_is_undone(swept):
    walk(swept)
    steps = swept.controller.undo_mirror.stack.count()
    bar_key(swept, Qt.Key.Key_Delete)
    assert swept.controller.undo_mirror.stack.count() == steps + 1
    assert swept.texts("rejected") == ["Beatriz"]
    wait_known(swept)
    assert "Beatriz" not in [f.span.text(TEXT) for f in swept.window.sweeping.findings]
    QTest.keyClick(swept.window.sweep_bar, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert swept.texts("rejected") == []
    wait_known(swept)
    assert "Beatriz" in [f.span.text(TEXT) for f in swept.window.sweeping.findings]


def test_what_was_dismissed_stays_so_after_a_restart(make_studio, reports):
    (reports / "1-alta.txt").write_text(TEXT, encoding="utf-8")
    studio = make_studio()
    studio.open(reports, "1-alta")
    studio.key("Ctrl+Shift+Return")
    walk(studio)
    bar_key(studio, Qt.Key.Key_Backspace)
    assert here(studio) == "Quintánar"
    studio.window.close()
    again = make_studio()
    again.open(reports, "1-alta")
    again.key("F7")
    again.qtbot.waitUntil(lambda: again.window.sweeping.current is not None)
    assert here(again) == "Quintánar"


def test_another_class_is_given_with_space(swept):
    walk(swept)
    bar_key(swept, Qt.Key.Key_Space)
    chooser = next(w for w in swept.window.findChildren(ClassChooser) if w.isVisible())
    swept.type("FAMILIARES", chooser.field)
    swept.key("Return", chooser.field)
    assert swept.mention("Beatriz").span.phi_class == "FAMILIARES_SUJETO_ASISTENCIA"
    wait_known(swept)
    assert here(swept) == "Quintánar"


def test_findings_are_offered_before_sign_off_and_the_journal_keeps_the_count(swept):
    swept.key("Ctrl+Return")
    bar = swept.window.sweep_bar
    swept.qtbot.waitUntil(bar.isVisible)
    assert not swept.controller.session.signed
    assert "4" in bar.text.text() and bar.walk_button.isVisible()
    bar.walk_button.click()
    assert here(swept) == "Beatriz"
    bar_key(swept, Qt.Key.Key_Return)
    bar_key(swept, Qt.Key.Key_Period)
    wait_known(swept)
    project = swept.controller.folder.project
    QTest.keyClick(bar, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)  # asked once only
    swept.wait_shown("2-radiologia")
    assert project.journal().events("1-alta")[-1].payload["sweep"] == {"looked_at": 2, "left": 3}
    assert not bar.isVisible()


def test_a_report_without_findings_is_signed_off_at_once(swept):
    swept.show("10-nota")
    swept.key("Ctrl+Return")
    swept.qtbot.waitUntil(lambda: swept.controller.folder.standing("10-nota").state.value == "signed_off")


def test_the_offer_can_be_turned_off(swept, preferences_path):
    swept.window.actions_by_id["settings"].trigger()
    dialog = next(d for d in swept.window.findChildren(SettingsDialog) if d.isVisible())
    dialog.second_sweep.click()
    dialog.accept()
    assert read_settings(preferences_path)[0].second_sweep is False
    swept.key("Ctrl+Return")
    swept.wait_shown("2-radiologia")


def test_a_sweep_without_anything_says_so(studio, reports):
    studio.open(reports, "10-nota")
    studio.key("F7")
    wait_known(studio)
    assert studio.window.sweeping.current is None
    assert studio.window.sweep_bar.text.text() == "Nothing is left that looks like PHI and is not marked."


def test_what_is_rejected_at_sign_off_is_offered_if_it_was_likely(studio, reports):
    studio.window.preferences.change(second_sweep=True)
    studio.open(reports, "2-radiologia")
    studio.key("Ctrl+Return")
    studio.choose("Reject the 2 left")
    studio.qtbot.waitUntil(studio.window.sweep_bar.isVisible)
    walk(studio)
    assert here(studio) == "Martín Olmedo Sanz"
    assert "97" in studio.window.sweep_bar.evidence.text()
    bar_key(studio, Qt.Key.Key_Return)
    bar_key(studio, Qt.Key.Key_Backspace)
    assert studio.texts("accepted") == ["Martín Olmedo Sanz"]
    assert studio.texts("rejected") == ["11/12/2020"]
    wait_known(studio)
    assert studio.window.sweeping.current is None
    studio.key("Ctrl+Return")
    studio.qtbot.waitUntil(lambda: studio.controller.folder.standing("2-radiologia").state.value == "signed_off")


def test_its_keys_are_on_the_page_of_keys(studio):
    studio.key("F1")
    page = next(d for d in studio.window.findChildren(ShortcutsDialog) if d.isVisible())
    rows = {
        section.child(at).text(0): section.child(at).text(1)
        for section in map(page.tree.topLevelItem, range(page.tree.topLevelItemCount()))
        for at in range(section.childCount())
    }
    assert rows["Not PHI: it does not come back"] == "Backspace, Del"
    assert rows["Second sweep: what may have been missed"] == "F7"
    assert rows["Decide alike in the whole report"] == "=, Ctrl+I"
