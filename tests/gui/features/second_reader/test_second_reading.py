"""Two reviewers in the window: who needs a second reader, who that is, and what they are shown."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication

from deid_studio.errors import SecondReaderError
from deid_studio.gui.features.exporting.export_dialog import ExportDialog
from deid_studio.gui.features.report_list.reports_panel import STATE_ICONS
from deid_studio.gui.features.second_reader.second_reader_dialog import SecondReaderDialog
from deid_studio.gui.words.wording import state_word
from deid_studio.review.checking import final_check
from deid_studio.review.kept_settings import SECOND_POLICY
from deid_studio.review.project import ReportState
from deid_studio.review.second.second_policy import Choice, SecondPolicy

NEEDS, SIGNED = ReportState.NEEDS_SECOND_READER, ReportState.SIGNED_OFF
CHANGED = ReportState.SIGNED_THEN_CHANGED


def set_policy(studio, choice: Choice, share: float = 1.0) -> None:
    folder = studio.controller.folder
    policy = SecondPolicy(choice, share, "5a" * 32)
    folder.project.keep(SECOND_POLICY, policy)
    folder.set_second_policy(policy, {})


def be(studio, name: str) -> None:
    studio.window.preferences.change(reviewer=name)


def state(studio, name: str) -> ReportState:
    return studio.controller.folder.standing(name).state


def sign(studio, name: str, reject: tuple[str, ...] = ()) -> None:
    """Reject these, accept all others, and sign off."""
    studio.show(name)
    for text in reject:
        studio.controller.select(studio.mention(text).id, show=True)
        studio.key("Backspace")
    studio.key("Ctrl+Shift+Return")
    studio.key("Ctrl+Return")
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("report"))


def banner(studio, topic: str = "second") -> str:
    shown = studio.window.messages.shown(topic)
    return "" if shown is None else f"{shown.text} {shown.detail}"


def events(studio, name: str) -> list:
    return studio.controller.folder.project.journal().events(name)


@pytest.fixture
def random(studio, reports):
    """The folder with every report to be read twice; the first reviewer has signed one."""
    studio.open(reports, "1-alta")
    set_policy(studio, Choice.RANDOM)
    sign(studio, "1-alta")
    return studio


def open_dialog(studio) -> SecondReaderDialog:
    studio.window.actions_by_id["second_reader"].trigger()
    dialog = next(c for c in studio.window.children() if isinstance(c, SecondReaderDialog) and c.isVisible())
    studio.qtbot.waitUntil(lambda: "Looking" not in dialog.found.text())
    return dialog


def test_who_signed_cannot_be_the_second_reader_and_another_person_reads_it_and_goes_on_with_second_readings(
    random, qtbot
):
    assert state(random, "1-alta") is NEEDS and random.controller.folder.signed_off == 1
    assert random.controller.session.name != "1-alta"
    random.show("1-alta")
    assert "You have signed it off" in banner(random) and "cannot be its second reader" in banner(random)
    assert random.window.messages.shown("signed") is None
    before = events(random, "1-alta")
    with qtbot.waitSignal(random.controller.failed) as failed:
        random.key("Ctrl+Return")
    assert isinstance(failed.args[0], SecondReaderError) and "Dra. Prueba" in failed.args[0].what()
    assert events(random, "1-alta") == before and random.controller.session.name == "1-alta"
    be(random, " dra. PRUEBA ")  # the same person, written otherwise
    assert "You have signed it off" in banner(random)
    shown = random.window.messages.shown("second")
    assert shown.accessibleName() == banner(random).strip()  # named for those who hear it
    random.banner_button("second", "Withdraw").click()
    assert state(random, "1-alta") is CHANGED and not banner(random)
    assert random.controller.folder.standing("1-alta").signed_by == "Dra. Prueba"

    # Another person reads it and signs it as second reader.
    be(random, "Dra. Prueba")
    sign(random, "1-alta")
    sign(random, "10-nota")
    random.show("1-alta")
    be(random, "Dr. Otero")
    assert "Second reading: Dra. Prueba has signed it off." in banner(random)
    assert "as if nobody had" in banner(random)
    random.key("Ctrl+Return")
    last = events(random, "1-alta")[-1]
    assert (last.reviewer, last.payload["second"], last.payload["choice"]) == ("Dr. Otero", True, "random")
    standing = random.controller.folder.standing("1-alta")
    assert (standing.state, standing.signed_by, standing.reviewer) == (SIGNED, "Dr. Otero", "Dr. Otero")
    assert standing.signed_at[:10] == last.at[:10]
    random.wait_shown("10-nota")
    assert "Second reading" in banner(random)
    random.key("Ctrl+Return")
    random.wait_shown("2-radiologia")  # and then with what nobody has signed
    random.show("1-alta")
    assert not banner(random) and "Signed off by Dr. Otero" in banner(random, "signed")

    # What waits for its second reader is not exported as signed.
    be(random, "Dra. Prueba")
    sign(random, "2-radiologia")
    random.window.actions_by_id["export"].trigger()
    dialog = next(c for c in random.window.children() if isinstance(c, ExportDialog))
    assert "2 of 3" in dialog.which.itemText(0)
    dialog.reject()


def test_the_list_offers_every_state_and_ones_own_reports_come_before_second_readings(random, reports, qtbot):
    panel = random.window.reports
    offered = [panel.states.itemData(row) for row in range(panel.states.count())]
    assert set(offered) >= set(ReportState)
    assert len(set(STATE_ICONS.values())) == len(ReportState) == len({state_word(one) for one in ReportState})
    panel.states.setCurrentIndex(panel.states.findData(NEEDS))
    assert random.controller.report_order.shown == ["1-alta"]
    # A folder opened again knows who is to read what.
    with qtbot.waitSignal(random.controller.folder_opened):
        random.window.open_folder(reports, "1-alta")
    random.wait_shown("1-alta")
    assert state(random, "1-alta") is NEEDS and "You have signed it off" in banner(random)
    assert random.view.focusPolicy() is not Qt.FocusPolicy.NoFocus and random.view.hasFocus()

    panel.states.setCurrentIndex(0)
    be(random, "Dr. Otero")
    folder = random.controller.folder
    assert folder.next_unsigned("1-alta") == "2-radiologia"
    sign(random, "2-radiologia")
    sign(random, "10-nota")
    random.wait_shown("1-alta")
    assert folder.next_unsigned() == "1-alta" and "Second reading" in banner(random)
    random.key("Ctrl+Return")
    assert [state(random, name) for name in folder.names] == [SIGNED, NEEDS, NEEDS]
    assert folder.next_unsigned() is None
    assert "Waiting for a second reader: 2." in banner(random, "finished")
    be(random, "Dra. Prueba")
    assert folder.next_unsigned() == "2-radiologia"


def test_what_the_second_reader_changes_is_theirs_and_found_by_the_second_sweep_and_told_in_figures(
    random, reports, invented, monkeypatch
):
    random.show("1-alta")
    be(random, "Dr. Otero")
    random.select_text("Elvira")
    random.window.give_class("FAMILIARES_SUJETO_ASISTENCIA")
    random.key("Ctrl+Return")
    dialog = open_dialog(random)
    found = dialog.found.text()
    assert "Reports read by two people: 1" in found and "had missed: 1 (Patient's relatives 1)." in found
    assert "90.9 %" in found  # 5 of the same and one more: 2 · 5 / (5 + 6)
    assert "in 1 of 1" in found and "at most 100.0 %" in found
    assert "Read by a second person: 1; still to be read: 0." in dialog.counts.text()
    dialog.reject()

    # It stays a second reading.
    be(random, "Dra. Prueba")
    sign(random, "2-radiologia")
    random.show("2-radiologia")
    be(random, "Dr. Otero")
    random.select_text("tórax")
    random.window.give_class("NOMBRE_SUJETO_ASISTENCIA")
    assert state(random, "2-radiologia") is CHANGED and "Second reading" in banner(random)
    assert events(random, "2-radiologia")[-1].reviewer == "Dr. Otero"
    random.key("Ctrl+Z")
    assert state(random, "2-radiologia") is CHANGED
    random.key("Ctrl+Y")
    assert state(random, "2-radiologia") is CHANGED  # redoing brings no signature back
    be(random, "Dra. Prueba")  # may correct what was changed, as any report
    assert not banner(random)
    random.key("Ctrl+Return")
    assert state(random, "2-radiologia") is NEEDS and "second" not in events(random, "2-radiologia")[-1].payload
    random.wait_shown("10-nota")
    random.show("2-radiologia")
    be(random, "Dr. Otero")
    random.key("Ctrl+Return")
    assert state(random, "2-radiologia") is SIGNED

    # The second sweep is offered to the second reader as well.
    be(random, "Dra. Prueba")
    (reports / "10-nota.txt").write_text(invented.alta, encoding="utf-8", newline="")
    sign(random, "10-nota")
    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: final_check.without_model(tagset))
    random.window.preferences.change(second_sweep=True)
    random.show("10-nota")
    be(random, "Dr. Otero")
    random.key("Ctrl+Return")
    random.qtbot.waitUntil(lambda: random.window.checking.offering)
    assert state(random, "10-nota") is NEEDS
    random.key("Ctrl+Alt+Return")
    assert state(random, "10-nota") is SIGNED
    assert events(random, "10-nota")[-1].payload["sweep"]["left"] > 0


def test_the_dialog_sets_it_tells_how_many_that_means_and_who_is_second_is_led_through_the_riskiest(
    studio, reports, invented, monkeypatch, tmp_path, afresh
):
    for name in ("3-otra", "4-tercera"):
        (reports / f"{name}.txt").write_text(invented.alta, encoding="utf-8", newline="")
    studio.window.preferences.change(follow_folder=False)  # else what was rejected once is not suggested again
    studio.open(reports, "1-alta")
    set_policy(studio, Choice.RISKIEST)
    for name in ("1-alta", "3-otra", "4-tercera"):
        sign(studio, name, ("03/04/2021", "05/06/2021", "61 años"))
        assert state(studio, name) is NEEDS
    be(studio, "Dr. Otero")

    # A passage at the caret is the next one.
    studio.show("1-alta")
    assert "could be PHI all the same: 3" in banner(studio)
    studio.controller.select(None)
    with monkeypatch.context() as patched:
        patched.setattr(studio.view.selection, "caret", lambda: studio.controller.session.text.index("61 años"))
        studio.key("F12")
    assert studio.current_text() == "61 años"

    studio.view.selection.put(0)
    here = []
    for _ in range(2):
        studio.key("F12")
        here.append(studio.current_text())
    assert here == ["03/04/2021", "61 años"] and "Passage 2 of 3" in banner(studio)
    studio.key("Shift+F12")
    assert studio.current_text() == "03/04/2021" and "Passage 1 of 3" in banner(studio)
    studio.key("Ctrl+Return")  # one has not been looked at
    assert studio.controller.session.name == "1-alta" and "1 " in banner(studio, "second_left")
    studio.banner_button("second_left", "Next passage").click()
    studio.key("F12")
    assert studio.current_text() == "05/06/2021" and not banner(studio, "second_left")
    studio.key("Return")
    assert "05/06/2021" in studio.texts("accepted") and state(studio, "1-alta") is CHANGED
    studio.key("Ctrl+Return")
    assert state(studio, "1-alta") is SIGNED
    assert events(studio, "1-alta")[-1].payload["choice"] == "riskiest"

    # Asked again, a sign-off leads to a passage, and another key signs.
    for name, by_key in (("3-otra", True), ("4-tercera", False)):
        studio.show(name)
        studio.controller.select(None)
        studio.key("Ctrl+Return")
        assert state(studio, name) is NEEDS
        studio.key("Ctrl+Return")
        assert state(studio, name) is NEEDS and studio.controller.current in studio.window.second_reading.passages
        button = studio.banner_button("second_left", "all the same")
        assert button.text().endswith("Ctrl+Alt+⏎")
        studio.key("Ctrl+Alt+Return") if by_key else button.click()
        assert state(studio, name) is SIGNED

    # The dialog.
    reports = afresh(reports)
    other = shutil.copytree(reports, tmp_path / "otros")
    studio.open(reports, "1-alta")
    dialog = open_dialog(studio)
    dialog.choices[Choice.RANDOM].click()
    dialog.reject()
    dialog.deleteLater()
    QApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)
    assert not (reports / ".deid-studio" / "project.db").exists()  # looking writes nothing
    sign(studio, "1-alta", ("61 años",))
    sign(studio, "2-radiologia")
    studio.show("1-alta")
    assert state(studio, "1-alta") is SIGNED and "Signed off by" in banner(studio, "signed")
    dialog = open_dialog(studio)
    assert dialog.choices[Choice.OFF].isChecked() and not dialog.share.isEnabled()
    assert "No report has been read by a second person" in dialog.found.text()
    dialog.choices[Choice.RISKIEST].click()
    dialog.share.setValue(100)
    assert "1 of 2 signed-off reports" in dialog.counts.text()  # nothing was rejected in the other
    dialog.choices[Choice.RANDOM].click()
    assert "2 of 2" in dialog.counts.text() and state(studio, "1-alta") is SIGNED
    dialog.accept()
    assert state(studio, "1-alta") is state(studio, "2-radiologia") is NEEDS
    assert "You have signed it off" in banner(studio) and not banner(studio, "signed")
    kept = studio.controller.folder.project.kept(SECOND_POLICY)
    assert (kept.choice, kept.share, len(kept.secret)) == (Choice.RANDOM, 1.0, 64)
    dialog = open_dialog(studio)
    dialog.choices[Choice.OFF].click()
    dialog.accept()
    assert state(studio, "1-alta") is SIGNED and "Signed off by" in banner(studio, "signed")
    assert studio.controller.folder.project.kept(SECOND_POLICY).secret == kept.secret

    # Of half of them, a riskier report takes the place of another.
    studio.open(other, "1-alta")
    set_policy(studio, Choice.RISKIEST, 0.5)
    sign(studio, "2-radiologia", ("11/12/2020",))
    assert state(studio, "2-radiologia") is NEEDS
    sign(studio, "1-alta", ("03/04/2021", "61 años"))
    assert (state(studio, "1-alta"), state(studio, "2-radiologia")) == (NEEDS, SIGNED)
