"""A Word document as it leaves: its layout kept, each replaced stretch put where it stood, all else cleaned.

The package is made anew of the parts that were cleaned; nothing of the old one is copied as it is.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from lxml import etree

from deid_studio.errors import (
    DocumentDamagedError,
    DocumentMacrosError,
    DocumentNotCleanError,
    DocumentTextChangedError,
)
from deid_studio.formats.conversion.docx import DAMAGED, TracedDocx, read_docx, trace_docx
from deid_studio.release.word.cleaning import clean, clean_looks
from deid_studio.release.word.nodes import Node, local, named, value
from deid_studio.release.word.package import (
    MAIN,
    RELATIONSHIPS,
    STRICT_RELATIONSHIPS,
    Link,
    PackagePart,
    packed,
)
from deid_studio.release.word.pictures import bare_picture
from deid_studio.release.word.removing import Cleaning, Removed
from deid_studio.release.word.styles import clean_numbering, clean_settings, clean_styles, style_names
from deid_studio.release.word.unseen import hiding_styles, is_hidden
from deid_studio.release.word.word_search import parts_with

_NOTES = ("footnotes", "endnotes", "comments")
_LOOKS = ("styles", "numbering", "settings", "fontTable", "theme")
_CLEANERS = {"styles": clean_styles, "numbering": clean_numbering, "settings": clean_settings}
_AT_EDGES = ("header", "footer")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PIECE = re.compile("[\t\n]|[^\t\n]+")
_UNPACKED = 50_000_000  # bytes of one part
_COUNTED_ELSEWHERE = re.compile(r"/$|\.rels$|^\[Content_Types\]\.xml$|^word/(?:media|embeddings|charts|diagrams)/")


class Change(NamedTuple):
    """A stretch of the report's text (code points) and what takes its place."""

    start: int
    end: int
    instead: str


@dataclass(frozen=True, slots=True)
class ReleasedDocx:
    """The bytes of a document that may leave, and what it lost."""

    data: bytes
    removed: Counter[Removed] = field(default_factory=Counter)


def released_docx(
    original: bytes, text: str, changes: Sequence[Change], secrets: Iterable[str], keep_pictures: bool = False
) -> ReleasedDocx:
    """A Word document whose text is `text`, with `changes`, in its layout; what was not in the text is gone.

    Text that was deleted or hidden goes; comments stay without their author. Pictures stay only with `keep_pictures`,
    as bare pixels. The result is searched for `secrets`, but for those that the changed text itself still holds.
    Raises `DocumentTextChangedError`, `DocumentDamagedError`, `DocumentMacrosError` or `DocumentNotCleanError`.
    """
    if read_docx(original).text != text:  # it refuses what is dangerous to parse
        raise DocumentTextChangedError()
    try:
        with zipfile.ZipFile(io.BytesIO(original)) as archive:
            read = _Original(archive, original, keep_pictures)
            if read.text != text:
                raise DocumentDamagedError()
            released = read.released(changes)
    except DAMAGED as error:
        raise DocumentDamagedError() from error  # of a part that holds no text, and was not read before
    found = parts_with(released.data, secrets, _changed(text, changes))
    if found:
        raise DocumentNotCleanError(count=len(found))
    return released


def _changed(text: str, changes: Iterable[Change]) -> str:
    pieces: list[str] = []
    at = 0
    for change in changes:
        pieces += (text[at : change.start], change.instead)
        at = change.end
    return "".join((*pieces, text[at:]))


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )


