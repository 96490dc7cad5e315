"""Latin: a report as the kernel reads it, a byte for each sign, where all its words are in Latin-1."""

from __future__ import annotations

import re

import regex

from deid_studio.last_texts import LastTexts
from deid_studio.people.folding import fold

BETWEEN = r"[^\S\n\r]|[.\-\u2010-\u2015/·_()\\,:]"  # signs that may stand in a number
SHOWN = r"[^\s\p{Cc}\p{Cf}]"
# Of each sign of Latin-1 what it is: in a word, a letter, a capital, a small one, a figure, between those of a number,
# one that shows.
_ARE = map(regex.compile, (r"[\p{L}\p{N}\u00ad]", r"\p{L}", r"\p{Lu}", r"\p{Ll}", r"\p{N}", BETWEEN, SHOWN))
_BITS = {1 << bit: one for bit, one in enumerate(_ARE)}
KINDS = bytes(sum(bit for bit, one in _BITS.items() if one.match(chr(code))) for code in range(256))
FOLDS = "".join(map(fold, map(chr, range(256)))).encode("latin-1")
_BEYOND = re.compile("[^\0-\xff]+")
_OF_WORDS = regex.compile(r"[\p{L}\p{M}\p{N}]")
_DASHES = re.compile("[\u2010-\u2015]")
_BLANKS = regex.compile(r"[^\S\0-\xff]")


@LastTexts
def latin_report(text: str) -> bytes | None:
    """The text in Latin-1, with another sign of their kind for dashes, blanks and the like beyond it; None where there
    are letters, figures or accents beyond it."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        if _OF_WORDS.search("".join(_BEYOND.findall(text))) is not None:
            return None
        blanked: str = _BLANKS.sub(" ", _DASHES.sub("-", text))
        return blanked.encode("latin-1", "replace")
