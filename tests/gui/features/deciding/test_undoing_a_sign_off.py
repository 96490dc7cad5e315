"""Undo takes a sign-off back where that was the last thing done, although another report is on the screen."""

from __future__ import annotations

from deid_studio.review.project import ReportState


def _sign_first(studio, reports):
    studio.open(reports)
    studio.controller.accept_all()
    studio.key("Ctrl+Return")
    studio.wait_shown("2-radiologia")
    return studio.controller.folder, studio.window.actions_by_id["undo"]


def test_undo_right_after_signing_brings_the_report_back_unsigned_and_then_undoes_decisions(studio, reports):
    folder, undo = _sign_first(studio, reports)
    assert folder.standing("1-alta").state is ReportState.SIGNED_OFF
    studio.qtbot.waitUntil(lambda: undo.text() == "&Undo: the sign-off of 1-alta")
    assert undo.isEnabled()
    studio.key("Ctrl+Z")
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: not studio.controller.session.signed)
    assert studio.window.status.told.text().startswith("Sign-off withdrawn")
    assert folder.standing("1-alta").state is not ReportState.SIGNED_OFF
    assert studio.texts("pending") == []
    studio.qtbot.waitUntil(lambda: "sign-off" not in undo.text())
    studio.key("Ctrl+Z")
    assert len(studio.texts("pending")) == 5

    # Of the last report, behind which none is opened.
    studio.controller.accept_all()
    for name in ("2-radiologia", "10-nota"):
        studio.show(name)
        studio.controller.accept_all()
        studio.controller.sign_off()
    studio.show("1-alta")
    studio.controller.sign_off()
    assert studio.controller.session.signed
    desk = studio.controller.desk
    studio.key("Ctrl+Z")
    assert not studio.controller.session.signed and studio.controller.desk == desk


def test_what_was_decided_since_is_undone_first(studio, reports):
    folder, undo = _sign_first(studio, reports)
    studio.select_text(studio.controller.session.text.split()[0])
    studio.key("P")
    studio.qtbot.waitUntil(lambda: "sign-off" not in undo.text())
    studio.key("Ctrl+Z")
    studio.settle()
    assert studio.controller.session.name == "2-radiologia"
    assert folder.standing("1-alta").state is ReportState.SIGNED_OFF
    studio.key("Ctrl+Z")
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: not studio.controller.session.signed)


def test_on_the_way_to_another_report_nothing_is_taken_back(studio, reports):
    folder, _ = _sign_first(studio, reports)
    studio.controller.undo()
    studio.controller.open_report("10-nota")  # before the first has come
    studio.wait_shown("10-nota")
    studio.settle()
    assert folder.standing("1-alta").state is ReportState.SIGNED_OFF
    assert not studio.window.actions_by_id["undo"].isEnabled()
