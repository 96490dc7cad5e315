"""Export, settings, keys, about; the window's own state."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QKeySequence
from PySide6.QtWidgets import QLabel

from deid_studio.formats.brat import parse_ann
from deid_studio.gui.features.about.about_dialog import AboutDialog
from deid_studio.gui.features.exporting.export_dialog import ExportDialog, Which
from deid_studio.gui.features.exporting.import_dialog import ImportDialog
from deid_studio.gui.features.settings.settings_dialog import SettingsDialog
from deid_studio.gui.features.shortcuts.shortcuts_dialog import ShortcutsDialog
from deid_studio.gui.shell.keys import RESERVED_KEYS
from deid_studio.gui.shell.theme import DARK
from deid_studio.settings import read_settings


def _open(studio, action: str, kind):
    studio.window.actions_by_id[action].trigger()
    found = [d for d in studio.window.findChildren(kind) if d.isVisible()]
    assert len(found) == 1
    return found[0]


# --- export ----------------------------------------------------------------------------------------------------


def _export(studio, folder: Path, which: Which, pending: bool) -> None:
    dialog = _open(studio, "export", ExportDialog)
    dialog.which.setCurrentIndex(dialog.which.findData(which))
    dialog.folder.setText(str(folder))
    dialog.pending.setChecked(pending)
    assert dialog.warning.isVisible() == pending
    dialog.accept()
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("export"))


def test_export_copies_what_is_asked_and_never_overwrites_and_the_page_of_keys_lists_every_key(
    studio, reports, tmp_path, invented, afresh
):
    studio.open(reports)
    studio.key("Return")
    texts = {"1-alta": invented.alta, "2-radiologia": invented.radiologia, "10-nota": invented.nota}
    for pending, counts in ((False, [1, 0, 0]), (True, [5, 2, 0])):
        copy = tmp_path / f"copia {pending}"
        _export(studio, copy, Which.ALL, pending)
        assert (copy / "1-alta.txt").read_bytes() == (reports / "1-alta.txt").read_bytes()
        spans = [parse_ann((copy / f"{name}.ann").read_bytes(), text, copy).spans for name, text in texts.items()]
        assert [len(own) for own in spans] == counts
        assert (copy / "annotation.conf").exists() and (copy / "visual.conf").exists()
        assert "3" in studio.window.messages.shown("export").text
        assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 1
        assert not (reports / "2-radiologia.ann").exists()
        studio.window.messages.clear("export")
    copy = tmp_path / "ajena"
    copy.mkdir()
    (copy / "10-nota.txt").write_text("ajena")
    _export(studio, copy, Which.ALL, False)
    studio.qtbot.waitUntil(lambda: "exist already" in studio.window.messages.shown("export").text)
    assert sorted(p.name for p in copy.iterdir()) == ["10-nota.txt"]

    # Signed reports only.
    studio.show("10-nota")
    studio.controller.sign_off()
    _export(studio, tmp_path / "copia", Which.SIGNED, False)
    studio.qtbot.waitUntil(lambda: (tmp_path / "copia" / "10-nota.ann").exists())
    assert not (tmp_path / "copia" / "1-alta.txt").exists()

    # It goes on without what cannot be read.
    (reports / "2-radiologia.txt").write_bytes(b"%PDF-1.4")
    _export(studio, tmp_path / "sin ilegibles", Which.ALL, False)
    studio.qtbot.waitUntil(lambda: "Left out" in studio.window.messages.shown("export").detail)
    assert (tmp_path / "sin ilegibles" / "10-nota.txt").exists()

    # The page of keys.
    reports = afresh(reports)
    studio.open(reports)
    dialog = _open(studio, "keys", ShortcutsDialog)
    listed = [
        dialog.tree.topLevelItem(i).child(j).text(1)
        for i in range(dialog.tree.topLevelItemCount())
        for j in range(dialog.tree.topLevelItem(i).childCount())
    ]
    native = QKeySequence.SequenceFormat.NativeText
    for action in (*studio.window.actions_by_id.values(), *studio.window.class_actions):
        for keys in action.shortcuts():
            assert any(keys.toString(native) in text.split("  ·  ") for text in listed)
    dialog.reject()
    keys = [
        key.toString()
        for action in (*studio.window.actions_by_id.values(), *studio.window.class_actions)
        for key in action.shortcuts()
    ]
    assert sorted(keys) == sorted(set(keys))
    assert not {a.shortcut().toString() for a in studio.window.class_actions} & RESERVED_KEYS
    # Every action is in a menu, and does something.
    menus = [a.menu() for a in studio.window.menuBar().actions()]
    within = [a.menu() for menu in menus for a in menu.actions() if a.menu() is not None]
    there = {a.objectName() for menu in (*menus, *within) for a in menu.actions()}
    for spec in studio.window.workbench.actions.specs:
        if spec.id:
            assert spec.do is not None
            assert spec.id in there

    # Labels.
    reports = afresh(reports)
    studio.open(reports)
    for action, kind in (("import", ImportDialog), ("export", ExportDialog)):
        dialog = _open(studio, action, kind)
        for label in dialog.findChildren(QLabel):
            field = label.buddy()
            if field is not None:
                middles = [one.mapTo(dialog, one.rect().center()).y() for one in (label, field)]
                assert abs(middles[0] - middles[1]) <= 1, label.text()
        hint = dialog.source.placeholderText() if isinstance(dialog, ImportDialog) else ""
        assert dialog.fontMetrics().horizontalAdvance(hint) < dialog.folder.width()
        dialog.reject()


# --- settings --------------------------------------------------------------------------------------------------


# --- help ------------------------------------------------------------------------------------------------------


def recent(studio) -> list[str]:
    studio.window.opening.recent.aboutToShow.emit()
    return [action.text() for action in studio.window.opening.recent.actions() if not action.isSeparator()]


def test_about_shows_the_model_card_a_dropped_folder_is_opened_and_light_dark_zoom_and_settings_are_written(
    studio, reports, tmp_path, monkeypatch, preferences_path, afresh
):
    (tmp_path / "THIRD-PARTY-LICENCES").mkdir()
    with monkeypatch.context() as frozen:
        frozen.setattr(sys, "executable", str(tmp_path / "deid-studio"))
        dialog = _open(studio, "about", AboutDialog)
    assert any("/THIRD-PARTY-LICENCES'" in label.text() for label in dialog.findChildren(QLabel))
    assert "MEDDOCAN" in dialog.card.toPlainText()
    assert "|" not in dialog.card.toPlainText(), "tables are shown as tables"
    dialog.reject()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(reports))])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    studio.window.dropEvent(event)
    studio.wait_shown("1-alta")

    # Recent folders are in the menu until the list is cleared.
    assert recent(studio) == [str(reports.resolve()), "&Clear this list"]
    assert str(reports.resolve()) in preferences_path.read_text(encoding="utf-8")
    studio.window.opening.recent.actions()[-1].trigger()
    assert recent(studio) == ["None yet"]
    assert str(reports.resolve()) not in preferences_path.read_text(encoding="utf-8")

    # Light, dark and larger.
    reports = afresh(reports)
    studio.open(reports)
    studio.key("Ctrl+D")
    assert studio.window.theme.dark
    studio.key("Ctrl+D")
    assert not studio.window.theme.dark
    before = studio.view.typesetting.zoom
    studio.key("Ctrl++")
    assert studio.view.typesetting.zoom > before
    studio.key("Ctrl+0")
    studio.key("Ctrl+-")
    assert studio.view.typesetting.zoom < before
    dialog = _open(studio, "settings", SettingsDialog)
    theme = dialog.fields["theme"].widget
    theme.setCurrentIndex(theme.findData("dark"))
    dialog.fields["font_size"].widget.setValue(17)
    dialog.fields["line_spacing"].widget.setValue(1.8)
    dialog.fields["show_line_numbers"].widget.click()
    dialog.fields["reviewer"].widget.setText(" Dr. Inventado ")
    dialog.accept()
    assert studio.window.theme is DARK
    assert not studio.window.actions_by_id["show_line_numbers"].isChecked()
    assert studio.controller.reviewer == "Dr. Inventado"
    settings, problems = read_settings(preferences_path)
    assert not problems
    assert (settings.theme, settings.font_size, settings.reviewer) == ("dark", 17, "Dr. Inventado")


# --- the window itself -----------------------------------------------------------------------------------------


@pytest.mark.dressed
def test_geometry_and_docks_are_restored_without_any_name_of_a_report(make_studio, reports, preferences_path):
    first = make_studio()
    first.open(reports)
    first.window.resize(790, 655)
    first.window.docks[0].hide()
    first.window.close()
    kept = preferences_path.with_name("window.ini").read_bytes()
    assert b"alta" not in kept
    second = make_studio()
    assert second.window.size().height() == 655
    assert not second.window.docks[0].isVisible()
