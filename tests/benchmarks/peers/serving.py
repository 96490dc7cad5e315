"""One system in a process of its own: lines of JSON in and out, for as long as some come.

In: texts. Out: the seconds of the processor that they took, and what was marked in each.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable, Sequence

Marked = list[tuple[int, int, str]]
System = Callable[[Sequence[str]], list[Marked]]


def serve(system: System) -> None:
    """Mark what standard input asks for until it ends."""
    # What a library prints is no answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    # As our own worker has it.
    gc.set_threshold(20_000, 20, 20)
    for line in sys.stdin:
        texts = json.loads(line)
        gc.collect()
        gc.freeze()
        begun = time.process_time()
        marked = system(texts)
        answers.write(json.dumps({"seconds": time.process_time() - begun, "marked": marked}) + "\n")
        answers.flush()
