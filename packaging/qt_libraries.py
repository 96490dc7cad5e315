"""Tells which system libraries Qt's window lacks here: one per line, exit status 1 when there is any."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import sys
from pathlib import Path


def missing() -> list[str]:
    """The loader's complaints about Qt's modules and its X11 window plugin; empty when a window can open."""
    complaints = []
    for module in ("PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg"):
        try:
            importlib.import_module(module)
        except ImportError as error:
            complaints.append(str(error))
    spec = importlib.util.find_spec("PySide6")
    if spec is not None and spec.origin is not None:
        for plugin in (Path(spec.origin).parent / "Qt" / "plugins" / "platforms").glob("libqxcb.so"):
            try:
                ctypes.CDLL(str(plugin))
            except OSError as error:
                complaints.append(str(error))
    return list(dict.fromkeys(complaints))


if __name__ == "__main__":
    found = missing()
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
