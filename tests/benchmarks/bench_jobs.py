"""Measures how much sooner several processes are done: `deid annotate --jobs N` beside `--jobs 1`, start to end.

    python tests/benchmarks/bench_jobs.py CORPUS [--reports 1000] [--jobs 2] [--turns 5]

The reports of a corpus are copied until there are so many. In each turn both run, the one first that was last in the
turn before, so that what the machine does meanwhile meets both; a first run that does not count fills the caches. Exits
with 1 when the median of the turns' ratios misses its bar, which is that of two processes.
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
    with tempfile.TemporaryDirectory() as folder:
        reports = Path(folder) / "reports"
        _copy(wanted.corpus, reports, wanted.reports)
        _annotate(reports, 1)
        for turn in range(wanted.turns):
            order = (1, wanted.jobs) if turn % 2 else (wanted.jobs, 1)
            found = {jobs: _annotate(reports, jobs) for jobs in order}
            (alone, work), (together, works) = found[1], found[wanted.jobs]
            ratios.append(alone / together)
            print(
                f"one {alone:6.2f} s (work {work:6.2f})   {wanted.jobs} {together:6.2f} s (work {works:6.2f})"
                f"   {ratios[-1]:.2f} times",
                flush=True,
            )
    median = statistics.median(ratios)
    bar = f" (bar {_BAR:.2f})" if wanted.jobs == 2 else ""
    print(f"median {median:.2f}, {min(ratios):.2f} to {max(ratios):.2f}{bar}")
    return int(wanted.jobs == 2 and median < _BAR)


def _copy(corpus: Path, reports: Path, wanted: int) -> None:
    found = sorted(corpus.rglob("*.txt"))
    if not found:
        raise SystemExit(f"no reports in {corpus}")
    reports.mkdir()
    for name, report in islice(((f"{copy}-{one.name}", one) for copy in count(1) for one in found), wanted):
        shutil.copy(report, reports / name)


def _annotate(reports: Path, jobs: int) -> tuple[float, float]:
    """Seconds by the clock, and of work in all processes."""
    out = reports.with_name("out")
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles all modules anew
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run(
        [*_DEID, "annotate", str(reports), "--out", str(out), "--jobs", str(jobs)],
        env=environment, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    shutil.rmtree(out)
    os.sync()  # what was deleted is not to burden the next
    return clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
