"""Garbage: when Python looks for objects that hold each other and nobody else does."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def garbage_waits() -> Iterator[None]:
    """Nothing is looked for meanwhile: where all is in use, a look finds nothing and takes a thirtieth of the time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
