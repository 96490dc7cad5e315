"""Reader: what reads a folder of sound files that get damaged, and how such a folder is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CANARY = "Zorrakinotxe"  # of every sound report: an error that says it tells text of a report
TEXT = f"Informe\nPaciente: Elvira {CANARY} Tobes\nNHC: 556677\nIngreso: 04/03/2021\n{'a' * 60}!\nAlta: 9/3/21\n"


@dataclass(frozen=True)
class Reader:
    """What reads a folder of sound files, of which `files` get damaged; each may change only what `writes` begins with.

    `seal` makes a damaged file one that its own sums are right of, as somebody who means harm would.
    """

    name: str
    make: Callable[[Path], object]
    files: tuple[str, ...]
    read: Callable[[Path], object]
    seal: Callable[[Path], object] | None = None
    writes: tuple[str, ...] = ()
    refuses: tuple[type[Exception], ...] = ()


def put(**files: bytes | str) -> Callable[[Path], None]:
    """Makes files of these contents; `__` in a name stands for its dot."""

    def make(folder: Path) -> None:
        for name, data in files.items():
            path = folder / name.replace("__", ".")
            path.write_bytes(data.encode() if isinstance(data, str) else data)

    return make
