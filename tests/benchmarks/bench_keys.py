"""Measures the real window from a key to the end of the painting that shows what it did, each verb by itself.

    xvfb-run -a -s "-screen 0 1920x1080x24" python tests/benchmarks/bench_keys.py [--profile accept]

An ordinary report (4 kB with 100 suggestions) and a large one (1 MB with 5,000), both invented; the suggestions come
from an expression, so that no worker takes the processor away. The time ends when the window system has everything.
Of verbs that decide, the time in the journal (an event is on disk before anything shows it) is told apart, and so is
the time until the list of mentions is in step, which may move one painting after the report.

With `--learning` the program learns from the annotated reports of a folder all the while, as it does in the window.

Prints p50, p95 (held to the bar) and the slowest, and the processor time of the window's thread, which tells what a
busy machine hides; exits with 1 when a bar is missed. Between the keys goes a piece of work that is always the same:
how far its p95 is above its p50 is what the machine, and no program on it, adds to the slowest keys.
"""

from __future__ import annotations

import argparse
import contextlib
import cProfile
import hashlib
import os
import pstats
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.batch.learning_apart import LearningRequest, learn_apart
from deid_studio.batch.preannotated import Preannotated
from deid_studio.errors import CancelledError
from deid_studio.formats.text import read_report
from deid_studio.gui.application import make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import load_tagset, shipped_tagset
from deid_studio.progress import Progress
from deid_studio.review.journal import Journal
from tests.gui.parts import Window

_DATE = re.compile(r"\d\d/\d\d/\d{4}")
_VERBS = {
    "next mention": ("Ctrl+Down",),
    "previous mention": ("Ctrl+Up",),
    "next pending": (".",),
    "accept and go on": ("Return",),
    "reject and go on": ("Del",),
    "undo": ("Ctrl+Z",),
    "change class": ("H", "F"),
    "move an end by a word": ("Alt+Right", "Alt+Left"),
    "move an end by a letter": ("Alt+Down", "Alt+Up"),
}
# After so many presses of these verbs, as many of another key lead back.
_ROUND = 30
_BACK = {"accept and go on": "Ctrl+Z", "reject and go on": "Ctrl+Z", "undo": "Return"}


class Expression:
    """A preannotator that answers at once with what an expression finds."""

    def __init__(self, _model, on_ready, on_result) -> None:
        self._on_ready, self._on_result = on_ready, on_result

    def start(self) -> None:
        self._on_ready(None)

    def submit(self, reports) -> None:
        for name, path in reports:
            self.urgent(name, path)

    def urgent(self, name: str, path: Path) -> None:
        report = read_report(path, name)
        facts = (Evidence("rule", "fecha", "0.9"),)
        found = tuple(Suggestion(Span(*m.span(), "FECHAS"), 0.9, facts) for m in _DATE.finditer(report.document.text))
        self._on_result(Preannotated(name, found, hashlib.sha256(report.raw).hexdigest()))

    def __getattr__(self, _name: str):
        return lambda *_: None


def text_of(characters: int, spans: int) -> str:
    """Invented lines with that many dates in them."""
    chance = random.Random(1)
    words = "paciente acude por dolor torácico y disnea de esfuerzo desde hace días sin fiebre ni tos".split()
    each = characters // spans
    lines: list[str] = []
    for number in range(spans):
        line = f"El {number % 28 + 1:02}/03/2020"
        while len(line) < each - 8:
            line += " " + chance.choice(words)
        lines.append(line + ("\n" if number % 2 or each > 80 else ". "))
    return "".join(lines)


def main() -> int:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, help="presses of each verb; 300 of the ordinary report, 100 of the large")
    parser.add_argument("--profile", default="", help="a verb to profile, alone")
    parser.add_argument("--only", choices=("ordinary", "large"), help="one of the two reports")
    parser.add_argument("--learning", type=Path, help="a folder of annotated reports from which is learned beside it")
    wanted = parser.parse_args()
    app = make_application(["bench"])
    with contextlib.nullcontext() if wanted.learning is None else learning(wanted.learning):
        return measured(app, wanted)


def measured(app: QApplication, wanted: argparse.Namespace) -> int:
    """Measure what is wanted of both reports."""
    load = os.getloadavg()[0]
    print(f"platform {QGuiApplication.platformName()}, load {load:.1f} on {os.cpu_count()} processors")
    missed: list[str] = []
    for what, characters, spans, bar, times in (
        ("ordinary", 4_000, 100, 16, 300),
        ("large", 1_000_000, 5_000, 50, 100),
    ):
        if wanted.only not in (None, what):
            continue
        with tempfile.TemporaryDirectory() as folder:
            window = opened(app, Path(folder), text_of(characters, spans))
            print(f"{what} report: {characters} characters, {len(window.controller.desk)} suggestions, bar {bar} ms")
            measure(app, window, wanted.times or times, bar, missed, wanted.profile)
            window.close()
            app.processEvents()
    if missed:
        print("missed:", "; ".join(missed))
    return 1 if missed else 0


