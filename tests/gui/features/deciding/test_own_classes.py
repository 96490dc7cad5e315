"""Mentions of a tag set of one's own: how far a key leads them, and how a surname gets into two of them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

TEXT = (
    "Peticionario: Roca Andreu\n"
    "\n"
    "DATOS\n"
    "Rocío Vega\tFACULTATIVA\n"
    "Vive con Encarna Gil, y con los hijos Raúl y Marta Romero.\n"
)


def _open(studio, folder) -> None:
    (folder / "1-alta.txt").write_text(TEXT, encoding="utf-8")
    studio.open(folder, "1-alta")


def _mark(studio, text: str, key: str) -> int:
    studio.select_text(text)
    studio.key(key)
    return studio.controller.current


def _double_click(studio, text: str) -> None:
    view = studio.view
    start = TEXT.index(text)
    ends = (view.page.offsets.to_shown(offset) for offset in (start, start + len(text)))
    place = next(iter(view.sight.boxes(*ends, view.sight.area))).rect.center().toPoint()
    for event in (QTest.mousePress, QTest.mouseRelease, QTest.mouseDClick, QTest.mouseRelease):
        event(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    studio.settle()


def _fragments(studio, mention: int) -> list[str]:
    return [TEXT[start:end] for start, end in studio.controller.desk[mention].span.fragments]


def test_no_key_leads_a_name_into_the_next_paragraph_or_cell_and_it_is_said(studio, own_classes):
    _open(studio, own_classes)
    for text, key in (("Roca Andreu", "P"), ("Rocío Vega", "M")):
        _mark(studio, text, key)
        before = studio.controller.desk
        studio.key("Alt+Right")
        assert studio.controller.desk is before, text
        assert "No further word" in studio.window.workbench.status.told.text()
    # Nor what is selected.
    studio.select_text("Andreu")
    studio.key("Alt+Right")
    assert studio.view.selection.range() == (TEXT.index("Andreu"), TEXT.index("Andreu") + 6)
    studio.key("Esc")
    # Who wants it takes characters.
    studio.controller.select(studio.mention("Roca Andreu").id)
    for _ in range(2):
        studio.key("Alt+Down")
    studio.key("Alt+Right")
    assert studio.current_text() == "Roca Andreu\n\nDATOS"


def test_a_surname_that_is_written_once_gets_into_both_names(studio, own_classes):
    _open(studio, own_classes)
    names = _mark(studio, "Marta Romero", "F")
    child = _mark(studio, "Raúl", "F")
    _double_click(studio, "Romero")
    assert TEXT[slice(*studio.view.selection.range())] == "Romero"
    studio.key("*")
    assert _fragments(studio, child) == ["Raúl", "Romero"]
    assert _fragments(studio, names) == ["Marta Romero"]
    # Once more takes it out.
    _double_click(studio, "Romero")
    studio.key("*")
    assert _fragments(studio, child) == ["Raúl"] and _fragments(studio, names) == ["Marta Romero"]
    # Found, it is given to the mention that was left for the search; wherever the search led on its way.
    studio.window.open_find_bar()
    studio.type("Romero", studio.window.find_bar.field)
    studio.key("Esc", studio.window.find_bar.field)
    studio.key("*")
    assert _fragments(studio, child) == ["Raúl", "Romero"]
    # Of a mention that was chosen itself a part is taken out.
    studio.controller.select(names, show=True)
    studio.select_text("Marta")
    studio.key("*")
    assert _fragments(studio, names) == ["Romero"]
    studio.select_text("Romero")
    studio.key("*")
    assert _fragments(studio, names) == ["Romero"]
    assert "Nothing would be left" in studio.window.workbench.status.told.text()


def test_a_piece_that_was_rejected_can_be_given_too(studio, own_classes):
    _open(studio, own_classes)
    rejected = _mark(studio, "Romero", "L")
    studio.key("Backspace")
    assert rejected not in studio.controller.desk or studio.controller.desk[rejected].decision.value == "rejected"
    child = _mark(studio, "Raúl", "F")
    _double_click(studio, "Romero")
    studio.key("*")
    assert _fragments(studio, child) == ["Raúl", "Romero"]
