"""Compiled: the module `native`, where it was built (`packaging/build_kernel.py`) and is wanted.

With `DEID_PURE_PYTHON` set to anything all is done in Python: the same suggestions, more slowly.
"""

from __future__ import annotations

import os
from types import ModuleType

_VERSION = 12  # of module.c: what was built from other sources is not used


def _built() -> ModuleType | None:
    if os.environ.get("DEID_PURE_PYTHON"):
        return None
    try:
        from deid_studio.kernel import native
    except ImportError:
        return None  # there was no compiler
    return native if native.VERSION == _VERSION else None


native = _built()