@contextlib.contextmanager
def learning(folder: Path) -> Iterator[None]:
    """Learn from a folder's reports in a process of its own, over and over."""
    over = Event()
    times = 0

    def learn() -> None:
        nonlocal times
        with tempfile.TemporaryDirectory() as out, contextlib.suppress(CancelledError):
            wanted = LearningRequest((folder,), paths.default_model(), Path(out) / "model", shipped_tagset("meddocan"))
            while True:
                learn_apart(wanted, Progress(cancelled=over.is_set))
                times += 1

    apart = Thread(target=learn)
    apart.start()
    try:
        yield
        if not apart.is_alive():
            raise SystemExit("learning had ended: nothing went on beside these keys")
        print(f"learned beside it all the while ({times} times whole)")
    finally:
        over.set()
        apart.join()


def opened(app: QApplication, folder: Path, text: str) -> Window:
    """The window with a folder of one report, its suggestions there, as a person has it."""
    reports = folder / "reports"
    reports.mkdir()
    (reports / "informe.txt").write_text(text, encoding="utf-8")
    preferences = Preferences(folder / "config" / "settings.toml")
    preferences.reviewer_asked = True
    preferences.change(theme="light", bulk_accept_precision=0.0)
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    controller = ReviewController(tagset, paths.default_model(), "bench", make_preannotator=Expression)
    window = Window(controller, preferences)
    controller.setParent(window)
    window.resize(1280, 800)
    window.show()
    QTest.qWaitForWindowExposed(window)
    window.activateWindow()
    QTest.qWaitForWindowActive(window)
    window.open_folder(reports)
    began = time.perf_counter()
    while not controller.desk.pending:
        app.processEvents()
        if time.perf_counter() - began > 60:
            raise SystemExit("gave up waiting")
    settle(app, 1.0)
    return window


def settle(app: QApplication, seconds: float) -> None:
    """Let the event loop run."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        app.processEvents()
        time.sleep(0.001)


def measure(app: QApplication, window: Window, times: int, bar: float, missed: list[str], profiled: str) -> None:
    """Press each verb's keys many times, as a person does, with a moment between them."""
    on_disk = [0.0]
    appended = Journal.append

    def timed(self: Journal, *given, **named):
        began = time.perf_counter()
        try:
            return appended(self, *given, **named)
        finally:
            on_disk[0] += time.perf_counter() - began

    Journal.append = timed
    window.view.setFocus()
    same: list[float] = []
    # The first decision makes the journal.
    press(app, window, "Return")
    settle(app, 1.5)
    for verb, keys in _VERBS.items():
        if profiled and verb != profiled:
            continue
        took: list[tuple[float, float, float]] = []
        disk: list[float] = []
        profile = cProfile.Profile() if profiled else None
        for number in range(times):
            back = _BACK.get(verb)
            if back is not None and number % _ROUND == 0 and (number or verb == "undo"):
                # There are only so many suggestions: they are pending once more, or decided once more.
                for _ in range(_ROUND):
                    press(app, window, back)
                settle(app, 0.5)
            on_disk[0] = 0.0
            took.append(press(app, window, keys[number % len(keys)], profile))
            disk.append(on_disk[0])
            settle(app, 0.03)
            if not profiled:
                same.append(same_work())
        tell(verb, took, disk, bar, missed)
        settle(app, 1.2)  # the .ann is written
        if profile is not None:
            pstats.Stats(profile).sort_stats("cumulative").print_stats(70)
    Journal.append = appended
    if same:
        print(f"  {'the same work each time':<26} {quantiles(same)}", flush=True)


def same_work() -> float:
    """Seconds of a piece of work that is always the same, of about the length of a key's."""
    began = time.perf_counter()
    sum(number * number for number in range(50_000))
    return time.perf_counter() - began


def press(
    app: QApplication, window: Window, keys: str, profile: cProfile.Profile | None = None
) -> tuple[float, float, float]:
    """Seconds from a key to the end of the painting that it causes, those in which the thread worked, those to rest."""
    if profile is not None:
        profile.enable()
    began, worked = time.perf_counter(), time.thread_time()
    QTest.keySequence(window.view, QKeySequence(keys))
    app.processEvents()
    QGuiApplication.sync()
    took = (time.perf_counter() - began, time.thread_time() - worked)
    if profile is not None:
        profile.disable()
    app.processEvents()
    QGuiApplication.sync()
    return *took, time.perf_counter() - began


def tell(verb: str, each: list[tuple[float, float, float]], disk: list[float], bar: float, missed: list[str]) -> None:
    """Print the figures of one verb in milliseconds."""
    took, worked, rested = map(list, zip(*each, strict=True))
    line = f"  {verb:<26} {quantiles(took)}"
    line += f"   processor p50 {at(worked, 0.5):5.1f}  p95 {at(worked, 0.95):5.1f}"
    line += f"   in step p95 {at(rested, 0.95):5.1f}"
    if any(disk):
        line += f"   journal p50 {at(disk, 0.5):4.1f}  p95 {at(disk, 0.95):5.1f}"
    over = at(took, 0.95) > bar
    print(line + ("   MISSED" if over else ""), flush=True)
    if over:
        missed.append(f"{verb} ({bar:.0f} ms)")


def quantiles(values: list[float]) -> str:
    """The middle one, the one that a twentieth is above and the greatest, in milliseconds."""
    return f"p50 {at(values, 0.5):6.1f}  p95 {at(values, 0.95):6.1f}  max {max(values) * 1000:6.1f}"


def at(values: list[float], share: float) -> float:
    """The value that a share of them is below, in milliseconds."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000


if __name__ == "__main__":
    sys.exit(main())
