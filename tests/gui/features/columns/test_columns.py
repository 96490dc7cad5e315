"""A report with tables: its columns are offered, shown by a key, and remembered for this report."""

from __future__ import annotations

import time

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.gui.features.columns.tables import table_width
from deid_studio.model.edits import Add
from deid_studio.model.span import Span

pytestmark = pytest.mark.dressed

_TABLE = (
    "ANALÍTICA\n"
    "Paciente      : Ríos, Lucía        N.º muestra   : 26021\n"
    "Historia      : 0077351            Cama          : 312-B\n"
    "Extracción    : 17/02/2026         Validación    : 17/02/2026\n"
    "Glucosa       : 99 mg/dl           Urea          : 31 mg/dl\n"
    "Sin otros hallazgos, " + "con un comentario largo que sigue y sigue " * 6 + "\n"
)


def _open(studio, reports):
    (reports / "1-alta.txt").write_text(_TABLE, "utf-8")
    studio.open(reports, "1-alta")


def _x(studio, word: str) -> int:
    view = studio.view
    cursor = view.textCursor()
    cursor.setPosition(view.page.offsets.to_shown(_TABLE.index(word)))
    return view.cursorRect(cursor).left()


def _is_fixed(studio) -> bool:
    metrics = QFontMetricsF(studio.view.font())
    return metrics.horizontalAdvance("iiii") == metrics.horizontalAdvance("MMMM")


def _settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


def test_columns_stand_one_below_the_other_once_they_are_asked_for_in_a_narrow_window_too(studio, reports):
    _open(studio, reports)
    assert studio.window.columns.offer.isVisible()
    assert _x(studio, ": 312-B") != _x(studio, ": 31 mg/dl")
    studio.key("Ctrl+Shift+T")
    _settle()
    columns = [_x(studio, word) for word in (": 26021", ": 312-B", ": 17/02/2026\nGlucosa", ": 31 mg/dl")]
    assert len(set(columns)) == 1 and _is_fixed(studio)
    assert not studio.window.columns.offer.isVisible()
    block = studio.view.document().findBlockByNumber(1)
    assert block.layout().lineCount() == 1  # no line of the table is broken, but the long comment is
    assert studio.view.document().findBlockByNumber(5).layout().lineCount() > 1
    studio.key("Ctrl+Shift+T")
    _settle()
    assert studio.window.columns.offer.isVisible() and not _is_fixed(studio)

    # A table is whole in a narrow window, and scrolled sideways.
    studio.window.columns.offer.click()
    studio.window.resize(640, 600)
    for _ in range(6):
        studio.key("Ctrl++")
    _settle()
    view = studio.view
    assert [view.document().findBlockByNumber(line).layout().lineCount() for line in range(1, 5)] == [1] * 4
    assert view.horizontalScrollBar().maximum() > 0


def test_tabs_lead_as_far_as_where_they_were_typed_and_a_mention_that_is_gone_to_is_in_sight_to_its_end(
    studio, reports
):
    row = "NHC:\t00482917\tEpisodio:\tU-2024-118834\tPoblación:\tVillabrezo (Tarragona)\n"
    text = f"INFORME\n{row * 5}"
    (reports / "1-alta.txt").write_text(text, "utf-8")
    studio.open(reports, "1-alta")
    studio.key("Ctrl+Shift+T")
    studio.window.resize(640, 600)
    _settle()
    view = studio.view
    assert [view.document().findBlockByNumber(line).layout().lineCount() for line in range(1, 6)] == [1] * 5

    def go_to(word: str) -> int:
        view.set_current(next(m.id for m in studio.controller.desk if m.span.text(text) == word))
        return view.cursorRect().left() + view.horizontalScrollBar().value()

    for word in ("NHC", "00482917", "Villabrezo (Tarragona)"):
        at = text.index(word)
        studio.controller.perform(Add(studio.controller.desk.next_id, Span(at, at + len(word), "TERRITORIO")))
    letter = QFontMetricsF(view.font()).horizontalAdvance("0")
    assert go_to("00482917") - go_to("NHC") == pytest.approx(8 * letter, abs=2)
    bar = view.horizontalScrollBar()
    assert bar.value() == 0 < bar.maximum()
    end = go_to("Villabrezo (Tarragona)") + letter * len("Villabrezo (Tarragona)")
    assert end <= bar.value() + view.viewport().width()
    go_to("00482917")
    assert bar.value() == 0


def test_the_choice_is_remembered_for_the_report_and_no_other(make_studio, reports):
    studio = make_studio()
    _open(studio, reports)
    studio.key("Ctrl+Shift+T")
    studio.show("2-radiologia")
    assert not _is_fixed(studio) and not studio.window.columns.offer.isVisible()
    assert not studio.window.actions_by_id["columns"].isChecked()
    studio.show("1-alta")
    assert _is_fixed(studio) and studio.window.actions_by_id["columns"].isChecked()
    studio.window.close()
    again = make_studio()
    again.open(reports, "1-alta")
    assert _is_fixed(again)
    assert not (reports / ".deid-studio").exists()  # to look at a report writes nothing into its folder


def test_tables_are_known_among_the_samples():
    wide = {
        path.stem[:2]
        for path in (paths.resources() / "samples").glob("*-*.txt")
        if table_width(path.read_text("utf-8"))
    }
    assert "06" in wide and not {"01", "04", "08", "09"} & wide


def test_a_report_of_nothing_but_line_ends_is_looked_through_at_once():
    began = time.process_time()
    assert table_width("Nombre | NHC\n" * 4 + "\n" * 1_000_000) == 0
    assert table_width("Nombre   NHC\n" * 4 + "\n" * 1_000_000) == len("Nombre   NHC")
    assert time.process_time() - began < 1
