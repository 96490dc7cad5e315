"""After every verb the screen shows what painting everything anew would: only the lines that changed are painted."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication


@pytest.fixture
def long_report(tmp_path):
    folder = tmp_path / "largos"
    folder.mkdir()
    lines = [f"Fecha: {n % 28 + 1:02}/03/2020. Nombre: Lucía Quintanar Ríos. Edad: {n} años." for n in range(60)]
    (folder / "largo.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _on_screen(studio):
    """What was painted last, as the window system has it."""
    for _ in range(2):  # what a key leads to is shown by what it queued, and painted after that
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
    view = studio.view.viewport()
    whole = studio.window.screen().grabWindow(studio.window.winId())
    place = view.mapTo(studio.window, view.rect().topLeft())
    ratio = whole.devicePixelRatio()
    return whole.toImage().copy(
        round(place.x() * ratio), round(place.y() * ratio), round(view.width() * ratio), round(view.height() * ratio)
    )


def test_a_decision_paints_few_lines_and_the_screen_is_what_painting_everything_anew_gives(
    studio, long_report, monkeypatch
):
    studio.open(long_report)
    for _ in range(3):  # what is beside and below the text settles
        studio.key("Return")
        _on_screen(studio)
    heights = []
    marks = studio.view.marks.on

    def noted(blocks, clip):
        heights.append(clip.height())
        return marks(blocks, clip)

    with monkeypatch.context() as patch:
        patch.setattr(studio.view.marks, "on", noted)
        studio.key("Return")
        _on_screen(studio)
    assert heights and max(heights) < studio.view.viewport().height() / 2

    # What painting everything anew gives.
    studio.view.setCursorWidth(0)  # it blinks
    studio.view.setFocus()
    chance = random.Random(3)
    text = studio.controller.session.text
    keys = ["Return", "Del", "Ctrl+Down", "Ctrl+Up", ".", "F", "H", "Ctrl+Z", "Alt+Right", "Alt+Left", "Ctrl+T"]
    for number in range(30):
        if number % 7 == 6:
            start = chance.randrange(len(text) // 4)
            studio.controller.add(start, start + 30, "CALLE")  # over others, and over the end of a line
        else:
            studio.key(chance.choice(keys))
        studio.settle()
        partly = _on_screen(studio)
        studio.view.viewport().update()
        assert partly == _on_screen(studio), number
