"""Damages: what accidents and strangers do to a file, drawn by a seed."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import re
import stat
import tomllib
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import tomli_w

Damage = Callable[[bytes, Random], bytes]

HOSTILE_TEXTS = (
    "", " ", "\0", "\ufeff", "\ud800", "../../../etc/passwd", "/etc/passwd", "C:\\Windows\\win.ini", "CON", "a/../b",
    "{0.__class__}", "{", "%s%n", "x" * 70_000, "é" * 300, "\n" * 1_000, "\u202e\u0000", "-", "=cmd|' /C calc'!A0",
    "(a+)+$", "(.*)*x", "(?:a|a)*$", "(?<=a{99999})", "[[:alpha:]", "(?P<n>", "\\", "(" * 500,
    "(?R)", "1e999", "NaN", "2021-13-45", "٣", "<!ENTITY a 'b'>", "nombre", "FECHAS", "classes",
)  # fmt: skip
HOSTILE_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, -(2**63), 10**400, 0.5, float("inf"), float("nan"), [], {}, [[]], [None], {"": ""},
    [["a", 1]], {"a": {"a": {"a": 1}}},
)  # fmt: skip
_NUMBERS = ("-1", "0", "99999999999999999999", "1e9", "1;2", "3 1", "٣", "-0", "0x1", "1.5")
_XML_VALUE = re.compile(rb'="([^"]*)"|</?([\w:]+)')
_HOSTILE = tuple(text.encode("utf-8", "surrogatepass") for text in HOSTILE_TEXTS)
_DEEP = 100_000
_LARGE = 60_000_000  # bytes of the longest bombs


def damaged(raw: bytes, random: Random, others: tuple[bytes, ...] = ()) -> bytes:
    """The file with one to three damages; `others` are files of which a part may get into it."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if others and random.random() < 0.05:
            raw = _spliced(raw, random, random.choice(others))
        else:
            raw = random.choice((*_OF_BYTES, *_of_form(raw)))(raw, random)
    return raw


# --- of any bytes ------------------------------------------------------------------------------------------------


def _flipped(raw: bytes, random: Random) -> bytes:
    made = bytearray(raw)
    for _ in range(random.choice((1, 1, 2, 8, 64))):
        if made:
            made[random.randrange(len(made))] ^= 1 << random.randrange(8)
    return bytes(made)


def _stretch(raw: bytes, random: Random) -> tuple[int, int]:
    start = random.randrange(len(raw) + 1)
    return start, min(len(raw), start + random.choice((1, 3, 20, 200, len(raw))))


def _cut(raw: bytes, random: Random) -> bytes:
    start, _ = _stretch(raw, random)
    return random.choice((raw[:start], raw[start:]))


def _dropped(raw: bytes, random: Random) -> bytes:
    start, end = _stretch(raw, random)
    return raw[:start] + raw[end:]


def _doubled(raw: bytes, random: Random) -> bytes:
    start, end = _stretch(raw, random)
    return raw[:end] + raw[start:end] * random.choice((1, 2, 50)) + raw[end:]


def _put_in(raw: bytes, random: Random) -> bytes:
    start, end = _stretch(raw, random)
    put = random.choice(
        (
            b"\0" * 5,
            random.randbytes(12),
            b"\xff\xfe",
            b"\xc3",
            b"\xed\xa0\x80",
            b"\r",
            b'"',
            b"9" * 5_000,
            b"\t;|,",
            *_HOSTILE,
        )
    )
    return raw[:start] + put + raw[random.choice((start, end)) :]


def _spliced(raw: bytes, random: Random, other: bytes) -> bytes:
    start, end = _stretch(other, random)
    place = random.randrange(len(raw) + 1)
    return raw[:place] + other[start:end] + raw[place:]


def _otherwise_written(raw: bytes, random: Random) -> bytes:
    text = raw.decode("utf-8", "replace")
    codes, ends = ("utf-16", "utf-16-le", "utf-32", "cp1252", "utf-8-sig", "cp037"), ("\r", "\r\n", "\u2028", "\x85")
    way = random.choice((*codes, *ends))
    if way.isprintable():
        return text.encode(way, "replace")
    return text.replace("\n", way).encode()


_OF_BYTES: tuple[Damage, ...] = (_flipped, _cut, _dropped, _doubled, _put_in, _otherwise_written)


# --- of what it says ---------------------------------------------------------------------------------------------


def _of_form(raw: bytes) -> tuple[Damage, ...]:
    """The damages that leave a JSON, TOML, packed or lined file one: these get past the door."""
    if raw.startswith(b"PK"):
        return (in_zip, in_zip, in_zip)
    if raw.startswith(b"\x1f\x8b"):
        return (_in_gzip, _in_gzip)
    if raw.startswith((b"x\x01", b"x\x9c", b"x\xda")):
        return (_in_zlib,) * 4
    if b"\0" in raw[:2_000]:
        return ()
    if raw.lstrip().startswith(b"<"):
        return (_in_xml,) * 4
    if raw[:1] in (b"{", b"["):
        return (_in_json,) * 4 if b"\n{" not in raw else (_in_lines,) * 4
    if b"=" in raw and b"\n" in raw:
        return (_in_toml,) * 3
    return (_in_rows,) * 2


