"""HL7 v2: the text that messages carry in OBX-5, with the notes (NTE-3) between."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from dataclasses import dataclass

from deid_studio.errors import DocumentDamagedError
from deid_studio.formats.conversion.charset import decoded
from deid_studio.formats.conversion.converted import Converted, Part, converted

_TEXTS = frozenset({"TX", "FT", "ST"})
_OBJECTS = frozenset({"ED", "RP"})
_BEGIN = re.compile(rb"(?:FHS|BHS|MSH)[^\w\s]")
_SEGMENT_END = re.compile("[\r\n]+")
_FRAMING = b"\x0b\x1c\r\n\t "  # of the wire (MLLP), and blank lines
_CHARSETS = {  # MSH-18 (table 0211)
    "UNICODE UTF-8": "utf-8",
    "UNICODE": "utf-8",
    **{f"8859/{number}": f"iso8859-{number}" for number in (1, 2, 9, 15)},
}
_COMMANDS = {"br": "\n", "sp": "\n", "ce": "\n", "sk": " ", "in": "", "ti": "", "fi": "", "nf": ""}
# What stands between two escape signs; what is none of these is text. Highlighting (H, N) and changes of the character
# set (C, M) leave nothing behind.
_ESCAPED = r"([FSTREHN])|\.(br|ce|fi|nf|in|ti|sp|sk)\s*[+-]?(\d{0,3})|X((?:[0-9A-F]{2})+)|C[0-9A-F]{4}|M[0-9A-F]{4,6}"


@dataclass(frozen=True, slots=True)
class _Signs:
    """The separators that a message declares in MSH-1 and MSH-2."""

    field: str = "|"
    component: str = "^"
    repetition: str = "~"
    escape: str = "\\"
    subcomponent: str = "&"

    @classmethod
    def of(cls, segment: str) -> _Signs:
        declared = segment[3:8]
        return cls(*declared) if len(set(declared)) == 5 and not re.search(r"[\w\s]", declared) else cls(segment[3])


def read_hl7(raw: bytes) -> Converted:
    """The text of all messages of a file, in order: OBX-5 of the types TX, FT and ST, and NTE-3.

    Each OBX, and each repetition in one, begins a line. Raises `DocumentDamagedError`.
    """
    raw = raw.removeprefix(BOM_UTF8).strip(_FRAMING)
    if not _BEGIN.match(raw):
        raise DocumentDamagedError()
    signs = _Signs()
    parts: Counter[Part] = Counter()
    messages: list[list[str]] = [[]]
    for segment in _SEGMENT_END.split(decoded(raw, _declared(raw))):
        segment = segment.strip("\x0b\x1c \t")
        name = segment[:3]
        if name in ("FHS", "BHS", "MSH") and len(segment) > 3:
            signs = _Signs.of(segment)
            messages.append([])
            continue
        fields = segment.split(signs.field)
        if name == "OBX" and len(fields) > 5:
            if fields[2] in _TEXTS:
                messages[-1] += _values(fields[5], signs)
            elif fields[2] in _OBJECTS:
                parts[Part.OBJECTS] += 1
            else:
                parts[Part.VALUES] += bool(fields[5])
        elif name == "NTE" and len(fields) > 3 and fields[3]:
            parts[Part.COMMENTS] += 1
            messages[-1] += _values(fields[3], signs)
    return converted(["\n".join(lines) for lines in messages], parts)


def _declared(raw: bytes) -> str:
    """The encoding that the first message's MSH-18 names."""
    start = raw.find(b"MSH")
    header = re.split(rb"[\r\n]", raw[start:], maxsplit=1)[0].decode("latin-1")
    fields = header.split(header[3]) if len(header) > 3 else []
    named = re.split(r"[~^]", fields[17])[0].strip().upper() if len(fields) > 17 else ""
    return _CHARSETS.get(named, "")


def _values(field: str, signs: _Signs) -> list[str]:
    return [_unescaped(value, signs) for value in field.split(signs.repetition)]


def _unescaped(value: str, signs: _Signs) -> str:
    plain = {
        "F": signs.field, "S": signs.component, "T": signs.subcomponent, "R": signs.repetition, "E": signs.escape,
    }  # fmt: skip

    def meant(found: re.Match[str]) -> str:
        letter, command, times, code = found.groups()
        if command:
            return _COMMANDS[command.lower()] * (min(int(times), 99) if times else 1)
        return decoded(bytes.fromhex(code)) if code else plain.get((letter or "").upper(), "")

    mark = re.escape(signs.escape)
    return re.sub(f"{mark}(?:{_ESCAPED}){mark}", meant, value, flags=re.IGNORECASE)
