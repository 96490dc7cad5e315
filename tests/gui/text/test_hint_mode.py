"""Letters at unmarked words: what is told is what is to be seen."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from deid_studio.gui.control.token_edges import TokenEdges
from deid_studio.gui.shell.theme import LIGHT
from deid_studio.gui.text import ReportView
from deid_studio.gui.text.hint_mode import HintMode
from deid_studio.model.mentions import Desk

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
