"""Theme: the colours of the window in light and dark, its palette, its style sheet and its icons."""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass
from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from deid_studio import paths
from deid_studio.gui import colours
from deid_studio.gui.style_sheet import style_sheet_of

_log = logging.getLogger(__name__)

# WCAG 2.2: 1.4.3 for text, 1.4.11 for what is not text.
TEXT_CONTRAST = 4.5
EDGE_CONTRAST = 3.0

_ICON_SIZES = (16, 20, 24, 32, 48)


@dataclass(frozen=True, slots=True)
class Theme:
    """The window's colours, each `#rrggbb`.

    `page` lies behind reports, lists and fields, `window` behind panels. `muted` is text of second rank, `border`
    separates, `control_border` outlines what can be operated. `accent` is the one colour of emphasis, with
    `accent_text` on it; `focus` rings what has the keyboard; `selection` lies behind selected text.
    `accepted`, `pending` and `rejected` colour the decisions, always beside a shape or a word.
    """

    name: str
    dark: bool
    window: str
    page: str
    raised: str
    hover: str
    text: str
    muted: str
    border: str
    control_border: str
    accent: str
    accent_text: str
    focus: str
    selection: str
    accepted: str
    pending: str
    rejected: str
    fill_strength: float

    def accepted_fill(self, colour: str) -> str:
        """What lies behind the text of an accepted mention of a class of this colour."""
        return colours.fill(colour, self.page, self.text, self.fill_strength, TEXT_CONTRAST)

    def pending_fill(self, colour: str) -> str:
        """What lies behind the text of a pending mention, under its hatching."""
        return colours.fill(colour, self.page, self.text, self.fill_strength * 0.4, TEXT_CONTRAST)

    def hatching(self, colour: str) -> str:
        """The lines over a pending mention's fill: weaker than an accepted fill, not to disturb the letters."""
        return colours.mix(self.pending_fill(colour), self.accepted_fill(colour), 0.7)

    def edge(self, colour: str) -> str:
        """The border of a mention: told from the page and from its own fill."""
        return colours.edge(colour, (self.page, self.accepted_fill(colour)), self.text, EDGE_CONTRAST)

    def chip(self, colour: str) -> str:
        """What lies behind a class tag, whose text has the page's colour."""
        return colours.edge(colour, (self.page,), self.text, TEXT_CONTRAST)


LIGHT = Theme(
    name="light",
    dark=False,
    window="#f3f4f6",
    page="#fdfdfc",
    raised="#ffffff",
    hover="#e9ecf1",
    text="#1c2128",
    muted="#59626f",
    border="#d9dde3",
    control_border="#868e9a",
    accent="#1f5fbf",
    accent_text="#ffffff",
    focus="#123f8f",
    selection="#b9d2f5",
    accepted="#1a7340",
    pending="#8a5a00",
    rejected="#626a76",
    fill_strength=0.30,
)

DARK = Theme(
    name="dark",
    dark=True,
    window="#1d2025",
    page="#16181c",
    raised="#2a2e35",
    hover="#333842",
    text="#e4e7eb",
    muted="#a3abb7",
    border="#353a43",
    control_border="#727b89",
    accent="#8ab4f8",
    accent_text="#10141a",
    focus="#b5d0ff",
    selection="#34507c",
    accepted="#6cc792",
    pending="#e0b050",
    rejected="#9aa2ae",
    fill_strength=0.42,
)


def system_theme() -> Theme:
    """The theme that the desktop asks for: dark where it is set to dark, else light."""
    return DARK if QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT


def theme_named(name: str) -> Theme:
    """The theme of a setting: "light", "dark", or anything else for the desktop's."""
    return {"light": LIGHT, "dark": DARK}.get(name) or system_theme()


def palette(theme: Theme) -> QPalette:
    """The application's palette."""
    made = QPalette()
    roles = QPalette.ColorRole
    for role, colour in (
        (roles.Window, theme.window),
        (roles.WindowText, theme.text),
        (roles.Base, theme.page),
        (roles.AlternateBase, theme.window),
        (roles.Text, theme.text),
        (roles.PlaceholderText, theme.muted),
        (roles.Button, theme.raised),
        (roles.ButtonText, theme.text),
        (roles.BrightText, theme.accent_text),
        (roles.ToolTipBase, theme.raised),
        (roles.ToolTipText, theme.text),
        (roles.Highlight, theme.selection),
        (roles.HighlightedText, theme.text),
        (roles.Accent, theme.accent),
        (roles.Link, theme.accent),
        (roles.LinkVisited, theme.accent),
        (roles.Light, theme.raised),
        (roles.Midlight, theme.hover),
        (roles.Mid, theme.border),
        (roles.Dark, theme.control_border),
        (roles.Shadow, theme.border),
    ):
        made.setColor(role, QColor(colour))
    disabled = QPalette.ColorGroup.Disabled
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(disabled, role, QColor(colours.mix(theme.muted, theme.window, 0.35)))
    return made


def style_sheet(theme: Theme) -> str:
    """The application's style sheet."""
    return style_sheet_of(
        asdict(theme)
        | {
            "accent_hover": colours.mix(theme.accent, theme.text, 0.15),
            "scroll_handle": colours.mix(theme.window, theme.control_border, 0.6),
            # Light in both themes, since the tick is black.
            "check_fill": theme.accent if theme.dark else theme.selection,
            "icons": paths.icons().as_posix(),
        }
    )


def icon(name: str, theme: Theme) -> QIcon:
    """The icon `icons/<name>.svg` in the theme's colours, muted where disabled; empty when the file is missing."""
    made = QIcon()
    disabled = colours.mix(theme.muted, theme.window, 0.45)
    for mode, colour in ((QIcon.Mode.Normal, theme.text), (QIcon.Mode.Disabled, disabled)):
        drawing = _recoloured(name, colour)
        if drawing is None:
            return made
        for size in _ICON_SIZES:
            for ratio in (1, 2):
                made.addPixmap(_drawn(drawing, size, ratio), mode)
    return made


def _recoloured(name: str, colour: str) -> QSvgRenderer | None:
    drawing = _svg(name)
    if drawing is None:
        return None
    return QSvgRenderer(QByteArray(drawing.replace("#000000", colour).encode()))


@cache
def _svg(name: str) -> str | None:
    try:
        return (paths.icons() / f"{name}.svg").read_text(encoding="utf-8")
    except OSError:
        # A window without one picture is better than no window.
        _log.warning("icon %s is missing", name)
        return None


def _drawn(drawing: QSvgRenderer, size: int, ratio: int) -> QPixmap:
    pixmap = QPixmap(size * ratio, size * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    drawing.render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
