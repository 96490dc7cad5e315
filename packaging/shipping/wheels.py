"""The source archive, and of it, unpacked, the wheels: one with the kernel for this system and one for any other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path


def build_wheels(root: Path, work: Path, target: Path) -> list[Path]:
    """Put the source archive and the wheels into `target`; the wheel for this system comes last.

    Wheels are made of the archive, and not of the checkout, so that whoever has the archive alone can make them too.
    """
    (archive,) = _hatch(root, target, "sdist")
    shutil.rmtree(work, ignore_errors=True)
    with tarfile.open(archive) as packed:
        packed.extractall(work)
    (source,) = work.iterdir()
    # A compiler that cannot compile: what a system without one makes is what any system can use.
    pure = _hatch(source, target, "wheel", CC="false") if sys.platform == "linux" else []
    return [archive, *pure, *_hatch(source, target, "wheel")]


def _hatch(source: Path, target: Path, kind: str, **environment: str) -> list[Path]:
    before = set(target.iterdir())
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(target)],
        cwd=source,
        env=os.environ | environment,
        check=True,
    )
    return sorted(set(target.iterdir()) - before)
