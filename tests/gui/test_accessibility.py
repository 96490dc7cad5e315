"""What a person needs who does not see the window or has no mouse: names, ways by keyboard, focus, announcements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import ne

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QSlider,
    QSpinBox,
    QTabBar,
    QTableWidget,
    QTabWidget,
    QTextBrowser,
    QToolButton,
    QTreeWidget,
    QWidget,
)

from deid_studio.errors import EditError
from deid_studio.gui.application import install_language
from deid_studio.gui.features.alike.alike_dialog import AlikeDialog
from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.features.manual.manual_pages import manual_pages
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.widgets.parts import framed, takes_keys

_OPERATED = (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QAbstractScrollArea,
)


def _operated(top: QWidget) -> Iterator[QWidget]:
    """The widgets of a window that a person operates, without the parts that Qt makes of larger ones."""
    for widget in top.findChildren(QWidget):
        by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if not widget.isVisibleTo(top) or not (isinstance(widget, _OPERATED) or by_tab):
            continue
        if isinstance(widget, QScrollBar | QHeaderView | QTabBar):
            continue  # parts of what they scroll and head; a tab has a name of its own
        if isinstance(widget, QScrollArea) and widget.focusPolicy() is Qt.FocusPolicy.NoFocus:
            continue  # a frame: what lies in it is operated
        parent = widget.parentWidget()
        if isinstance(parent, QComboBox | QAbstractSpinBox | QLineEdit) or widget.objectName().startswith("qt_"):
            continue
        if widget.window() is top and widget.isEnabled():
            yield widget


def _name(widget: QWidget) -> str:
    """What a screen reader says of a widget: Qt takes a button's text or a buddy's."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name)


def _nameless(top: QWidget) -> list[str]:
    return [f"{type(w).__name__} {w.objectName()}" for w in _operated(top) if not _name(w).strip()]


_LEAST_TARGET = 24  # WCAG 2.2, 2.5.8


def _small(top: QWidget) -> list[str]:
    """What is clicked and smaller than a target may be; what lies in a larger field is part of it."""
    found = []
    for widget in _operated(top):
        if isinstance(widget.parentWidget(), QTabBar):
            continue  # its arrows: the tabs are reached by keys and by the list of panels too
        if isinstance(widget, QAbstractButton | QComboBox | QLineEdit | QAbstractSlider | QAbstractSpinBox):
            size = min(widget.width(), widget.height())
            if size < _LEAST_TARGET:
                found.append(f"{type(widget).__name__} {_name(widget)}: {size}")
    return found


# --- names, sizes and ways ------------------------------------------------------------------------------------


def _show_everything(studio) -> None:
    for dock in studio.window.docks:
        dock.show()
    studio.window.resize(1280, 800)
    studio.window.open_find_bar()
    QApplication.processEvents()


@pytest.mark.dressed
def test_everything_in_a_dialog_and_the_release_window_has_a_name_and_is_reached_by_tab(studio, reports, qtbot, afresh):
    (reports / "1-alta.txt").write_text("Ingreso: 03/04/2021. Alta: 03/04/2021.\n", encoding="utf-8")
    studio.open(reports, "1-alta")
    window = studio.window
    dialogs = "settings keys export about statistics guidelines note open_folder patient_table reveal second_reader"
    for action in dialogs.split():
        window.actions_by_id[action].trigger()
        QApplication.processEvents()
        shown = [d for d in window.findChildren(QDialog) if d.isVisible()]
        assert shown, action
        for dialog in shown:
            if type(dialog).__module__.startswith("PySide6") and action != "note":
                dialog.close()  # the desktop's own
                continue
            assert _nameless(dialog) == [], action
            assert _small(dialog) == [], action
            _assert_reached_by_tab(dialog)
            dialog.close()

    # The chooser, deciding alike and questions have names.
    studio.key("Space")
    chooser = next(w for w in studio.window.findChildren(ClassChooser) if w.isVisible())
    assert _nameless(chooser) == []
    chooser.close()
    studio.key("=")
    qtbot.waitUntil(lambda: any(d.isVisible() for d in studio.window.findChildren(AlikeDialog)))
    dialog = next(d for d in studio.window.findChildren(AlikeDialog) if d.isVisible())
    assert _nameless(dialog) == []
    dialog.close()
    studio.window.signing_off.begin()
    box = studio.box()
    assert isinstance(box, QMessageBox) and _nameless(box) == []
    box.close()

    # The release window.
    reports = afresh(reports)
    studio.open(reports, "1-alta")
    studio.controller.accept_all()
    studio.controller.sign_off()
    studio.window.actions_by_id["release"].trigger()
    shown = studio.window.releasing.shown
    studio.qtbot.waitUntil(lambda: shown.work.prepared is not None)
    shown.preview.step(1)
    shown.destination.vault.click()
    for step in range(3):
        shown.steps.setCurrentIndex(step)
        QApplication.processEvents()
        assert _nameless(shown) == []
        _assert_reached_by_tab(shown)


