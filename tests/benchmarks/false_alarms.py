"""How many spans a profile suggests in clinical text that holds no PHI, per 1,000 words.

    python tests/benchmarks/false_alarms.py --profile hybrid ../shared/corpora/meddocan/dev

The text: the lines of annotated reports without any gold span, and a sentence for each eponym that the program knows
(`… con signo de Murphy positivo …`). `--show` prints the false spans of public corpora, never of one's own reports.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio import paths
from deid_studio.detection.gazetteers import read_gazetteers
from deid_studio.detection.profile import load_profile
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document

TRAINED_ON_TRAIN = Path(__file__).resolve().parents[1] / "models" / "meddocan-train"
_CUES = ("signo de", "escala de", "enfermedad de", "síndrome de", "maniobra de", "test de", "índice de")


@click.command()
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", default="hybrid", show_default=True)
@click.option("--show", is_flag=True)
def main(gold: tuple[Path, ...], profile: str, show: bool) -> None:
    """Measure a profile."""
    # The shipped model has seen dev.
    pipeline = load_profile(profile).pipeline(TRAINED_ON_TRAIN)
    texts = {"lines without PHI": [_without_phi(doc) for doc in read_corpus(gold)], "eponyms": _eponyms()}
    for name, own in texts.items():
        words = spans = 0
        classes: Counter[str] = Counter()
        for text in own:
            words += len(text.split())
            for suggestion in pipeline.detect(Document("x", text)):
                spans += 1
                classes[suggestion.span.phi_class] += 1
                if show:
                    start, end = suggestion.span.start, suggestion.span.end
                    around = text[max(0, start - 40) : end + 25].replace("\n", "⏎")
                    print(f"{suggestion.span.phi_class:30}{suggestion.confidence:.2f}  [{text[start:end]}]  {around}")
        print(f"{name}: {spans} spans in {words} words, {spans / words * 1000:.2f} per 1,000; {classes.most_common(8)}")


def _without_phi(doc: Document) -> str:
    kept = []
    at = 0
    for line in doc.text.splitlines(keepends=True):
        if not any(span.start < at + len(line) and at < span.end for span in doc.spans):
            kept.append(line)
        at += len(line)
    return "".join(kept)


def _eponyms() -> list[str]:
    """One text of sentences for every 50 eponyms."""
    folders = [path for path in (paths.resources() / "gazetteers").iterdir() if path.is_dir()]
    names = sorted({e for f in folders for g in read_gazetteers(f) if g.kind == "eponym" for e in g.entries})
    sentences = [
        f"Exploración normal, con {_CUES[number % len(_CUES)]} {name} sin hallazgos de interés.\n"
        for number, name in enumerate(names)
    ]
    return ["".join(sentences[at : at + 50]) for at in range(0, len(sentences), 50)]


if __name__ == "__main__":
    main()
