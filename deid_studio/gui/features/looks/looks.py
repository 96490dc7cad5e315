"""Looks: how the report and the window are shown, as the settings say."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

from deid_studio.gui.shell import theme
from deid_studio.gui.words.report_sections import section_bands
from deid_studio.gui.words.wording import section_word
from deid_studio.gui.workbench import Workbench
from deid_studio.settings import MONOSPACE, Settings

# The settings of the text: at a change of any other one, as when a folder is opened, nothing is set anew.
_OF_TEXT = (
    "font_family", "font_size", "line_spacing", "show_line_numbers", "wrap_lines", "show_class_tags", "show_sections",
)  # fmt: skip


class Looks(QObject):
    """Applies theme, typeface, lines, sections and tags."""

    system_theme_changed = Signal()

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.system_theme_changed)
        if hasattr(hints, "accessibility"):  # from Qt 6.10 on
            hints.accessibility().contrastPreferenceChanged.connect(self.system_theme_changed)
        self.system_theme_changed.connect(self._follow_system)
        view = workbench.view
        view.typesetting.set_zoom(workbench.preferences.zoom)
        view.typesetting.zoom_changed.connect(self._keep_zoom)
        workbench.controller.report_opened.connect(self._show_sections)
        workbench.preferences.changed.connect(self._settings_changed)

    def apply(self) -> None:
        """Show the report as the settings say."""
        workbench, settings = self._workbench, self._workbench.preferences.settings
        text = workbench.view.typesetting
        text.set_font(_font(settings.font_family, settings.font_size))
        text.set_line_spacing(settings.line_spacing)
        text.set_line_numbers(settings.show_line_numbers)
        text.set_wrapped(settings.wrap_lines)
        text.set_tags(settings.show_class_tags)
        self._show_sections()

    def _settings_changed(self, before: Settings) -> None:
        now = self._workbench.preferences.settings
        if any(getattr(now, name) != getattr(before, name) for name in _OF_TEXT):
            self.apply()
        if now.theme != before.theme:
            self._workbench.set_theme(theme.theme_named(now.theme))

    def toggle_theme(self) -> None:
        """Change from light to dark or back."""
        self._workbench.preferences.change(theme=theme.counterpart(self._workbench.theme).name)

    def _follow_system(self) -> None:
        if self._workbench.preferences.settings.theme == "system":
            self._workbench.set_theme(theme.theme_named("system"))

    def _show_sections(self) -> None:
        workbench = self._workbench
        session = workbench.controller.session
        shown = workbench.preferences.settings.show_sections and session is not None
        bands = section_bands(session.text) if shown and session is not None else ()
        workbench.view.set_bands(bands, section_word)

    def _keep_zoom(self, zoom: float) -> None:
        self._workbench.preferences.zoom = zoom


def _font(family: str, points: int) -> QFont:
    kind = QFontDatabase.SystemFont.FixedFont if family == MONOSPACE else QFontDatabase.SystemFont.GeneralFont
    font = QFontDatabase.systemFont(kind)
    if family == MONOSPACE:
        font.setStyleHint(QFont.StyleHint.Monospace)
    if family and family != MONOSPACE:
        font.setFamily(family)
    font.setPointSizeF(points)
    return font
