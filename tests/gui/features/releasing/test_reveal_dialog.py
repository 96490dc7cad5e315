"""What was released comes back by its vault."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from PySide6.QtCore import QDir
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from deid_studio.gui.features.releasing.reveal_dialog import RevealDialog
from deid_studio.release import vault as vault_module
from deid_studio.review.project import PRIVATE
from tests.gui.features.releasing.release_driver import (
    ONE,
    TEXT,
    TWO,
    files,
)


def test_what_was_released_comes_back_by_its_vault(signed, reports, tmp_path, qtbot):
    destination = signed.destination
    destination.vault.click()
    assert str(date.today()) in destination.vault_path.text() and PRIVATE in destination.vault_path.text()
    vault = tmp_path / "mine.vault"
    destination.vault_path.selectAll()
    QTest.keyClicks(destination.vault_path, str(vault))
    assert destination.vault_path.text() == str(vault)
    destination.people.setCurrentIndex(1)
    for pair, words in zip(destination.fields, (ONE, TWO), strict=True):
        for field in pair:
            field.setText(words)
    signed.release(tmp_path / "out")
    assert vault.exists() and all(field.text() == "" for pair in destination.fields for field in pair)
    signed.window.close()

    dialog = reveal(signed.main)
    dialog.out.setText(str(tmp_path / "back"))
    assert not dialog.passphrases[1].isVisible()
    dialog.folder.setText(str(tmp_path / "out"))
    assert dialog.vault.text() == str(vault)
    assert dialog.passphrases[1].isVisible() and not dialog.reveal.isEnabled()
    dialog.passphrases[0].setText(ONE)
    dialog.passphrases[1].setText("otra")
    dialog.reveal.click()
    wait_revealed(signed, qtbot)
    assert "passphrase" in dialog.told.text() and not (tmp_path / "back").exists()
    for field, words in zip(dialog.passphrases, (TWO, ONE), strict=True):  # in either order
        field.setText(words)
    dialog.reveal.click()
    wait_revealed(signed, qtbot)
    assert "1" in dialog.told.text() and dialog.open_folder.isVisible()
    assert (tmp_path / "back" / "1-uno.txt").read_bytes() == TEXT.encode()
    ann = (reports / "1-uno.ann").read_bytes()
    assert (tmp_path / "back" / "1-uno.ann").read_bytes() == ann and "annotations (.ann): 1" in dialog.told.text()

    # What was released stays as it is, and so does any folder that holds something.
    for place, told in ((tmp_path / "out", "a release is there"), (tmp_path / "back", "other files")):
        before = files(place)
        dialog.out.setText(str(place))
        for field, words in zip(dialog.passphrases, (ONE, TWO), strict=True):
            field.setText(words)
        dialog.reveal.click()
        wait_revealed(signed, qtbot)
        assert told in dialog.told.text() and "Nothing was opened or written" in dialog.told.text()
        assert files(place) == before and QApplication.focusWidget() is dialog.out

    openings = vault.with_name("mine.vault.openings.jsonl").read_text().splitlines()
    assert [(one["who"], one["what"]) for one in map(json.loads, openings)] == [
        ("Dra. Prueba", "passphrase"), ("Dra. Prueba", "opened"),
    ]  # fmt: skip
    (tmp_path / "out" / "1-uno.txt").write_text("another")
    dialog.out.setText(str(tmp_path / "again"))
    for field, words in zip(dialog.passphrases, (ONE, TWO), strict=True):
        field.setText(words)
    dialog.reveal.click()
    wait_revealed(signed, qtbot)
    assert "could not be brought back" in dialog.told.text() and "• 1-uno" in dialog.told.text()
    vault.write_text("{}")
    dialog.vault.setText("")
    dialog.vault.setText(str(vault))
    assert "damaged" in dialog.told.text()
    dialog.close()


def reveal(window):
    window.actions_by_id["reveal"].trigger()
    return next(one for one in window.findChildren(RevealDialog) if one.isVisible())


def wait_revealed(release, qtbot):
    qtbot.waitUntil(lambda: not release.main.controller.jobs.running("reveal"))


def test_the_vault_of_a_release_is_looked_for_where_vaults_are_and_found(signed, reports, tmp_path, qtbot):
    signed.destination.vault.click()
    for field in signed.destination.fields[0]:
        field.setText(ONE)
    out = tmp_path / "out"
    signed.release(out)
    signed.window.close()

    dialog = reveal(signed.main)
    dialog.findChildren(QPushButton)[1].click()
    chooser = dialog.findChild(QFileDialog)
    assert Path(chooser.directory().path()) == reports / PRIVATE
    assert chooser.filter() & QDir.Filter.Hidden
    chooser.reject()

    # One that a person names stays.
    QTest.keyClicks(dialog.vault, "/mine.vault")
    dialog.folder.setText(str(out))
    assert dialog.vault.text() == "/mine.vault"
    dialog.close()

    vault = next((reports / PRIVATE).glob("*.vault"))
    dialog = reveal(signed.main)
    for folder, found in ((tmp_path, ""), (out, str(vault)), (tmp_path, "")):
        dialog.folder.setText(str(folder))
        assert dialog.vault.text() == found, folder
    moved = vault.rename(tmp_path / "moved.vault")
    dialog.folder.setText(str(out))
    assert dialog.vault.text() == str(moved)
    dialog.passphrases[0].setText(ONE)
    dialog.out.setText(str(tmp_path / "back"))
    dialog.reveal.click()
    wait_revealed(signed, qtbot)
    assert (tmp_path / "back" / "1-uno.txt").read_bytes() == TEXT.encode()
    assert "personal data again" in dialog.told.text()
    dialog.close()

    # The dialog grows with what it tells.
    dialog = reveal(signed.main)
    dialog.resize(640, 10)
    vault = tmp_path / "two.vault"
    vault_module.write_vault(vault, vault_module.VaultContent({}, {}), [ONE, TWO])
    dialog.vault.setText(str(vault))
    QApplication.processEvents()
    assert dialog.passphrases[1].isVisible()
    for field in (*dialog.passphrases, dialog.vault):
        assert field.height() >= field.minimumSizeHint().height()
    vault.write_text("{}" * 5)
    dialog.vault.setText("")
    dialog.vault.setText(str(vault))
    QApplication.processEvents()
    assert dialog.told.height() >= dialog.told.heightForWidth(dialog.told.width())
    dialog.close()
