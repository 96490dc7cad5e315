"""Saving by itself, and what happens when another program changes the same files."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from deid_studio.gui.control import saving as saving_module
from deid_studio.progress import Progress
from deid_studio.review.export import ExportRequest, export_copy


def test_decisions_are_written_by_themselves_by_a_key_and_where_one_leaves(studio, reports, qtbot):
    studio.open(reports)
    with qtbot.waitSignal(studio.controller.saving.saved):
        studio.key("Return")
        studio.key("Return")
        assert not (reports / "1-alta.ann").exists()  # one write for a burst
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 2
    assert studio.window.status.told.text().startswith("Saved ")
    studio.key("Return")
    studio.key("Ctrl+S")
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 3  # what is pending is not written
    # Going to another report and closing save, too.
    studio.key("Return")
    studio.show("2-radiologia")
    assert (reports / "1-alta.ann").read_bytes().count(b"\n") == 4
    studio.key("Return")
    studio.window.close()
    assert (reports / "2-radiologia.ann").exists()


THEIRS = "T1\tFECHAS 83 93\t03/04/2021\n"


def _theirs(invented) -> str:
    start = invented.alta.index("03/04/2021")
    return f"T1\tFECHAS {start} {start + 10}\t03/04/2021\n"


@pytest.fixture
def conflicted(studio, reports, invented):
    """A window whose report's `.ann` was just changed by another program."""
    studio.open(reports)
    studio.key("Return")
    studio.save()
    (reports / "1-alta.ann").write_text(_theirs(invented))
    studio.qtbot.waitUntil(lambda: bool(studio.controller.saving.conflict))
    return studio


def test_another_programs_ann_is_noticed_and_not_overwritten(conflicted, reports, invented):
    assert "changed the .ann" in conflicted.box().text()
    conflicted.choose("Decide later")
    assert conflicted.window.messages.shown("disk") is not None
    conflicted.key("Return")  # goes on in the journal
    conflicted.key("Ctrl+S")
    conflicted.choose("Decide later")
    assert (reports / "1-alta.ann").read_text() == _theirs(invented)
    conflicted.banner_button("disk", "Choose").click()
    conflicted.choose("Decide later")


def test_using_theirs_can_be_undone(conflicted, reports, invented):
    conflicted.choose("Use those")
    assert conflicted.texts("accepted") == ["03/04/2021"]
    assert conflicted.window.messages.shown("disk") is None
    conflicted.key("Ctrl+Z")
    assert conflicted.texts("accepted") == ["Lucía Quintanar Ríos"]
    conflicted.save()
    assert "NOMBRE_SUJETO" in (reports / "1-alta.ann").read_text()


def test_keeping_mine_puts_theirs_aside(conflicted, reports, invented):
    conflicted.choose("Keep those")
    assert "NOMBRE_SUJETO" in (reports / "1-alta.ann").read_text()
    aside = list((reports / ".deid-studio" / "replaced").iterdir())
    assert [p.read_text() for p in aside] == [_theirs(invented)]
    assert conflicted.window.messages.shown("disk") is None


def test_a_changed_text_can_only_be_read_until_the_person_chooses(studio, reports, invented):
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


def test_a_report_that_disappears_is_told(studio, reports):
    studio.open(reports)
    studio.key("Return")
    studio.save()
    (reports / "1-alta.txt").unlink()
    studio.qtbot.waitUntil(lambda: studio.controller.saving.text_conflict)
    studio.choose("Continue with the new text")
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("save") is not None)
    assert "cannot be read" in studio.window.messages.shown("save").text
    studio.choose("Decide later") if studio.controller.saving.conflict and _has_box(studio) else None
    studio.show("2-radiologia")


def _has_box(studio) -> bool:
    try:
        studio.box()
    except AssertionError:
        return False
    return True


