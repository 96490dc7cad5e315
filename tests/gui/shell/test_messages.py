"""Bad inputs, failing disks and models: told calmly, and everything else goes on."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from deid_studio.errors import JournalError, ModelDamagedError, ModelMissingError
from deid_studio.formats import files
from deid_studio.gui.control import saving
from deid_studio.gui.shell.messages import Kind, UnexpectedErrors
from deid_studio.review import session as session_module
from deid_studio.review.journal import Journal


@pytest.mark.dressed
def test_what_is_odd_about_a_report_is_told_and_of_messages_one_is_in_sight_and_the_others_wait(studio, reports):
    (reports / "10-nota.txt").write_bytes(b"\xef\xbb\xbfNota sin datos.\n")
    (reports / "1-alta.txt").write_bytes(b"")
    (reports / "2-radiologia.txt").write_bytes("Nombre: Íñigo Peña.\nAño 1999\n".encode("cp1252"))
    studio.open(reports, "1-alta")
    assert "empty" in studio.window.messages.shown("remarks").text
    studio.key("Return")
    studio.show("2-radiologia")
    assert "Windows-1252" in studio.window.messages.shown("remarks").text
    assert studio.texts("pending") == ["Íñigo Peña"]
    studio.show("10-nota")
    assert studio.window.messages.shown("remarks") is None, "a harmless mark at the begin takes no room"
    assert studio.window.messages.isHidden()

    # One message is in sight and the others wait behind it.
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


def test_folders_without_reports_and_unexpected_errors_are_told_and_the_window_goes_on(
    studio, reports, tmp_path, monkeypatch, capsys
):
    (tmp_path / "vacia").mkdir()
    studio.window.open_folder(tmp_path / "vacia")
    page = studio.window.page
    studio.qtbot.waitUntil(lambda: "no reports" in page.title.text())
    assert page.open_button.isVisible()
    studio.window.open_folder(tmp_path / "no-existe")
    studio.qtbot.waitUntil(lambda: "no-existe" in page.title.text())

    # A report stays on the screen where another folder cannot be opened.
    studio.open(reports)
    studio.window.open_folder(tmp_path / "no-existe")
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("folder") is not None)
    assert "no-existe" in studio.window.messages.shown("folder").text
    assert studio.window.page.shows_report and studio.window.view.page.text == studio.controller.session.text

    # Unexpected errors show no text of the report.
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


def test_a_full_disk_is_told_saving_can_be_tried_again_and_closing_with_unsaved_work_asks(
    make_studio, reports, monkeypatch, qtbot
):
    monkeypatch.setattr(saving, "DELAY_MS", 50)
    studio = make_studio()
    studio.open(reports)
    with monkeypatch.context() as patch:
        _refuse(patch, 28, studio)
        with qtbot.waitSignal(studio.controller.saving.save_failed):
            studio.key("Return")
        banner = studio.window.messages.shown("save")
        assert "No space" in banner.text and "no decision is lost" in banner.detail
        assert studio.window.status.told.text() == "Saving failed"
        studio.key("Return")  # goes on working
        assert len(studio.texts("accepted")) == 2
    studio.banner_button("save", "Retry").click()
    assert studio.window.messages.shown("save") is None
    assert studio.window.status.told.text().startswith("Saved")
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 2

    # What could not be saved is saved from the next report.
    studio.show("2-radiologia")
    with monkeypatch.context() as patch:
        _refuse(patch, 28, studio)
        studio.key("Return")
        studio.show("10-nota")
        assert studio.window.messages.shown("save") is not None
    assert not (reports / "2-radiologia.ann").exists()
    studio.banner_button("save", "Retry").click()
    assert (reports / "2-radiologia.ann").exists()

    # Closing asks, and the next opening completes it.
    studio.show("2-radiologia")
    with monkeypatch.context() as patch:
        _refuse(patch, 30, studio)
        studio.key("Return")
        studio.window.close()
        assert studio.window.isVisible()
        studio.choose("Close anyway")
    assert not studio.window.isVisible()
    again = make_studio()
    again.open(reports, "2-radiologia")
    assert (reports / "2-radiologia.ann").read_bytes().count(b"\n") == 2
    assert "1" in again.window.status.told.text() or len(again.texts("accepted")) == 2


def test_what_cannot_be_read_or_written_and_a_journal_that_refuses_are_told_and_change_nothing(
    studio, reports, monkeypatch, afresh
):
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

    # A decision that the journal refuses changes nothing.
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

    # What cannot be read.
    reports = afresh(reports)
    cases = [
        ("0-binario", b"%PDF-1.7\n%\xe2\xe3", "is not text"),
        ("0-nulo", b"Nombre\x00\x01\x02", "is not text"),
        ("0-utf32", "hola".encode("utf-32"), "encoding"),
    ]
    for name, content, _ in cases:
        (reports / f"{name}.txt").write_bytes(content)
    studio.window.open_folder(reports)
    page = studio.window.page

    def assert_explained(name: str, said: str) -> None:
        studio.qtbot.waitUntil(lambda: name in page.title.text() and said in page.title.text())
        assert not page.shows_report, name

    for name, _, said in cases:
        if name != cases[0][0]:  # the first opens by itself
            studio.controller.open_report(name)
        assert_explained(name, said)
        assert "Nothing was changed" in page.detail.text() or "UTF-8" in page.detail.text(), name
        assert studio.controller.folder.standing(name).error is not None
        studio.key("Return")
        studio.key("Ctrl+Return")
        studio.show("1-alta")
        assert page.shows_report
        studio.qtbot.waitUntil(lambda: len(studio.texts("pending")) == 5)

    # A broken .ann with its line, one of another text, and what is forbidden.
    for broken, said in (("T1\tFECHAS 1\n", "line 1"), ("T1\tFECHAS 0 4\tayer\n", "not what the report holds")):
        studio.show("1-alta")
        (reports / "2-radiologia.ann").write_text(broken)
        studio.controller.open_report("2-radiologia")
        assert_explained("2-radiologia.ann", said)
        studio.show("10-nota")
        assert (reports / "2-radiologia.ann").read_text() == broken
    if os.name == "posix" and os.geteuid() != 0:  # root may read everything
        (reports / "1-alta.txt").chmod(0)
        studio.controller.open_report("1-alta")
        assert_explained("", "cannot be read")
