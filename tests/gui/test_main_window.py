"""The whole path of a report through the real window."""

from __future__ import annotations

import json
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from deid_studio.formats.brat import parse_ann
from deid_studio.model.edits import Accept
from deid_studio.model.mentions import Decision
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.journal import EventKind
from deid_studio.review.project import ReportState
from deid_studio.settings import Settings


def test_a_folder_is_walked_decided_on_and_signed_off_by_keys_mentions_are_moved_and_looking_writes_nothing(
    studio, reports, invented, afresh, monkeypatch
):
    studio.open(reports)
    assert studio.controller.session.name == "1-alta"
    assert studio.texts("pending") == ["Lucía Quintanar Ríos", "556677", "03/04/2021", "61 años", "05/06/2021"]
    assert studio.current_text() == "Lucía Quintanar Ríos"
    assert studio.window.windowTitle().startswith("informes")
    assert "informes" in studio.window.preferences.settings.recent_folders[0]
    # Keys walk through what is pending, and through all.
    studio.key(".")
    assert studio.current_text() == "556677"
    studio.key("F8")
    assert studio.current_text() == "03/04/2021"
    studio.key(",")
    studio.key("Shift+F8")
    assert studio.current_text() == "Lucía Quintanar Ríos"
    studio.key(",")
    assert studio.current_text() == "05/06/2021"  # round the end
    studio.key("Return")
    studio.key("Ctrl+Up")
    assert studio.current_text() == "05/06/2021"  # of any state
    studio.key("Ctrl+Down")
    assert studio.current_text() == "Lucía Quintanar Ríos"
    # Each decision goes on to the next.
    studio.key("Return")
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos", "05/06/2021"]
    assert studio.current_text() == "556677"
    studio.key("Del")
    assert studio.current_text() == "03/04/2021"
    studio.key("Backspace")
    assert studio.texts("rejected") == ["556677", "03/04/2021"]
    assert studio.current_text() == "61 años"

    # Several at once are one step each.
    for _ in range(4):
        studio.key("Ctrl+Z")
    studio.controller.select(studio.mention("03/04/2021").id)
    studio.key("Alt+Return")
    assert studio.texts("accepted") == ["03/04/2021", "05/06/2021"]
    studio.key("Ctrl+Shift+Return")
    assert studio.texts("pending") == []
    studio.key("Ctrl+Z")
    assert len(studio.texts("pending")) == 3
    studio.key("Ctrl+Shift+Backspace")
    assert len(studio.texts("rejected")) == 3
    studio.key("Ctrl+Z")
    studio.key("Ctrl+Z")
    assert len(studio.texts("pending")) == 5

    # Signing off.
    reports = afresh(reports)
    studio.open(reports)
    studio.key("Ctrl+Return")
    studio.choose("Cancel")
    assert not studio.controller.session.begun
    studio.controller.go_to_pending(-1)
    studio.key("Ctrl+Return")
    box = studio.box()
    assert box.defaultButton().text() == "Go to the first" and "personal data: 5" in box.informativeText()
    assert len(box.buttons()) == 2  # nothing rejects what is likely with one key
    box.activateWindow()
    QApplication.processEvents()
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert studio.current_text() == "Lucía Quintanar Ríos"
    # What is unlikely can be rejected at sign-off, by a key of its own.
    faint = Suggestion(Span(0, 7, "FECHAS"), 0.4, (Evidence("rule", "prueba", "0.4"),))
    for mention in studio.controller.desk.pending:
        studio.controller.perform(Accept(mention.id))
    studio.controller.session.offer([faint], "")
    studio.key("Ctrl+Return")
    box = studio.box()
    box.activateWindow()
    QApplication.processEvents()
    reject = next(one for one in box.buttons() if "Reject the 1 left" in one.text())
    assert reject.text().endswith("Ctrl+Alt+⏎")
    for _ in box.buttons():
        QTest.keyClick(box, Qt.Key.Key_Tab)
        assert not reject.hasFocus()
    box.defaultButton().setFocus()
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    studio.wait_shown("2-radiologia")
    assert studio.controller.folder.standing("1-alta").state is ReportState.SIGNED_OFF
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 5

    # Editing withdraws the sign-off.
    studio.show("10-nota")
    studio.key("Ctrl+Return")
    studio.wait_shown("2-radiologia")
    studio.show("10-nota")
    assert studio.controller.session.signed
    studio.select_text("Nota")
    studio.key("P")
    assert not studio.controller.session.signed
    assert studio.window.messages.shown("signed") is None
    assert studio.controller.folder.standing("10-nota").state is ReportState.SIGNED_THEN_CHANGED
    told = studio.window.status.told
    assert told.text().startswith("Sign-off withdrawn")

    # So does undoing.
    studio.controller.sign_off()
    studio.show("10-nota")
    assert studio.controller.session.signed
    studio.window.status.tell("")
    studio.key("Ctrl+Z")
    assert not studio.controller.session.signed and told.text().startswith("Sign-off withdrawn")

    # Mentions are added, changed and moved.
    reports = afresh(reports)
    studio.open(reports)
    studio.type("nota", studio.window.reports.filter)
    assert studio.window.reports.filter.text() == "nota"
    studio.key("Backspace", studio.window.reports.filter)
    assert studio.window.reports.filter.text() == "not"
    assert not studio.controller.session.begun
    studio.window.reports.filter.clear()
    studio.select_text("Villabrezo")
    studio.key("T")
    added = studio.mention("Villabrezo")
    assert (added.span.phi_class, added.decision) == ("TERRITORIO", Decision.ACCEPTED)
    assert studio.controller.current == added.id
    studio.key("H")
    assert studio.mention("Villabrezo").span.phi_class == "HOSPITAL"
    studio.key("Del")  # what a person added is taken off
    assert "Villabrezo" not in studio.texts("accepted") + studio.texts("rejected")

    # The chooser adds and changes from the keyboard.
    studio.select_text("hermana Elvira")
    studio.key("Ins")
    chooser = _chooser(studio)
    studio.type("relat patient", chooser.field)
    studio.key("Return", chooser.field)
    added = studio.mention("hermana Elvira")
    assert added.span.phi_class == "FAMILIARES_SUJETO_ASISTENCIA"
    studio.key("Space")
    chooser = _chooser(studio)
    assert chooser.list.currentItem().toolTip() == "FAMILIARES_SUJETO_ASISTENCIA"
    studio.type("OTROS_SUJETO", chooser.field)
    studio.key("Return", chooser.field)
    assert studio.mention("hermana Elvira").span.phi_class == "OTROS_SUJETO_ASISTENCIA"

    # Ends move by word and by character.
    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id)
    for keys, text in (
        ("Alt+Left", "Lucía Quintanar"),
        ("Alt+Shift+Right", "Quintanar"),
        ("Alt+Shift+Left", "Lucía Quintanar"),
        ("Alt+Right", "Lucía Quintanar Ríos"),
        ("<", "Lucía Quintanar"),
        (")", "Quintanar"),
        ("(", "Lucía Quintanar"),
        (">", "Lucía Quintanar Ríos"),
        ("Alt+Up", "Lucía Quintanar Río"),
        ("Alt+Shift+Down", "ucía Quintanar Río"),
        ("Alt+Shift+Up", "Lucía Quintanar Río"),
        ("Alt+Down", "Lucía Quintanar Ríos"),
    ):
        studio.key(keys)
        assert studio.current_text() == text, keys
    assert studio.controller.mention.decision is Decision.ACCEPTED

    # Looking through another folder.
    reports = afresh(reports)
    before = sorted(p.name for p in reports.rglob("*"))
    begun = []
    run = studio.controller.jobs.run

    def noted(topic, *given, **named):
        begun.append((topic, studio.controller.session is not None))
        run(topic, *given, **named)

    monkeypatch.setattr(studio.controller.jobs, "run", noted)
    studio.open(reports)
    studio.qtbot.waitUntil(lambda: ("count", True) in begun)  # once the first report is shown
    assert [topic for topic, _ in begun].count("count") == 1
    studio.show("2-radiologia")
    assert [topic for topic, _ in begun].count("count") == 1
    studio.show("10-nota")
    studio.window.close()
    assert sorted(p.name for p in reports.rglob("*")) == before


