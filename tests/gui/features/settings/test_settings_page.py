"""The settings' page and menus are made of the table of settings: every row is there, in its bounds and words."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDoubleSpinBox, QLabel, QSpinBox

from deid_studio.gui.application import install_language
from deid_studio.gui.features.looks.setting_menus import CHOICES, TOGGLES
from deid_studio.gui.features.settings.settings_dialog import SettingsDialog
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.settings import Page, Settings, WrongValueError, checked, read_settings, setting_named, table


@pytest.fixture
def language(request, qapp):
    """The window's language, "es" or "en", until the end of the test."""
    locale = QLocale()
    install_language(qapp, request.param)
    yield request.param
    install_language(qapp, "en")
    QLocale.setDefault(locale)


in_both_languages = pytest.mark.parametrize("language", ["es", "en"], indirect=True)


def page_of(studio) -> SettingsDialog:
    studio.window.actions_by_id["settings"].trigger()
    return next(one for one in studio.window.findChildren(SettingsDialog) if one.isVisible())


def tab_of(dialog: SettingsDialog, name: str) -> int:
    """The tab that a setting's field is shown on, once it is in front."""
    dialog.tabs.setCurrentIndex(list(Page).index(setting_named(name).page))
    QApplication.processEvents()
    return dialog.tabs.currentIndex()


@in_both_languages
def test_every_setting_is_on_its_page_in_its_words_and_in_a_menu_in_the_same(language, make_studio):
    studio = make_studio()
    dialog = page_of(studio)
    assert [dialog.tabs.tabText(i) for i in range(dialog.tabs.count())] == [page.title.said(language) for page in Page]
    assert list(dialog.fields) == [row.name for page in Page for row in table() if row.page is page]
    for row in table():
        field = dialog.fields[row.name]
        page = dialog.tabs.widget(tab_of(dialog, row.name))
        assert field.widget.isVisible() and page.isAncestorOf(field.widget), row.name
        texts = [label.text() for label in page.findChildren(QLabel)]
        if isinstance(field.widget, QCheckBox):
            assert field.widget.text() == row.title.said(language)
        else:
            assert f"{row.title.said(language)}:" in texts
        assert any(text.startswith(row.help.said(language)) for text in texts)
        kind = QComboBox if row.choices else QCheckBox if row.kind is bool else object
        assert isinstance(field.widget, kind), row.name
        if row.choices:
            shown = [field.widget.itemText(i) for i in range(field.widget.count())]
            assert shown[: len(row.choices)] == [title.said(language) for title in row.choices.values()]
        if row.lowest is not None:
            field.show(row.between[0])
            assert field.widget.text() == row.lowest.said(language)
    dialog.close()
    window = studio.window
    for row in TOGGLES:
        assert window.actions_by_id[row.name].text() == row.title.said(language)
        assert window.keys.table.of(row.name) == row.keys
    for row in CHOICES:
        shown = {value: action.text() for value, action in window.setting_menus.choices[row.name].items()}
        assert shown == {value: title.said(language) for value, title in row.choices.items()}
    assert "default" in [label.text() for label in dialog.fields["model"].row.findChildren(QLabel)]


@in_both_languages
def test_no_two_fields_of_a_page_share_a_letter(language):
    for page in Page:
        titles = [row.title.said(language) for row in table() if row.page is page]
        letters = [found[1].lower() for title in titles if (found := re.search("&(.)", title))]
        assert len(set(letters)) == len(letters), page


