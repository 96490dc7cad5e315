"""What an administrator has fixed is shown, and cannot be changed anywhere in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QMessageBox

from deid_studio import paths
from deid_studio.gui import app, application, studio
from deid_studio.gui.features.settings.settings_dialog import SettingsDialog
from deid_studio.settings import read_settings

pytestmark = pytest.mark.quick


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "policy_file", lambda: tmp_path / "policy.toml")
    return tmp_path / "policy.toml"


def test_a_fixed_setting_is_shown_with_who_fixed_it_and_stays(make_studio, policy: Path, preferences_path: Path):
    policy.write_text(
        'note = "<b>Sistemas</b>, ext. 4321"\n'
        '[settings]\ntheme = "dark"\nwrap_lines = false\nsize_limit_mb = 50\nrecent_folders = []\nrules_off = []\n',
        encoding="utf-8",
    )
    window = make_studio("dark").window
    actions, preferences = window.actions_by_id, window.workbench.preferences
    actions["settings"].trigger()
    dialog = next(one for one in window.findChildren(SettingsDialog) if one.isVisible())
    for name, field in dialog.fields.items():
        fixed = name in ("theme", "wrap_lines", "size_limit_mb", "recent_folders", "rules_off")
        assert field.widget.isEnabled() != fixed, name
        assert ("Fixed on this computer: <b>Sistemas</b>, ext. 4321" in field.widget.accessibleDescription()) == fixed
    assert dialog.fields["size_limit_mb"].value() == 50
    assert sum("Sistemas" in label.text() for label in dialog.findChildren(QLabel)) == 5
    dialog.fields["size_limit_mb"].show(7)
    dialog.fields["font_size"].show(20)
    dialog.accept()
    assert (preferences.settings.size_limit_mb, preferences.settings.font_size) == (50, 20)

    assert not actions["wrap_lines"].isEnabled() and not actions["dark"].isEnabled()
    assert actions["show_sections"].isEnabled() and not actions["wrap_lines"].isChecked()
    preferences.opened(policy.parent)
    told = []
    preferences.write_failed.connect(told.append)
    assert not preferences.change(rules_off=("una",)) and "Sistemas" in told[0].what()
    own = read_settings(preferences_path)[0]
    assert (own.size_limit_mb, own.font_size, own.recent_folders, own.wrap_lines) == (20, 20, (), True)


def test_a_file_that_cannot_be_understood_is_told_and_no_window_opens(policy: Path, monkeypatch, capsys, qapp):
    policy.write_text("[settings]\nsize_limit_mb = 'x'\n", encoding="utf-8")
    told = []
    monkeypatch.setattr(studio, "make_application", lambda _argv: qapp)
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(f"{box.text()} {box.informativeText()}"))
    monkeypatch.setattr(application, "make_application", lambda _argv: pytest.fail("a window was begun"))
    try:
        assert app.main([]) == 1
    finally:
        application.install_language(qapp, "en")
    assert "line 2" in told[0] and "line 2" in capsys.readouterr().err
