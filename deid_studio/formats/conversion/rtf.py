"""RTF: the text of a document with its headers, notes, comments and text boxes, which striprtf leaves out.

Read as one run through the file with a stack of groups (Rich Text Format Specification 1.9.1).
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from dataclasses import dataclass, replace

from deid_studio.errors import DocumentDamagedError
from deid_studio.formats.conversion.converted import Converted, Part, converted

_TOKEN = re.compile(
    rb"\\(?:([A-Za-z]{1,32})(-?\d{1,10})? ?|'([0-9A-Fa-f]{2})|([^A-Za-z]))|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.DOTALL
)

# Groups whose text is read elsewhere than in the running text, by their first word.
_ASIDE = {
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "above"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "footer"),
    "footnote": "notes",
    "annotation": "comments",
    "shptxt": "boxes",
}
_PART_OF = {
    "above": Part.HEADERS, "footer": Part.HEADERS, "notes": Part.NOTES, "comments": Part.COMMENTS, "boxes": Part.BOXES,
    "deleted": Part.DELETIONS,
}  # fmt: skip
_ORDER = ("above", "body", "boxes", "footer", "notes", "comments", "deleted")

# Groups that hold no text of the document. All others that begin with \* are unknown, and are left out as well.
_NO_TEXT = frozenset(
    "fonttbl colortbl stylesheet info listtable listoverridetable rsidtbl revtbl filetbl generator xmlnstbl themedata"
    " colorschememapping datastore latentstyles fldinst objdata objclass objname bkmkstart bkmkend atnid atnauthor"
    " atntime atndate atnref atrfstart atrfend pict nonshppict sn sv shprslt falt panose fname formfield pntext"
    " pntxta pntxtb pnseclvl template operator mmathpr xe tc txe rxe ffname ffhelptext ffstattext ffdeftext ftnsep"
    " ftnsepc aftnsep aftnsepc ftncn aftncn".split()
)
_STARRED_TEXT = frozenset({"shpinst", "shppict", "annotation", "footnote", "shptxt"})

_SIGNS = {
    **dict.fromkeys(("par", "line", "sect", "page", "column", "row", "nestrow", "softline"), "\n"),
    **dict.fromkeys(("tab", "cell", "nestcell"), "\t"),
    **dict.fromkeys(("emspace", "enspace", "qmspace", "~"), " "),
    "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
    "_": "-", "\\": "\\", "{": "{", "}": "}", "\n": "\n", "\r": "\n", "\t": "\t",
}  # fmt: skip
_CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258",
    177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437",
}  # fmt: skip
_CODEPAGES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}


@dataclass(frozen=True, slots=True)
class _State:
    """What holds inside a group."""

    to: str = "body"  # where its text goes; empty: nowhere
    fallback: int = 1  # how many bytes follow a \u for programs that do not know it
    encoding: str = ""  # of its font; empty: the document's
    deleted: bool = False
    fonts: bool = False  # the table of fonts


def read_rtf(raw: bytes) -> Converted:
    """The text of an RTF document: headers, body, text boxes, footers, notes, comments, and last what was deleted.

    Raises `DocumentDamagedError` for a file that ends too early.
    """
    return _Reader(raw).read()


class _Reader:
    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._state = _State()
        self._outer: list[_State] = []
        self._encoding = "cp1252"
        self._font_encodings: dict[int, str] = {}
        self._font = 0
        self._bytes = bytearray()  # of the text, still to be decoded: two may be one character
        self._to_skip = 0
        self._starred = self._begun = False
        self._text: dict[str, list[str]] = {to: [] for to in _ORDER}
        self._parts: Counter[Part] = Counter()

    def read(self) -> Converted:
        at = max(self._raw.find(b"{"), 0)  # what stands before it, as a BOM, is none of the document
        while True:
            token = _TOKEN.match(self._raw, at)
            if token is None:
                raise DocumentDamagedError()
            at = token.end()
            word, number, code, sign, brace, text = token.groups()
            if brace:
                self._group(brace == b"{")
            elif word:
                at += self._word(word.decode("ascii"), None if number is None else int(number))
            elif code:
                self._put_bytes(bytes.fromhex(code.decode("ascii")))
            elif sign == b"*":
                self._starred = True
            elif sign:
                self._sign(sign.decode("latin-1"))
            elif text:
                self._put_bytes(text)
            if not self._outer:
                break  # what follows the document's last brace is none of it
        blocks = ["".join(self._text[to]) for to in _ORDER]
        for to, part in _PART_OF.items():
            self._parts[part] += bool("".join(self._text[to]).strip())
        return converted(blocks, self._parts)

    def _group(self, opens: bool) -> None:
        self._flush()
        self._to_skip = 0
        if opens:
            self._outer.append(self._state)
            self._begun = True
            return
        ended, self._state = self._state, self._outer.pop()
        if ended.to != self._state.to and ended.to:
            self._text[ended.to].append("\n")

    def _word(self, word: str, number: int | None) -> int:
        """Do what a control word says; returns how many raw bytes follow it, which are none of the text."""
        begins, self._begun = self._begun, False
        starred, self._starred = self._starred, False
        state = self._state
        if word == "bin":
            return max(number or 0, 0)
        if word == "u" and number is not None:
            self._flush()
            self._put(chr(number & 0xFFFF))
            self._to_skip = state.fallback
        elif word == "uc":
            self._state = replace(state, fallback=max(number or 0, 0))
        elif word in _SIGNS:
            self._sign(word)
        elif word == "ansicpg" and number:
            self._encoding = _codec(f"cp{number}") or self._encoding
        elif word in _CODEPAGES:
            self._encoding = _CODEPAGES[word]
        elif word == "deleted":
            self._flush()
            self._state = replace(state, deleted=number != 0)
        elif word == "plain":
            self._flush()
            self._state = replace(state, deleted=False, encoding="")
        elif word == "v" and number != 0 and state.to:
            self._parts[Part.HIDDEN] += 1
        elif word in ("revised", "object") and number != 0 and state.to:
            self._parts[Part.INSERTIONS if word == "revised" else Part.OBJECTS] += 1
        elif word in ("f", "fcharset"):
            self._set_font(word, number or 0)
        if begins or starred:
            self._enter(word, starred)
        return 0

    def _enter(self, word: str, starred: bool) -> None:
        """A group's first word says what it holds."""
        state = self._state
        self._parts[Part.PICTURES] += word == "pict" and bool(state.to)
        if word == "fonttbl":
            self._state = replace(state, to="", fonts=True)
        elif word in _NO_TEXT or (starred and word not in _STARRED_TEXT):
            self._state = replace(state, to="")
        elif word in _ASIDE and state.to:
            self._state = replace(state, to=_ASIDE[word])

    def _set_font(self, word: str, number: int) -> None:
        self._flush()
        if word == "f":
            self._font = number
            if not self._state.fonts:
                self._state = replace(self._state, encoding=self._font_encodings.get(number, ""))
        elif self._state.fonts and number in _CHARSETS:
            self._font_encodings[self._font] = _CHARSETS[number]

    def _sign(self, sign: str) -> None:
        self._begun = False
        if self._to_skip:
            self._to_skip -= 1
            return
        self._flush()
        self._put(_SIGNS.get(sign, ""))

    def _put_bytes(self, data: bytes) -> None:
        self._begun = False
        skipped = min(self._to_skip, len(data))
        self._to_skip -= skipped
        self._bytes += data[skipped:]

    def _flush(self) -> None:
        if self._bytes:
            self._put(self._bytes.decode(self._state.encoding or self._encoding, "replace"))
            self._bytes.clear()

    def _put(self, text: str) -> None:
        if self._state.to:
            self._text["deleted" if self._state.deleted else self._state.to].append(text)


def _codec(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""
