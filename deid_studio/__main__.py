"""python -m deid_studio: a verb of the command line when one is named, else the window."""

from __future__ import annotations

import sys


def main() -> int:
    """Run what the arguments ask for; returns the exit code. Ctrl-C ends it without a traceback."""
    try:
        from deid_studio.cli.main import main as run_verb
        from deid_studio.cli.verbs import VERBS

        if sys.argv[1:2] and sys.argv[1] in VERBS:
            run_verb()
            return 0
        # Imported here: a verb must run where the window's libraries are missing.
        from deid_studio.gui.app import main as show_window

        return show_window()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
