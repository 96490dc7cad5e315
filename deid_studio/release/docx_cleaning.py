"""Cleaning the parts of a Word document: what is not letters and layout goes, whatever it may say.

Elements and attributes of namespaces that are not known here go as well: what cannot be judged cannot leave.
ECMA-376, parts 1 and 4; [MS-DOCX]; [MS-ODRAWXML].
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any

from lxml import etree

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
_DRAWINGS = frozenset(
    uri for uri, prefix in _SPACES.items() if prefix in ("pic", "wps", "wpg", "wpc")
)  # what a drawing may be; charts, diagrams and ink are of other kinds

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
_PAGE_FIELD = re.compile(r"\s*(PAGE|NUMPAGES|SECTIONPAGES)\s*(?:\\\*\s*\w{1,20}\s*){0,2}")
_STYLED = frozenset("pStyle rStyle tblStyle basedOn next link numStyleLink styleLink defaultTableStyle".split())
_SYMBOL_FONTS = frozenset(("symbol", "wingdings", "wingdings 2", "wingdings 3", "webdings", "marlett"))
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_SETTINGS = frozenset(
    "mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop "
    "defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps evenAndOddHeaders "
    "characterSpacingControl displayBackgroundShape drawingGridHorizontalSpacing drawingGridVerticalSpacing "
    "noPunctuationKerning footnotePr endnotePr compat themeFontLang clrSchemeMapping decimalSymbol listSeparator "
    "defaultTableStyle mathPr".split()
)
_FILLED = frozenset("tc txbxContent hdr ftr footnote endnote comment body".split())  # they end with a paragraph


class Removed(Enum):
    """What a Word document lost on leaving, in Spanish and English."""

    PICTURES = ("imágenes", "pictures")
    OBJECTS = ("gráficos, diagramas y objetos incrustados", "charts, diagrams and embedded objects")
    DELETIONS = ("texto borrado con control de cambios", "tracked deletions")
    HIDDEN = ("texto oculto", "hidden text")
    UNSHOWN = ("notas y encabezados que no se muestran", "notes and headers that are not shown")
    LINKS = ("direcciones de hipervínculos", "targets of hyperlinks")
    FIELDS = ("códigos de campo", "field codes")
    CONTROLS = ("controles de contenido (queda su texto)", "content controls (their text stays)")
    DESCRIPTIONS = ("textos alternativos", "alternative texts")
    BOOKMARKS = ("marcadores", "bookmarks")
    PARTS = ("partes que no son texto ni formato", "parts that are neither text nor layout")


@dataclass
class Cleaning:
    """What the cleaning of one part needs to know, and what it removed.

    `read` are the elements whose letters are the report's; `changed` those of them that were rewritten. `link` gives
    the new id of the relationship with an old id, None where its target does not leave. `styles` are new ids of styles
    by the old ones; `hidden` the old ones that hide their text.
    """

    read: set[Node]
    changed: set[Node]
    link: Callable[[str], str | None]
    styles: Mapping[str, str]
    hidden: frozenset[str] = frozenset()
    referred: Mapping[str, frozenset[str]] = field(default_factory=dict)  # ids of notes and comments that are shown
    removed: Counter[Removed] = field(default_factory=Counter)
    links: dict[Node, str] = field(default_factory=dict)


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


def value(node: Node, name: str) -> str | None:
    """An attribute by its name without namespace."""
    return next((str(own) for key, own in node.attrib.items() if key.rpartition("}")[2] == name), None)


def is_on(node: Node) -> bool:
    """Whether a property that is there is on."""
    return (value(node, "val") or "1") not in ("0", "false", "off")


def clean(root: Node, how: Cleaning) -> bytes:
    """Clean the tree of a part with text and give its bytes."""
    _choose_alternatives(root, how)
    _drop_unshown(root, how)
    _drop_deleted(root, how)
    _drop_hidden(root, how)
    _strip_fields(root, how)
    _strip_drawings(root, how)
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


def clean_settings(root: Node, how: Cleaning) -> bytes:
    """Clean the document's settings: only what the layout rests on stays."""
    for child in list(root):
        own = local(child)
        short = own not in ("decimalSymbol", "listSeparator") or len(value(child, "val") or "") <= 2
        if own not in _SETTINGS or not short:
            root.remove(child)
    for setting in _named(root, "w:compatSetting"):
        if value(setting, "uri") != "http://schemas.microsoft.com/office/word":
            _drop(setting)
    return clean_looks(root, how)


