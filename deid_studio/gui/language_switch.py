"""LanguageSwitch: has the window built anew in another language, with the person where they were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QWidget

from deid_studio.gui.preferences import Preferences
from deid_studio.gui.wording import language

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow

_PANELS = ("reports", "mentions", "classes", "search")
_LONG_WORK = ("export", "convert", "statistics", "alike_decide", "release_write", "reveal")


@dataclass(frozen=True, slots=True)
class _Place:
    """What a person sees that is kept nowhere: the rest is in the journal and the settings."""

    folder: Path | None
    report: str
    hidden: frozenset[str]
    panels: dict[str, dict[str, int | str]]
    front: tuple[str, ...]
    scrolled: int
    found: str


class LanguageSwitch(QObject):
    """Shows the window, and another in its stead when the language is changed.

    `build` makes a window of preferences, `install` has texts translated into a setting's language, whose code
    `language_of` gives. The report, the current mention, filters, hidden classes and suggestions are as they were; undo
    reaches as far back, since it comes from the journal.
    """

    replaced = Signal(object)  # the new MainWindow

    def __init__(
        self,
        build: Callable[[Preferences], MainWindow],
        install: Callable[[str], object],
        language_of: Callable[[str], str],
        preferences: Preferences,
    ) -> None:
        super().__init__(preferences.parent())
        self._build, self._install, self._language_of = build, install, language_of
        self.window = build(preferences)
        self._watch()

    def _watch(self) -> None:
        # Later: the change is told from within the window that is to go.
        self.window.language_changed.connect(self._switch, Qt.ConnectionType.QueuedConnection)

    def _switch(self) -> None:
        old = self.window
        jobs = old.controller.jobs
        if any(jobs.running(topic) for topic in _LONG_WORK):
            old.messages.tell("language", self.tr("The language changes once the window is opened anew."))
            return
        setting = old.preferences.settings.language
        if self._language_of(setting) == language():
            return
        old.patient.keep()
        place, geometry = _place_of(old), old.saveGeometry()
        left = old.controller
        results = None if left.folder is None else left.folder.results
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        quits = app.quitOnLastWindowClosed()
        app.setQuitOnLastWindowClosed(False)
        try:
            if not old.close():  # what is not saved keeps it open, and it has said so
                return
            self._install(setting)
            preferences = Preferences(old.preferences.path, old.preferences.parent())
            preferences.settings = old.preferences.settings
            new = self.window = self._build(preferences)
            new.restoreGeometry(geometry)
            new.controller.stay_where(left)
            self._watch()
            new.show()
        finally:
            app.setQuitOnLastWindowClosed(quits)
        self.replaced.emit(new)
        if place.folder is not None:

            def opened() -> None:
                new.controller.folder_opened.disconnect(opened)
                folder = new.controller.folder
                if folder is None or folder.project.folder != place.folder:
                    return  # it could not be opened again, and another one was
                if results is not None:
                    folder.take_over(results)
                new.controller.set_hidden(place.hidden)
                new.controller.report_opened.connect(shown)

            def shown() -> None:
                new.controller.report_opened.disconnect(shown)
                _restore(new, place)

            new.controller.folder_opened.connect(opened)
            new.open_folder(place.folder, place.report)
        old.preferences.deleteLater()
        old.deleteLater()


def _place_of(window: MainWindow) -> _Place:
    controller = window.controller
    panels = {name: _entered(getattr(window, name)) for name in _PANELS}
    front = tuple(dock.objectName() for dock in window.docks if not dock.widget().visibleRegion().isEmpty())
    return _Place(
        None if controller.folder is None else controller.folder.project.folder,
        controller.shown,
        controller.hidden,
        panels,
        front,
        window.view.verticalScrollBar().value(),
        window.find_bar.field.text() if window.find_bar.isVisible() else "",
    )


def _restore(window: MainWindow, place: _Place) -> None:
    for name, entered in place.panels.items():
        _enter(getattr(window, name), entered)
    for dock in window.docks:
        if dock.objectName() in place.front:
            dock.raise_()
    if place.found:
        window.find_bar.open(place.found)
    window.view.verticalScrollBar().setValue(place.scrolled)


def _fields(panel: QWidget) -> dict[str, QWidget]:
    """The lists and fields of a panel by the names of its attributes."""
    return {name: one for name, one in vars(panel).items() if isinstance(one, QCheckBox | QComboBox | QLineEdit)}


def _entered(panel: QWidget) -> dict[str, int | str]:
    entered: dict[str, int | str] = {}
    for name, one in _fields(panel).items():
        if isinstance(one, QComboBox):
            entered[name] = one.currentIndex()
        elif isinstance(one, QCheckBox):
            entered[name] = int(one.isChecked())
        elif isinstance(one, QLineEdit):
            entered[name] = one.text()
    return entered


def _enter(panel: QWidget, entered: dict[str, int | str]) -> None:
    for name, one in _fields(panel).items():
        value = entered.get(name)
        if isinstance(one, QComboBox) and isinstance(value, int):
            one.setCurrentIndex(value)
        elif isinstance(one, QCheckBox) and isinstance(value, int):
            one.setChecked(bool(value))
        elif isinstance(one, QLineEdit) and isinstance(value, str):
            one.setText(value)
