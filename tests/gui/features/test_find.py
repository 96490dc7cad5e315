"""Find: what is selected after a search, and what a class key marks then."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("at_mention", [True, False])
def test_nothing_of_a_search_without_a_match_stays_selected(studio, own_classes, at_mention):
    studio.open(own_classes, "2-radiologia")
    window, controller = studio.window, studio.controller
    text = controller.session.text
    if at_mention:
        assert studio.current_text() == "Martín Olmedo Sanz"
    else:
        studio.view.selection.put(text.index("hallazgos"))
    place = studio.view.selection.caret()
    window.open_find_bar()
    studio.type("Sinz", window.find_bar.field)
    assert window.find_bar.count.text() == "Not found"
    studio.key("Esc", window.find_bar.field)
    assert studio.view.selection.range() is None and studio.view.selection.caret() == place
    assert "To mark the selected text" not in window.details.evidence.text()
    before = len(controller.desk)
    studio.key("L")
    assert len(controller.desk) == before
    # What is found is selected, as ever.
    window.open_find_bar()
    window.find_bar.field.clear()
    studio.type("Sin", window.find_bar.field)
    studio.key("Esc", window.find_bar.field)
    assert text[slice(*studio.view.selection.range())] == "Sin"
    # In the report that is opened next no search leads to a place of this one.
    window.open_find_bar()
    studio.show("1-alta")
    window.find_bar.field.clear()
    studio.type("Villzzz", window.find_bar.field)
    assert studio.view.selection.range() is None


def test_neither_case_nor_accents_nor_their_form_nor_line_ends_count(studio, own_classes):
    (own_classes / "2-radiologia.txt").write_text(
        "ÁNGELES y Ángeles, an\u0301geles Guixols de\nla Sal\n", encoding="utf-8"
    )
    studio.open(own_classes, "2-radiologia")
    text = studio.controller.session.text
    studio.window.open_find_bar()
    for wanted, count, first in (
        ("angeles", 3, "ÁNGELES"),
        ("ángeles", 3, "ÁNGELES"),
        ("güixols DE la", 1, "Guixols de\nla"),
    ):
        studio.window.find_bar.field.setText(wanted)
        assert studio.window.find_bar.count.text() == f"1 of {count}"
        assert text[slice(*studio.view.selection.range())] == first
