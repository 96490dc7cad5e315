"""The page with the folder's statistics."""

from __future__ import annotations

import csv

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel

from deid_studio.errors import JournalError
from deid_studio.gui.features.shortcuts.shortcuts_dialog import ShortcutsDialog
from deid_studio.gui.features.statistics.statistics_dialog import StatisticsDialog
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.checking.finding import Finding, dismissing
from deid_studio.review.second.second_policy import Choice, SecondPolicy
from deid_studio.settings import Settings

pytestmark = pytest.mark.dressed


def _open(studio) -> StatisticsDialog:
    studio.window.actions_by_id["statistics"].trigger()
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("statistics"))
    return _shown(studio)


def _shown(studio) -> StatisticsDialog:
    return next(c for c in studio.window.children() if isinstance(c, StatisticsDialog) and c.isVisible())


def _row(dialog: StatisticsDialog, title: str) -> list[str]:
    table = dialog.table
    row = next(r for r in range(table.rowCount()) if table.item(r, 0).text() == title)
    return [table.item(row, column).text() for column in range(table.columnCount())]


def _people(dialog: StatisticsDialog, columns: int = 4) -> list[list[str]]:
    people = dialog.people
    return [[people.item(row, column).text() for column in range(columns)] for row in range(people.rowCount())]


def _decide(studio) -> None:
    studio.key("Return")  # name
    studio.key("Return")  # identifier
    studio.key("Del")  # date
    studio.key("Return")  # age
    studio.key("Return")  # date
    studio.select_text("Villabrezo")
    studio.key("T")


def _painted_in_shapes_as_well_as_colours(studio, dialog: StatisticsDialog) -> None:
    dialog.tabs.setCurrentIndex(1)
    table = dialog.table
    row = next(r for r in range(table.rowCount()) if table.item(r, 0).text() == "Dates")
    box = table.visualRect(table.model().index(row, table.columnCount() - 1))
    shown = table.viewport().grab(box).toImage()
    middle = shown.height() // 2
    colours = {shown.pixelColor(x, y).name() for x in range(shown.width()) for y in range(middle - 6, middle + 6)}
    theme = studio.window.theme
    assert {QColor(theme.accepted).name(), QColor(theme.rejected).name()} <= colours
    left = {shown.pixelColor(x, middle).name() for x in range(12, 20)}
    assert left == {QColor(theme.accepted).name()}  # solid; a rejected share is an outline
    assert QColor(theme.rejected).name() not in {shown.pixelColor(shown.width() - 20, middle).name()}
    assert {"accepted", "changed", "rejected", "added"} <= {label.text() for label in dialog.findChildren(QLabel)}


def test_bars_and_plots_show_the_same_counts_and_a_rejection_in_the_sweep_says_nothing_of_the_detector(
    studio, reports, monkeypatch, afresh
):
    studio.window.preferences.change(reviewer=Settings().reviewer)
    studio.open(reports)
    dialog = _open(studio)
    assert dialog.table.rowCount() == 1 and "for 0 in all" in dialog.time.text()
    assert "suggestions waiting: 2" in dialog.states.text()
    dialog.reject()
    assert not (reports / ".deid-studio").exists(), "nothing is written"

    _decide(studio)
    dialog = _open(studio)
    _painted_in_shapes_as_well_as_colours(studio, dialog)
    dialog.reject()
    # A page that is closed stops counting.
    studio.window.dialogs.statistics()
    _shown(studio).reject()
    assert not studio.controller.jobs.running("statistics")

    studio.window.preferences.change(reviewer="Dra. Nueva")
    studio.window.signing_off.begin()
    studio.wait_shown("2-radiologia")
    dialog = _open(studio)
    by_class = {bar.label: bar.parts for bar in dialog.by_class.bars}
    assert by_class["Dates"] == (1, 0, 1, 0) and sum(map(sum, by_class.values())) == 6
    assert [bar.total for bar in dialog.by_kind.bars] == [4, 0, 0, 1, 1, 0, 0]
    assert sum(bar.total for bar in dialog.times.bars) == 1 and len(dialog.times.bars) == 9
    assert "Dates: 2" in dialog.by_class.accessibleDescription()
    assert "signed off: 1" in dialog.by_state.accessibleDescription()
    assert "80 % of the suggestions" in dialog.time.text() and "80 % of the PHI" in dialog.time.text()
    # Who gives a name is credited with what was decided before.
    assert _people(dialog) == [["Dra. Nueva", "1", "0", "6"]]
    theme = studio.window.theme
    plots = (dialog.by_class, dialog.by_state, dialog.by_kind, dialog.times)
    studio.qtbot.waitUntil(lambda: all(plot.height() >= plot.sizeHint().height() for plot in plots))
    for plot in plots:
        shown = plot.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        assert QColor(theme.accepted).rgb() in memoryview(shown.constBits()).cast("I").tolist()
    dialog.reject()

    # A rejection in the second sweep.
    reports = afresh(reports)
    studio.open(reports)
    studio.key("Ctrl+Shift+Return")
    start = studio.controller.session.text.index("Villabrezo")
    found = Suggestion(Span(start, start + 10, "TERRITORIO"), 0.6, (Evidence("rule", "place"),))
    assert studio.controller.perform(dismissing(studio.controller.desk, Finding(found, ())))
    studio.qtbot.waitUntil(lambda: "1 rejected" in studio.window.status.counts.text())
    dialog = _open(studio)
    dialog.which.setCurrentIndex(1)
    assert _row(dialog, "All classes")[3] == "1" and _row(dialog, "All classes")[6].startswith("100 % ")
    assert [bar.total for bar in dialog.by_kind.bars][3] == 1
    dialog.reject()

    # A journal that cannot be read is told.
    project = studio.controller.folder.project

    def refused() -> None:
        raise JournalError(path=project.journal_path, detail="damaged")

    monkeypatch.setattr(project, "summaries", refused)
    dialog = _open(studio)
    assert "damaged" in dialog.told.text() and not dialog.export.isEnabled()
    dialog.reject()

    # The page of keys lists it.
    studio.window.dialogs.shortcuts()
    dialog = next(c for c in studio.window.children() if isinstance(c, ShortcutsDialog))
    listed = {
        (section.child(row).text(0), section.child(row).text(1))
        for section in map(dialog.tree.topLevelItem, range(dialog.tree.topLevelItemCount()))
        for row in range(section.childCount())
    }
    assert {("Statistics", "Ctrl+Shift+S"), ("More suggestions", "F9"), ("Fewer suggestions", "Shift+F9")} <= listed
    dialog.reject()


