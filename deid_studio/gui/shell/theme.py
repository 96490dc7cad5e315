"""Theme: the window's colours in light, dark and high contrast, its palette, its style sheet and its icons."""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from deid_studio import paths
from deid_studio.gui.shell import colours
from deid_studio.gui.shell.style_sheet import style_sheet_of

_log = logging.getLogger(__name__)

_ICON_SIZES = (16, 20, 24, 32, 48)


@dataclass(frozen=True, slots=True)
class Theme:
    """The window's colours, each `#rrggbb`.

    `page` lies behind reports, lists and fields, `window` behind panels. `muted` is text of second rank, `border`
    separates, `control_border` outlines what can be operated. `accent` is the one colour of emphasis, with
    `accent_text` on it; `focus` rings what has the keyboard; `selection` lies behind selected text.
    `accepted`, `pending` and `rejected` colour the decisions, always beside a shape or a word.
    `text_contrast` and `edge_contrast` are the least that text and borders have on what they stand on (WCAG 2.2: 1.4.3
    or, in high contrast, 1.4.6 for text, 1.4.11 for what is not text); `line` and `ring` the widths, in pixels, of a
    mention's border and of what rings the focus.
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
    text_contrast: float
    edge_contrast: float
    line: float
    ring: int

    @property
    def contrast(self) -> bool:
        """Whether it is one of high contrast."""
        return self.text_contrast > 4.5

    def accepted_fill(self, colour: str) -> str:
        """What lies behind the text of an accepted mention of a class of this colour."""
        return colours.fill(colour, self.page, self.text, self.fill_strength, self.text_contrast)

    def pending_fill(self, colour: str) -> str:
        """What lies behind the text of a pending mention, under its hatching."""
        return colours.fill(colour, self.page, self.text, self.fill_strength * 0.4, self.text_contrast)

    def hatching(self, colour: str) -> str:
        """The lines over a pending mention's fill: weaker than an accepted fill, not to disturb the letters."""
        return colours.mix(self.pending_fill(colour), self.accepted_fill(colour), 0.7)

    def edge(self, colour: str) -> str:
        """The border of a mention: told from the page and from its own fill."""
        return colours.edge(colour, (self.page, self.accepted_fill(colour)), self.text, self.edge_contrast)

    @property
    def unread(self) -> str:
        """The bar beside text that was not read: as calm as it can be and still be seen."""
        return colours.edge(colours.mix(self.page, self.accent, 0.4), (self.page,), self.accent, self.edge_contrast)

    def chip(self, colour: str) -> str:
        """What lies behind a class tag, whose text has the page's colour."""
        return colours.edge(colour, (self.page,), self.text, self.text_contrast)


_TABLE: dict[str, tuple[Any, Any, Any, Any]] = {
    "name": ("light", "dark", "contrast-light", "contrast-dark"),
    "dark": (False, True, False, True),
    "window": ("#f3f4f6", "#1d2025", "#ffffff", "#000000"),
    "page": ("#fdfdfc", "#16181c", "#ffffff", "#000000"),
    "raised": ("#ffffff", "#2a2e35", "#ffffff", "#0d0f12"),
    "hover": ("#e9ecf1", "#333842", "#e4e9f2", "#26303f"),
    "text": ("#1c2128", "#e4e7eb", "#000000", "#ffffff"),
    "muted": ("#59626f", "#a3abb7", "#3a3f46", "#cdd3db"),
    "border": ("#d9dde3", "#353a43", "#6b7076", "#8a9099"),
    "control_border": ("#868e9a", "#727b89", "#2b2f36", "#d6dbe2"),
    "accent": ("#1f5fbf", "#8ab4f8", "#003f9e", "#8fc4ff"),
    "accent_text": ("#ffffff", "#10141a", "#ffffff", "#000000"),
    "focus": ("#123f8f", "#b5d0ff", "#0a2a8c", "#ffffff"),
    "selection": ("#b9d2f5", "#34507c", "#b5d6ff", "#1f4a80"),
    "accepted": ("#14553d", "#79d5aa", "#00624d", "#95e2c1"),
    "pending": ("#895a04", "#e0af47", "#6a3e04", "#e0b050"),
    "rejected": ("#636a73", "#9ba3af", "#515170", "#adabd1"),
    "fill_strength": (0.32, 0.44, 0.42, 0.5),
    "text_contrast": (4.5, 4.5, 7.0, 7.0),
    "edge_contrast": (3.0, 3.0, 4.5, 4.5),
    "line": (1.2, 1.2, 2.0, 2.0),
    "ring": (2, 2, 3, 3),
}

LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK = (
    Theme(**dict(zip(_TABLE, column, strict=True))) for column in zip(*_TABLE.values(), strict=True)
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK)}


def system_theme() -> Theme:
    """The theme that the desktop asks for: dark where it is set to dark, of high contrast where it wants that."""
    hints = QGuiApplication.styleHints()
    dark = hints.colorScheme() is Qt.ColorScheme.Dark
    accessibility = getattr(hints, "accessibility", None)  # Qt tells it from 6.10 on
    wanted = None if accessibility is None else accessibility().contrastPreference()
    return _theme_of(dark, wanted is not None and wanted is Qt.ContrastPreference.HighContrast)


def theme_named(name: str) -> Theme:
    """The theme of a setting: one by its name, or the desktop's for anything else."""
    return THEMES.get(name) or system_theme()


def counterpart(theme: Theme) -> Theme:
    """The dark theme of a light one and the other way round, of the same kind of contrast."""
    return _theme_of(not theme.dark, theme.contrast)


def _theme_of(dark: bool, contrast: bool) -> Theme:
    return next(one for one in THEMES.values() if (one.dark, one.contrast) == (dark, contrast))


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
            "scroll_handle": colours.mix(theme.window, theme.control_border, 1.0 if theme.contrast else 0.6),
            # Light in both themes, since the tick is black.
            "check_fill": theme.accent if theme.dark else theme.selection,
            # What has the focus stays as large as it was: a wider border, less around the text.
            "button_focus": f"{7 - theme.ring}px {15 - theme.ring}px",
            "tool_focus": f"{6 - theme.ring}px {8 - theme.ring}px",
            "field_focus": f"{6 - theme.ring}px {9 - theme.ring}px",
            "text_focus": f"{5 - theme.ring}px",
            "chosen": theme.control_border if theme.contrast else "transparent",
            "icons": paths.icons().as_posix(),
        }
    )


def icon(name: str, theme: Theme) -> QIcon:
    """The icon `icons/<name>.svg` in the theme's colours, muted where disabled; empty when the file is missing."""
    made = QIcon()
    disabled = colours.mix(theme.muted, theme.window, 0.45)
    for mode, colour in ((QIcon.Mode.Normal, theme.text), (QIcon.Mode.Disabled, disabled)):
        for image in _drawings(name, colour):
            made.addPixmap(QPixmap.fromImage(image), mode)
    return made


@cache  # images: unlike pixmaps, they may outlive the application
def _drawings(name: str, colour: str) -> tuple[QImage, ...]:
    drawing = _recoloured(name, colour)
    return () if drawing is None else tuple(_drawn(drawing, size, ratio) for size in _ICON_SIZES for ratio in (1, 2))


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


def _drawn(drawing: QSvgRenderer, size: int, ratio: int) -> QImage:
    image = QImage(size * ratio, size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    drawing.render(painter, QRectF(0, 0, size * ratio, size * ratio))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
