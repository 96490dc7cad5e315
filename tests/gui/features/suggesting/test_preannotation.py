"""Pre-annotation as the window shows it: progress, pause, urgency, and results that came too late or too early."""

from __future__ import annotations

import shutil

import pytest

from deid_studio.model.mentions import Decision
from deid_studio.review.project import ReportState


@pytest.fixture
def held(studio, reports, preannotator):
    """The window on a folder of which no suggestion has come yet."""
    begin_held(studio, reports, preannotator)
    return studio


def begin_held(studio, folder, preannotator) -> None:
    """Open a folder anew, and hold its suggestions back."""
    preannotator.held = True
    with studio.qtbot.waitSignal(studio.controller.folder_opened):
        studio.window.open_folder(folder)
    studio.wait_shown("1-alta")


def test_suggestions_can_be_paused_and_what_is_left_before_they_came_shows_that_they_wait(held, preannotator, qtbot):
    status = held.window.status
    held.show("2-radiologia")
    assert status.bar.isVisible() and status.pause.isVisible()
    status.pause.click()
    assert held.controller.folder.paused
    assert status.preannotation.text().startswith("Paused")
    assert held.window.actions_by_id["pause"].isChecked()
    preannotator.held = False
    status.pause.click()
    qtbot.waitUntil(lambda: not held.controller.folder.preannotating)
    assert held.controller.folder.preannotated == (3, 3)
    assert not status.bar.isVisible()
    standing = held.controller.folder.standing("1-alta")
    assert (standing.state, standing.pending) == (ReportState.SUGGESTIONS_WAITING, 5)
    held.show("1-alta")
    assert len(held.texts("pending")) == 5


def test_what_is_done_by_hand_before_suggestions_come_stays_and_sign_off_asks(
    held, reports, preannotator, qtbot, tmp_path
):
    other, second, third = (shutil.copytree(reports, tmp_path / name) for name in ("otros", "dos", "tres"))
    held.select_text("Lucía")
    held.key("N")
    held.select_text("Villabrezo")
    held.key("T")
    held.key("Ctrl+Z")
    preannotator.held = False
    qtbot.waitUntil(lambda: len(held.texts("pending")) == 4)
    assert held.texts("accepted") == ["Lucía"]  # the longer suggestion overlaps it and stays away
    held.key("Ctrl+Z")
    assert held.texts("accepted") == []
    assert len(held.texts("pending")) == 4

    # The current mention stays.
    begin_held(held, other, preannotator)
    held.select_text("Villabrezo")
    held.key("T")
    current = held.controller.current
    preannotator.held = False
    qtbot.waitUntil(lambda: bool(held.texts("pending")))
    assert held.controller.current == current

    # Sign-off before they came asks, and signs none of them unseen.
    begin_held(held, second, preannotator)
    held.key("Ctrl+Return")
    assert "have not come yet" in held.box().text()
    held.choose("Wait")
    assert not held.controller.session.signed
    held.key("Ctrl+Return")
    held.choose("Sign off without them")
    held.wait_shown("2-radiologia")

    # They come while the question is open.
    begin_held(held, third, preannotator)
    held.key("Ctrl+Return")
    assert "have not come yet" in held.box().text()
    preannotator.held = False
    qtbot.waitUntil(lambda: bool(held.controller.desk.pending))
    held.choose("Sign off without them")
    assert "still pending" in held.box().text()
    assert not held.controller.session.signed


def test_spans_of_the_ann_come_first_and_what_another_program_changes_is_noticed(
    studio, reports, invented, tmp_path, qtbot
):
    other = shutil.copytree(reports, tmp_path / "otros")
    start = invented.radiologia.index("Martín")
    ann = f"T1\tNOMBRE_SUJETO_ASISTENCIA {start} {start + 6}\tMartín\n#1\tAnnotatorNotes T1\tn\n"
    (reports / "2-radiologia.ann").write_text(ann)
    start = invented.alta.index("Lucía")
    (reports / "1-alta.ann").write_text(f"T1\tNOMBRE_SUJETO_ASISTENCIA {start} {start + 5}\tLucía\n")
    studio.open(reports)
    assert studio.texts("accepted") == ["Lucía"]
    assert "Lucía Quintanar Ríos" not in studio.texts("pending")
    assert studio.current_text() == "556677"
    assert {m.decision for m in studio.controller.desk} == {Decision.ACCEPTED, Decision.PENDING}
    studio.qtbot.waitUntil(lambda: studio.controller.folder.standing("2-radiologia").accepted == 1)

    # Another folder in the same window.
    (other / "1-alta.txt").write_bytes(invented.nota.encode())
    studio.key("Return")
    studio.open(other)
    assert studio.controller.session.name == "1-alta" and studio.controller.session.text == invented.nota
    assert b"556677" in (reports / "1-alta.ann").read_bytes()
    assert studio.window.windowTitle().startswith("otros")
    recent = studio.window.preferences.settings.recent_folders
    assert [r.rpartition("/")[2] for r in recent] == ["otros", "informes"]

    # Suggestions for another text are made anew.
    (other / "2-radiologia.txt").write_bytes(b"Nombre: Otra Persona.\n")
    studio.show("2-radiologia")
    qtbot.waitUntil(lambda: studio.texts("pending") == ["Otra Persona"])

    # An `.ann` made by another program is noticed.
    studio.key("Return")
    assert not (other / "2-radiologia.ann").exists()
    (other / "2-radiologia.ann").write_text("")
    qtbot.waitUntil(lambda: bool(studio.controller.saving.conflict))
    studio.choose("Keep those")
    assert (other / "2-radiologia.ann").read_bytes().count(b"\n") == 1

    # A report over the limit of the settings is explained.
    studio.controller.close_folder()
    studio.controller.limit_mb = 0.0001
    studio.window.open_folder(reports)
    studio.qtbot.waitUntil(lambda: "the limit is 0.0001 MB" in studio.window.page.title.text())
