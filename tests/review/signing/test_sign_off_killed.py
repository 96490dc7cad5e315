"""Killed while it signs off, or while it takes a sign-off back, the program finds its way at the next opening."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from itertools import count
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


def at_each_change(root: Path, tagset: TagSet, work: Work, do: Callable[[int], None]) -> bool:
    """Do the work in a process of its own, and something before its n-th change of a file and right after each line of
    the review file; whether it was killed."""
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    moments = count()

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        writing = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
        if (writing or event in _CHANGES) and str(arguments[0]).startswith(str(root)):
            do(next(moments))

    append = ReviewFile.append

    def appended(self: ReviewFile, *line: object) -> None:
        append(self, *line)  # type: ignore[arg-type]
        do(next(moments))

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
    # What a process leaves that is killed before a change is what is there then.
    live, left = tmp_path / "live", tmp_path / "left"
    shutil.copytree(folder, live)
    assert not at_each_change(live, tagset, work, lambda moment: shutil.copytree(live, left / str(moment)) and None)
    _agree(live, tagset)
    kills = len(list(left.iterdir()))
    assert kills >= (2 if signed else 5)
    for moment in range(kills):
        shutil.rmtree(live)
        (left / str(moment)).rename(live)
        _agree(live, tagset)

    def killing(moment: int) -> None:
        if moment == kills // 2:
            os.kill(os.getpid(), signal.SIGKILL)

    shutil.rmtree(live)
    shutil.copytree(folder, live)
    assert at_each_change(live, tagset, work, killing)
    _agree(live, tagset)


def _agree(live: Path, tagset: TagSet) -> None:
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
