"""SignTable: texts written anew sign by sign, quickly where they are in Latin-1, as nearly all of a report is."""

from __future__ import annotations

import re
from collections.abc import Mapping

_BEYOND = re.compile("([^\0-\xff]+)")
_FEW = 20  # stretches beyond Latin-1; in a text with more each sign is looked up


class SignTable:
    """What the signs of a text become, each exactly one; one of Latin-1 becomes such again, one not told of stays."""

    def __init__(self, signs: Mapping[int, int | str]) -> None:
        self._signs = signs
        self._latin = bytes(range(256)).decode("latin-1").translate(signs).encode("latin-1")

    def of(self, text: str) -> str:
        """The text, as many code points as before."""
        try:
            return text.encode("latin-1").translate(self._latin).decode("latin-1")
        except UnicodeEncodeError:
            pieces = _BEYOND.split(text, _FEW)
        if len(pieces) > 2 * _FEW:
            return text.translate(self._signs)
        return "".join(piece.translate(self._signs) if at % 2 else self.of(piece) for at, piece in enumerate(pieces))
