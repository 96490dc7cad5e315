"""python -m deid_studio: a verb of the command line when one is named, else the window."""

from __future__ import annotations

import sys


def main() -> int:
    """Run what the arguments ask for; returns the exit code."""
    from deid_studio.cli.main import VERBS
    from deid_studio.cli.main import main as run_verb

    if sys.argv[1:2] and sys.argv[1] in VERBS:
        run_verb()
        return 0
    # Imported here: a verb must run where the window's libraries are missing.
    from deid_studio.gui.app import main as show_window

    return show_window()


if __name__ == "__main__":
    sys.exit(main())
