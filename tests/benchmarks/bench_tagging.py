"""Speed and F1 of text → suggestions, next to a plain spaCy NER trained on the same data in the same run.

    python tests/benchmarks/bench_tagging.py --corpus ../shared/corpora/meddocan --spacy-epochs 10

Words are what blanks separate. Both run on one core: the thread pools of the numeric libraries are held at one.
"""

# ruff: noqa: E402 — the numeric libraries read the number of threads when they are imported

from __future__ import annotations

import os

for _library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"

import gc
import random
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
@click.option("--spacy-epochs", default=8, show_default=True, help="Epochs of the spaCy NER; 0 leaves it out.")
@click.option("--rounds", default=3, show_default=True, help="Passes over dev; the fastest counts.")
@click.option("--pipeline/--no-pipeline", default=True, help="Also measure the whole pipeline, not the CRF alone.")
def main(corpus: Path, model: Path, spacy_epochs: int, rounds: int, pipeline: bool) -> None:
    """Measure on `dev`; the spaCy NER is trained on `train`."""
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
    if spacy_epochs:
        systems.append((f"spaCy NER, {spacy_epochs} epochs", spacy_ner(train, spacy_epochs)))

    print(f"\n{'system':42}{'words/s':>10}{'first pass':>12}{'NER F1':>9}{'strict':>9}{'merged':>9}")
    speeds = []
    # As the worker does; and what a system loads on first use is no part of its speed.
    for _, system in systems:
        system(Document("warm", "Acude por tos.\n"))
    gc.freeze()
    for name, system in systems:
        first, best = speed(system, dev, words, rounds)
        speeds.append(best)
        figures = evaluate(dev, system)
        f1 = [counts.f1 for counts in (figures.ner, figures.spans_strict, figures.spans_merged)]
        print(f"{name:42}{best:>10.0f}{first:>12.0f}" + "".join(f"{value:>9.4f}" for value in f1))
    if spacy_epochs:
        ratios = [f"{name} / spaCy {own / speeds[-1]:.2f}" for (name, _), own in zip(systems, speeds, strict=True)]
        print("\nspeed: " + "; ".join(ratios[:-1]))


def speed(system: System, documents: Sequence[Document], words: int, rounds: int) -> tuple[float, float]:
    """Words per second of the first and of the fastest pass."""
    rates = []
    for _ in range(rounds):
        before = time.perf_counter()
        for doc in documents:
            system(doc)
        rates.append(words / (time.perf_counter() - before))
    return rates[0], max(rates)


def spacy_ner(documents: Sequence[Document], epochs: int) -> System:
    """A blank Spanish pipeline with an NER of spaCy's default architecture, trained on the CPU."""
    import spacy
    from spacy.training import Example
    from spacy.util import compounding, minibatch

    random.seed(1)
    spacy.util.fix_random_seed(1)
    language = spacy.blank("es")
    language.max_length = 10_000_000
    language.add_pipe("ner")
    examples = []
    for doc in documents:
        # Line by line, as our own tagger sees them; what spaCy's tokens cannot reach is left out.
        at = 0
        for line in doc.text.splitlines(keepends=True):
            made = language.make_doc(line)
            spans = (
                made.char_span(s.start - at, s.end - at, s.phi_class)
                for s in doc.spans
                if at <= s.start and s.end <= at + len(line)
            )
            entities = [(s.start_char, s.end_char, s.label_) for s in spacy.util.filter_spans([s for s in spans if s])]
            if line.strip():
                examples.append(Example.from_dict(made, {"entities": entities}))
            at += len(line)
    optimizer = language.initialize(lambda: examples)
    for epoch in range(epochs):
        random.shuffle(examples)
        losses: dict[str, float] = {}
        for batch in minibatch(examples, size=compounding(8.0, 64.0, 1.01)):
            language.update(batch, sgd=optimizer, drop=0.2, losses=losses)
        print(f"spaCy epoch {epoch + 1}: loss {losses['ner']:.0f}", flush=True)

    def system(doc: Document) -> list[Span]:
        starts = []
        lines = []
        at = 0
        for line in doc.text.splitlines(keepends=True):
            starts.append(at)
            lines.append(line)
            at += len(line)
        return [
            Span(start + entity.start_char, start + entity.end_char, entity.label_)
            for start, tagged in zip(starts, language.pipe(lines, batch_size=64), strict=True)
            for entity in tagged.ents
        ]

    return system


if __name__ == "__main__":
    main()
