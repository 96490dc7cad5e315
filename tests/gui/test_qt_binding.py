"""The Qt binding itself."""

from __future__ import annotations

import subprocess
import sys

import PySide6
from PySide6.QtCore import QRectF


def test_calls_do_not_lose_references() -> None:
    # PySide6 6.12.0 on Python 3.11 takes a reference from None at each call that returns nothing: the interpreter
    # aborts ("deallocating None") after some thousand calls. From Python 3.12 on None cannot be deallocated.
    rect = QRectF()
    before = sys.getrefcount(None)
    for _ in range(100):
        rect.setHeight(1.0)
    assert sys.getrefcount(None) > before - 50, f"PySide6 {PySide6.__version__} aborts on this Python"


def test_no_source_is_read_for_the_binding() -> None:
    code = "import linecache; from deid_studio.gui.app import spare_sources; spare_sources(); "
    code += "import deid_studio.gui.text; assert not any('deid_studio' in name for name in linecache.cache)"
    subprocess.run([sys.executable, "-c", code], check=True)
