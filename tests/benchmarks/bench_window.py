"""Measures the real window: how soon reports and suggestions are shown, and whether it ever stutters.

    python tests/benchmarks/bench_window.py [--reports 250] [--folder ../shared/corpora/meddocan/dev]

(xvfb-run in front of it for a real window.) The texts of the folder are taken, else the sample reports, repeated.

Prints one line a figure with the bar it is held to; exits with 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from deid_studio import paths
from deid_studio.gui.application import make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.model.tagset import load_tagset
from tests.gui.parts import Window

_TICK_MS = 5


def press(window: Window, keys: str) -> None:
    """Press keys in the report; without a window manager no window is active, and their action is triggered."""
    if window.isActiveWindow():
        window.view.setFocus()
        QTest.keySequence(window.view, QKeySequence(keys))
        return
    wanted = QKeySequence(keys)
    actions = (*window.actions_by_id.values(), *window.class_actions)
    next(action for action in actions if wanted in action.shortcuts()).trigger()


class Stopwatch:
    """Runs the event loop until something holds; keeps the longest time in which the loop did not come round."""

    def __init__(self, app) -> None:
        self.app = app
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._tick)
        self._timer.start(_TICK_MS)

    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last - _TICK_MS / 1000)
        self._last = now

    def restart(self) -> None:
        self.longest, self._last = 0.0, time.perf_counter()

    def until(self, holds: Callable[[], bool], seconds: float = 120.0) -> float:
        """Seconds until `holds()`."""
        began = time.perf_counter()
        while not holds():
            if time.perf_counter() - began > seconds:
                raise SystemExit("gave up waiting")
            self.app.processEvents()
            time.sleep(0.001)
        return time.perf_counter() - began


def main() -> int:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=250)
    parser.add_argument("--folder", type=Path, default=paths.resources() / "samples")
    wanted = parser.parse_args()
    app = make_application(["bench"])
    missed = []

    def told(what: str, seconds: float, bar: float) -> None:
        print(f"{what:<62} {seconds * 1000:9.1f} ms   (bar {bar * 1000:6.0f} ms)")
        if seconds > bar:
            missed.append(what)

    with tempfile.TemporaryDirectory() as folder:
        _folder_of_reports(app, Path(folder), wanted.folder, wanted.reports, told)
        _many_names(app, Path(folder) / "many", told)
        _large_report(app, Path(folder) / "large", told)
        _line_ends(app, Path(folder) / "lines", told)
    if missed:
        print("missed:", "; ".join(missed))
    return 1 if missed else 0


def _window(folder: Path) -> Window:
    preferences = Preferences(folder / "config" / "settings.toml")
    preferences.reviewer_asked = True
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    controller = ReviewController(tagset, paths.default_model(), "bench")
    window = Window(controller, preferences)
    controller.setParent(window)
    window.resize(1280, 800)
    return window


def _folder_of_reports(app, folder: Path, texts: Path, count: int, told) -> None:
    samples = [p.read_bytes() for p in sorted(texts.glob("*.txt"))]
    reports = folder / "reports"
    reports.mkdir()
    for number in range(count):
        (reports / f"informe-{number:04}.txt").write_bytes(samples[number % len(samples)])
    began = time.perf_counter()
    window = _window(folder)
    window.show()
    app.processEvents()
    told("window shown", time.perf_counter() - began, 1.0)
    watch = Stopwatch(app)
    controller = window.controller
    began = time.perf_counter()
    window.open_folder(reports)
    told("open_folder returns", time.perf_counter() - began, 0.016)
    told(f"first of {count} reports shown", watch.until(lambda: controller.session is not None), 1.0)
    ready: list[float] = []
    controller.folder.model_ready.connect(lambda _error: ready.append(time.perf_counter()))
    watch.until(lambda: bool(ready))
    print(f"{'model loaded':<62} {(ready[0] - began) * 1000:9.1f} ms")
    watch.until(lambda: bool(controller.desk.pending))
    app.processEvents()  # painted
    told("suggestions shown after the model is loaded", time.perf_counter() - ready[0], 1.0)
    watch.restart()
    steps: list[float] = []
    while controller.folder.preannotating:
        step = time.perf_counter()
        press(window, ".")
        app.processEvents()
        steps.append(time.perf_counter() - step)
        pause = time.perf_counter() + 0.05
        watch.until(lambda pause=pause: time.perf_counter() > pause)
    told("longest stutter while the others are pre-annotated", watch.longest, 0.1)
    if steps:
        told(f"next-pending key meanwhile (median of {len(steps)})", statistics.median(steps), 0.02)
        told(f"next-pending key meanwhile (slowest of {len(steps)})", max(steps), 0.06)
    step = time.perf_counter()
    press(window, "Return")
    app.processEvents()
    told("accept, journalled and painted", time.perf_counter() - step, 0.1)
    assert controller.session.begun
    window.close()


def _many_names(app, folder: Path, told) -> None:
    folder.mkdir()
    for number in range(20_000):
        (folder / f"{number}.txt").write_bytes(b"Informe breve.\n")
    window = _window(folder.parent)
    window.show()
    app.processEvents()
    watch = Stopwatch(app)
    began = time.perf_counter()
    window.open_folder(folder)
    told("open_folder of 20,000 reports returns", time.perf_counter() - began, 0.016)
    told("first of 20,000 reports shown", watch.until(lambda: window.controller.session is not None), 5.0)
    told("longest stutter meanwhile", watch.longest, 0.5)
    began = time.perf_counter()
    window.reports.filter.setText("199")
    app.processEvents()
    told("filter 20,000 reports", time.perf_counter() - began, 0.3)
    window.close()


def _large_report(app, folder: Path, told) -> None:
    folder.mkdir()
    chance = random.Random(1)
    words = ["paciente", "acude", "por", "dolor", "torácico", "y", "disnea", "de", "esfuerzo", "desde", "hace", "días"]
    lines, ann, at, number = [], [], 0, 0
    while at < 1_000_000:
        line = " ".join(chance.choices(words, k=25)) + "\n"
        if number < 5000:
            number += 1
            line = f"El 12/03/2020 {line}"
            ann.append(f"T{number}\tFECHAS {at + 3} {at + 13}\t12/03/2020\n")
        lines.append(line)
        at += len(line)
    (folder / "grande.txt").write_text("".join(lines), encoding="utf-8")
    (folder / "grande.ann").write_text("".join(ann), encoding="utf-8")
    window = _window(folder.parent)
    window.show()
    app.processEvents()
    watch = Stopwatch(app)
    controller = window.controller
    window.open_folder(folder)
    shown: list[float] = []
    opening: list[float] = []
    controller.report_opening.connect(lambda _name: opening.append(time.perf_counter()))
    controller.report_opened.connect(lambda: shown.append(time.perf_counter()))
    watch.until(lambda: bool(shown))
    window.view.viewport().repaint()
    app.processEvents()  # the panels too
    told(f"report of 1 MB with {number} spans shown", time.perf_counter() - opening[0], 1.0)
    window.view.setFocus()
    for what, keys in (("next-span key", "Ctrl+Down"), ("previous-span key, round the end", "Ctrl+Up")):
        times = []
        for _ in range(20):
            began = time.perf_counter()
            press(window, keys)
            window.view.viewport().repaint()
            app.processEvents()
            times.append(time.perf_counter() - began)
        told(f"{what} painted (median of 20)", sorted(times)[10], 0.05)
        told(f"{what} painted (slowest of 20)", max(times), 0.05)
    for what, keys in (("reject", "Del"), ("undo", "Ctrl+Z"), ("change class", "H"), ("save", "Ctrl+S")):
        began = time.perf_counter()
        press(window, keys)
        window.view.viewport().repaint()
        app.processEvents()
        told(f"{what} among {number} spans", time.perf_counter() - began, 0.5)
    window.close()


def _line_ends(app, folder: Path, told) -> None:
    folder.mkdir()
    (folder / "1-corto.txt").write_text("Paciente: Nuria Belmonte.\n")
    (folder / "2-largo.txt").write_text("Paciente: Nuria Belmonte.\n" + "\n" * 1_000_000 + "Ingresa el 12/03/2015.\n")
    window = _window(folder.parent)
    window.show()
    app.processEvents()
    watch = Stopwatch(app)
    controller = window.controller
    window.open_folder(folder)
    watch.until(lambda: controller.session is not None)
    watch.until(lambda: not controller.folder.preannotating)
    watch.restart()
    began = time.perf_counter()
    controller.open_report("2-largo")
    watch.until(lambda: controller.session.name == "2-largo")
    app.processEvents()  # painted
    told("report of 1,000,000 line ends shown and painted", time.perf_counter() - began, 1.0)
    told("longest stutter meanwhile", watch.longest, 0.2)
    for keys in (".", "Return"):
        began = time.perf_counter()
        press(window, keys)
        app.processEvents()
        told(f"{keys} in it, and painted", time.perf_counter() - began, 0.2)
    window.close()


if __name__ == "__main__":
    sys.exit(main())
