"""This program: a profile with a model, one report after the other.

    python tests/benchmarks/peers/own.py PROFILE MODEL

marks what standard input asks for. It also runs with the package of an earlier commit (`bench_peers.py --against`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from serving import Marked, System, serve

from deid_studio.detection.profile import load_profile
from deid_studio.model.document import Document


def system(profile: str, model: Path) -> System:
    """The pipeline as the window and `deid annotate` have it."""
    pipeline = load_profile(profile).pipeline(model)

    def spans(text: str) -> Marked:
        found = (one.span for one in pipeline.detect(Document("", text)))
        return [(span.start, span.end, span.phi_class) for span in found]

    def mark(texts: Sequence[str]) -> list[Marked]:
        return [spans(text) for text in texts]

    return mark


if __name__ == "__main__":
    serve(system(sys.argv[1], Path(sys.argv[2])))
