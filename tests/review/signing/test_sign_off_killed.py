"""Killed while it signs off, or while it takes a sign-off back, the program finds its way at the next opening."""

from __future__ import annotations

import os
import shutil
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
from tests.review.killed import left_behind

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")

Work = Callable[[ReviewSession], object]


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
    live = tmp_path / "live"
    shutil.copytree(folder, live)

    def begin(changed: Callable[[], None]) -> Callable[[], object]:
        own = opened(Project(live, tagset, "Dra. Prueba"))
        append = ReviewFile.append

        def appended(self: ReviewFile, *line: object) -> None:
            append(self, *line)  # type: ignore[arg-type]
            changed()

        ReviewFile.append = appended  # type: ignore[method-assign,assignment]
        return lambda: work(own)

    kills = 0
    for killed in left_behind(live, begin):
        _agree(live, tagset)
        kills += killed
    assert kills >= (3 if signed else 6)


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
