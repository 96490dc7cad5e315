"""Measures starts: of the window until it is painted, filled and shows suggestions, and of the command line.

    python tests/benchmarks/bench_start.py [--rounds 5] [--cold]

(xvfb-run in front of it for a real window.) Each start is a process of its own. Their cache is filled by a first round
that does not count; with --cold it is emptied before each. Times are told in seconds from the start of the process,
best and median, with what the processor worked for it (user and system; of the window, without the process that
suggests), which other work on the machine changes less. Exits with 1 when the best of a figure misses its bar.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from deid_studio import paths

if TYPE_CHECKING:
    from deid_studio.gui.shell.preferences import Preferences
    from deid_studio.gui.window import MainWindow

_BEGAN = "DEID_BENCH_BEGAN"
_GIVE_UP_MS = 60_000
_LOOK_MS = 5
_PAINTED, _FILLED, _OPENED = "window painted, empty", "window filled", "first report"
_SUGGESTED = "first suggestions"
_HELP, _ANNOTATE = "deid --help", "deid annotate, one report"
# Seconds; of annotating those in which the processor worked.
_BARS = {_PAINTED: 0.5, _FILLED: None, _OPENED: None, _SUGGESTED: 2.5, _HELP: 0.15, _ANNOTATE: 2.0}
_DEID = [sys.executable, "-c", "from deid_studio.cli.main import main; main()"]

Times = dict[str, tuple[float, float]]  # seconds by the clock, and of work


def main() -> int:
    """Run all rounds, or one start of the window within one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--window", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.window is not None:
        _tell_window(wanted.window)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        rounds = [_round(Path(folder), wanted.cold) for _ in range(wanted.rounds + (not wanted.cold))]
    if not wanted.cold:
        del rounds[0]
    missed = False
    for name, bar in _BARS.items():
        clock, work = ([one[name][at] for one in rounds] for at in (0, 1))
        held = work if name == _ANNOTATE else clock
        missed |= bar is not None and min(held) > bar
        told = "" if bar is None else f"   (bar {bar:.2f}{' of work' if held is work else ''})"
        print(
            f"{name:<28} {min(clock):6.3f} {statistics.median(clock):6.3f}   work {min(work):6.3f}"
            f" {statistics.median(work):6.3f}{told}"
        )
    return 1 if missed else 0


def _round(folder: Path, cold: bool) -> Times:
    if cold:
        shutil.rmtree(folder / "cache", ignore_errors=True)
    shutil.rmtree(folder / "reports", ignore_errors=True)
    shutil.rmtree(folder / "out", ignore_errors=True)
    shutil.rmtree(folder / "config", ignore_errors=True)
    (folder / "reports").mkdir()
    report = min((paths.resources() / "samples").glob("*.txt"))
    shutil.copy(report, folder / "reports")
    own = {f"XDG_{name.upper()}_HOME": str(folder / name) for name in ("cache", "config", "data")}
    environment = os.environ | own | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles all modules anew
    found: Times = {}
    # The window first: annotating would fill an empty cache for it.
    told = _run([sys.executable, __file__, "--window", str(folder / "reports")], environment)[2]
    for line in told.splitlines():
        name, clock, work = line.split("\t")
        found[name] = float(clock), float(work)
    if cold:
        shutil.rmtree(folder / "cache", ignore_errors=True)
    found[_HELP] = _run([*_DEID, "--help"], environment)[:2]
    found[_ANNOTATE] = _run([*_DEID, "annotate", str(folder / "reports"), "--out", str(folder / "out")], environment)[
        :2
    ]
    return found


def _run(command: list[str], environment: dict[str, str]) -> tuple[float, float, str]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.time()
    done = subprocess.run(
        command, env=environment | {_BEGAN: str(began)}, check=True, stdout=subprocess.PIPE, text=True, cwd="/"
    )
    clock = time.time() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


def _tell_window(folder: Path) -> None:
    """Start the window as `deid-studio FOLDER` does, tell when what was shown, and end."""
    from deid_studio.gui import app

    def tell(name: str) -> None:
        print(f"{name}\t{time.time() - float(os.environ[_BEGAN])}\t{time.process_time()}", flush=True)

    from deid_studio.gui import application

    first_window = application.first_window

    def watched(argv: list[str]) -> tuple[Preferences, MainWindow]:
        preferences, window = first_window(argv)
        tell(_PAINTED)
        _watch(window, tell)
        return preferences, window

    application.first_window = watched
    app.main([str(folder)])


def _watch(window: MainWindow, tell: Callable[[str], None]) -> None:
    from PySide6.QtCore import QTimer

    seen = set()

    def look() -> None:  # once there are events again, and what is new is painted
        for name, holds in (
            (_FILLED, lambda: True),
            (_OPENED, lambda: window.workbench.controller.session is not None),
            (_SUGGESTED, lambda: window.workbench.controller.desk.pending),
        ):
            if name not in seen and holds():
                seen.add(name)
                window.repaint()
                tell(name)
        if _SUGGESTED in seen:
            window.close()

    timer = QTimer(window, interval=_LOOK_MS)
    timer.timeout.connect(look)
    timer.start()
    QTimer.singleShot(_GIVE_UP_MS, window.close)


if __name__ == "__main__":
    sys.exit(main())
