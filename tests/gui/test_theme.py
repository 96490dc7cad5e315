"""Both themes can be read, and the window's sheet and icons follow them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from deid_studio import paths
from deid_studio.gui import theme as themes
from deid_studio.gui.colours import contrast
from deid_studio.gui.theme import DARK, LIGHT, Theme
from deid_studio.model.tagset import load_tagset

BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
HEX = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@BOTH
def test_text_is_readable_wherever_it_stands(theme: Theme) -> None:
    for ground in (theme.page, theme.window, theme.raised, theme.hover, theme.selection):
        assert contrast(theme.text, ground) >= 4.5, ground
    for ground in (theme.page, theme.window):
        assert contrast(theme.muted, ground) >= 4.5, ground
        assert contrast(theme.accent, ground) >= 4.5, ground
        for decision in (theme.accepted, theme.pending, theme.rejected):
            assert contrast(decision, ground) >= 4.5, decision
    assert contrast(theme.accent_text, theme.accent) >= 4.5


@BOTH
def test_controls_and_focus_stand_out(theme: Theme) -> None:
    for ground in (theme.page, theme.window):
        assert contrast(theme.control_border, ground) >= 3.0
        assert contrast(theme.focus, ground) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
@given(colour=HEX)
def test_marks_of_any_class_colour_are_readable(theme: Theme, colour: str) -> None:
    for ground in (theme.accepted_fill(colour), theme.pending_fill(colour), theme.hatching(colour)):
        assert contrast(theme.text, ground) >= 4.5
    assert contrast(theme.edge(colour), theme.page) >= 3.0
    assert contrast(theme.edge(colour), theme.accepted_fill(colour)) >= 3.0
    assert contrast(theme.chip(colour), theme.page) >= 4.5
    assert contrast(theme.focus, theme.accepted_fill(colour)) >= 3.0


@BOTH
@pytest.mark.parametrize("path", sorted((paths.resources() / "tagsets").glob("*.toml")), ids=lambda p: p.stem)
def test_classes_of_the_shipped_tag_sets_stay_coloured(theme: Theme, path: Path) -> None:
    for phi_class in load_tagset(path):
        fill = theme.accepted_fill(phi_class.colour)
        assert fill != theme.page, phi_class.name
        assert contrast(theme.text, fill) >= 4.5, phi_class.name


def test_themes_by_the_name_of_the_setting(qtbot: QtBot) -> None:
    assert themes.theme_named("light") is LIGHT
    assert themes.theme_named("dark") is DARK
    assert themes.theme_named("") is themes.system_theme()


@BOTH
def test_palette_has_the_colours_of_the_theme(qtbot: QtBot, theme: Theme) -> None:
    palette = themes.palette(theme)
    assert palette.color(QPalette.ColorRole.Base).name() == theme.page
    assert palette.color(QPalette.ColorRole.WindowText).name() == theme.text
    disabled = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text).name()
    assert contrast(disabled, theme.window) < contrast(theme.text, theme.window)


@BOTH
def test_style_sheet_is_complete_and_understood(qtbot: QtBot, theme: Theme) -> None:
    sheet = themes.style_sheet(theme)
    assert "$" not in sheet
    assert theme.focus in sheet
    assert "QPlainTextEdit" not in sheet  # reports are drawn by the report view
    button = QPushButton("ok")
    qtbot.addWidget(button)
    button.setStyleSheet(sheet)  # Qt warns of what it cannot read, and a warning fails the test
    button.ensurePolished()
    assert button.sizeHint().height() >= 28


def _inks(icon: QIcon, mode: QIcon.Mode = QIcon.Mode.Normal) -> set[str]:
    image = icon.pixmap(QSize(32, 32), mode).toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


@BOTH
def test_icons_are_drawn_in_the_colour_of_the_text(qtbot: QtBot, theme: Theme) -> None:
    inks = _inks(themes.icon("accept", theme))
    assert theme.text in inks
    assert theme.text == "#000000" or "#000000" not in inks
    assert theme.text not in _inks(themes.icon("accept", theme), QIcon.Mode.Disabled)


@pytest.mark.parametrize("path", sorted(paths.icons().glob("*.svg")), ids=lambda p: p.stem)
def test_every_icon_can_be_drawn(qtbot: QtBot, path: Path) -> None:
    assert _inks(themes.icon(path.stem, LIGHT))


def test_a_missing_icon_leaves_the_window_usable(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    assert themes.icon("no-such-icon", LIGHT).isNull()
    assert "no-such-icon" in caplog.text


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [(Qt.ColorScheme.Dark, DARK), (Qt.ColorScheme.Light, LIGHT), (Qt.ColorScheme.Unknown, LIGHT)],
)
def test_system_theme_follows_the_desktop(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, scheme: Qt.ColorScheme, expected: Theme
) -> None:
    monkeypatch.setattr(themes.QGuiApplication, "styleHints", lambda: SimpleNamespace(colorScheme=lambda: scheme))
    assert themes.system_theme() is expected
