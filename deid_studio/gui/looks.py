"""Looks: how the report and the window are shown, as the settings say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication

from deid_studio.gui import actions, theme
from deid_studio.gui.report_sections import section_bands
from deid_studio.gui.wording import section_word
from deid_studio.settings import MONOSPACE

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow


class Looks(QObject):
    """Applies theme, typeface, lines, sections and tags."""

    system_theme_changed = Signal()
    theme_changed = Signal()  # the window has another one

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self.system_theme_changed)
        if hasattr(hints, "accessibility"):  # from Qt 6.10 on
            hints.accessibility().contrastPreferenceChanged.connect(self.system_theme_changed)
        self.system_theme_changed.connect(self._follow_system)
        view = window.view
        view.set_zoom(window.preferences.zoom)
        view.zoom_changed.connect(self._keep_zoom)
        window.controller.report_opened.connect(self._show_sections)

    def apply(self) -> None:
        """Show the report as the settings say."""
        window, settings = self._window, self._window.preferences.settings
        window.view.set_text_font(_font(settings.font_family, settings.font_size))
        window.view.set_line_spacing(settings.line_spacing)
        window.view.set_line_numbers(settings.show_line_numbers)
        window.view.set_wrapped(settings.wrap_lines)
        window.view.set_tags_shown(settings.show_class_tags)
        self._show_sections()

    def toggle_theme(self) -> None:
        """Change from light to dark or back."""
        self._window.preferences.change(theme=theme.counterpart(self._window.theme).name)

    def _follow_system(self) -> None:
        if self._window.preferences.settings.theme == "system":
            self.apply_theme()

    def begin(self) -> None:
        """Give the program the colours of the window's theme; the window's parts were built in it."""
        self._dress()
        self.theme_changed.emit()

    def apply_theme(self) -> None:
        """Give the window and everything in it the colours and icons of the theme that the settings name."""
        window = self._window
        window.theme = chosen = theme.theme_named(window.preferences.settings.theme)
        self._dress()
        for part in (
            window.messages,
            window.page,
            window.hint_mode,
            window.find_bar,
            window.sweep_bar,
            window.search,
            window.details,
            window.reports,
            window.mentions,
            window.classes,
            window.patient,
            window.status,
        ):
            part.set_theme(chosen)
        self.theme_changed.emit()

    def _dress(self) -> None:
        window = self._window
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setPalette(theme.palette(window.theme))
        sheet = theme.style_sheet(window.theme)
        if app.styleSheet() != sheet:  # every widget there is takes a sheet on anew, the same one as well
            app.setStyleSheet(sheet)
        for spec in actions.ACTIONS:
            if spec.icon:
                window.actions_by_id[spec.id].setIcon(theme.icon(spec.icon, window.theme))
        window.setWindowIcon(theme.icon("app", window.theme))

    def _show_sections(self) -> None:
        window = self._window
        session = window.controller.session
        shown = window.preferences.settings.show_sections and session is not None
        bands = section_bands(session.text) if shown and session is not None else ()
        window.view.set_bands(bands, section_word)

    def _keep_zoom(self, zoom: float) -> None:
        self._window.preferences.zoom = zoom


def _font(family: str, points: int) -> QFont:
    kind = QFontDatabase.SystemFont.FixedFont if family == MONOSPACE else QFontDatabase.SystemFont.GeneralFont
    font = QFontDatabase.systemFont(kind)
    if family == MONOSPACE:
        font.setStyleHint(QFont.StyleHint.Monospace)
    if family and family != MONOSPACE:
        font.setFamily(family)
    font.setPointSizeF(points)
    return font
