"""Makes .package-venv, in which everything that is shipped is built: `make package` does it first.

    python packaging/shipping/environment.py

installs the libraries that requirements.lock names and the tools of tools.lock, whose checksums are known; it does
nothing while those files and the Python stay as they are. The Python should be the system's own: one that was compiled
by hand tells in its files where that was.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".package-venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
TOOLS = Path(__file__).with_name("tools.lock")
LOCK = ROOT / "requirements.lock"


def main() -> None:
    """Make the environment unless it is there."""
    wanted = ROOT / "pyproject.toml", LOCK, TOOLS
    state = hashlib.sha256(
        b"".join(path.read_bytes() for path in wanted) + f"{VENV} {sys.version}".encode()
    ).hexdigest()
    stamp = VENV / "installed"
    if stamp.exists() and stamp.read_text() == state:
        return
    print("Making .package-venv (once; some minutes, 700 MB on disk) …", file=sys.stderr)
    venv.create(VENV, with_pip=True, clear=True)
    _pip("--require-hashes", "--requirement", str(TOOLS))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    _pip("--constraint", str(LOCK), *project["dependencies"])
    stamp.write_text(state)


def _pip(*arguments: str) -> None:
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([*command, *arguments], check=True)


if __name__ == "__main__":
    main()
