"""Jobs: off the window's thread, told in it; stale and cancelled ones say nothing."""

from __future__ import annotations

import gc
import sys
import threading
import weakref

import pytest

from deid_studio.errors import NoReportsError
from deid_studio.gui.control.jobs import Jobs
from deid_studio.progress import Progress


@pytest.fixture
def jobs(qapp):
    jobs = Jobs()
    yield jobs
    jobs.stop()


def _unexpected(error):
    raise AssertionError(error)


def test_result_and_progress_come_in_the_own_thread(jobs, qtbot):
    said = []

    def work(snapshot: int, progress: Progress) -> tuple[int, int]:
        progress.step(1, 2, "half")
        return snapshot * 2, threading.get_ident()

    jobs.run(
        "t", work, 21,
        done=lambda result: said.append((result, threading.get_ident())),
        failed=_unexpected,
        progress=lambda *step: said.append(step),
    )  # fmt: skip
    with qtbot.waitSignal(jobs.idle):
        pass
    assert said[0] == (1, 2, "half")
    (value, worker), here = said[1]
    assert value == 42
    assert worker != here == threading.get_ident()
    assert not jobs.running("t")


def test_errors_a_person_can_be_told_reach_the_caller(jobs, qtbot):
    said = []

    def work(_snapshot, _progress):
        raise NoReportsError(path="x")

    jobs.run("t", work, None, done=_unexpected, failed=said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert isinstance(said[0], NoReportsError)


def test_other_errors_reach_the_excepthook(jobs, qtbot, monkeypatch):
    said = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, _error, _trace: said.append(kind))

    def work(_snapshot, _progress):
        raise ZeroDivisionError

    jobs.run("t", work, None, done=_unexpected, failed=_unexpected)
    qtbot.waitUntil(lambda: bool(said))
    assert said == [ZeroDivisionError]


def test_a_newer_job_of_a_topic_makes_the_older_stale(jobs, qtbot):
    said = []
    go_on = threading.Event()

    def slow(snapshot, _progress):
        go_on.wait(5)
        return snapshot

    first = jobs.run("t", slow, "old", done=said.append, failed=_unexpected)
    second = jobs.run("t", slow, "new", done=said.append, failed=_unexpected)
    jobs.run("other", slow, "other", done=said.append, failed=_unexpected)
    assert second > first
    with qtbot.waitSignal(jobs.idle):
        go_on.set()
    assert sorted(said) == ["new", "other"]


def test_a_cancelled_job_stops_and_says_nothing(jobs, qtbot):
    stopped = threading.Event()
    started = threading.Event()

    def endless(_snapshot, progress):
        started.set()
        try:
            while True:
                progress.step(1)
        finally:
            stopped.set()

    jobs.run("t", endless, None, done=_unexpected, failed=_unexpected)
    assert started.wait(5)
    with qtbot.waitSignal(jobs.idle):
        jobs.cancel("t")
    assert stopped.is_set()
    assert not jobs.running("t")


def test_stop_waits_for_every_thread(qapp):
    jobs = Jobs()
    ended = threading.Event()

    def work(_snapshot, progress):
        try:
            while True:
                progress.step(1)
        finally:
            ended.set()

    jobs.run("t", work, None, done=_unexpected, failed=_unexpected)
    jobs.stop()
    was_ended = ended.is_set()
    threading.Event().wait(0.02)
    assert ended.is_set() == was_ended  # nothing runs on after stop returned
    qapp.processEvents()


class _Report:
    """Stands for what a job is given: a report's text, for one."""


def test_nothing_of_a_job_that_has_ended_is_kept(jobs, qtbot):
    kept = []
    for _ in range(5):
        report = _Report()
        kept.append(weakref.ref(report))
        with qtbot.waitSignal(jobs.idle):
            jobs.run("t", lambda _report, _progress: None, report, done=lambda _: None, failed=_unexpected)
        del report
    gc.collect()
    # The thread that told the end of a job may not have left it yet.
    qtbot.waitUntil(lambda: not any(one() is not None for one in kept[:-1]))
