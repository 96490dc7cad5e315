"""Measures the real window on a folder of 20,000 reports: opening, scrolling, filtering and memory.

    xvfb-run -a -s "-screen 0 1920x1080x24" python tests/benchmarks/bench_folder.py [--reports 20000] [--annotated 5000]
        [--corpus]

The texts are parts of the invented sample reports, the numbers in them changed. `--annotated` is after how many
pre-annotated reports memory is read (0: the detector is not waited for). Times are from the event to the end of the
painting that shows it. With `--corpus` the reports are a corpus of two annotators who each read all of them, and what
is opened is a layer of it, of which a twentieth is signed off. Memory is the resident set of the window's process and,
apart, of its worker (Linux).

Prints one line a figure, with the bar it is held to where there is one; exits with 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
from deid_studio.corpora.plan import Plan
from deid_studio.gui.application import make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.project import Project
from tests.gui.parts import Window

_ANNOTATOR = "Ana Prueba"
_MB = 1024 * 1024


def main() -> int:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=20_000)
    parser.add_argument("--annotated", type=int, default=5_000)
    parser.add_argument("--times", type=int, default=3, help="how often the folder is opened")
    parser.add_argument("--corpus", action="store_true", help="open an annotator's layer of a corpus of these reports")
    wanted = parser.parse_args()
    app = make_application(["bench"])
    print(f"platform {QGuiApplication.platformName()}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    missed: list[str] = []

    def told(what: str, value: float, unit: str, bar: float | None = None) -> None:
        print(f"{what:<66} {value:9.1f} {unit:<2}" + ("" if bar is None else f"  (bar {bar:.0f})"), flush=True)
        if bar is not None and value > bar:
            missed.append(what)

    with tempfile.TemporaryDirectory() as folder:
        reports = Path(folder) / "reports"
        size = make_reports(reports, wanted.reports)
        print(f"{wanted.reports} reports of {size / wanted.reports / 1024:.1f} kB on average")
        if wanted.corpus:
            reports = made_corpus(Path(folder) / "corpus", reports)
        window = made_window(app, Path(folder))
        told("window without a folder: memory", resident(os.getpid()), "MB")
        for _ in range(wanted.times):
            opening(app, window, reports, told)
        told("opened: memory of the window", resident(os.getpid()), "MB", 250)
        scrolling(app, window, told)
        typing(app, window, told)
        told("scrolled through: memory of the window", resident(os.getpid()), "MB", 250)
        if wanted.annotated:
            annotated(app, window, min(wanted.annotated, wanted.reports), wanted.reports, told)
            scrolling(app, window, told)
            typing(app, window, told)
        window.close()
        app.processEvents()
    if missed:
        print("missed:", "; ".join(missed))
    return 1 if missed else 0


def make_reports(folder: Path, count: int) -> int:
    """Write invented reports of 1 to 3 kB, some with an `.ann` beside; returns their size in bytes."""
    folder.mkdir()
    samples = [p.read_text(encoding="utf-8") for p in sorted((paths.resources() / "samples").glob("*.txt"))]
    chance = random.Random(1)
    size = 0
    for number in range(count):
        text = re.sub(r"\d", lambda _: str(chance.randrange(10)), chance.choice(samples))
        data = text[: chance.randint(1000, 3000)].encode()
        size += len(data)
        (folder / f"informe-{number:05}.txt").write_bytes(data)
        if number % 10 == 0:
            (folder / f"informe-{number:05}.ann").write_bytes(b"T1\tFECHAS 0 4\t" + text[:4].encode() + b"\n")
    return size


def made_corpus(folder: Path, reports: Path) -> Path:
    """Make a corpus of the reports, and sign off a twentieth of the first annotator's layer; returns its folder."""
    tagset = shipped_tagset("meddocan")
    annotators = annotators_named([_ANNOTATOR, "Luis Prueba"])
    corpus = make_corpus(folder, "Banco", reports, annotators, Plan(readers=2, shared=1.0), tagset)
    project = Project(corpus.layer(annotators[0]), tagset, _ANNOTATOR)
    with contextlib.closing(project):
        for entry in project.entries[::20]:
            session = project.open(entry.name)
            session.sign_off(read=1.0)
    return folder


def made_window(app: QApplication, folder: Path) -> Window:
    """The window as a person has it, with settings of its own."""
    preferences = Preferences(folder / "config" / "settings.toml")
    preferences.reviewer_asked = True
    preferences.change(theme="light", language="es", reviewer=_ANNOTATOR)
    controller = ReviewController(shipped_tagset("meddocan"), paths.default_model(), _ANNOTATOR)
    window = Window(controller, preferences)
    controller.setParent(window)
    window.resize(1280, 800)
    window.show()
    QTest.qWaitForWindowExposed(window)
    settle(app, 0.3)
    return window


