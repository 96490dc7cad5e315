"""One core: products of matrices without the threads of the library that makes them.

Those of a report's size are no faster on several cores; the threads wait busily for the next one meanwhile, and a
release takes twice the processor time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np  # noqa: F401  its library is to be loaded when the controller looks for it
from threadpoolctl import ThreadpoolController

_LIBRARIES = ThreadpoolController().select(user_api="blas")


@contextmanager
def one_core() -> Iterator[None]:
    """Products within this context are made on one core."""
    # Where nobody gave them more, as in a process among several, there is nothing to limit and to give back.
    if all(one.num_threads == 1 for one in _LIBRARIES.lib_controllers):
        yield
        return
    with _LIBRARIES.limit(limits=1):
        yield
