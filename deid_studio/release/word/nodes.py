"""Names in the parts of a Word document, whatever prefixes they are written with, and the letters between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

Node = Any  # lxml's elements have no types

_ECMA, _ISO = "http://schemas.openxmlformats.org", "http://purl.oclc.org/ooxml"
_MICROSOFT = "http://schemas.microsoft.com/office/word/2010/wordprocessing"
# Strict documents have namespaces of their own for the same names.
_SPACES = {
    f"{_ECMA}/wordprocessingml/2006/main": "w", f"{_ISO}/wordprocessingml/main": "w",
    f"{_ECMA}/officeDocument/2006/relationships": "r", f"{_ISO}/officeDocument/relationships": "r",
    f"{_ECMA}/officeDocument/2006/math": "m", f"{_ISO}/officeDocument/math": "m",
    f"{_ECMA}/drawingml/2006/wordprocessingDrawing": "wp", f"{_ISO}/drawingml/wordprocessingDrawing": "wp",
    f"{_ECMA}/drawingml/2006/main": "a", f"{_ISO}/drawingml/main": "a",
    f"{_ECMA}/drawingml/2006/picture": "pic", f"{_ISO}/drawingml/picture": "pic",
    f"{_ECMA}/markup-compatibility/2006": "mc",
    f"{_MICROSOFT}Shape": "wps", f"{_MICROSOFT}Group": "wpg", f"{_MICROSOFT}Canvas": "wpc",
    "urn:schemas-microsoft-com:vml": "v", "urn:schemas-microsoft-com:office:office": "o",
    "urn:schemas-microsoft-com:office:word": "w10",
    "http://www.w3.org/XML/1998/namespace": "xml",
}  # fmt: skip
DRAWINGS = frozenset(
    uri for uri, prefix in _SPACES.items() if prefix in ("pic", "wps", "wpg", "wpc")
)  # what a drawing may be; charts, diagrams and ink are of other kinds


def local(node: Node) -> str:
    """The name of an element without its namespace; empty for a comment or an instruction."""
    return node.tag.rpartition("}")[2] if isinstance(node.tag, str) else ""


def named(node: Node) -> str:
    """The name of an element with the usual prefix of its namespace; empty where that is not known here."""
    return _known(node.tag) if isinstance(node.tag, str) else ""


@lru_cache(4096)
def _known(tag: str) -> str:
    space, _, name = tag.removeprefix("{").rpartition("}")
    return f"{_SPACES[space]}:{name}" if space in _SPACES else ""


@lru_cache(4096)
def named_value(key: str) -> str:
    """The name of an attribute with the usual prefix of its namespace, `?:` where that is not known here."""
    space, _, name = key.removeprefix("{").rpartition("}")
    return f"{_SPACES.get(space, '?')}:{name}" if space else name


@lru_cache(4096)
def parted_value(key: str) -> tuple[str, str]:
    """The usual prefix of an attribute's namespace, empty where it has none, and its name."""
    prefix, _, name = named_value(key).rpartition(":")
    return prefix, name


def value(node: Node, name: str) -> str | None:
    """An attribute by its name without namespace."""
    return next((str(own) for key, own in node.attrib.items() if key.rpartition("}")[2] == name), None)


def is_on(node: Node) -> bool:
    """Whether a property that is there is on."""
    return (value(node, "val") or "1") not in ("0", "false", "off")


def all_named(root: Node, name: str) -> list[Node]:
    """The elements with a name, in their order."""
    return [node for node in root.iter() if named(node) == name]


def drop(node: Node) -> None:
    """Remove an element with all that is in it."""
    parent = node.getparent()
    if parent is not None:
        parent.remove(node)


def unwrap(node: Node) -> None:
    """Remove an element and leave what is in it."""
    parent = node.getparent()
    if parent is None:
        return
    at = parent.index(node)
    for child in list(node):
        parent.insert(at, child)
        at += 1
    parent.remove(node)


def texts(root: Node) -> Iterator[str]:
    """The text of a part, paragraph by paragraph, and what stands outside of paragraphs."""
    stray: list[str] = []
    lines: dict[Node, list[str]] = {}
    for node in root.iter():
        if node.text and node.text.strip():
            line = next((one for one in node.iterancestors() if local(one) == "p"), None)
            (stray if line is None else lines.setdefault(line, [])).append(node.text)
        elif local(node) in ("tab", "br", "cr", "ptab"):
            line = next((one for one in node.iterancestors() if local(one) == "p"), None)
            if line is not None:
                lines.setdefault(line, []).append(" ")
    yield from ("".join(line) for line in lines.values())
    yield from stray
