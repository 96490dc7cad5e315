"""Pictures without anything but their pixels."""

from __future__ import annotations

import io
import warnings

_PIXELS = 50_000_000


def bare_picture(data: bytes) -> bytes | None:
    """A picture made of pixels as PNG, without what cameras and scanners note in it; None where it is of another kind.

    Drawings (EMF, WMF, SVG) are none: they hold text.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "BMP", "TIFF")) as picture:
                if picture.width * picture.height > _PIXELS:
                    return None
                clear = "A" in picture.getbands() or "transparency" in picture.info
                bare = picture.convert("RGBA" if clear else "RGB")
    except (
        UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ):  # fmt: skip
        return None
    bare.info = {}
    kept = io.BytesIO()
    bare.save(kept, "PNG")
    return kept.getvalue()
