"""Compiles the kernel (deid_studio/kernel) beside its sources; without a compiler all is done in Python.

    python packaging/build_kernel.py

does nothing when what is there is newer than its sources. In pyproject.toml it is also what hatchling asks before it
makes a wheel: one with the kernel is for one system, and for every Python from 3.11 on; one without is for all.
"""

from __future__ import annotations

import re
import sys
import sysconfig
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # not there where nothing is developed
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "deid_studio" / "kernel"
BUILT = FOLDER / ("native.pyd" if sys.platform == "win32" else "native.abi3.so")
PURE = "The detection kernel was not compiled ({}): suggestions are the same, but take longer."


def build() -> bool:
    """Compile the kernel unless it is there already; whether it is there now."""
    sources = sorted(FOLDER.glob("*.c"))
    newest = max(path.stat().st_mtime for path in (*sources, *FOLDER.glob("*.h")))
    if BUILT.exists() and BUILT.stat().st_mtime >= newest:
        return True
    try:
        _compile(sources)
    except (Exception, SystemExit) as error:  # whatever a system without compiler or headers makes of it
        BUILT.unlink(missing_ok=True)  # of other sources
        print(PURE.format(str(error).strip().partition("\n")[0] or type(error).__name__), file=sys.stderr)
        return False
    return True


def _compile(sources: list[Path]) -> None:
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    extension = Extension("native", [path.relative_to(ROOT).as_posix() for path in sources], py_limited_api=True)
    with chdir(ROOT), tempfile.TemporaryDirectory(dir=FOLDER, prefix=".build-") as folder:
        command = build_ext(Distribution({"name": "native", "ext_modules": [extension]}))
        command.build_temp, command.build_lib = folder, folder
        command.ensure_finalized()
        # Sums are to be rounded as NumPy rounds them, on every processor; what debuggers read tells where it was built;
        # what is for no other library is called without looking whose it is; how fast a loop is does not depend on what
        # stands before it.
        extension.extra_compile_args = (
            ["/std:c11", "/O2"]
            if sys.platform == "win32"
            else ["-std=c11", "-O3", "-falign-loops=32", "-ffp-contract=off", "-g0", "-fvisibility=hidden"]
        )
        command.run()
        Path(folder, BUILT.name).replace(BUILT)


def _platform() -> str:
    """The platform of the wheel; on Linux by the oldest C library that has what the kernel asks of it."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    asked = [(int(major), int(minor)) for major, minor in re.findall(rb"GLIBC_(\d+)\.(\d+)", BUILT.read_bytes())]
    if platform.startswith("linux_") and asked:
        major, minor = max(*asked, (2, 17))  # the oldest that installers speak of on every processor
        platform = platform.replace("linux", f"manylinux_{major}_{minor}", 1)
    return platform


class KernelHook(BuildHookInterface):
    """Adds the kernel to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile it; what is installed in place is compiled by packaging/bootstrap.sh."""
        if version != "editable" and build():
            build_data["pure_python"] = False
            build_data["tag"] = f"cp311-abi3-{_platform()}"
            build_data["artifacts"].append(BUILT.relative_to(ROOT).as_posix())


if __name__ == "__main__":
    build()
