"""The program with its libraries and its Python in one folder, packed: what frozen.spec says, of a wheel."""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from bill import write_bill
from inventory import parts
from licence_folder import write_licences

SPEC, DRAW = (Path(__file__).with_name(name) for name in ("frozen.spec", "draw_icon.py"))
KEEP = SPEC.parents[1] / "keep_tables.py"
HANDBOOK = SPEC.parents[2] / "build" / "handbook"
NAME = "deid-studio"
ENTITLEMENTS = SPEC.parent / "macos" / "entitlements.plist"


def freeze(wheel: Path, work: Path, target: Path) -> list[Path]:
    """Freeze what is in a wheel, and pack it into `target`; on Windows as an installer too, where Inno Setup is."""
    unpacked = work / "wheel"
    shutil.rmtree(work, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    version = wheel.name.split("-")[1]
    names = {"UNPACKED": str(unpacked), "VERSION": version, "CONTENTS": str(work / "contents.json")}
    environment = os.environ | {f"DEID_STUDIO_{name}": value for name, value in names.items()}
    if sys.platform != "linux":
        icon = work / "256x256" / "apps" / f"{NAME}.png"
        icon.parent.mkdir(parents=True)
        drawn = [str(DRAW), str(unpacked / "deid_studio" / "icons" / "app.svg"), str(icon)]
        subprocess.run([sys.executable, *drawn], check=True)
        environment["DEID_STUDIO_ICON"] = str(icon)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    places = ["--distpath", str(work), "--workpath", str(work / "pyinstaller"), str(SPEC)]
    subprocess.run([*command, *places], env=environment, check=True)
    if sys.platform == "darwin":  # whose folder is an application, which holds none but its own files
        application = work / "Deid Studio.app"
        bill = _tell(work, application / "Contents" / "Resources", target / f"{NAME}-{version}-macos.cdx.json")
        _sign(application)
        bundle = target / f"{NAME}-{version}-macos-{os.uname().machine}.zip"
        # zip as others write it loses links, and with them the signature.
        ditto = ["ditto", "-c", "-k", "--sequesterRsrc", "--keepParent", str(application), str(bundle)]
        subprocess.run(ditto, check=True)
        return [bundle, bill]
    if sys.platform == "linux":
        _strip(work / NAME)
        _share(work / NAME)
    bill = _tell(work, work / NAME, target / f"{NAME}-{version}-{sys.platform}.cdx.json")
    shutil.copytree(HANDBOOK, work / NAME / HANDBOOK.name)
    if sys.platform == "win32":
        from windows_installer import for_windows

        return [*for_windows(work / NAME, version, icon, target), bill]
    (work / NAME / "deid").symlink_to(NAME)  # which of the two it is it reads from its name
    resources = next((work / NAME).rglob("deid_studio/resources"))
    keep = [str(KEEP), "--program", str(work / NAME / "deid"), "--into", str(resources / "kept")]
    subprocess.run([sys.executable, *keep], check=True)
    return [_packed(work / NAME, target / f"{NAME}-{version}-linux-{os.uname().machine}.tar.gz"), bill]


def _tell(work: Path, place: Path, bill: Path) -> Path:
    """Write the licences of what was frozen into `place`, and the bill of materials."""
    found = parts(work / NAME, work / "contents.json", work / "wheel")
    write_bill(bill, found)
    write_licences(place, found)
    return bill


def _sign(application: Path) -> None:
    """Sign as PyInstaller did: what was added since is in no signature."""
    from PyInstaller.utils.osx import sign_binary

    sign_binary(str(application), os.environ.get("DEID_STUDIO_SIGN"), str(ENTITLEMENTS), deep=True)


def _strip(folder: Path) -> None:
    """Leave out what debuggers read; what brings its own libraries has had its tables moved, and stays."""
    libraries = [path for path in folder.rglob("*.so*") if path.is_file() and not path.is_symlink()]
    own = [str(path) for path in libraries if not path.parent.name.endswith(".libs") and "PySide6" not in path.parts]
    subprocess.run(["strip", "--strip-unneeded", *own], check=True)


def _share(folder: Path) -> None:
    """Make links of libraries that several wheels bring alike."""
    first: dict[bytes, Path] = {}
    for path in sorted(folder.rglob("*.so*")):
        if path.is_file() and not path.is_symlink():
            same = first.setdefault(hashlib.sha256(path.read_bytes()).digest(), path)
            if same != path:
                path.unlink()
                path.symlink_to(os.path.relpath(same, path.parent))


def _packed(folder: Path, archive: Path) -> Path:
    """A folder as an archive that is the same for the same content."""
    moment = int(os.environ["SOURCE_DATE_EPOCH"])

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = moment
        return entry

    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", 6, raw, moment) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        tar.add(folder, folder.name, recursive=False, filter=plain)
        for path in sorted(folder.rglob("*")):
            tar.add(path, f"{folder.name}/{path.relative_to(folder).as_posix()}", recursive=False, filter=plain)
    return archive
