"""Annotates with a small detector that notes which reports it was asked about.

Each line that it reads is a JSON list [REPORTS, OUT, NOTES, TO, JOBS]; a process for it is forked, which loads nothing
any more. Its number is told in a line, and how it ended in another.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

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
    # Loaded, for each run needs them; the processes that a run starts need none of it.
    from deid_studio.batch import pool
    from deid_studio.cli import annotate, annotate_detecting, annotate_output

    assert all((pool, annotate, annotate_detecting, annotate_output))
    for line in sys.stdin:
        arguments = json.loads(line)
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            run(arguments)
        os.setpgid(child, child)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def run(arguments: list[str]) -> None:
    """Annotate, as the process that was asked to; it ends with it."""
    from deid_studio.cli.verbs import deid

    sys.argv[1:] = arguments
    reports, out, _, to, jobs = arguments
    os.dup2(2, 1)
    code = 99
    try:
        deid(["annotate", reports, "--out", out, "--to", to, "--jobs", jobs], prog_name="deid")
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        os._exit(code)


# The processes that it starts read this too.
model_pipeline.load_pipeline = lambda *_: Pipeline([Noting(Path(sys.argv[3]))])  # type: ignore[assignment]

if __name__ == "__main__":
    main()
