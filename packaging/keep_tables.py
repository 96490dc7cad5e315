"""Makes once what each user's first start would make: compiled expressions and tables, beside the resources.

    python packaging/keep_tables.py [--program DEID] [--into FOLDER]

has the program annotate its samples with an empty cache folder, and packs what it kept there into `resources/kept` (or
FOLDER). Of a frozen program, DEID, the tables are another's; the expressions are those of this Python. Does nothing
when what is there is newer than program and resources. On systems whose cache folder no variable names, Windows and
macOS, nothing is found, and the first start makes it all.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "resources" / "kept"
_OWN = [
    sys.executable,
    "-c",
    "import keep_tables as k; k.order_by_names(); from deid_studio.cli.main import main; main()",
]


def main() -> int:
    """Make them unless they are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path)
    parser.add_argument("--into", type=Path, default=KEPT)
    wanted = parser.parse_args()
    if wanted.into == KEPT and _is_new():
        return 0
    shutil.rmtree(wanted.into, ignore_errors=True)  # else what is there would be taken for made now
    wanted.into.mkdir()
    _keep(_OWN, wanted.into, "*.sqlite3")
    if wanted.program is not None:
        _keep([str(wanted.program)], wanted.into, "tables.sqlite3")
    return 0


def order_by_names() -> None:
    """Have the engine order alternatives by the names of their kinds, for the same bytes each time.

    It keeps them in sets, and a class or None has its place in memory as its hash.
    """
    import regex._regex_core as core

    def steady(value: object) -> object:
        if isinstance(value, tuple | list):
            return tuple(map(steady, value))
        if isinstance(value, set | frozenset):
            return frozenset(map(steady, value))
        return value.__qualname__ if isinstance(value, type) else str(value) if value is None else value

    core.RegexBase.__hash__ = lambda node: hash(steady(node._key))


def _keep(program: list[str], into: Path, names: str) -> None:
    sys.path.insert(0, str(ROOT))
    from deid_studio.detection.kept_file import pack

    samples = ROOT / "resources" / "samples"
    with tempfile.TemporaryDirectory() as made:
        places = {f"XDG_{name}_HOME": made for name in ("CACHE", "CONFIG", "DATA", "STATE")}
        subprocess.run(  # noqa: S603  # this program
            [*program, "annotate", str(samples), "--out", f"{made}/out", "--jobs", "1"],
            env=os.environ | places | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'packaging'}", "PYTHONHASHSEED": "0"},
            cwd=made,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for path in sorted(Path(made).glob(f"deid-studio/{names}")):
            (into / path.name).unlink(missing_ok=True)
            pack(path, into / path.name)


def _is_new() -> bool:
    made = [path.stat().st_mtime for path in KEPT.glob("*.sqlite3")]
    resources = (path for path in (ROOT / "resources").rglob("*") if KEPT not in path.parents and path.is_file())
    sources = (*(ROOT / "deid_studio").rglob("*.py"), *resources, ROOT / "requirements.lock")
    return bool(made) and min(made) > max(path.stat().st_mtime for path in sources)


if __name__ == "__main__":
    sys.exit(main())