def test_what_is_beyond_the_bounds_cannot_be_entered_and_what_is_set_is_written_and_holds(studio, preferences_path):
    dialog = page_of(studio)
    for row in table():
        if not row.between:
            continue
        field = dialog.fields[row.name]
        tab_of(dialog, row.name)
        assert isinstance(field.widget, QSpinBox | QDoubleSpinBox), row.name
        least, most = row.between
        assert (field.widget.minimum(), field.widget.maximum()) == (least, most), row.name
        for beyond in (f"{most + 1:g}", f"{most * 10:g}", "-3"):
            field.widget.selectAll()
            QTest.keyClicks(field.widget, beyond)
            QTest.keyClick(field.widget, Qt.Key.Key_Tab)
            assert least <= field.value() <= most, (row.name, beyond)
        for beyond, bound in ((least - 1, least), (most + 1, most)):
            field.show(row.kind(beyond))
            assert field.value() == bound, (row.name, beyond)
    dialog.reject()

    others = {
        bool: lambda row: not row.default,
        int: lambda row: int(row.between[1]),
        float: lambda row: row.between[0] + row.step,
        str: lambda row: list(row.choices)[-1] if row.choices else "Dra. Otra",
        tuple: lambda _row: ("uno", "dos"),
    }
    changed = {row.name: others[row.kind](row) for row in table() if row.kind is not dict}
    dialog = page_of(studio)
    for name, other in changed.items():
        dialog.fields[name].show(other)
        assert dialog.fields[name].value() == other, name
    dialog.accept()
    settings, problems = read_settings(preferences_path)
    assert not problems
    for name, other in changed.items():
        held = getattr(settings, name), getattr(studio.window.preferences.settings, name)
        assert held == (other, other), name


def test_only_what_was_changed_is_set_and_lists_are_changed_where_they_belong(studio, preferences_path):
    preferences = studio.window.preferences
    preferences.change(line_spacing=1.2345, font_family="A typeface that nobody has")
    before = preferences_path.read_bytes()
    dialog = page_of(studio)
    assert dialog.values() == {}
    dialog.accept()
    assert preferences_path.read_bytes() == before
    dialog = page_of(studio)
    dialog.fields["font_size"].widget.stepUp()
    assert dialog.values() == {"font_size": 13}
    dialog.reject()
    assert preferences_path.read_bytes() == before

    # The folders opened lately are cleared.
    preferences.change(recent_folders=("/uno", "/dos"))
    dialog = page_of(studio)
    dialog.fields["recent_folders"].widget.click()
    assert not dialog.fields["recent_folders"].widget.isEnabled()
    dialog.accept()
    assert preferences.settings.recent_folders == ()

    for name in ("keys", "class_keys", "rules_off", "model"):
        dialog = page_of(studio)
        dialog.fields["font_size"].show(20)
        dialog.fields[name].widget.click()
        assert not dialog.isVisible() and preferences.settings.font_size == 20
        follows = QApplication.activeModalWidget()
        assert follows is not None and follows.isVisible()
        follows.close()


# --- what is wrong in the file ---------------------------------------------------------------------------------


def test_wrong_settings_are_each_told_and_stay_until_they_are_set(make_studio, preferences_path):
    preferences_path.parent.mkdir(parents=True)
    preferences_path.write_text("font_size = 7.5\nline_spacing = 9\n")
    studio = make_studio()
    messages = studio.window.messages
    assert "line 1: font_size must be a whole number" in messages.shown("settings").text
    assert "line 2: line_spacing must lie between 1 and 4" in messages.shown("settings/1").text
    studio.window.preferences.change(wrap_lines=False)
    content = preferences_path.read_text()
    assert "font_size = 7.5" in content and "line_spacing = 9" in content and "wrap_lines = false" in content
    page_of(studio).accept()
    settings, problems = read_settings(preferences_path)
    assert not problems and (settings.font_size, settings.line_spacing) == (12, 1.65)


def test_a_file_that_is_no_toml_is_told_and_left_alone(make_studio, preferences_path):
    preferences_path.parent.mkdir(parents=True)
    preferences_path.write_text("theme = \n")
    studio = make_studio()
    assert "line 1 is not TOML" in studio.window.messages.shown("settings").text
    assert preferences_path.read_text() == "theme = \n"


def test_a_wrong_value_is_never_set(preferences_path):
    preferences = Preferences(preferences_path)
    with pytest.raises(WrongValueError):
        preferences.change(font_size=500)
    assert preferences.settings.font_size == Settings().font_size
    assert checked(setting_named("font_size"), 12) == 12
