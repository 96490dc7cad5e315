"""Undo shows where it was, even where nothing is left."""

from __future__ import annotations


def test_undoing_an_added_mention_shows_its_place(studio, reports):
    text = "Paciente ingresada.\n" * 120 + "Reside en Villabrezo.\n" + "Sin otros datos.\n" * 120
    (reports / "1-alta.txt").write_text(text, encoding="utf-8")
    studio.open(reports)
    view, bar = studio.view, studio.view.verticalScrollBar()
    studio.select_text("Villabrezo")
    studio.key("T")
    assert studio.texts("accepted") == ["Villabrezo"]
    view.selection.put(0)
    bar.setValue(0)
    studio.key("Ctrl+Z")
    start = text.index("Villabrezo")
    assert studio.texts("accepted") == [] and studio.controller.current is None
    first, last = view.sight.stretch()
    assert view.selection.caret() == start and first < start < last
    studio.key("Ctrl+Shift+Z")
    assert studio.current_text() == "Villabrezo"
