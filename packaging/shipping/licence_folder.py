"""THIRD-PARTY-LICENCES of a frozen program: the licences of all that it brings, and what the LGPL wants to be told."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from inventory import OURS, Part

NAME = "THIRD-PARTY-LICENCES"

_README = """\
Deid Studio is under the MIT licence (LICENSE). This folder holds the licences of the libraries that came with it, which
stay under their own terms; what each carries within it is listed below it.

Libraries under the LGPL (Qt and PySide6, python-stdnum, GLib and others marked so below) may be replaced by versions of
your own: each shared library is a file of its own in the folder _internal, PySide6 and Qt in _internal/PySide6, and
nothing checks that it is the one that was shipped. python-stdnum is bytecode within the program's archive: put your
version into _internal/stdnum and build the program anew of its source archive ("make package"), which is free. You may
change these libraries, and take the program apart to find errors in what you changed.

Their sources, unchanged, are where the version below is published:
  Qt               https://download.qt.io/archive/qt/
  PySide6          https://download.qt.io/official_releases/QtForPython/ and https://code.qt.io/cgit/pyside/pyside-setup.git
  python-stdnum    https://pypi.org/project/python-stdnum/
  Debian packages  https://snapshot.debian.org/
Where one is no longer there, ask whoever gave you this program: they are bound to give you the source of what they gave
you. Notices of what Qt itself brings: https://doc.qt.io/qt-6/licenses-used-in-qt.html

"""


def write_licences(folder: Path, parts: Iterable[Part]) -> None:
    """Write the folder into a frozen one."""
    target = folder / NAME
    target.mkdir()
    rows = []
    for part in sorted(parts, key=lambda part: part.name.lower()):
        rows.append(f"{part.name} {part.version}: {part.licence}")
        rows += [f"    {_told(one)}" for one in part.carried]
        if part.name == OURS:
            shutil.copyfile(part.texts[0], target / "LICENSE")
            continue
        place = target / part.name
        place.mkdir()
        for name, text in _names(part.texts):
            shutil.copyfile(text, place / name)
    (target / "README.txt").write_text(_README + "\n".join(rows) + "\n", encoding="utf-8")


def _told(component: object) -> str:
    assert isinstance(component, dict)
    words = f"{component['name']} {component.get('version', '')}".strip()
    return words + (f": {component['licences']}" if "licences" in component else "")


def _names(texts: Iterable[Path]) -> Iterable[tuple[str, Path]]:
    """Texts by their names; those of the same name in other folders also by the folder's."""
    taken: set[str] = set()
    for text in texts:
        name = text.name if text.name not in taken else f"{text.parent.name}-{text.name}"
        taken.add(name)
        yield name, text
