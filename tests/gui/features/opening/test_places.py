"""A window goes on where the last one was left: the folder, the report, the place in it, panels and size."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from deid_studio.gui.features.opening import places


def _opened_again(studio, folder) -> str:
    """The report that is shown once the folder was closed and is opened again."""
    studio.controller.close_folder()
    studio.open(folder)
    return studio.controller.session.name


def test_the_next_window_has_its_size_and_panels_and_offers_the_folder_the_report_and_the_place(
    make_studio, reports, preferences_path
):
    first = make_studio()
    assert first.window.page.again_button.isHidden()
    first.window.resize(QSize(700, 560))
    first.window.docks[0].hide()
    first.open(reports, "1-alta")
    first.controller.select(first.mention("05/06/2021").id, show=True)
    first.show("2-radiologia")
    first.controller.select(first.mention("11/12/2020").id, show=True)
    first.window.close()

    # No name of a report is remembered.
    first.window.preferences.window_file.sync()
    kept = preferences_path.with_name("window.ini").read_text(encoding="utf-8")
    assert "places" in kept and "radiologia" not in kept and "alta" not in kept

    second = make_studio()
    assert second.window.docks[0].isHidden()
    assert second.window.size() == first.window.size()
    button = second.window.page.again_button
    assert button.text() == "Reopen “informes”" and button.isVisible()
    second.qtbot.waitUntil(button.hasFocus)
    QTest.keyClick(button, Qt.Key.Key_Return)
    second.wait_shown("2-radiologia")
    assert button.isHidden() or not button.isVisible()
    second.qtbot.waitUntil(lambda: second.current_text() == "11/12/2020")
    assert _opened_again(second, reports) == "2-radiologia"

    # One that is asked for comes first.
    second.controller.close_folder()
    second.window.opening.open([reports / "10-nota.txt"])
    second.wait_shown("10-nota")


def test_return_and_enter_press_the_button_of_the_empty_page_that_has_the_keyboard(studio):
    page, pressed = studio.window.page, []
    buttons = page.explanation.findChildren(QPushButton)
    assert {page.open_button, page.first_steps_button, page.again_button, page.retry_button} <= set(buttons)
    for button in buttons:
        button.clicked.disconnect()
        button.clicked.connect(lambda _=False, own=button: pressed.append(own))
        button.show()
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            button.setFocus()
            QTest.keyClick(button, key)
    assert pressed == [button for button in buttons for _ in range(2)]


def test_a_place_comes_back_but_not_to_a_report_that_was_signed_or_changed_or_is_gone_nor_what_is_damaged(
    studio, reports, preannotator, invented, afresh
):
    studio.open(reports, "1-alta")
    place = invented.alta.index("Villabrezo")
    studio.view.selection.put(place)
    assert studio.controller.mention is None
    assert _opened_again(studio, reports) == "1-alta"
    studio.qtbot.waitUntil(lambda: studio.view.selection.caret() == place)
    assert studio.controller.mention is None

    studio.controller.select(studio.mention("05/06/2021").id, show=True)
    preannotator.held = True
    studio.controller.close_folder()
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: studio.view.selection.caret() > 0)
    assert studio.controller.mention is None
    preannotator.held = False
    studio.qtbot.waitUntil(lambda: studio.current_text() == "05/06/2021")

    # Signed, changed, gone, damaged.
    reports = afresh(reports)
    studio.open(reports, "10-nota")
    studio.controller.sign_off()
    studio.show("10-nota")
    assert _opened_again(studio, reports) == "1-alta"

    studio.show("2-radiologia")
    studio.controller.select(studio.mention("11/12/2020").id, show=True)
    studio.controller.close_folder()
    (reports / "2-radiologia.txt").write_bytes(b"TC.\nNombre: Eva.\n")
    studio.open(reports)
    assert studio.controller.session.name == "2-radiologia"
    studio.qtbot.waitUntil(lambda: studio.current_text() == "Eva")

    studio.controller.close_folder()
    (reports / "2-radiologia.txt").unlink()
    studio.open(reports)
    assert studio.controller.session.name == "1-alta"

    for damaged in ("x", ["a b c -1", "a b", ""], 7, ["a b c ٣"]):
        studio.controller.close_folder()
        studio.window.preferences.window_file.setValue("places", damaged)
        studio.open(reports)
        assert studio.controller.session.name == "1-alta", damaged


def test_a_power_cut_costs_at_most_the_way_since_the_last_decision(make_studio, reports, monkeypatch):
    monkeypatch.setattr(places, "_KEPT_AFTER_MS", 1)
    first = make_studio()
    first.open(reports, "2-radiologia")
    kept = first.window.preferences.window_file
    before = kept.value("places")  # of the report that was left
    first.key("Return")
    assert first.current_text() == "11/12/2020"
    first.qtbot.waitUntil(lambda: kept.value("places") != before)
    second = make_studio()  # the first one was never closed
    second.open(reports)
    assert second.controller.session.name == "2-radiologia"
    second.qtbot.waitUntil(lambda: second.current_text() == "11/12/2020")
