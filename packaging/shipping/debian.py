"""The frozen program as a Debian package, with all that a desktop wants of it; made by dpkg-deb alone.

Nothing in it is run by installing or removing: no maintainer's scripts, so that purging leaves nothing. What a person
made (settings, models, decisions) is in their home and in their folders, and stays.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from man_pages import LINUX, filled, write_man_pages

NAME = "deid-studio"
COMPONENT = "org.deid_studio.DeidStudio"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
# The project has no address; a hospital that builds its own packages gives its own.
MAINTAINER = os.environ.get("DEID_STUDIO_MAINTAINER", "The Deid Studio developers <deid-studio@localhost>")
# What libraries that are brought along read: fonts, keyboards, and how letters with accents are typed.
DATA = ("fontconfig-config", "libx11-data", "xkb-data")
_HEADING = re.compile(r"^## \[(\d[^]]*)\] – (\d{4}-\d\d-\d\d)$", re.MULTILINE)

CONTROL = """\
Package: deid-studio
Version: @VERSION@
Architecture: @ARCHITECTURE@
Maintainer: @MAINTAINER@
Installed-Size: @SIZE@
Depends: @DEPENDS@
Section: science
Priority: optional
Description: review de-identification of Spanish clinical reports
 Finds what could identify a patient, a relative or a member of staff in
 Spanish clinical reports, helps a person to decide about every finding, and
 releases what was signed off by a policy.
 .
 The package brings its Python and its libraries along, and uses no network.
"""
COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Deid Studio
Comment: Python and the libraries in /usr/lib/deid-studio/_internal have licences of their own:
 they are in /usr/lib/deid-studio/THIRD-PARTY-LICENCES.

Files: *
Copyright: @HOLDER@
License: Expat
"""


def can_package() -> bool:
    """Whether this system has what makes Debian packages."""
    return shutil.which("dpkg-deb") is not None


