"""How many keys correcting takes: every press is one that QTest sends to the window, and is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton, QWidget

from deid_studio import paths
from deid_studio.gui.features.alike.alike_dialog import AlikeDialog
from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.text.hint_targets import LETTERS
from deid_studio.model.mentions import Decision, Mention
from deid_studio.model.tagset import load_tagset

MEDDOCAN = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
_KEY = {**{letter: Qt.Key(ord(letter.upper())) for letter in LETTERS}}

LONG = (
    "Paciente atendida por la Dra. Mª José Olmedo Sanz en el Hospital Universitario de Villabrezo.\n"
    "Vive con dos hijos mayores en C/ Mayor de los Ángeles, 12. Correo: lucia.quintanar@ejemplo.es\n"
    "Control el 12 de marzo de 2020. Varón de raza blanca, camionero jubilado. Tel. 600 11 22 33.\n"
)


class Keyboard:
    """Presses keys one by one, wherever the focus is, and counts them; a key with modifiers is one."""

    def __init__(self, studio) -> None:
        self.studio = studio
        self.pressed = 0
        studio.window.activateWindow()
        QApplication.processEvents()
        studio.view.setFocus()

    def press(self, keys: str) -> None:
        """Press one key, by its portable name."""
        sequence = QKeySequence(keys)
        assert sequence.count() == 1
        self.pressed += 1
        QTest.keySequence(self._target(), sequence)
        QApplication.processEvents()

    def type(self, text: str) -> None:
        """Press the keys of letters and signs."""
        for letter in text:
            self.pressed += 1
            QTest.keyClick(self._target(), letter)
            QApplication.processEvents()

    def shift(self, letter: str) -> None:
        """Press a letter with Shift."""
        self.pressed += 1
        QTest.keyClick(self._target(), _KEY[letter], Qt.KeyboardModifier.ShiftModifier)

    def count(self) -> int:
        """How many keys were pressed since the last count."""
        pressed, self.pressed = self.pressed, 0
        return pressed

    def _target(self) -> QWidget:
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None:
            return popup.focusWidget() or popup
        return self.studio.window.focusWidget() or self.studio.view


@pytest.fixture
def keyboard(studio, reports) -> Keyboard:
    """The keyboard of a window on the invented reports."""
    studio.open(reports)
    return Keyboard(studio)


@pytest.fixture
def unmarked(studio, reports) -> Keyboard:
    """The keyboard of a window on a report in which hardly anything is marked."""
    (reports / "1-alta.txt").write_text(LONG, encoding="utf-8")
    studio.window.resize(1280, 800)
    studio.open(reports, "1-alta")
    return Keyboard(studio)


def _decided(studio, text: str) -> str:
    return studio.mention(text).decision.value


# --- decisions -------------------------------------------------------------------------------------------------


def test_one_key_decides_goes_on_or_changes_to_any_of_the_29_classes_and_two_choose_from_the_list(keyboard):
    studio = keyboard.studio
    first = studio.current_text()
    keyboard.press("Return")
    assert keyboard.count() == 1 and _decided(studio, first) == "accepted"
    second = studio.current_text()
    keyboard.press("Backspace")
    assert keyboard.count() == 1 and _decided(studio, second) == "rejected"
    third = studio.current_text()
    keyboard.press(".")
    assert keyboard.count() == 1 and studio.current_text() not in (first, second, third)
    keyboard.press(",")
    assert keyboard.count() == 1 and studio.current_text() == third
    keyboard.press("Ctrl+Up")
    assert keyboard.count() == 1 and studio.current_text() == second

    # One key changes to any class.
    studio.controller.select(studio.mention(first).id)
    mention = studio.controller.mention
    names = [one.name for one in MEDDOCAN]
    assert len(names) == 29
    for name in (*names[1:], names[0]):  # the first is what is suggested
        (key,) = studio.window.keys.table.of(f"class/{name}")
        studio.controller.select(mention.id)  # after the first key the next one is the current mention
        keyboard.press(key)
        assert keyboard.count() == 1
        now = studio.controller.desk[mention.id]
        assert (now.span.phi_class, now.decision) == (name, Decision.ACCEPTED)

    # Two keys choose any class from the list.
    for name in (*names[1:], names[0]):
        studio.controller.select(mention.id)
        keyboard.press("Space")
        chooser = next(w for w in studio.window.findChildren(ClassChooser) if w.isVisible())
        (key,) = studio.window.keys.table.of(f"class/{name}")
        assert any(f"[{key}]" in chooser.list.item(row).text() for row in range(chooser.list.count()))
        keyboard.press(f"Alt+{key}")
        assert keyboard.count() == 2
        assert studio.controller.desk[mention.id].span.phi_class == name
    # Typing narrows the list, and gives no class until Return.
    studio.controller.select(mention.id)
    mention = studio.controller.mention
    keyboard.press("Space")
    keyboard.type("fech")
    assert studio.controller.desk[mention.id] == mention
    keyboard.press("Return")
    assert studio.controller.desk[mention.id].span.phi_class == "FECHAS"


# --- new mentions ----------------------------------------------------------------------------------------------


def _letters(studio, text: str) -> str:
    """What is shown at the begin of a text."""
    start = studio.controller.session.text.index(text)
    return next(keys for keys, target in studio.window.hint_mode.hints.items() if target.start == start)


def _mark(keyboard: Keyboard, begins: str, class_key: str) -> Mention:
    studio = keyboard.studio
    keyboard.press("'")
    assert studio.window.hint_mode.active
    for letter in _letters(studio, begins):
        keyboard.press(letter.upper())
    keyboard.press(class_key)
    return studio.controller.mention


def test_a_new_mention_takes_four_keys_at_most_by_letters_with_shift_or_from_the_caret(unmarked):
    studio = unmarked.studio
    for begins, text, key in (
        ("camionero", "camionero", "J"),
        ("Mª José", "Mª José Olmedo Sanz", "P"),
        ("Hospital Uni", "Hospital Universitario de Villabrezo", "H"),
        ("C/ Mayor", "C/ Mayor de los Ángeles, 12", "C"),
        ("lucia.", "lucia.quintanar@ejemplo.es", "B"),
        ("12 de marzo", "12 de marzo de 2020", "F"),
        ("600 11", "600 11 22 33", "M"),
    ):
        mention = _mark(unmarked, begins, key)
        assert mention.span.text(LONG) == text and mention.decision is Decision.ACCEPTED
        assert unmarked.count() <= 4, text
        studio.controller.undo()

    # One to three words.
    for words, text in ((1, "dos"), (2, "dos hijos"), (3, "dos hijos mayores")):
        unmarked.press("'")
        letters = _letters(studio, "dos hijos")
        assert len(letters) <= 2
        with_shift = words - 1
        for at, letter in enumerate(letters):
            unmarked.shift(letter) if at < with_shift else unmarked.press(letter.upper())
        if len(letters) < with_shift:
            unmarked.press("Ctrl+Shift+Right")
        unmarked.press("R")
        assert studio.controller.mention.span.text(LONG) == text
        assert unmarked.count() <= 4
        studio.controller.undo()
    # From the caret it is one key a word, and the class.
    studio.view.selection.put(LONG.index("dos hijos"))
    for _ in range(3):
        unmarked.press("Ctrl+Shift+Right")
    unmarked.press("R")
    assert studio.controller.mention.span.text(LONG) == "dos hijos mayores"
    assert unmarked.count() == 4
    # What a jump selected is widened and narrowed before it is marked.
    unmarked.press("'")
    for letter in _letters(studio, "Mª José"):
        unmarked.press(letter.upper())
    unmarked.press("Alt+Left")
    unmarked.press("Alt+Shift+Right")
    unmarked.press("Alt+Right")
    unmarked.press("P")
    assert studio.controller.mention.span.text(LONG) == "José Olmedo Sanz"
    # The chooser takes the word that is seen at the caret.
    studio.view.selection.put(LONG.index("quintanar"))
    unmarked.press("Ins")
    assert LONG[slice(*studio.view.selection.range())] == "lucia.quintanar@ejemplo.es"


def test_letters_lead_to_every_unmarked_word_once_and_to_no_marked_one_and_other_keys_change_nothing(unmarked):
    studio = unmarked.studio
    _mark(unmarked, "Mª José", "P")
    unmarked.press("'")
    hints = studio.window.hint_mode.hints
    starts = [target.start for target in hints.values()]
    assert len(starts) == len(set(starts))
    span = studio.controller.mention.span
    assert not [start for start in starts if span.start <= start < span.end]
    for one in hints:
        assert not [other for other in hints if other != one and other.startswith(one)]
    for word in ("Paciente", "hijos", "blanca", "jubilado", "Control"):
        assert LONG.index(word) in starts
    unmarked.press("Esc")

    # Escape and other keys leave the letters.
    mode = studio.window.hint_mode
    before = studio.controller.desk
    for keys in ("Esc", "Return", "Backspace", "Ctrl+Return", "'"):
        unmarked.press("'")
        assert mode.active and mode.overlay.isVisible()
        unmarked.press(keys)
        assert not mode.active and not mode.overlay.isVisible(), keys
        assert studio.controller.desk is before and studio.view.selection.range() is None
    unmarked.press("'")
    QTest.mouseClick(studio.view.viewport(), Qt.MouseButton.LeftButton)
    assert not mode.active and studio.controller.desk is before
    # Letters never decide while they are shown.
    unmarked.press("'")
    for letter in "xqzxqz":
        unmarked.press(letter.upper())
        if not mode.active:
            unmarked.press("'")
    assert studio.controller.desk is before
    unmarked.press("Esc")
    # They follow the words when a message comes above.
    unmarked.press("'")
    letters = _letters(studio, "camionero")
    before = mode.overlay.geometry()
    studio.window.messages.tell("some", "Told.")
    studio.qtbot.waitUntil(lambda: mode.overlay.geometry() != before)
    assert mode.active and _letters(studio, "camionero") == letters


# --- the second sweep ------------------------------------------------------------------------------------------


# --- clicks ----------------------------------------------------------------------------------------------------


def _places(widget: QWidget) -> Iterator[QPoint]:
    for y in range(4, widget.height(), 23):
        for x in range(4, widget.width(), 67):
            yield QPoint(x, y)


def test_two_keys_decide_alike_no_click_but_on_a_button_decides_and_page_down_shows_the_next_letters(
    studio, reports, qtbot, afresh, monkeypatch
):
    studio.open(reports)
    studio.key("Return")
    studio.select_text("Elvira")
    studio.key("R")
    before = studio.controller.desk
    window, details = studio.window, studio.window.details
    for dock in window.docks[:3]:
        dock.raise_()
        QApplication.processEvents()
        for widget in (studio.view.viewport(), window.mentions.table.viewport(), window.classes.tree.viewport()):
            if not widget.isVisible():
                continue
            for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
                for place in _places(widget):
                    QTest.mouseClick(widget, button, pos=place)
                QTest.mouseDClick(widget, button, pos=QPoint(30, 30))
                assert studio.controller.desk is before, (type(widget.parent()).__name__, button)

    studio.controller.go_to_pending(1)
    studio.settle()
    for child in details.findChildren(QWidget):
        if not isinstance(child, QAbstractButton) and child.isVisible():
            QTest.mouseClick(child, Qt.MouseButton.LeftButton)
    assert studio.controller.desk is before
    for button, word in ((details.accept, "Accept"), (details.reject, "Reject")):
        assert button.isVisible() and word in button.toolTip()
        assert word in button.text() or word in button.accessibleName()  # where there is room for an icon alone
    assert all(isinstance(b, QToolButton) or b.toolTip() for b in details.findChildren(QAbstractButton))

    # Two keys decide alike.
    reports = afresh(reports)
    (reports / "0-fechas.txt").write_text(
        "Ingreso: 03/04/2021. Alta: 03/04/2021. Visto 03/04/2021.\n", encoding="utf-8"
    )
    studio.open(reports, "0-fechas")
    keyboard = Keyboard(studio)
    keyboard.press("=")
    qtbot.waitUntil(lambda: any(d.isVisible() for d in studio.window.findChildren(AlikeDialog)))
    keyboard.press("Return")
    assert keyboard.count() == 2
    assert studio.texts("accepted") == ["03/04/2021"] * 3
    # The status bar says where, and undoes.
    status = studio.window.status
    assert status.change.text() == "Decided alike, places: 3" and status.undo.isVisible()
    status.undo.click()
    assert not studio.texts("accepted")

    studio.show("1-alta")
    keyboard = Keyboard(studio)
    for _ in range(5):
        keyboard.press("Return")
    assert not studio.controller.desk.pending
    assert keyboard.count() == 5
    keyboard.press("Ctrl+Return")
    studio.wait_shown("2-radiologia")
    assert keyboard.count() == 1
    assert studio.view.hasFocus() and studio.current_text() == "Martín Olmedo Sanz"  # no key to begin

    # The letters of the next page.
    reports = afresh(reports)
    text = "".join(f"Línea {number} sin nada.\n" for number in range(60)) + "Acude Beatriz.\n"
    (reports / "1-alta.txt").write_text(text, encoding="utf-8")
    studio.window.resize(1280, 800)
    studio.open(reports, "1-alta")
    keyboard = Keyboard(studio)
    keyboard.press("'")
    first = set(studio.window.hint_mode.hints.values())
    keyboard.press("PgDown")
    second = set(studio.window.hint_mode.hints.values())
    assert first and second and first != second
    for _ in range(6):
        keyboard.press("PgDown")
    for letter in _letters(studio, "Beatriz"):
        keyboard.press(letter.upper())
    keyboard.press("R")
    assert studio.mention("Beatriz").span.phi_class == "FAMILIARES_SUJETO_ASISTENCIA"

    # The sweep.
    reports = afresh(reports)
    from deid_studio.review.checking import final_check

    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: final_check.without_model(tagset))
    (reports / "1-alta.txt").write_text("Acude con su prima Beatriz. Avisa desde Villabrezo.\n", encoding="utf-8")
    studio.open(reports, "1-alta")
    keyboard = Keyboard(studio)
    keyboard.press("F7")
    studio.qtbot.waitUntil(lambda: studio.window.checking.current is not None)
    keyboard.count()
    keyboard.press("R")
    assert keyboard.count() == 1
    assert studio.mention("Beatriz").span.phi_class == "FAMILIARES_SUJETO_ASISTENCIA"
    assert studio.mention("Beatriz").suggestion is not None  # what the sweep knew of it is kept
    current = studio.window.checking.current
    assert current is not None and current.span.start > studio.mention("Beatriz").span.end
