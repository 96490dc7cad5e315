"""Draws an icon of SVG in the size that each target's folder says: `draw_icon.py ICON.svg …/48x48/apps/NAME.png …`."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer


def main() -> None:
    """Draw all of them."""
    picture = QSvgRenderer(sys.argv[1])
    for target in map(Path, sys.argv[2:]):
        size = int(target.parents[1].name.partition("x")[0])
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        picture.render(painter)
        painter.end()
        image.save(str(target))


if __name__ == "__main__":
    main()