def _otherwise(value: Any, random: Random) -> Any:
    """A value with one of those in it changed, left out, or put in."""
    inside = (dict, list)
    if isinstance(value, inside) and value and random.random() < 0.8:
        made: Any = value.copy()
        key = random.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if random.random() < 0.15:
            del made[key]
        elif isinstance(made, dict) and random.random() < 0.1:
            made[random.choice(HOSTILE_TEXTS)] = made.pop(key)
        else:
            made[key] = _otherwise(value[key], random)
        return made
    return random.choice(HOSTILE_VALUES + HOSTILE_TEXTS)


def _in_json(raw: bytes, random: Random) -> bytes:
    if random.random() < 0.03:
        return random.choice((b"[" * _DEEP, b'{"a":' * _DEEP, b"[" * _DEEP + b"]" * _DEEP))
    try:
        return json.dumps(_otherwise(json.loads(raw), random)).encode()
    except (ValueError, RecursionError):
        return _put_in(raw, random)


def _in_lines(raw: bytes, random: Random) -> bytes:
    lines = raw.split(b"\n")
    place = random.randrange(len(lines))
    lines[place] = _in_json(lines[place], random)
    return b"\n".join(lines)


def _in_toml(raw: bytes, random: Random) -> bytes:
    if random.random() < 0.03:
        return random.choice((b"a = " + b"[" * _DEEP, b"a = " + b"{a=" * _DEEP, b"[" + b"a." * _DEEP + b"a]\n"))
    try:
        return tomli_w.dumps(_otherwise(tomllib.loads(raw.decode()), random)).encode("utf-8", "surrogatepass")
    except (ValueError, TypeError, AttributeError, RecursionError):
        return _put_in(raw, random)


def _in_rows(raw: bytes, random: Random) -> bytes:
    """A cell of a line changed, by whatever parts its cells."""
    lines = raw.decode("utf-8", "replace").split("\n")
    place = random.randrange(len(lines))
    parting = random.choice((";", ",", "\t", " ", "|", ":"))
    cells = lines[place].split(parting)
    cells[random.randrange(len(cells))] = random.choice((random.choice(_NUMBERS), random.choice(HOSTILE_TEXTS)))
    lines[place] = parting.join(cells)
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _in_gzip(raw: bytes, random: Random) -> bytes:
    try:
        return gzip.compress(damaged(gzip.decompress(raw), random), 1)
    except (OSError, EOFError, ValueError, zlib.error):
        return _flipped(raw, random)


def _in_zlib(raw: bytes, random: Random) -> bytes:
    try:
        return zlib.compress(damaged(zlib.decompress(raw), random), 1)
    except zlib.error:
        return _flipped(raw, random)


def _in_xml(raw: bytes, random: Random) -> bytes:
    """The value of an attribute or a tag's name changed, or what no document may have put in."""
    if random.random() < 0.15:
        return random.choice((_laughing(raw), _outside(raw), b"<a>" * _DEEP))
    places = list(_XML_VALUE.finditer(raw))
    if not places:
        return _put_in(raw, random)
    found = random.choice(places)
    start, end = found.span(found.lastindex or 0)
    new = random.choice((*_NUMBERS, *HOSTILE_TEXTS)).encode("utf-8", "surrogatepass")
    new = new.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b'"', b"&quot;")
    return raw[:start] + new + raw[end:]


