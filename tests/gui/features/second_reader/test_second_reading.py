"""Two reviewers in the window: who needs a second reader, who that is, and what they are shown."""

from __future__ import annotations

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


@pytest.fixture
def riskiest(studio, reports):
    """The folder with the riskiest to be read twice; the first reviewer signed one and rejected three suggestions."""
    studio.open(reports, "1-alta")
    set_policy(studio, Choice.RISKIEST)
    sign(studio, "1-alta", ("03/04/2021", "05/06/2021", "61 años"))
    return studio


def test_who_signed_cannot_be_the_second_reader_and_may_withdraw(random, qtbot):
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


def test_another_person_reads_it_and_signs_it_as_second_reader(random):
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
    random.qtbot.waitUntil(lambda: random.controller.session.name != "1-alta")
    random.show("1-alta")
    assert not banner(random) and "Signed off by Dr. Otero" in banner(random, "signed")


def test_what_the_second_reader_changes_is_theirs_and_stays_a_second_reading(random):
    random.show("1-alta")
    be(random, "Dr. Otero")
    random.select_text("Elvira")
    random.window.give_class("NOMBRE_SUJETO_ASISTENCIA")
    assert state(random, "1-alta") is CHANGED and "Second reading" in banner(random)
    assert events(random, "1-alta")[-1].reviewer == "Dr. Otero"
    random.key("Ctrl+Z")
    assert state(random, "1-alta") is CHANGED
    random.key("Ctrl+Y")
    assert state(random, "1-alta") is CHANGED  # redoing brings no signature back
    be(random, "Dra. Prueba")  # may correct what was changed, as any report
    assert not banner(random)
    random.key("Ctrl+Return")
    assert state(random, "1-alta") is NEEDS and "second" not in events(random, "1-alta")[-1].payload
    random.wait_shown("2-radiologia")
    random.show("1-alta")
    be(random, "Dr. Otero")
    random.key("Ctrl+Return")
    assert state(random, "1-alta") is SIGNED


def test_the_second_reader_is_offered_the_second_sweep_as_well(random, monkeypatch):
    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: final_check.without_model(tagset))
    random.window.preferences.change(second_sweep=True)
    random.show("1-alta")
    be(random, "Dr. Otero")
    random.key("Ctrl+Return")
    random.qtbot.waitUntil(lambda: random.window.checking.offering)
    assert state(random, "1-alta") is NEEDS
    random.key("Ctrl+Alt+Return")
    assert state(random, "1-alta") is SIGNED
    assert events(random, "1-alta")[-1].payload["sweep"]["left"] > 0


def test_ones_own_reports_come_before_second_readings(random):
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


def test_who_reads_as_second_reader_goes_on_with_second_readings(random):
    sign(random, "10-nota")
    random.show("1-alta")
    be(random, "Dr. Otero")
    random.key("Ctrl+Return")
    random.wait_shown("10-nota")
    assert "Second reading" in banner(random)
    random.key("Ctrl+Return")
    random.wait_shown("2-radiologia")  # and then with what nobody has signed


def test_the_list_offers_every_state_with_a_picture_of_its_own(random, reports, qtbot):
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


def test_the_second_reader_is_led_through_the_passages(riskiest):
    assert state(riskiest, "1-alta") is NEEDS
    riskiest.show("1-alta")
    be(riskiest, "Dr. Otero")
    assert "could be PHI all the same: 3" in banner(riskiest)
    riskiest.view.selection.put(0)
    here = []
    for _ in range(2):
        riskiest.key("F12")
        here.append(riskiest.current_text())
    assert here == ["03/04/2021", "61 años"] and "Passage 2 of 3" in banner(riskiest)
    riskiest.key("Shift+F12")
    assert riskiest.current_text() == "03/04/2021" and "Passage 1 of 3" in banner(riskiest)
    riskiest.key("Ctrl+Return")  # one has not been looked at
    assert riskiest.controller.session.name == "1-alta" and "1 " in banner(riskiest, "second_left")
    riskiest.banner_button("second_left", "Next passage").click()
    riskiest.key("F12")
    assert riskiest.current_text() == "05/06/2021" and not banner(riskiest, "second_left")
    riskiest.key("Return")
    assert "05/06/2021" in riskiest.texts("accepted") and state(riskiest, "1-alta") is CHANGED
    riskiest.key("Ctrl+Return")
    assert state(riskiest, "1-alta") is SIGNED
    assert events(riskiest, "1-alta")[-1].payload["choice"] == "riskiest"


def test_a_passage_at_the_caret_is_the_next_one(riskiest):
    riskiest.show("1-alta")
    be(riskiest, "Dr. Otero")
    riskiest.controller.select(None)
    riskiest.view.selection.caret = lambda: riskiest.controller.session.text.index("61 años")
    riskiest.key("F12")
    assert riskiest.current_text() == "61 años"


@pytest.mark.parametrize("by_key", [True, False])
def test_asked_again_a_sign_off_leads_to_a_passage_and_another_key_signs(riskiest, by_key):
    riskiest.show("1-alta")
    be(riskiest, "Dr. Otero")
    riskiest.controller.select(None)
    riskiest.key("Ctrl+Return")
    assert state(riskiest, "1-alta") is NEEDS
    riskiest.key("Ctrl+Return")
    assert state(riskiest, "1-alta") is NEEDS and riskiest.controller.current in riskiest.window.second_reading.passages
    button = riskiest.banner_button("second_left", "all the same")
    assert button.text().endswith("Ctrl+Alt+⏎")
    riskiest.key("Ctrl+Alt+Return") if by_key else button.click()
    assert state(riskiest, "1-alta") is SIGNED


def test_a_riskier_report_takes_the_place_of_another(studio, reports):
    studio.open(reports, "1-alta")
    set_policy(studio, Choice.RISKIEST, 0.5)
    sign(studio, "2-radiologia", ("11/12/2020",))
    assert state(studio, "2-radiologia") is NEEDS
    sign(studio, "1-alta", ("03/04/2021", "61 años"))
    assert (state(studio, "1-alta"), state(studio, "2-radiologia")) == (NEEDS, SIGNED)


def open_dialog(studio) -> SecondReaderDialog:
    studio.window.actions_by_id["second_reader"].trigger()
    dialog = next(c for c in studio.window.children() if isinstance(c, SecondReaderDialog))
    studio.qtbot.waitUntil(lambda: "Looking" not in dialog.found.text())
    return dialog


def test_the_dialog_sets_it_and_tells_how_many_that_means(studio, reports):
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


def test_the_dialog_tells_what_was_found(random):
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


def test_a_report_that_waits_for_its_second_reader_is_not_exported_as_signed(random):
    sign(random, "2-radiologia")
    random.show("2-radiologia")
    be(random, "Dr. Otero")
    random.key("Ctrl+Return")
    random.window.actions_by_id["export"].trigger()
    dialog = next(c for c in random.window.children() if isinstance(c, ExportDialog))
    assert "1 of 3" in dialog.which.itemText(0)
    dialog.reject()
