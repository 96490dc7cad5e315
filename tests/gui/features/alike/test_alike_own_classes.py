"""Deciding alike in classes of one's own: what is written just so is said to be the same, and counted once."""

from __future__ import annotations

from deid_studio.gui.features.alike.alike_dialog import AlikeDialog


def test_an_initial_with_its_full_stop_is_decided_so_everywhere_and_the_places_are_counted_right(studio, own_classes):
    text = "Enfermera Rocío V. de guardia.\nTURNO (Rocío V.)\n"
    (own_classes / "1-alta.txt").write_text(text, encoding="utf-8")
    studio.open(own_classes, "1-alta")
    studio.select_text("Rocío V")
    studio.key("M")
    studio.key("Alt+Down")
    assert studio.texts("accepted") == ["Rocío V."]
    studio.key("=")
    studio.qtbot.waitUntil(lambda: any(d.isVisible() for d in studio.window.findChildren(AlikeDialog)))
    (dialog,) = studio.window.findChildren(AlikeDialog)
    row = dialog.tree.topLevelItem(0).child(0)
    assert row.text(1) == "the same"
    dialog.accept()
    assert studio.texts("accepted") == ["Rocío V.", "Rocío V."]
    assert studio.window.status.change.text() == "Decided alike, places: 1"