def clean_numbering(root: Node, how: Cleaning) -> bytes:
    """Clean lists: the names of lists and longer words in their numbers go."""
    for node in [*_named(root, "w:name"), *_named(root, "w:lvlText")]:
        if local(node) == "name":
            _drop(node)
            continue
        for key, own in node.attrib.items():
            if key.rpartition("}")[2] == "val":
                node.set(key, _LONG_WORD.sub("", own))
    return clean_looks(root, how)


def clean_styles(root: Node, how: Cleaning) -> bytes:
    """Clean styles: those that somebody made are called by numbers."""
    for style in _named(root, "w:style"):
        for key, own in style.attrib.items():
            if key.rpartition("}")[2] == "styleId":
                new = how.styles.get(own, own)
                style.set(key, new)
                if new != own:
                    for name in (one for one in style if local(one) == "name"):
                        for of in name.attrib:
                            name.set(of, new)
    return clean_looks(root, how)


def style_names(root: Node | None) -> dict[str, str]:
    """New ids of styles by their ids: those that somebody made are called by numbers."""
    if root is None:
        return {}
    styles = {value(one, "styleId") or "": one for one in _named(root, "w:style")}
    made = [own for own, one in styles.items() if value(one, "customStyle") not in (None, "0", "false")]
    numbers = {own: f"Style{number}" for number, own in enumerate(made, start=1)}
    free = set(styles) - set(made)
    return {own: numbers[own] + ("x" if numbers[own] in free else "") if own in numbers else own for own in styles}


def hiding_styles(root: Node | None) -> frozenset[str]:
    """The ids of the styles that hide their text, by themselves or by what they are based on."""
    if root is None:
        return frozenset()
    styles = {value(one, "styleId") or "": one for one in _named(root, "w:style")}

    def hides(own: str, seen: frozenset[str]) -> bool:
        style = styles.get(own)
        if style is None or own in seen:
            return False
        for one in style:
            if local(one) == "rPr":
                for vanish in one:
                    if local(vanish) in ("vanish", "specVanish"):
                        return is_on(vanish)
        return any(hides(value(one, "val") or "", seen | {own}) for one in style if local(one) == "basedOn")

    return frozenset(own for own in styles if hides(own, frozenset()))


def _named(root: Node, name: str) -> list[Node]:
    return [node for node in root.iter() if named(node) == name]


def _drop(node: Node) -> None:
    parent = node.getparent()
    if parent is not None:
        parent.remove(node)


def _unwrap(node: Node) -> None:
    parent = node.getparent()
    if parent is None:
        return
    at = parent.index(node)
    for child in list(node):
        parent.insert(at, child)
        at += 1
    parent.remove(node)


def _choose_alternatives(root: Node, how: Cleaning) -> None:
    """Of the same thing in newer and older form only the one that was read leaves."""
    for node in _named(root, "mc:AlternateContent"):
        forms = [child for child in node if local(child) in ("Choice", "Fallback")]
        chosen = next((one for one in forms if any(own in how.read for own in one.iter())), forms[0] if forms else None)
        for one in list(node):
            if one is not chosen:
                node.remove(one)
        if chosen is None:
            _drop(node)
        elif local(chosen) == "Fallback":
            _unwrap(chosen)
            _unwrap(node)


def _drop_unshown(root: Node, how: Cleaning) -> None:
    """Notes and comments to which nothing refers are not seen by anybody."""
    for kind, shown in how.referred.items():
        for node in _named(root, f"w:{kind}"):
            if value(node, "id") not in shown and value(node, "type") in (None, "normal"):
                how.removed[Removed.UNSHOWN] += any(one in how.read for one in node.iter())
                _drop(node)


