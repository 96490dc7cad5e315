"""The language is changed while the program runs, and the person stays where they were."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QEvent, QLocale
from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.gui import application
from deid_studio.gui.application import install_language, language_of
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.language_switch import LanguageSwitch
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.words.wording import language
from deid_studio.gui.workbench import Workbench
from deid_studio.model.tagset import load_tagset
from tests.gui.conftest import Studio
from tests.gui.parts import Window


@pytest.fixture
def switch(qtbot, qapp, preannotator, preferences_path):
    """The program as it is started, in English, with the tests' detector."""

    def build(preferences: Preferences) -> Workbench:
        tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
        controller = ReviewController(tagset, paths.default_model(), "Dra. Prueba", make_preannotator=preannotator)
        window = Window(controller, preferences)
        controller.setParent(window)
        return window.workbench

    locale = QLocale()
    preferences = Preferences(preferences_path)
    preferences.reviewer_asked = True
    preferences.change(
        reviewer="Dra. Prueba", theme="light", language="en", second_sweep=False, bulk_accept_precision=0.0
    )
    install = partial(install_language, qapp)
    made = LanguageSwitch(build(preferences), build, install, language_of)
    made.window.show()
    qtbot.waitExposed(made.window)
    yield made
    made.window.close_anyway()
    made.window.deleteLater()
    install_language(qapp, "en")
    QLocale.setDefault(locale)


def _chosen(switch: LanguageSwitch, name: str, text: str, qtbot) -> Studio:
    """The window after an entry of its menu of languages was chosen."""
    old = switch.window
    entries = old.setting_menus.choices["language"]
    assert entries[name].text() == text
    with qtbot.waitSignal(switch.replaced):
        entries[name].trigger()
    assert switch.window is not old
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return Studio(qtbot, switch.window)


@pytest.mark.slow
@pytest.mark.dressed
def test_the_person_stays_where_they_were_there_and_back_again(switch, reports, qtbot, monkeypatch):
    window = switch.window
    with monkeypatch.context() as patch:
        patch.setattr(application.QLocale, "uiLanguages", lambda _self: ["en-GB"])
        window.preferences.change(language="")
        QApplication.processEvents()
    assert switch.window is window, "the same language by another setting changes nothing"
    window.preferences.change(language="en")

    studio = Studio(qtbot, switch.window)
    studio.open(reports, "1-alta")
    studio.key("Return")
    studio.key("Del")
    studio.key(".")
    current = studio.current_text()
    desk = studio.controller.desk
    studio.window.reports.filter.setText("a")
    studio.controller.set_hidden(frozenset({"FECHAS"}))
    next(dock for dock in studio.window.docks if dock.isAncestorOf(studio.window.classes)).raise_()
    search = studio.window.search
    search.field.setText("olmedo")
    search.exact.setChecked(True)
    height = studio.window.height()

    studio = _chosen(switch, "es", "Español", qtbot)
    studio.wait_shown("1-alta")
    window = studio.window
    assert language() == "es"
    assert window.menuBar().actions()[0].text() == "&Archivo"
    assert window.isVisible()
    assert window.height() == height
    assert studio.controller.desk == desk
    assert studio.current_text() == current
    assert window.reports.filter.text() == "a"
    assert window.search.field.text() == "olmedo" and window.search.exact.isChecked()
    assert studio.controller.hidden == {"FECHAS"}
    if window.screen().availableGeometry().width() > 1000:  # else there is no room for panels
        assert not window.classes.visibleRegion().isEmpty()
    assert window.preferences.settings.language == "es"
    assert window.setting_menus.choices["language"]["es"].isChecked()
    studio.key("Ctrl+Z")
    assert "556677" in studio.texts("pending")
    studio.key("Ctrl+Z")
    assert len(studio.texts("pending")) == 5

    studio = _chosen(switch, "en", "English", qtbot)
    studio.wait_shown("1-alta")
    assert studio.window.menuBar().actions()[0].text() == "&File"
    studio.window.preferences.change(theme="dark")
    assert studio.window.theme.dark


@pytest.mark.slow
def test_suggestions_are_not_made_again_and_a_folder_that_went_away_leaves_nothing_to_the_next_one(
    switch, reports, preannotator, qtbot
):
    studio = Studio(qtbot, switch.window)
    studio.open(reports)
    preannotator.held = True  # nothing would come
    studio = _chosen(switch, "es", "Español", qtbot)
    studio.wait_shown("1-alta")
    assert len(studio.texts("pending")) == 5
    assert set(studio.controller.folder.results) == {"1-alta", "2-radiologia", "10-nota"}

    # A folder that went away.
    preannotator.held = False
    other = reports.with_name("otros")
    reports.rename(other)
    (other / "1-alta.txt").write_bytes(b"Sin nada.\n")
    studio = _chosen(switch, "en", "English", qtbot)
    qtbot.waitUntil(lambda: not studio.controller.jobs.running("folder"))
    studio.controller.folder_opened.connect(lambda: counts.append(len(studio.controller.folder.results)))
    counts = []
    studio.open(other)
    assert counts == [0] and not studio.controller.hidden


def test_what_cannot_be_saved_keeps_the_window_and_its_language(switch, reports, qtbot):
    studio = Studio(qtbot, switch.window)
    studio.open(reports)
    studio.key("Return")
    (reports / "1-alta.ann").mkdir()
    studio.window.setting_menus.choices["language"]["es"].trigger()
    qtbot.waitUntil(lambda: any(w.isVisible() for w in QApplication.topLevelWidgets() if w is not switch.window))
    assert switch.window is studio.window
    assert language() == "en"
    studio.choose("Stay")
    assert studio.window.isVisible()
