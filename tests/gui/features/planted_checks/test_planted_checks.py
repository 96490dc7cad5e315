"""Checks through the window: planted text is shown, caught, missed and told, and is nowhere else, ever."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from itertools import islice
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.gui.control.token_edges import Edge
from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.features.deciding import move_edge
from deid_studio.gui.features.deciding.text_menu import TextMenu
from deid_studio.gui.features.planted_checks.checks_dialog import ChecksDialog
from deid_studio.gui.features.settings.settings_dialog import SettingsDialog
from deid_studio.model.lines import line_number
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.reading import check_results, planting
from deid_studio.review.reading.check_results import CheckResult, CheckResults, file_of, read_results, write_results

DAY = "\r\n".join(
    (
        "INFORME DE ALTA",
        "Nombre: Lucía Quintanar Ríos.",
        "Fecha: {:02}/04/2021.",
        "Motivo de consulta: dolor torácico 😀",
        "Acude por dolor opresivo de dos horas. Refiere además disnea de esfuerzo. Se realiza electrocardiograma.",
        "Exploración con soplo sistólico y edemas. Analítica sin hallazgos. 😀 Buena evolución clínica.",
        *(f"Párrafo número {n} del curso clínico, sin cambios relevantes. Continúa igual." for n in range(44)),
    )
)
SECRET, PHONE, DATE = "0", "NUMERO_TELEFONO", "FECHAS"
CLASSES = shipped_tagset("meddocan")


def _plants_three(text: str) -> bool:
    plants = planting.default_planter().plan(text, [], CLASSES, SECRET)
    return len(plants) == 3 and plants[0].offset > text.index("Motivo")


LONG, OTHER, THIRD = islice(filter(_plants_three, map(DAY.format, range(1, 29))), 3)


@pytest.fixture(autouse=True)
def private(tmp_path, reports, monkeypatch):
    """The reviewer's own folder, a secret that plants in long reports, and three of these."""
    folder = tmp_path / "own" / "checks"
    monkeypatch.setattr(paths, "user_checks", lambda: folder)
    monkeypatch.setattr(check_results.secrets, "token_hex", lambda _size: SECRET)
    for name, text in (("2-radiologia", LONG), ("3-otra", OTHER), ("4-tercera", THIRD)):
        (reports / f"{name}.txt").write_bytes(text.encode())
    return folder


@pytest.fixture
def planted(studio, reports):
    """The window on a report with three plants, all of its suggestions accepted; two more of them lie beside it."""
    studio.window.preferences.change(planted_checks=100)
    studio.open(reports)  # a report gets checks once its suggestions are there
    begin(studio, "2-radiologia")
    return studio


def begin(studio, name: str) -> None:
    studio.show(name)
    studio.key("Ctrl+Shift+Return")
    assert len(plants(studio)) == 3


def sign(studio) -> None:
    name = studio.controller.session.name
    studio.key("Ctrl+Return")
    studio.qtbot.waitUntil(lambda: studio.controller.session.name != name)


def plants(studio) -> list[SimpleNamespace]:
    """What is shown in the report without belonging to it, and where on the screen's text it begins and ends."""
    offsets = studio.view.page.offsets
    return [
        SimpleNamespace(offset=at, text=text, start=offsets.to_shown(at, True), end=offsets.to_shown(at))
        for at, text in offsets.insertions
    ]


def select(studio, start: int, end: int) -> None:
    """Select by positions of what is shown, as dragging does."""
    cursor = studio.view.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    studio.view.setFocus()
    studio.view.setTextCursor(cursor)


def kept(studio) -> CheckResults:
    results = read_results(file_of(paths.user_checks(), "Dra. Prueba"))
    assert results is not None
    return results


def told(studio, topic: str) -> str:
    banner = studio.window.messages.shown(topic)
    return "" if banner is None else f"{banner.text} {banner.detail}"


def everything_in(folder) -> bytes:
    return b"\0".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def open_results(studio) -> ChecksDialog:
    studio.window.actions_by_id["your_checks"].trigger()
    return next(w for w in studio.window.findChildren(ChecksDialog) if w.isVisible())


