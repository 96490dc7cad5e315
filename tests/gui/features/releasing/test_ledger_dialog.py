"""What was released from a folder, and for whom."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.releasing.ledger_dialog import LedgerDialog
from deid_studio.review.certificate.ledger import Ledger
from deid_studio.review.handover import Handover


def test_past_releases_are_listed_and_a_copy_is_compared(signed, tmp_path):
    signed.window.handover.recipient.setText("Biobanco")
    signed.release(tmp_path / "out")
    qtbot = signed.studio.qtbot
    signed.window.handover.ledger.click()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, LedgerDialog))
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 1)
    row = dialog.list.topLevelItem(0)
    assert [row.text(column) for column in (1, 3)] == ["Biobanco", "1"] and "⚠" not in row.text(4)
    assert dialog.entries[0].number in dialog.details.text()
    dialog.compare(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "as they left" in dialog.checked.text())
    (tmp_path / "out" / "1-uno.txt").write_text("another text")
    dialog.compare(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "1-uno.txt: changed" in dialog.checked.text())
    dialog.compare(str(tmp_path / "informes"))
    qtbot.waitUntil(lambda: "none of the releases" in dialog.checked.text())
    dialog.close()


def test_an_expired_release_is_marked_and_one_left_open_is_settled_at_the_start(signed, studio, reports, tmp_path):
    signed.release(tmp_path / "out")
    signed.window.close()
    project = studio.controller.folder.project
    (entry,) = Ledger(project).entries()
    Ledger(project).note(replace(entry, handover=Handover(expires=date(2001, 1, 1))))
    project.keep_release(f"{entry.number}:made", "")  # as a program leaves it that was killed
    studio.window.open_folder(reports)
    studio.qtbot.waitUntil(lambda: studio.controller.folder.project is not project)
    signed.main.actions_by_id["ledger"].trigger()
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, LedgerDialog))
    studio.qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 1)
    assert "⚠ expired 1 Jan 2001" in dialog.list.topLevelItem(0).text(4)
    assert dialog.entries[0].settled
    dialog.close()
