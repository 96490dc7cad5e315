"""Text whose encoding is declared, perhaps wrongly: what is declared is tried first, then UTF-8, then Windows-1252."""

from __future__ import annotations

import codecs
import re

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# Python's other codecs are no encodings of text, and unpack or rewrite what they are given.
_OF_TEXT = re.compile(r"(utf-8|cp\d+|iso8859-\d+|koi8-\w+|mac-\w+|ascii|gb\w+|big5|shift_jis|euc_\w+)$")
_AS_WINDOWS = frozenset({"iso8859-1", "ascii"})  # browsers and printers do so, as these are declared by habit


def decoded(raw: bytes, declared: str = "") -> str:
    """The text of bytes; a BOM counts more than what is declared. Never fails: Latin-1 reads anything."""
    for bom, encoding in _BOMS:
        if raw.startswith(bom):
            return raw[len(bom) :].decode(encoding, "replace")
    for encoding in (_known(declared), "utf-8", "cp1252"):
        try:
            if encoding:
                return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def _known(declared: str) -> str:
    try:
        name = codecs.lookup(declared.strip().lower()).name
    except (LookupError, ValueError):
        return ""
    if name in _AS_WINDOWS:
        return "utf-8" if name == "ascii" else "cp1252"
    return name if _OF_TEXT.match(name) else ""
