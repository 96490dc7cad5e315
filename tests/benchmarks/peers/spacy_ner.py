"""A plain spaCy NER: what spaCy recommends for the processor, trained by its own command.

    python tests/benchmarks/peers/spacy_ner.py MODEL [CORPUS]

marks what standard input asks for, or trains MODEL on a CORPUS. Every tenth report tells when the NER has learned
enough (spaCy's patience of 1,600 steps); its F1 on them is in MODEL/curve.jsonl.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import spacy
from serving import Marked, System, serve
from spacy.cli.init_config import init_config
from spacy.cli.train import train as spacy_train
from spacy.tokens import DocBin
from spacy.util import filter_spans

from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document

_STEPS = 2000  # four to five epochs, ten minutes; its F1 hardly changes from the 800th on
_BATCH = 64


def system(model: Path) -> System:
    """The trained pipeline, given several texts at a time."""
    language = spacy.load(model / "model-best")

    def mark(texts: Sequence[str]) -> list[Marked]:
        docs = language.pipe(texts, batch_size=_BATCH)
        return [[_trimmed(one.text, one.start_char, one.label_) for one in doc.ents] for doc in docs]

    return mark


def _trimmed(text: str, start: int, phi_class: str) -> tuple[int, int, str]:
    """A span without the marks at its ends, which belong to none in MEDDOCAN."""
    inner = [at for at, character in enumerate(text) if character.isalnum()] or [0, len(text) - 1]
    return start + inner[0], start + inner[-1] + 1, phi_class


def train(model: Path, documents: Sequence[Document]) -> None:
    """Train a pipeline and write it."""
    model.mkdir(parents=True)
    learned, held_out = model / "train.spacy", model / "held-out.spacy"
    _write([doc for number, doc in enumerate(documents) if number % 10], learned)
    _write(documents[::10], held_out)
    config = init_config(lang="es", pipeline=["ner"], optimize="efficiency", silent=True)
    config["training"]["logger"] = {
        "@loggers": "spacy.ConsoleLogger.v3",
        "console_output": False,
        "output_file": str(model / "curve.jsonl"),
    }
    config["training"]["max_steps"] = _STEPS
    config["paths"].update(train=str(learned), dev=str(held_out))
    config["system"]["seed"] = 1
    config.to_disk(model / "config.cfg")
    spacy_train(model / "config.cfg", model)


def _write(documents: Sequence[Document], path: Path) -> None:
    language = spacy.blank("es")
    kept = DocBin()
    for doc in documents:
        made = language.make_doc(doc.text)
        # A tenth of the spans ends within a token, such as the full stop of `H.`; what is marked is trimmed again.
        spans = (made.char_span(one.start, one.end, one.phi_class, alignment_mode="expand") for one in doc.spans)
        made.ents = filter_spans([span for span in spans if span is not None])
        kept.add(made)
    kept.to_disk(path)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    if len(sys.argv) > 2:
        train(folder, read_corpus([Path(sys.argv[2])]))
    else:
        serve(system(folder))
