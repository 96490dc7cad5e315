"""Speed and F1 of text → suggestions by the CRF and by the whole pipeline; beside other systems: `make bench`.

    python tests/benchmarks/bench_tagging.py --corpus ../shared/corpora/meddocan

Words are what blanks separate. All run on one core: the thread pools of the numeric libraries are held at one.
"""

# ruff: noqa: E402 — the numeric libraries read the number of threads when they are imported

from __future__ import annotations

import os

for _library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"

import gc
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.learning.bio import unreachable
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.evaluate import evaluate
from deid_studio.model.document import Document
from deid_studio.model.span import Span

TRAINED_ON_TRAIN = Path(__file__).resolve().parents[1] / "models" / "meddocan-train"
System = Callable[[Document], list[Span]]


@click.command()
@click.option("--corpus", type=click.Path(path_type=Path), default=Path("../shared/corpora/meddocan"))
@click.option("--model", type=click.Path(path_type=Path), default=TRAINED_ON_TRAIN, show_default=True)
@click.option("--rounds", default=3, show_default=True, help="Passes over dev; the fastest counts.")
@click.option("--pipeline/--no-pipeline", default=True, help="Also measure the whole pipeline, not the CRF alone.")
def main(corpus: Path, model: Path, rounds: int, pipeline: bool) -> None:
    """Measure on `dev`."""
    dev = read_corpus([corpus / "dev"])
    train = read_corpus([corpus / "train"])
    words = sum(len(doc.text.split()) for doc in dev)
    missed = sum(len(unreachable(doc)) for doc in [*train, *dev])
    print(f"dev: {len(dev)} reports, {words} words; gold spans that tokens cannot reach (train + dev): {missed}")

    before = time.perf_counter()
    crf = CrfDetector.load(model)
    print(f"model loaded in {time.perf_counter() - before:.2f} s")
    systems: list[tuple[str, System]] = [("CRF", lambda doc: [s.span for s in crf.detect(doc)])]
    if pipeline:
        whole = load_pipeline(model)
        systems.append((f"pipeline ({whole.name})"[:40], lambda doc: [s.span for s in whole.detect(doc)]))

    print(f"\n{'system':42}{'words/s':>10}{'first pass':>12}{'NER F1':>9}{'strict':>9}{'merged':>9}")
    # As the worker does; and what a system loads on first use is no part of its speed.
    for _, system in systems:
        system(Document("warm", "Acude por tos.\n"))
    gc.freeze()
    for name, system in systems:
        first, best = speed(system, dev, words, rounds)
        figures = evaluate(dev, system)
        f1 = [counts.f1 for counts in (figures.ner, figures.spans_strict, figures.spans_merged)]
        print(f"{name:42}{best:>10.0f}{first:>12.0f}" + "".join(f"{value:>9.4f}" for value in f1))


def speed(system: System, documents: Sequence[Document], words: int, rounds: int) -> tuple[float, float]:
    """Words per second of the first and of the fastest pass."""
    rates = []
    for _ in range(rounds):
        before = time.perf_counter()
        for doc in documents:
            system(doc)
        rates.append(words / (time.perf_counter() - before))
    return rates[0], max(rates)


if __name__ == "__main__":
    main()