def test_nothing_is_planted_unless_it_is_wanted_nor_in_a_report_under_review_and_it_is_told_why(studio, reports):
    checks = studio.window.checks
    dialog = open_results(studio)
    assert "Checks are off" in dialog.why.text()
    dialog.close()

    # The share is set in the settings.
    studio.window.dialogs.settings()
    settings = next(w for w in studio.window.findChildren(SettingsDialog) if w.isVisible())
    share = settings.fields["planted_checks"].widget
    assert share.value() == 0 and share.text() == "off"
    share.setValue(15)
    settings.accept()
    assert studio.window.preferences.settings.planted_checks == 15
    assert checks.hint.isVisible()
    dialog = open_results(studio)
    assert "No report has been opened" in dialog.why.text() and "at least 12 lines" in dialog.why.text()
    dialog.close()

    studio.window.preferences.change(planted_checks=0)
    studio.open(reports)
    studio.show("2-radiologia")
    assert plants(studio) == [] and not checks.hint.isVisible()
    assert studio.view.toPlainText() == LONG.replace("\r\n", "\n")

    studio.key("Return")
    studio.window.preferences.change(planted_checks=100)
    assert plants(studio) == []  # it may have been read already
    studio.show("1-alta")
    dialog = open_results(studio)
    assert "turned on: 1; too short, too long or without a place for one: 1." in dialog.why.text()
    assert dialog.why.isVisible() and "There are no results yet." in dialog.recall.text()
    dialog.close()
    assert "nobody has begun" in checks.hint.toolTip()

    studio.show("2-radiologia")
    assert plants(studio) == []
    studio.key("Ctrl+Shift+Return")
    sign(studio)
    studio.show("2-radiologia")
    assert plants(studio) == [] and told(studio, "checks_missed") == ""


def test_plants_are_shown_are_not_in_the_report_and_are_reached_and_caught_by_keys_and_mouse(planted):
    shown = planted.view.toPlainText()
    for plant in plants(planted):
        assert plant.text in shown
        assert plant.text.strip() not in planted.controller.session.text
    assert planted.controller.session.text == LONG
    assert planted.window.checks.hint.isVisible()
    dialog = open_results(planted)
    assert not dialog.why.isVisible()  # nothing is to be explained where one was given
    dialog.close()

    walk_by_words_through_a_plant_both_ways(planted)

    # The caret in a plant is enough, and the keyboard leads there.
    plant = plants(planted)[0]
    planted.view.selection.put(plant.offset)
    assert planted.view.textCursor().position() == plant.start
    assert not planted.window.checks.is_here  # after the last real word, not in the plant
    planted.key("Ctrl+Right")
    assert plant.start < planted.view.textCursor().position() < plant.end
    assert planted.view.selection.caret() == plant.offset and planted.controller.mention is None
    planted.key("Ctrl+Shift+Right")
    word = planted.view.textCursor().selectedText()
    assert word and word in plant.text
    planted.key("Esc")
    assert not planted.view.textCursor().hasSelection()
    planted.key("T")
    assert "well seen" in told(planted, "check_seen") and len(plants(planted)) == 2

    # A double click selects in it, and a class catches it.
    begin(planted, "3-otra")
    catch_by_double_click(planted)


def walk_by_words_through_a_plant_both_ways(planted) -> None:
    plant = plants(planted)[1]
    view = planted.view
    view.selection.put(plant.offset)
    seen = []
    while view.textCursor().position() < plant.end:
        planted.key("Ctrl+Right")
        seen.append(view.textCursor().position())
    assert seen == sorted(set(seen)) and sum(plant.start < at < plant.end for at in seen) >= 2
    assert view.selection.caret() > plant.offset
    back = []
    while view.textCursor().position() > plant.start:
        planted.key("Ctrl+Left")
        back.append(view.textCursor().position())
    assert sum(plant.start < at < plant.end for at in back) >= 2
    assert view.selection.caret() < plant.offset


def catch_by_double_click(planted) -> None:
    before, known = planted.controller.session.desk, len(kept(planted).results)
    plant = plants(planted)[0]
    cursor = planted.view.textCursor()
    cursor.setPosition(plant.start + 3)
    planted.view.setTextCursor(cursor)
    rect = planted.view.cursorRect()
    QTest.mouseDClick(planted.view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center() + QPoint(2, 0))
    selected = planted.view.textCursor().selectedText()
    assert selected and selected in plant.text and not selected.isspace()
    assert planted.view.selection.range() is None
    planted.key("T")
    assert planted.controller.session.desk is before
    assert "well seen" in told(planted, "check_seen")
    assert [p.offset for p in plants(planted)] == [p.offset for p in plants(planted) if p.offset != plant.offset]
    assert len(plants(planted)) == 2 and plant.text not in planted.view.toPlainText()
    assert [(r.seen, r.day) for r in kept(planted).results[known:]] == [(True, date.today())]


