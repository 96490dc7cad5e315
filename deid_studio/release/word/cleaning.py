"""Cleaning the parts of a Word document: what is not letters and layout goes, whatever it may say.

Elements and attributes of namespaces that are not known here go as well: what cannot be judged cannot leave.
ECMA-376, parts 1 and 4; [MS-DOCX]; [MS-ODRAWXML].
"""

from __future__ import annotations

import re

from lxml import etree

from deid_studio.release.word.drawings import strip_drawings
from deid_studio.release.word.fields import strip_fields
from deid_studio.release.word.nodes import Node, all_named, drop, local, named, named_value, parted_value, unwrap, value
from deid_studio.release.word.removing import Cleaning, Removed
from deid_studio.release.word.unseen import drop_unseen

_UNWRAPPED = frozenset("ins moveTo hyperlink smartTag customXml sdtContent".split())
_DROPPED = frozenset(
    "w:bookmarkStart w:bookmarkEnd w:proofErr w:permStart w:permEnd w:lastRenderedPageBreak w:del w:moveFrom w:delText "
    "w:delInstrText w:altChunk w:subDoc w:contentPart w:control w:object w:movie w:ffData w:fldData w:rsid w:rsids "
    "w:printerSettings w:tblCaption w:tblDescription w:sdtPr w:sdtEndPr w:smartTagPr w:customXmlPr w:divId w:webHidden "
    "w:vanish w:specVanish w:cellIns w:cellDel w:cellMerge w:hidden w:nsid w:tmpl w:aliases w:latentStyles "
    "w:numPicBullet w:lvlPicBulletId w:altName w:embedRegular w:embedBold w:embedItalic w:embedBoldItalic "
    "w:docPartPr w:annotationRef a:hlinkClick a:hlinkHover a:hlinkMouseOver a:extLst wps:extLst wpg:extLst wpc:extLst "
    "pic:extLst wp:extLst a:audioFile a:videoFile a:quickTimeFile a:wavAudioFile a:audioCd a:snd a:custClrLst "
    "a:objectDefaults a:font a:custDataLst".split()
)
_DROPPED_ENDS = ("Change", "RangeStart", "RangeEnd")
_OFFICE = frozenset(("lock",))
_OFFICE_VALUES = frozenset(
    "spt connecttype hr hrstd hrpct hralign hrnoshade allowincell allowoverlap insetmode preferrelative".split()
)
_TELLING_VALUES = frozenset(
    "author initials date tooltip anchor docLocation tgtFrame history displayText userId providerId tplc instr title "
    "subject keywords cryptProviderType".split()
)
# In drawings; `name` must be there.
_TELLING_IN_DRAWINGS = frozenset("descr title alt href target tooltip class gfxdata equationxml string src".split())
_NAMED_BY_FORM = ("font", "compatSetting")
_NUMBERS = frozenset("posOffset align pctPosHOffset pctPosVOffset pctWidth pctHeight".split())
_NUMBER = re.compile(r"\s*(?:-?\d{1,10}|left|right|center|inside|outside|top|bottom)\s*")
_SHAPE_ID = re.compile(r"#?_x0000_[tsi]\d{1,7}")
_STYLED = frozenset("pStyle rStyle tblStyle basedOn next link numStyleLink styleLink defaultTableStyle".split())
_SYMBOL_FONTS = frozenset(("symbol", "wingdings", "wingdings 2", "wingdings 3", "webdings", "marlett"))
_FILLED = frozenset("tc txbxContent hdr ftr footnote endnote comment body".split())  # they end with a paragraph


def clean(root: Node, how: Cleaning) -> bytes:
    """Clean the tree of a part with text and give its bytes."""
    drop_unseen(root, how)
    strip_fields(root, how)
    strip_drawings(root, how)
    _strip_elements(root, how)
    _complete(root)
    return _written(root, how)


def clean_looks(root: Node, how: Cleaning) -> bytes:
    """Clean the tree of a part without text and give its bytes."""
    _strip_elements(root, how)
    return _written(root, how)


def _written(root: Node, how: Cleaning) -> bytes:
    _strip_values(root, how)
    _strip_stray_text(root, how)
    required = {prefix for node in root.iter() for prefix in (node.get("Requires") or "").split()}
    etree.cleanup_namespaces(root, keep_ns_prefixes=sorted({*required, "w", "r"}))
    data: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return data


