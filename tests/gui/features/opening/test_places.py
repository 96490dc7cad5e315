"""A window goes on where the last one was left: the folder, the report, the place in it, panels and size."""

from __future__ import annotations

from PySide6.QtCore import QSize


def _again(make_studio, first):
    first.window.close()
    return make_studio()


def test_the_folder_opened_last_is_offered_and_opens_with_return(make_studio, reports):
    first = make_studio()
    assert first.window.page.again_button.isHidden()
    first.open(reports)
    second = _again(make_studio, first)
    button = second.window.page.again_button
    assert button.text() == "Reopen “informes”" and button.isVisible()
    second.qtbot.waitUntil(button.hasFocus)
    button.click()
    second.wait_shown("1-alta")
    assert button.isHidden() or not button.isVisible()


def test_the_report_and_the_place_are_those_that_were_left(make_studio, reports):
    first = make_studio()
    first.open(reports, "1-alta")
    first.controller.select(first.mention("05/06/2021").id, show=True)
    first.show("2-radiologia")
    first.controller.select(first.mention("11/12/2020").id, show=True)
    second = _again(make_studio, first)
    second.open(reports)
    assert second.controller.session.name == "2-radiologia"
    second.qtbot.waitUntil(lambda: second.current_text() == "11/12/2020")
    second.controller.close_folder()
    second.open(reports)
    assert second.controller.session.name == "2-radiologia"


def test_a_mention_that_was_left_is_the_current_one_also_when_its_suggestion_comes_late(
    make_studio, reports, preannotator
):
    first = make_studio()
    first.open(reports, "1-alta")
    first.controller.select(first.mention("05/06/2021").id, show=True)
    preannotator.held = True
    second = _again(make_studio, first)
    second.window.open_folder(reports)
    second.wait_shown("1-alta")
    second.qtbot.waitUntil(lambda: second.view.selection.caret() > 0)
    assert second.controller.mention is None
    preannotator.held = False
    second.qtbot.waitUntil(lambda: second.current_text() == "05/06/2021")


def test_a_place_without_a_mention_comes_back_as_well(make_studio, reports, invented):
    first = make_studio()
    first.open(reports, "1-alta")
    place = invented.alta.index("Villabrezo")
    first.view.selection.put(place)
    assert first.controller.mention is None
    second = _again(make_studio, first)
    second.open(reports)
    second.qtbot.waitUntil(lambda: second.view.selection.caret() == place)
    assert second.controller.mention is None


def test_a_power_cut_costs_at_most_the_way_since_the_last_decision(make_studio, reports):
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


def test_a_report_that_was_signed_or_changed_or_is_gone_is_not_gone_to(make_studio, reports):
    first = make_studio()
    first.open(reports, "10-nota")
    first.controller.sign_off()
    first.show("10-nota")
    second = _again(make_studio, first)
    second.open(reports)
    assert second.controller.session.name == "1-alta"

    second.show("2-radiologia")
    second.controller.select(second.mention("11/12/2020").id, show=True)
    third = _again(make_studio, second)
    (reports / "2-radiologia.txt").write_bytes(b"TC.\nNombre: Eva.\n")
    third.open(reports)
    assert third.controller.session.name == "2-radiologia"
    third.qtbot.waitUntil(lambda: third.current_text() == "Eva")

    fourth = _again(make_studio, third)
    (reports / "2-radiologia.txt").unlink()
    fourth.open(reports)
    assert fourth.controller.session.name == "1-alta"


def test_a_report_that_was_asked_for_comes_first(make_studio, reports):
    first = make_studio()
    first.open(reports, "2-radiologia")
    second = _again(make_studio, first)
    second.window.opening.open([reports / "10-nota.txt"])
    second.wait_shown("10-nota")


def test_no_name_of_a_report_is_remembered(make_studio, reports, preferences_path):
    first = make_studio()
    first.open(reports, "2-radiologia")
    first.window.close()
    first.window.preferences.window_file.sync()
    kept = preferences_path.with_name("window.ini").read_text(encoding="utf-8")
    assert "places" in kept and "radiologia" not in kept and "alta" not in kept


def test_what_is_remembered_may_be_damaged(make_studio, reports):
    for damaged in ("x", ["a b c -1", "a b", ""], 7, ["a b c ٣"]):
        studio = make_studio()
        studio.window.preferences.window_file.setValue("places", damaged)
        studio.open(reports)
        assert studio.controller.session.name == "1-alta"
        studio.window.close()


def test_size_and_panels_come_back(make_studio, reports):
    first = make_studio()
    first.window.resize(QSize(700, 560))
    first.window.docks[0].hide()
    second = _again(make_studio, first)
    assert second.window.docks[0].isHidden()
    assert second.window.size() == first.window.size()