def debian_package(root: Path, frozen: Path, work: Path, target: Path, version: str) -> Path:
    """Make the package of a frozen folder; `root` is the checkout, where changes, licence and icon are."""
    shutil.rmtree(work, ignore_errors=True)
    share = work / "usr" / "share"
    shutil.copytree(frozen, work / "usr" / "lib" / NAME, symlinks=True)
    (work / "usr" / "bin").mkdir()
    for program in ("deid", "deid-studio"):
        (work / "usr" / "bin" / program).symlink_to(f"../lib/{NAME}/{program}")
    moment = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    facts = {"VERSION": version, "DATE": f"{moment:%Y-%m-%d}"}
    _add_desktop(root, share)
    write_man_pages(root / "resources" / "manual", share / "man", facts)
    _add_documents(root, share, facts, moment)
    architecture = _told("dpkg", "--print-architecture").strip()
    depends = ", ".join(sorted((*_dependencies(frozen), *DATA)))
    size = sum(-(-path.lstat().st_size // 1024) if path.is_file() else 1 for path in work.rglob("*"))
    facts |= {"ARCHITECTURE": architecture, "MAINTAINER": MAINTAINER, "SIZE": str(size), "DEPENDS": depends}
    _add_control(work, filled(CONTROL, facts))
    for path in (work, *work.rglob("*")):  # dpkg-deb takes only younger ones for the commit's
        os.utime(path, (moment.timestamp(), moment.timestamp()), follow_symlinks=False)
    package = target / f"{NAME}_{version}_{architecture}.deb"
    # Two threads, whatever the computer has: with one the same content gives other bytes.
    how = ("--root-owner-group", "-Zxz", "--threads-max=2")
    subprocess.run(["dpkg-deb", *how, "--build", str(work), str(package)], check=True, stdout=subprocess.DEVNULL)
    return package


def _add_desktop(root: Path, share: Path) -> None:
    icon = root / "icons" / "app.svg"
    icons = share / "icons" / "hicolor"
    _copy(icon, icons / "scalable" / "apps" / f"{NAME}.svg")
    for size in SIZES:
        (icons / f"{size}x{size}" / "apps").mkdir(parents=True)
    draw = [sys.executable, str(Path(__file__).with_name("draw_icon.py")), str(icon)]
    subprocess.run([*draw, *(str(icons / f"{size}x{size}/apps/{NAME}.png") for size in SIZES)], check=True)
    _copy(LINUX / "deid-studio.desktop", share / "applications" / f"{NAME}.desktop")
    _copy(LINUX / "mime.xml", share / "mime" / "packages" / f"{NAME}.xml")
    releases = "\n".join(
        f'    <release version="{number}" date="{day}"/>' for number, day in changes(root / "CHANGELOG.md")
    )
    _write(
        share / "metainfo" / f"{COMPONENT}.metainfo.xml",
        filled((LINUX / "metainfo.xml").read_text(encoding="utf-8"), {"RELEASES": releases}),
    )


def _add_documents(root: Path, share: Path, facts: dict[str, str], moment: datetime) -> None:
    documents = share / "doc" / NAME
    told = root.joinpath("LICENSE").read_text(encoding="utf-8").strip().split("\n\n", 2)
    holder = told[1].removeprefix("Copyright (c) ")
    licence = "\n".join(f" {line or '.'}" for line in told[2].splitlines())
    _write(documents / "copyright", filled(COPYRIGHT, {"HOLDER": holder}) + licence + "\n")
    about = f"  * Version {facts['VERSION']}; all changes are in NEWS.gz."
    entry = f"{NAME} ({facts['VERSION']}) stable; urgency=medium\n\n{about}\n\n"
    _pack(documents / "changelog.gz", f"{entry} -- {MAINTAINER}  {format_datetime(moment)}\n")
    _pack(documents / "NEWS.gz", (root / "CHANGELOG.md").read_text(encoding="utf-8"))
    _copy(LINUX / "lintian-overrides", share / "lintian" / "overrides" / NAME)


def changes(changelog: Path) -> list[tuple[str, str]]:
    """Number and day of each version that left, the newest first."""
    return _HEADING.findall(changelog.read_text(encoding="utf-8"))


def _dependencies(frozen: Path) -> set[str]:
    """The packages with the libraries that are not brought along, and the C library as new as they ask for."""
    files = [path for path in frozen.rglob("*") if path.is_file() and not path.is_symlink()]
    programs = [str(path) for path in files if path.read_bytes()[:4] == b"\x7fELF"]
    told = _told("objdump", "-p", *programs)
    brought = {path.name for path in files}
    wanted = set(re.findall(r"^ +NEEDED +(\S+)$", told, re.MULTILINE)) - brought
    places = dict(re.findall(r"^\t(\S+) \(.*\) => (.*)$", _told("/sbin/ldconfig", "-p"), re.MULTILINE))
    newest = max(
        re.findall(r" GLIBC_([0-9.]+)$", told, re.MULTILINE), key=lambda number: [*map(int, number.split("."))]
    )
    packages = {_package_of(places[name]) for name in wanted if name in places}
    return packages - {"libc6"} | {f"libc6 (>= {newest})"}


def _package_of(library: str) -> str:
    # dpkg knows files by where they were put: /lib is /usr/lib since.
    for place in (library, os.path.realpath(library), f"/usr{library}", library.removeprefix("/usr")):
        found = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True, check=False).stdout
        if found:
            return found.partition(":")[0]
    raise LookupError(f"no package has {library}")


def _add_control(work: Path, control: str) -> None:
    files = sorted(path for path in work.rglob("*") if path.is_file() and not path.is_symlink())
    for path in (work, *work.rglob("*")):
        if not path.is_symlink():
            runs = path.is_dir() or path.parent == work / "usr" / "lib" / NAME
            path.chmod(0o755 if runs else 0o644)
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(work)}\n" for path in files]  # noqa: S324
    _write(work / "DEBIAN" / "control", control)
    _write(work / "DEBIAN" / "md5sums", "".join(sums))


def _told(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _copy(source: Path, target: Path) -> None:
    _write(target, source.read_text(encoding="utf-8"))


def _write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def _pack(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode(), mtime=0))
