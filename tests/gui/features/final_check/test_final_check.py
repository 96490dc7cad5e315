"""The final check through the window: its keys, what it keeps, and the offer before sign-off."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.features.final_check import finding_search
from deid_studio.gui.features.final_check.check_words import CheckWords
from deid_studio.gui.features.settings.settings_dialog import SettingsDialog
from deid_studio.gui.features.shortcuts.shortcuts_dialog import ShortcutsDialog
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.checking import final_check
from deid_studio.review.checking.finding import Finding, Sort
from deid_studio.review.checking.questions import by_leak, unread_findings
from deid_studio.settings import read_settings

ANYWAY = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
TEXT = (
    "Nombre: Lucía Quintanar Ríos. NHC: 556677.\n"
    "Acude con su prima Beatriz. Avisa la Sra. Quintánar desde Villabrezo. Otra vez Beatriz.\n"
    "Leucocitos: 12700. Tel. 600111222.\n"
)


@pytest.fixture(autouse=True)
def without_a_model(monkeypatch):
    """What merely looks like PHI is enough here, and the same whatever the model; it is looked for without a pause."""
    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: final_check.without_model(tagset))
    monkeypatch.setattr(finding_search, "_PAUSE_MS", 20)


@pytest.fixture
def swept(studio, reports):
    """The window on a report of which all suggestions are accepted, with the sweep offered before sign-off; another one
    has the same text."""
    for name in ("1-alta", "3-alta"):
        (reports / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    studio.window.preferences.change(second_sweep=True, follow_decisions=False, follow_folder=False)
    studio.open(reports)
    begin(studio, "1-alta")
    return studio


def begin(studio, name: str) -> None:
    studio.show(name)
    studio.key("Ctrl+Shift+Return")


def bar_key(studio, key: Qt.Key) -> None:
    QTest.keyClick(studio.window.check_panel, key)


def walk(studio) -> None:
    studio.key("F7")
    studio.qtbot.waitUntil(lambda: studio.window.checking.current is not None)


def wait_known(studio) -> None:
    studio.qtbot.waitUntil(lambda: studio.window.checking.known)


def wait_signed(studio, name: str) -> None:
    studio.qtbot.waitUntil(lambda: studio.controller.folder.standing(name).state.value == "signed_off")


def here(studio) -> str:
    finding = studio.window.checking.current
    return "" if finding is None else finding.span.text(studio.controller.session.text)


def found(studio) -> list[str]:
    return [finding.span.text(TEXT) for finding in studio.window.checking.findings]


def test_what_was_passed_over_is_gone_back_to_and_what_was_dismissed_stays_so_after_a_restart(
    swept, make_studio, reports
):
    walk(swept)
    panel, checking = swept.window.check_panel, swept.window.checking
    bar_key(swept, Qt.Key.Key_Period)
    bar_key(swept, Qt.Key.Key_Period)
    panel.list.clicked.emit(panel.model.index(1))
    assert here(swept) == "Beatriz" and checking.remaining.is_seen(checking.current)
    bar_key(swept, Qt.Key.Key_Backspace)
    assert swept.texts("rejected") == ["Beatriz", "Beatriz"] and here(swept) == "600111222"

    # The list shows one sort.
    panel.shown.setCurrentIndex(panel.shown.findData(Sort.ELSEWHERE))
    assert [one.span.text(TEXT) for one in panel.model.findings] == ["Quintánar"]
    assert panel.shown.currentText().endswith("(1)")

    # Another class is given with Space, and a report opened on the way has the keyboard.
    begin(swept, "3-alta")
    walk(swept)
    bar_key(swept, Qt.Key.Key_Space)
    chooser = next(w for w in swept.window.findChildren(ClassChooser) if w.isVisible())
    swept.type("FAMILIARES", chooser.field)
    swept.key("Return", chooser.field)
    assert swept.mention("Beatriz").span.phi_class == "FAMILIARES_SUJETO_ASISTENCIA"
    wait_known(swept)
    assert here(swept) == "Quintánar"
    swept.show("2-radiologia")
    assert swept.view.hasFocus() and not panel.text.text()

    swept.window.close()
    again = make_studio()
    again.open(reports, "1-alta")
    walk(again)
    assert here(again) == "Quintánar"


def test_one_key_each_marks_dismisses_and_goes_on_and_nothing_pending_likely_or_contradictory_is_forgotten(
    swept, reports, monkeypatch, afresh
):
    swept.show("2-radiologia")
    swept.key("F7")
    wait_known(swept)
    bar = swept.window.check_panel
    assert bar.text.text() == "Nothing more to look at here; suggestions still to be decided: 2."
    assert swept.view.hasFocus()
    swept.key("Return")
    assert swept.current_text() == "11/12/2020" and not bar.text.text()

    swept.key("Ctrl+Z")
    swept.controller.reject_all()
    swept.key("Ctrl+Return")
    swept.qtbot.waitUntil(lambda: swept.window.checking.offering)
    walk(swept)
    assert here(swept) == "Martín Olmedo Sanz"
    assert "97" in bar.evidence.whole
    bar_key(swept, Qt.Key.Key_Return)
    bar_key(swept, Qt.Key.Key_Backspace)
    assert swept.texts("accepted") == ["Martín Olmedo Sanz"]
    assert swept.texts("rejected") == ["11/12/2020"]
    wait_known(swept)
    assert swept.window.checking.current is None
    swept.key("Ctrl+Return")
    wait_signed(swept, "2-radiologia")

    # A contradiction is answered by one key and taken back.
    text = "Paciente: Lucía Quintanar Ríos.\nAcude Lucía Quintanar Ríos.\nDr. Otero y Lucía Quintanar Ríos.\n"
    (reports / "10-nota.txt").write_text(text, encoding="utf-8")
    swept.show("10-nota")
    controller = swept.controller
    controller.reject_all()
    at = [found.start() for found in re.finditer("Lucía", text)]
    for start, name in zip(at, ("SUJETO_ASISTENCIA", "SUJETO_ASISTENCIA", "PERSONAL_SANITARIO"), strict=True):
        controller.add(start, start + len("Lucía Quintanar Ríos"), f"NOMBRE_{name}")
    walk(swept)
    checking = swept.window.checking
    while checking.current.sort is not Sort.ROLES:
        bar_key(swept, Qt.Key.Key_Backspace)
        wait_known(swept)
    assert "line 1" in bar.evidence.whole
    bar_key(swept, Qt.Key.Key_Return)
    assert {m.span.phi_class for m in controller.desk if m.span.start in at} == {"NOMBRE_SUJETO_ASISTENCIA"}
    swept.key("Ctrl+Z")
    assert controller.desk.at(at[2])[0].span.phi_class == "NOMBRE_PERSONAL_SANITARIO"

    # One key each.
    reports = afresh(reports)
    swept.open(reports)
    begin(swept, "1-alta")
    walk(swept)
    bar = swept.window.check_panel
    assert bar.isVisible() and bar.hasFocus()
    assert here(swept) == "Beatriz"
    assert "1" in bar.evidence.whole  # in one more place
    assert swept.view.selection.range() == (TEXT.index("Beatriz"), TEXT.index("Beatriz") + 7)
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
    assert not bar.phi.isVisible() and swept.view.hasFocus()

    # Undone, a finding comes back.
    begin(swept, "3-alta")
    walk(swept)
    steps = swept.controller.undo_mirror.stack.count()
    bar_key(swept, Qt.Key.Key_Delete)
    assert swept.controller.undo_mirror.stack.count() == steps + 1
    assert swept.texts("rejected") == ["Beatriz", "Beatriz"]
    wait_known(swept)
    assert "Beatriz" not in found(swept)
    QTest.keyClick(bar, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert swept.texts("rejected") == []
    wait_known(swept)
    assert "Beatriz" in found(swept)

    # After decisions it looks again once, when no more are made.
    looked: list[int] = []
    look = finding_search.check_report
    monkeypatch.setattr(finding_search, "check_report", lambda *given: (looked.append(1), look(*given))[1])
    pause = swept.window.checking.search._paused
    pause.setInterval(60_000)  # however long a busy machine takes for the keys
    for _ in range(4):
        swept.key("Ctrl+Z")
        swept.key("Ctrl+Shift+Z")
    swept.key("Ctrl+Z")
    assert not looked and swept.window.checking.search.running
    pause.setInterval(20)
    wait_known(swept)
    assert len(looked) == 1


def test_before_sign_off_findings_are_offered_and_after_the_last_one_and_the_last_report_it_ends_in_the_release(
    swept, afresh, reports, preferences_path
):
    walk(swept)
    bar = swept.window.check_panel
    QTest.keyClick(bar, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert "4" in bar.text.text() and bar.hasFocus()
    assert [b.isVisible() for b in (bar.anyway_button, bar.walk_button)] == [True, True]
    assert [b.isVisible() for b in (bar.phi, bar.no_phi, bar.next, bar.sign_button)] == [False] * 4
    assert bar.walk_button.isDefault() and bar.walk_button.text().endswith(" ⏎")
    assert bar.anyway_button.text() == "Sign off all the same Ctrl+Alt+⏎"
    desk = swept.controller.desk
    for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Period, Qt.Key.Key_Space):
        bar_key(swept, key)
    bar_key(swept, Qt.Key.Key_Return)
    assert swept.controller.desk is desk and not swept.controller.session.signed
    assert here(swept) == "Beatriz" and bar.phi.isVisible() and not bar.walk_button.isVisible()

    begin(swept, "3-alta")
    swept.key("Ctrl+Return")
    swept.qtbot.waitUntil(lambda: bar.isVisible() and bar.hasFocus())
    bar_key(swept, Qt.Key.Key_Escape)
    assert not bar.walk_button.isVisible() and swept.view.hasFocus() and not swept.controller.session.signed

    # The next sign-off asks again, and its key leads to them.
    swept.key("Ctrl+Return")
    assert bar.isVisible() and "4" in bar.text.text() and not swept.controller.session.signed
    swept.key("Ctrl+Return", bar)
    assert here(swept) == "Beatriz" and not swept.controller.session.signed

    # The count.
    reports = afresh(reports)
    swept.open(reports)
    begin(swept, "1-alta")
    # The key that signs all the same signs nothing unasked.
    swept.key("Ctrl+Alt+Return")
    assert not swept.controller.session.signed and "Nothing holds the sign-off back" in swept.window.status.told.text()

    swept.key("Ctrl+Return")
    bar = swept.window.check_panel
    swept.qtbot.waitUntil(lambda: swept.window.checking.offering)
    assert bar.isVisible() and not swept.controller.session.signed
    assert "4" in bar.text.text() and bar.walk_button.isVisible()
    bar.walk_button.click()
    assert here(swept) == "Beatriz"
    bar_key(swept, Qt.Key.Key_Return)
    bar_key(swept, Qt.Key.Key_Period)
    wait_known(swept)
    project = swept.controller.folder.project
    QTest.keyClick(bar, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)  # asked again, of those left
    assert "2" in bar.text.text() and not swept.controller.session.signed
    QTest.keyClick(bar, Qt.Key.Key_Return, ANYWAY)
    swept.wait_shown("2-radiologia")
    assert project.journal().events("1-alta")[-1].payload["sweep"] == {"looked_at": 3, "left": 2}
    assert not swept.window.checking.offering

    # The list of mentions is in front again, unless the person chose the other panel.
    docks = swept.window.layout_of_docks
    check = docks.named("final_check")
    swept.qtbot.waitUntil(lambda: check.visibleRegion().isEmpty())
    assert not docks.named("mentions").visibleRegion().isEmpty()
    docks.front("final_check")
    swept.qtbot.waitUntil(lambda: not check.visibleRegion().isEmpty())
    swept.key("F7")
    swept.show("10-nota")
    QApplication.processEvents()
    assert not check.visibleRegion().isEmpty()
    docks.front("mentions")

    begin(swept, "3-alta")
    swept.key("Ctrl+Return")
    swept.qtbot.waitUntil(lambda: swept.window.checking.offering)
    bar.anyway_button.click()
    swept.wait_shown("10-nota")

    # After the last finding.
    reports = afresh(reports)
    swept.open(reports)
    begin(swept, "1-alta")
    walk(swept)
    bar, checking = swept.window.check_panel, swept.window.checking
    counts, leaks = [], []
    while checking.current is not None:
        counts.append(bar.count.text())
        leaks.append(checking.remaining.leak)
        bar_key(swept, Qt.Key.Key_Backspace)
        wait_known(swept)
    assert counts == ["1 of 4", "2 of 4", "3 of 4", "4 of 4"]
    # The expected leak falls with each answer.
    assert leaks == sorted(leaks, reverse=True) and len(set(leaks)) == len(leaks) == 4 and checking.remaining.leak == 0
    assert bar.text.text() == "Nothing is left that looks like PHI and is not marked."
    assert swept.view.hasFocus()
    swept.window.actions_by_id["sign_off"].trigger()
    swept.wait_shown("2-radiologia")
    assert swept.view.hasFocus() and not bar.text.text()

    # Of a report without findings that is said, and it is signed off at once.
    swept.show("10-nota")
    swept.key("F7")
    wait_known(swept)
    assert checking.current is None
    assert bar.text.text() == "Nothing is left that looks like PHI and is not marked."
    swept.key("Ctrl+Return", swept.view)
    wait_signed(swept, "10-nota")

    turn_the_offer_off(swept)
    assert read_settings(preferences_path)[0].second_sweep is False
    swept.window.layout_of_docks.front("final_check")
    for name in ("3-alta", "2-radiologia"):
        begin(swept, name)
        assert bar.release_button.isHidden(), name
        swept.key("Ctrl+Return")
        wait_signed(swept, name)
    swept.qtbot.waitUntil(lambda: not bar.release_button.isHidden())


def turn_the_offer_off(studio) -> None:
    studio.window.actions_by_id["settings"].trigger()
    dialog = next(d for d in studio.window.findChildren(SettingsDialog) if d.isVisible())
    dialog.fields["second_sweep"].widget.click()
    dialog.accept()


@pytest.mark.dressed
def test_the_evidence_is_two_lines_at_most_the_finding_stays_in_sight_and_the_keys_are_on_their_page(swept, reports):
    walk(swept)
    bar, finding = swept.window.check_panel, swept.window.checking.current
    facts = [Evidence("rule", f"rule_{n // 3}", "0.9") for n in range(90)]
    object.__setattr__(finding, "suggestion", replace(finding.suggestion, evidence=tuple(facts)))
    swept.window.checking.changed.emit()
    parts = bar.evidence.whole.split("; ")  # each thing once
    assert len(parts) == len(set(parts)) > 20
    assert bar.evidence.toolTip() == bar.evidence.whole
    assert bar.evidence.text().count("\n") == 1 and bar.evidence.text().endswith("…")

    swept.key("F1")
    page = next(d for d in swept.window.findChildren(ShortcutsDialog) if d.isVisible())
    rows = {
        section.child(at).text(0): section.child(at).text(1)
        for section in map(page.tree.topLevelItem, range(page.tree.topLevelItemCount()))
        for at in range(section.childCount())
    }
    assert rows["Not PHI: it does not come back"] == "Backspace, Del"
    assert rows["Final check: what is left to look at"] == "F7"
    assert rows["Decide alike in the whole report"] == "=  ·  Ctrl+I"
    page.close()

    (reports / "10-nota.txt").write_text("Sin cambios.\n" * 60 + "Acude con su prima Beatriz.\n", encoding="utf-8")
    swept.show("10-nota")
    assert not bar.phi.isVisible()
    walk(swept)
    QApplication.processEvents()
    assert here(swept) == "Beatriz" and bar.isVisible()
    # Whatever takes room below, as a second bar does.
    swept.window.resize(swept.window.width(), swept.window.height() - 150)
    QApplication.processEvents()
    assert swept.view.viewport().rect().contains(swept.view.cursorRect().center())


class Unsure(final_check.FinalCheck):
    """Holds a name in another spelling likely, and nothing else."""

    def findings(self, text, desk, together=()):
        found = super().findings(text, desk, together)
        return by_leak(one if one.sort is Sort.ELSEWHERE else replace(one, chance=0.4) for one in found)


class Unlikely(final_check.FinalCheck):
    """Holds nothing likely."""

    def findings(self, text, desk, together=()):
        return by_leak(replace(one, chance=0.1) for one in super().findings(text, desk, together))


def look_by(kind: type[final_check.FinalCheck], monkeypatch) -> None:
    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: kind(final_check.Sweep(tagset), tagset))


@pytest.fixture
def unsure(monkeypatch):
    """From the first look on, only a name in another spelling is likely."""
    look_by(Unsure, monkeypatch)


def listed(panel) -> list[tuple[str, bool]]:
    """The rows of the list as they are told, each with whether it is muted."""
    rows = [panel.model.index(at) for at in range(panel.model.rowCount())]
    return [(row.data(), row.data(Qt.ItemDataRole.ForegroundRole) is not None) for row in rows]


def test_what_is_less_likely_is_asked_about_once_and_the_list_tells_what_is_asked_and_how(unsure, swept):
    walk(swept)
    panel, checking = swept.window.check_panel, swept.window.checking
    assert here(swept) == "Quintánar"
    bar_key(swept, Qt.Key.Key_Return)
    wait_known(swept)
    assert checking.together and "3 in the list" in panel.text.text() and not panel.sign_button.isVisible()
    wide = panel.minimumWidth()
    assert wide >= panel.layout().minimumSize().width()
    leak = checking.remaining.leak
    bar_key(swept, Qt.Key.Key_Backspace)
    assert checking.ended and checking.remaining.leak == 0 < leak and len(panel.model.findings) == 3
    assert swept.texts("rejected") == [] and panel.sign_button.isVisible()
    panel.list.clicked.emit(panel.model.index(1))
    bar_key(swept, Qt.Key.Key_Return)
    assert "Beatriz" in swept.texts("accepted")
    assert swept.current_text() == "Beatriz"  # and not as text that is chosen to be marked

    # The list tells what is asked one by one, what together and what not.
    begin(swept, "3-alta")
    walk(swept)
    rows = listed(panel)
    assert [text for text, _ in rows if "«" not in text] == [
        "Asked one by one (1)",
        "Asked together, in one question (3)",
    ]
    assert "Quintánar" in rows[1][0] and not any(muted for _, muted in rows)
    panel.list.clicked.emit(panel.model.index(2))  # a heading is nothing to go to
    assert here(swept) == "Quintánar"
    assert wide >= panel.layout().minimumSize().width()  # else the report would be narrower, and its words move
    bar_key(swept, Qt.Key.Key_Period)
    assert checking.together and listed(panel)[1][1]  # it was passed over
    bar_key(swept, Qt.Key.Key_Backspace)
    rows = listed(panel)
    assert rows[2] == ("Not PHI, as you said of all of them (3)", False) and all(muted for _, muted in rows[3:])
    shown = panel.shown.findData(Sort.ELSEWHERE)
    panel.shown.setCurrentIndex(shown)
    assert listed(panel)[0][0] == "Asked one by one (1)" and len(panel.model.findings) == 1

    # What was said of all of them is kept with the sign-off: each is answered at all its places.
    text, project = swept.controller.session.text, swept.controller.folder.project
    swept.controller.sign_off()
    none = project.journal().events("3-alta")[-1].payload["sweep"]["none"]
    assert [text[start:end] for start, end in none] == ["Beatriz", "Villabrezo", "Beatriz", "600111222"]


def test_of_what_is_less_likely_nothing_is_dropped_that_a_person_was_asked_about(unsure, swept, monkeypatch):
    panel, checking = swept.window.check_panel, swept.window.checking
    walk(swept)
    bar_key(swept, Qt.Key.Key_Return)
    wait_known(swept)
    assert checking.together
    # One by one is to the last, though the others would not be worth a question by now.
    seen, unread = [], []
    monkeypatch.setattr(swept.window.reading, "findings", lambda: list(unread))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Backspace, Qt.Key.Key_Return):
        if seen == ["Beatriz"]:  # a passage that was not read comes into sight: not in the midst of them
            unread += unread_findings([(0, 9)], 0.1)
        bar_key(swept, key)
        wait_known(swept)
        assert not checking.together
        finding = checking.current
        seen.append(None if finding is None else "unread" if finding.sort is Sort.UNREAD else here(swept))
    assert seen == ["Beatriz", "Villabrezo", "600111222", "unread", None]
    unread.clear()
    checking.list_now()
    assert checking.ended and checking.findings == () and "Nothing is left" in panel.text.text()

    # Who takes one out of the list is asked about the others still, also by the key that signs off.
    begin(swept, "3-alta")
    walk(swept)
    bar_key(swept, Qt.Key.Key_Period)
    for left in (2, 1):
        assert checking.together
        panel.list.clicked.emit(panel.model.place(checking.remaining.unlikely[-1]))
        bar_key(swept, Qt.Key.Key_Return)
        wait_known(swept)
        assert checking.together and len(checking.remaining.unlikely) == left
    QTest.keyClick(panel, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert checking.offering and not swept.controller.session.signed
    bar_key(swept, Qt.Key.Key_Return)
    assert checking.together
    bar_key(swept, Qt.Key.Key_Backspace)
    assert checking.ended and "All has been looked at" in panel.text.text()


def test_of_what_is_less_likely_a_held_key_says_nothing_and_a_class_key_marks_every_place_of_the_text_that_is_shown(
    unsure, swept, monkeypatch
):
    told, panel, checking = swept.window.status.told, swept.window.check_panel, swept.window.checking
    walk(swept)
    for _ in range(2):
        held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, "", True)
        QApplication.sendEvent(panel, held)
        wait_known(swept)
    assert checking.together

    key, desk = Qt.Key.Key_1, swept.controller.desk
    bar_key(swept, key)
    assert swept.controller.desk is desk and "first choose a place in the list" in told.text()
    bar_key(swept, Qt.Key.Key_Return)
    assert here(swept) == "Beatriz"
    bar_key(swept, key)
    classes = [m.span.phi_class for m in swept.controller.desk if m.span.text(TEXT) == "Beatriz"]
    assert len(classes) == 2 and len(set(classes)) == 1
    swept.key("Ctrl+Z")
    assert "Beatriz" not in swept.texts("accepted")
    wait_known(swept)
    QTest.keyClick(panel, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert checking.offering
    bar_key(swept, key)
    assert checking.offering and "shows no place now" in told.text()

    # What is worth no question is listed as not asked about.
    look_by(Unlikely, monkeypatch)
    begin(swept, "3-alta")
    swept.key("F7")
    swept.qtbot.waitUntil(lambda: checking.ended)
    rows = listed(panel)
    assert rows[0] == ("Not asked about (4)", False) and len(rows) == 5 and all(muted for _, muted in rows[1:])
    assert "not looked at: 4" in panel.text.text()  # and not that all was


def test_the_columns_of_a_passage_that_was_not_read_do_not_fill_its_row(qapp):
    text = "PACTE.: ECHEVARRÍA                NHC.: 0048812-3"
    passage = Finding(Suggestion(Span(0, len(text), "PERSONA"), 0.5, (Evidence("reading"),)), sort=Sort.UNREAD)
    row = CheckWords().row(passage, text, TagSet("own", "1", (PhiClass("PERSONA", {}),)))
    assert row == "Not read: PACTE.: ECHEVARRÍA NHC.: 0048812-3"


def test_a_list_that_is_empty_because_nothing_was_looked_for_says_so(studio, reports):
    studio.open(reports, "2-radiologia")
    studio.window.workbench.docks.front("final_check")
    bar = studio.window.check_panel
    studio.qtbot.waitUntil(lambda: "before you sign off, or with F7" in bar.leak.text())
    assert "(" not in bar.shown.currentText()
    studio.key("F7")
    wait_known(studio)
    assert "F7" not in bar.leak.text() and bar.shown.currentText().endswith("(0)")
