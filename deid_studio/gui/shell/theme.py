"""Theme: the window's colours in light, dark and high contrast, its palette, its style sheet and its icons."""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass
from functools import cache

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
    text_contrast: float = 4.5
    edge_contrast: float = 3.0
    line: float = 1.2
    ring: int = 2

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
    accepted="#14553d",
    pending="#895a04",
    rejected="#636a73",
    fill_strength=0.32,
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
    accepted="#79d5aa",
    pending="#e0af47",
    rejected="#9ba3af",
    fill_strength=0.44,
)

CONTRAST_LIGHT = Theme(
    name="contrast-light",
    dark=False,
    window="#ffffff",
    page="#ffffff",
    raised="#ffffff",
    hover="#e4e9f2",
    text="#000000",
    muted="#3a3f46",
    border="#6b7076",
    control_border="#2b2f36",
    accent="#003f9e",
    accent_text="#ffffff",
    focus="#0a2a8c",
    selection="#b5d6ff",
    accepted="#00624d",
    pending="#6a3e04",
    rejected="#515170",
    fill_strength=0.42,
    text_contrast=7.0,
    edge_contrast=4.5,
    line=2.0,
    ring=3,
)

CONTRAST_DARK = Theme(
    name="contrast-dark",
    dark=True,
    window="#000000",
    page="#000000",
    raised="#0d0f12",
    hover="#26303f",
    text="#ffffff",
    muted="#cdd3db",
    border="#8a9099",
    control_border="#d6dbe2",
    accent="#8fc4ff",
    accent_text="#000000",
    focus="#ffffff",
    selection="#1f4a80",
    accepted="#95e2c1",
    pending="#e0b050",
    rejected="#adabd1",
    fill_strength=0.50,
    text_contrast=7.0,
    edge_contrast=4.5,
    line=2.0,
    ring=3,
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
