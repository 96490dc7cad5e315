"""Long work in the window: each kind tells how far it is, how long it takes, and can be stopped."""

from __future__ import annotations

import threading

import pytest

from deid_studio.errors import NoReportsError
from deid_studio.gui.control import earning
from deid_studio.gui.control.jobs import Jobs
from deid_studio.gui.features.alike import alike
from deid_studio.gui.features.exporting import exporting
from deid_studio.gui.features.exporting.export_dialog import ExportDialog
from deid_studio.gui.features.patient_data import patient_tables
from deid_studio.gui.features.statistics import statistics_dialog
from deid_studio.gui.features.statistics.statistics_dialog import StatisticsDialog
from deid_studio.gui.shell import long_work
from deid_studio.gui.shell.long_work import LongWork
from deid_studio.gui.shell.messages import Messages
from deid_studio.gui.shell.theme import LIGHT
from deid_studio.gui.words import wording
from deid_studio.model.span import Evidence, Span
from deid_studio.progress import TimeLeft
from deid_studio.review.alike.alike import Fate, Hit


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Banners that do not wait whether the work is ready soon."""
    monkeypatch.setattr(long_work, "_SHOWN_AFTER_MS", 0)


@pytest.fixture
def pace(monkeypatch):
    """Work whose end is three minutes away."""
    monkeypatch.setattr(TimeLeft, "seconds", property(lambda self: 180.0))


@pytest.fixture
def slow():
    """A job that steps to 3 of 10 and goes on when it is let."""
    go_on = threading.Event()

    def work(snapshot, progress):
        progress.step(3, 10)
        while not go_on.wait(0.005):
            progress.step(3, 10)
        return snapshot

    work.go_on = go_on
    yield work
    go_on.set()


@pytest.fixture
def parts(qtbot):
    messages = Messages(LIGHT)
    qtbot.addWidget(messages)
    jobs = Jobs()
    yield jobs, messages, LongWork(jobs, messages, jobs)
    jobs.stop()


def test_a_job_is_shown_until_its_result_comes(parts, qtbot, slow, pace):
    jobs, messages, shown = parts
    said = []
    shown.show_topic("t", "Counting")
    jobs.run("t", slow, "r", done=lambda r: said.append((r, messages.shown("t"))), failed=said.append)
    qtbot.waitUntil(lambda: shown.shown("t") is not None and shown.shown("t").bar.value() == 3)
    banner = shown.shown("t")
    assert banner.accessibleName() == "Counting: 3 of 10 · about 3 min left"
    assert (banner.bar.maximum(), banner.bar.isVisibleTo(banner)) == (10, True)
    button = banner.buttons[0]
    jobs.stepped.emit("t", 4, 10)
    assert shown.shown("t") is banner and banner.buttons[0] is button, "the button stays under the mouse"
    slow.go_on.set()
    qtbot.waitUntil(lambda: bool(said))
    assert said == [("r", None)], "the banner is gone before anything else is told"


def test_cancelling_drops_the_result_and_tells(parts, qtbot, slow):
    jobs, messages, shown = parts
    said = []
    shown.show_topic("t", "Counting", lambda: said.append("stopped"))
    jobs.run("t", slow, None, done=said.append, failed=said.append)
    qtbot.waitUntil(lambda: shown.shown("t") is not None)
    with qtbot.waitSignal(jobs.idle):
        shown.shown("t").buttons[0].click()
    assert said == ["stopped"] and messages.shown("t") is None and not jobs.running("t")


def test_what_is_kept_when_stopped_still_comes(parts, qtbot):
    from deid_studio.errors import CancelledError

    jobs, _, shown = parts
    said = []

    def work(_snapshot, progress):
        done = 0
        try:
            while True:
                progress.step(done, 10**6)
                done += 1
        except CancelledError:
            return "what there is"

    shown.show_topic("t", "Deciding", keep=True)
    jobs.run("t", work, None, done=said.append, failed=said.append)
    qtbot.waitUntil(lambda: shown.shown("t") is not None)
    shown.shown("t").buttons[0].click()
    qtbot.waitUntil(lambda: bool(said))
    assert said == ["what there is"] and shown.shown("t") is None


def test_a_failure_a_closed_folder_and_other_topics_leave_no_banner(parts, qtbot, slow):
    jobs, messages, shown = parts
    said = []
    shown.show_topic("t", "Counting")

    def fails(_snapshot, _progress):
        raise NoReportsError(path="x")

    jobs.run("t", fails, None, done=said.append, failed=said.append)
    qtbot.waitUntil(lambda: bool(said))
    jobs.run("t", slow, None, done=said.append, failed=said.append)
    jobs.run("other", slow, None, done=said.append, failed=said.append)
    qtbot.waitUntil(lambda: shown.shown("t") is not None)
    assert messages.shown("other") is None
    jobs.cancel("t")
    assert messages.shown("t") is None


def test_many_steps_are_told_in_few(parts, qtbot):
    jobs, _, _ = parts
    steps = []
    jobs.stepped.connect(lambda _topic, step, _total: steps.append(step))

    def work(_snapshot, progress):
        for _ in progress.each(range(20_000), 20_000):
            pass

    with qtbot.waitSignal(jobs.idle, timeout=10_000):
        jobs.run("t", work, None, done=lambda _: None, failed=print)
    assert steps[-1] == 20_000 and len(steps) < 1000


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, ""),
        (0, "a few seconds left"),
        (14, "a few seconds left"),
        (33, "about 30 s left"),
        (70, "about a minute left"),
        (170, "about 3 min left"),
        (3500, "about 58 min left"),
        (3600, "about 1 h left"),
        (5000, "about 1 h 20 min left"),
    ],
)
def test_time_left_in_words(seconds, words):
    assert wording.time_left(seconds) == words


# --- every kind of long work, through the window -----------------------------------------------------------------


def _held(progress):
    """Steps until it is stopped."""
    while True:
        progress.step(2, 10)


def _wait(studio, topic):
    studio.qtbot.waitUntil(lambda: studio.window.long_work.shown(topic) is not None)
    return studio.window.long_work.shown(topic)


def _stop(studio, topic):
    _wait(studio, topic).buttons[0].click()
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running(topic))
    assert studio.window.long_work.shown(topic) is None


def test_opening_a_folder_an_export_a_table_of_patients_and_counting_can_be_stopped(
    studio, reports, monkeypatch, tmp_path, afresh
):
    from deid_studio.gui.control import controller

    with monkeypatch.context() as patch:
        patch.setattr(controller, "load_folder", lambda _request, progress: _held(progress))
        studio.window.open_folder(reports)
        _stop(studio, "folder")
    assert studio.controller.folder is None and studio.window.page.open_button.isVisible()
    studio.open(reports)
    studio.wait_shown("1-alta")
    with monkeypatch.context() as patch:
        patch.setattr(controller, "load_folder", lambda _request, progress: _held(progress))
        studio.controller.refresh_folder()
        _stop(studio, "folder")
    studio.key("Return")
    assert studio.texts("accepted"), "what was open goes on"

    # An export and others.
    reports = afresh(reports)
    studio.open(reports)
    monkeypatch.setattr(exporting, "export_copy", lambda _request, progress: _held(progress))
    studio.window.dialogs.export()
    dialog = studio.window.findChild(ExportDialog)
    dialog.folder.setText(str(tmp_path / "copia"))
    dialog.accept()
    _stop(studio, "export")
    assert "cancelled" in studio.window.messages.shown("export").text

    # A table of patients.
    monkeypatch.setattr(patient_tables, "read_table", lambda _request, progress: _held(progress))
    studio.window.patient_tables.open(tmp_path / "t.csv")
    _stop(studio, "patients")
    assert studio.window.messages.shown("patients") is None

    # Counting what was earned.
    monkeypatch.setattr(earning, "_read", lambda _request, progress: _held(progress))
    studio.window.preferences.change(bulk_accept_precision=90.0)
    studio.controller.accept_all()
    _stop(studio, "earned")
    assert studio.texts("accepted") == []


def test_looking_for_reports_steps_and_stops(tmp_path):
    from deid_studio.errors import CancelledError
    from deid_studio.formats.folder import find_reports
    from deid_studio.progress import Progress

    for number in range(4):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "a.txt").write_bytes(b"x")
    steps = []
    progress = Progress(lambda step, _total, _what: steps.append(step), lambda: len(steps) == 3)
    with pytest.raises(CancelledError):
        find_reports(tmp_path, progress=progress)
    assert steps == [0, 0, 1]


def test_deciding_in_other_reports_can_be_stopped_and_keeps_what_was_decided(studio, reports, monkeypatch):
    from deid_studio.gui.features.alike import alike
    from deid_studio.progress import Progress
    from deid_studio.review.alike import alike_folder

    for number in range(5):
        (reports / f"3{number}.txt").write_bytes(b"Vive en Villabrezo.\n")
    studio.open(reports)
    after_two = threading.Event()

    class Two(Progress):
        def step(self, step, total=0, what=""):
            if step == 2:
                after_two.set()
                _held(self.real)
            self.real.step(step, total, what)

    def decide(request, progress):
        two = Two()
        two.real = progress
        return alike_folder.decide_folder(request, two)

    monkeypatch.setattr(alike, "decide_folder", decide)
    studio.select_text("Villabrezo")
    studio.key("T")
    studio.window.alike.decide(in_folder=True)
    studio.qtbot.waitUntil(
        lambda: studio.window.alike._dialog is not None and len(studio.window.alike._dialog.chosen(True)) == 5
    )
    studio.window.alike._dialog.accept()
    assert after_two.wait(10)
    _stop(studio, "alike_decide")
    told = studio.window.messages.shown("alike_decide")
    assert "in other reports: 2" in told.text and "left as they were: 3" in told.detail
    accepted = [studio.controller.folder.standing(f"3{number}").accepted for number in range(5)]
    assert accepted == [1, 1, None, None, None]


def test_pre_annotation_and_dialogs_tell_how_long_they_still_take(studio, reports, preannotator, monkeypatch, pace):
    for number in range(8):
        (reports / f"x{number}.txt").write_bytes(b"Fecha: 01/02/2020.\n")
    preannotator.held = True
    studio.window.open_folder(reports)
    studio.qtbot.waitUntil(lambda: studio.controller.folder is not None)
    studio.qtbot.waitUntil(lambda: "about 3 min left" in studio.window.status.preannotation.text())
    studio.window.toggle_preannotation()
    assert "left" not in studio.window.status.preannotation.text()
    studio.window.toggle_preannotation()
    preannotator.held = False
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    assert not studio.window.status.preannotation.isVisible()

    # Dialogs.
    monkeypatch.setattr(statistics_dialog, "statistics_of", lambda _request, progress: _held(progress))
    studio.window.dialogs.statistics()
    dialog = studio.window.findChild(StatisticsDialog)
    studio.qtbot.waitUntil(lambda: dialog.told.text() == "about 3 min left")
    dialog.reject()
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("statistics"))

    monkeypatch.setattr(alike, "search_folder", lambda _request, progress: _held(progress))
    # Elsewhere in the report: where there is nothing at all no window is opened.
    elsewhere = Hit(Span(0, 4, "FECHAS"), Fate.ADD, None, False, (Evidence("trusted"),))
    monkeypatch.setattr(alike, "search_report", lambda _request, _progress: [elsewhere])
    studio.key("Ctrl+Down")
    studio.window.alike.decide(in_folder=True)
    studio.qtbot.waitUntil(lambda: studio.window.alike._dialog is not None)
    searching = studio.window.alike._dialog
    studio.qtbot.waitUntil(lambda: searching.left.text() == "about 3 min left")
    searching.reject()
    assert not studio.controller.jobs.running("alike_folder")
