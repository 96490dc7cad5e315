"""Alphabet: a text as one byte for each code point, so that no expression tells apart what is the same byte.

ASCII is itself. The letters of Latin-1 and what expressions name beyond it have bytes of their own; all others are the
same where the engine takes them for the same kinds (`_KINDS`). Which characters a set holds is asked of the engine, one
of each byte, so that it is the same by definition.
"""

from __future__ import annotations

import codecs
from functools import cache

import regex

from deid_studio.last_texts import LastTexts

ALPHABET = 1  # raised when bytes come to mean something else: what is kept of expressions is then made anew
ALL = (1 << 256) - 1
# Letters that are the other case of letters of ASCII and Latin-1: İ ı ſ Ÿ ẞ μ Μ K Å.
_CASED_ELSEWHERE = "\u0130\u0131\u017f\u0178\u1e9e\u03bc\u039c\u212a\u212b"
_LETTERS = "".join(chr(code) for code in range(0xC0, 0x100) if code not in (0xD7, 0xF7))
_OWN = _LETTERS + _CASED_ELSEWHERE + "ªºµ´·°«»½®¿¡‘’“”–—…•™→⟶\ufeff"
_KIND_NAMES = ("L", "Lu", "Ll", "Lt", "M", "N", "Nd", "P", "S", "Z")
# A set that ignores case holds what has another case that it holds; a kind by itself holds all that have case.
_KINDS = [
    *(regex.compile(rf"\p{{{name}}}") for name in _KIND_NAMES),
    *(regex.compile(rf"[\p{{{name}}}-]", regex.IGNORECASE) for name in _KIND_NAMES),
    *map(regex.compile, (r"\s", r"\w")),
]
# One of each kind that there is beside those.
_OTHERS = (
    "\x80\x85\xa0\xa2\xa7\xb2\u0100\u0101\u0138\u01bb\u01c4\u01c5\u01c6\u0300\u0345\u0399\u03b9\u03d2\u0660\u16ee"
    "\u1f80\u1f88\u200c\u203f\u24b6"
)
_PART = regex.compile(
    r"\\(?:[pP]\{(?P<kind>\w+)\}|x(?P<two>[0-9A-Fa-f]{2})|u(?P<four>[0-9A-Fa-f]{4})|(?P<some>[dDsSwW])"
    r"|(?P<control>[ntrfv])|(?P<other>[\p{L}\p{N}])|(?P<itself>.))|(?P<plain>.)",
    regex.DOTALL,
)
_OF_SETS = regex.compile(r"--|&&|\|\||~~")


def _kinds(character: str) -> tuple[bool, ...]:
    return tuple(kind.match(character) is not None for kind in _KINDS)


_OWN_BYTES = {character: 128 + number for number, character in enumerate(_OWN)}
_BYTES_OF_KINDS = {_kinds(character): 128 + len(_OWN) + number for number, character in enumerate(_OTHERS)}
_ONE_OF_EACH = "".join(map(chr, range(128))) + _OWN + _OTHERS


class _Bytes(dict[int, str]):
    """The byte of each code point that was met, as a character of Latin-1."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = chr(_OWN_BYTES.get(character) or _BYTES_OF_KINDS[_kinds(character)])
        return self[code]


_BYTES = _Bytes()
_OF_LATIN_1 = bytes(range(128)) + "".join(map(_BYTES.__getitem__, range(128, 256))).encode("latin-1")


def _beyond_ascii(error: UnicodeError) -> tuple[bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    return error.object[error.start : error.end].translate(_BYTES).encode("latin-1"), error.end


codecs.register_error("deid.alphabet", _beyond_ascii)


@LastTexts
def in_bytes(text: str) -> bytes | None:
    """A text in the alphabet, a byte for each code point; None with a character that is like none that was known."""
    try:
        return text.encode("latin-1").translate(_OF_LATIN_1)
    except UnicodeEncodeError:
        pass
    try:
        return text.encode("ascii", "deid.alphabet")
    except KeyError:
        return None


@cache
def set_of(written: str, flags: int) -> int | None:
    """The bytes of what the engine takes for `[^a-z]`, `\\d` or `.`, as bits; None when bytes cannot say it."""
    if not _is_told(written, flags):
        return None
    found = set(regex.findall(written, _ONE_OF_EACH, flags))
    return sum(1 << number for number, character in enumerate(_ONE_OF_EACH) if character in found)


def _is_told(written: str, flags: int) -> bool:
    """Whether what is written takes or leaves all that are the same byte."""
    if written == ".":
        return True
    is_set = len(written) > 1 and written.startswith("[")
    if flags & regex.VERSION1 and (flags & regex.IGNORECASE or _OF_SETS.search(written)):  # `ss` is `ß` there
        return False
    parts = list(_PART.finditer(written[1:-1].removeprefix("^") if is_set else written))
    named = [None if part["plain"] == "[" else _named(part) for part in parts]
    return None not in named and all(
        ord(before) < 128 > ord(after)
        for before, part, after in zip(named, parts[1:], named[2:], strict=False)
        if part["plain"] == "-" and before and after
    )


def _named(part: regex.Match[str]) -> str | None:
    """The character that part of it names, nothing where it is a kind; None where the alphabet cannot say it."""
    if part["kind"] or part["some"]:
        return "" if part["some"] or part["kind"] in _KIND_NAMES else None
    if part["other"]:
        return None
    code = part["two"] or part["four"]
    named = chr(int(code, 16)) if code else part["itself"] or part["plain"] or "\n"  # which control does not matter
    return named if ord(named) < 128 or named in _OWN_BYTES else None


WORD = set_of(r"\w", regex.VERSION0) or 0  # what words are made of
