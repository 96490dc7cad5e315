"""Letters on the pages of a PDF: embedded fonts, the room that text takes, lines that fit into it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import IO, TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from deid_studio import paths

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 595.28, 841.89  # A4, in points
SANS, MONO = "DeidStudioSans", "DeidStudioMono"
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\xad\u200b-\u200f\u2060\ufeff\ud800-\udfff\ufff9-\ufffb\ufffe\uffff]"
)
_WORD = re.compile("(?:\\S|\xa0)+\\s*")  # a blank that does not break is none
_SIGNS = "/-_."  # after which a word that is longer than a line is broken, rather than anywhere


class Letters(NamedTuple):
    """A font, its size and the distance from line to line, in points."""

    font: str
    size: float
    leading: float


def printable(text: str) -> str:
    """The text without what nobody sees in print; letters and their accents as one, as fonts place them best."""
    return _UNSEEN.sub("", normalize("NFC", text))


def new_canvas(file: IO[bytes], title: str = "", language: str | None = None) -> Canvas:
    """A document of A4 pages, the same bytes for the same pages, that tells no author, program or date."""
    from reportlab.pdfgen.canvas import Canvas

    _register_fonts()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), pageCompression=1, invariant=1, initialFontName=SANS, lang=language)
    for tell in (canvas.setAuthor, canvas.setSubject, canvas.setCreator, canvas.setProducer):
        tell("")
    canvas.setTitle(title)
    return canvas


@cache
def _register_fonts() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name, file in ((SANS, "DejaVuSans.ttf"), (MONO, "DejaVuSansMono.ttf")):
        pdfmetrics.registerFont(TTFont(name, str(paths.resources() / "fonts" / file)))


def width(text: str, letters: Letters) -> float:
    """The room that a line of text takes, in points."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(text, letters.font, letters.size))


def lines_of(text: str, letters: Letters, room: float) -> Iterator[str]:
    """A line of text as lines of at most `room` points, words whole where they fit; at least one line."""
    line = ""
    for word in _WORD.findall(text):
        while width((line + word).rstrip(), letters) > room:
            if line:
                yield line.rstrip()
                line = ""
                continue
            fitting = _fitting(word, letters, room)
            at_sign = max(word.rfind(sign, fitting // 2, fitting) for sign in _SIGNS) + 1
            fitting = at_sign or fitting
            yield word[:fitting]
            word = word[fitting:]
        line += word
    yield line.rstrip()


def _fitting(word: str, letters: Letters, room: float) -> int:
    """How many characters of a word that is longer than a line fit on one; at least one."""
    low, high = 1, len(word)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if width(word[:middle], letters) <= room else (low, middle - 1)
    return low
