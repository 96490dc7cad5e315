"""Bad inputs, failing disks and models: told calmly, and everything else goes on."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from deid_studio.errors import ModelDamagedError, ModelMissingError
from deid_studio.formats import files
from deid_studio.gui.shell.messages import Kind, UnexpectedErrors
from deid_studio.review import session as session_module

pytestmark = pytest.mark.dressed


def test_a_report_that_cannot_be_read_is_explained_in_its_place(studio, reports):
    cases = (
        ("0-binario", b"%PDF-1.7\n%\xe2\xe3", "is not text"),
        ("0-nulo", b"Nombre\x00\x01\x02", "is not text"),
        ("0-utf32", "hola".encode("utf-32"), "encoding"),
    )
    for name, content, _ in cases:
        (reports / f"{name}.txt").write_bytes(content)
    studio.window.open_folder(reports)
    page = studio.window.page
    for name, _, said in cases:
        if name != cases[0][0]:  # the first opens by itself
            studio.controller.open_report(name)
        studio.qtbot.waitUntil(
            lambda name=name, said=said: (
                name in page.title.text() and said in page.title.text() and not page.shows_report
            )
        )
        assert "Nothing was changed" in page.detail.text() or "UTF-8" in page.detail.text(), name
        assert studio.controller.folder.standing(name).error is not None
        studio.key("Return")
        studio.key("Ctrl+Return")
        studio.show("1-alta")
        assert page.shows_report
        studio.qtbot.waitUntil(lambda: len(studio.texts("pending")) == 5)


def test_a_broken_ann_is_explained_with_its_line(studio, reports):
    (reports / "1-alta.ann").write_text("T1\tFECHAS 1\n")
    studio.window.open_folder(reports)
    page = studio.window.page
    studio.qtbot.waitUntil(lambda: "1-alta.ann" in page.title.text())
    assert "line 1" in page.title.text()
    studio.show("2-radiologia")
    assert (reports / "1-alta.ann").read_text() == "T1\tFECHAS 1\n"


def test_an_ann_of_another_text_is_explained(studio, reports):
    (reports / "1-alta.ann").write_text("T1\tFECHAS 0 4\tayer\n")
    studio.window.open_folder(reports)
    studio.qtbot.waitUntil(lambda: "not what the report holds" in studio.window.page.title.text())


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_report_without_permission_is_explained(studio, reports):
    (reports / "1-alta.txt").chmod(0)
    studio.window.open_folder(reports)
    studio.qtbot.waitUntil(lambda: "cannot be read" in studio.window.page.title.text())


def test_an_empty_report_and_odd_encodings_are_told_and_work(studio, reports):
    (reports / "1-alta.txt").write_bytes(b"")
    (reports / "2-radiologia.txt").write_bytes("Nombre: Íñigo Peña.\nAño 1999\n".encode("cp1252"))
    studio.open(reports, "1-alta")
    assert "empty" in studio.window.messages.shown("remarks").text
    studio.key("Return")
    studio.show("2-radiologia")
    assert "Windows-1252" in studio.window.messages.shown("remarks").text
    assert studio.texts("pending") == ["Íñigo Peña"]


def test_one_message_is_in_sight_and_the_others_wait_behind_it(studio, reports):
    studio.open(reports)
    messages = studio.window.messages
    messages.tell("one", "Primero.")
    messages.tell("two", "Segundo.")
    QApplication.processEvents()
    height = messages.sizeHint().height()
    assert messages.front.text == "Segundo." and messages.front.others.text() == "+1"
    messages.tell("bad", "Grave.", kind=Kind.WARNING)
    messages.tell("three", "Tercero.")
    QApplication.processEvents()
    shown = [topic for topic in ("one", "two", "three", "bad") if messages.shown(topic).isVisible()]
    assert shown == ["bad"] and messages.sizeHint().height() == height
    seen = []
    for _ in range(4):
        seen.append(messages.front.text)
        messages.front.others.click()
    assert sorted(seen) == ["Grave.", "Primero.", "Segundo.", "Tercero."] and messages.front.text == "Grave."
    studio.key("Esc")
    assert messages.shown("bad") is None and messages.front.text == "Tercero."
    messages.tell("standing", "Clases ocultas: 1.", closable=False)
    messages.tell("one", "Otra vez.")
    messages.tell("standing", "Clases ocultas: 2.", closable=False)
    QApplication.processEvents()
    assert messages.front.text == "Otra vez."  # what only counts anew comes before nothing
    for topic in ("one", "two", "three"):
        messages.clear(topic)
    assert messages.front.text == "Clases ocultas: 2." and not messages.front.others.isVisible()
    studio.key("Esc")
    assert messages.front is not None


def test_a_harmless_mark_at_the_begin_of_a_report_takes_no_room(studio, reports):
    (reports / "10-nota.txt").write_bytes(b"\xef\xbb\xbfNota sin datos.\n")
    studio.open(reports, "10-nota")
    assert studio.window.messages.shown("remarks") is None and studio.window.messages.isHidden()


def test_an_empty_folder_and_one_that_is_not_there_are_explained(studio, tmp_path):
    (tmp_path / "vacia").mkdir()
    studio.window.open_folder(tmp_path / "vacia")
    page = studio.window.page
    studio.qtbot.waitUntil(lambda: "no reports" in page.title.text())
    assert page.open_button.isVisible()
    studio.window.open_folder(tmp_path / "no-existe")
    studio.qtbot.waitUntil(lambda: "no-existe" in page.title.text())


@pytest.mark.parametrize("error", [ModelMissingError(path="m"), ModelDamagedError(path="m", detail="sha256")])
def test_without_a_model_annotating_by_hand_works(studio, reports, preannotator, error):
    preannotator.model_error = error
    studio.window.open_folder(reports)
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("model") is not None)
    assert "by hand" in studio.window.messages.shown("model").detail
    assert not studio.window.status.bar.isVisible()
    studio.select_text("Villabrezo")
    studio.key("T")
    studio.save()
    assert b"TERRITORIO" in (reports / "1-alta.ann").read_bytes()
    studio.window.messages.clear("model")
    studio.show("2-radiologia")
    assert studio.window.messages.shown("model") is None  # told once


def _refuse(monkeypatch, error: int, studio) -> None:
    # What is made once is there already: without it nothing is decided, and the window says so.
    studio.controller.folder.project.journal()

    def full(*_args):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(files.os, "replace", full)


def test_a_full_disk_is_told_and_saving_can_be_tried_again(studio, reports, monkeypatch, qtbot):
    studio.open(reports)
    with monkeypatch.context() as patch:
        _refuse(patch, 28, studio)
        studio.key("Return")
        with qtbot.waitSignal(studio.controller.saving.save_failed):
            pass
        banner = studio.window.messages.shown("save")
        assert "No space" in banner.text and "no decision is lost" in banner.detail
        assert studio.window.status.told.text() == "Saving failed"
        studio.key("Return")  # goes on working
        assert len(studio.texts("accepted")) == 2
    studio.banner_button("save", "Retry").click()
    assert studio.window.messages.shown("save") is None
    assert studio.window.status.told.text().startswith("Saved")
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 2


def test_what_could_not_be_saved_is_saved_from_the_next_report(studio, reports, monkeypatch):
    studio.open(reports)
    with monkeypatch.context() as patch:
        _refuse(patch, 28, studio)
        studio.key("Return")
        studio.show("2-radiologia")
        assert studio.window.messages.shown("save") is not None
    assert not (reports / "1-alta.ann").exists()
    studio.banner_button("save", "Retry").click()
    assert (reports / "1-alta.ann").exists()


def test_closing_with_unsaved_work_asks_and_the_next_opening_completes_it(make_studio, reports, monkeypatch, qtbot):
    studio = make_studio()
    studio.open(reports)
    with monkeypatch.context() as patch:
        _refuse(patch, 30, studio)
        studio.key("Return")
        studio.window.close()
        assert studio.window.isVisible()
        studio.choose("Close anyway")
    assert not studio.window.isVisible()
    again = make_studio()
    again.open(reports, "1-alta")
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 1
    assert "1" in again.window.status.told.text() or again.texts("accepted") == ["Lucía Quintanar Ríos"]


def test_a_decision_that_the_journal_refuses_changes_nothing(studio, reports, monkeypatch):
    from deid_studio.errors import JournalError
    from deid_studio.review.journal import Journal

    studio.open(reports)
    studio.key("Return")
    desk, index = studio.controller.desk, studio.controller.undo_mirror.stack.index()

    def refuse(self, *_args, **_kwargs):
        raise JournalError(path="project.db", detail="disk full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", refuse)
        for keys in ("Return", "Ctrl+Z", "Del"):
            studio.key(keys)
            assert studio.controller.desk == desk
            assert studio.controller.undo_mirror.stack.index() == index
        assert "journal" in studio.window.messages.shown("failed").text
    studio.key("Ctrl+Z")
    assert len(studio.texts("pending")) == 5
    assert studio.window.messages.shown("failed") is None


def test_a_read_only_folder_is_told(studio, reports, monkeypatch):
    studio.open(reports)

    def denied(self, *_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", denied)
        studio.key("Return")
    assert "Permission denied" in studio.window.messages.shown("read_only").text
    assert studio.window.read_only.sign.isVisible() and "read only" in studio.window.windowTitle()
    assert len(studio.texts("pending")) == 5
    studio.banner_button("read_only", "Try again").click()
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("read_only") is None)
    assert not studio.window.read_only.sign.isVisible() and "read only" not in studio.window.windowTitle()
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: len(studio.texts("pending")) == 5)
    studio.key("Return")
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos"]


def test_unexpected_errors_show_no_report_text_and_the_window_goes_on(studio, reports, monkeypatch, capsys):
    studio.open(reports)
    errors = UnexpectedErrors(studio.window)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    errors.install()
    try:
        raise ValueError("Lucía Quintanar Ríos")
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)  # one dialog, not two
    studio.qtbot.waitUntil(lambda: studio.box() is not None)
    box = studio.box()
    shown = box.text() + box.informativeText() + box.detailedText()
    assert "ValueError" in shown and "safe" in shown
    assert "Lucía" not in shown + "".join(capsys.readouterr())
    box.done(0)
    studio.key("Return")
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos"]
    assert session_module.ReviewSession is type(studio.controller.session)


def test_a_report_stays_on_the_screen_where_another_folder_cannot_be_opened(studio, reports, tmp_path):
    studio.open(reports)
    studio.window.open_folder(tmp_path / "no-existe")
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("folder") is not None)
    assert "no-existe" in studio.window.messages.shown("folder").text
    assert studio.window.page.shows_report and studio.window.view.page.text == studio.controller.session.text
