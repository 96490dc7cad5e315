"""LanguageSwitch: has the window built anew in another language, with the person where they were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMainWindow

from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.words.wording import language
from deid_studio.gui.workbench import Workbench
from deid_studio.settings import Settings


@dataclass(frozen=True, slots=True)
class _Place:
    """What a person sees that is kept nowhere: the rest is in the journal and the settings."""

    folder: Path | None
    report: str
    hidden: frozenset[str]
    carried: dict[str, Any]
    front: tuple[str, ...]
    scrolled: int


class LanguageSwitch(QObject):
    """Knows the first window, and shows another in its stead when the language is changed.

    `build` makes a window of preferences, `install` has texts translated into a setting's language, whose code
    `language_of` gives. The report, the current mention, filters, hidden classes and suggestions are as they were; undo
    reaches as far back, since it comes from the journal.
    """

    replaced = Signal(object)  # the new window

    def __init__(
        self,
        first: Workbench,
        build: Callable[[Preferences], Workbench],
        install: Callable[[str], object],
        language_of: Callable[[str], str],
    ) -> None:
        super().__init__(first.preferences.parent())
        self._build, self._install, self._language_of = build, install, language_of
        # Later: the change is told from within the window that is to go.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._switch)
        self.workbench = first
        self._watch()

    @property
    def window(self) -> QMainWindow:
        """The window that is shown."""
        return self.workbench.window

    def _watch(self) -> None:
        self.workbench.preferences.changed.connect(self._settings_changed)

    def _settings_changed(self, before: Settings) -> None:
        if self.workbench.preferences.settings.language != before.language:
            self._soon.start()

    def _switch(self) -> None:
        old = self.workbench
        if old.controller.jobs.lasting:
            old.messages.tell("language", self.tr("The language changes once the window is opened anew."))
            return
        setting = old.preferences.settings.language
        if self._language_of(setting) == language():
            return
        old.typing_ended.emit()
        place, geometry = _place_of(old), old.window.saveGeometry()
        left = old.controller
        results = None if left.folder is None else left.folder.results
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        quits = app.quitOnLastWindowClosed()
        app.setQuitOnLastWindowClosed(False)
        try:
            if not old.window.close():  # what is not saved keeps it open, and it has said so
                return
            self._install(setting)
            preferences = Preferences(old.preferences.path, old.preferences.parent())
            preferences.settings = old.preferences.settings
            new = self.workbench = self._build(preferences)
            new.window.restoreGeometry(geometry)
            new.controller.stay_where(left)
            self._watch()
            new.window.show()
        finally:
            app.setQuitOnLastWindowClosed(quits)
        self.replaced.emit(new.window)
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
            new.controller.open_folder(place.folder, place.report)
        old.preferences.deleteLater()
        old.window.deleteLater()


def _place_of(workbench: Workbench) -> _Place:
    controller = workbench.controller
    docks = workbench.docks.docks
    return _Place(
        None if controller.folder is None else controller.folder.project.folder,
        controller.shown,
        controller.hidden,
        {name: one.take() for name, one in workbench.carried.items()},
        tuple(dock.objectName() for dock in docks if not dock.widget().visibleRegion().isEmpty()),
        workbench.view.verticalScrollBar().value(),
    )


def _restore(workbench: Workbench, place: _Place) -> None:
    for name, carried in place.carried.items():
        workbench.carried[name].give(carried)
    for dock in workbench.docks.docks:
        if dock.objectName() in place.front:
            dock.raise_()
    workbench.view.verticalScrollBar().setValue(place.scrolled)
