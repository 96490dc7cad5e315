"""What somebody who opens the window for the first time runs into."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest
from PySide6.QtCore import QByteArray, QEvent, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QStyleOptionViewItem, QWidget

from deid_studio.errors import WorkerNotStartedError
from deid_studio.gui.features.deciding.text_menu import TextMenu
from deid_studio.gui.features.exporting.export_dialog import ExportDialog, Which
from deid_studio.gui.features.mentions.mentions_model import Column
from deid_studio.gui.features.report_list.reports_model import standing_word
from deid_studio.gui.features.report_list.reports_panel import counts_text
from deid_studio.gui.shell.colours import contrast
from deid_studio.model.mentions import Decision

pytestmark = pytest.mark.quick  # each of these is about the window as a whole


@pytest.mark.dressed
@pytest.mark.slow
def test_the_report_stays_readable_in_each_theme(studio, reports):
    studio.open(reports)
    change = studio.window.preferences.change
    for way in (lambda: change(theme="dark"), lambda: change(theme="light"), lambda: studio.key("Ctrl+D")):
        way()
        QApplication.processEvents()
        palette, page = studio.view.palette(), studio.window.theme.page
        text, base = (palette.color(role).name() for role in (QPalette.ColorRole.Text, QPalette.ColorRole.Base))
        assert base == page
        assert contrast(text, base) >= 7
        shown = studio.view.viewport().grab().toImage()
        assert shown.pixelColor(shown.width() - 3, shown.height() - 3).name() == page
    assert studio.window.theme.dark


def test_what_was_decided_is_told_and_undone_a_note_is_kept_and_bulk_decisions_leave_hidden_classes_alone(
    studio, reports, qtbot, afresh
):
    studio.open(reports)
    # A class changed by a letter, and without the confidence of the other.
    status = studio.window.status
    assert status.undo.isHidden()
    studio.key("T")
    assert status.change.text() == "Class changed to Town, region or postal code" and status.undo.isVisible()
    status.undo.click()
    assert studio.controller.mention.span.phi_class == "NOMBRE_SUJETO_ASISTENCIA"
    qtbot.waitUntil(status.undo.isHidden)
    mention = studio.controller.mention
    details = studio.window.details
    assert details.reject.accessibleName() == "Reject"
    studio.key("T")
    studio.controller.select(mention.id)
    studio.settle()
    assert details.evidence.text() == "Class changed by hand (suggested: Patient name)."
    model = studio.window.mentions.model
    row = model.row_of(mention.id)
    cells = [model.index(row, column.value).data() for column in (Column.CLASS, Column.CONFIDENCE)]
    assert cells == ["Town", ""]
    studio.select_text("Villabrezo")
    studio.key("T")
    assert details.reject.accessibleName() == "Delete"

    # A part of a mention that is marked.
    studio.show("2-radiologia")
    whole = studio.controller.mention
    text = studio.current_text()
    studio.key("Return")
    studio.view.selection.select(whole.span.start, whole.span.start + 3)
    studio.key("T")
    assert text in studio.window.messages.shown("overlap").text
    studio.banner_button("overlap", "Undo").click()
    assert studio.window.messages.shown("overlap") is None
    assert [m.span for m in studio.controller.desk.at(whole.span.start)] == [whole.span]

    # A note.
    reports = afresh(reports)
    studio.open(reports)
    for keys in ("Return", "Ctrl+Return"):
        studio.key("Ctrl+M")
        dialog = next(d for d in studio.window.findChildren(QInputDialog) if d.isVisible())
        field = dialog.focusWidget()
        studio.type("dudoso", field)
        studio.key("Tab", field)
        assert dialog.focusWidget() is not field
        studio.key(keys, field)
        assert studio.controller.mention.note == "dudoso", keys
        studio.key(".")
        assert not studio.controller.mention.note

    # Bulk decisions leave hidden classes alone.
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


@pytest.mark.dressed
def test_f5_reads_one_report_and_refreshing_the_new_ones_and_an_unreadable_one_is_no_dead_end_and_explained(
    studio, reports, qtbot, afresh
):
    studio.open(reports)
    view = studio.view
    studio.window.resize(900, 420)
    for _ in range(3):
        studio.key("Ctrl+Down")
    here, top = studio.current_text(), view.verticalScrollBar().value()
    before = studio.controller.session
    studio.key("F5")
    studio.qtbot.waitUntil(lambda: studio.controller.session not in (None, before))
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    studio.qtbot.waitUntil(lambda: studio.controller.current is not None)
    assert studio.current_text() == here and view.verticalScrollBar().value() == top
    # With no mention current, the caret stays.
    view.selection.put(2)
    before = studio.controller.session
    studio.key("F5")
    studio.qtbot.waitUntil(lambda: studio.controller.session not in (None, before))
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    assert studio.controller.current is None and view.selection.caret() == 2

    # It reads the open report and no other.
    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id)
    studio.key("Return")
    others = {name: result for name, result in studio.controller.folder.results.items() if name != "1-alta"}
    folder = studio.controller.folder
    before = folder.results["1-alta"]
    studio.key("F5")
    studio.wait_shown("1-alta")
    qtbot.waitUntil(lambda: folder.results.get("1-alta", before) is not before)
    assert studio.controller.folder is folder
    assert {name: folder.results[name] for name in others} == others
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos"]
    assert studio.texts("pending") == ["556677", "03/04/2021", "61 años", "05/06/2021"]
    # What another program wrote is shown.
    studio.show("2-radiologia")
    (reports / "2-radiologia.txt").write_bytes(b"Nombre: Otra Persona.\n")
    studio.key("F5")
    qtbot.waitUntil(lambda: studio.controller.session is not None and "Otra" in studio.controller.session.text)
    qtbot.waitUntil(lambda: studio.texts("pending") == ["Otra Persona"])
    # The folder read anew has new reports, and stays where it was.
    (reports / "3-nueva.txt").write_text("Nombre: Ana Robledo.\n")
    studio.window.actions_by_id["refresh"].trigger()
    qtbot.waitUntil(lambda: studio.controller.folder is not None and "3-nueva" in studio.controller.folder.names)
    studio.wait_shown("2-radiologia")
    qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)

    # An unreadable report.
    (reports / "3-nueva.txt").unlink()
    reports = afresh(reports)
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

    # One that becomes unreadable has no counts.
    (reports / "1-alta.ann").write_text("T1\tFECHAS 1 x\tmal\n", encoding="utf-8")
    studio.window.actions_by_id["refresh"].trigger()
    qtbot.waitUntil(lambda: page.retry_button.isVisible())
    qtbot.waitUntil(lambda: studio.controller.folder.unreadable == 1)
    assert counts_text(replace(studio.controller.folder.standing("1-alta"), pending=4, accepted=1)) == ""

    # A long explanation in a small window can be read to its end.
    page.title.setText("Una explicación que no acaba. " * 12)
    page.explanation.resize(300, 160)
    page.explanation.setFixedSize(300, 160)
    studio.qtbot.wait(50)
    assert page.title.height() >= page.title.heightForWidth(page.title.width())
    assert page.explanation.verticalScrollBar().maximum() > 0


# What Qt's text widgets take for themselves on X11 besides arrows: their shortcuts never reach the window.
_TEXT_KEYS = {"Ctrl+A", "Ctrl+C", "Ctrl+E", "Ctrl+K", "Ctrl+U", "Ctrl+V", "Ctrl+X", "Ctrl+Ins", "Ctrl+Home", "Ctrl+End"}


@pytest.mark.dressed
def test_the_window_fits_its_screen_the_focus_begins_in_the_report_and_every_shortcut_works(studio, reports):
    available = studio.window.screen().availableGeometry().size()
    assert studio.size_of_its_own.boundedTo(available) == studio.size_of_its_own
    assert studio.window.minimumSizeHint().boundedTo(QSize(1024, 700)) == studio.window.minimumSizeHint()
    studio.open(reports)
    assert studio.window.focusWidget() is studio.view
    field = studio.window.reports.filter
    studio.key("Return", field)
    assert studio.window.focusWidget() is field
    assert {m.decision for m in studio.controller.desk} == {Decision.PENDING}

    specs = studio.window.workbench.actions.specs
    assert not _TEXT_KEYS & {keys for spec in specs for keys in spec.keys}
    studio.view.setFocus()
    studio.press_all(specs)
    assert not studio.controller.session.begun
    # Those of the whole window do while somebody types in the filter, too.
    studio.press_all(studio.specs_in_fields("undo", "redo", "back_to_report"), studio.window.reports.filter)


def test_the_detector_is_started_again_and_a_report_without_suggestions_is_told_from_one_nobody_looked_at(
    studio, reports, tmp_path, preannotator, qtbot, afresh
):
    other = shutil.copytree(reports, tmp_path / "otros")
    preannotator.model_error = WorkerNotStartedError(path="modelo")
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    qtbot.waitUntil(lambda: studio.window.messages.shown("model") is not None)
    assert "any report" in studio.window.messages.shown("model").text
    assert "not running" in studio.window.details.evidence.text()
    preannotator.model_error = None
    studio.banner_button("model", "Retry").click()
    qtbot.waitUntil(lambda: len(studio.texts("pending")) == 5)
    qtbot.waitUntil(lambda: studio.window.messages.shown("model") is None)

    preannotator.held = True
    studio.window.open_folder(other)
    qtbot.waitUntil(lambda: studio.controller.folder is not None and studio.controller.folder.project.folder == other)
    studio.wait_shown("1-alta")
    words = studio.window.details.evidence
    assert words.text() == "Looking for suggestions…"
    studio.window.toggle_preannotation()
    assert "paused" in words.text()
    studio.window.toggle_preannotation()
    preannotator.held = False
    studio.show("10-nota")
    qtbot.waitUntil(lambda: words.text().startswith("No mentions yet"))

    # Without suggestions, also in the export.
    reports = afresh(reports)
    studio.open(reports)
    standing = studio.controller.folder.standing("10-nota")
    assert standing.found_nothing and standing_word(standing) == "No suggestions"
    studio.show("10-nota")
    assert standing_word(studio.controller.folder.standing("10-nota")) == "No suggestions"

    # The export begins with what is signed off.
    studio.key("Ctrl+Shift+E")
    dialog = next(d for d in studio.window.findChildren(ExportDialog) if d.isVisible())
    dialog.which.setCurrentIndex(dialog.which.findData(Which.ALL))
    assert "without suggestions: 1" in dialog.unchecked.text()
    dialog.reject()
    studio.show("10-nota")
    studio.key("Ctrl+Return")
    studio.wait_shown("1-alta")
    studio.key("Ctrl+Shift+E")
    dialog = next(d for d in studio.window.findChildren(ExportDialog) if d.isVisible())
    assert dialog.which.currentText() == "Signed-off reports (1 of 3)"
    assert dialog.unchecked.isHidden()
    assert "keeps the names" in dialog.names_stay.text()
    dialog.which.setCurrentIndex(dialog.which.findData(Which.ALL))
    assert dialog.unchecked.text() == "Not signed off: 2."
    dialog.reject()


@pytest.mark.dressed
def test_a_right_click_offers_what_can_be_done_the_mouse_selects_tokens_and_the_table_has_room(studio, reports):
    studio.open(reports)
    # A right click offers what can be done.
    menus = []
    studio.view.menu_wanted.connect(lambda _: menus.append(studio.window.findChildren(TextMenu)[-1]))
    wanted = studio.mention("556677")
    cursor = studio.view.textCursor()
    cursor.setPosition(studio.view.page.offsets.to_shown(wanted.span.start + 2))
    point = studio.view.cursorRect(cursor).center()
    place = studio.view.viewport().mapToGlobal(point)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, place)
    QApplication.sendEvent(studio.view.viewport(), event)
    assert studio.controller.current == wanted.id
    actions = menus[0].actions()
    names = [action.objectName() for action in actions[:6]]
    assert names == ["accept", "discard", "decide_alike", "turn_off_rule", "choose_class", "note"]
    actions[0].trigger()
    assert studio.texts("accepted") == ["556677"]
    menus[0].close()

    # Dragging selects whole tokens, with Alt parts of them.
    assert _dragged(studio, Qt.KeyboardModifier.NoModifier) == "hermana Elvira"
    assert _dragged(studio, Qt.KeyboardModifier.AltModifier) == "mana Elv"

    # The text of mentions keeps its room, and their classes are not cut.
    panel, table = studio.window.mentions, studio.window.mentions.table
    for width in (420, 300, 560):
        panel.resize(width, 400)
        assert table.isColumnHidden(Column.EVIDENCE.value) == (width < 540)
        assert table.isColumnHidden(Column.CONFIDENCE.value) == (width < 310)
        assert table.columnWidth(Column.TEXT.value) >= 120
    panel.resize(420, 400)
    option = QStyleOptionViewItem()
    for row in range(table.model().rowCount()):
        index = table.model().index(row, Column.CLASS.value)
        needed = table.itemDelegate().sizeHint(option, index).width()
        assert needed <= table.columnWidth(Column.CLASS.value), index.data()


def _dragged(studio, modifier: Qt.KeyboardModifier) -> str:
    """What dragging over a part of two words selects."""
    view = studio.view
    start = studio.controller.session.text.index("mana Elv")
    ends = []
    for offset in (start, start + len("mana Elv")):
        cursor = view.textCursor()
        cursor.setPosition(view.page.offsets.to_shown(offset))
        ends.append(view.cursorRect(cursor).center())
    left, viewport = Qt.MouseButton.LeftButton, view.viewport()
    QTest.mousePress(viewport, left, Qt.KeyboardModifier.NoModifier, ends[0])
    QTest.mouseMove(viewport, ends[1])
    drag = QMouseEvent(QEvent.Type.MouseMove, ends[1].toPointF(), viewport.mapToGlobal(ends[1]).toPointF(), left, left,
                       modifier)  # fmt: skip
    QApplication.sendEvent(viewport, drag)
    QTest.mouseRelease(viewport, left, modifier, ends[1])
    selected = view.selection.range()
    return studio.controller.session.text[slice(*selected)]


@pytest.mark.dressed
def test_a_window_kept_from_another_screen_is_not_shrunk(make_studio):
    first = make_studio()
    geometry = bytearray(first.window.saveGeometry().data())
    # Qt's format: the width of the screen is a 32-bit number before the last rectangle.
    width = first.window.screen().geometry().width().to_bytes(4, "big")
    at = geometry.rindex(width)
    geometry[at : at + 4] = (9 * first.window.screen().geometry().width()).to_bytes(4, "big")
    first.window.close()
    first.window.preferences.keep_window_state(QByteArray(bytes(geometry)), first.window.saveState())
    second = make_studio()
    assert not QWidget().restoreGeometry(QByteArray(bytes(geometry)))
    available = second.window.screen().availableGeometry()
    assert second.window.width() >= min(1280, available.width())
    assert second.window.height() >= min(800, available.height()) - 40