def settle(app: QApplication, seconds: float) -> None:
    """Let the event loop run."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        app.processEvents()
        time.sleep(0.001)


def until(app: QApplication, window: Window, holds: Callable[[], bool]) -> float:
    """Run the event loop until something holds; returns the seconds it took."""
    began = time.perf_counter()
    while not holds():
        folder = window.controller.folder
        if folder.model_problem is not None:
            raise SystemExit(str(folder.model_problem))
        app.processEvents()
        time.sleep(0.001)
    return time.perf_counter() - began


def opening(app: QApplication, window: Window, reports: Path, told) -> None:
    """Open the folder; the time until its list can be used and its first report is on the screen, both painted."""
    controller = window.controller
    opened: list[float] = []
    shown: list[float] = []
    longest = [0.0]
    to_folder = controller.folder_opened.connect(lambda: opened.append(time.perf_counter()))
    to_report = controller.report_opened.connect(lambda: shown.append(time.perf_counter()))
    began = last = time.perf_counter()
    worked, worked_here = time.process_time(), time.thread_time()
    window.open_folder(reports)
    told("open_folder returns", (time.perf_counter() - began) * 1000, "ms", 16)
    listed = 0.0
    while not shown:
        app.processEvents()
        now = time.perf_counter()
        longest[0], last = max(longest[0], now - last), now
        if opened and not listed:
            window.reports.list.viewport().repaint()
            listed = time.perf_counter() - began
        time.sleep(0.001)
    window.view.viewport().repaint()
    app.processEvents()
    told("list can be used", listed, "s", 2)
    told("first report shown", time.perf_counter() - began, "s", 2)
    told("longest in which the window did not answer meanwhile", longest[0] * 1000, "ms")
    told("processor time until then", time.process_time() - worked, "s")
    told("of it in the window's own thread", time.thread_time() - worked_here, "s")
    controller.folder_opened.disconnect(to_folder)
    controller.report_opened.disconnect(to_report)
    settle(app, 1.0)


def scrolling(app: QApplication, window: Window, told) -> None:
    """Scroll the list by the wheel and by the page from end to end."""
    reports = window.reports.list
    bar = reports.verticalScrollBar()
    bar.setValue(0)
    settle(app, 0.2)
    steps: list[float] = []
    place = QPointF(reports.viewport().rect().center())
    for _ in range(200):
        wheel = QWheelEvent(
            place,
            reports.viewport().mapToGlobal(place),
            QPoint(0, 0),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        steps.append(timed(app, lambda wheel=wheel: QApplication.sendEvent(reports.viewport(), wheel)))
    spread("wheel in the list, painted", steps, told, 16)
    steps = []
    bar.setValue(0)
    while bar.value() < bar.maximum():
        steps.append(timed(app, lambda: bar.setValue(bar.value() + bar.pageStep())))
    spread(f"page of the list, painted ({len(steps)} pages)", steps, told, 16)


def typing(app: QApplication, window: Window, told) -> None:
    """Type in the filter and take it away letter by letter."""
    field = window.reports.filter
    window.activateWindow()
    field.setFocus()
    steps: list[float] = []
    for _ in range(5):
        for letter in "informe-1234":
            steps.append(timed(app, lambda letter=letter: QTest.keyClick(field, letter)))
        for _ in range(12):
            steps.append(timed(app, lambda: QTest.keyClick(field, Qt.Key.Key_Backspace)))
    spread("letter in the filter, painted", steps, told, 50)


def annotated(app: QApplication, window: Window, count: int, of: int, told) -> None:
    """Let the detector work, and read memory twice: what the first reports bring with them is brought once."""
    folder = window.controller.folder
    until(app, window, lambda: folder.preannotated[0] >= min(200, count // 3))
    done, began, memory = folder.preannotated[0], time.perf_counter(), resident(os.getpid())
    told(f"memory of the window with {done} reports pre-annotated", memory, "MB", 250)
    until(app, window, lambda: folder.preannotated[0] >= count)
    more = folder.preannotated[0] - done
    told("pre-annotated in a second", more / max(time.perf_counter() - began, 0.001), "")
    folder.pause()
    settle(app, 1.0)
    gc.collect()
    now, done = resident(os.getpid()), folder.preannotated[0]
    found = sum(folder.standing(name).pending or 0 for name in folder.names)
    print(f"{done} reports pre-annotated, {found} suggestions")
    told("memory of the window then", now, "MB", 250)
    if done < of:
        told(f"extrapolated to {of}", now + (now - memory) * (of - done) / more, "MB", 250)
    workers = [resident(pid) for pid in children(os.getpid())]
    told("memory of the worker", sum(workers), "MB", 300)
    told("both", now + sum(workers), "MB")


def timed(app: QApplication, do: Callable[[], object]) -> float:
    """Seconds from doing something to the end of the painting it causes."""
    began = time.perf_counter()
    do()
    QApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    app.processEvents()
    return time.perf_counter() - began


def spread(what: str, seconds: list[float], told, bar: float) -> None:
    """Tell the median, the 95th percentile, which is held to the bar, and the longest, in milliseconds."""
    ordered = sorted(one * 1000 for one in seconds)
    told(f"{what}: p50", ordered[len(ordered) // 2], "ms")
    told(f"{what}: p95", ordered[int(len(ordered) * 0.95)], "ms", bar)
    told(f"{what}: max", ordered[-1], "ms")


def resident(pid: int) -> float:
    """The resident memory of a process in MB; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / _MB


def children(pid: int) -> list[int]:
    """The processes that a process started."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


if __name__ == "__main__":
    sys.exit(main())
