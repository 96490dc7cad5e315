"""This program: a profile with a model, several reports at once as `deid annotate` does, where the program can.

    python tests/benchmarks/peers/own.py PROFILE MODEL

marks what standard input asks for. It also runs with the package of an earlier commit (`bench_peers.py --against`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from serving import Marked, System, serve

from deid_studio.detection.profile import load_profile
from deid_studio.model.document import Document


def system(profile: str, model: Path) -> System:
    """The pipeline as the window and `deid annotate` have it."""
    pipeline = load_profile(profile).pipeline(model)

    # An earlier commit reads one after the other.
    detect_each = getattr(pipeline, "detect_each", partial(map, pipeline.detect))
    with suppress(ImportError):  # an earlier commit has none; its worker does not do so
        from deid_studio.batch.huge_pages import gather_in_huge_pages

        pipeline.detect(Document("", "-"))
        gather_in_huge_pages()

    def mark(texts: Sequence[str]) -> list[Marked]:
        found = detect_each(Document("", text) for text in texts)
        spans = ([one.span for one in suggestions] for suggestions in found)
        return [[(span.start, span.end, span.phi_class) for span in own] for own in spans]

    return mark


if __name__ == "__main__":
    serve(system(sys.argv[1], Path(sys.argv[2])))
