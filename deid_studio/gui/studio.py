"""Studio: builds what the window is filled with, once, and hands it down."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from deid_studio import paths
from deid_studio.batch.preannotation import Preannotator
from deid_studio.batch.worker_ahead import WorkerAhead
from deid_studio.detection.suggester import DETECTED
from deid_studio.errors import DeidError
from deid_studio.formats.folder_swap import bring_back, remove_abandoned
from deid_studio.formats.leftovers import remove_leftovers_below
from deid_studio.gui.all_features import FEATURES
from deid_studio.gui.application import install_language, language_of, make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.language_switch import LanguageSwitch
from deid_studio.gui.shell.messages import UnexpectedErrors
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.window import MainWindow
from deid_studio.gui.words.wording import what_happened, what_to_do
from deid_studio.gui.workbench import Workbench
from deid_studio.model.tagset import shipped_tagset
from deid_studio.settings import read_settings


def show_window(
    window: MainWindow, preferences: Preferences, opened: Path | None, ahead: WorkerAhead | None = None
) -> int:
    """Fill the window that is shown, with a folder or a file opened if one is given; returns the exit code.

    It lasts until the window is closed. Suggestions come from the process that was started `ahead`, if it has the model
    that is wanted.
    """
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    tidy(preferences.model)
    first = fill(window, preferences, ahead)
    gc.freeze()  # it stays as long as the program does
    gc.enable()
    build = partial(build_workbench, ahead=ahead)
    switch = LanguageSwitch(first, build, partial(install_language, app), language_of)
    switch.replaced.connect(lambda another: UnexpectedErrors(another).install())
    UnexpectedErrors(window).install()
    if opened is not None:
        switch.workbench.paths_wanted.emit([opened])
    return app.exec()


def tell_why_not(argv: Sequence[str], error: DeidError) -> int:
    """Say why there is no window; returns the exit code."""
    app = make_application(argv)
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


def fill(window: MainWindow, preferences: Preferences, ahead: WorkerAhead | None = None) -> Workbench:
    """Give a window everything that it needs, and every feature."""
    tagset = shipped_tagset(DETECTED)
    limit = float(preferences.settings.size_limit_mb)
    preannotator = partial(Preannotator, limit_mb=limit, ahead=ahead)
    controller = ReviewController(tagset, preferences.model, preferences.settings.reviewer, limit, preannotator)
    controller.setParent(window)
    window.fill(Workbench(window, controller, preferences), FEATURES)
    return window.workbench


def build_workbench(preferences: Preferences, ahead: WorkerAhead | None = None) -> Workbench:
    """What a new window is built around."""
    return fill(MainWindow(preferences), preferences, ahead)