class _Original:
    def __init__(self, archive: zipfile.ZipFile, raw: bytes, keep_pictures: bool) -> None:
        self._archive = archive
        self._keep_pictures = keep_pictures
        self._trees: dict[str, Node] = {}
        self._removed: Counter[Removed] = Counter()
        self._parts: list[PackagePart] = []
        self._names: dict[str, str] = {}  # of parts that leave: the new name by the old one
        self._numbers = count(1)
        self._letters: set[Node] = set()  # the elements with the report's letters
        self._changed: set[Node] = set()
        self._referred: dict[str, frozenset[str]] = {}
        names = archive.namelist()
        types = self._read("[Content_Types].xml") if "[Content_Types].xml" in names else b""
        if any(name.lower().endswith("vbaproject.bin") for name in names) or b"macroenabled" in types.lower():
            raise DocumentMacrosError()
        kind, self._main, _ = next(
            (one for one in self._related("") if one[0].endswith("/officeDocument")), ("", "", "")
        )
        self._base = kind.rpartition("/")[0]
        if self._base not in (RELATIONSHIPS, STRICT_RELATIONSHIPS):
            raise DocumentDamagedError()
        self._traced: TracedDocx = trace_docx(raw, self._parsed)
        self._of_main = {old: (kind.rpartition("/")[2], name) for kind, name, old in self._related(self._main)}
        styles = self._tree("styles")
        self._styles = style_names(styles)
        self._hiding = hiding_styles(styles)

    # --- reading ---------------------------------------------------------------------------------------------

    def _read(self, name: str) -> bytes:
        with self._archive.open(name) as file:
            data = file.read(_UNPACKED + 1)
        if len(data) > _UNPACKED:
            raise DocumentDamagedError()
        return data

    def _parsed(self, name: str, data: bytes) -> Node:
        if name not in self._trees:
            try:
                self._trees[name] = etree.fromstring(data, _parser())
            except etree.XMLSyntaxError as error:
                raise DocumentDamagedError() from error
        return self._trees[name]

    def _related(self, name: str) -> list[tuple[str, str, str]]:
        """Type, target and id of what a part refers to inside the package."""
        folder, base = posixpath.split(name)
        links = posixpath.join(folder, "_rels", f"{base}.rels")
        if links not in self._archive.NameToInfo:
            return []
        found = []
        for link in self._parsed(links, self._read(links)):
            if value(link, "TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, value(link, "Target") or ""))
                found.append((value(link, "Type") or "", target.lstrip("/"), value(link, "Id") or ""))
        return found

    def _tree(self, kind: str) -> Node | None:
        """The first part of a kind that the main one refers to."""
        name = next((name for own, name in self._of_main.values() if own == kind), None)
        if name is None or name not in self._archive.NameToInfo:
            return None
        return self._parsed(name, self._read(name))

    @property
    def text(self) -> str:
        """The text that is traced."""
        return self._traced.converted.text

    # --- writing ---------------------------------------------------------------------------------------------

    def released(self, changes: Sequence[Change]) -> ReleasedDocx:
        """The document with these changes."""
        self._letters.update(self._traced.all_elements())
        self._changed = _rewrite(self._traced, changes, self._letters)
        self._referred = _referred(self._trees.values(), self._hiding)
        data, links = self._story(self._main)
        for kind, name in self._of_main.values():
            if kind in _NOTES and name in self._trees and name not in self._names:
                self._names[name] = f"word/{kind}.xml"
                story, own = self._story(name)
                self._parts.append(PackagePart(self._names[name], kind, story, tuple(own)))
                links.append(Link(f"rId{next(self._numbers)}", kind, self._names[name]))
        links += self._looks()
        unshown = {name for kind, name in self._of_main.values() if kind in _AT_EDGES} - set(self._names)
        self._removed[Removed.UNSHOWN] += sum(
            any(node in self._letters for node in self._trees[name].iter()) for name in unshown if name in self._trees
        )
        counted = {self._main, *self._names, *unshown}
        self._removed[Removed.PARTS] += sum(
            name not in counted and not _COUNTED_ELSEWHERE.search(name) for name in self._archive.namelist()
        )
        return ReleasedDocx(
            packed([PackagePart(MAIN, "document", data, tuple(links)), *self._parts], self._base), +self._removed
        )

    def _story(self, name: str) -> tuple[bytes, list[Link]]:
        """A cleaned part with text, and the relationships that it still needs."""
        related = {old: (kind.rpartition("/")[2], target) for kind, target, old in self._related(name)}
        links: dict[str, Link] = {}

        def link(old: str) -> str | None:
            kind, target = related.get(old, ("", ""))
            new = self._leaving(kind, target)
            if new is None:
                return None
            if new not in links:
                links[new] = Link(f"rId{next(self._numbers)}", kind, new)
            return links[new].id

        data = clean(self._trees[name], self._cleaning(link))
        return data, list(links.values())

    def _cleaning(self, link: Callable[[str], str | None]) -> Cleaning:
        return Cleaning(self._letters, self._changed, link, self._styles, self._hiding, self._referred, self._removed)

    def _leaving(self, kind: str, target: str) -> str | None:
        """The new name of a part to which another one refers, None if it does not leave."""
        if target in self._names:
            return self._names[target]
        if kind == "image" and self._keep_pictures and target in self._archive.NameToInfo:
            picture = bare_picture(self._read(target))
            if picture is None:
                return None
            self._names[target] = f"word/media/image{next(self._numbers)}.png"
            self._parts.append(PackagePart(self._names[target], kind, picture))
            return self._names[target]
        if kind in _AT_EDGES and target in self._trees:
            self._names[target] = f"word/{kind}{next(self._numbers)}.xml"
            data, links = self._story(target)
            self._parts.append(PackagePart(self._names[target], kind, data, tuple(links)))
            return self._names[target]
        return None

    def _looks(self) -> list[Link]:
        """What the document looks like: styles, lists, settings, fonts and colours."""
        links = []
        for kind in _LOOKS:
            root = self._tree(kind)
            if root is None or (kind == "theme" and any(local(one) == "blip" for one in root.iter())):
                continue
            how = self._cleaning(lambda _: None)
            name = f"word/{'theme/theme1' if kind == 'theme' else kind}.xml"
            self._parts.append(PackagePart(name, kind, _CLEANERS.get(kind, clean_looks)(root, how)))
            self._names[next(old for own, old in self._of_main.values() if own == kind)] = name
            links.append(Link(f"rId{next(self._numbers)}", kind, name))
        return links


def _referred(roots: Iterable[Node], hiding: frozenset[str]) -> dict[str, frozenset[str]]:
    """The ids of notes and comments to which text refers that neither was deleted nor is hidden."""
    found: dict[str, set[str]] = {"footnote": set(), "endnote": set(), "comment": set()}
    for root in roots:
        for node in root.iter():
            kind = named(node).removeprefix("w:").removesuffix("Reference")
            if (
                kind in found
                and local(node) != kind
                and not any(
                    local(one) in ("del", "moveFrom") or (local(one) == "r" and is_hidden(one, hiding))
                    for one in node.iterancestors()
                )
            ):
                found[kind].add(value(node, "id") or "")
    return {kind: frozenset(ids) for kind, ids in found.items()}


# --- rewriting -----------------------------------------------------------------------------------------------


def _rewrite(traced: TracedDocx, changes: Iterable[Change], read: set[Node]) -> set[Node]:
    """Put what takes the place of stretches into the elements where they stood; gives the elements that changed.

    Elements that are made join `read`.
    """
    letters: dict[Node, list[str]] = {}
    for change in _by_lines(traced.converted.text, changes):
        instead = change.instead
        for traces in traced.elements(change.start, change.end):
            for places in traces:
                for number, (node, index) in enumerate(places):
                    own = letters.setdefault(node, list(node.text or "") if local(node) == "t" else [""])
                    own[index] = "" if number else instead
            if any(traces):
                instead = ""
    for node, own in letters.items():
        _put(node, "".join(own), read)
    return set(letters)


def _by_lines(text: str, changes: Iterable[Change]) -> list[Change]:
    """The changes; one of several lines that keeps their number is one for each line."""
    found = []
    for change in changes:
        old, new = text[change.start : change.end].split("\n"), change.instead.split("\n")
        if len(old) != len(new) or len(old) == 1:
            found.append(change)
            continue
        at = change.start
        for before, after in zip(old, new, strict=True):
            found.append(Change(at, at + len(before), after))
            at += len(before) + 1
    return found


def _put(node: Node, text: str, read: set[Node]) -> None:
    """Let an element hold this text; where that has tabs or line ends, or the element is a sign, make others of it."""
    text = _NOT_XML.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    if named(node) not in ("w:t", "w:tab", "w:br", "w:cr", "w:ptab", "w:noBreakHyphen"):
        node.text = text.replace("\n", " ").replace("\t", " ")  # of a formula or a deletion
        return
    parent = node.getparent()
    at = parent.index(node)
    parent.remove(node)
    space = etree.QName(node).namespace
    for number, piece in enumerate(_PIECE.findall(text)):
        name = {"\t": "tab", "\n": "br"}.get(piece, "t")
        made = parent.makeelement(f"{{{space}}}{name}")
        if name == "t":
            made.text = piece
            made.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        parent.insert(at + number, made)
        read.add(made)
