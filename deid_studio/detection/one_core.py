"""One core: products of matrices without the threads of the library that makes them.

Those of a report's size are no faster on several cores; the threads wait busily for the next one meanwhile, and a
release takes twice the processor time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np  # noqa: F401  its library is to be loaded when the controller looks for it
from threadpoolctl import ThreadpoolController

_LIBRARIES = ThreadpoolController()


@contextmanager
def one_core() -> Iterator[None]:
    """Products within this context are made on one core."""
    with _LIBRARIES.limit(limits=1, user_api="blas"):
        yield
