"""Word packages: parts and their relationships -> the bytes of a `.docx`, the same for the same parts."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_RELATIONSHIPS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

MAIN = "word/document.xml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.{}+xml"
_TYPES = {
    "document": _WORD_TYPE.format("document.main"),
    "fontTable": _WORD_TYPE.format("fontTable"),
    "theme": "application/vnd.openxmlformats-officedocument.theme+xml",
}
_DAY = (1980, 1, 1, 0, 0, 0)  # the first that a ZIP archive knows


class Link(NamedTuple):
    """A relationship of a part: its id, the last word of its type, and the part's name in the package."""

    id: str
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class PackagePart:
    """A part of a package: its name, the last word of its relationship's type, its bytes and relationships."""

    name: str
    kind: str
    data: bytes
    links: tuple[Link, ...] = ()


def packed(parts: Iterable[PackagePart], base: str = RELATIONSHIPS) -> bytes:
    """The bytes of a document of these parts, of which `word/document.xml` is the main one.

    There are no properties and no thumbnail. `base` begins the types of relationships (strict documents have another).
    """
    found = list(parts)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, content: bytes) -> None:
            info = zipfile.ZipInfo(name, _DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 0  # the same on every system
            archive.writestr(info, content)

        add("[Content_Types].xml", _content_types(found))
        add("_rels/.rels", _links([Link("rId1", "officeDocument", MAIN)], base))
        for part in found:
            add(part.name, part.data)
            if part.links:
                folder, _, name = part.name.rpartition("/")
                add(f"{folder}/_rels/{name}.rels", _links(part.links, base))
    return data.getvalue()


def _content_types(parts: Iterable[PackagePart]) -> bytes:
    of = "".join(
        f"<Override PartName={quoteattr(f'/{part.name}')} "
        f"ContentType={quoteattr(_TYPES.get(part.kind, _WORD_TYPE.format(part.kind)))}/>"
        for part in parts
        if part.name.endswith(".xml")
    )
    return (
        f'{HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>'
        f'<Default Extension="png" ContentType="image/png"/>{of}</Types>'
    ).encode()


def _links(links: Iterable[Link], base: str) -> bytes:
    of = "".join(
        f'<Relationship Id="{escape(link.id)}" Type="{base}/{link.kind}" Target="/{link.target}"/>' for link in links
    )
    return f'{HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{of}</Relationships>'.encode()
