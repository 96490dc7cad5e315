"""Reports a second of every shipped profile, one core, after some other reports have gone through.

    python tests/benchmarks/bench_profiles.py ../shared/corpora/meddocan/dev

Seconds are of the processor, so that other programs count little.
"""

# ruff: noqa: E402 — the numeric libraries read the number of threads when they are imported

from __future__ import annotations

import os

for _library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"

import gc
import sys
import time
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio.detection.profile import load_profile, profile_names
from deid_studio.learning.corpus import read_corpus

_WARM = 5


@click.command()
@click.argument("reports", nargs=-1, required=True, type=click.Path(path_type=Path))
def main(reports: tuple[Path, ...]) -> None:
    """Measure every profile."""
    documents = read_corpus(reports)
    warm, measured = documents[:_WARM], documents[_WARM:]
    words = sum(len(doc.text.split()) for doc in measured)
    print(f"{len(measured)} reports, {words} words")
    print(f"{'profile':24}{'load s':>10}{'reports/s':>12}{'words/s':>10}{'slowest ms':>12}")
    for name in profile_names():
        begun = time.process_time()
        pipeline = load_profile(name).pipeline()
        loaded = time.process_time() - begun
        for doc in warm:
            pipeline.detect(doc)
        gc.freeze()  # as the worker does
        times = []
        for doc in measured:
            begun = time.process_time()
            pipeline.detect(doc)
            times.append(time.process_time() - begun)
        total = sum(times)
        print(
            f"{name:24}{loaded:>10.2f}{len(times) / total:>12.1f}{words / total:>10.0f}{max(times) * 1000:>12.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
