"""Annotates with a small detector that notes which reports it was asked about.

python killed_annotating.py REPORTS OUT NOTES TO JOBS
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from deid_studio.cli.verbs import deid
from deid_studio.detection import model_pipeline
from deid_studio.detection.pipeline import Pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion

NAME = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+")


class Noting:
    """Suggests two capitalised words in a row."""

    name = "noting"

    def __init__(self, notes: Path) -> None:
        self._notes = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def detect(self, doc: Document) -> list[Suggestion]:
        if doc.id:
            os.write(self._notes, f"{doc.id}\n".encode())
        found = NAME.finditer(doc.text)
        return [Suggestion(Span(*one.span(), "FECHAS"), 0.9, (Evidence("rule", "x"),)) for one in found]


def main() -> None:
    reports, out, _, to, jobs = sys.argv[1:]
    deid(["annotate", reports, "--out", out, "--to", to, "--jobs", jobs], prog_name="deid")


# The processes that it starts read this too.
model_pipeline.load_pipeline = lambda *_: Pipeline([Noting(Path(sys.argv[3]))])  # type: ignore[assignment]

if __name__ == "__main__":
    main()
