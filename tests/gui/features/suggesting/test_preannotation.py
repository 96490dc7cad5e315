"""Pre-annotation as the window shows it: progress, pause, urgency, and results that came too late or too early."""

from __future__ import annotations

from deid_studio.model.mentions import Decision
from deid_studio.review.project import ReportState


def test_pause_and_resume(studio, reports, preannotator, qtbot):
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    status = studio.window.status
    assert status.bar.isVisible() and status.pause.isVisible()
    status.pause.click()
    assert studio.controller.folder.paused
    assert status.preannotation.text().startswith("Paused")
    assert studio.window.actions_by_id["pause"].isChecked()
    preannotator.held = False
    status.pause.click()
    qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    assert studio.controller.folder.preannotated == (3, 3)
    assert not status.bar.isVisible()
    assert len(studio.texts("pending")) == 5


def test_working_by_hand_before_suggestions_come_keeps_everything(studio, reports, preannotator, qtbot):
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    studio.select_text("Lucía")
    studio.key("N")
    studio.select_text("Villabrezo")
    studio.key("T")
    studio.key("Ctrl+Z")
    preannotator.held = False
    qtbot.waitUntil(lambda: len(studio.texts("pending")) == 4)
    assert studio.texts("accepted") == ["Lucía"]  # the longer suggestion overlaps it and stays away
    studio.key("Ctrl+Z")
    assert studio.texts("accepted") == []
    assert len(studio.texts("pending")) == 4


def test_the_current_mention_stays_when_suggestions_come(studio, reports, preannotator, qtbot):
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    studio.select_text("Villabrezo")
    studio.key("T")
    current = studio.controller.current
    preannotator.held = False
    qtbot.waitUntil(lambda: bool(studio.texts("pending")))
    assert studio.controller.current == current


def test_suggestions_for_another_text_are_made_anew(studio, reports, preannotator, qtbot, invented):
    studio.open(reports, "2-radiologia")
    (reports / "1-alta.txt").write_bytes(b"Nombre: Otra Persona.\n")
    studio.show("1-alta")
    qtbot.waitUntil(lambda: studio.texts("pending") == ["Otra Persona"])


def test_spans_of_the_ann_come_first(studio, reports, invented):
    start = invented.alta.index("Lucía")
    (reports / "1-alta.ann").write_text(f"T1\tNOMBRE_SUJETO_ASISTENCIA {start} {start + 5}\tLucía\n")
    studio.open(reports)
    assert studio.texts("accepted") == ["Lucía"]
    assert "Lucía Quintanar Ríos" not in studio.texts("pending")
    assert studio.current_text() == "556677"
    assert {m.decision for m in studio.controller.desk} == {Decision.ACCEPTED, Decision.PENDING}


def test_another_folder_in_the_same_window(studio, reports, tmp_path, qtbot):
    studio.open(reports)
    studio.key("Return")
    other = tmp_path / "otra"
    other.mkdir()
    (other / "uno.txt").write_text("Nombre: Eva Lago.\n")
    studio.open(other)
    assert studio.controller.session.name == "uno"
    assert (reports / "1-alta.ann").exists()
    assert studio.window.windowTitle().startswith("otra")
    recent = studio.window.preferences.settings.recent_folders
    assert [r.rpartition("/")[2] for r in recent] == ["otra", "informes"]


def test_sign_off_before_the_suggestions_came_asks(studio, reports, preannotator):
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    studio.key("Ctrl+Return")
    assert "have not come yet" in studio.box().text()
    studio.choose("Wait")
    assert not studio.controller.session.signed
    studio.key("Ctrl+Return")
    studio.choose("Sign off without them")
    studio.wait_shown("2-radiologia")
    preannotator.held = False


def test_suggestions_that_come_while_the_question_is_open_are_not_signed_unseen(studio, reports, preannotator, qtbot):
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    studio.key("Ctrl+Return")
    assert "have not come yet" in studio.box().text()
    preannotator.held = False
    qtbot.waitUntil(lambda: bool(studio.controller.desk.pending))
    studio.choose("Sign off without them")
    assert "still pending" in studio.box().text()
    assert not studio.controller.session.signed


def test_spans_left_by_other_programs_are_counted_in_the_list(studio, reports, invented):
    start = invented.radiologia.index("Martín")
    ann = f"T1\tNOMBRE_SUJETO_ASISTENCIA {start} {start + 6}\tMartín\n#1\tAnnotatorNotes T1\tn\n"
    (reports / "2-radiologia.ann").write_text(ann)
    studio.open(reports)
    studio.qtbot.waitUntil(lambda: studio.controller.folder.standing("2-radiologia").accepted == 1)


def test_an_ann_made_by_another_program_is_noticed(studio, reports, invented):
    studio.open(reports)
    studio.key("Return")
    assert not (reports / "1-alta.ann").exists()
    (reports / "1-alta.ann").write_text("")
    studio.qtbot.waitUntil(lambda: bool(studio.controller.saving.conflict))
    studio.choose("Keep those")
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 1


def test_a_report_over_the_limit_of_the_settings_is_explained(studio, reports):
    studio.controller.limit_mb = 0.0001
    studio.window.open_folder(reports)
    studio.qtbot.waitUntil(lambda: "the limit is 0.0001 MB" in studio.window.page.title.text())


def test_a_report_left_before_its_suggestions_came_shows_that_they_wait(studio, reports, preannotator, qtbot):
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    studio.show("2-radiologia")
    preannotator.held = False
    qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    standing = studio.controller.folder.standing("1-alta")
    assert (standing.state, standing.pending) == (ReportState.SUGGESTIONS_WAITING, 5)
