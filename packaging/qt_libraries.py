"""Tells which system libraries Qt lacks here, one complaint of the loader per line; exit status 1 when there is any.

`qt_libraries.py` looks at what a window on an X11 display needs, `qt_libraries.py offscreen` at what tests need.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import sys
from pathlib import Path


def missing(platform: str) -> list[str]:
    """What the loader complains of in Qt's modules and in the plugin of `platform` ("xcb", "offscreen")."""
    complaints = []
    for module in ("PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg"):
        try:
            importlib.import_module(module)
        except ImportError as error:
            complaints.append(str(error))
    spec = importlib.util.find_spec("PySide6")
    if spec is not None and spec.origin is not None:
        for plugin in (Path(spec.origin).parent / "Qt" / "plugins" / "platforms").glob(f"libq{platform}.so"):
            try:
                ctypes.CDLL(str(plugin))
            except OSError as error:
                complaints.append(str(error))
    return list(dict.fromkeys(complaints))


if __name__ == "__main__":
    found = missing(*sys.argv[1:2] or ["xcb"])
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