def _drop_deleted(root: Node, how: Cleaning) -> None:
    for row in _named(root, "w:tr"):
        if any(local(mark) == "del" for one in row if local(one) == "trPr" for mark in one):
            _drop(row)
            how.removed[Removed.DELETIONS] += 1
    for cell in _named(root, "w:tc"):
        if any(local(mark) == "cellDel" for one in cell if local(one) == "tcPr" for mark in one):
            for one in [one for one in cell if local(one) != "tcPr"]:
                cell.remove(one)
            how.removed[Removed.DELETIONS] += 1
    for name in ("w:del", "w:moveFrom", "w:delText"):
        for node in _named(root, name):
            how.removed[Removed.DELETIONS] += any(local(one) in ("t", "delText") for one in node.iter())
            _drop(node)


def _drop_hidden(root: Node, how: Cleaning) -> None:
    for row in _named(root, "w:tr"):
        if any(local(mark) == "hidden" and is_on(mark) for one in row if local(one) == "trPr" for mark in one):
            _drop(row)
            how.removed[Removed.HIDDEN] += 1
    for run in [*_named(root, "w:r"), *_named(root, "m:r")]:
        if is_hidden(run, how.hidden):
            how.removed[Removed.HIDDEN] += any(local(one) == "t" for one in run.iter())
            _drop(run)


def is_hidden(run: Node, hiding: frozenset[str]) -> bool:
    """Whether a run is hidden, by itself or by a style."""
    properties = [mark for one in run if named(one) == "w:rPr" for mark in one]
    for mark in properties:
        if local(mark) in ("vanish", "specVanish"):
            return is_on(mark)
    if any(local(mark) == "rStyle" and value(mark, "val") in hiding for mark in properties):
        return True
    for above in run.iterancestors():
        if local(above) in ("p", "tbl"):
            for one in above:
                if local(one) in ("pPr", "tblPr") and any(
                    local(mark) in ("pStyle", "tblStyle") and value(mark, "val") in hiding for mark in one
                ):
                    return True
    return False


@dataclass
class _Field:
    marks: list[Node]
    code: list[Node]
    result: list[Node]
    nested: bool = False
    in_result: bool = False


def _strip_fields(root: Node, how: Cleaning) -> None:
    """Codes of fields go, what they show stays as text; page numbers go on counting where nobody marked them."""
    open_fields: list[_Field] = []
    for node in list(root.iter()):
        own = named(node)
        if own == "w:fldChar":
            kind = value(node, "fldCharType")
            if kind == "begin":
                for outer in open_fields:
                    outer.nested = True
                open_fields.append(_Field([node], [], []))
            elif open_fields:
                open_fields[-1].marks.append(node)
                open_fields[-1].in_result = True
                if kind == "end":
                    _close_field(open_fields.pop(), how)
            else:
                _drop(node)
        elif own == "w:instrText":
            if open_fields and not open_fields[-1].in_result:
                open_fields[-1].code.append(node)
            else:
                _drop(node)
        elif own == "w:fldSimple":
            page = _PAGE_FIELD.fullmatch(value(node, "instr") or "")
            if page and not any(one in how.changed for one in node.iter()):
                how.links[node] = f" {page[1]} "
            else:
                how.removed[Removed.FIELDS] += 1
                _unwrap(node)
        elif node in how.read:
            for one in open_fields:
                one.result.append(node)
    for unended in open_fields:
        unended.nested = True
        _close_field(unended, how)


def _close_field(found: _Field, how: Cleaning) -> None:
    page = _PAGE_FIELD.fullmatch("".join(node.text or "" for node in found.code))
    if page and not found.nested and not any(node in how.changed for node in found.result):
        for number, node in enumerate(found.code):
            node.text = f" {page[1]} " if number == 0 else None
            how.read.add(node)
        return
    how.removed[Removed.FIELDS] += 1
    for node in (*found.marks, *found.code):
        _drop(node)