def in_zip(raw: bytes, random: Random) -> bytes:
    """One of the files in a packed one damaged, called otherwise, left out or put in."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = [(one.filename, archive.read(one)) for one in archive.infolist()]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, RuntimeError, NotImplementedError):
        return _flipped(raw, random)
    if not parts:
        return _put_in(raw, random)
    place = random.randrange(len(parts))
    name, data = parts[place]
    match random.randrange(10):
        case 0:
            del parts[place]
        case 1:
            parts[place] = (random.choice(("../" + name, "/tmp/" + name, name.upper(), name + "/", "a" * 300)), data)
        case 2:
            parts.append((name, random.choice((data, b"", b"x"))))
        case 3:
            parts.append((random.choice(("../outside", "/etc/passwd", "word/\0.xml", "C:\\x", "CON")), b"x"))
        case 4 if data.lstrip().startswith(b"<"):
            parts[place] = (name, random.choice((_laughing(data), _outside(data), b"<a>" * _DEEP, _wide(data))))
        case 5:
            return _zipped(parts, link=name)
        case _:
            parts[place] = (name, damaged(data, random))
    return _zipped(parts)


def _zipped(parts: list[tuple[str, bytes]], link: str = "") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts:
            one = zipfile.ZipInfo(name)
            one.external_attr = (stat.S_IFLNK | 0o777) << 16 if name == link else 0
            archive.writestr(one, data, zipfile.ZIP_DEFLATED, 1)
    return made.getvalue()


def _laughing(data: bytes) -> bytes:
    """An XML file whose few lines say a thousand million words."""
    entities = "".join(f"<!ENTITY e{n + 1} '{f'&e{n};' * 10}'>" for n in range(9))
    return _with_doctype(data, f"<!ENTITY e0 'ja'>{entities}", b"&e9;")


def _outside(data: bytes) -> bytes:
    return _with_doctype(data, "<!ENTITY x SYSTEM 'file:///etc/passwd'>", b"&x;")


def _with_doctype(data: bytes, entities: str, used: bytes) -> bytes:
    head, _, rest = data.partition(b"?>")
    if not rest:
        head, rest = b"<?xml version='1.0'", data
    return head + f"?><!DOCTYPE x [{entities}]>".encode() + rest.replace(b"</", used + b"</", 1)


def _wide(data: bytes) -> bytes:
    return data.replace(b"</w:p>", b"</w:p>" * 2 + b"<w:p/>" * 200_000, 1)


# --- once each ---------------------------------------------------------------------------------------------------


def bombs(raw: bytes) -> dict[str, Callable[[], bytes]]:
    """What makes large files of a sound one, by name: lines, blanks, depth, and what is packed small."""
    lines = raw[:20_000].splitlines(keepends=True) or [b"\n"]
    found: dict[str, Callable[[], bytes]] = {
        "empty": bytes,
        "a million line ends": lambda: b"\n" * 1_000_000,
        "a line of a million": lambda: (lines[0].rstrip(b"\n") or b"a") * (1_000_000 // max(1, len(lines[0]))),
        "deep": lambda: b"[" * 1_000_000,
        "60 MB of nothing": lambda: bytes(_LARGE),
    }
    if b"\0" not in raw:
        found["a million lines"] = lambda: (b"".join(lines) * (1_000_000 // len(lines) + 1))[:_LARGE]
        for what, place in (("numbers", re.compile(rb"\d+")), ("words", re.compile(rb"(?<=\w)(?!\w)"))):
            found[f"a million lines of other {what}"] = partial(_numbered, lines, place, _LARGE)
            found[f"a megabyte of other {what}"] = partial(_numbered, lines, place, 950_000)
    if raw[:1] in (b"{", b"[") and b"\n{" not in raw:
        with contextlib.suppress(ValueError):
            value = json.loads(raw)
            found["many members"] = lambda: json.dumps(_with_many(value)).encode()
            found["many members inside"] = lambda: json.dumps(_with_many_inside(value)).encode()
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = [(one.filename, archive.read(one)) for one in archive.infolist()]
        found["unpacks to 300 MB"] = lambda: _zipped([(parts[0][0], bytes(300_000_000)), *parts[1:]])
        found["unpacks to 600 MB"] = lambda: _zipped(
            [*parts, *((f"word/x{n}.xml", bytes(100_000_000)) for n in range(6))]
        )
        found["100,000 parts"] = lambda: _zipped([*parts, *((f"p{n}", b"") for n in range(100_000))])
        for name, harm in (
            ("laughs", _laughing),
            ("reads outside", _outside),
            ("deep XML", lambda _: b"<a>" * 1_000_000),
        ):
            found[name] = partial(_with_document, parts, harm)
    if raw.startswith(b"\x1f\x8b"):
        found["unpacks to 300 MB"] = lambda: gzip.compress(bytes(300_000_000), 1)
        found["unpacks to a million lines"] = lambda: gzip.compress(gzip.decompress(raw) * 300_000, 1)
    return found


def _numbered(lines: list[bytes], place: re.Pattern[bytes], size: int) -> bytes:
    """The first line, then the others over and over, each with its number at a place: no two of them are the same."""
    count = min(1_000_000, size // (sum(map(len, lines)) // len(lines) + 6))
    rest = lines[1:] or lines
    body = (place.sub(b"%d" % at, rest[at % len(rest)], count=1) for at in range(count))
    return lines[0] + b"".join(body)


def _with_many(value: Any) -> Any:
    """A list or an object with its members over and over, up to some hundred thousand."""
    if not isinstance(value, dict | list) or not value:
        return value
    count = min(300_000, _LARGE // (len(json.dumps(value)) + 8 * len(value)))
    if isinstance(value, list):
        return value * count
    return value | {f"{key}{number}": one for number in range(count) for key, one in value.items()}


def _with_many_inside(value: Any) -> Any:
    """The same of the first list or object that is in it."""
    places = list(value) if isinstance(value, dict) else range(len(value))
    for at in places:
        if isinstance(value[at], dict | list) and value[at]:
            made = value.copy()
            made[at] = _with_many(value[at])
            return made
    return value


def _with_document(parts: list[tuple[str, bytes]], harm: Callable[[bytes], bytes]) -> bytes:
    return _zipped([(name, harm(data) if name.endswith("document.xml") else data) for name, data in parts])
