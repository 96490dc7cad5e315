"""A folder whose journal is not whole opens the page on which it is recovered, and never as a new one."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtWidgets import QMessageBox

from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.review.project import Project


@pytest.fixture
def decided(studio, reports):
    """A folder of which one report is signed off and another begun, by a program that ended."""
    project = Project(reports, studio.controller.default_tagset, "Dra. Prueba")
    names = [entry.name for entry in project.entries]
    for name in names[:2]:
        session = project.open(name)
        text = session.text
        at = text.index("Nombre: ") + 8
        session.offer((), "m")
        session.perform(Add(1, Span(at, at + 5, "NOMBRE_SUJETO_ASISTENCIA")))
        if name == names[0]:
            session.sign_off()
        session.save()
    project.close()
    return reports


def page(studio, folder):
    """The page that opening a folder leads to, filled."""
    studio.window.open_folder(folder)
    studio.qtbot.waitUntil(lambda: studio.window.recovering.shown is not None)
    shown = studio.window.recovering.shown
    studio.qtbot.waitUntil(lambda: shown.recover.isEnabled() or shown.list.topLevelItemCount() > 0)
    return shown


def rows(shown):
    items = (shown.list.topLevelItem(row) for row in range(shown.list.topLevelItemCount()))
    return {item.text(0): item.text(1) for item in items}


def test_closing_the_page_changes_nothing_and_a_cut_journal_is_recovered_and_the_folder_opened(studio, decided):
    journal = decided / ".deid-studio" / "project.db"
    whole = journal.read_bytes()
    journal.write_bytes(b"x" * 4096)
    others = [path for path in decided.rglob("*") if path.is_file() and path.parent != journal.parent]
    before = {path: path.read_bytes() for path in others}
    shown = page(studio, decided)
    shown.reject()
    assert studio.window.recovering.shown is None and studio.controller.folder is None
    assert journal.read_bytes() == b"x" * 4096
    assert all(path.read_bytes() == data for path, data in before.items())
    shown = page(studio, decided)
    assert shown.isVisible()
    shown.reject()

    journal.write_bytes(whole[:5000])
    shown = page(studio, decided)
    assert studio.controller.folder is None and set(rows(shown).values()) == {"safe"}
    assert "Safe: 2." in shown.summary.text() and "put-aside" in shown.safe.text()
    assert "cannot be read" in shown.told.text()
    shown.recover.click()
    studio.qtbot.waitUntil(lambda: studio.controller.folder is not None)
    assert studio.controller.folder.signed_off == 1
    told = studio.window.messages.shown("recovery")
    assert "recovered" in told.text and ".deid-studio/put-aside/" in told.detail
    assert studio.window.recovering.shown is None
    traces = shutil.ignore_patterns(".deid-studio", "retraining", "review.jsonl")
    other = shutil.copytree(decided, decided.parent / "otra", ignore=traces)
    studio.window.open_folder(other)
    studio.qtbot.waitUntil(lambda: studio.controller.folder.project.folder == other)
    assert studio.window.messages.shown("recovery") is None


def test_saving_makes_a_snapshot_and_a_lost_journal_says_of_each_report_what_is_left_and_is_begun_anew_when_asked(
    studio, decided, tmp_path, invented
):
    reports = tmp_path / "otros"
    reports.mkdir()
    (reports / "1-alta.txt").write_bytes(invented.alta.encode())
    studio.open(reports)
    studio.key("Return")
    studio.save()
    journal = reports / ".deid-studio" / "project.db"
    studio.qtbot.waitUntil(lambda: len(list((journal.parent / "snapshots").glob("*.gz"))) == 1)
    copy = reports.parent / "copy"
    shutil.copytree(reports, copy, ignore=shutil.ignore_patterns("project.db-*", "lock"))
    project = Project(copy, studio.controller.default_tagset, "x")
    assert project.open(studio.controller.session.name).desk == studio.controller.desk
    project.close()

    studio.controller.close_folder()
    shutil.rmtree(decided / ".deid-studio")
    shown = page(studio, decided)
    assert len(rows(shown)) == 3 and "safe" not in rows(shown).values()
    assert shown.findings.isVisible() and shown.lacks.isVisible()
    shown.anew.click()
    question = shown.findChild(QMessageBox)
    assert "nobody had reviewed" in question.text() and (decided / "retraining").exists()
    next(b for b in question.buttons() if question.buttonRole(b) is QMessageBox.ButtonRole.AcceptRole).click()
    studio.qtbot.waitUntil(lambda: studio.controller.folder is not None)
    assert studio.controller.folder.signed_off == 0
    assert list((decided / ".deid-studio" / "put-aside").rglob("manifest.json"))
