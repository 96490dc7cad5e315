"""The list of what is shipped: what `sha256sum -c` reads, with version and sizes for `deid update check`.

python packaging/shipping/sums.py FOLDER      SHA256SUMS anew, of what was built on several systems
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path


def sums(files: Sequence[Path], version: str) -> str:
    """The content of SHA256SUMS; what begins with `#` are remarks to `sha256sum`."""
    found = sorted(files)
    sizes = [f"# {path.stat().st_size} {path.name}\n" for path in found]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in found]
    return "".join([f"# Deid Studio {version}\n", *sizes, *lines])


def main(folder: Path) -> None:
    """List all files of a folder that are no list and no signature; the version is that of the source archive."""
    files = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith("SHA256SUMS")]
    (source,) = (path for path in files if path.name.startswith("deid_studio-") and path.name.endswith(".tar.gz"))
    version = source.name.removeprefix("deid_studio-").removesuffix(".tar.gz")
    (folder / "SHA256SUMS").write_text(sums(files, version))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
