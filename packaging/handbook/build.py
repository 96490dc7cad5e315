"""Builds the handbook, the manual and docs/ as web pages that are read without a network: `make html`.

    python packaging/handbook/build.py

The tools are in .handbook-venv, of tools.lock with its checksums. A warning is an error, and the pages are read
afterwards: every link leads somewhere, and nothing is loaded from elsewhere.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from built import faults
from sources import LANGUAGES, ROOT, gather, write_first_page

HERE = Path(__file__).resolve().parent
VENV, LOCK = ROOT / ".handbook-venv", HERE / "tools.lock"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
SOURCE, TARGET = ROOT / "build" / "handbook-source", ROOT / "build" / "handbook"


def main() -> int:
    """Build the pages of each language, check them, and tell their size."""
    _have_tools()
    for folder in (SOURCE, TARGET):
        shutil.rmtree(folder, ignore_errors=True)
    for language in LANGUAGES:
        gather(language, SOURCE / language)
        command = [str(PYTHON), "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-n", "-q", "-c", str(HERE)]
        command += ["-d", str(SOURCE / f"{language}.doctrees"), str(SOURCE / language), str(TARGET / language)]
        if subprocess.run(command, env=os.environ | {"HANDBOOK_LANGUAGE": language}, check=False).returncode:
            return 1
        (TARGET / language / ".buildinfo").unlink()
    write_first_page(TARGET / "index.html")
    wrong = faults(TARGET)
    print("\n".join(wrong), file=sys.stderr)
    size = sum(file.stat().st_size for file in TARGET.rglob("*") if file.is_file())
    print(f"{len(list(TARGET.rglob('*.html')))} pages, {size / 1e6:.1f} MB: {TARGET / 'index.html'}")
    return 1 if wrong else 0


def _have_tools() -> None:
    state = hashlib.sha256(LOCK.read_bytes() + f"{VENV} {sys.version}".encode()).hexdigest()
    stamp = VENV / "installed"
    if stamp.exists() and stamp.read_text() == state:
        return
    print("Making .handbook-venv (once; a minute, 100 MB on disk) …", file=sys.stderr)
    venv.create(VENV, with_pip=True, clear=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([*pip, "--require-hashes", "--requirement", str(LOCK)], check=True)
    stamp.write_text(state)


if __name__ == "__main__":
    sys.exit(main())
