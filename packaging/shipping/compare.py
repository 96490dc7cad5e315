"""Compares two builds file by file: what is in one alone, and what differs. Ends with 1 where something does.

    python packaging/shipping/compare.py dist other/dist

A and B are folders or archives (.tar.gz, .zip, .whl); archives within them are opened, so that what differs is told by
its name. Told are also links, rights and times within archives. Any Python from 3.11 on runs this.
"""

from __future__ import annotations

import hashlib
import stat
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

_TAR = (".tar.gz", ".tar")
_ZIP = (".zip", ".whl")


def differences(one: Path, other: Path) -> list[str]:
    """A line for each file in which two folders or archives differ; of an archive that differs, also what is in it."""
    here, there = dict(_entries(one)), dict(_entries(other))
    lines = [f"only in {one}: {name}" for name in sorted(here.keys() - there.keys())]
    lines += [f"only in {other}: {name}" for name in sorted(there.keys() - here.keys())]
    for name in sorted(here.keys() & there.keys()):
        if here[name] != there[name]:
            lines.append(f"differs: {name}")
            if one.is_dir() and name.endswith(_TAR + _ZIP):
                lines += [f"    {line}" for line in differences(one / name, other / name)]
    return lines


def _entries(place: Path) -> Iterator[tuple[str, str]]:
    """Names, and what of each has to be the same."""
    if place.is_dir():
        for path in place.rglob("*"):
            name = path.relative_to(place).as_posix()
            if path.is_symlink():
                yield name, f"link to {path.readlink()}"
            elif path.is_file():
                yield name, f"{stat.S_IMODE(path.stat().st_mode):o} {_sum(path.read_bytes())}"
    elif place.name.endswith(_TAR):
        with tarfile.open(place) as tar:
            for entry in tar:
                file = tar.extractfile(entry) if entry.isreg() else None
                content = _sum(file.read()) if file else entry.linkname
                yield entry.name, f"{entry.mode:o} {entry.uid}:{entry.gid} {entry.mtime} {content}"
    elif place.name.endswith(_ZIP):
        with zipfile.ZipFile(place) as packed:
            for info in packed.infolist():
                yield info.filename, f"{info.external_attr:o} {info.date_time} {_sum(packed.read(info))}"
    else:
        sys.exit(f"neither a folder nor an archive: {place}")


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def main() -> int:
    """Tell, and end with 1 where the two are not the same."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = differences(Path(sys.argv[1]), Path(sys.argv[2]))
    print("\n".join(found) or "The two are the same.")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
