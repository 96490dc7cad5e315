"""The reports list: sorted by benefit and otherwise, filtered, with who signed and when; and the mentions' order."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from deid_studio.gui.features.mentions.mentions_model import Column, MentionOrder
from deid_studio.gui.features.report_list import pacing
from deid_studio.gui.features.report_list.reports_model import STANDING
from deid_studio.gui.features.report_list.reports_panel import state_text
from deid_studio.gui.words.dates import relative_date
from deid_studio.review.figures.pace import Pace
from deid_studio.review.journal import Counts, EventKind
from deid_studio.review.project import ReportState
from deid_studio.review.report_order import SortBy

NAMES = ["1-alta", "2-radiologia", "10-nota"]


def _listed(studio) -> list[str]:
    model = studio.window.reports.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def _sort(studio, by: SortBy) -> None:
    box = studio.window.reports.sort
    box.setCurrentIndex(box.findData(by))
    box.activated.emit(box.currentIndex())


def _decide_all(studio) -> None:
    studio.controller.accept_all()
    assert studio.controller.sign_off()


def test_unknown_ones_come_last_nothing_moves_until_it_is_asked_for_and_the_order_is_kept_in_the_project(
    studio, reports, preannotator, qtbot, afresh
):
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    panel = studio.window.reports
    _sort(studio, SortBy.LEAK)
    panel.direction.click()  # the least first
    assert _listed(studio) == NAMES
    preannotator.held = False
    qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    assert _listed(studio) == NAMES and panel.again.isVisible()
    panel.again.click()
    assert _listed(studio) == NAMES[::-1] and not panel.again.isVisible()

    panel.direction.click()
    studio.show("10-nota")
    _decide_all(studio)
    studio.wait_shown("2-radiologia")  # 1-alta was opened already, and passed over
    assert _listed(studio)[-1] == "10-nota"
    _decide_all(studio)
    studio.wait_shown("1-alta")

    # Kept in the project.
    reports = afresh(reports)
    studio.open(reports)
    panel, order = studio.window.reports, studio.controller.report_order
    _sort(studio, SortBy.PENDING)
    studio.controller.close_folder()
    assert not (reports / ".deid-studio" / "project.db").exists()  # sorting makes no file
    studio.open(reports)
    assert order.by is SortBy.NAME
    _sort(studio, SortBy.LEAK)
    panel.direction.click()
    studio.key("Return")
    studio.show("2-radiologia")
    _reopen(studio, reports, "2-radiologia")
    assert (order.by, order.descending) == (SortBy.LEAK, False)
    assert panel.sort.currentData() == SortBy.LEAK

    # A report that was begun before is known after opening.
    facts = order.facts
    qtbot.waitUntil(lambda: facts.benefit_of("1-alta") is not None and facts.decided_at("1-alta") is not None)
    assert facts.benefit_of("1-alta").leak == pytest.approx(3.21)
    _sort(studio, SortBy.DATE)
    panel.direction.click()
    assert _listed(studio)[0] == "1-alta"

    # Reports are filtered by reviewer.
    journal = studio.controller.folder.project.journal()
    begin = {"text_sha256": "", "ann_sha256": None, "model": "", "text": "", "next_id": 1, "mentions": []}
    journal.append("10-nota", EventKind.UNDO, {}, reviewer="Dr. Otro", counts=Counts(0, 0, 0), after=0, begin=begin)
    _reopen(studio, reports)
    box = panel.reviewers
    assert box.isVisible()
    assert [box.itemData(row) for row in range(box.count())] == ["", "Dr. Otro", "Dra. Prueba"]
    box.setCurrentIndex(1)
    assert _listed(studio) == ["10-nota"]


def test_steps_follow_every_order_signing_off_keeps_to_the_filter_and_who_signed_and_the_time_left_are_told(
    studio, reports, qtbot, monkeypatch, afresh
):
    asked = []
    monkeypatch.setattr(pacing, "LEAST", 1)
    monkeypatch.setattr(pacing, "read_pace", lambda request, progress: asked.append(request) or Pace(60, 5))
    studio.open(reports)
    panel = studio.window.reports
    assert not asked and not panel.pace_words.isVisible()
    panel.show_pace(Pace(1200, 5))
    assert panel.pace_words.isVisible() and panel.pace_words.text() == "about 1 h left"
    panel.show_pace(None)
    assert not panel.pace_words.isVisible()

    panel.filter.setText("a")
    panel.filter.setText("nota")
    assert _listed(studio) == ["10-nota"] and panel.outside.isVisible()
    _decide_all(studio)
    studio.wait_shown("10-nota")
    assert not panel.outside.isVisible()
    # Pace is that of the reports that this person signed.
    qtbot.waitUntil(panel.pace_words.isVisible)
    assert (asked[0].reviewer, asked[0].signed) == ("Dra. Prueba", {"1-alta"})
    assert panel.pace_words.text() == "about 2 min left"
    _decide_all(studio)
    studio.wait_shown("2-radiologia")  # none that fits is left: on to the others

    panel.filter.clear()
    tip = panel.model.index(panel.model.row_of("1-alta"), 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "Signed off by Dra. Prueba, today " in tip
    assert not panel.reviewers.isVisible()  # one person alone needs no filter

    # In every order and direction.
    reports = afresh(reports)
    studio.open(reports)
    panel = studio.window.reports
    panel.direction.click()
    studio.key("Ctrl+PgUp")
    studio.wait_shown("2-radiologia")
    panel.filter.setText("1")
    studio.key("Ctrl+PgDown")
    studio.wait_shown("1-alta")
    panel.filter.clear()
    panel.direction.click()

    assert _listed(studio) == NAMES and not panel.again.isVisible()
    panel.direction.click()
    assert _listed(studio) == NAMES[::-1]
    for by in (SortBy.LEAK, SortBy.UNCERTAINTY, SortBy.PENDING):
        _sort(studio, by)
        assert _listed(studio) == NAMES  # five, two and no suggestions
        panel.direction.click()
        assert _listed(studio) == NAMES[::-1]
    assert studio.controller.session.name == "1-alta"  # sorting opens nothing
    assert panel.list.currentIndex().data() == "1-alta"
    # What is sorted by is told; a state that came since is no reason to move.
    _sort(studio, SortBy.NAME)
    panel.states.setCurrentIndex(panel.states.findData(ReportState.SUGGESTIONS_WAITING))
    tip = panel.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "if it were released now: about 4" in tip and "bits" in tip
    studio.key("Return")
    assert "if it were released now: about 3" in panel.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert _listed(studio) == ["1-alta", "2-radiologia"]


def _reopen(studio, reports, first: str | None = None) -> None:
    studio.controller.close_folder()
    studio.open(reports, first)


def test_a_kept_order_sorts_itself_once_after_opening_unless_somebody_has_been_at_the_list(
    studio, reports, preannotator, qtbot
):
    by_leak = ["2-radiologia", "1-alta", "10-nota"]

    def left_sorted_and_reopened() -> None:
        """Left where the first report, which was begun, is not the first; nothing is suggested yet of the others."""
        studio.controller.accept_all()
        _sort(studio, SortBy.LEAK)
        assert _listed(studio) == by_leak
        studio.controller.close_folder()
        preannotator.held = True
        studio.window.open_folder(reports)
        studio.wait_shown("1-alta")
        qtbot.waitUntil(lambda: studio.controller.report_order.facts.read)
        assert _listed(studio)[0] == "1-alta"

    def suggested() -> None:
        preannotator.held = False
        qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)

    studio.open(reports)
    again = studio.window.reports.again
    left_sorted_and_reopened()
    suggested()
    assert _listed(studio) == by_leak
    assert not again.isVisible()
    studio.key("Ctrl+Z")
    assert _listed(studio) == by_leak  # and not a second time
    assert again.isVisible()

    left_sorted_and_reopened()
    before = _listed(studio)
    studio.show("10-nota")
    suggested()
    assert _listed(studio) == before and again.isVisible()


def test_dates_as_people_say_them():
    now = datetime(2026, 3, 4, 12, 0).astimezone()
    assert relative_date((now - timedelta(hours=2, minutes=55)).isoformat(), now) == "today 9:05"
    assert relative_date((now - timedelta(days=1)).isoformat(), now) == "yesterday 12:00"
    assert relative_date((now - timedelta(days=9)).isoformat(), now) == "23 Feb"
    assert relative_date((now - timedelta(days=99)).isoformat(), now) == "25 Nov 2025"
    assert relative_date("", now) == ""


# --- mentions --------------------------------------------------------------------------------------------------


def _texts(studio) -> list[str]:
    model = studio.window.mentions.model
    text = studio.controller.session.text
    return [model.mention(row).span.text(text) for row in range(model.rowCount())]


def _order(studio, order: MentionOrder) -> None:
    box = studio.window.mentions.order
    box.setCurrentIndex(box.findData(order))


IN_TEXT = ["Lucía Quintanar Ríos", "556677", "03/04/2021", "61 años", "05/06/2021"]
BY_UNCERTAINTY = ["61 años", "03/04/2021", "05/06/2021", "556677", "Lucía Quintanar Ríos"]


def test_mentions_in_every_order_titles_of_columns_sort_and_no_date_of_a_signed_report_is_cut(studio, reports, afresh):
    tester = QAbstractItemModelTester(studio.window.mentions.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    studio.open(reports)
    assert _texts(studio) == IN_TEXT
    _order(studio, MentionOrder.UNCERTAINTY)
    assert _texts(studio) == BY_UNCERTAINTY
    _order(studio, MentionOrder.LEAK)
    assert _texts(studio) == ["Lucía Quintanar Ríos", "556677", "03/04/2021", "05/06/2021", "61 años"]
    _order(studio, MentionOrder.TEXT)
    assert _texts(studio) == ["03/04/2021", "05/06/2021", "556677", "61 años", "Lucía Quintanar Ríos"]
    _order(studio, MentionOrder.DECISION)
    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id, show=True)
    studio.key("Return")
    assert _texts(studio)[-1] == "Lucía Quintanar Ríos"
    assert studio.window.mentions.table.currentIndex().row() == _texts(studio).index(studio.current_text())
    for order in MentionOrder:
        _order(studio, order)
        assert sorted(_texts(studio)) == sorted(IN_TEXT)
    assert tester.model() is studio.window.mentions.model

    studio.key("Ctrl+Z")
    panel = studio.window.mentions
    header = panel.table.horizontalHeader()
    _order(studio, MentionOrder.PLACE)
    orders = []
    for _ in range(3):
        header.sectionClicked.emit(Column.CONFIDENCE.value)
        orders.append(panel.order.currentData())
    assert orders == [MentionOrder.LEAK, MentionOrder.UNCERTAINTY, MentionOrder.PLACE]
    header.sectionClicked.emit(Column.TEXT.value)
    assert panel.order.currentData() == MentionOrder.TEXT
    header.sectionClicked.emit(Column.CLASS.value)
    assert panel.order.currentData() == MentionOrder.CLASS

    # The next pending one follows an order by benefit alone.
    _order(studio, MentionOrder.UNCERTAINTY)
    studio.controller.select(studio.mention("61 años").id, show=True)
    visited = []
    for _ in IN_TEXT:
        visited.append(studio.current_text())
        studio.key("Return")
    assert visited == BY_UNCERTAINTY
    assert _texts(studio) == BY_UNCERTAINTY  # rows stay while one decides
    studio.key("Ctrl+Z")
    studio.key("Ctrl+Z")
    _order(studio, MentionOrder.TEXT)
    studio.controller.select(None)
    studio.key(".")
    assert studio.current_text() == "Lucía Quintanar Ríos"  # by place

    # What is told of a signed report is not cut within its date.
    reports = afresh(reports)
    studio.open(reports)
    _decide_all(studio)
    standing = studio.window.reports.model.index(0, 0).data(STANDING)
    told = [state_text(standing, lambda words, most=most: len(words) <= most) for most in (99, 30, 10)]
    date = relative_date(standing.signed_at)
    assert told[1] == f"{told[2]} · {date}" and told[0].startswith(f"{told[1]} · ") and date not in told[2]