def test_everything_is_undone_and_redone_also_after_a_restart(make_studio, reports):
    studio = make_studio()
    studio.open(reports)
    desks = [studio.controller.desk]
    studio.key("Return")
    desks.append(studio.controller.desk)
    studio.key("Del")
    desks.append(studio.controller.desk)
    studio.select_text("Villabrezo")
    studio.key("T")
    desks.append(studio.controller.desk)
    studio.key("Alt+Left")  # one word: cannot get shorter, so no step
    studio.key("Alt+Up")
    desks.append(studio.controller.desk)
    studio.key("H")
    desks.append(studio.controller.desk)
    studio.controller.note("una nota")
    desks.append(studio.controller.desk)
    assert studio.controller.undo_mirror.stack.count() == 6
    for desk in desks[-2::-1]:
        studio.key("Ctrl+Z")
        assert studio.controller.desk == desk
    assert not studio.window.actions_by_id["undo"].isEnabled()
    for desk in desks[1:]:
        studio.key("Ctrl+Y")
        assert studio.controller.desk == desk
    assert not studio.window.actions_by_id["redo"].isEnabled()
    for _ in range(5):
        studio.key("Ctrl+Z")
    studio.window.close()

    second = make_studio()
    second.open(reports, "1-alta")
    assert second.texts("accepted") == ["Lucía Quintanar Ríos"]
    redo = second.window.actions_by_id["redo"]
    second.qtbot.waitUntil(lambda: "reject" in redo.text() and "reject" in redo.toolTip())
    second.key("Ctrl+Shift+Z")
    assert second.texts("rejected") == ["556677"]
    second.key("Ctrl+Z")
    second.key("Ctrl+Z")
    assert len(second.texts("pending")) == 5
    # A decision is taken back without undoing it, and noted.
    second.key("Return")
    second.controller.select(second.mention("Lucía Quintanar Ríos").id)
    second.key("Shift+Backspace")
    assert second.controller.mention.decision is Decision.PENDING
    second.window.actions_by_id["note"].trigger()
    dialog = next(d for d in second.window.findChildren(_input_dialog()) if d.isVisible())
    dialog.setTextValue("revisar con la unidad")
    dialog.accept()
    assert second.controller.mention.note == "revisar con la unidad"
    second.settle()
    assert "revisar con la unidad" in second.window.details.evidence.text()


