"""The window's entry point: `deid-studio [FOLDER]`."""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deid_studio import __version__
from deid_studio.errors import PolicyFileError, ResourceError
from deid_studio.texts import Text, translated

if TYPE_CHECKING:
    from deid_studio.batch.worker_ahead import WorkerAhead


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window until it is closed; returns the exit code."""
    began = time.monotonic()
    multiprocessing.freeze_support()
    # Imported here, since the process that pre-annotates imports this module anew and needs no Qt.
    try:
        wanted = _wanted(argv)
        if wanted.self_check is not None:
            spare_sources()
            from deid_studio.gui.self_check import self_check

            return self_check(sys.argv[:1], wanted.self_check, began)
        ahead = _worker_ahead()
        spare_sources()
        from deid_studio.gui.application import first_window

        preferences, window = first_window(sys.argv[:1])
        gc.disable()  # until the window is filled: what is imported is no garbage, and to look through it takes a while
        # Only now: it takes a second, in which the window is seen.
        from deid_studio.gui.studio import show_window
    except ResourceError as error:  # without it there is no window to say so in
        sys.stderr.write(f"{error}\n")
        return 1
    except PolicyFileError as error:  # who has no terminal is told as well
        sys.stderr.write(f"{error}\n")
        from deid_studio.gui.studio import tell_why_not

        return tell_why_not(sys.argv[:1], error)
    return show_window(window, preferences, wanted.folder, ahead)


def _wanted(argv: Sequence[str] | None) -> argparse.Namespace:
    """What the command line asks for; help and mistakes are told in the person's language, and end the program."""
    from deid_studio.settings.terminal_language import libraries_speaking, terminal_language

    language = terminal_language()

    def say(message: str) -> str:
        return translated(message, language)

    with libraries_speaking(language):
        parser = argparse.ArgumentParser(
            prog="deid-studio",
            add_help=False,
            description=say("Opens the window, on a folder of clinical reports if one is given."),
        )
        parser.add_argument(
            "folder",
            nargs="?",
            type=Path,
            metavar="FOLDER",
            help=say("Folder of reports, or a report or document, to open."),
        )
        parser.add_argument(
            "--self-check",
            type=Path,
            metavar="NEW_FOLDER",
            help=say("Try this installation out on the samples, and end."),
        )
        parser.add_argument(
            "--version", action="version", version=f"Deid Studio {__version__}", help=say("Show the version and exit.")
        )
        parser.add_argument("-h", "--help", action="help", help=say("Show this message and exit."))
        wanted = parser.parse_args(argv)
        if wanted.self_check is not None and wanted.self_check.exists():
            told = Text("{folder} is there already: --self-check makes a folder of its own", folder=wanted.self_check)
            parser.error(told.said(language))
    return wanted


def _worker_ahead() -> WorkerAhead:
    """The process that suggests, loading its model while the window is imported and built."""
    from deid_studio.batch.worker_ahead import WorkerAhead
    from deid_studio.learning.store.choices import model_of_all
    from deid_studio.settings import held_settings

    return WorkerAhead(model_of_all(), float(held_settings()[0].size_limit_mb))


def spare_sources() -> None:
    """Keep PySide from reading the source of all that is imported after it, and from having its lines stay in memory.

    It looks there for `__feature__`, which nobody uses: a sixth of the window's imports, and 29 MB.
    """
    import PySide6.QtCore  # noqa: F401 - brings the module that does so

    features = sys.modules.get("shibokensupport.feature")
    if hasattr(features, "_mod_uses_pyside"):
        features.__dict__["_mod_uses_pyside"] = lambda _module: False


if __name__ == "__main__":
    sys.exit(main())
