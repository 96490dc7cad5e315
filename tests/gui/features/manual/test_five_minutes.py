"""The manual's first page, done word for word: every key it names, in its order, does what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from deid_studio.gui.application import install_language
from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.features.manual.manual_pages import manual_pages
from deid_studio.gui.features.shortcuts.shortcuts_dialog import ShortcutsDialog
from deid_studio.gui.shell.key_table import CLASS
from deid_studio.model.mentions import Decision
from tests.gui.features.manual.told_keys import told_keys
from tests.gui.features.releasing.release_driver import Release


class Newcomer:
    """Does what the page says, and looks whether it happened."""

    def __init__(self, studio, reports: Path, out: Path) -> None:
        self.studio, self.reports, self.out = studio, reports, out

    def open_a_folder(self) -> None:
        self.studio.key("Ctrl+O")
        dialog = self.studio.window.findChild(QFileDialog)
        dialog.fileSelected.emit(str(self.reports))
        dialog.close()
        self.studio.wait_shown("1-alta")
        self._wait(lambda: len(self.studio.texts("pending")) == 5)

    def accept(self) -> None:
        assert self.studio.current_text() == "Lucía Quintanar Ríos"
        self.studio.key("Return")
        assert self.studio.texts("accepted") == ["Lucía Quintanar Ríos"]

    def reject(self) -> None:
        assert self.studio.current_text() == "556677"
        self.studio.key("Backspace")
        assert self.studio.texts("rejected") == ["556677"]

    def accept_the_band(self) -> None:
        self.studio.key("Shift+Return")
        assert "03/04/2021" in self.studio.texts("accepted")

    def give_a_class(self) -> None:
        assert self.studio.current_text() == "61 años"
        self._class_key("FECHAS")
        assert self.studio.mention("61 años").span.phi_class == "FECHAS"
        self.studio.controller.select(self.studio.mention("61 años").id, show=True)
        self.studio.key("Space")
        chooser = _visible(ClassChooser)
        QTest.keyClick(chooser, "\x1b")
        assert not chooser.isVisible()

    def take_back(self) -> None:
        self.studio.key("Ctrl+Z")
        assert self.studio.mention("61 años").span.phi_class == "EDAD_SUJETO_ASISTENCIA"
        assert self.studio.mention("61 años").decision is Decision.PENDING

    def mark_what_was_missed(self) -> None:
        self.studio.select_text("Villabrezo")
        self._class_key("TERRITORIO")
        assert "Villabrezo" in self.studio.texts("accepted")
        self.studio.key("'")
        hints, start = self.studio.window.hint_mode.hints, self.studio.controller.session.text.index("Elvira")
        self.studio.type(next(keys for keys, target in hints.items() if target.start == start))
        self._class_key("FAMILIARES_SUJETO_ASISTENCIA")
        assert "Elvira" in self.studio.texts("accepted")

    def sign_off(self) -> None:
        self._decide()
        self.studio.key("Ctrl+Return")
        self.studio.wait_shown("2-radiologia")

    def look_at_what_is_left(self) -> None:
        self.studio.key("F7")
        self._wait(lambda: self.studio.window.check_panel.isVisible())
        self.studio.key("Esc", self.studio.window.check_panel)
        self._wait(lambda: self.studio.view.hasFocus())

    def release(self) -> None:
        for after in ("10-nota", ""):
            self._decide()
            self.studio.key("Ctrl+Return")
            if after:
                self.studio.wait_shown(after)
        self._wait(lambda: self.studio.window.messages.shown("finished") is not None)
        self.studio.key("Ctrl+Shift+L")
        assert self.studio.window.releasing.shown is not None
        release = Release(self.studio)
        release.release(self.out)
        released = {path.name: path.read_text(encoding="utf-8") for path in self.out.glob("*.txt")}
        assert len(released) == 3
        # A name of another report may be drawn for one of this.
        for report, words in (("1-alta", "Quintanar"), ("1-alta", "Villabrezo"), ("2-radiologia", "Olmedo")):
            assert words not in released[f"{report}.txt"]
        release.window.close()

    def show_all_keys(self) -> None:
        self.studio.key("F1")
        _visible(ShortcutsDialog).close()

    def open_the_manual(self) -> None:
        self.studio.key("Ctrl+F1")
        self.studio.window.features["manual"].window.close()

    def ask_about_the_class(self) -> None:
        self.studio.show("1-alta")
        self.studio.controller.select(self.studio.mention("Villabrezo").id, show=True)
        before = set(filter(QWidget.isVisible, QApplication.allWidgets()))
        self.studio.key("Shift+F1")
        assert set(filter(QWidget.isVisible, QApplication.allWidgets())) - before

    def go_back(self) -> None:
        self.studio.window.reports.list.setFocus()
        self.studio.key("Esc", self.studio.window.reports.list)
        assert self.studio.view.hasFocus()

    def _class_key(self, name: str) -> None:
        self.studio.key(self.studio.window.workbench.keys.table.of(f"{CLASS}{name}")[0])

    def _decide(self) -> None:
        for _ in range(len(self.studio.texts("pending"))):
            self.studio.key("Return")
        assert self.studio.texts("pending") == []

    def _wait(self, holds: Callable[[], bool]) -> None:
        self.studio.qtbot.waitUntil(holds)


def _visible(kind: type[QWidget]) -> QWidget:
    found = [one for one in QApplication.allWidgets() if isinstance(one, kind) and one.isVisible()]
    assert len(found) == 1, kind
    return found[0]


# The keys of each part of the page, in its order, and what is done by them.
_PARTS: list[list[tuple[str, Callable[[Newcomer], None]]]] = [
    [("Ctrl+O", Newcomer.open_a_folder)],
    [
        ("Return", Newcomer.accept),
        ("Backspace", Newcomer.reject),
        ("Shift+Return", Newcomer.accept_the_band),
        ("Space", Newcomer.give_a_class),
        ("Ctrl+Z", Newcomer.take_back),
    ],
    [("'", Newcomer.mark_what_was_missed)],
    [("Ctrl+Return", Newcomer.sign_off), ("F7", Newcomer.look_at_what_is_left)],
    [("Ctrl+Shift+L", Newcomer.release)],
    [
        ("F1", Newcomer.show_all_keys),
        ("Ctrl+F1", Newcomer.open_the_manual),
        ("Shift+F1", Newcomer.ask_about_the_class),
        ("Esc", Newcomer.go_back),
    ],
]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_first_five_minutes_go_as_the_page_says(qapp, make_studio, reports, tmp_path, language) -> None:
    install_language(qapp, language)
    try:
        studio = make_studio()
        page = next(one for one in manual_pages(language) if one.name == "start")
        parts = re.split(r"\n## ", page.text)[1:]
        assert [told_keys(part, studio.window) for part in parts] == [[key for key, _ in part] for part in _PARTS]
        newcomer = Newcomer(studio, reports, tmp_path / "out")
        for part in _PARTS:
            for _, do in part:
                do(newcomer)
    finally:
        install_language(qapp, "en")
