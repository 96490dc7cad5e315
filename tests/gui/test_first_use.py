"""What somebody who opens the window for the first time runs into."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QInputDialog

from deid_studio.gui.colours import contrast
from deid_studio.model.mentions import Decision


def test_the_report_stays_readable_in_each_theme(studio, reports):
    studio.open(reports)
    for name in ("dark", "light", "dark", "light"):
        studio.window.preferences.change(theme=name)
        QApplication.processEvents()
        palette = studio.view.palette()
        text, base = (palette.color(role).name() for role in (QPalette.ColorRole.Text, QPalette.ColorRole.Base))
        assert base == studio.window.theme.page
        assert contrast(text, base) >= 7
    studio.key("Ctrl+D")
    assert studio.view.palette().color(QPalette.ColorRole.Base).name() == studio.window.theme.page


def test_bulk_decisions_leave_hidden_classes_alone(studio, reports):
    studio.open(reports)
    studio.controller.set_hidden(frozenset({"FECHAS"}))
    banner = studio.window.messages.shown("hidden")
    assert banner.text == "Hidden classes: Dates (2)"
    studio.key("Ctrl+Shift+Return")
    assert studio.texts("pending") == ["03/04/2021", "05/06/2021"]
    studio.key("Ctrl+Shift+Backspace")
    assert studio.texts("rejected") == []
    studio.key("Ctrl+Return")
    assert "hidden" in studio.box().informativeText()
    studio.choose("Show them")
    assert studio.current_text() == "03/04/2021"
    assert studio.window.messages.shown("hidden") is None
    studio.controller.set_hidden(frozenset({"FECHAS", "EDAD_SUJETO_ASISTENCIA"}))
    studio.banner_button("hidden", "Show").click()
    assert not studio.controller.hidden


def test_an_unreadable_report_is_no_dead_end(studio, reports, qtbot):
    broken = reports / "1-alta.txt"
    whole = broken.read_bytes()
    broken.write_bytes(b"%PDF-1.4")
    studio.open(reports)
    page = studio.window.page
    assert page.retry_button.isVisible() and not page.shows_report
    assert studio.window.reports.progress_words.text() == "0 of 3 signed off · 1 unreadable"
    studio.key("Ctrl+PgDown", page.retry_button)
    studio.wait_shown("2-radiologia")
    studio.controller.reject_all()
    studio.key("Ctrl+Return")
    studio.wait_shown("10-nota")
    studio.key("Ctrl+Return")
    qtbot.waitUntil(lambda: studio.window.messages.shown("finished") is not None)
    assert "1" in studio.window.messages.shown("finished").detail
    studio.controller.open_report("1-alta")
    qtbot.waitUntil(lambda: studio.controller.session is None and page.retry_button.isVisible())
    broken.write_bytes(whole)
    page.retry_button.click()
    studio.wait_shown("1-alta")
    assert studio.window.reports.progress_words.text() == "2 of 3 signed off"
    qtbot.waitUntil(lambda: len(studio.texts("pending")) == 5)


def test_refresh_finds_new_reports_and_stays_where_it_was(studio, reports, qtbot):
    studio.open(reports, "2-radiologia")
    (reports / "3-nueva.txt").write_text("Nombre: Ana Robledo.\n")
    studio.key("F5")
    qtbot.waitUntil(lambda: studio.controller.folder is not None and "3-nueva" in studio.controller.folder.names)
    studio.wait_shown("2-radiologia")
    qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)


@pytest.mark.parametrize("keys", ["Return", "Ctrl+Return"])
def test_a_note_is_kept_from_the_keyboard(studio, reports, keys):
    studio.open(reports)
    studio.key("Ctrl+M")
    dialog = next(d for d in studio.window.findChildren(QInputDialog) if d.isVisible())
    field = dialog.focusWidget()
    studio.type("dudoso", field)
    studio.key("Tab", field)
    assert dialog.focusWidget() is not field
    studio.key(keys, field)
    assert studio.controller.mention.note == "dudoso"


def test_the_window_fits_its_screen(studio):
    available = studio.window.screen().availableGeometry().size()
    assert studio.window.size().boundedTo(available) == studio.window.size()
    assert studio.window.minimumSizeHint().boundedTo(QSize(1024, 700)) == studio.window.minimumSizeHint()


def test_the_focus_begins_in_the_report(studio, reports):
    studio.open(reports)
    assert studio.window.focusWidget() is studio.view
    field = studio.window.reports.filter
    studio.key("Return", field)
    assert studio.window.focusWidget() is field
    assert {m.decision for m in studio.controller.desk} == {Decision.PENDING}
