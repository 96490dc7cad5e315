"""What was released from a folder, and for whom."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.releasing.ledger_dialog import LedgerDialog
from deid_studio.review.certificate.ledger import Ledger
from deid_studio.review.handover import Handover


def test_past_releases_are_listed_and_compared_and_an_expired_one_is_marked(signed, studio, reports, tmp_path):
    signed.window.handover.recipient.setText("Biobanco")
    signed.release(tmp_path / "out")
    signed.window.handover.ledger.click()
    dialog = shown(studio)
    row = dialog.list.topLevelItem(0)
    assert [row.text(column) for column in (1, 3)] == ["Biobanco", "1"] and "⚠" not in row.text(4)
    assert dialog.entries[0].number in dialog.details.text()

    def compare(folder, told):
        dialog.compare(str(folder))
        studio.qtbot.waitUntil(lambda: told in dialog.checked.text())

    compare(tmp_path / "out", "as they left")
    (tmp_path / "out" / "1-uno.txt").write_text("another text")
    compare(tmp_path / "out", "1-uno.txt: changed")
    compare(reports, "none of the releases")
    dialog.close()
    signed.window.close()

    # One that was left open is settled at the start.
    project = studio.controller.folder.project
    (entry,) = Ledger(project).entries()
    Ledger(project).note(replace(entry, handover=Handover(expires=date(2001, 1, 1))))
    project.keep_release(f"{entry.number}:made", "")  # as a program leaves it that was killed
    studio.window.open_folder(reports)
    studio.qtbot.waitUntil(lambda: studio.controller.folder.project is not project)
    signed.main.actions_by_id["ledger"].trigger()
    dialog = shown(studio)
    assert "⚠ expired 1 Jan 2001" in dialog.list.topLevelItem(0).text(4)
    assert dialog.entries[0].settled
    dialog.close()


def shown(studio) -> LedgerDialog:
    """The dialog, once it has listed a release."""
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, LedgerDialog) and one.isVisible())
    studio.qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 1)
    return dialog
