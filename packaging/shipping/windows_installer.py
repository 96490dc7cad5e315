"""The frozen folder for Windows: a zip to be unpacked anywhere and, where Inno Setup is, an installer for one person.

DEID_STUDIO_SIGN is the command that signs a file whose name comes last; without it nothing is signed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from PIL import Image

SCRIPT = Path(__file__).parent / "windows" / "installer.iss"
COMPILER = r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe"


def for_windows(folder: Path, version: str, icon: Path, target: Path) -> list[Path]:
    """Sign and pack what is in a folder; `icon` is a PNG of 256 by 256."""
    sign = os.environ.get("DEID_STUDIO_SIGN")
    for program in sorted(folder.glob("*.exe")) if sign else ():
        subprocess.run(f'{sign} "{program}"', check=True)
    name = f"{folder.name}-{version}-windows"
    built = [Path(shutil.make_archive(str(target / f"{name}-portable"), "zip", folder.parent, folder.name))]
    compiler = shutil.which("iscc") or COMPILER
    if not Path(compiler).exists():
        print("Inno Setup is not here: no installer was made.")
        return built
    drawn = icon.with_suffix(".ico")
    Image.open(icon).save(drawn)
    told = {"Version": version, "Frozen": folder, "Output": target, "Icon": drawn} | ({"Sign": 1} if sign else {})
    # In a signing command Inno Setup writes $q for a quote and $f for the file.
    signing = [f"/Sdeid={sign.replace(chr(34), '$q')} $q$f$q"] if sign else []
    defines = [f"/D{key}={value}" for key, value in told.items()]
    subprocess.run([compiler, "/Qp", *defines, *signing, str(SCRIPT)], check=True)
    return [*built, target / f"{name}-setup.exe"]
