"""deid: where the command line begins. Little is loaded before Ctrl-C can be answered."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback, even while it is still loading."""
    # Models and lists stay: to look through them for garbage while they grow takes a quarter of what loading takes.
    gc.set_threshold(20_000, 20, 20)
    try:
        from deid_studio.cli.verbs import deid

        deid(prog_name="deid")
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        gc.freeze()  # what is left ends with the process: a last look through it takes a tenth of a short command