def test_every_way_of_choosing_a_class_catches_and_its_class_and_time_are_kept(planted):
    before, window = planted.controller.session.desk, planted.window
    for left, way in ((2, "Space"), (1, "Ins"), (0, "menu")):
        plant = plants(planted)[-1]
        select(planted, plant.start + 2, plant.end - 2)
        if way == "menu":
            window.view.menu_wanted.emit(window.view.mapToGlobal(QPoint(5, 5)))
            menu = next(w for w in window.findChildren(TextMenu) if w.isVisible())
            choose = next(a for a in menu.actions() if a is window.actions_by_id["choose_class"])
            menu.close()
            QApplication.processEvents()
            choose.trigger()
        else:
            planted.key(way)
        chooser = next(w for w in window.findChildren(ClassChooser) if w.isVisible())
        planted.type("FECHAS", chooser.field)
        planted.key("Return", chooser.field)
        assert "well seen" in told(planted, "check_seen") and len(plants(planted)) == left
        assert len(kept(planted).results) == 3 - left
    assert planted.controller.session.desk is before

    # The right class is told apart.
    begin(planted, "3-otra")
    plant, shown = plants(planted)[0], planted.window.checks._shown[0]
    select(planted, plant.start, plant.end)
    planted.window.classes.class_wanted.emit("SEXO_SUJETO_ASISTENCIA")
    assert "Its class would have been" in told(planted, "check_seen")
    plant, other = plants(planted)[0], planted.window.checks._shown[0]
    select(planted, plant.start, plant.end)
    planted.window.give_class(other.classes[0])
    assert "class would" not in told(planted, "check_seen")
    assert [(r.phi_class, r.right) for r in kept(planted).results[3:]] == [
        (shown.classes[0], False),
        (other.classes[0], True),
    ]

    # How long it was on the screen is kept.
    begin(planted, "4-tercera")
    checks = planted.window.checks
    now = checks.clock()
    checks.clock = lambda: now + 61.2
    planted.show("1-alta")
    planted.show("4-tercera")
    now += 3600  # away from the report
    checks._since = now
    checks.clock = lambda: now + 30
    select(planted, plants(planted)[0].start + 1, plants(planted)[0].end)
    planted.window.give_class(PHONE)
    assert 90 <= kept(planted).results[-1].seconds <= 92


def test_jumping_by_letters_leads_into_plants_and_text_of_the_report_beside_one_is_to_be_marked_again(planted):
    plant = plants(planted)[0]
    mode = planted.window.hint_mode
    planted.view.show_place(plant.offset)
    planted.view.setFocus()
    mode.begin()
    start, until = planted.view.page.offsets.stretches[0]
    keys = next(keys for keys, target in mode.hints.items() if start < target.start < until)
    planted.type(keys)
    selected = planted.view.textCursor().selectedText()
    assert selected and selected in plant.text
    move_edge(planted.window.workbench, Edge.START, -1)
    wider = planted.view.textCursor().selectedText()
    assert len(wider) > len(selected) and wider.endswith(selected)
    planted.key("F")
    assert len(plants(planted)) == 2 and "well seen" in told(planted, "check_seen")

    begin(planted, "3-otra")
    before = planted.controller.session.desk
    plant = plants(planted)[0]
    select(planted, plant.start - 6, plant.start + 5)
    assert planted.view.selection.range() == (plant.offset - 6, plant.offset)
    planted.key("T")
    assert planted.controller.session.desk is before
    assert "mark it again" in told(planted, "check_seen")
    planted.view.selection.select(plant.offset - 6, plant.offset)
    planted.key("T")
    assert len(planted.controller.session.desk) == len(before) + 1
    assert told(planted, "check_seen") == ""

    # What is in sight stays when a plant goes, and all go with the setting.
    begin(planted, "4-tercera")
    view, known = planted.view, len(kept(planted).results)
    plant = plants(planted)[2]
    select(planted, plant.start + 1, plant.end)
    QApplication.processEvents()
    top = view.firstVisibleBlock().blockNumber()
    assert top > 10
    planted.window.give_class(DATE)
    planted.window.messages.clear("check_seen")
    QApplication.processEvents()
    assert len(plants(planted)) == 2 and abs(view.firstVisibleBlock().blockNumber() - top) <= 1
    assert view.selection.caret() == plant.offset
    assert view.document().blockCount() == THIRD.count("\r\n") + 1
    planted.window.preferences.change(planted_checks=0)
    assert plants(planted) == [] and not planted.window.checks.hint.isVisible()
    sign(planted)
    assert told(planted, "checks_missed") == "" and len(kept(planted).results) == known + 1