def _strip_elements(root: Node, how: Cleaning) -> None:
    for node in list(root.iter()):
        own = named(node)
        name = own.partition(":")[2]
        comment_mark = own in ("w:commentRangeStart", "w:commentRangeEnd", "w:commentReference")
        if node is root:
            continue
        if own in ("w:headerReference", "w:footerReference"):
            new = how.link(next((old for key, old in node.attrib.items() if named_value(key) == "r:id"), ""))
            if new is None:
                drop(node)
            else:
                how.links[node] = new
        elif own == "w:sdt":
            how.removed[Removed.CONTROLS] += 1
            unwrap(node)
        elif own.startswith("w:") and name in _UNWRAPPED:
            how.removed[Removed.LINKS] += name == "hyperlink"
            unwrap(node)
        elif comment_mark:
            if value(node, "id") not in how.referred.get("comment", frozenset()):
                drop(node)
        elif not own or own in _DROPPED or name.endswith(_DROPPED_ENDS):
            how.removed[Removed.BOOKMARKS] += name == "bookmarkStart" and value(node, "name") != "_GoBack"
            how.removed[Removed.OBJECTS] += any(one in how.read for one in node.iter())
            drop(node)
        elif own.startswith("o:") and name not in _OFFICE:
            drop(node)
        elif own == "w:sym":
            if not re.fullmatch("(?i)F0[0-9A-F]{2}", value(node, "char") or "") or (
                (value(node, "font") or "").lower() not in _SYMBOL_FONTS
            ):
                drop(node)
        elif own.startswith("w:") and name in _STYLED:
            new = how.styles.get(value(node, "val") or "")
            if new is None:
                drop(node)
            else:
                for key in node.attrib:
                    node.set(key, new)


def _strip_values(root: Node, how: Cleaning) -> None:
    for node in root.iter():
        values = node.attrib.items()  # a list, so that one can go
        own = named(node) if values else ""
        for key, old in values:
            prefix, name = parted_value(key)
            new = _value_of(own, prefix, name, old, how.links.get(node))
            if name == "descr" and old.strip():
                how.removed[Removed.DESCRIPTIONS] += 1
            if new is None:
                del node.attrib[key]
            elif new != old:
                node.set(key, new)


def _value_of(own: str, prefix: str, name: str, old: str, link: str | None) -> str | None:
    """What an attribute may say: the old value, another one, or nothing."""
    space, _, element = own.partition(":")
    match prefix:
        case "xml":
            return old if name == "space" else None
        case "r":
            return link if name in ("id", "embed") else None
        case "w" | "m":
            if own == "w:comment" and name == "author":
                return "Author"  # as Word says where it takes the names out; there has to be one
            if own == "w:fldSimple" and name == "instr":
                return link
            if name == "name" and element not in _NAMED_BY_FORM:
                return None
            if element.startswith("comment") and name == "id":
                return old if old.isdecimal() else None
            return None if name in _TELLING_VALUES or name.startswith("rsid") else old
        case "o":
            return old if name in _OFFICE_VALUES else None
        case "v":
            return old if name == "ext" else None
        case "":
            if name in _TELLING_IN_DRAWINGS:
                return None
            if space == "v" and name in ("id", "type"):
                return old if _SHAPE_ID.fullmatch(old) else None
            return "" if name == "name" else old
    return None


def _strip_stray_text(root: Node, how: Cleaning) -> None:
    """Letters that are not the report's go, wherever they stand."""
    for node in root.iter():
        node.tail = None
        if node.text and node not in how.read:
            number = local(node) in _NUMBERS and _NUMBER.fullmatch(node.text)
            node.text = node.text if number else None


def _complete(root: Node) -> None:
    """What Word refuses to open without: a paragraph at the end of cells and boxes, rows in tables."""
    for table in all_named(root, "w:tbl"):
        if not any(local(one) == "tr" for one in table.iter()):
            drop(table)
    for row in all_named(root, "w:tr"):
        if not any(local(one) == "tc" for one in row):
            drop(row)
    for node in list(root.iter()):
        if named(node).startswith("w:") and local(node) in _FILLED:
            blocks = [one for one in node if local(one) not in ("sectPr", "tcPr")]
            if not blocks or local(blocks[-1]) != "p":
                etree.SubElement(node, f"{{{etree.QName(node).namespace}}}p")
                for section in [one for one in node if local(one) == "sectPr"]:
                    node.append(section)  # it stays the last
