"""Measures starts: of the window until it is painted and until it shows suggestions, and of the command line.

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
from pathlib import Path

from deid_studio import paths

_BEGAN = "DEID_BENCH_BEGAN"
_GIVE_UP_MS = 60_000
_LOOK_MS = 5
_PAINTED, _SUGGESTED = "window painted", "first suggestions"
_HELP, _ANNOTATE = "deid --help", "deid annotate, one report"
# Seconds; of annotating those in which the processor worked.
_BARS = {_PAINTED: 0.5, _SUGGESTED: 2.5, _HELP: 0.15, _ANNOTATE: 2.0}
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
        missed |= min(held) > bar
        print(
            f"{name:<28} {min(clock):6.3f} {statistics.median(clock):6.3f}   work {min(work):6.3f}"
            f" {statistics.median(work):6.3f}   (bar {bar:.2f}{' of work' if held is work else ''})"
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

    spare_sources = app.spare_sources

    def before_the_window() -> None:
        spare_sources()
        from deid_studio.gui import studio

        class Watched(studio.LanguageSwitch):
            def __init__(self, *given) -> None:
                super().__init__(*given)
                _watch(self.workbench, tell)

        studio.LanguageSwitch = Watched  # type: ignore[misc]

    app.spare_sources = before_the_window
    app.main([str(folder)])


def _watch(workbench, tell) -> None:
    from PySide6.QtCore import QEvent, QObject, QTimer

    class Painted(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                watched.removeEventFilter(self)
                QTimer.singleShot(0, lambda: tell(_PAINTED))  # once all in it is painted
            return False

    def look() -> None:
        if workbench.controller.session is not None and workbench.controller.desk.pending:
            timer.stop()
            workbench.window.repaint()
            tell(_SUGGESTED)
            workbench.window.close()

    painted = Painted(workbench.window)
    workbench.window.installEventFilter(painted)
    timer = QTimer(workbench.window, interval=_LOOK_MS)
    timer.timeout.connect(look)
    timer.start()
    QTimer.singleShot(_GIVE_UP_MS, workbench.window.close)


if __name__ == "__main__":
    sys.exit(main())
