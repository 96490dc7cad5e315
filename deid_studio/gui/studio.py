"""Studio: builds the application, its language and its window, once, and hands them down."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QMessageBox

from deid_studio import paths
from deid_studio.batch.preannotation import Preannotator, WorkerAhead
from deid_studio.detection.suggester import DETECTED
from deid_studio.errors import DeidError
from deid_studio.formats.folder_swap import bring_back, remove_abandoned
from deid_studio.formats.leftovers import remove_leftovers_below
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.language_switch import LanguageSwitch
from deid_studio.gui.shell.catalogue_translator import CatalogueTranslator
from deid_studio.gui.shell.messages import UnexpectedErrors
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.window import MainWindow
from deid_studio.gui.words.wording import what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.model.tagset import shipped_tagset
from deid_studio.settings import read_settings
from deid_studio.texts import spoken

_TRANSLATOR = "language"

# Qt's calls give up Python's lock, and each time the window would wait this long for a thread at work to hand it back.
_SWITCH_SECONDS = 0.001
_FULL_SEARCH_EVERY = 4  # searches of the generation before


def show_window(argv: Sequence[str], opened: Path | None, ahead: WorkerAhead | None = None) -> int:
    """Show the window, with a folder or a file opened if one is given, until it is closed; returns the exit code.

    Suggestions come from the process that was started `ahead`, if it has the model that is wanted.
    """
    app = application(argv)
    preferences = Preferences(paths.settings_file(), app)
    tidy(preferences.model)
    install_language(app, preferences.settings.language)
    switch = LanguageSwitch(
        partial(build_workbench, ahead=ahead), partial(install_language, app), language_of, preferences
    )
    switch.replaced.connect(lambda window: UnexpectedErrors(window).install())
    UnexpectedErrors(switch.window).install()
    switch.window.show()
    if opened is not None:
        switch.workbench.paths_wanted.emit([opened])
    return app.exec()


def tell_why_not(argv: Sequence[str], error: DeidError) -> int:
    """Say why there is no window; returns the exit code."""
    app = application(argv)
    install_language(app, read_settings(paths.settings_file())[0].language)
    box = QMessageBox(QMessageBox.Icon.Critical, "Deid Studio", what_happened(error))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(what_to_do(error))
    box.exec()
    return 1


def tidy(model: Path) -> None:
    """Put right what killed programs left in the user's own folders, and of the model that is used."""
    own = (paths.user_checks(), paths.user_gazetteers(), paths.user_models(), paths.user_policies())
    remove_leftovers_below((paths.settings_file().parent, *own))
    for folder in {paths.user_models(), model.parent}:
        remove_abandoned(folder)
    with contextlib.suppress(OSError):  # who cannot put it back is told that there is none
        bring_back(model)


def application(argv: Sequence[str]) -> QApplication:
    """The Qt application, with a style that looks the same everywhere."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    keep_searches_short()
    app = QApplication(list(argv))
    app.setApplicationName("deid-studio")
    app.setApplicationDisplayName("Deid Studio")
    app.setDesktopFileName("deid-studio")
    app.setStyle("Fusion")
    return app


def keep_searches_short() -> None:
    """Have full searches for garbage come often, and leave out what an earlier one has looked through.

    While one lasts every thread waits: for half a second with the suggestions of 5,000 reports in memory. What is put
    away goes with its last reference, so hardly anything of what is left out ever becomes garbage.
    """

    def leave_out(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            gc.freeze()

    gc.set_threshold(*gc.get_threshold()[:2], _FULL_SEARCH_EVERY)
    gc.callbacks.append(leave_out)


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


def build_window(preferences: Preferences, ahead: WorkerAhead | None = None) -> MainWindow:
    """The window with everything that it needs."""
    tagset = shipped_tagset(DETECTED)
    limit = float(preferences.settings.size_limit_mb)
    preannotator = partial(Preannotator, limit_mb=limit, ahead=ahead)
    controller = ReviewController(tagset, preferences.model, preferences.settings.reviewer, limit, preannotator)
    window = MainWindow(controller, preferences)
    controller.setParent(window)
    return window


def build_workbench(preferences: Preferences, ahead: WorkerAhead | None = None) -> Workbench:
    """The same, as what it is built around."""
    return build_window(preferences, ahead).workbench
