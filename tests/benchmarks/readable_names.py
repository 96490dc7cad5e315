"""Names that can be read from an adapted model: the base adapted on 12 reports, each file searched for their names.

    python tests/benchmarks/readable_names.py [--base MODEL] [--reports 12] [--seed N]

The search shares no code with the program's rule and audit: it takes every run of letters in any text of any file,
folded, and the public lists as they lie in resources/. Printed are the words of names that are in no list and can be
read, and F1 on the other reports: of the base, of the model that is adapted by the rule, and of one that knows no rule.
"""

# ruff: noqa: E402 — the checkout's own package is to be measured

from __future__ import annotations

import json
import random
import sys
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.learning.adapt import AdaptationOptions, adapt
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.evaluate import evaluate
from deid_studio.learning.handing_on import write_audited
from deid_studio.library import model_folder
from deid_studio.model.document import Document

NAMES = ("NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO", "FAMILIARES_SUJETO_ASISTENCIA")
LEAST_LETTERS = 3


@click.command()
@click.option("--base", default="default", show_default=True)
@click.option("--corpus", type=click.Path(path_type=Path), default=ROOT / "tests" / "foreign" / "dev")
@click.option("--reports", default=12, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Which reports are drawn.")
def main(base: str, corpus: Path, reports: int, seed: int) -> None:
    """Adapt, search, measure; ends with status 1 when a name of no list can be read."""
    documents = read_corpus([corpus])
    random.Random(seed).shuffle(documents)
    own, others = documents[:reports], documents[reports:]
    public = listed()
    names = {word for one in full_names(own) for word in one}
    secret = names - public
    print(f"{len(own)} reports: {len(names)} words of names, {len(secret)} of them in no public list")
    start = read_model(model_folder(base))
    known = words_of_files(model_folder(base))
    measured("base", model_folder(base), start, others)
    left = 0
    with tempfile.TemporaryDirectory() as folder:
        for title, least in (("no rule", 1), ("the rule", AdaptationOptions().least_reports)):
            model = adapt(start, own, AdaptationOptions(least_reports=least))
            place = Path(folder) / title
            found = write_audited(model, place, own, start)
            texts = words_of_files(place)
            readable = {word for words in texts for word in words}
            before = {word for words in known for word in words}
            left = len(secret & readable - before)
            whole = {one for one in full_names(own) if len(one) > 1 and any(set(one) <= set(words) for words in texts)}
            old = {one for one in whole if any(set(one) <= set(words) for words in known)}
            print(
                f"{title}: {len(secret & readable)} words in no list can be read ({len(secret & before)} in the base"
                f" too), {len(whole)} names of two words side by side ({len(old)} in the base too);"
                f" the audit: {found.words} words, {'clean' if found.clean else 'not clean'}"
            )
            measured(title, place, model, others)
    sys.exit(1 if left else 0)


def measured(title: str, folder: Path, model: CrfModel, documents: Sequence[Document]) -> None:
    """Print F1 on reports, of the CRF alone and of the pipeline with it."""
    crf, whole = CrfDetector(model, default_gazetteers()), load_pipeline(folder)
    for name, detector in (("CRF", crf), ("hybrid", whole)):
        figures = evaluate(documents, lambda doc, by=detector: [s.span for s in by.detect(Document(doc.id, doc.text))])
        print(
            f"  {title}, {name}: NER {figures.ner.f1:.4f}, spans {figures.spans_strict.f1:.4f},"
            f" merged {figures.spans_merged.f1:.4f}"
        )


def folded(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def letters(text: str) -> tuple[str, ...]:
    """The runs of letters of a text, folded."""
    return tuple("".join(c if c.isalpha() else " " for c in folded(text)).split())


def full_names(documents: Sequence[Document]) -> set[tuple[str, ...]]:
    """Neighbouring words of spans that name somebody, and single ones, of three letters and more."""
    found = set()
    for doc in documents:
        for span in doc.spans:
            if span.phi_class in NAMES:
                words = [word for word in letters(doc.text[span.start : span.end]) if len(word) >= LEAST_LETTERS]
                found.update((word,) for word in words)
                found.update(pairwise(words))
    return found


def listed() -> set[str]:
    """The words of the public lists."""
    found: set[str] = set()
    for folder in ("gazetteers/libraries", "gazetteers/lists", "gazetteers/grammar", "vocabulary"):
        for path in (ROOT / "resources" / folder).glob("*.txt"):
            for line in path.read_text(encoding="utf-8").splitlines():
                found.update(letters(line.partition("\t")[0]))
    # A plural of a listed word is one, as the program's vocabulary has it.
    return found | {word + ending for word in found for ending in ("s", "es")}


def words_of_files(folder: Path) -> set[tuple[str, ...]]:
    """The words of every text in every file of a folder."""
    found = set()
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            texts = strings(json.loads(data)) if path.suffix == ".json" else [data.decode("utf-8", "replace")]
            found.update(letters(part) for text in texts for part in text.splitlines())
    return found


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


if __name__ == "__main__":
    main()
