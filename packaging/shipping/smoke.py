"""Tries out what is in dist/, each in an empty place, as somebody who installs it would: `make smoke`.

    python packaging/shipping/smoke.py               every artefact of this system that is there
    python packaging/shipping/smoke.py wheel         one of wheel, folder, deb, setup
    python packaging/shipping/smoke.py --windows     with windows on the screen that is there, not off the screen

Home is an empty folder, and no checkout is on any path. The window opens the samples and signs them off by itself
(`deid-studio --self-check`), the verbs do the rest of a report's path. Any Python from 3.11 on runs this; the wheel
takes its libraries from where pip is told to (PIP_FIND_LINKS, PIP_NO_INDEX …).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "dist"
EXE = ".exe" if sys.platform == "win32" else ""
KEPT = ("PATH", "DISPLAY", "XAUTHORITY", "SYSTEMROOT", "TEMP", "TMP", "SSL_CERT_FILE", "LANG")


class Installed:
    """A program that was installed, and the home of who runs it; `before` is what leads to it (chroot, unshare …)."""

    def __init__(self, programs: Path, home: Path, windows: bool, before: Sequence[str] = ()) -> None:
        self._programs = programs
        self._home = home
        self._before = before
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        there = {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home), "APPDATA": str(home)}
        self._environment = kept | there | ({} if windows else {"QT_QPA_PLATFORM": "offscreen"})

    def run(self, program: str, *arguments: str) -> str:
        """What a program says; ends with what it complained of where it fails."""
        began = time.monotonic()
        done = subprocess.run(
            [*self._before, str(self._programs / f"{program}{EXE}"), *arguments],
            cwd=self._home,
            env=self._environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=1800,
            check=False,
        )
        print(f"{time.monotonic() - began:7.1f} s  {program} {' '.join(arguments)}", flush=True)
        if done.returncode:
            sys.exit(f"{program} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
        return done.stdout


def walk(installed: Installed, home: Path) -> None:
    """The path of a report from its first suggestions to what leaves, by everything that a person starts."""
    assert "annotate" in installed.run("deid", "--help")
    try:
        installed.run("deid-studio", "--self-check", "checked")
    except SystemExit:
        for report in (home / "checked").glob("self-check.json"):
            print(report.read_text(encoding="utf-8"))
        raise
    told = json.loads((home / "checked" / "self-check.json").read_text(encoding="utf-8"))
    print(f"           window after {told['window']} s, suggestions after {told['suggestions']} s")
    reports = home / "checked" / "reports"
    assert len(told["signed"]) == len(list(reports.glob("*.txt"))) > 0
    installed.run("deid", "verify", "checked/reports")
    installed.run("deid", "train", "checked/reports", "--iterations", "20", "--augmented", "0", "--out", "trained")
    installed.run("deid", "train", "checked/reports", "--base", "default", "--no-rehearsal", "--out", "learned")
    assert all((home / name / "manifest.json").is_file() for name in ("trained", "learned"))
    released = ("release", "checked/reports", "--policy", "research", "--quarantine", "--out")
    _run_held(installed, "deid", *released, "released", "--format", "brat,docx,pdf")
    left = sorted((home / "released").rglob("*.pdf"))
    assert left
    (home / "documents").mkdir()
    for document in (left[0], *sorted((home / "released").rglob("*.docx"))[:1]):
        shutil.copy(document, home / "documents")
    installed.run("deid", "annotate", "documents", "--jobs", "2", "--out", "annotated")
    assert len(list((home / "annotated").glob("*.ann"))) == 2


def _run_held(installed: Installed, *command: str) -> None:
    """A release in which some reports may be held: 3 says so, and is as good as 0 here."""
    try:
        installed.run(*command)
    except SystemExit as error:
        if "ended with 3:" not in str(error):
            raise


@contextmanager
def installed_wheel(home: Path, windows: bool) -> Iterator[Installed]:
    """The wheel of this system in an environment of its own."""
    (wheel,) = (path for path in TARGET.glob("*.whl") if "none-any" not in path.name)
    venv.create(home / "environment", with_pip=True)
    programs = home / "environment" / ("Scripts" if EXE else "bin")
    command = [str(programs / f"python{EXE}"), "-m", "pip", "install", "--quiet", "--constraint"]
    subprocess.run([*command, str(ROOT / "requirements.lock"), str(wheel)], check=True)
    yield Installed(programs, home, windows)


@contextmanager
def unpacked_folder(home: Path, windows: bool) -> Iterator[Installed]:
    """The frozen program, unpacked."""
    if sys.platform == "darwin":
        (archive,) = TARGET.glob("deid-studio-*-macos-*.zip")
        subprocess.run(["ditto", "-x", "-k", str(archive), str(home)], check=True)
        for name in ("deid", "deid-studio"):  # one program, which is what it is called
            (home / "bin").mkdir(exist_ok=True)
            (home / "bin" / name).symlink_to(home / "Deid Studio.app" / "Contents" / "MacOS" / "deid-studio")
        yield Installed(home / "bin", home, windows)
        return
    if sys.platform == "linux":
        (archive,) = TARGET.glob("deid-studio-*.tar.gz")
        with tarfile.open(archive) as packed:
            packed.extractall(home)
    else:
        (archive,) = TARGET.glob("deid-studio-*-portable.zip")
        shutil.unpack_archive(archive, home)
    programs = next(path.parent for path in sorted(home.rglob(f"deid{EXE}")) if path.is_file())
    yield Installed(programs, home, windows)


@contextmanager
def installed_package(home: Path, windows: bool) -> Iterator[Installed]:
    """The Debian package, installed and afterwards purged; leaves nothing."""
    (package,) = TARGET.glob("*.deb")
    contents = ["dpkg-deb", "--contents", str(package)]
    listed = subprocess.run(contents, check=True, capture_output=True, text=True).stdout
    files = [Path("/", line.split()[5].removeprefix("./")) for line in listed.splitlines() if not line.startswith("d")]
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    subprocess.run([*as_root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", str(package)], check=True)
    try:
        yield Installed(Path("/usr/bin"), home, windows)
    finally:
        subprocess.run([*as_root, "apt-get", "purge", "-y", "-qq", "deid-studio"], check=True)
    left = [path for path in (*files, Path("/usr/lib/deid-studio")) if os.path.lexists(path)]
    assert not left, left


@contextmanager
def installed_by_setup(home: Path, windows: bool) -> Iterator[Installed]:
    """What the installer for Windows installs for one person, removed afterwards; leaves nothing."""
    (setup,) = TARGET.glob("*-setup.exe")
    folder = home / "Deid Studio"
    quietly = ["/VERYSILENT", "/SUPPRESSMSGBOXES", "/NORESTART"]
    subprocess.run([str(setup), *quietly, "/CURRENTUSER", f"/DIR={folder}"], check=True)
    yield Installed(folder, home, windows)
    subprocess.run([str(folder / "unins000.exe"), *quietly], check=True)
    until = time.monotonic() + 60  # it ends before its work is done, to remove itself
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.5)
    assert not folder.exists(), list(folder.rglob("*"))


KINDS = {"wheel": installed_wheel, "folder": unpacked_folder, "deb": installed_package, "setup": installed_by_setup}


def main() -> None:
    """Try out what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    packed = {"deb": "*.deb", "setup": "*-setup.exe"}
    there = ["wheel", "folder", *(kind for kind, name in packed.items() if list(TARGET.glob(name)))]
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))  # choices refuse that there is none
    parser.add_argument("--windows", action="store_true")
    wanted = parser.parse_args()
    if unknown := set(wanted.kinds) - set(KINDS):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    for kind in wanted.kinds or there:
        print(f"--- {kind}")
        with tempfile.TemporaryDirectory() as folder, KINDS[kind](Path(folder), wanted.windows) as installed:
            walk(installed, Path(folder))
    print("All of it works.")


if __name__ == "__main__":
    main()
