"""Unreviewed folders: how a folder says that nobody reviewed what is in it, in its names and in two files of its own.

Names work for everybody, in Spanish and in English; a line in a text would move what `.ann` files say of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

MARK = "UNREVIEWED-SIN-REVISAR"
NOTE, README = "UNREVIEWED.json", f"{MARK}.txt"
LINE = "SIN REVISAR: puede contener datos personales · UNREVIEWED: may hold personal data"

_README = """\
SIN REVISAR
Nadie ha confirmado que en estos informes estén marcados todos los datos personales. Lo que no se marcó sigue en ellos.
No se han publicado: no llevan certificado. Trátelos como los originales.

UNREVIEWED
Nobody has confirmed that all personal data is marked in these reports. What was not marked is still in them.
They were not released: there is no certificate. Treat them like the originals.
"""


def marked(name: str) -> str:
    """The name of a report or file that says that nobody reviewed it; its folders stay."""
    folder, slash, last = name.rpartition("/")
    return f"{folder}{slash}{MARK}-{last}"


def unmarked(name: str) -> str:
    """A name without what says that nobody reviewed it."""
    folder, slash, last = name.rpartition("/")
    return f"{folder}{slash}{last.removeprefix(f'{MARK}-')}"


def unreviewed_files(values: Mapping[str, Any]) -> dict[str, bytes]:
    """What lies beside the reports, by name: a note for programs with these values, and one for people."""
    return {
        NOTE: json.dumps(dict(values), ensure_ascii=False, indent=1).encode(),
        README: _README.encode(),
    }


def is_unreviewed(folder: Path) -> bool:
    """Whether a folder says of itself that nobody reviewed it."""
    return (folder / NOTE).is_file()
