"""What lies in a frozen folder, by whose it is: Python's, a library's, a package's of the builder's system, our own.

`parts.toml` says what those do not tell of themselves: licences, and the C libraries within wheels.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from licence_terms import is_free
from packaging.utils import canonicalize_name

OURS, PYTHON = "deid-studio", "Python"
_TEXTS = ("licen", "copying", "notice", "authors")


@dataclass
class Part:
    """A library or package: the SPDX expression of its licence, the bytes that it takes, the texts of its licence."""

    name: str
    version: str
    licence: str
    purl: str
    texts: tuple[Path, ...] = ()
    carried: tuple[Mapping[str, Any], ...] = ()  # CycloneDX components that lie within it
    size: int = field(default=0, compare=False)


@cache
def told() -> dict[str, Any]:
    """What parts.toml says."""
    return tomllib.loads(Path(__file__).with_name("parts.toml").read_text(encoding="utf-8"))


def parts(folder: Path, contents: Path, wheel: Path) -> list[Part]:
    """The parts of a frozen folder, the largest first; `contents` is what frozen.spec wrote of their origins.

    Raises `ValueError` where the licence of one is not known, or does not let it be shipped with a program under any
    licence, or where a library has no text of it.
    """
    origins = json.loads(contents.read_text(encoding="utf-8"))
    found: dict[str, Part] = {}
    sizes = dict([*_modules(folder), *_files(folder)])
    for name, size in sizes.items():
        part = _owner(origins.get(name), wheel)
        found.setdefault(part.name, part).size += size
    lacking = [part.name for part in found.values() if not part.licence or not is_free(part.licence) or not part.texts]
    if lacking:
        raise ValueError(f"no licence that may be shipped, or no text of it (packaging/shipping/parts.toml): {lacking}")
    return sorted(found.values(), key=lambda part: (-part.size, part.name))


def _files(folder: Path) -> Iterator[tuple[str, int]]:
    inside = folder / "_internal"
    for path in sorted(inside.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(inside).as_posix(), path.stat().st_size


def _modules(folder: Path) -> Iterator[tuple[str, int]]:
    """Names of the modules in the archive of the program, and what each takes there, compressed."""
    from PyInstaller.archive.readers import CArchiveReader

    program = CArchiveReader(str(folder / (OURS + (".exe" if sys.platform == "win32" else ""))))
    (archive,) = (name for name in program.toc if name.endswith(".pyz"))
    for name, (_, _, size) in program.open_embedded_archive(archive).toc.items():
        yield name, size


def _owner(source: str | None, wheel: Path) -> Part:
    if source is None or Path(source).name == "base_library.zip":
        return _python()
    path = Path(source).resolve()
    if path.is_relative_to(wheel.resolve()):
        return _ours(wheel)
    name = _distributions_of_files().get(path)
    if name is not None:
        return distribution(name)
    if path.suffix == ".py" or "lib-dynload" in path.parts or sys.platform != "linux":
        return _python()
    package = _package(path)
    return _python() if package.startswith(("libpython3", "python3")) else _system(package)


@cache
def _ours(wheel: Path) -> Part:
    (about,) = wheel.glob("*.dist-info")
    version = about.name.removesuffix(".dist-info").split("-")[1]
    return Part(OURS, version, "MIT", f"pkg:pypi/{OURS}@{version}", (about / "licenses" / "LICENSE",))


@cache
def _python() -> Part:
    version = sys.version.split()[0]
    short = f"{sys.version_info.major}.{sys.version_info.minor}"
    places = Path(f"/usr/share/doc/libpython{short}-stdlib/copyright"), Path(sys.base_prefix, "LICENSE.txt")
    texts = tuple(path for path in places if path.is_file())
    return Part(PYTHON, version, "PSF-2.0", f"pkg:generic/python@{version}", texts)


@cache
def _distributions_of_files() -> dict[Path, str]:
    return {
        Path(str(one.locate_file(file))).resolve(): one.metadata["Name"]
        for one in metadata.distributions()
        for file in one.files or ()
    }


@cache
def distribution(name: str) -> Part:
    """A library that is installed."""
    one = metadata.distribution(name)
    key = canonicalize_name(name)
    own = told()["libraries"].get(key, {})
    licence = own.get("licence") or one.metadata["License-Expression"] or ""
    here = [Path(str(one.locate_file(file))) for file in one.files or () if ".dist-info" in file.parts[0]]
    texts = [path for path in here if "licenses" in path.parts or path.name.lower().startswith(_TEXTS)]
    texts += [Path(__file__).parent / "licences" / text for text in own.get("texts", ())]
    carried = [*_carried(own.get("carries", ())), *_told_by(path for path in here if "sboms" in path.parts)]
    return Part(
        one.metadata["Name"], one.version, licence, f"pkg:pypi/{key}@{one.version}", tuple(texts), tuple(carried)
    )


def _carried(entries: Iterable[Mapping[str, str]]) -> Iterator[Mapping[str, Any]]:
    """Components of parts.toml; `version` says where it is told: "module:name.name"."""
    for entry in entries:
        component: dict[str, Any] = {"name": entry["name"], "licences": entry["licence"]}
        if "version" in entry:
            module, names = entry["version"].split(":")
            value: Any = import_module(module)
            for name in names.split("."):
                value = value[name] if isinstance(value, dict) else getattr(value, name)
            component["version"] = ".".join(map(str, value)) if isinstance(value, tuple) else str(value)
        yield component


def _told_by(bills: Iterable[Path]) -> Iterator[Mapping[str, Any]]:
    """What a wheel tells of itself (PEP 770)."""
    for path in bills:
        if path.suffix != ".json":
            continue
        bill = json.loads(path.read_text(encoding="utf-8"))
        own = bill.get("metadata", {}).get("component", {}).get("name")
        for component in bill.get("components", ()):
            if component["name"] != own and "._" not in component["name"]:  # no module of its own
                yield {key: component[key] for key in ("name", "version", "purl") if key in component}


@cache
def _package(path: Path) -> str:
    """The Debian package of a file; empty where none is known."""
    if shutil.which("dpkg") is None:
        return ""
    # Libraries of packages older than the merging of /usr are known without it.
    for known in (path, Path("/", *path.parts[2:])):
        done = subprocess.run(["dpkg", "-S", str(known)], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    return ""


@cache
def _system(package: str) -> Part:
    command = ["dpkg-query", "-W", "-f", "${Version}", package]
    version = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    text = Path("/usr/share/doc", package, "copyright")
    texts = (text,) if text.is_file() else ()
    known = {begin: licence for begin, licence in told()["system"].items() if package.startswith(begin)}
    licence = known[max(known, key=len)] if known and package else ""
    return Part(package, version, licence, f"pkg:deb/debian/{package}@{version}", texts)
