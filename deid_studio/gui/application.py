"""The Qt application: its style, its language, and the window as it is first seen."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.gui.control.garbage import keep_searches_short
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.catalogue_translator import CatalogueTranslator
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.window import MainWindow
from deid_studio.texts import spoken

_TRANSLATOR = "language"

# Qt's calls give up Python's lock, and each time the window would wait this long for a thread at work to hand it back.
_SWITCH_SECONDS = 0.001


def first_window(argv: Sequence[str]) -> tuple[Preferences, MainWindow]:
    """The person's settings and the window, painted in their language and colours, which is to be filled."""
    preferences = Preferences(paths.settings_file())  # first: where an administrator's file is damaged, nothing starts
    app = make_application(argv)
    preferences.setParent(app)
    install_language(app, preferences.settings.language)
    app.setPalette(themes.palette(themes.theme_named(preferences.settings.theme)))
    window = MainWindow(preferences)
    window.show_at_once()
    return preferences, window


def make_application(argv: Sequence[str]) -> QApplication:
    """The Qt application, with a style that looks the same everywhere."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    keep_searches_short()
    app = QApplication(list(argv))
    app.setApplicationName("deid-studio")
    app.setApplicationDisplayName("Deid Studio")
    app.setDesktopFileName("deid-studio")
    app.setStyle("Fusion")
    return app


def install_language(app: QCoreApplication, setting: str) -> str:
    """Translate what is built from now on into the setting's language, else the system's; returns its code."""
    language = language_of(setting)
    for translator in app.findChildren(QTranslator, _TRANSLATOR):
        app.removeTranslator(translator)
        translator.deleteLater()
    # Spin boxes write figures as the window's language does.
    QLocale.setDefault(QLocale(language))
    qt = QTranslator(app)
    found = qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    # Ours last, since Qt asks the newest first and we name some keys otherwise; of English it has what counts.
    for translator in (*((qt,) if found else ()), CatalogueTranslator(language, app)):
        translator.setObjectName(_TRANSLATOR)
        app.installTranslator(translator)
    return language


def language_of(setting: str) -> str:
    """The language of a setting, else the system's where we speak it, else English."""
    return setting or spoken(QLocale.system().uiLanguages())
