"""Saving by itself, and what happens when another program changes the same files."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path

import pytest
from filelock import FileLock
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from deid_studio.gui.control import saving as saving_module
from deid_studio.progress import Progress
from deid_studio.review.export import ExportRequest, export_copy
from deid_studio.review.project import ReportState


@pytest.fixture(autouse=True)
def noticed_soon(monkeypatch):
    """What another program writes here is whole at once."""
    monkeypatch.setattr(saving_module, "_SETTLE_MS", 20)


def _marks(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def test_decisions_are_written_by_themselves_by_a_key_and_where_one_leaves(make_studio, reports, qtbot, monkeypatch):
    monkeypatch.setattr(saving_module, "DELAY_MS", 300)
    studio, ann = make_studio(), reports / "1-alta.ann"
    studio.open(reports)

    def assert_not_told() -> None:
        qtbot.wait(saving_module._SETTLE_MS + 100)
        assert not studio.controller.saving.conflict, "own writes are no change of another program"

    with qtbot.waitSignal(studio.controller.saving.saved):
        studio.key("Return")
        studio.key("Return")
        assert not ann.exists()  # one write for a burst
    assert _marks(ann) == 2
    assert studio.window.status.told.text().startswith("Saved ")
    assert_not_told()
    studio.key("Return")
    studio.key("Ctrl+S")
    assert _marks(ann) == 3  # what is pending is not written
    assert_not_told()
    # Going to another report and closing save, too.
    studio.key("Return")
    studio.show("2-radiologia")
    assert _marks(ann) == 4
    studio.key("Return")
    studio.save()
    assert_not_told()
    studio.key("Return")
    studio.window.close()
    assert _marks(reports / "2-radiologia.ann") == 2


# --- another program -------------------------------------------------------------------------------------------


def _theirs(invented) -> str:
    start = invented.alta.index("03/04/2021")
    return f"T1\tFECHAS {start} {start + 10}\t03/04/2021\n"


def test_another_programs_ann_is_used_or_put_aside_and_a_changed_text_only_read_until_the_person_chooses(
    studio, reports, invented, afresh
):
    studio.open(reports)
    studio.key("Return")
    studio.key(".")
    studio.key("Return")  # "03/04/2021"
    studio.save()
    new = "Nueva cabecera\r\n" + invented.alta.replace("Lucía Quintanar Ríos. ", "")
    (reports / "1-alta.txt").write_bytes(new.encode())
    studio.qtbot.waitUntil(lambda: studio.controller.saving.text_conflict)
    studio.choose("Decide later")
    desk = studio.controller.desk
    studio.key("Return")
    assert studio.controller.desk == desk
    studio.choose("Continue with the new text")
    studio.qtbot.waitUntil(lambda: studio.controller.session.text == new)
    assert studio.texts("accepted") == ["03/04/2021"]
    lost = studio.window.messages.shown("lost")
    assert "1" in lost.text and "Lucía Quintanar Ríos" in lost.detail
    assert studio.view.current == studio.controller.current
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    studio.key("Return")
    studio.save()
    assert (reports / "1-alta.txt").read_bytes() == new.encode()

    # A report that disappears is told.
    studio.show("2-radiologia")
    studio.key("Return")
    studio.save()
    (reports / "2-radiologia.txt").unlink()
    studio.qtbot.waitUntil(lambda: studio.controller.saving.text_conflict)
    studio.choose("Continue with the new text")
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("save") is not None)
    assert "cannot be read" in studio.window.messages.shown("save").text
    studio.choose("Decide later") if studio.controller.saving.conflict and _has_box(studio) else None
    studio.show("10-nota")

    # The annotations of another program.
    reports = afresh(reports)
    (reports / "1-alta.txt").write_bytes(invented.alta.encode())
    ann, theirs, saving = reports / "1-alta.ann", _theirs(invented), studio.controller.saving

    def they_write() -> None:
        ann.write_text(theirs)
        studio.qtbot.waitUntil(lambda: bool(saving.conflict))

    studio.open(reports)
    studio.key("Return")
    studio.save()
    they_write()
    assert "changed the .ann" in studio.box().text()
    studio.choose("Decide later")
    assert studio.window.messages.shown("disk") is not None
    studio.key("Return")  # goes on in the journal
    studio.key("Ctrl+S")
    studio.choose("Decide later")
    assert ann.read_text() == theirs
    studio.banner_button("disk", "Choose").click()
    studio.choose("Decide later")

    # Using theirs can be undone.
    studio.banner_button("disk", "Choose").click()
    studio.choose("Use those")
    assert studio.texts("accepted") == ["03/04/2021"]
    assert studio.window.messages.shown("disk") is None
    studio.key("Ctrl+Z")
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos", "556677"]
    studio.save()
    assert "NOMBRE_SUJETO" in ann.read_text()

    # Keeping mine puts theirs aside.
    they_write()
    studio.choose("Keep those")
    assert "NOMBRE_SUJETO" in ann.read_text()
    aside = list((reports / ".deid-studio" / "replaced").iterdir())
    assert [p.read_text() for p in aside] == [theirs] * 2  # with those that were used and given up
    assert studio.window.messages.shown("disk") is None

    # To sign off asks first.
    studio.controller.accept_all()
    studio.save()
    ann.write_text(theirs)
    assert not studio.controller.sign_off()
    assert not studio.controller.session.signed
    studio.choose("Keep those")
    assert studio.controller.sign_off()
    manifest = json.loads((reports / "retraining" / "manifest.json").read_text())
    assert manifest["reports"][0]["spans"] == 5


def _has_box(studio) -> bool:
    try:
        studio.box()
    except AssertionError:
        return False
    return True


def test_what_changed_and_what_hinders_is_told_where_the_program_is_started_again(make_studio, reports, invented):
    first = make_studio()
    first.open(reports)
    first.key("Return")
    first.show("2-radiologia")
    (reports / "2-radiologia.ann").mkdir()
    first.key("Return")  # kept, but the .ann cannot be written
    first.show("1-alta")
    first.window.close_anyway()
    (reports / "1-alta.ann").write_text(_theirs(invented))
    (reports / "annotation.conf").write_text("[relations]\n")
    second = make_studio()
    second.window.open_folder(reports)
    second.wait_shown("1-alta")
    second.qtbot.waitUntil(lambda: bool(second.controller.saving.conflict))
    second.choose("Use those")
    assert second.texts("accepted") == ["03/04/2021"]
    # What hinders reports of the folder stays told.
    second.show("10-nota")
    assert "2-radiologia.ann" in second.window.messages.shown("hindered").detail
    assert "annotation.conf" in second.window.messages.shown("folder").text


def test_lines_that_lose_their_mark_are_told_and_what_hinders_one_report_keeps_no_other_from_being_saved(
    studio, reports, invented, afresh
):
    name = "Lucía Quintanar Ríos"
    start = invented.alta.index(name)
    mark = f"T1\tNOMBRE_SUJETO_ASISTENCIA {start} {start + len(name)}\t{name}\nR1\tDe Arg1:T1 Arg2:T1\nX9 algo\n"
    (reports / "1-alta.ann").write_bytes(mark.encode())
    studio.open(reports)
    studio.key("Return")
    studio.save()
    (reports / "1-alta.txt").write_bytes(invented.alta.replace(name, "Otra").encode())
    studio.qtbot.waitUntil(lambda: studio.controller.saving.text_conflict)
    studio.controller.select(studio.mention("61 años").id)
    studio.choose("Continue with the new text")
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("lost") is not None)
    assert studio.current_text() == "61 años"  # where the person was, not the first one to decide on
    told = studio.window.messages.shown("lost")
    assert "kept in .deid-studio/replaced: 1" in told.text and "R1⇥De Arg1:T1" in told.detail
    studio.save()
    assert "X9 algo" in (reports / "1-alta.ann").read_text() and "R1" not in (reports / "1-alta.ann").read_text()

    # What hinders one report.
    reports = afresh(reports)
    (reports / "11-tubo.txt").write_text("Sin datos.\n")
    if hasattr(os, "mkfifo"):
        os.mkfifo(reports / "11-tubo.ann")
    studio.open(reports)
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("count"))
    assert studio.controller.session.name == "1-alta", "a pipe does not stop the folder"

    for name in ("1-alta", "2-radiologia"):
        studio.show(name)
        (reports / f"{name}.ann").mkdir()
        studio.key("Return")
    studio.show("10-nota")
    (reports / "2-radiologia.ann").rmdir()
    assert not studio.controller.saving.now()
    assert "1-alta.ann" in studio.window.messages.shown("save").text
    assert (reports / "2-radiologia.ann").is_file()
    (reports / "1-alta.ann").rmdir()
    assert studio.controller.saving.now()

    # A hindered sign-off is none, and told.
    (reports / "retraining").write_bytes(b"")
    assert not studio.controller.sign_off()
    assert not studio.controller.session.signed
    assert "retraining" in studio.window.messages.shown("failed").text
    (reports / "retraining").unlink()
    assert studio.controller.sign_off()


# --- two windows -----------------------------------------------------------------------------------------------


@pytest.fixture
def disk_without_locks(monkeypatch):
    """As some network drives are: then both windows can decide."""

    def refused(_lock, **_wanted):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(FileLock, "acquire", refused)


def test_a_signed_report_that_another_program_changes_is_told_in_the_list_and_is_signed_again_when_it_is_as_it_was(
    studio, reports, invented
):
    def state(name: str) -> ReportState:
        return studio.controller.folder.standing(name).state

    def come_back() -> None:
        QApplication.sendEvent(studio.window, QEvent(QEvent.Type.ActivationChange))

    studio.open(reports, "1-alta")
    for name in ("1-alta", "2-radiologia"):
        studio.show(name)
        studio.controller.accept_all()
        assert studio.controller.sign_off()
    studio.wait_shown("10-nota")
    signed, changed = ReportState.SIGNED_OFF, ReportState.SIGNED_THEN_CHANGED
    jobs, words = studio.controller.jobs, studio.window.reports.progress_words
    come_back()
    studio.qtbot.waitUntil(lambda: not jobs.running("signed files"))
    assert state("1-alta") is state("2-radiologia") is signed and words.text().startswith("2 of 3")

    # The text of one and the .ann of another, while a third one is on the screen.
    text, ann = reports / "1-alta.txt", reports / "2-radiologia.ann"
    marks = ann.read_bytes()
    text.write_bytes(b"Visto. " + invented.alta.encode())
    ann.write_bytes(marks.splitlines(keepends=True)[0])
    come_back()
    studio.qtbot.waitUntil(lambda: state("1-alta") is state("2-radiologia") is changed)
    assert words.text().startswith("0 of 3")
    ann.write_bytes(marks)
    come_back()
    studio.qtbot.waitUntil(lambda: state("2-radiologia") is signed)

    # A folder that is opened is looked through too.
    studio.controller.close_folder()
    studio.open(reports, "10-nota")
    studio.qtbot.waitUntil(lambda: state("1-alta") is changed)
    assert state("2-radiologia") is signed and words.text().startswith("1 of 3")

    # Who puts the choice off finds it changed still; with its old text back, its sign-off holds.
    studio.show("1-alta")
    studio.choose("Decide later")
    assert studio.controller.session.signed and state("1-alta") is changed
    studio.show("10-nota")
    assert state("1-alta") is changed
    text.write_bytes(invented.alta.encode())
    studio.show("1-alta")
    assert state("1-alta") is signed
    text.write_bytes(b"Visto. " + invented.alta.encode())
    studio.qtbot.waitUntil(lambda: studio.controller.saving.text_conflict)
    studio.choose("Decide later")
    assert state("1-alta") is changed
    studio.controller.saving.ask_again()
    studio.choose("Continue with the new text")
    studio.qtbot.waitUntil(lambda: studio.controller.session.text.startswith("Visto"))
    assert not studio.controller.session.signed and not state("1-alta").is_signed
    assert not studio.controller.folder.changed


def test_two_windows_do_not_overwrite_each_other_go_on_and_are_told_once_if_they_cannot_notice_it(
    make_studio, reports, disk_without_locks
):
    one, other = make_studio(), make_studio()
    one.open(reports)
    other.open(reports)
    messages = one.window.messages
    assert messages.shown("read_only") is None, "nothing is locked before the first decision"
    one.key("Return")
    assert "one window at a time" in messages.shown("read_only").detail
    assert one.texts("accepted") == ["Lucía Quintanar Ríos"]
    messages.clear("read_only")

    other.key("Return")
    other.qtbot.waitUntil(lambda: other.window.messages.shown("failed") is not None)
    assert "another window" in other.window.messages.shown("failed").text
    assert other.texts("accepted") == one.texts("accepted") == ["Lucía Quintanar Ríos"]
    other.key("Return")
    assert len(other.texts("accepted")) == 2
    other.save()
    one.qtbot.waitUntil(lambda: one.controller.session is not None and len(one.texts("accepted")) == 2)
    assert not one.controller.saving.conflict
    one.key("Return")
    assert len(one.texts("accepted")) == 3
    assert messages.shown("read_only") is None and not one.window.read_only.sign.isVisible(), "it is told once"

    # Leaving a report that another window took over goes where the person wanted.
    one.show("2-radiologia")
    one.key("Return")
    other.show("2-radiologia")
    other.key("Return")
    other.save()
    one.show("10-nota")
    one.qtbot.wait(50)
    assert one.controller.session.name == "10-nota" and one.controller.shown == "10-nota"


# --- what hinders ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="this system's file names are always text")
def test_a_report_whose_name_is_no_text_is_reviewed_like_any_other(studio, reports, invented, tmp_path):
    folder = Path(os.fsdecode(os.fsencode(reports) + b"/planta \xe9"))
    path = Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt"))
    folder.mkdir()
    path.write_bytes(invented.alta.encode())
    studio.open(folder, "caf%E9")
    studio.controller.accept_all()
    assert studio.controller.sign_off()
    assert path.with_suffix(".ann").read_bytes().count(b"\n") == 5
    assert (folder / "retraining" / "brat" / "caf%E9.ann").is_file()
    copy = export_copy(ExportRequest(studio.controller.folder.project, ("caf%E9",), tmp_path / "copia"), Progress())
    assert (copy.copied, (tmp_path / "copia" / "caf%E9.txt").is_file()) == (1, True)
