"""The panels around the report: lists, legend, details, find bar, status."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QLineEdit, QProgressBar

from deid_studio.gui.features.mentions.mentions_model import Column, MentionsModel, Shown
from deid_studio.gui.features.report_list.reports_model import STANDING
from deid_studio.model.edits import Accept, Add, Reject
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.project import ReportState


def _rows(model: QAbstractItemModel, column: int = 0) -> list[str]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


# --- reports ---------------------------------------------------------------------------------------------------


def test_reports_are_in_natural_order_with_state_and_counts_opened_by_keys_and_filtered_by_text_and_state(
    studio, reports, afresh
):
    studio.open(reports)
    model = studio.window.reports.model
    assert _rows(model) == ["1-alta", "2-radiologia", "10-nota"]
    standings = [model.index(row, 0).data(STANDING) for row in range(3)]
    assert [s.state for s in standings] == [
        ReportState.SUGGESTIONS_WAITING, ReportState.SUGGESTIONS_WAITING, ReportState.NOT_OPENED,
    ]  # fmt: skip
    assert [s.pending for s in standings] == [5, 2, 0]
    studio.show("2-radiologia")  # looking is no review
    studio.show("10-nota")
    studio.show("1-alta")
    assert [model.index(row, 0).data(STANDING).state for row in range(3)] == [s.state for s in standings]

    # Arrow keys in the list open reports and keep the focus, other keys lead on.
    listed = studio.window.reports.list
    studio.key("Down", listed)
    studio.wait_shown("2-radiologia")
    assert listed.hasFocus()
    studio.key("Return", listed)
    assert studio.view.hasFocus()
    assert not studio.controller.session.begun  # Return in the list decides nothing
    studio.key("Ctrl+PgDown")
    studio.wait_shown("10-nota")
    studio.key("Ctrl+PgUp")
    studio.key("Ctrl+PgUp")
    studio.wait_shown("1-alta")
    assert studio.window.reports.list.currentIndex().data() == "1-alta"

    # What is decided is counted.
    studio.key("Return")
    assert model.index(0, 0).data(STANDING).state is ReportState.IN_REVIEW
    assert (model.index(0, 0).data(STANDING).pending, model.index(0, 0).data(STANDING).accepted) == (4, 1)
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "In review" in spoken and "4 pending" in spoken

    # Filtered, and without a question once they are signed.
    reports = afresh(reports)
    studio.open(reports)
    panel = studio.window.reports
    studio.key("Ctrl+L")
    assert panel.filter.hasFocus()
    studio.type("radio", panel.filter)
    assert _rows(panel.model) == ["2-radiologia"]
    assert studio.controller.session.name == "1-alta"  # filtering opens nothing
    studio.key("Return", panel.filter)
    studio.wait_shown("2-radiologia")
    studio.type("xyz", panel.filter)
    assert panel.model.rowCount() == 0
    assert panel.none_found.isVisible()
    panel.filter.clear()
    panel.states.setCurrentIndex(panel.states.findData(ReportState.SUGGESTIONS_WAITING))
    assert _rows(panel.model) == ["1-alta", "2-radiologia"]

    # Details ask to read a report before it is signed off, and no longer once it is.
    studio.controller.accept_all()
    studio.controller.select(None)
    studio.window.details.refresh()
    assert "before you sign off" in studio.window.details.evidence.text()
    studio.controller.sign_off()
    studio.show("2-radiologia")
    studio.controller.select(None)
    studio.window.details.refresh()
    assert studio.controller.session.signed
    assert studio.window.details.evidence.text() == "No mention is chosen."


# --- mentions --------------------------------------------------------------------------------------------------


def _desk(count: int) -> Desk:
    suggestion = [
        Suggestion(Span(i * 4, i * 4 + 3, "FECHAS"), 0.5, (Evidence("crf", "", "0.5"),)) for i in range(count)
    ]
    return Desk(Mention(i + 1, s.span, Decision.PENDING, Origin.DETECTOR, s) for i, s in enumerate(suggestion))


@pytest.mark.parametrize("shown", list(Shown))
def test_mentions_model_follows_any_edit(shown):
    tagset = shipped_tagset("meddocan")
    model = MentionsModel(tagset)
    # Keeps checking every promise of a Qt model while the test changes it.
    model.tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    desk = _desk(6)
    model.set_report("a" * 40, desk, tagset)
    model.set_shown(shown)
    for edit in (Accept(2), Reject(3), Accept(6), Add(7, Span(30, 33, "PAIS")), Reject(2), Accept(1)):
        desk = edit.apply(desk)
        model.set_desk(desk)
        assert [model.mention(row) for row in range(model.rowCount())] == [m for m in desk if shown.holds(m)]
    model.set_desk(_desk(6))
    assert model.rowCount() == sum(shown.holds(m) for m in _desk(6))


def test_table_report_and_details_follow_each_other_tell_without_colour_and_find_counts_its_matches(
    studio, reports, invented, afresh
):
    studio.open(reports)
    table = studio.window.mentions.table
    studio.key(".")
    assert table.currentIndex().row() == 1
    studio.key("Down", table)
    assert studio.current_text() == "03/04/2021"
    assert studio.view.current == studio.controller.current
    studio.key("Return", table)  # decides from the table too
    assert studio.texts("accepted") == ["03/04/2021"]
    assert studio.current_text() == "61 años"
    assert table.currentIndex().row() == 3
    panel = studio.window.mentions
    panel.shown.setCurrentIndex(panel.shown.findData(Shown.PENDING))
    assert panel.model.rowCount() == 4
    studio.key("Return")
    assert panel.model.rowCount() == 3
    assert panel.model.mention(table.currentIndex().row()).id == studio.controller.current

    # Line ends and states.
    studio.key("Ctrl+Z")
    panel.shown.setCurrentIndex(panel.shown.findData(Shown.ALL))
    start = invented.alta.index("Villabrezo")
    studio.controller.add(start, start + len("Villabrezo.\r\n"), "TERRITORIO")
    studio.controller.add(invented.alta.index("años.\r\n"), invented.alta.index("Acude") + 5, "EDAD_SUJETO_ASISTENCIA")
    model = studio.window.mentions.model
    studio.settle()
    texts = _rows(model, Column.TEXT.value)
    assert "años.⏎⏎Acude" in texts
    studio.key("Del")
    assert {"○", "✓"} <= set(_rows(model, Column.STATE.value))
    assert model.index(0, Column.CONFIDENCE.value).data() == "97 %"

    # Find, and the details of the current mention.
    reports = afresh(reports)
    studio.open(reports)
    studio.key("Ctrl+F")
    bar = studio.window.find_bar
    assert bar.field.hasFocus()
    studio.type("/2021", bar.field)
    assert bar.count.text() == "1 of 2"
    first = studio.view.selection.range()
    studio.key("Return", bar.field)
    assert bar.count.text() == "2 of 2"
    assert studio.view.selection.range() != first
    studio.key("Return", bar.field)
    assert studio.view.selection.range() == first
    assert not studio.controller.session.begun
    studio.type("zzz", bar.field)
    assert bar.count.text() == "Not found"
    studio.key("Esc", bar.field)
    assert not bar.isVisible()
    assert studio.view.hasFocus()

    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id)
    details = studio.window.details
    studio.settle()
    assert details.phi_class.text() == "Patient name"
    assert "pending" in details.decision.text()
    assert details.text.text() == "Lucía Quintanar Ríos"
    assert "97 %, very likely" in details.evidence.text()
    assert "form or context of a person's name" in details.evidence.text()
    details.accept.click()
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos"]
    details.reject.click()
    assert studio.texts("rejected") == ["556677"]
    studio.select_text("Villabrezo")
    studio.key("T")
    assert "Added by hand" in details.evidence.text()
    # It says how to mark what is selected.
    studio.select_text("Acude")
    assert "press the key of its class" in details.evidence.text() and "lists all classes" in details.evidence.text()
    studio.select_text("Edad")
    assert "(the last was T: " in details.evidence.text()  # of the class that was given last
    studio.view.selection.put(0)
    assert "press the key of its class" not in details.evidence.text()


# --- legend ----------------------------------------------------------------------------------------------------


@pytest.mark.dressed
def test_legend_counts_hides_visits_and_gives_a_class_and_escape_and_tab_lead_from_panel_to_report_and_back(
    studio, reports, afresh
):
    studio.open(reports)
    legend = studio.window.classes
    item = legend._items["FECHAS"]
    studio.qtbot.waitUntil(lambda: (item.text(1), item.text(2), item.text(3)) == ("F", "2", ""))
    legend.tree.itemClicked.emit(item, 0)
    assert studio.current_text() == "03/04/2021"
    legend.tree.itemClicked.emit(item, 0)
    assert studio.current_text() == "05/06/2021"
    legend.tree.setCurrentItem(item)
    legend.accept.click()
    assert studio.texts("accepted") == ["03/04/2021", "05/06/2021"]
    studio.qtbot.waitUntil(lambda: (item.text(2), item.text(3)) == ("", "2"))
    assert not legend.accept.isEnabled()
    item.setCheckState(0, Qt.CheckState.Unchecked)
    assert studio.controller.hidden == {"FECHAS"}
    group = item.parent()
    group.setCheckState(0, Qt.CheckState.Unchecked)
    assert studio.controller.hidden == {"FECHAS", "EDAD_SUJETO_ASISTENCIA"}
    studio.controller.select(studio.mention("556677").id)
    studio.key(".")
    assert studio.current_text() == "Lucía Quintanar Ríos"  # hidden ones are passed over
    group.setCheckState(0, Qt.CheckState.Checked)
    assert studio.controller.hidden == frozenset()

    # The box of a class hides and shows it, and leads nowhere.
    studio.key("Ctrl+Z")
    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id)
    before, desk = studio.current_text(), studio.controller.desk
    studio.window.layout_of_docks.named("classes").raise_()
    row = legend.tree.visualItemRect(legend._items["FECHAS"])
    for hidden in ({"FECHAS"}, set()):
        box = row.topLeft() + QPoint(10, row.height() // 2)
        QTest.mouseClick(legend.tree.viewport(), Qt.MouseButton.LeftButton, pos=box)
        assert studio.controller.hidden == hidden and studio.current_text() == before
    studio.qtbot.waitUntil(lambda: not legend._toggled)
    QTest.mouseClick(legend.tree.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert studio.current_text() == "03/04/2021"
    # It gives its class only by the button.
    studio.select_text("Villabrezo")
    legend.tree.setCurrentItem(legend._items["TERRITORIO"])
    assert studio.controller.desk is desk
    legend.give.click()
    assert studio.mention("Villabrezo").span.phi_class == "TERRITORIO"

    # Between the panels and the report.
    reports = afresh(reports)
    studio.open(reports)
    for model in (studio.window.reports.model, studio.window.mentions.model):  # no rows below rows
        assert model.rowCount(model.index(0, 0)) == 0
        assert model.rowCount(QModelIndex()) > 0
    for widget in (studio.window.reports.filter, studio.window.reports.list, studio.window.mentions.table):
        studio.key("Esc", widget)
        assert studio.view.hasFocus()
    reached = set()
    for _ in range(40):
        studio.key("Tab", QApplication.focusWidget())
        reached.add(QApplication.focusWidget())
    window = studio.window
    assert {window.view, window.reports.filter, window.reports.list, window.mentions.table} <= reached
    assert not studio.controller.session.begun
    nameless = [
        w
        for kind in (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QProgressBar)
        for w in studio.window.findChildren(kind)
        if not (w.accessibleName() or getattr(w, "text", lambda: "")())
        and w.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not w.objectName().startswith("qt_")
        and w.window() is studio.window  # a combo box's own list is not
    ]
    assert not nameless
    before = studio.window.reports.minimumSizeHint().width()
    studio.window.reports.progress_words.setText("0 of 11 signed off · 1 unreadable")
    assert studio.window.reports.minimumSizeHint().width() <= max(before, 250)  # unreadable ones do not widen it


# --- details and find ------------------------------------------------------------------------------------------
