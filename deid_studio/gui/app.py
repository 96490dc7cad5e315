"""The window's entry point: `deid-studio [FOLDER]`."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deid_studio import __version__
from deid_studio.errors import PolicyFileError, ResourceError

if TYPE_CHECKING:
    from deid_studio.batch.preannotation import WorkerAhead


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window until it is closed; returns the exit code."""
    began = time.monotonic()
    multiprocessing.freeze_support()
    parser = argparse.ArgumentParser(
        prog="deid-studio", description="Review de-identification suggestions on a folder of clinical reports."
    )
    parser.add_argument("folder", nargs="?", type=Path, help="folder of reports, or a report or document, to open")
    parser.add_argument(
        "--self-check", type=Path, metavar="NEW_FOLDER", help="try this installation out on the samples, and end"
    )
    parser.add_argument("--version", action="version", version=f"Deid Studio {__version__}")
    wanted = parser.parse_args(argv)
    if wanted.self_check is not None and wanted.self_check.exists():
        parser.error(f"{wanted.self_check} is there already: --self-check makes a folder of its own")
    # Imported here, since the process that pre-annotates imports this module anew and needs no Qt.
    try:
        ahead = _worker_ahead()
        spare_sources()
        if wanted.self_check is not None:
            from deid_studio.gui.self_check import self_check

            return self_check(sys.argv[:1], wanted.self_check, began)
        from deid_studio.gui.studio import show_window
    except ResourceError as error:  # without it there is no window to say so in
        sys.stderr.write(f"{error}\n")
        return 1
    except PolicyFileError as error:  # who has no terminal is told as well
        sys.stderr.write(f"{error}\n")
        from deid_studio.gui.studio import tell_why_not

        return tell_why_not(sys.argv[:1], error)
    return show_window(sys.argv[:1], wanted.folder, ahead)


def _worker_ahead() -> WorkerAhead:
    """The process that suggests, loading its model while the window is imported and built."""
    from deid_studio.batch.preannotation import WorkerAhead
    from deid_studio.learning.store.choices import model_of_all
    from deid_studio.settings import held_settings

    limit_mb = float(held_settings()[0].size_limit_mb)
    return WorkerAhead(model_of_all(), limit_mb)


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
