"""Measures how much sooner several processes are done: `deid annotate --jobs N` beside `--jobs 1`, start to end.

    python tests/benchmarks/bench_jobs.py CORPUS [--reports 1000] [--jobs 2] [--turns 5]

The reports of a corpus are copied until there are so many. In each turn both run, the one first that was last in the
turn before, so that what the machine does meanwhile meets both; a first run that does not count fills the caches.
Beside them run N commands at once with a part of the reports each: so soon are N processes done that share nothing and
never wait for each other. Exits with 1 when the median of the turns' ratios misses its bar, which is that of two
processes.
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
from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path

_BAR = 1.85
_DEID = [sys.executable, "-c", "from deid_studio.cli.main import main; main()"]


def main() -> int:
    """Run all turns and tell them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--reports", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--turns", type=int, default=5)
    wanted = parser.parse_args()
    ratios: list[float] = []
    beside: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        reports = Path(folder) / "reports"
        _copy(wanted.corpus, reports, wanted.reports)
        parts = _parted(reports, wanted.jobs)
        _annotate([reports], 1)
        for turn in range(wanted.turns):
            runs: list[tuple[list[Path], int]] = [([reports], 1), ([reports], wanted.jobs), (parts, 1)]
            found = [_annotate(*run) for run in (runs if turn % 2 else runs[::-1])]
            (alone, work), (together, works), (apart, _) = found if turn % 2 else found[::-1]
            ratios.append(alone / together)
            beside.append(apart / together)
            print(
                f"one {alone:6.2f} s (work {work:6.2f})   {wanted.jobs} {together:6.2f} s (work {works:6.2f})"
                f"   {ratios[-1]:.2f} times; {wanted.jobs} commands {apart:6.2f} s, {beside[-1]:.2f} of it",
                flush=True,
            )
    median = statistics.median(ratios)
    bar = f" (bar {_BAR:.2f})" if wanted.jobs == 2 else ""
    print(f"median {median:.2f}, {min(ratios):.2f} to {max(ratios):.2f}{bar}")
    print(f"commands that share nothing: {statistics.median(beside):.2f} of it, {min(beside):.2f} to {max(beside):.2f}")
    return int(wanted.jobs == 2 and median < _BAR)


def _copy(corpus: Path, reports: Path, wanted: int) -> None:
    found = sorted(corpus.rglob("*.txt"))
    if not found:
        raise SystemExit(f"no reports in {corpus}")
    reports.mkdir()
    for name, report in islice(((f"{copy}-{one.name}", one) for copy in count(1) for one in found), wanted):
        shutil.copy(report, reports / name)


def _parted(reports: Path, parts: int) -> list[Path]:
    """As many folders, which hold the reports together."""
    folders = [reports.with_name(f"part{number}") for number in range(parts)]
    for number, report in enumerate(sorted(reports.iterdir())):
        folder = folders[number % parts]
        folder.mkdir(exist_ok=True)
        os.link(report, folder / report.name)
    return folders


def _annotate(folders: Sequence[Path], jobs: int) -> tuple[float, float]:
    """Seconds by the clock until a command for each folder is done, and of work in all processes."""
    # Beside those of the runs before, which stay until the end: an ext4 without a journal, as virtual machines have,
    # takes up to a millisecond to make a file in the minutes after thousands were deleted.
    out = Path(tempfile.mkdtemp(prefix="out", dir=folders[0].parent))
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles all modules anew
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    commands = [
        subprocess.Popen(
            [*_DEID, "annotate", str(folder), "--out", str(out / folder.name), "--jobs", str(jobs)],
            env=environment, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for folder in folders
    ]  # fmt: skip
    codes = [command.wait() for command in commands]
    if any(codes):
        raise SystemExit("deid annotate failed")
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    os.sync()  # what was written is not to burden the next
    return clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
