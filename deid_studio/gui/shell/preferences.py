"""Preferences: the settings as the window uses them, kept in their file; and where the window was."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from deid_studio.errors import DeidError, FixedSettingError, SettingsFileError, printable
from deid_studio.formats.settings_file import save_settings
from deid_studio.learning.store.choices import model_of_all
from deid_studio.review.signing.formerly import Formerly
from deid_studio.settings import Settings, checked, held_settings, setting_named

_RECENT = 8


class Preferences(QObject):
    """The person's settings, but for what an administrator has fixed; a change is written at once and told.

    The window's geometry lies in an ini file beside them; it holds no names of reports.
    """

    changed = Signal(object)  # the Settings before
    write_failed = Signal(object)  # DeidError: what was set is not kept

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        settings, problems = held_settings(path)
        self.settings: Settings = settings
        self.problems: tuple[DeidError, ...] = problems
        # A file that cannot be read as TOML is left as it is, for the person to mend.
        self._writable = not any(isinstance(one, SettingsFileError) for one in problems)
        self._window = QSettings(str(path.with_name("window.ini")), QSettings.Format.IniFormat, self)

    @property
    def model(self) -> Path:
        """The folder of the model to use where a folder of reports has none of its own."""
        return model_of_all()

    def is_fixed(self, name: str) -> bool:
        """Whether an administrator has fixed a setting."""
        return name in self.settings.fixed

    def change(self, **values: Any) -> bool:
        """Change settings and write them; what the file had wrong of them goes. Raises `WrongValueError`.

        False, with nothing changed, where one of them is fixed.
        """
        before = self.settings
        right = {name: checked(setting_named(name), value) for name, value in values.items()}
        for name in sorted(before.fixed & {name for name in right if right[name] != getattr(before, name)}):
            title = setting_named(name).title_alone
            self.write_failed.emit(FixedSettingError(name=title, by=before.fixed_by))
            return False
        right = {name: value for name, value in right.items() if name not in before.fixed}
        kept = {name: value for name, value in before.kept.items() if name not in right}
        self.settings = replace(before, **right, kept=kept)
        if self.settings == before and kept == before.kept:
            return True
        if self._writable:
            try:
                save_settings(self.settings, self.path)
            except DeidError as error:
                self.write_failed.emit(error)
        self.changed.emit(before)
        return True

    def toggle(self, name: str) -> None:
        """Change a setting that is on or off."""
        self.change(**{name: not getattr(self.settings, name)})

    def opened(self, folder: Path) -> None:
        """Remember a folder as the one opened last, if its name is text that the settings can hold."""
        name = str(folder)
        if printable(name) != name or self.is_fixed("recent_folders"):
            return
        others = [one for one in self.settings.recent_folders if one != name]
        self.change(recent_folders=(name, *others)[:_RECENT])

    @property
    def reviewer_asked(self) -> bool:
        """Whether the person has been asked for the name that sign-offs bear."""
        return bool(self._window.value("reviewer_asked", False, bool))

    @reviewer_asked.setter
    def reviewer_asked(self, asked: bool) -> None:
        self._window.setValue("reviewer_asked", asked)

    @property
    def formerly(self) -> Formerly | None:
        """The name under which the reviewer of the settings decided before they gave theirs, if they did."""
        kept: Any = self._window.value("formerly")
        match kept:
            case [str(name), str(named_at), str(reviewer)] if name and reviewer == self.settings.reviewer:
                return Formerly(name, named_at)
        return None

    def keep_formerly(self, name: str) -> None:
        """Remember that the reviewer of the settings decided under this name until now; empty: under none."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._window.setValue("formerly", [name, now, self.settings.reviewer])
        self._window.sync()

    @property
    def zoom(self) -> float:
        """How large the report's text is shown, 1 for its own size."""
        zoom: Any = self._window.value("zoom", 1.0, float)
        return float(zoom)

    @zoom.setter
    def zoom(self, zoom: float) -> None:
        self._window.setValue("zoom", zoom)

    @property
    def window_file(self) -> QSettings:
        """What the window remembers that is no setting: no names of reports, and no text of them."""
        return self._window

    def window_state(self) -> tuple[QByteArray, QByteArray] | None:
        """The window's geometry and docks as they were last, if they are known."""
        geometry, docks = self._window.value("geometry"), self._window.value("docks")
        if isinstance(geometry, QByteArray) and isinstance(docks, QByteArray):
            return geometry, docks
        return None

    def keep_window_state(self, geometry: QByteArray, docks: QByteArray) -> None:
        """Remember the window's geometry and docks."""
        self._window.setValue("geometry", geometry)
        self._window.setValue("docks", docks)
        self._window.sync()