def test_a_change_while_the_program_was_closed_is_noticed(make_studio, reports, invented):
    first = make_studio()
    first.open(reports)
    first.key("Return")
    first.window.close()
    (reports / "1-alta.ann").write_text(_theirs(invented))
    second = make_studio()
    second.window.open_folder(reports)
    second.wait_shown("1-alta")
    second.qtbot.waitUntil(lambda: bool(second.controller.saving.conflict))
    second.choose("Use those")
    assert second.texts("accepted") == ["03/04/2021"]


def test_lines_of_the_ann_that_lose_their_mark_are_told(studio, reports, invented):
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


@pytest.fixture
def disk_without_locks(monkeypatch):
    """As some network drives are: then both windows can decide."""

    def refused(_lock, **_wanted):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(FileLock, "acquire", refused)


def test_that_windows_cannot_notice_one_another_is_told_once(studio, reports, disk_without_locks):
    studio.open(reports)
    assert studio.window.messages.shown("read_only") is None, "nothing is locked before the first decision"
    studio.key("Return")
    assert "one window at a time" in studio.window.messages.shown("read_only").detail
    assert studio.texts("accepted") == ["Lucía Quintanar Ríos"]
    studio.window.messages.clear("read_only")
    studio.key("Return")
    assert studio.window.messages.shown("read_only") is None
    assert not studio.window.read_only.sign.isVisible()


def test_two_windows_on_one_report_do_not_overwrite_each_other_and_both_go_on(make_studio, reports, disk_without_locks):
    one, other = make_studio(), make_studio()
    one.open(reports)
    other.open(reports)
    one.key("Return")
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


def test_leaving_a_report_that_another_window_took_over_goes_where_the_person_wanted(
    make_studio, reports, disk_without_locks
):
    one, other = make_studio(), make_studio()
    one.open(reports)
    one.key("Return")
    other.open(reports)
    other.key("Return")
    other.save()
    one.show("2-radiologia")
    one.qtbot.wait(50)
    assert one.controller.session.name == "2-radiologia" and one.controller.shown == "2-radiologia"


def test_a_hindered_sign_off_is_none_and_told(studio, reports):
    studio.open(reports, "10-nota")
    (reports / "retraining").write_bytes(b"")
    assert not studio.controller.sign_off()
    assert not studio.controller.session.signed
    assert "retraining" in studio.window.messages.shown("failed").text
    (reports / "retraining").unlink()
    assert studio.controller.sign_off()


def test_what_hinders_reports_of_the_folder_stays_told(make_studio, reports):
    first = make_studio()
    first.open(reports)
    (reports / "1-alta.ann").mkdir()
    first.key("Return")  # kept, but the .ann cannot be written
    first.window.close_anyway()
    (reports / "annotation.conf").write_text("[relations]\n")
    second = make_studio()
    second.open(reports)
    second.show("2-radiologia")
    hindered = second.window.messages.shown("hindered")
    assert "1-alta.ann" in hindered.detail
    assert "annotation.conf" in second.window.messages.shown("folder").text


def test_one_report_that_cannot_be_saved_does_not_keep_another_from_it(studio, reports):
    studio.open(reports)
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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_beside_a_report_does_not_stop_the_folder(studio, reports):
    os.mkfifo(reports / "2-radiologia.ann")
    studio.open(reports)
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("count"))
    assert studio.controller.session.name == "1-alta"


def test_own_writes_are_no_change_of_another_program(studio, reports, qtbot):
    studio.open(reports)
    for _ in range(3):
        studio.key("Return")
        studio.save()
        qtbot.wait(saving_module._SETTLE_MS + 100)
    assert not studio.controller.saving.conflict


def test_sign_off_while_the_ann_was_changed_asks_first(studio, reports, invented):
    studio.open(reports)
    studio.controller.accept_all()
    studio.save()
    (reports / "1-alta.ann").write_text(_theirs(invented))
    assert not studio.controller.sign_off()
    assert not studio.controller.session.signed
    studio.choose("Keep those")
    assert studio.controller.sign_off()
    manifest = json.loads((reports / "retraining" / "manifest.json").read_text())
    assert manifest["reports"][0]["spans"] == 5
