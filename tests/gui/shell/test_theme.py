"""All themes can be read, and the window's sheet and icons follow them."""

from __future__ import annotations

import re
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
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.colours import contrast
from deid_studio.gui.shell.theme import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, THEMES, Theme
from deid_studio.model.tagset import load_tagset

pytestmark = pytest.mark.dressed

EVERY = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda t: t.name)
HEX = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@EVERY
def test_text_is_readable_wherever_it_stands(theme: Theme) -> None:
    least = theme.text_contrast
    for ground in (theme.page, theme.window, theme.raised, theme.hover, theme.selection):
        assert contrast(theme.text, ground) >= least, ground
    for ground in (theme.page, theme.window):
        assert contrast(theme.muted, ground) >= least, ground
        assert contrast(theme.accent, ground) >= least, ground
        for decision in (theme.accepted, theme.pending, theme.rejected):
            assert contrast(decision, ground) >= least, decision
    assert contrast(theme.accent_text, theme.accent) >= least


@EVERY
def test_controls_and_focus_stand_out(theme: Theme) -> None:
    for ground in (theme.page, theme.window):
        assert contrast(theme.control_border, ground) >= theme.edge_contrast
        assert contrast(theme.focus, ground) >= 4.5


@pytest.mark.parametrize("theme", [CONTRAST_LIGHT, CONTRAST_DARK], ids=lambda t: t.name)
def test_high_contrast_keeps_the_bars_of_wcag(theme: Theme) -> None:
    assert theme.text_contrast >= 7.0  # 1.4.6
    assert theme.edge_contrast >= 4.5  # more than 1.4.11 asks for
    assert contrast(theme.text, theme.page) == pytest.approx(21)
    assert contrast(theme.border, theme.page) >= 4.5
    assert contrast(theme.focus, theme.page) >= 7.0
    assert theme.ring > LIGHT.ring and theme.line > LIGHT.line
    assert theme.contrast and not LIGHT.contrast and not DARK.contrast


@EVERY
@given(colour=HEX)
def test_marks_of_any_class_colour_are_readable(theme: Theme, colour: str) -> None:
    for ground in (theme.accepted_fill(colour), theme.pending_fill(colour), theme.hatching(colour)):
        assert contrast(theme.text, ground) >= theme.text_contrast
    assert contrast(theme.edge(colour), theme.page) >= theme.edge_contrast
    assert contrast(theme.edge(colour), theme.accepted_fill(colour)) >= theme.edge_contrast
    assert contrast(theme.chip(colour), theme.page) >= theme.text_contrast
    assert contrast(theme.focus, theme.page) >= 4.5


@EVERY
@pytest.mark.parametrize("path", sorted((paths.resources() / "tagsets").glob("*.toml")), ids=lambda p: p.stem)
def test_classes_of_the_shipped_tag_sets_stay_coloured(theme: Theme, path: Path) -> None:
    for phi_class in load_tagset(path):
        fill = theme.accepted_fill(phi_class.colour)
        assert fill != theme.page, phi_class.name
        assert contrast(theme.text, fill) >= theme.text_contrast, phi_class.name


def test_themes_by_the_name_of_the_setting(qtbot: QtBot) -> None:
    assert themes.theme_named("light") is LIGHT
    assert themes.theme_named("dark") is DARK
    assert themes.theme_named("contrast-light") is CONTRAST_LIGHT
    assert themes.theme_named("contrast-dark") is CONTRAST_DARK
    assert themes.theme_named("") is themes.system_theme()


@EVERY
def test_palette_has_the_colours_of_the_theme(qtbot: QtBot, theme: Theme) -> None:
    palette = themes.palette(theme)
    assert palette.color(QPalette.ColorRole.Base).name() == theme.page
    assert palette.color(QPalette.ColorRole.WindowText).name() == theme.text
    disabled = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text).name()
    assert contrast(disabled, theme.window) < contrast(theme.text, theme.window)


@EVERY
def test_style_sheet_is_complete_and_understood(qtbot: QtBot, theme: Theme) -> None:
    sheet = themes.style_sheet(theme)
    assert "$" not in sheet
    assert theme.focus in sheet
    assert not re.search(r"Q(Plain)?TextEdit(?!\[framed)", sheet)  # reports are drawn by the report view
    button = QPushButton("ok")
    qtbot.addWidget(button)
    button.setStyleSheet(sheet)  # Qt warns of what it cannot read, and a warning fails the test
    button.ensurePolished()
    assert button.sizeHint().height() >= 28


def _inks(icon: QIcon, mode: QIcon.Mode = QIcon.Mode.Normal) -> set[str]:
    image = icon.pixmap(QSize(32, 32), mode).toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


@EVERY
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


def _desktop(monkeypatch: pytest.MonkeyPatch, scheme: Qt.ColorScheme, contrast: Qt.ContrastPreference | None) -> None:
    hints = SimpleNamespace(colorScheme=lambda: scheme)
    if contrast is not None:
        hints.accessibility = lambda: SimpleNamespace(contrastPreference=lambda: contrast)
    monkeypatch.setattr(themes.QGuiApplication, "styleHints", lambda: hints)


_SCHEMES, _CONTRASTS = Qt.ColorScheme, Qt.ContrastPreference


@pytest.mark.parametrize(
    ("scheme", "contrast", "expected"),
    [
        (_SCHEMES.Dark, _CONTRASTS.NoPreference, DARK),
        (_SCHEMES.Light, _CONTRASTS.NoPreference, LIGHT),
        (_SCHEMES.Unknown, None, LIGHT),
        (_SCHEMES.Dark, None, DARK),
        (_SCHEMES.Dark, _CONTRASTS.HighContrast, CONTRAST_DARK),
        (_SCHEMES.Unknown, _CONTRASTS.HighContrast, CONTRAST_LIGHT),
    ],
)
def test_system_theme_follows_the_desktop(
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    scheme: Qt.ColorScheme,
    contrast: Qt.ContrastPreference | None,
    expected: Theme,
) -> None:
    _desktop(monkeypatch, scheme, contrast)
    assert themes.system_theme() is expected


@EVERY
def test_dark_or_light_stays_within_the_kind_of_contrast(theme: Theme) -> None:
    other = themes.counterpart(theme)
    assert (other.dark, other.contrast) == (not theme.dark, theme.contrast)
    assert themes.counterpart(other) is theme