def test_statistics_of_signed_off_reports_and_of_all_and_of_who_read_what(studio, reports, tmp_path):
    studio.open(reports)
    _decide(studio)
    studio.window.signing_off.begin()
    studio.wait_shown("2-radiologia")
    studio.key("Return")
    dialog = _open(studio)
    assert "Reports: 3" in dialog.states.text() and "signed off: 1" in dialog.states.text()
    assert "in review: 1" in dialog.states.text() and "not opened: 1" in dialog.states.text()
    assert dialog.which.currentData() is True and "for 1 in all" in dialog.time.text()
    assert _row(dialog, "Dates")[1:8] == ["1", "0", "1", "0", "0", "50 % (≥ 9 %)", "100 %"]
    assert _row(dialog, "All classes")[1:8] == ["4", "0", "1", "1", "0", "80 % (≥ 38 %)", "80 %"]
    added = next(r for r in range(dialog.table.rowCount()) if dialog.table.item(r, 4).text() == "1")
    assert dialog.table.item(added, 6).text() == "–" and dialog.table.item(added, 7).text() == "0 %"
    dialog.which.setCurrentIndex(1)
    assert "for 2 in all" in dialog.time.text()
    assert _row(dialog, "Dates")[5] == "1" and _row(dialog, "Patient name")[1] == "2"
    dialog.export_to(tmp_path / "counts.csv")
    assert "counts.csv" in dialog.told.text()
    rows = list(csv.reader((tmp_path / "counts.csv").read_text().splitlines()))
    assert ["begun", "FECHAS", "pending", "1"] in rows and ["all", "", "signed_off", "1"] in rows
    assert not any("alta" in cell or "Luc" in cell for row in rows for cell in row)
    dialog.export_to(tmp_path / "nowhere" / "counts.csv")
    assert "nowhere" in dialog.told.text() and not (tmp_path / "nowhere").exists()
    dialog.reject()

    studio.window.preferences.change(reviewer="Dr. Otero")
    studio.key("Ctrl+Shift+Return")
    dialog = _open(studio)
    assert _people(dialog) == [["Dra. Prueba", "1", "0", "7"], ["Dr. Otero", "0", "0", "1"]]
    assert "No report has been read by two people" in dialog.second.text()
    dialog.reject()
    studio.controller.folder.set_second_policy(SecondPolicy(Choice.RANDOM, 1.0, "00"), {})
    studio.show("1-alta")
    studio.key("Ctrl+Return")
    dialog = _open(studio)
    assert _people(dialog, 3)[1] == ["Dr. Otero", "1", "1"]
    told = dialog.second.text()
    assert "100.0 % of the mentions are equal" in told and "Missed by the first reader: 0" in told
    dialog.reject()


def test_classes_that_are_not_the_folders_are_one_row_without_a_name_of_another_tag_set(studio, own_classes):
    studio.open(own_classes, "1-alta")
    studio.key("Return")
    foreign = Suggestion(Span(0, 7, "SEXO_SUJETO_ASISTENCIA"), 0.5, (Evidence("sweep"),))
    assert studio.controller.perform(dismissing(studio.controller.desk, Finding(foreign)))
    dialog = _open(studio)
    titles = [dialog.table.item(row, 0).text() for row in range(dialog.table.rowCount())]
    assert "SEXO_SUJETO_ASISTENCIA" not in titles and _row(dialog, "not of this folder")[3] == "1"
    dialog.close()
