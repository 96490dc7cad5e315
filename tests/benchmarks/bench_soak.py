"""Measures eight hours of reviewing: whether memory and the time of a key stay as they were after 2,000 reports.

    xvfb-run -a -s "-screen 0 1920x1080x24" python tests/benchmarks/bench_soak.py [--reports 2000] [--folders 8]

Each report (a sample, with dates of its own) is opened, its suggestions are accepted, rejected, taken back and given
another class by keys, and it is signed off by its key; a new folder is opened in the same window now and then. The
suggestions come from an expression at once, so that what is measured is the window.

Prints memory (resident, after a collection) and the median time of a key for each tenth of the reports; exits with 1
when the last tenth is more than a tenth above the second one (the first fills what is kept).
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest

from deid_studio import paths
from deid_studio.gui.application import make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.model.tagset import load_tagset
from tests.benchmarks.bench_keys import Expression
from tests.benchmarks.bench_window import press
from tests.gui.parts import Window

_FLAT = 1.10
_TENTHS = 10
# Accept most; each so often reject one, take it back, and change a class.
_KEYS = ("Return", "Return", "Return", "Del", "Ctrl+Z", "Return")


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=2000)
    parser.add_argument("--folders", type=int, default=8)
    wanted = parser.parse_args()
    app = make_application(["bench"])
    samples = [path.read_text(encoding="utf-8") for path in sorted((paths.resources() / "samples").glob("*.txt"))]
    each = wanted.reports // wanted.folders
    tenth = max(wanted.reports // _TENTHS, 1)
    keys: list[float] = []
    told: list[tuple[float, float]] = []
    done = 0
    with tempfile.TemporaryDirectory() as home:
        window = _window(Path(home))
        for number in range(wanted.folders):
            folder = Path(home) / f"reports-{number}"
            _write(folder, samples, each, number)
            window.open_folder(folder)
            _until(app, lambda folder=folder: window.controller.folder is not None and _is_of(window, folder))
            for _ in range(each):
                keys += _review(app, window)
                done += 1
                if done % tenth == 0:
                    told.append((_memory_mb(), statistics.median(keys) * 1000))
                    print(
                        f"{done:6} reports  {told[-1][0]:7.1f} MB  {told[-1][1]:6.2f} ms a key ({len(keys)})",
                        flush=True,
                    )
                    keys = []
        window.close()
        app.processEvents()
    memory, key = (told[-1][which] / told[1][which] for which in (0, 1))
    print(f"last tenth against the second: memory x{memory:.3f}, key x{key:.3f} (bar x{_FLAT})")
    return int(max(memory, key) > _FLAT)


def _window(home: Path) -> Window:
    preferences = Preferences(home / "config" / "settings.toml")
    preferences.reviewer_asked = True
    preferences.change(theme="light", bulk_accept_precision=0.0, second_sweep=False, read_coverage="off")
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    controller = ReviewController(tagset, paths.default_model(), "bench", make_preannotator=Expression)
    window = Window(controller, preferences)
    controller.setParent(window)
    window.resize(1280, 800)
    window.show()
    QTest.qWaitForWindowExposed(window)
    window.activateWindow()
    return window


def _write(folder: Path, samples: list[str], count: int, seed: int) -> None:
    chance = random.Random(seed)
    folder.mkdir()
    for number in range(count):
        visits = "".join(
            f"Visita del {chance.randint(1, 28):02}/{chance.randint(1, 12):02}/2021.\n"
            for _ in range(chance.randint(4, 12))
        )
        (folder / f"informe-{number:04}.txt").write_text(
            f"{samples[number % len(samples)]}\n{visits}", encoding="utf-8"
        )


def _is_of(window: Window, folder: Path) -> bool:
    controller = window.controller
    return controller.folder.project.folder == folder and controller.session is not None


def _review(app, window: Window) -> list[float]:
    """Review the report on the screen by keys; the seconds of each, painted."""
    controller = window.controller
    _until(app, lambda: controller.session is not None and bool(controller.desk.pending))
    name, taken = controller.session.name, []
    pressed = 0
    while controller.desk.pending:
        began = time.perf_counter()
        press(window, _KEYS[pressed % len(_KEYS)])
        app.processEvents()
        taken.append(time.perf_counter() - began)
        pressed += 1
    window.actions_by_id["sign_off"].trigger()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as where the event loop runs; here nobody is in it
    _until(app, lambda: controller.session is None or controller.session.name != name or controller.session.signed)
    return taken


def _until(app, holds, seconds: float = 60.0) -> None:
    began = time.perf_counter()
    while not holds():
        if time.perf_counter() - began > seconds:
            raise SystemExit("gave up waiting")
        app.processEvents()
        time.sleep(0.0005)


def _memory_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    sys.exit(main())
