"""The window's entry point: builds everything once and hands it down."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from deid_studio import __version__, paths
from deid_studio.gui.controller import ReviewController
from deid_studio.gui.main_window import MainWindow
from deid_studio.gui.messages import UnexpectedErrors
from deid_studio.gui.preferences import Preferences
from deid_studio.model.tagset import load_tagset

LANGUAGES = ("es", "en")


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window until it is closed; returns the exit code."""
    multiprocessing.freeze_support()
    wanted = _arguments(argv)
    app = application(sys.argv[:1])
    preferences = Preferences(paths.settings_file(), app)
    install_language(app, preferences.settings.language)
    window = build_window(preferences)
    errors = UnexpectedErrors(window)
    errors.install()
    window.show()
    if wanted.folder is not None:
        window.open_folder(wanted.folder)
    return app.exec()


def application(argv: Sequence[str]) -> QApplication:
    """The Qt application, with a style that looks the same everywhere."""
    app = QApplication(list(argv))
    app.setApplicationName("deid-studio")
    app.setApplicationDisplayName("Deid Studio")
    app.setDesktopFileName("deid-studio")
    app.setStyle("Fusion")
    return app


def install_language(app: QCoreApplication, setting: str) -> str:
    """Translate the window into the setting's language, else the system's; returns "es" or "en"."""
    system = (locale.split("_")[0].split("-")[0] for locale in QLocale.system().uiLanguages())
    language = setting or next((one for one in system if one in LANGUAGES), "en")
    if language == "en":
        return language
    for name, folder in (
        (f"deid_studio_{language}", str(paths.resources() / "i18n")),
        (f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
    ):
        translator = QTranslator(app)
        if translator.load(name, folder):
            app.installTranslator(translator)
    return language


def build_window(preferences: Preferences) -> MainWindow:
    """The window with everything that it needs."""
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    controller = ReviewController(tagset, preferences.model, preferences.settings.reviewer)
    window = MainWindow(controller, preferences)
    controller.setParent(window)
    return window


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="deid-studio", description="Review de-identification suggestions on a folder of clinical reports."
    )
    parser.add_argument("folder", nargs="?", type=Path, help="folder of reports (.txt) to open")
    parser.add_argument("--version", action="version", version=f"Deid Studio {__version__}")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