@pytest.mark.dressed
def test_the_whole_path(studio, reports, invented):
    studio.open(reports)
    studio.key("Return")  # name
    studio.key("Del")  # number: rejected
    studio.key("Return")  # date
    studio.key("Alt+Left")  # "61 años" -> "61"
    studio.key("Alt+Right")
    studio.key(".")
    studio.key("Return")  # last date
    studio.select_text("hermana Elvira")
    studio.key("R")
    studio.select_text("Villabrezo")
    studio.key("T")
    studio.key("Ctrl+Z")
    studio.key("Ctrl+Y")
    shown = [(m.span.start, m.span.end, m.span.phi_class) for m in studio.controller.desk if m.decision == "accepted"]
    assert studio.texts("pending") == []
    studio.key("Ctrl+Return")
    studio.wait_shown("2-radiologia")

    ann = parse_ann((reports / "1-alta.ann").read_bytes(), invented.alta, reports / "1-alta.ann")
    assert [(s.start, s.end, s.phi_class) for s in ann.spans] == shown
    assert [s.text(invented.alta) for s in ann.spans] == [
        "Lucía Quintanar Ríos", "03/04/2021", "61 años", "hermana Elvira", "05/06/2021", "Villabrezo",
    ]  # fmt: skip
    assert (reports / "1-alta.txt").read_bytes() == invented.alta.encode()
    gold = reports / "retraining"
    assert (gold / "brat" / "1-alta.ann").read_bytes() == (reports / "1-alta.ann").read_bytes()
    assert (gold / "brat" / "1-alta.txt").read_bytes() == invented.alta.encode()
    manifest = json.loads((gold / "manifest.json").read_text())
    assert [(r["report"], r["reviewer"], r["spans"]) for r in manifest["reports"]] == [("1-alta", "Dra. Prueba", 6)]
    assert studio.controller.folder.standing("1-alta").state is ReportState.SIGNED_OFF
    assert "1" in studio.window.reports.progress_words.text()

    studio.show("1-alta")
    banner = studio.window.messages.shown("signed")
    assert "Dra. Prueba" in banner.text
    studio.banner_button("signed", "Withdraw").click()
    assert not studio.controller.session.signed
    assert studio.window.messages.shown("signed") is None
    assert json.loads((gold / "manifest.json").read_text())["reports"] == []