def _assert_reached_by_tab(top: QWidget) -> None:
    reached = _by_tab(top)
    for widget in _operated(top):
        if _is_wanted(widget):
            assert widget in reached, f"{top.windowTitle()}: {type(widget).__name__} {_name(widget)}"


def _is_wanted(widget: QWidget) -> bool:
    """Whether Tab must lead there: of radio buttons to the chosen one; a page that is only read scrolls by its own."""
    if isinstance(widget, QRadioButton):
        return widget.isChecked()
    return widget.focusPolicy() is not Qt.FocusPolicy.NoFocus


def _by_tab(top: QWidget) -> set[QWidget]:
    """What Tab leads to, round once; a widget that keeps Tab would end it early."""
    top.activateWindow()
    QApplication.processEvents()
    reached: set[QWidget] = set()
    here = top.focusWidget()
    for _ in range(300):
        if here is not None:
            if here in reached:
                break
            reached.add(here)
            if here.focusProxy() is not None:
                reached.add(here.focusProxy())
        QTest.keyClick(here or top, Qt.Key.Key_Tab)
        here = top.focusWidget()
    return reached | {w.parentWidget() for w in reached if isinstance(w.parentWidget(), QComboBox | QAbstractSpinBox)}


@pytest.mark.dressed
def test_everything_in_the_window_has_a_name_and_is_large_enough_and_keys_lead_round_it_and_it_is_seen_where(
    studio, reports, afresh
):
    studio.open(reports)
    window = studio.window
    window.resize(1280, 800)
    studio.view.setFocus()
    reached = _by_tab(window)
    details, reports_panel = window.details, window.reports
    for widget in (studio.view, reports_panel.list, reports_panel.filter, window.mentions.table, details.accept):
        assert widget in reached, widget
    assert len(reached) > 8

    # Keys lead from panel to panel.
    places: dict[str, Callable[[], QWidget]] = {
        "Alt+1": lambda: window.reports.list,
        "Alt+2": lambda: studio.view,
        "Alt+3": lambda: window.mentions.table,
        "Alt+4": lambda: window.classes.tree,
    }
    for keys, place in places.items():
        studio.key(keys)
        assert place().hasFocus(), keys
        assert place().isVisible()
    studio.key("Alt+3")
    QTest.keySequence(window.mentions.table, QKeySequence("F6"))
    assert window.reports.list.hasFocus()
    QTest.keySequence(window.reports.list, QKeySequence("F6"))
    assert studio.view.hasFocus()
    QTest.keySequence(studio.view, QKeySequence("F6"))
    assert window.mentions.table.hasFocus()
    QTest.keySequence(window.mentions.table, QKeySequence("Shift+F6"))
    assert studio.view.hasFocus()
    window.docks[0].hide()
    studio.key("Alt+1")
    assert window.reports.list.hasFocus(), "a panel that was hidden comes back when it is wanted"

    # It is seen that the report has the keyboard.
    page = studio.window.page
    for name in ("light", "dark"):
        studio.window.preferences.change(theme=name)
        studio.view.setFocus()
        QApplication.processEvents()
        with_focus = page.grab().toImage()
        studio.window.reports.filter.setFocus()
        QApplication.processEvents()
        without = page.grab().toImage()
        assert with_focus != without, name
        line = with_focus.pixelColor(page.width() // 2, 0)
        assert line.name() == studio.window.theme.focus and without.pixelColor(page.width() // 2, 0) != line, name

    # Names and sizes.
    reports = afresh(reports)
    studio.open(reports)
    interface = QAccessible.queryAccessibleInterface(studio.view)
    assert interface.text(QAccessible.Text.Name) == "Report text"
    studio.qtbot.waitUntil(lambda: "Patient name – pending" in interface.text(QAccessible.Text.Description))
    for label in studio.window.details.findChildren(QLabel):
        if label.isVisible() and label.text():
            assert _name(label)
    _show_everything(studio)
    for width, height in ((1280, 800), (800, 600)):
        studio.window.resize(width, height)
        for dock in studio.window.docks:
            dock.raise_()
            QApplication.processEvents()
            assert _nameless(studio.window) == []
            assert _small(studio.window) == []

    for action in studio.window.menuBar().actions():
        assert action.menu().sizeHint().height() <= 800 - 40, action.text()  # a longer one would be broken into columns


# --- the focus is seen -----------------------------------------------------------------------------------------


def _table() -> QTableWidget:
    table = QTableWidget(2, 2)
    table.setCurrentCell(0, 0)
    return table


def _tree() -> QTreeWidget:
    tree = QTreeWidget()
    tree.setColumnCount(1)
    return tree


def _spin() -> QSpinBox:
    return QSpinBox()


def _tabs() -> QWidget:
    tabs = QTabWidget()
    tabs.addTab(QWidget(), "uno")
    tabs.addTab(QWidget(), "dos")
    return tabs


def _scrolled() -> QWidget:
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    return area


def _taking_keys() -> QWidget:
    panel = QWidget()
    panel.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    takes_keys(panel)
    return panel


_KINDS: dict[str, Callable[[], QWidget]] = {
    "push button": lambda: QPushButton("uno"),
    "tool button": QToolButton,
    "check box": lambda: QCheckBox("uno"),
    "radio button": lambda: QRadioButton("uno"),
    "line": QLineEdit,
    "combo box": QComboBox,
    "spin box": _spin,
    "slider": lambda: QSlider(Qt.Orientation.Horizontal),
    "list": QListWidget,
    "tree": _tree,
    "table": _table,
    "tabs": _tabs,
    "text field": lambda: framed(QPlainTextEdit()),
    "page of text": lambda: framed(QTextBrowser()),
    "scrolled page": _scrolled,
    "panel that takes keys": _taking_keys,
}


@pytest.mark.dressed
@pytest.mark.parametrize("name", ["light", "dark", "contrast-light", "contrast-dark"])
def test_the_focus_is_seen_on_every_kind_of_widget(qtbot, name):
    theme = themes.theme_named(name)
    window = QWidget()
    window.setPalette(themes.palette(theme))
    window.setStyleSheet(themes.style_sheet(theme))
    table, other = QGridLayout(window), QPushButton("otro")
    table.addWidget(other, 0, 0)
    widgets = {kind: make() for kind, make in _KINDS.items()}
    for place, widget in enumerate(widgets.values(), 1):
        table.addWidget(widget, place // 3, place % 3)
    qtbot.addWidget(window)
    window.resize(700, 500)
    window.show()
    window.activateWindow()
    QApplication.setCursorFlashTime(0)  # a caret that blinks is not what is looked for
    for kind, widget in widgets.items():
        target = widget.tabBar() if isinstance(widget, QTabWidget) else widget
        other.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        without = widget.grab().toImage()
        target.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        assert target.hasFocus(), kind
        both = (without.constBits().cast("I"), widget.grab().toImage().constBits().cast("I"))
        changed = sum(map(ne, *both))
        assert changed >= 12, (kind, changed)


# --- announcements ---------------------------------------------------------------------------------------------


@pytest.fixture
def heard(studio) -> list[str]:
    """What is announced."""
    said: list[str] = []
    studio.window.announcer.announced.connect(said.append)
    return said


def _listen(studio, heard: list[str]) -> str:
    studio.qtbot.waitUntil(lambda: bool(heard))
    text = " | ".join(heard)
    heard.clear()
    return text


def test_what_a_person_does_messages_and_errors_are_announced_and_signs_are_spoken(studio, reports, heard, monkeypatch):
    studio.window.resize(1280, 800)
    studio.open(reports)
    said = _listen(studio, heard)
    assert "Report 1-alta" in said
    # The current mention, with all that is seen of it.
    heard.clear()
    studio.key(".")
    assert _listen(studio, heard) == "556677, Patient identifier, pending, 91 %, likely, 2 of 5"
    studio.key(",")
    _listen(studio, heard)

    # Decisions, before the next mention.
    studio.key("Return")
    said = _listen(studio, heard)
    assert said.startswith("accepted. 556677")
    studio.key("Backspace")
    assert _listen(studio, heard).startswith("rejected. 03/04/2021")
    studio.key("N")
    assert "Class changed to Patient name" in _listen(studio, heard)

    # Panels and letters.
    studio.key("Alt+3")
    assert _listen(studio, heard) == "Mentions"
    studio.key("'")
    assert _listen(studio, heard).startswith("Words with letters:")
    letters = next(
        keys
        for keys, target in studio.window.hint_mode.hints.items()
        if studio.controller.session.text.startswith("Elvira", target.start)
    )
    studio.type(letters)
    assert "Selected: Elvira" in _listen(studio, heard)

    # Tables say what stands as a sign.
    table = QAccessible.queryAccessibleInterface(studio.window.mentions.table)
    cells = [table.child(at) for at in range(table.childCount())]
    spoken = [(one.role().name, one.text(QAccessible.Text.Name)) for one in cells]
    assert ("ColumnHeader", "Decision") in spoken and ("Cell", "accepted") in spoken and ("Cell", "rejected") in spoken
    tree = QAccessible.queryAccessibleInterface(studio.window.classes.tree)
    heads = [tree.child(at).text(QAccessible.Text.Name) for at in range(4)]
    assert heads == ["Class", "Key", "Pending in this report", "Accepted in this report"]

    # Messages and errors.
    import deid_studio.gui.shell.announcing as announcing

    _listen(studio, heard)
    sent: list[tuple[QEvent.Type, QAccessible.AnnouncementPoliteness]] = []

    def noted(event: QAccessibleAnnouncementEvent) -> None:
        assert isinstance(event.object(), QObject)
        sent.append((event.type(), event.politeness()))

    monkeypatch.setattr(announcing.QAccessible, "updateAccessibility", noted)
    studio.window.messages.tell("some", "Told.")
    assert _listen(studio, heard) == "Told."
    studio.controller.failed.emit(EditError(detail="there is nothing to undo"))
    assert "nothing to undo" in _listen(studio, heard)
    polite, assertive = QAccessible.AnnouncementPoliteness.Polite, QAccessible.AnnouncementPoliteness.Assertive
    assert sent == [(QAccessible.Event.Announcement, polite), (QAccessible.Event.Announcement, assertive)]


_KEYS = {"Intro": "Return", "Retroceso": "Backspace", "Alt+←": "Alt+Left"}


@pytest.fixture(params=["en", "es"])
def spoken(request, qapp) -> Iterator[str]:
    """A language of the window."""
    install_language(qapp, request.param)
    yield request.param
    install_language(qapp, "en")


def test_a_walk_through_a_report_says_what_the_manual_tells(spoken, make_studio, reports):
    page = next(page.text for page in manual_pages(spoken) if page.name == "accessibility")
    walk = re.findall(r"^\| `(.+)` \| .+ \| [“«](.+)[”»] \|$", page, re.MULTILINE)
    assert len(walk) == 6
    studio = make_studio()
    heard: list[str] = []
    studio.window.announcer.announced.connect(heard.append)
    studio.open(reports, "1-alta")
    first = _listen(studio, heard).rpartition(". ")[2]  # before it how much is pending, as far as that is known
    assert f": {first}" in page.replace("\n", " ").translate({ord(sign): None for sign in "“”«»"})
    for keys, said in walk:
        studio.key(_KEYS.get(keys, keys))
        assert _listen(studio, heard) == said, keys
