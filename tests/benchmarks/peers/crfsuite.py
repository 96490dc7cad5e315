"""Plain python-crfsuite on the features of our CRF, as strings: what one has who writes features and calls the library.

    python tests/benchmarks/peers/crfsuite.py MODEL [CORPUS]

marks what standard input asks for, or trains MODEL on a CORPUS, without the made reports that our own learns from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pycrfsuite
from serving import Marked, System, serve

from deid_studio.detection.crf_model import read_model
from deid_studio.detection.features import place_features
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.report_context import gather_context
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.detection.word_features import REACH, Word, Words, distance_tier
from deid_studio.learning.bio import tag_lines
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.train import TrainingOptions
from deid_studio.model.document import Document

_RULES = Path(__file__).resolve().parents[2] / "models" / "meddocan-train"
_MODEL = "model.crfsuite"


def system(model: Path) -> System:
    """CRFsuite's tagger, a line at a time."""
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model / _MODEL))
    features = Features()

    def mark(texts: Sequence[str]) -> list[Marked]:
        return [
            [span for line, names in features.of(text) for span in _spans(line, tagger.tag(names))] for text in texts
        ]

    return mark


def train(model: Path, documents: Sequence[Document]) -> None:
    """Train with the strengths of our own CRF and write it."""
    options = TrainingOptions()
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": options.c1, "c2": options.c2, "max_iterations": options.iterations})
    features = Features()
    for doc in documents:
        lines, names = zip(*features.of(doc.text), strict=True)
        for own, tags in zip(names, tag_lines(lines, doc.spans), strict=True):
            trainer.append(own, tags)
    model.mkdir(parents=True)
    trainer.train(str(model / _MODEL))


class Features:
    """The features of a text's tokens by name; those of words are kept."""

    def __init__(self) -> None:
        self._words = Words(default_gazetteers())
        self._rules = read_model(_RULES).rules
        self._of_word = cache(_word_features)

    def of(self, text: str) -> Iterator[tuple[TokenLine, list[list[str]]]]:
        """Each sequence with the features of each of its tokens."""
        report = gather_context(text, tokenizer().lines(text), self._words, self._rules)
        edge = [self._words.edge()] * REACH
        for view, places in zip(report.lines, place_features(report), strict=True):
            around = edge + view.words + edge
            for at, own in enumerate(places):
                for offset in range(-REACH, REACH + 1):
                    own += self._of_word(around[at + REACH + offset], offset)
            yield view.line, places


def _word_features(word: Word, offset: int) -> list[str]:
    return [f"{offset}{name}" for name in word.features()[distance_tier(offset)]]


def _spans(line: TokenLine, tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    start = end = 0
    phi_class = ""
    for at, tag in enumerate([*tags, "O"]):
        if phi_class and tag != f"I-{phi_class}":
            yield start, end, phi_class
            phi_class = ""
        if at < len(line) and tag != "O":
            if not phi_class:
                start, phi_class = line.starts[at], tag[2:]
            end = line.ends[at]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    if len(sys.argv) > 2:
        train(folder, read_corpus([Path(sys.argv[2])]))
    else:
        serve(system(folder))
