"""Takes the pictures of the manual anew, in each language, with few colours so that they are small.

xvfb-run -a -s "-screen 0 1920x1080x24" env QT_QPA_PLATFORM=xcb python packaging/manual_pictures.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

_HERE = Path(__file__).resolve().parent
_MANUAL = _HERE.parent / "resources" / "manual"
_STATES = {"review": "review", "sweep": "final_check", "release": "release"}  # a state of the window, its picture
_ENDINGS = {"en": "-light.png", "es": "-light-es.png"}
_COLOURS = 128


def main() -> int:
    """Take them, and put each beside the pages of its language."""
    with tempfile.TemporaryDirectory() as folder:
        asked = ["--only", *_STATES, "--language", *_ENDINGS, "--theme", "light"]
        command = [sys.executable, _HERE / "screenshots.py", folder, *asked]
        done = subprocess.run(command, check=False)  # noqa: S603  # our own script
        if done.returncode:
            return done.returncode
        for language, ending in _ENDINGS.items():
            for state, name in _STATES.items():
                picture = Image.open(Path(folder) / f"{state}{ending}").convert("RGB")
                few = picture.quantize(_COLOURS, dither=Image.Dither.NONE)
                few.save(_MANUAL / language / f"{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
