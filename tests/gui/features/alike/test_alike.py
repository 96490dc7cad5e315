"""Deciding the same thing once for all of a report, and for the whole folder, through the window."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from deid_studio.gui.features.alike.alike_dialog import AlikeDialog
from deid_studio.model.edits import Accept
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.project import Project, ReportState

NOTE = (
    "Nombre: Lucía Quintanar Blanco.\n"
    "Acude QUINTANAR BLANCO, Lucía con su madre. La Sra. Quintanar refiere dolor.\n"
    "Fondo Blanco en la imagen. Avisar a Lucía. Fecha: 03/04/2021.\n"
)
OTHER = "Nombre: Lucia Quintanar.\nFecha: 05/06/2020. Lucía mejora.\n"
SIGNED = "Nombre: Lucía Quintanar.\n"


@pytest.fixture
def folder(tmp_path):
    reports = tmp_path / "notas"
    reports.mkdir()
    for name, text in (("a", NOTE), ("b", OTHER), ("c", SIGNED)):
        (reports / f"{name}.txt").write_text(text, encoding="utf-8")
    return reports


def dialog(studio) -> AlikeDialog:
    """The dialog, once its places have come."""
    studio.qtbot.waitUntil(lambda: any(d.isVisible() for d in studio.window.findChildren(AlikeDialog)))
    return next(d for d in studio.window.findChildren(AlikeDialog) if d.isVisible())


def press(studio, shown: AlikeDialog, key: Qt.Key) -> None:
    shown.activateWindow()
    QTest.keyClick(shown.focusWidget() or shown, key)


def rows(shown: AlikeDialog) -> list[tuple[str, bool]]:
    """The place of each row as its tool tip tells it, and whether it is ticked."""
    tops = [shown.tree.topLevelItem(at) for at in range(shown.tree.topLevelItemCount())]
    items = [top.child(at) for top in tops for at in range(top.childCount())]
    return [(item.toolTip(0), item.checkState(0) is Qt.CheckState.Checked) for item in items]


def choose(studio, text: str) -> None:
    studio.controller.select(studio.mention(text).id)


def test_one_key_lists_the_same_person_and_return_decides_as_one_step_that_survives_a_restart(
    make_studio, studio, folder
):
    studio.open(folder, "a")
    studio.key("=")
    press(studio, dialog(studio), Qt.Key.Key_Escape)
    assert not studio.controller.session.begun

    studio.key("=")
    shown = dialog(studio)
    assert rows(shown) == [
        ("QUINTANAR BLANCO, Lucía", True),
        ("Quintanar", True),
        ("Blanco", False),  # a word of the language
        ("Lucía", True),
    ]
    press(studio, shown, Qt.Key.Key_Return)
    assert studio.texts("accepted") == ["Lucía Quintanar Blanco", "QUINTANAR BLANCO, Lucía", "Quintanar", "Lucía"]
    assert studio.current_text() == "03/04/2021"
    assert studio.controller.undo_mirror.stack.count() == 1
    assert studio.controller.undo_mirror.stack.undoText() == "decide alike (4)"
    studio.key("Ctrl+Z")
    assert studio.texts("accepted") == []
    studio.key("Ctrl+Y")
    assert len(studio.texts("accepted")) == 4

    # Exceptions are unticked with Space.
    studio.key("Ctrl+Z")
    choose(studio, "Lucía Quintanar Blanco")
    studio.key("Ctrl+I")
    shown = dialog(studio)
    press(studio, shown, Qt.Key.Key_Space)
    press(studio, shown, Qt.Key.Key_Down)
    press(studio, shown, Qt.Key.Key_Down)
    press(studio, shown, Qt.Key.Key_Space)
    assert [ticked for _, ticked in rows(shown)] == [False, True, True, True]
    press(studio, shown, Qt.Key.Key_Return)
    assert studio.texts("accepted") == ["Lucía Quintanar Blanco", "Quintanar", "Blanco", "Lucía"]

    # Other reports, of which the search is given up, are left alone.
    studio.key("Ctrl+Z")
    choose(studio, "Lucía Quintanar Blanco")
    studio.key("=")
    shown = dialog(studio)
    shown.folder.click()
    studio.qtbot.waitUntil(lambda: shown.tree.topLevelItemCount() == 3)
    shown.folder.click()
    assert shown.tree.topLevelItemCount() == 1
    press(studio, shown, Qt.Key.Key_Return)
    assert not Project(folder, studio.controller.tagset, "x").summaries().keys() - {"a"}

    accepted = studio.texts("accepted")
    assert len(accepted) == 4
    studio.window.close()
    again = make_studio()
    again.open(folder, "a")
    assert again.texts("accepted") == accepted
    again.key("Ctrl+Z")
    assert again.texts("accepted") == []

    # Places of a text that was changed since are not decided.
    choose(again, "Lucía Quintanar Blanco")
    again.key("=")
    shown = dialog(again)
    (folder / "a.txt").write_text("Hoja nueva.\n" + NOTE, encoding="utf-8")
    again.controller.saving.use_new_text()
    with again.qtbot.waitSignal(shown.finished):
        pass
    assert again.controller.session.text.startswith("Hoja nueva") and not again.texts("accepted")


def test_a_rejection_and_a_changed_class_go_to_the_same_and_what_stands_nowhere_else_is_decided_alone(studio, reports):
    dates = "Fecha: 03/04/2021.\nFecha: 03/04/2021.\nFecha: 3/4/2021.\n"
    names = "Nombre: Abel Quirce.\nNombre: ABEL QUIRCE.\nFirma Abel Quirce.\n"
    for name, text in (("2-radiologia", dates), ("10-nota", names)):
        (reports / f"{name}.txt").write_text(text)
    studio.open(reports)
    choose(studio, "556677")
    studio.key("=")
    studio.qtbot.waitUntil(lambda: studio.texts("accepted") == ["556677"])
    assert studio.window.status.told.text()
    studio.key("Ctrl+Z")
    choose(studio, "556677")
    studio.key("Ctrl+Shift+I")  # nor in the folder
    studio.qtbot.waitUntil(lambda: studio.texts("accepted") == ["556677"])
    assert not studio.window.findChildren(AlikeDialog)

    studio.show("2-radiologia")
    studio.key("Del")
    studio.key("Ctrl+Up")
    studio.key("=")
    shown = dialog(studio)
    assert shown.is_none.isChecked()
    press(studio, shown, Qt.Key.Key_Return)
    assert studio.texts("rejected") == ["03/04/2021", "03/04/2021"]
    # The other ruling can be chosen in the dialog.
    studio.key("Ctrl+Z")
    studio.key("Ctrl+Z")
    studio.controller.go_to_pending(1)
    studio.key("=")
    shown = dialog(studio)
    shown.is_none.click()
    studio.qtbot.waitUntil(lambda: "reject" in shown.tree.topLevelItem(0).child(0).text(2))
    press(studio, shown, Qt.Key.Key_Return)
    assert studio.texts("rejected") == ["03/04/2021", "03/04/2021"]

    studio.show("10-nota")
    first = studio.controller.current
    studio.key("P")
    studio.controller.select(first)
    studio.key("=")
    press(studio, dialog(studio), Qt.Key.Key_Return)
    desk = studio.controller.desk
    assert {m.span.phi_class for m in desk} == {"NOMBRE_PERSONAL_SANITARIO"}
    assert len(desk) == 3 and not desk.pending
    assert studio.controller.undo_mirror.stack.count() == 2


def test_other_reports_are_decided_in_their_journals_and_one_button_undoes_that_but_where_more_was_done(
    studio, folder, tmp_path, afresh, reports
):
    other = shutil.copytree(folder, tmp_path / "otras")
    studio.open(folder, "c")
    studio.key("Return")
    studio.key("Ctrl+Return")
    studio.wait_shown("a")
    studio.key("Ctrl+Shift+I")
    shown = dialog(studio)
    studio.qtbot.waitUntil(lambda: shown.tree.topLevelItemCount() == 2)
    assert [shown.tree.topLevelItem(at).text(0) for at in (0, 1)] == ["a (4)", "b (2)"]  # c is signed off
    press(studio, shown, Qt.Key.Key_Return)
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("alike_decide"))
    assert studio.window.messages.shown("alike_decide").text
    folder_now = studio.controller.folder
    assert folder_now.standing("b").state is ReportState.IN_REVIEW
    assert folder_now.standing("c").state is ReportState.SIGNED_OFF
    studio.show("b")
    assert studio.texts("accepted") == ["Lucia Quintanar", "Lucía"]
    assert studio.texts("pending") == ["05/06/2020"]
    studio.key("Ctrl+Z")
    assert studio.texts("accepted") == []

    # It closes with Escape and with another report.
    studio.open(other, "a")
    decide_in_folder(studio)
    assert studio.window.messages.front is studio.window.messages.shown("alike_decide")
    studio.key("Esc")
    assert studio.window.messages.shown("alike_decide") is None
    studio.key("Ctrl+Z")
    studio.window.messages.tell("alike_decide", "…")
    studio.show("b")
    assert studio.window.messages.shown("alike_decide") is None

    # One button undoes it.
    folder = afresh(folder)
    studio.open(folder, "a")
    decide_in_folder(studio)
    notice = studio.window.messages.shown("alike_decide")
    assert notice.text == "Decided alike in other reports: 2; places in all: 7."
    assert "places" not in studio.window.status.change.text()
    told = undo_in_all(studio)
    assert told.text == "Undone in reports: 3." and not told.detail and not told.buttons
    assert studio.texts("accepted") == []
    for name in ("b", "c"):
        studio.show(name)
        assert studio.texts("accepted") == [] and not (folder / f"{name}.ann").read_bytes()
    studio.key("Ctrl+Y")
    assert studio.texts("accepted") == ["Lucía Quintanar"]

    # Suggestions that came since do not hinder undoing.
    studio.key("Ctrl+Z")
    studio.show("a")
    decide_in_folder(studio)
    session = studio.controller.folder.project.open("b")
    assert session.offer([Suggestion(Span(0, 6, "FECHAS"), 0.6, (Evidence("rule", "prueba", "0.6"),))], "m")
    assert undo_in_all(studio).text == "Undone in reports: 3."

    # Where more was done, the decision stays, and that is told.
    studio.key("Esc")
    decide_in_folder(studio)
    project = studio.controller.folder.project
    session = project.open("b")
    session.perform(Accept(session.desk.pending[0].id))
    session.save()
    session = project.open("c")
    session.sign_off()
    session.withdraw_sign_off()
    studio.key("Return")  # and one more here
    told = undo_in_all(studio)
    assert told.text == "Undone in reports: 0." and told.detail.endswith("since: a, b, c.")
    assert len(studio.texts("accepted")) == 5
    studio.show("b")
    assert len(studio.texts("accepted")) == 3


def decide_in_folder(studio) -> None:
    """Decide the first mention of the first report in all of them."""
    choose(studio, "Lucía Quintanar Blanco")
    studio.key("Ctrl+Shift+I")
    shown = dialog(studio)
    studio.qtbot.waitUntil(lambda: shown.tree.topLevelItemCount() == 3)
    press(studio, shown, Qt.Key.Key_Return)
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("alike_decide") is not None)


def undo_in_all(studio):
    """Undo it by the button of the notice; what is told then."""
    studio.banner_button("alike_decide", "Undo in all").click()
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("alike_decide") is not None)
    return studio.window.messages.shown("alike_decide")
