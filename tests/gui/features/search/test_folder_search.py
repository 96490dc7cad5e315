"""The search in all reports of the folder, from its keys to the place that is shown."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from deid_studio.gui.features.search.search_model import HitColumn
from deid_studio.model.mentions import Decision
from deid_studio.review.folder_search import Scope


@pytest.fixture
def search(studio, reports, qtbot):
    """Opens the folder and the search, and searches."""
    studio.open(reports)
    panel = studio.window.search
    tester = QAbstractItemModelTester(panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert tester.model() is panel.model and not panel.isVisible()
    studio.key("Ctrl+Shift+F")
    assert panel.isVisible()

    def searching(text: str, scope: Scope = Scope.TEXT, decision: Decision | None = None) -> list[tuple[str, str]]:
        panel.scope.setCurrentIndex(panel.scope.findData(scope))
        panel.decisions.setCurrentIndex(0 if decision is None else panel.decisions.findData(decision))
        panel.field.setText(text)
        panel.search()
        qtbot.waitUntil(lambda: not panel.searching.running)
        hits = [panel.model.hit(row) for row in range(panel.model.rowCount())]
        return [(hit.report, hit.text) for hit in hits]

    return searching


def test_typing_searches_and_return_opens_at_the_place_and_nothing_of_it_is_kept(
    search, studio, reports, invented, qtbot
):
    panel = studio.window.search
    assert panel.field.hasFocus()
    studio.type("olmedo", panel.field)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 1 and not panel.searching.running)
    assert panel.told.text() == "1 found in one report"
    assert [panel.model.index(0, column.value).data() for column in HitColumn] == [
        "2-radiologia", "2", "", "Nombre: Martín Olmedo Sanz.",
    ]  # fmt: skip
    studio.key("Return", panel.field)
    assert panel.table.hasFocus()
    studio.key("Return", panel.table)
    studio.wait_shown("2-radiologia")
    session = studio.controller.session
    start = session.text.index("Olmedo")
    qtbot.waitUntil(lambda: studio.view.selection.range() == (start, start + 6))
    assert studio.view.hasFocus() and not session.begun
    studio.key("Ctrl+Shift+F")
    assert panel.field.text() == "Olmedo"  # from the selection
    studio.key("Escape", panel.field)
    assert not panel.isVisible() and studio.view.hasFocus()

    # Escape anywhere in the panel and its button close it.
    for inside in (panel.scope, panel.words, panel.close_button, panel.table):
        studio.key("Ctrl+Shift+F")
        inside.setFocus()
        studio.key("Escape", inside)
        assert not panel.isVisible() and studio.view.hasFocus()
    studio.key("Ctrl+Shift+F")
    panel.close_button.click()
    assert not panel.isVisible() and studio.view.hasFocus()

    # Places behind an emoji are exact.
    studio.key("Ctrl+Shift+F")
    assert search("556677") == [("1-alta", "556677")]
    panel.table.clicked.emit(panel.model.index(0, 0))
    start = invented.alta.index("556677")
    qtbot.waitUntil(lambda: studio.view.selection.range() == (start, start + 6))
    search("quintanar")
    assert not list(reports.rglob(".deid-studio/project.db"))


def test_mentions_of_all_reports_and_text_that_none_covers_are_found_and_what_cannot_be_read_is_told(
    search, studio, reports, invented, qtbot, afresh
):
    panel = studio.window.search
    search("x")
    assert not panel.classes.isVisible() and not panel.decisions.isVisible()
    assert search("2021", Scope.MENTIONS) == [("1-alta", "2021"), ("1-alta", "2021")]
    assert panel.classes.isVisible() and panel.decisions.isVisible()
    panel.classes.setCurrentIndex(panel.classes.findData("PAIS"))
    assert search("2021", Scope.MENTIONS) == []
    panel.classes.setCurrentIndex(0)
    studio.controller.select(studio.mention("03/04/2021").id, show=True)
    studio.key("Return")
    assert search("2021", Scope.MENTIONS, Decision.ACCEPTED) == [("1-alta", "2021")]
    assert search("", Scope.MENTIONS, Decision.PENDING)[-2:] == [
        ("2-radiologia", "Martín Olmedo Sanz"), ("2-radiologia", "11/12/2020"),
    ]  # fmt: skip
    assert not search("", Scope.MENTIONS)  # nothing is asked for
    studio.show("2-radiologia")
    assert search("2021", Scope.MENTIONS, Decision.ACCEPTED) == [("1-alta", "2021")]  # from the journal
    assert panel.model.index(0, HitColumn.MENTION.value).data() == "✓ Dates"
    panel.table.clicked.emit(panel.model.index(0, 0))
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: studio.current_text() == "03/04/2021")

    # Unmarked text is what no mention covers.
    assert search("elvira", Scope.UNMARKED) == [("1-alta", "Elvira")]
    assert search("quintanar", Scope.UNMARKED) == []
    assert panel.told.text() == "Not found"
    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id, show=True)
    studio.key("Del")
    assert search("quintanar", Scope.UNMARKED) == [("1-alta", "Quintanar")]

    # Options, and what cannot be read.
    reports = afresh(reports)
    studio.open(reports)
    panel = studio.window.search
    (reports / "2-radiologia.txt").write_bytes(b"%PDF-1.7")
    assert search("LUCIA") == [("1-alta", "Lucía")]
    assert panel.told.text().endswith("not searched, because they cannot be read: 1")
    panel.exact.setChecked(True)
    assert search("LUCIA") == []
    panel.exact.setChecked(False)
    panel.words.setChecked(True)
    assert search("Luc") == []
    panel.words.setChecked(False)

    # A text that is gone is told.
    (reports / "2-radiologia.txt").write_text(invented.radiologia)
    assert search("hallazgos") == [("2-radiologia", "hallazgos")]
    (reports / "2-radiologia.txt").write_bytes(b"Nombre: Otra Persona. Sin nada.\n")
    panel.table.clicked.emit(panel.model.index(0, 0))
    studio.wait_shown("2-radiologia")
    qtbot.waitUntil(lambda: "does not stand there" in panel.told.text())
