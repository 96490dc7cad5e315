"""The list of what is shipped: what `sha256sum -c` reads, with version and sizes for `deid update check`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path


def sums(files: Sequence[Path], version: str) -> str:
    """The content of SHA256SUMS; what begins with `#` are remarks to `sha256sum`."""
    found = sorted(files)
    sizes = [f"# {path.stat().st_size} {path.name}\n" for path in found]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in found]
    return "".join([f"# Deid Studio {version}\n", *sizes, *lines])
