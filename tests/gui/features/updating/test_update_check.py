"""Help, Check an update: a file is asked for, and whose it is and what to do is said."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from deid_studio.formats import update_file
from tests.formats.signed_release import OWN, Release, public

pytestmark = pytest.mark.quick


def test_a_file_is_checked_and_what_to_do_is_said(studio, tmp_path, monkeypatch):
    path = Release(tmp_path, "99.0").path("deid-studio-99.0-linux.tar.gz")
    window = studio.window

    def told() -> str:
        window.actions_by_id["check_update"].trigger()
        dialog = next(one for one in window.findChildren(QFileDialog) if one.isVisible())
        dialog.fileSelected.emit(str(path))
        dialog.reject()
        studio.qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(QMessageBox)))
        box = next(one for one in window.findChildren(QMessageBox) if one.isVisible())
        words = f"{box.text()} {box.informativeText()}"
        box.reject()
        studio.qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
        return words

    assert "no key is in this build" in told()
    monkeypatch.setattr(update_file, "shipped_keys", lambda: (public(OWN, "2027"),))
    assert "newer than this one" in told()
    path.write_bytes(b"x")
    assert "cut short" in told()
