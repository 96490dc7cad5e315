"""A folder of reports as a person left it, however odd."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from deid_studio.errors import JournalError, NoClassesError, ReportUnreadableError
from deid_studio.model.edits import Accept
from deid_studio.model.tagset import TagSet
from deid_studio.review.journal import Journal
from deid_studio.review.project import Project, ReportState, state_of
from tests.review.conftest import TEXT, Opening, decide_all, opened


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_place_of_an_ann_stops_nothing(folder: Path, open_project: Opening) -> None:
    project = open_project()
    session = opened(project, "a2")
    session.perform(Accept(1))
    for name in ("a1", "a2"):
        os.mkfifo(folder / f"{name}.ann")
    with pytest.raises(ReportUnreadableError):
        project.open("a1")
    with pytest.raises(ReportUnreadableError):
        session.on_disk()
    (folder / "a2.txt").unlink()
    os.mkfifo(folder / "a2.txt")
    with pytest.raises(ReportUnreadableError):
        session.new_text()


def test_backups_of_long_names_differ_and_fit(open_project: Opening) -> None:
    project = open_project()
    one, other = (project.backup_path("carpeta/" + "ñ" * 240 + end) for end in "ab")
    assert one.name[:-30] != other.name[:-30]
    for path in (one, other):
        assert len(os.fsencode(path.name)) <= 255
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    assert project.backup_path("planta 2/b1").name.startswith("planta_2_b1.")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="this system's file names are always text")
def test_a_report_whose_name_is_no_text_is_reviewed_like_any_other(folder: Path, open_project: Opening) -> None:
    path = Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt"))
    path.write_bytes(TEXT.encode())
    session = opened(open_project(), "caf%E9")
    decide_all(session)
    session.sign_off()
    assert path.with_suffix(".ann").read_bytes().count(b"\n") == 4
    assert (folder / "retraining/brat/caf%E9.txt").read_bytes() == TEXT.encode()
    assert open_project().open("caf%E9").signed


def test_a_configuration_without_classes_is_told_and_the_folder_opens(folder: Path, tagset: TagSet) -> None:
    (folder / "annotation.conf").write_text("[relations]\nDe Arg1:A, Arg2:B\n")
    project = Project(folder, tagset, "Dra. Prueba")
    assert project.tagset is tagset
    assert [type(error) for error in project.told] == [NoClassesError]


def test_only_a_decision_puts_a_report_into_review(open_project: Opening) -> None:
    project = open_project()
    session = opened(project)
    assert state_of(project.summaries().get("a1"), len(session.desk.pending)) is ReportState.SUGGESTIONS_WAITING
    assert state_of(None) is state_of(None, 0) is ReportState.NOT_OPENED
    session.perform(Accept(1))
    assert state_of(project.summaries()["a1"], 3) is ReportState.IN_REVIEW


def test_decisions_of_a_window_that_was_opened_later_are_seen(open_project: Opening) -> None:
    first, second = open_project(), open_project()
    opened(second).perform(Accept(1))
    assert first.summaries()["a1"].decided and len(first.open("a1").desk.pending) == 3


def test_a_folder_is_closed_while_another_thread_reads_what_was_decided(open_project: Opening) -> None:
    project = open_project()
    session = opened(project)
    decide_all(session)
    for _ in range(100):
        session.undo()
        session.redo()
    project.close()
    for _ in range(30):
        journal = open_project().journal()
        begun = Event()

        def read(journal: Journal = journal, begun: Event = begun) -> None:
            with suppress(JournalError):  # that it is closed
                while journal.events("a1"):
                    begun.set()

        reading = Thread(target=read)
        reading.start()
        begun.wait()
        journal.close()
        reading.join()
