"""Builds what is shipped into dist/: `make package`, in .package-venv.

    python packaging/shipping/build.py

The same commit gives the same source archive and wheels on the same system: times are the commit's (SOURCE_DATE_EPOCH).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from debian import can_package, debian_package
from freeze import NAME, freeze
from sums import sums
from wheels import build_wheels

ROOT = Path(__file__).resolve().parents[2]
WORK, TARGET = ROOT / "build", ROOT / "dist"


def main() -> None:
    """Build, and tell sizes."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", _time_of_commit())
    os.environ["PYTHONHASHSEED"] = "0"
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir()
    subprocess.run([sys.executable, str(ROOT / "packaging/handbook/build.py")], check=True)
    built = build_wheels(ROOT, WORK / "source", TARGET)
    version = built[-1].name.split("-")[1]
    built += freeze(built[-1], WORK / "frozen", TARGET)
    if can_package():
        built.append(debian_package(ROOT, WORK / "frozen" / NAME, WORK / "debian", TARGET, version))
    (TARGET / "SHA256SUMS").write_text(sums(built, version))
    for path in built:
        print(f"{path.stat().st_size / 1e6:8.1f} MB  {path.relative_to(ROOT)}")


def _time_of_commit() -> str:
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return told or "1580601600"  # of an unpacked source archive: what hatchling takes


if __name__ == "__main__":
    main()
