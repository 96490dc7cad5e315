"""Letters at unmarked words: what is told is what is to be seen."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from deid_studio.gui.control.token_edges import TokenEdges
from deid_studio.gui.shell.theme import LIGHT
from deid_studio.gui.text import ReportView
from deid_studio.gui.text.hint_mode import HintMode
from deid_studio.model.mentions import Desk
from deid_studio.model.span import Span

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def test_the_number_of_words_with_letters_follows_the_page(qtbot: QtBot) -> None:
    view = ReportView()
    qtbot.addWidget(view)
    view.resize(700, 300)
    view.show()
    text = "".join("Nuria " * (1 + number % 7) + "\n" for number in range(80))
    view.set_report(text, Desk(), TokenEdges(text))
    mode = HintMode(view, LIGHT, view)
    told: list[str] = []
    mode.helped.connect(told.append)

    def counted() -> list[str]:
        return re.findall(r"\d+", told[-1])

    mode.begin()
    first = len(mode.hints)
    assert counted() == [str(first)]
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert counted() == [str(len(mode.hints))]
    view.resize(700, 150)
    qtbot.waitUntil(lambda: 0 < len(mode.hints) < first)
    assert counted() == [str(len(mode.hints))]

    # What was typed meanwhile counts, where there are letters that begin so.
    short = len(mode.hints)
    view.resize(700, 300)
    qtbot.waitUntil(lambda: len(mode.hints) > short)
    keys = next(keys for keys in mode.hints if len(keys) > 1)
    qtbot.keyClick(view, keys[0].upper())
    shown = len(mode.hints)
    view.resize(700, 220)
    qtbot.waitUntil(lambda: len(mode.hints) < shown)
    keys, target = next((two, one) for two, one in mode.hints.items() if two.startswith(keys[0]))
    qtbot.keyClick(view, keys[1].upper())
    assert not mode.active and view.selection.range() == (target.start, target.end)


@pytest.mark.parametrize("size", [8, 12, 20])
def test_letters_hide_no_beginning_of_a_word_nor_on_the_first_line(qtbot: QtBot, size: int) -> None:
    view = ReportView()
    qtbot.addWidget(view)
    view.resize(900, 300)
    font = view.font()
    font.setPointSize(size)
    view.typesetting.set_font(font)
    view.show()
    text = "Ángela Íñiguez contesta desde Olmedo mediante García y Óscar\n" * 40
    view.set_report(text, Desk(), TokenEdges(text))
    mode = HintMode(view, LIGHT, view)
    for scrolled in (0, 7):
        view.verticalScrollBar().setValue(scrolled)
        before = view.viewport().grab().toImage()
        mode.begin()
        after = view.viewport().grab().toImage()
        assert mode.hints and before != after
        metrics = QFontMetricsF(view.page.document.defaultFont())
        for target in mode.hints.values():
            box = view.sight.filled_box(target.start, target.end)
            letters = metrics.tightBoundingRect(text[target.start : target.start + 2])
            there = letters.translated(box.left(), box.top() + metrics.ascent()).toAlignedRect()
            there.adjust(1, 1, -1, -3)  # the letters of the line below may touch the foot of this one's
            if before.rect().contains(there):
                assert before.copy(there) == after.copy(there), text[target.start : target.end]
        mode.leave()


def test_letters_at_words_that_stand_close_lie_beside_each_other(qtbot: QtBot) -> None:
    view = ReportView()
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.show()
    text = "Unidad de Hospitalización 4.ª B, NºCol: 45 a 46\n" * 8
    view.set_report(text, Desk(), TokenEdges(text))
    mode = HintMode(view, LIGHT, view)
    mode.possible = lambda: [Span(at, at + 3, "CALLE") for at in (m.start() for m in re.finditer("ª B", text))]
    for scrolled in (0, 7):
        view.verticalScrollBar().setValue(scrolled)
        mode.begin()
        chips = [chip for _, chip in mode.overlay.chips().values()]
        assert len(chips) == len(mode.hints) > 20
        for at, chip in enumerate(chips):
            assert not [other for other in chips[at + 1 :] if chip.intersects(other)]
        for keys, (_, chip) in mode.overlay.chips().items():  # and none strays from its word
            box = view.sight.filled_box(mode.hints[keys].start, mode.hints[keys].end)
            assert abs(chip.center().x() - box.left()) < 3 * chip.width()
        mode.leave()