def test_who_signs_is_asked_once_and_credited_with_what_was_decided_before_the_name_was_given(make_studio, reports):
    login = Settings().reviewer
    first = make_studio()
    first.window.preferences.change(reviewer=login)
    first.open(reports)
    first.controller.reject_all()
    decided = first.controller.folder.project.journal().steps()
    assert {who for _, who, kind in decided if kind is not EventKind.BEGIN} == {login}
    first.window.preferences.change(reviewer="Dra. Prueba")
    first.window.close()
    second = make_studio()  # with the same settings
    second.open(reports)
    second.key("Ctrl+Return")
    second.wait_shown("2-radiologia")
    journal = second.controller.folder.project.journal()
    assert {who for _, who, kind in journal.steps() if kind is not EventKind.BEGIN} == {"Dra. Prueba"}
    # Who takes over under another name has decided none of it.
    second.window.preferences.change(reviewer="Dr. Otro")
    assert second.controller.formerly is None and second.window.preferences.formerly is None

    # Who signs is asked once, and without a name nothing can be signed.
    second.show("10-nota")
    preferences = second.window.preferences

    def asked():
        preferences.reviewer_asked = False
        second.key("Ctrl+Return")
        return next(d for d in second.window.findChildren(_input_dialog()) if d.isVisible())

    for login, shown in (("Dra. Prueba", "Dra. Prueba"), ("Usuario", ""), ("root", "")):  # some name nobody
        preferences.change(reviewer=login)
        dialog = asked()
        assert dialog.textValue() == shown, login
        dialog.reject()
    dialog = asked()
    sign = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    assert sign.text() == "Sign off" and not sign.isEnabled()
    for name in (" ", ""):
        dialog.setTextValue(name)
        assert not sign.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.setTextValue("Enf. Ficticia")
    assert sign.isEnabled()
    sign.click()
    second.wait_shown("2-radiologia")
    manifest = json.loads((reports / "retraining" / "manifest.json").read_text())
    reviewers = {one["report"]: one["reviewer"] for one in manifest["reports"]}
    assert reviewers == {"1-alta": "Dra. Prueba", "10-nota": "Enf. Ficticia"}
    second.controller.reject_all()
    second.key("Ctrl+Return")
    second.qtbot.waitUntil(lambda: second.controller.folder.standing("2-radiologia").state is ReportState.SIGNED_OFF)


def _chooser(studio):
    from deid_studio.gui.features.classes.class_chooser import ClassChooser

    found = [c for c in studio.window.findChildren(ClassChooser) if c.isVisible()]
    assert len(found) == 1
    return found[0]


def _input_dialog():
    from PySide6.QtWidgets import QInputDialog

    return QInputDialog


def test_what_is_still_read_of_a_folder_is_read_anew_when_another_cannot_be_opened(
    studio, reports, tmp_path, monkeypatch
):
    controller, given, go_on = studio.controller, [], threading.Event()

    def slowly(paths, progress):
        given.append(len(paths))
        while not go_on.wait(0.01):
            progress.step(0)  # ends it where it was cancelled
        return {}

    monkeypatch.setattr("deid_studio.gui.control.controller.count_accepted", slowly)
    studio.open(reports)
    studio.qtbot.waitUntil(lambda: len(given) == 1)
    with studio.qtbot.waitSignal(controller.folder_failed):
        controller.open_folder(tmp_path / "missing")
    studio.qtbot.waitUntil(lambda: len(given) == 2)
    assert given[0] == given[1] and controller.jobs.running("count")
    go_on.set()
    studio.qtbot.waitUntil(lambda: not controller.jobs.running("count"))
