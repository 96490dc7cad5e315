"""Releases with a small reader for the gate that notes which reports it was asked about, and dies once of one.

python releasing_apart.py NOTES ARGUMENTS…
"""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

from deid_studio.cli.verbs import deid
from deid_studio.detection.pipeline import Pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.release.gate import readers

NAME = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+")


class Noting:
    """Suggests two capitalised words in a row."""

    name = "noting"

    def __init__(self, notes: Path) -> None:
        self._notes = notes

    def detect(self, doc: Document) -> list[Suggestion]:
        asked = self._notes / f"{os.getpid()}"
        with asked.open("a") as note:
            note.write("x")
        if "MORTAL" in doc.text and not (died := self._notes / "died").exists():
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        found = NAME.finditer(doc.text)
        return [
            Suggestion(Span(*one.span(), "NOMBRE_SUJETO_ASISTENCIA"), 0.9, (Evidence("rule", "x"),)) for one in found
        ]


# The processes that it starts read this too.
readers.load_pipeline = lambda *_: Pipeline([Noting(Path(sys.argv[1]))])  # type: ignore[assignment]
readers.load_doubts = lambda *_: None  # type: ignore[assignment]

if __name__ == "__main__":
    deid(sys.argv[2:], prog_name="deid")
