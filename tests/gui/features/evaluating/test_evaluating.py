"""The evaluation page: figures, the matrix walked by keys, errors in their report, export, and whose are shown."""

from __future__ import annotations

import json

import pytest
from PySide6.QtGui import QImage

from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
from deid_studio.corpora.plan import Plan
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.project import Project


def page_of(studio):
    studio.window.actions_by_id["evaluate"].trigger()
    return studio.window.features["evaluating"].dialog


def wait_measured(studio, page):
    studio.qtbot.waitUntil(lambda: page.found is not None)


def rows_of(table):
    return [
        [table.item(row, column).text() for column in range(table.columnCount())] for row in range(table.rowCount())
    ]


def figures_of(studio, page):
    page.tabs.setCurrentWidget(page.corpus)
    studio.qtbot.waitUntil(lambda: bool(page.corpus.tables.toPlainText()))
    return page.corpus.tables.toPlainText()


def test_suggestions_are_measured_against_what_was_signed_down_to_an_error_in_its_report(studio, reports, tmp_path):
    studio.open(reports)
    studio.controller.accept_all()
    studio.controller.perform(Add(studio.controller.desk.next_id, Span(1, 5, "PAIS")))
    studio.controller.sign_off()
    studio.show("2-radiologia")
    page = page_of(studio)
    wait_measured(studio, page)
    assert "5 of the 6 mentions" in page.figures.text() and "flatters" in page.figures.text()
    assert {row[0]: row[1:5] for row in rows_of(page.tables.classes)}["Country"] == ["1", "0", "1", "0"]
    assert len(rows_of(page.mistakes.table)) == 1

    assert page.corpus is None  # it is no corpus
    heat_map = page.heat_map
    rows, columns = list(heat_map.matrix.rows), list(heat_map.matrix.columns)
    heat_map.setCurrentCell(rows.index("PAIS"), columns.index("Missing") - 1)
    studio.key("Return", heat_map)
    assert page.mistakes.about.text().endswith(": 0")
    studio.key("Right", heat_map)
    studio.key("Return", heat_map)
    assert page.mistakes.about.text() == "Country → not found: 1"
    said = heat_map.model().index(rows.index("PAIS"), columns.index("Missing")).data(0x000B)  # AccessibleTextRole
    assert said == "Country in gold, measured as not found: 1"
    page.tables.reports.itemActivated.emit(page.tables.reports.item(0, 0))
    assert page.mistakes.about.text() == "1-alta: 1"
    page.mistakes.table.itemActivated.emit(page.mistakes.table.item(0, 0))
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: studio.window.workbench.selected_text() == "NFOR")

    for ending in ("csv", "json", "svg", "png"):
        page.export_to(tmp_path / f"figures.{ending}")
    assert json.loads((tmp_path / "figures.json").read_text())["ner"]["fn"] == 1
    assert "class,PAIS,," in (tmp_path / "figures.csv").read_text()
    assert "Country" in (tmp_path / "figures.svg").read_text() and not QImage(str(tmp_path / "figures.png")).isNull()
    page.export_to(tmp_path / "nowhere" / "figures.csv")
    assert "nowhere" in page.told.text()
    page.reject()


@pytest.fixture
def corpus(reports):
    """A corpus of the tests' reviewer and Luis in a tag set of its own, with one report that both signed, and gold."""
    tagset = TagSet("own", "1", (PhiClass("PERSONA", {}), PhiClass("FECHA", {})))
    corpus = make_corpus(
        reports.with_name("corpus"), "C", reports, annotators_named(["Dra. Prueba", "Luis"]), Plan(), tagset
    )
    corpus.fill_gold("Eva", ["1-alta"])
    layers = [*map(corpus.layer, corpus.corpus.annotators), corpus.gold]
    spans = [Span(26, 45, "PERSONA")], [Span(26, 31, "PERSONA")], [Span(26, 45, "PERSONA"), Span(80, 90, "FECHA")]
    for folder, marked, who in zip(layers, spans, ("Dra. Prueba", "Luis", "Eva"), strict=True):
        project = Project(folder, tagset, who)
        session = project.open("1-alta")
        for span in marked:
            session.perform(Add(session.desk.next_id, span))
        session.sign_off()
        project.close()
    return corpus


def test_an_annotator_is_measured_against_gold_and_sees_nobody_else_and_who_adjudicates_measures_all_pairs(
    studio, corpus, reports
):
    studio.open(corpus.layer(corpus.corpus.annotators[0]))
    page = page_of(studio)
    wait_measured(studio, page)
    assert "1 of the 2 mentions" in page.figures.text()
    assert page.pairs is None and "Luis" not in {page.own.itemText(at) for at in range(page.own.count())}
    told = figures_of(studio, page)
    assert "Dra. Prueba and adjudicated gold: 1 reports" in told and "Luis" not in told
    assert "you and who leads" in page.corpus.told.text()
    before = page.figures.text()
    page.take_folder(page.own, corpus.layer(corpus.corpus.annotators[1]))
    assert "Luis" in page.told.text() and page.figures.text() == before
    page.reject()

    studio.window.preferences.change(reviewer="Eva")
    studio.open(corpus.gold)
    page = page_of(studio)
    wait_measured(studio, page)
    assert "1 of the 2 mentions" in page.figures.text()
    told = figures_of(studio, page)
    assert "Dra. Prueba and Luis: 1 reports" in told and "κ" in told and "α" in told and "2 blind, 0 with" in told
    of_class = [line.split() for line in told.splitlines() if line.split()[:1] == ["FECHA"]]
    assert "FECHA 0.0000 κ 0.0000 0 + 0 + 1".split() in of_class  # of one and gold
    assert any(len(line) > 3 and line[2].startswith("(") for line in of_class)  # α, with its interval
    page.tabs.setCurrentWidget(page.pairs)
    agreed = page.pairs.heat_map
    studio.qtbot.waitUntil(lambda: agreed.rowCount() == 3)
    assert [agreed.item(row, 1).text() for row in range(3)] == ["66", "", "0"]
    assert all(agreed.matrix.is_good(one, other) for one in "012" for other in "012")  # none is tinted as an error
    agreed.setCurrentCell(2, 1)
    studio.key("Return", agreed)
    assert page.found is None
    wait_measured(studio, page)
    assert (page.gold.currentText(), page.own.currentText()) == ("Luis", "Dra. Prueba")
    assert rows_of(page.mistakes.table)[0][:4] == ["1-alta", "other ends", "PERSONA", "PERSONA"]
    page.gold.setCurrentIndex(page.gold.findText("Luis"))
    page.own.setCurrentIndex(page.own.findText("Luis"))
    page.own.activated.emit(page.own.currentIndex())
    assert "two different" in page.told.text() and not page.export.isEnabled()
    studio.open(reports)  # another folder closes the page
    assert studio.window.features["evaluating"].dialog is None