def test_copying_finding_and_marks_leave_plants_out_and_one_across_a_plant_ends_the_check(planted):
    plant = plants(planted)[0]
    view = planted.view
    select(planted, plant.start - 10, plant.end)
    planted.key("Ctrl+C")
    assert QApplication.clipboard().text() == LONG[plant.offset - 10 : plant.offset]
    select(planted, plant.start + 1, plant.end)
    assert view.createMimeDataFromSelection().text() == ""
    planted.key("Ctrl+A")
    planted.key("Ctrl+C")
    assert QApplication.clipboard().text() == LONG
    bar = planted.window.find_bar
    planted.window.open_find_bar()
    bar.field.setText(plant.text.strip())
    assert bar.count.text() == "Not found"
    bar.field.clear()

    # Marks beside a plant do not reach over it.
    view.selection.clear()
    planted.controller.add(plant.offset - 4, plant.offset, DATE)
    planted.controller.move_edge(Edge.END, 1, by_word=False)  # over the full stop that marking leaves out
    assert len(plants(planted)) == 3
    whole = QRectF(view.viewport().rect())
    mark = next(m for m in view.marks.on(view.sight.blocks(whole), whole) if m.mention.span.end == plant.offset)
    cursor = view.textCursor()
    cursor.setPosition(plants(planted)[0].start)
    assert mark.boxes[-1].rect.right() <= view.cursorRect(cursor).right() + 2
    assert view.marks.at(plant.offset - 1) is not None
    between = plants(planted)[1]
    planted.controller.add(between.offset - 4, between.offset + 4, DATE)
    assert [p.offset for p in plants(planted)].count(between.offset) == 0
    assert not kept(planted).results  # neither seen nor missed


def test_missed_checks_are_told_at_sign_off_and_shown_again(planted):
    one, two, three = plants(planted)
    select(planted, two.start + 1, two.end)
    planted.window.give_class(DATE)
    sign(planted)
    message = told(planted, "checks_missed")
    line = line_number(LONG, one.offset)
    assert "2 of 3" in message and f"line {line}" in message and one.text.strip(" .") in message
    assert [r.seen for r in kept(planted).results] == [True, False, False]
    assert not kept(planted).planted and len(kept(planted).done) == 1
    planted.banner_button("checks_missed", str(line_number(LONG, three.offset))).click()
    planted.wait_shown("2-radiologia")
    planted.qtbot.waitUntil(lambda: planted.view.textCursor().hasSelection())
    assert planted.view.textCursor().selectedText() == three.text.strip()
    assert [p.offset for p in plants(planted)] == [three.offset]
    assert planted.view.viewport().rect().intersects(planted.view.cursorRect())
    planted.key("Ctrl+D")
    assert [p.offset for p in plants(planted)] == [three.offset], "in another theme as well"
    planted.key("T")
    assert plants(planted) == [] and planted.controller.session.signed
    assert len(kept(planted).results) == 3

    # Going back to what was missed stops the next report on its way.
    begin(planted, "3-otra")
    planted.controller.sign_off()
    assert planted.controller.jobs.running("report")
    planted.window.messages.shown("checks_missed").buttons[0].click()
    assert not planted.controller.jobs.running("report")
    planted.qtbot.wait(0)
    assert (planted.controller.shown, planted.controller.session.name) == ("3-otra", "3-otra")
    assert planted.view.textCursor().hasSelection() and len(plants(planted)) == 1

    # Who gives a name at sign-off gets the results.
    begin(planted, "4-tercera")
    planted.window.preferences.change(reviewer="Dr. Otro")
    assert len(plants(planted)) == 3
    sign(planted)
    results = read_results(file_of(paths.user_checks(), "Dr. Otro"))
    assert results is not None and [result.seen for result in results.results] == [False] * 3


