"""A folder whose journal is lost never opens as one that nobody reviewed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from deid_studio.errors import JournalMissingError
from tests.review.conftest import Opening, decide_all, opened


@pytest.fixture
def signed(folder: Path, open_project: Opening) -> Path:
    project = open_project()
    session = opened(project)
    decide_all(session)
    session.sign_off()
    project.close()
    return folder


def test_a_folder_copied_without_its_journal_is_refused(signed: Path, open_project: Opening) -> None:
    shutil.rmtree(signed / ".deid-studio")
    with pytest.raises(JournalMissingError) as caught:
        open_project()
    assert ".deid-studio" in caught.value.remedy("es") and "in the window" in caught.value.remedy("en")
    assert not (signed / ".deid-studio").exists()


@pytest.mark.parametrize("trace", ["review.jsonl", ".deid-studio/project.db-wal", ".deid-studio/snapshots/1"])
def test_each_trace_of_a_journal_tells(folder: Path, open_project: Opening, trace: str) -> None:
    (folder / trace).parent.mkdir(parents=True, exist_ok=True)
    (folder / trace).write_bytes(b"")
    open_project()
    (folder / trace).write_bytes(b"x")
    with pytest.raises(JournalMissingError) as caught:
        open_project()
    assert trace in str(caught.value)


def test_ann_files_alone_are_no_trace(signed: Path, open_project: Opening) -> None:
    shutil.rmtree(signed / ".deid-studio")
    shutil.rmtree(signed / "retraining")
    (signed / "review.jsonl").unlink(missing_ok=True)
    assert open_project().open("a1").desk.decided_spans
