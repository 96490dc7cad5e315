"""Corpus checks in the window: the list is worked through by keys, answers stay, and what is mended leaves it."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from deid_studio.formats.brat import parse_ann
from deid_studio.gui.features.corpus_checks import corpus_checks_panel
from deid_studio.gui.features.corpus_checks.corpus_findings_model import FindingColumn
from deid_studio.review.folder_journal import kept_in
from deid_studio.review.kept_settings import CORPUS_ANSWERS
from tests.gui.conftest import Studio


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """The place of a finding is shown without waiting for further arrows."""
    monkeypatch.setattr(corpus_checks_panel, "_SHOWN_AFTER_MS", 10)


@pytest.fixture
def corpus(tmp_path):
    """Ten annotated reports in two classes of their own, of which one misses a name (a detector suggests it), one has
    a sign too much and one another class; and one that nobody has annotated."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "annotation.conf").write_text(
        '[entities]\nPERSONA\nLUGAR\n# deid: PERSONA kind="person" role="patient"\n# deid: LUGAR kind="place"\n'
    )
    for number in range(10):
        text = f"Informe {number}.\nNombre: Rosa Vidal. De Lugo.\n"
        marks = {"Rosa Vidal": "PERSONA", "Lugo." if number == 3 else "Lugo": "PERSONA" if number == 5 else "LUGAR"}
        if number == 7:
            del marks["Rosa Vidal"]
        lines = (
            f"T{at}\t{name} {text.index(own)} {text.index(own) + len(own)}\t{own}\n"
            for at, (own, name) in enumerate(marks.items(), 1)
        )
        (folder / f"r{number}.txt").write_text(text)
        (folder / f"r{number}.ann").write_text("".join(lines))
    (folder / "sin.txt").write_text("Rosa Vidal, de Lugo.\n")
    return folder


def panel_of(studio: Studio):
    studio.key("Ctrl+Shift+C")
    panel = studio.window.features["corpus_checks"]
    studio.qtbot.waitUntil(lambda: panel._checking.checked is not None and not panel._checking.running)
    return panel


def rows_of(panel) -> list[tuple[str, str, str]]:
    shown = FindingColumn.REPORT, FindingColumn.KIND, FindingColumn.CLASSES
    return [
        tuple(panel.model.index(row, column.value).data() for column in shown) for row in range(panel.model.rowCount())
    ]


def wait_selected(studio: Studio, text: str) -> None:
    studio.qtbot.waitUntil(lambda: studio.window.workbench.selected_text() == text)


def test_the_list_is_worked_through_by_keys_and_falls(studio, corpus):
    studio.open(corpus)
    panel = panel_of(studio)
    tester = QAbstractItemModelTester(panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert tester.model() is panel.model
    assert rows_of(panel) == [
        ("r3", "Sign at an end", "LUGAR: other ends"),
        ("r5", "Elsewhere of another class", "PERSONA → LUGAR"),
        ("r7", "Unlike others of its label", "– → PERSONA"),
    ]
    assert panel.told.text() == "To be answered: 3 of 3 (reports: 10)."
    table = panel.table
    studio.qtbot.waitUntil(table.hasFocus)
    wait_selected(studio, "Lugo.")
    assert studio.controller.session.name == "r3" and "«Lugo»" in panel.why.text() and "“.”" in panel.why.text()

    studio.key("Return", table)  # takes the proposal, and shows the next place
    assert studio.texts("accepted") == ["Rosa Vidal", "Lugo"]
    studio.wait_shown("r5")
    assert "of «LUGAR»" in panel.why.text()  # by its title, as everywhere in the window
    wait_selected(studio, "Lugo")
    assert table.hasFocus() and panel.told.text().startswith("To be answered: 2 of 3")

    studio.key("Backspace", table)  # right as it is, and nothing of the report is decided by that
    assert not studio.controller.session.begun and [row[0] for row in rows_of(panel)] == ["r7"]
    wait_selected(studio, "Rosa Vidal")
    assert [answer.who for answer in kept_in(corpus, CORPUS_ANSWERS).values()] == ["Dra. Prueba"]

    studio.key("L", table)  # a class's key gives that class
    assert studio.mention("Rosa Vidal").span.phi_class == "LUGAR" and rows_of(panel) == []
    studio.key("Ctrl+Z")
    assert [row[0] for row in rows_of(panel)] == ["r7"]
    studio.key("Ctrl+Shift+C")
    studio.key("Return", table)
    assert studio.mention("Rosa Vidal").span.phi_class == "PERSONA" and "0 of 3" in panel.told.text()

    panel.answered.click()
    assert [row[:2] for row in rows_of(panel)] == [
        ("r3", "Mended: Sign at an end"),
        ("r5", "Right: Elsewhere of another class"),
        ("r7", "Mended: Unlike others of its label"),
    ]
    studio.save()
    assert "Lugo" in {span.text((corpus / "r3.txt").read_text()) for span in _spans(corpus, "r3")}

    studio.controller.close_folder()
    studio.open(corpus)  # what was answered is known, and comes back when one wants it to
    panel = panel_of(studio)
    panel.answered.setChecked(False)
    assert rows_of(panel) == []
    panel.answered.click()
    studio.key("Backspace", panel.table)
    assert kept_in(corpus, CORPUS_ANSWERS) == {} and rows_of(panel)[0][:2] == ("r5", "Elsewhere of another class")


def test_what_has_no_proposal_leads_to_its_place_and_kinds_and_reports_are_chosen(studio, corpus):
    (corpus / "copia.txt").write_bytes((corpus / "r0.txt").read_bytes())
    (corpus / "copia.ann").write_bytes((corpus / "r0.ann").read_bytes())
    studio.open(corpus)
    panel = panel_of(studio)
    panel.kinds.setCurrentIndex(panel.kinds.findText("Copy of another report (1)"))
    assert [row[0] for row in rows_of(panel)] == ["r0"] and "copia" in panel.why.text()
    studio.key("Return", panel.table)
    studio.wait_shown("r0")
    studio.key("Return", panel.table)
    assert studio.view.hasFocus() and not studio.controller.session.begun
    panel.reports.setCurrentIndex(panel.reports.findText("Signed-off reports"))
    panel.check.click()
    studio.qtbot.waitUntil(lambda: not panel._checking.running)
    assert panel.told.text() == "No report is annotated yet." and rows_of(panel) == []
    panel.check.click()
    studio.controller.jobs.cancel("corpus_checks")
    assert panel.check.isEnabled()


def _spans(folder, name):
    path = folder / f"{name}.ann"
    return parse_ann(path.read_bytes(), path.with_suffix(".txt").read_text(), path).spans
