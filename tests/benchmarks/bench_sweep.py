"""How much of what was missed the second sweep finds, and how many of its findings are wrong.

    python tests/benchmarks/bench_sweep.py ../shared/corpora/meddocan/dev

Of each annotated report some gold spans are dropped at random, with a seed; the rest counts as accepted. Told are the
share of the dropped characters that findings cover, and how many findings a report has that touch no gold: with the
model's doubts and without, since what a detector suggests itself is hardly what is missed. `--missed` drops instead
what the default pipeline leaves unmarked.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document
from deid_studio.model.mentions import desk_of
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.checking.final_check import FinalCheck, load_final_check, without_model

_TRAIN_ALONE = Path(__file__).resolve().parents[1] / "models" / "meddocan-train"


@click.command()
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--model", default=_TRAIN_ALONE, help="A model that has not seen the reports.", type=click.Path(path_type=Path)
)
@click.option("--dropped", default=2, show_default=True, help="Gold spans dropped from each report.")
@click.option("--seed", default=1, show_default=True)
@click.option("--every", default=1, show_default=True, help="Only every n-th report.")
@click.option("--missed", is_flag=True, help="Drop the gold spans that the default pipeline does not touch.")
@click.option("--show", is_flag=True, help="Print missed and wrong ones; of public corpora only.")
def main(gold: tuple[Path, ...], model: Path, dropped: int, seed: int, every: int, missed: bool, show: bool) -> None:
    """Measure the sweep."""
    documents = read_corpus(gold)[::every]
    chance = random.Random(seed)
    if missed:
        pipeline = load_pipeline(model)
        out = [_untouched(doc, [one.span for one in pipeline.detect(doc)]) for doc in documents]
    else:
        out = [set(chance.sample(doc.spans, min(dropped, len(doc.spans)))) for doc in documents]
    print(f"{len(documents)} reports, {sum(map(len, out))} spans dropped, seed {seed}")
    for name, sweep in (
        ("with the model", load_final_check(model, shipped_tagset("meddocan"))),
        ("without a model", without_model(shipped_tagset("meddocan"))),
    ):
        _measure(name, sweep, list(zip(documents, out, strict=True)), show)


def _untouched(doc: Document, found: list[Span]) -> set[Span]:
    return {span for span in doc.spans if not any(span.overlaps(one) for one in found)}


def _measure(name: str, sweep: FinalCheck, documents: list[tuple[Document, set[Span]]], show: bool) -> None:
    characters = covered = 0
    wrong: list[int] = []
    times: list[float] = []
    missed: Counter[str] = Counter()
    for doc, out in documents:
        begun = time.process_time()
        findings = sweep.findings(doc.text, desk_of([span for span in doc.spans if span not in out], ()))
        times.append(time.process_time() - begun)
        places = [span for finding in findings for span in (finding.span, *finding.others)]
        for span in sorted(out):
            found = sum(any(one.start <= at < one.end for one in places) for at in range(span.start, span.end))
            characters += span.end - span.start
            covered += found
            if found < (span.end - span.start) / 2:
                missed[span.phi_class] += 1
                if show:
                    _print("missed", doc.text, span)
        false = [finding.span for finding in findings if not any(finding.span.overlaps(span) for span in doc.spans)]
        wrong.append(len(false))
        if show:
            for span in false:
                _print("wrong", doc.text, span)
    print(
        f"{name}: finds {covered / characters:.3f} of {characters} dropped characters; wrong findings a report: median"
        f" {statistics.median(wrong):g}, mean {statistics.mean(wrong):.1f}, most {max(wrong)}; {sum(times):.1f} s in"
        f" all, slowest report {max(times) * 1000:.0f} ms; missed most: {missed.most_common(4)}"
    )


def _print(what: str, text: str, span: Span) -> None:
    around = text[max(0, span.start - 40) : span.start] + f"[{span.text(text)}]" + text[span.end : span.end + 25]
    print(f"{what:8}{span.phi_class:34}{around!r}")


if __name__ == "__main__":
    main()
