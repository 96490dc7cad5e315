"""Searching a Word package for what must not be in it: every part, its text across runs, and every attribute."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from typing import Any

from lxml import etree

from deid_studio import paths
from deid_studio.people.folding import fold
from deid_studio.people.traces import LEAST
from deid_studio.people.word_lists import listed, word_lists
from deid_studio.release.word.nodes import named_value, texts

_BLANK = re.compile(r"\s+")
_UNSEEN = re.compile("[\xad\u200b-\u200f\u2060\ufeff]")
_MEASURE = re.compile(r"-?\d{1,5}(?:\.\d+)?(?:pt|in|cm|mm|pc|px|%)?")
_MEASURED = frozenset(
    "style path coordsize coordorigin adj eqn fmla points from to position xrange yrange polar textboxrect limo "
    "connectlocs uri cx cy x y distT distB distL distR relativeHeight".split()
)
_STANDARD = word_lists("word_documents").words("standard")
_TOKEN = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_LEAST_WITHIN = 6  # characters of what is looked for within other words
_FONTS = listed(paths.resources() / "words" / "fonts.txt")


def parts_with(data: bytes, secrets: Iterable[str], allowed_text: str) -> list[str]:
    """The names of the parts in which one of the `secrets` stands, whatever its case and accents.

    Those of fewer than four characters are not looked for; those that stand in `allowed_text` may stand in the text.
    """
    wanted = {plain for secret in secrets if len(plain := _plain(secret)) >= LEAST}
    if not wanted:
        return []
    whole = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in sorted(wanted, key=len, reverse=True)))
    allowed = set(whole.findall(_plain(allowed_text)))
    within = {bare for one in wanted if len(bare := _bare(one)) >= _LEAST_WITHIN and not bare.isdecimal()}
    found = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            if name.endswith((".png", ".rels")) or name == "[Content_Types].xml":
                continue  # pixels, and what is written anew from fixed words
            root = etree.fromstring(
                archive.read(name), etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
            )
            text = _plain("\n".join(texts(root)))
            values = {pair for node in root.iter() for pair in node.attrib.items()}  # styles say the same over and over
            if any(hit not in allowed for hit in whole.findall(text)) or any(
                _tells(key, value, whole, within) for key, value in values
            ):
                found.append(name)
    return found


def _tells(key: Any, value: str, whole: re.Pattern[str], within: set[str]) -> bool:
    tokens = _TOKEN.findall(value)
    if (
        _MEASURE.fullmatch(value)
        or value.strip().lower() in _FONTS
        or (value.isascii() and tokens and all(one.lower() in _STANDARD for one in tokens if not one.isdecimal())
            and [len(one) for one in tokens if one.isdecimal()] in ([], [1], [2]))
    ):  # fmt: skip
        return False
    plain = _plain(value)
    hits = whole.findall(plain)
    if named_value(key) in _MEASURED:
        hits = [hit for hit in hits if not _bare(hit).isdecimal()]
    if hits:
        return True
    bare = _bare(plain)
    return any(one in bare for one in within)


def _plain(text: str) -> str:
    return _BLANK.sub(" ", fold(_UNSEEN.sub("", text))).strip()


def _bare(text: str) -> str:
    return "".join(character for character in text if character.isalnum())