def test_the_same_plants_are_there_when_the_report_is_opened_again_and_the_folder_never_holds_them(
    studio, make_studio, reports, private
):
    # Looking writes nothing.
    studio.window.preferences.change(planted_checks=100)
    studio.open(reports)
    studio.show("2-radiologia")
    assert plants(studio)
    studio.show("1-alta")
    assert not private.exists() and not (reports / ".deid-studio").exists()

    begin(studio, "2-radiologia")
    one, two, three = plants(studio)
    left = [(plant.offset, plant.text) for plant in (one, three)]

    def are_left(window) -> bool:
        return [(plant.offset, plant.text) for plant in plants(window)] == left

    select(studio, two.start + 1, two.end)
    studio.window.give_class(DATE)
    studio.show("1-alta")
    assert plants(studio) == []  # too short for a check
    studio.show("2-radiologia")
    assert are_left(studio)
    studio.key("F5")
    studio.wait_shown("2-radiologia")
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.awaits("2-radiologia"))
    assert are_left(studio)
    studio.window.close()
    again = make_studio()
    again.window.preferences.change(planted_checks=100)
    again.open(reports, "2-radiologia")
    assert are_left(again)

    # Every file is looked through after sign-off: journal, `.ann`, retraining data and all else.
    texts = [plant.text.strip() for plant in (one, two, three)]
    values = [value for text in texts for value in re.findall(r"\S+@\S+|\d[\d ]{7,}\d|[A-Z]\w{3,}", text[1:])]
    assert values
    caught = plants(again)[0]
    select(again, caught.start - 5, caught.end)
    again.window.give_class(DATE)
    again.select_text("disnea")
    again.window.give_class(DATE)
    sign(again)
    project = again.controller.folder.project
    assert (reports / "2-radiologia.ann").exists() and project.retraining.reports()
    again.window.preferences.change(planted_checks=0)
    again.window.close()
    content = everything_in(reports)
    assert b"disnea" in content
    for text in (*texts, *values):
        assert text.encode() not in content
        assert json.dumps(text)[1:-1].encode() not in content
    assert not any(text.encode() in everything_in(private) for text in texts)
    assert b"radiologia" not in everything_in(private)


def test_the_summary_is_of_the_reviewer_alone_can_be_deleted_and_hinders_nobody_when_it_is_damaged(
    studio, reports, private, preannotator
):
    today = date.today()
    results = [CheckResult(today, PHONE, n < 3, n < 2, 20) for n in range(4)]
    results += [CheckResult(today - timedelta(days=90), DATE, False)]
    path = file_of(private, "Dra. Prueba")
    write_results(path, CheckResults(SECRET, tuple(results)))
    dialog = open_results(studio)
    rows = [[dialog.table.item(row, column).text() for column in range(6)] for row in range(dialog.table.rowCount())]
    assert [row[1:3] for row in rows] == [["1", "0"], ["4", "3"], ["5", "3"]]
    assert rows[1][3:] == ["75 % (19 % – 99 %)", "2 / 3", "20 s"]
    assert "3 of 5" in dialog.recall.text() and "Only you see this" in dialog.about.text()
    dialog.which.setCurrentIndex(1)
    assert "3 of 4" in dialog.recall.text()
    dialog.delete.click()
    studio.choose("Delete")
    assert not path.exists() and dialog.table.rowCount() == 0
    dialog.close()
    studio.window.preferences.change(reviewer="Dr. Otro")
    write_results(path, CheckResults(SECRET, tuple(results)))
    other = open_results(studio)
    assert "no results" in other.recall.text()
    other.close()

    # One that is damaged.
    path = file_of(private, "Dra. Tercera")
    path.write_text("{", encoding="utf-8")
    studio.window.preferences.change(reviewer="Dra. Tercera", planted_checks=100)
    studio.open(reports)
    studio.show("2-radiologia")
    assert plants(studio) == [] and "cannot be read" in told(studio, "checks")
    dialog = open_results(studio)
    assert dialog.told.isVisible()
    dialog.delete.click()
    studio.choose("Delete")
    assert not path.exists()
    dialog.close()
    studio.show("1-alta")
    studio.show("2-radiologia")
    assert len(plants(studio)) == 3

    # None is planted while suggestions are to come.
    (reports / "1-alta.txt").write_bytes(THIRD.encode())
    preannotator.held = True
    studio.controller.close_folder()
    studio.window.open_folder(reports, "1-alta")
    studio.wait_shown("1-alta")
    assert plants(studio) == []
    preannotator.held = False
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    studio.show("10-nota")
    studio.show("1-alta")
    assert plants(studio) == []  # lines that were read already gain nothing
