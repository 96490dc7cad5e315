"""While a menu is open, keys are its own: none decides anything in the report behind it."""

from __future__ import annotations

import string

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

_KEYS = (*string.ascii_uppercase, *string.digits, "Return", "Del", "Backspace", ".", ",", "+", "=", "*", "Alt+Right")


def _press_all(studio, popup: QWidget, keys) -> None:
    for one in keys:
        if not popup.isVisible():
            return
        QTest.keySequence(popup, one)
        QApplication.processEvents()


def _states(studio) -> list[object]:
    return [(m.span, m.decision) for m in studio.controller.session.desk]


def _open(studio, title: str) -> QMenu:
    bar = studio.window.menuBar()
    (entry,) = [one for one in bar.actions() if one.text().replace("&", "") == title]
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(entry).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and menu is entry.menu()
    return menu


@pytest.fixture
def opened(studio, reports):
    """A window on the invented reports, with the focus in the report, whose menus do nothing by themselves."""
    studio.open(reports, "1-alta")
    studio.window.activateWindow()
    studio.view.setFocus()
    QApplication.processEvents()
    return studio


def test_no_letter_in_an_open_menu_gives_a_class_in_the_report_behind_it(opened):
    for name in ("File", "Edit", "Report", "Mention", "View", "Help"):
        menu = _open(opened, name)
        for action in menu.actions():
            action.setEnabled(False)  # what the menu itself does by a letter is not the matter here
        before = _states(opened)
        _press_all(opened, menu, _KEYS)
        assert _states(opened) == before and not opened.controller.session.begun, name
        menu.close()
    # And where a mention of the text is asked for what can be done with it.
    opened.view.menu_wanted.emit(opened.view.viewport().mapToGlobal(QPoint(5, 5)))
    popup = QApplication.activePopupWidget()
    assert popup is not None
    _press_all(opened, popup, ("C", "D", "8"))
    assert not opened.controller.session.begun
    popup.close()


def test_an_underlined_letter_works_in_the_menu_and_keys_give_classes_again_once_it_is_closed(opened):
    asked: list[bool] = []
    action = opened.window.actions_by_id["reveal"]
    action.triggered.disconnect()
    action.triggered.connect(lambda: asked.append(True))
    menu = _open(opened, "File")
    letter = action.text()[action.text().index("&") + 1].upper()
    QTest.keySequence(menu, letter)
    QApplication.processEvents()
    assert asked == [True] and not menu.isVisible()
    assert not opened.controller.session.begun

    current = opened.controller.mention
    opened.key(opened.window.keys.table.of("class/HOSPITAL")[0])
    assert opened.controller.desk[current.id].span.phi_class == "HOSPITAL"