def _strip_drawings(root: Node, how: Cleaning) -> None:
    for node in _named(root, "w:object"):
        how.removed[Removed.OBJECTS] += 1
        _drop(node)
    for data in _named(root, "a:graphicData"):
        if data.get("uri") not in _DRAWINGS:
            how.removed[Removed.OBJECTS] += 1
            _drop(next((one for one in data.iterancestors() if named(one) == "w:drawing"), data))
    for blip in _named(root, "a:blip"):
        holder = next((one for one in blip.iterancestors() if named(one) == "pic:pic"), None)
        if not _keep_picture(blip, how):
            _drop(holder if holder is not None else next(blip.iterancestors(), blip))
    for image in _named(root, "v:imagedata"):
        if not _keep_picture(image, how):
            _drop(next((one for one in image.iterancestors() if named(one).startswith("v:")), image))
    for fill in [*_named(root, "v:fill"), *_named(root, "v:stroke")]:
        if any(named_value(key) == "r:id" for key in fill.attrib):
            how.removed[Removed.PICTURES] += 1
            _drop(fill)
    for words in _named(root, "v:textpath"):
        if words.get("string"):
            how.removed[Removed.OBJECTS] += 1
            _drop(next(words.iterancestors(), words))
    for node in _named(root, "w:background"):
        for child in list(node):
            node.remove(child)
    for node in [*_named(root, "w:drawing"), *_named(root, "w:pict")]:
        drawn = (named(one) for one in node.iter())
        if not any(
            own in ("pic:pic", "wps:wsp") or (own.startswith("v:") and own not in ("v:shapetype", "v:group"))
            for own in drawn if own not in ("v:formulas", "v:f", "v:path", "v:stroke")
        ):  # fmt: skip
            _drop(node)
    for node in _named(root, "mc:AlternateContent"):
        if not any(len(child) for child in node):
            _drop(node)


def _keep_picture(node: Node, how: Cleaning) -> bool:
    old = next((own for key, own in node.attrib.items() if named_value(key) in ("r:embed", "r:id")), "")
    new = how.link(old)
    if new is None:
        how.removed[Removed.PICTURES] += 1
        return False
    how.links[node] = new
    return True


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
                _drop(node)
            else:
                how.links[node] = new
        elif own == "w:sdt":
            how.removed[Removed.CONTROLS] += 1
            _unwrap(node)
        elif own.startswith("w:") and name in _UNWRAPPED:
            how.removed[Removed.LINKS] += name == "hyperlink"
            _unwrap(node)
        elif comment_mark:
            if value(node, "id") not in how.referred.get("comment", frozenset()):
                _drop(node)
        elif not own or own in _DROPPED or name.endswith(_DROPPED_ENDS):
            how.removed[Removed.BOOKMARKS] += name == "bookmarkStart" and value(node, "name") != "_GoBack"
            how.removed[Removed.OBJECTS] += any(one in how.read for one in node.iter())
            _drop(node)
        elif own.startswith("o:") and name not in _OFFICE:
            _drop(node)
        elif own == "w:sym":
            if not re.fullmatch("(?i)F0[0-9A-F]{2}", value(node, "char") or "") or (
                (value(node, "font") or "").lower() not in _SYMBOL_FONTS
            ):
                _drop(node)
        elif own.startswith("w:") and name in _STYLED:
            new = how.styles.get(value(node, "val") or "")
            if new is None:
                _drop(node)
            else:
                for key in node.attrib:
                    node.set(key, new)


@lru_cache(4096)
def named_value(key: str) -> str:
    """The name of an attribute with the usual prefix of its namespace, `?:` where that is not known here."""
    space, _, name = key.removeprefix("{").rpartition("}")
    return f"{_SPACES.get(space, '?')}:{name}" if space else name


def _strip_values(root: Node, how: Cleaning) -> None:
    for node in root.iter():
        own = named(node)
        for key, old in list(node.attrib.items()):
            prefix, _, name = named_value(key).rpartition(":")
            new = _value_of(own, prefix, name, old, how.links.get(node))
            how.removed[Removed.DESCRIPTIONS] += name == "descr" and bool(old.strip())
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
    for table in _named(root, "w:tbl"):
        if not any(local(one) == "tr" for one in table.iter()):
            _drop(table)
    for row in _named(root, "w:tr"):
        if not any(local(one) == "tc" for one in row):
            _drop(row)
    for node in list(root.iter()):
        if named(node).startswith("w:") and local(node) in _FILLED:
            blocks = [one for one in node if local(one) not in ("sectPr", "tcPr")]
            if not blocks or local(blocks[-1]) != "p":
                etree.SubElement(node, f"{{{etree.QName(node).namespace}}}p")
                for section in [one for one in node if local(one) == "sectPr"]:
                    node.append(section)  # it stays the last


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
