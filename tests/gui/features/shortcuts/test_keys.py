"""Keys that a person changes: how they are taken, refused and swapped, where they are shown, what they do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.features.shortcuts.shortcuts_dialog import ShortcutsDialog, sheet_html
from deid_studio.gui.shell.key_table import KeyTable, portable, pressed, resolved
from deid_studio.settings import Settings, read_settings, to_toml

_KEYS = ("Return", "Del", "F", "G", "N", "Ctrl+D", "F7", "1", "=", ".")


# --- which keys hold -------------------------------------------------------------------------------------------


def test_own_keys_come_first_and_defaults_give_way():
    table = resolved({"accept": ("Return", "Enter"), "reject": ("Del",)}, {"reject": ("return",)}, {})
    assert table.of("reject") == ("Return",) and table.of("accept") == ("Enter",)
    assert table.owner("Return") == "reject" and table.owner("Del") is None


def test_a_class_without_a_key_gets_a_free_letter_of_its_name():
    defaults = {"accept": ("N",), "class/NINGUNA": (), "class/NOVIA": ()}
    names = {"class/NINGUNA": "NINGUNA", "class/NOVIA": "NOVIA"}
    assert resolved(defaults, {}, names).of("class/NINGUNA") == ("I",)
    assert resolved(defaults, {}, names).of("class/NOVIA") == ("O",)
    assert resolved(defaults, {"class/NOVIA": ()}, names).of("class/NOVIA") == ()


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.lists(st.sampled_from(_KEYS), max_size=3).map(tuple)),
    st.dictionaries(st.sampled_from("abcdef"), st.lists(st.sampled_from((*_KEYS, "no key")), max_size=3).map(tuple)),
)
def test_no_key_ever_leads_to_two_commands(defaults, own):
    table = resolved(defaults, own, {name: name for name in "ef" if name in defaults})
    keys = [key for command in defaults for key in table.of(command)]
    assert len(keys) == len(set(keys))
    assert set(table.keys) == set(defaults)
    assert all(portable(key) == key for key in keys)


@pytest.mark.parametrize(
    ("key", "modifiers", "text", "expected"),
    [
        (Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", "A"),
        (Qt.Key.Key_ParenRight, Qt.KeyboardModifier.ShiftModifier, ")", ")"),
        (Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier, "\r", "Enter"),
        (Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier, "", "Shift+F7"),
        (Qt.Key.Key_Shift, Qt.KeyboardModifier.ShiftModifier, "", ""),
    ],
)
def test_a_key_press_has_one_name(key, modifiers, text, expected):
    assert pressed(QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text)) == expected


def test_own_keys_are_kept_in_the_settings(tmp_path):
    settings = Settings(keys={"accept": ("F", "G")}, class_keys={"meddocan/FECHAS": ("Ctrl+1",)})
    path = tmp_path / "settings.toml"
    path.write_bytes(to_toml(settings))
    again, problems = read_settings(path)
    assert not problems and again.keys == settings.keys and again.class_keys == settings.class_keys
    path.write_text("keys = 3\n[class_keys]\nx = 1\n")
    again, problems = read_settings(path)
    assert len(problems) == 2 and again.keys == {} and again.class_keys == {}


# --- in the window ---------------------------------------------------------------------------------------------


def _page(studio) -> ShortcutsDialog:
    studio.window.actions_by_id["keys"].trigger()
    page = next(d for d in studio.window.findChildren(ShortcutsDialog) if d.isVisible())
    page.activateWindow()
    QApplication.processEvents()
    return page


def _choose(page: ShortcutsDialog, command: str) -> None:
    page.choose(command)


def _press(page: ShortcutsDialog, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(page.catcher, key, modifiers)


def _change(page: ShortcutsDialog, command: str, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    _choose(page, command)
    page.change.click()
    assert page.catcher.isVisible()
    _press(page, key, modifiers)


def _row(page: ShortcutsDialog, command: str) -> str:
    return page._items[command].text(1)


def test_a_new_key_acts_at_once_and_after_a_restart_and_is_shown_everywhere(make_studio, reports):
    studio = make_studio()
    studio.open(reports)
    window = studio.window
    # Every tool, class and button says its key on hover.
    for action in window.toolbar.actions():
        if not action.isSeparator() and action.shortcuts():
            assert f"({action.shortcut().toString()})" in window.toolbar.widgetForAction(action).toolTip()
    for name, item in window.classes._items.items():
        assert f"({window.keys.table.of(f'class/{name}')[0]})" in item.toolTip(0)
    details = window.details
    for button in (details.accept, details.reject, details.phi_class, details.note):
        assert button.toolTip().endswith(")"), button.toolTip()

    page = _page(studio)
    _change(page, "accept", Qt.Key.Key_F14)
    assert _row(page, "accept") == "F14" and "F14" in page.told.text()
    page.reject()
    accept = window.actions_by_id["accept"]
    assert accept.shortcut().toString() == "F14" and "F14" in accept.toolTip()
    assert "F14" in window.toolbar.widgetForAction(accept).toolTip()
    assert "F14" in window.details.accept.toolTip()
    assert "F14" in window.check_panel.phi.text()
    first = studio.current_text()
    studio.key("Return")
    assert studio.mention(first).decision.value == "pending"
    studio.key("F14")
    assert studio.mention(first).decision.value == "accepted"
    window.close()
    again = make_studio()
    assert again.window.actions_by_id["accept"].shortcut().toString() == "F14"


def test_keys_are_refused_in_words_added_and_taken_back_and_one_that_is_taken_names_the_other_and_swaps(
    studio, reports, afresh
):
    studio.open(reports)
    page = _page(studio)
    before = studio.window.keys.table
    none, ctrl, alt = (
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.AltModifier,
    )
    for command, key, modifiers, why in (
        ("accept", Qt.Key.Key_C, ctrl, "copies text"),
        ("accept", Qt.Key.Key_Right, none, "moves the caret"),
        ("accept", Qt.Key.Key_Tab, none, "from one place"),
        ("accept", Qt.Key.Key_F4, alt, "desktop"),
        ("accept", Qt.Key.Key_F, alt, "«File»"),
        ("save", Qt.Key.Key_G, none, "typing"),
        ("save", Qt.Key.Key_Return, none, "typing"),
    ):
        _change(page, command, key, modifiers)
        assert why in page.told.text()
        assert page.catcher.isVisible() and not page.swap.isVisible()
        assert studio.window.keys.table is before
        _press(page, Qt.Key.Key_Escape)
        assert not page.catcher.isVisible() and page.isVisible() and page.tree.hasFocus()
    assert studio.window.keys.table is before

    # The key back to the report is always the same.
    _choose(page, "back_to_report")
    assert not page.change.isEnabled() and not page.add.isEnabled()

    # A key can be added and taken back, one by one and all.
    _choose(page, "accept")
    assert not page.reset.isEnabled() and not page.reset_all.isEnabled()
    page.add.click()
    _press(page, Qt.Key.Key_F14)
    assert _row(page, "accept") == "Return  ·  Enter  ·  F14"
    _change(page, "discard", Qt.Key.Key_F3)
    _choose(page, "accept")
    page.reset.click()
    assert (_row(page, "accept"), _row(page, "discard")) == ("Return  ·  Enter", "F3")
    page.reset_all.click()
    assert _row(page, "discard") == "Backspace  ·  Del"
    assert studio.window.preferences.settings.keys == {}

    # Return on a row asks for its key.
    _choose(page, "accept")
    page.tree.setFocus()
    QTest.keyClick(page.tree, Qt.Key.Key_Return)
    assert page.isVisible() and page.catcher.hasFocus()
    page.reject()

    # One that is taken.
    reports = afresh(reports)
    studio.open(reports)
    page = _page(studio)
    _change(page, "class/FECHAS", Qt.Key.Key_N)
    assert "«Patient name»" in page.told.text() and "has F then" in page.told.text()
    assert page.swap.isVisible() and page.swap.hasFocus()
    assert studio.window.keys.table.of("class/FECHAS") == ("F",)  # not before it is said
    page.leave.click()
    assert studio.window.keys.table.of("class/FECHAS") == ("F",) and not page.swap.isVisible()
    _change(page, "class/FECHAS", Qt.Key.Key_N)
    page.swap.click()
    assert (_row(page, "class/FECHAS"), _row(page, "class/NOMBRE_SUJETO_ASISTENCIA")) == ("N", "F")
    page.reject()
    name = studio.window.classes._items["FECHAS"]
    assert name.text(1) == "N" and "(N)" in name.toolTip(0)
    mention = studio.controller.mention
    studio.key("N")
    assert studio.controller.desk[mention.id].span.phi_class == "FECHAS"

    # Where an added key takes it, the other is left without.
    page = _page(studio)
    _choose(page, "accept")
    page.add.click()
    _press(page, Qt.Key.Key_Period)
    assert "instead?" in page.told.text()
    page.swap.click()
    assert "." in _row(page, "accept").split("  ·  ") and "." not in _row(page, "next_pending").split("  ·  ")
    assert "F8" in _row(page, "next_pending")


def test_the_page_is_searched_by_action_class_and_key_and_printed_and_the_sweep_follows_the_keys_of_the_report(
    studio, reports, tmp_path, monkeypatch, afresh
):
    studio.open(reports)
    page = _page(studio)

    def listed() -> list[str]:
        return [
            item.child(row).text(0)
            for item in map(page.tree.topLevelItem, range(page.tree.topLevelItemCount()))
            for row in range(item.childCount())
            if not item.isHidden() and not item.child(row).isHidden()
        ]

    everything = listed()
    page.filter.setText("sign off next")
    assert listed() == ["Sign off and open the next"]
    page.filter.setText("ctrl+return")
    assert listed() == ["Sign off and open the next"]
    page.filter.setText("dates")
    assert listed() == ["Dates"]
    QTest.keyClick(page.filter, Qt.Key.Key_Return)
    assert page.isVisible() and page.tree.hasFocus() and page.tree.currentItem().text(0) == "Dates"
    page.filter.clear()
    assert listed() == everything

    # A search without a match says so, in the chooser of classes too.
    page.filter.setText("qqqq")
    assert page.none.isVisible() and not page.tree.isVisible()
    page.filter.setText("")
    assert page.tree.isVisible() and not page.none.isVisible()

    # It is printed with the keys as they are.
    _change(page, "accept", Qt.Key.Key_F14)
    html = sheet_html("Keys", page.sections())
    assert "<td>Accept, go to the next</td><td><b>F14</b></td>" in html and "<h3>Classes</h3>" in html
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "keys.pdf"))
    page.print_to(printer)
    assert (tmp_path / "keys.pdf").read_bytes().startswith(b"%PDF")
    page.reject()

    studio.window.choose_class(adding=True)
    chooser = studio.window.findChild(ClassChooser)
    chooser.field.setText("qqqq")
    assert chooser.none.isVisible() and not chooser.list.isVisible()
    chooser.close()

    # The sweep.
    reports = afresh(reports)
    from deid_studio.review.checking import final_check

    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: final_check.without_model(tagset))
    (reports / "1-alta.txt").write_text("Acude con su prima Beatriz. Avisa desde Villabrezo.\n", encoding="utf-8")
    studio.open(reports, "1-alta")
    studio.window.preferences.change(keys={"discard": ("F14",)})
    studio.key("F7")
    studio.qtbot.waitUntil(lambda: studio.window.checking.current is not None)
    QTest.keyClick(studio.window.check_panel, Qt.Key.Key_Backspace)
    assert not studio.texts("rejected")
    QTest.keyClick(studio.window.check_panel, Qt.Key.Key_F14)
    assert studio.texts("rejected") == ["Beatriz"]


def test_an_unknown_key_in_the_settings_does_no_harm(make_studio, reports, preferences_path):
    preferences_path.parent.mkdir(parents=True, exist_ok=True)
    preferences_path.write_text('[keys]\naccept = ["no key"]\nnobody = ["F14"]\n[class_keys]\n"other/FECHAS" = ["J"]\n')
    studio = make_studio()
    studio.open(reports)
    assert studio.window.keys.table.of("class/FECHAS") == ("F",)
    assert isinstance(studio.window.keys.table, KeyTable)
    assert studio.window.keys.table.of("accept") == ()
