"""Killed while it signs off, or while it takes a sign-off back, the program finds its way at the next opening."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from deid_studio.model.edits import Reject
from deid_studio.model.tagset import TagSet
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession
from deid_studio.review.signing import retraining
from deid_studio.review.signing.review_file import ReviewFile
from deid_studio.review.signing.sign_off import Said
from tests.review.conftest import decide_all, opened

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")

_CHANGES = ("os.mkdir", "os.rename", "os.remove", "os.truncate", "os.chmod")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
Work = Callable[[ReviewSession], object]


def killed_at(moment: int, root: Path, tagset: TagSet, work: Work) -> bool:
    """Whether the work was killed before its n-th change of a file, or right after a line of the review file."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    left = [moment]

    def change() -> None:
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        writing = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
        if (writing or event in _CHANGES) and str(arguments[0]).startswith(str(root)):
            change()

    append = ReviewFile.append

    def appended(self: ReviewFile, *line: object) -> None:
        append(self, *line)  # type: ignore[arg-type]
        change()

    try:
        session = opened(Project(root, tagset, "Dra. Prueba"))
        ReviewFile.append = appended  # type: ignore[method-assign,assignment]
        sys.addaudithook(hook)
        work(session)
    finally:
        os._exit(0)


@pytest.mark.slow
@pytest.mark.parametrize(("signed", "work"), [
    (False, ReviewSession.sign_off), (True, ReviewSession.sign_off), (True, ReviewSession.withdraw_sign_off),
    (True, lambda session: session.perform(Reject(2))),
])  # fmt: skip
def test_journal_and_review_file_agree_after_the_next_opening(
    folder: Path, tagset: TagSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, signed: bool, work: Work
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)  # no power is cut here
    monkeypatch.setattr(retraining, "bio_text", lambda _doc: "")  # what is learned from is no matter here
    project = Project(folder, tagset, "Dra. Prueba")
    session = opened(project)
    decide_all(session)
    session.save()
    if signed:
        session.sign_off()
    project.close()
    live, kills = tmp_path / "live", 0
    for moment in range(100):
        shutil.rmtree(live, ignore_errors=True)
        shutil.copytree(folder, live)
        killed = killed_at(moment, live, tagset, work)
        project = Project(live, tagset, "Dra. Prueba")
        for name in list(project.interrupted()):
            project.finish(name)
        assert list(project.interrupted()) == []
        review, summary = project.review_file.read(), project.summaries()["a1"]
        assert not review.faults and not review.torn
        line = review.last_lines().get("a1")
        holds = line is not None and line.proof.kind is Said.SIGN_OFF
        assert holds == summary.signed
        assert not holds or (line is not None and line.proof.sha256 == summary.signatures[-1].proof)
        assert summary.signed == project.open("a1").signed == ("a1" in project.retraining.reports())
        project.close()
        kills += killed
        if not killed:
            break
    assert kills >= (2 if signed else 5)
