"""The page holds still: no word moves on the screen because the window has something to say."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractSlider, QApplication

from deid_studio.gui.shell.messages import Kind

pytestmark = pytest.mark.dressed

_LONG = "\n".join(f"Línea {number} del informe, con fecha 03/04/{2000 + number % 20}." for number in range(200))


def _words(studio) -> list[tuple[int, int]]:
    """Every tenth word in sight, with the height at which it stands on the screen."""
    view = studio.view
    for _ in range(3):  # what is told is shown, then laid out
        QApplication.processEvents()
    found = []
    for y in range(0, view.viewport().height(), 10):
        cursor = view.cursorForPosition(QPoint(200, y))
        top = view.viewport().mapToGlobal(view.cursorRect(cursor).topLeft()).y()
        found.append((cursor.position(), top))
    return sorted(set(found))


def _same(before: list[tuple[int, int]], now: list[tuple[int, int]]) -> bool:
    """Whether what is seen both times stands where it stood; something is."""
    places, both = dict(before), [(word, y) for word, y in now if word in dict(before)]
    return len(both) > 3 and all(places[word] == y for word, y in both)


def _tell(messages) -> dict[str, object]:
    """Every kind of notice, by its name."""
    undo = [("Undo", lambda: None), ("Look at all of them", lambda: None)]
    return {
        **{kind.value: lambda kind=kind: messages.tell("one", "Told.", kind=kind) for kind in Kind},
        "long": lambda: messages.tell("one", "Told at length. " * 20, kind=Kind.WARNING, actions=undo),
        "staying": lambda: messages.tell("one", "Told.", "And what to do.", closable=False, actions=undo),
    }


def test_no_word_moves_when_a_notice_comes_or_lines_are_broken_anew_nor_a_large_report_when_suggestions_come(
    studio, reports, preannotator, afresh
):
    (reports / "1-alta.txt").write_text(_LONG, "utf-8")
    broken = _LONG.replace("\n", " con más palabras que caben en una línea.\n")
    (reports / "2-radiologia.txt").write_text(broken, "utf-8")
    studio.open(reports, "1-alta")
    bar, messages = studio.view.verticalScrollBar(), studio.window.messages
    for share in (0.0, 0.5, 1.0):
        bar.setValue(round(bar.maximum() * share))
        before = _words(studio)
        for name, tell in _tell(messages).items():
            tell()
            assert _same(before, _words(studio)) and messages.isVisible(), (share, name)
            messages.tell("two", "Another.")
            messages.clear("two")
            assert _same(before, _words(studio)), (share, name)
            messages.clear("one")
            assert _words(studio) == before, (share, name)

    # The end of the report can be read above one.
    view = studio.view
    messages.tell("one", "Told at length. " * 30, kind=Kind.WARNING, closable=False)
    QApplication.processEvents()
    for _ in range(3):
        view.go_to(len(_LONG))
        QApplication.processEvents()
    top = messages.mapToGlobal(QPoint()).y()
    assert view.viewport().mapToGlobal(view.cursorRect().bottomLeft()).y() < top
    assert view.sight.stretch()[1] == len(_LONG)

    # Where lines are broken anew it stays where it is read.
    messages.clear("one")
    studio.show("2-radiologia")
    view.verticalScrollBar().setValue(150)
    first = view.sight.stretch()[0]
    line = view.page.text.count("\n", 0, first)
    for _ in range(2):
        studio.window.docks[1].setVisible(not studio.window.docks[1].isVisible())
        for _ in range(3):
            QApplication.processEvents()
        assert abs(view.page.text.count("\n", 0, view.sight.stretch()[0]) - line) <= 1

    # A large report.
    reports = afresh(reports)
    text = "\n".join(f"Línea {number} del informe, {'con palabras ' * (number % 30)}" for number in range(6000))
    (reports / "1-alta.txt").write_text(f"Fecha: 03/04/2021.\n{text}\nFecha: 05/06/2021.\n", "utf-8")
    assert (reports / "1-alta.txt").stat().st_size > 1_000_000
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    view = studio.view
    for _ in range(4):
        studio.key("PgDown")
        view.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)
    before = _words(studio)
    studio.window.messages.tell("one", "Told.")
    preannotator.held = False
    studio.qtbot.waitUntil(lambda: bool(studio.texts("pending")))
    assert _same(before, _words(studio)) and studio.view.verticalScrollBar().value() > 0
    studio.key("Return")  # nothing that is not in sight was decided: it leads to the next one
    assert studio.texts("accepted") == []
