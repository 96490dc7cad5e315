"""Word documents in their own layout: what was replaced stands where it stood, and nothing else says who it was."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Callable
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import docx as python_docx
import pytest
from docx.shared import Pt
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from deid_studio.errors import DeidError, DocumentMacrosError, DocumentNotCleanError, DocumentTextChangedError
from deid_studio.formats.conversion.converted import tidied_from, tidy
from deid_studio.formats.conversion.docx import read_docx, trace_docx
from deid_studio.release.word.original import Change, ReleasedDocx, released_docx
from deid_studio.release.word.removing import Removed
from deid_studio.release.word.word_search import parts_with

Make = Callable[..., bytes]
Parts = dict[str, bytes]

SECRET, NEW = "Lucía Montero", "Ana Ruiz"
SECRETS = (SECRET, "Lucía", "Montero")
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
A = "http://schemas.openxmlformats.org/drawingml/2006"
SPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}" xmlns:wp="{A}/wordprocessingDrawing" xmlns:a="{A}/main" xmlns:pic="{A}/picture" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:x="http://villabrezo.example/x"'
)
PIXEL = io.BytesIO()
Image.new("RGB", (2, 2), "red").save(PIXEL, "PNG")


def release(raw: bytes, swaps: dict[str, str] | None = None, keep_pictures: bool = False) -> ReleasedDocx:
    swaps = {SECRET: NEW} if swaps is None else swaps
    text = read_docx(raw).text
    pattern = "|".join(map(re.escape, swaps))
    changes = [Change(m.start(), m.end(), swaps[m[0]]) for m in re.finditer(pattern, text)] if swaps else []
    return released_docx(raw, text, changes, {*swaps, *(SECRETS if SECRET in swaps else ())}, keep_pictures)


def parts_of(raw: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: Parts) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return data.getvalue()


def holds(raw: bytes, secret: str = SECRET) -> list[str]:
    """The parts in which any word of a text stands: in names, markup or letters, whatever the case and accents."""

    def plain(text: str) -> str:
        return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))

    found = []
    for name, content in parts_of(raw).items():
        text = name + content.decode("utf-8", "replace")
        if name.endswith((".xml", ".rels")):
            root = ElementTree.fromstring(content)
            text += "".join(root.itertext()) + " ".join(value for one in root.iter() for value in one.attrib.values())
        if any(word in plain(text) for word in plain(secret).split()):
            found.append(name)
    return found


def small(inner: str) -> bytes:
    """A document of a body alone, which is quick."""
    parts: Parts = {"word/document.xml": story("document", f"<w:body>{inner}</w:body>").encode()}
    add_part(parts, "word/document.xml", parts["word/document.xml"], "officeDocument", of="")
    return packed(parts)


def letter(*paragraphs: str) -> Parts:
    """The parts of a small document as Word writes it."""
    parts: Parts = {
        "[Content_Types].xml": b'<Types xmlns="t"><Override ContentType="application/vnd.openxmlformats-officedocument.'
        b'wordprocessingml.document.main+xml" PartName="/word/document.xml"/></Types>',
        "word/document.xml": story("document", f"<w:body>{''.join(map(p, paragraphs))}<w:sectPr/></w:body>").encode(),
    }
    add_part(parts, "word/document.xml", parts["word/document.xml"], "officeDocument", of="")
    add_part(parts, "docProps/core.xml", '<c:p xmlns:c="c"><c:creator>python-docx</c:creator></c:p>', "core", of="")
    add_part(parts, "word/styles.xml", story("styles", '<w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
             '<w:name w:val="Normal"/></w:style>'), "styles")  # fmt: skip
    add_part(parts, "word/numbering.xml", story("numbering", '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0">'
             '<w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'), "numbering")  # fmt: skip
    add_part(parts, "word/settings.xml", story("settings", '<w:defaultTabStop w:val="708"/>'), "settings")
    add_part(parts, "word/theme/theme1.xml", f'<a:theme xmlns:a="{A}/main" name="Office"/>', "theme")
    return parts


def run_of(text: str) -> str:
    pieces = re.findall("[\t\n]|[^\t\n]+", text)
    signs = {"\t": "<w:tab/>", "\n": "<w:br/>"}
    return "<w:r>" + "".join(signs.get(one, f"<w:t>{escape(one)}</w:t>") for one in pieces) + "</w:r>"


def add_part(parts: Parts, name: str, content: str | bytes, kind: str, of: str = "word/document.xml") -> str:
    folder, _, base = of.rpartition("/")
    links = f"{folder}/_rels/{base}.rels".lstrip("/")
    old = parts.get(links, b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>')
    own = f"rX{len(parts)}"
    outside = ' TargetMode="External"' if "://" in name else ""
    link = f'<Relationship Id="{own}" Type="{R}/{kind}" Target="{name if outside else "/" + name}"{outside}/>'
    text = old.decode()
    parts[links] = (
        text.replace("</Relationships>", f"{link}</Relationships>")
        if "</Relationships>" in text
        else text.replace("/>", f">{link}</Relationships>")
    ).encode()
    if not outside:
        parts[name] = content.encode() if isinstance(content, str) else content
    return own


def body(parts: Parts, xml: str) -> None:
    """Put markup at the beginning of the body."""
    text = parts["word/document.xml"].decode()
    text = re.sub(r"<w:document[^>]*>", f"<w:document {SPACES}>", text, count=1)
    parts["word/document.xml"] = text.replace("<w:body>", f"<w:body>{xml}", 1).encode()


def story(tag: str, inner: str) -> str:
    return f"<w:{tag} {SPACES}>{inner}</w:{tag}>"


def p(text: str, properties: str = "") -> str:
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def in_settings(parts: Parts, xml: str) -> None:
    text = parts["word/settings.xml"].decode()
    parts["word/settings.xml"] = re.sub(r"(<w:settings[^>]*>)", rf"\1{xml}", text, count=1).encode()


def in_styles(parts: Parts, xml: str) -> None:
    parts["word/styles.xml"] = parts["word/styles.xml"].replace(b"</w:styles>", xml.encode() + b"</w:styles>")


# --- every place where a name can stand ----------------------------------------------------------------------

S = SECRET


def footnote(parts: Parts) -> None:
    add_part(parts, "word/footnotes.xml", story("footnotes", f'<w:footnote w:id="2">{p(S)}</w:footnote>'), "footnotes")
    body(parts, '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>')


def unshown_footnote(parts: Parts) -> None:
    add_part(parts, "word/footnotes.xml", story("footnotes", f'<w:footnote w:id="2">{p(S)}</w:footnote>'), "footnotes")


def endnote(parts: Parts) -> None:
    add_part(parts, "word/endnotes.xml", story("endnotes", f'<w:endnote w:id="2">{p(S)}</w:endnote>'), "endnotes")
    body(parts, '<w:p><w:r><w:endnoteReference w:id="2"/></w:r></w:p>')


def header(parts: Parts) -> None:
    one, two = (add_part(parts, f"word/h{n}.xml", story("hdr", p(S)), "header") for n in (1, 2))
    text = parts["word/document.xml"].decode()
    references = f'<w:headerReference w:type="default" r:id="{one}"/><w:headerReference w:type="first" r:id="{two}"/>'
    parts["word/document.xml"] = re.sub(r"(<w:sectPr[^>]*>)", rf"\1{references}", text).encode()


def unused_header(parts: Parts) -> None:
    add_part(parts, "word/h1.xml", story("hdr", p(S)), "header")


def comment(parts: Parts) -> None:
    inner = f'<w:comment w:id="0" w:author="{S}" w:initials="LM" w:date="2020-01-01T00:00:00Z">{p(S)}</w:comment>'
    add_part(parts, "word/comments.xml", story("comments", inner), "comments")
    body(parts, '<w:p><w:r><w:commentReference w:id="0"/></w:r></w:p>')


def text_box(parts: Parts) -> None:
    box = f"<w:txbxContent>{p(S)}</w:txbxContent>"
    body(
        parts,
        '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:extent cx="1" cy="1"/>'
        f'<wp:docPr id="1" name="{S}" descr="{S}"/><a:graphic><a:graphicData '
        'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>'
        f"<wps:txbx>{box}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>"
        f'<mc:Fallback><w:pict><v:shape alt="{S}" id="{S}"><v:textbox>{box}</v:textbox></v:shape></w:pict>'
        "</mc:Fallback>"
        "</mc:AlternateContent></w:r></w:p>",
    )


def old_text_box(parts: Parts) -> None:
    box = f"<w:txbxContent>{p(S)}</w:txbxContent>"
    body(
        parts,
        f'<w:p><w:r><w:pict><v:rect title="{S}" href="http://x.example/{S}" o:gfxdata="{S}"><v:textbox>{box}'
        "</v:textbox></v:rect></w:pict></w:r></w:p>",
    )


def picture(parts: Parts) -> None:
    own = add_part(parts, f"word/media/{S}.png", PIXEL.getvalue() + S.encode(), "image")
    body(
        parts,
        f'<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="{S}" descr="{S}"/><a:graphic><a:graphicData '
        f'uri="{A}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="{S}"/></pic:nvPicPr><pic:blipFill>'
        f'<a:blip r:embed="{own}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline>'
        "</w:drawing></w:r></w:p>",
    )


def old_picture(parts: Parts) -> None:
    own = add_part(parts, "word/media/image9.png", PIXEL.getvalue(), "image")
    body(
        parts,
        f'<w:p><w:r><w:pict><v:shape><v:imagedata r:id="{own}" o:title="{S}"/></v:shape></w:pict></w:r></w:p>',
    )


def word_art(parts: Parts) -> None:
    body(parts, f'<w:p><w:r><w:pict><v:shape><v:textpath string="{S}"/></v:shape></w:pict></w:r></w:p>')


def chart(parts: Parts) -> None:
    own = add_part(parts, "word/charts/chart1.xml", f"<c:x xmlns:c='c'>{S}</c:x>", "chart")
    body(
        parts,
        '<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/'
        f'2006/chart"><c:chart xmlns:c="c" r:id="{own}"/></a:graphicData></a:graphic></wp:inline></w:drawing>'
        "</w:r></w:p>",
    )


def diagram(parts: Parts) -> None:
    inner = f"<d:x xmlns:d='d' xmlns:a='{A}/main'><a:p><a:r><a:t>{S}</a:t></a:r></a:p></d:x>"
    add_part(parts, "word/diagrams/data1.xml", inner, "diagramData")
    add_part(parts, "word/diagrams/drawing1.xml", inner, "diagramDrawing")


def embedded_object(parts: Parts) -> None:
    own = add_part(parts, "word/embeddings/x.bin", S.encode(), "oleObject")
    body(parts, f'<w:p><w:r><w:object><o:OLEObject ProgID="{S}" r:id="{own}"/></w:object></w:r></w:p>')


def hyperlink(parts: Parts) -> None:
    own = add_part(parts, f"http://x.example/{S}", b"", "hyperlink")
    body(
        parts,
        f'<w:p><w:hyperlink r:id="{own}" w:tooltip="{S}" w:anchor="{S}" w:docLocation="{S}"><w:r><w:t>aquí</w:t></w:r>'
        "</w:hyperlink></w:p>",
    )


def complex_field(parts: Parts) -> None:
    body(
        parts,
        f'<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="{S}"/><w:helpText w:val="{S}"/>'
        "</w:ffData>"
        f'</w:fldChar></w:r><w:r><w:instrText>HYPERLINK "mailto:{S}"</w:instrText></w:r><w:r><w:fldChar '
        f'w:fldCharType="separate"/></w:r>{p(S)[5:-6]}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
    )


def app_part(name: str, kind: str) -> Callable[[Parts], None]:
    return lambda parts: add_part(parts, name, f"<a xmlns='a' b='{S}'>{S}</a>", kind, of="") and None


def own_part(name: str, kind: str) -> Callable[[Parts], None]:
    return lambda parts: add_part(parts, name, f"<a xmlns='a' b='{S}'>{S}</a>", kind) and None


def in_body(xml: str) -> Callable[[Parts], None]:
    return lambda parts: body(parts, xml)


def core(parts: Parts) -> None:
    parts["docProps/core.xml"] = parts["docProps/core.xml"].replace(b"python-docx", S.encode())


def style_name(parts: Parts) -> None:
    in_styles(
        parts,
        f'<w:style w:type="paragraph" w:customStyle="1" w:styleId="{S}"><w:name w:val="De {S}"/><w:aliases '
        f'w:val="{S}"/>'
        f'<w:link w:val="{S}"/></w:style>',
    )
    body(parts, p("Con estilo", f'<w:pPr><w:pStyle w:val="{S}"/></w:pPr>'))


def hidden_by_style(parts: Parts) -> None:
    in_styles(
        parts,
        '<w:style w:type="character" w:styleId="base"><w:name w:val="b"/><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="oculto"><w:name w:val="o"/><w:basedOn w:val="base"/></w:style>',
    )
    body(parts, f'<w:p><w:r><w:rPr><w:rStyle w:val="oculto"/></w:rPr><w:t>{S}</w:t></w:r></w:p>')


def numbering(parts: Parts) -> None:
    text = parts["word/numbering.xml"].decode()
    text = re.sub(r'<w:lvlText w:val="[^"]*"', f'<w:lvlText w:val="{S} %1"', text)
    parts["word/numbering.xml"] = re.sub(r"(<w:abstractNum [^>]*>)", rf'\1<w:name w:val="{S}"/>', text).encode()


def theme(parts: Parts) -> None:
    name = next(name for name in parts if "theme" in name and name.endswith(".xml"))
    parts[name] = re.sub(rb'(<a:theme[^>]*) name="[^"]*"', rb'\1 name="' + S.encode() + b'"', parts[name])


def footer_field(parts: Parts) -> None:
    own = add_part(
        parts,
        "word/f1.xml",
        story("ftr", f'<w:p><w:fldSimple w:instr="AUTHOR {S}">{p(S)[5:-6]}</w:fldSimple></w:p>'),
        "footer",
    )
    text = parts["word/document.xml"].decode()
    parts["word/document.xml"] = re.sub(
        r"(<w:sectPr[^>]*>)", rf'\1<w:footerReference w:type="default" r:id="{own}"/>', text
    ).encode()


DELETED = f"<w:r><w:delText>{S}</w:delText></w:r>"
MARK = f'w:id="7" w:author="{S}" w:date="2020-01-01T00:00:00Z"'
ROW = f"<w:tc>{p(S)}</w:tc>"
PLACES: dict[str, Callable[[Parts], object]] = {
    "body": in_body(p(f"Vino {S}.")),
    "split runs": in_body(
        "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Lu</w:t></w:r><w:proofErr w:type='x'/><w:r><w:t>cía Mon</w:t></w:r><w:r>"
        "<w:t>tero</w:t></w:r></w:p>"
    ),
    "soft hyphen": in_body(p("Lu\xadcía Mon\u200btero")),
    "rsids": in_body(f'<w:p w:rsidR="{S}" w14:paraId="{S}"><w:r w:rsidRPr="{S}"><w:t>x</w:t></w:r></w:p>'),
    "table": in_body(f"<w:tbl><w:tblPr><w:tblCaption w:val='{S}'/><w:tblDescription w:val='{S}'/></w:tblPr>"
    f"<w:tr>{ROW}</w:tr></w:tbl>"),
    "header": header, "header that nobody sees": unused_header, "footer's field": footer_field,
    "footnote": footnote, "footnote that nobody sees": unshown_footnote, "endnote": endnote, "comment": comment,
    "text box": text_box, "old text box": old_text_box, "picture": picture, "old picture": old_picture,
    "word art": word_art, "chart": chart, "diagram": diagram, "object": embedded_object,
    "deletion": in_body(f"<w:p><w:del {MARK}>{DELETED}</w:del></w:p>"),
    "deletion outside of del": in_body(f"<w:p>{DELETED}</w:p>"),
    "moved": in_body(f"<w:p><w:moveFromRangeStart w:name='{S}' {MARK}/><w:moveFrom {MARK}>"
    f"{p(S)[5:-6]}</w:moveFrom></w:p>"),
    "moved here": in_body(f"<w:p><w:moveTo {MARK}>{p(S)[5:-6]}</w:moveTo></w:p>"),
    "insertion": in_body(f"<w:p><w:ins {MARK}>{p(S)[5:-6]}</w:ins></w:p>"),
    "deleted row": in_body(f"<w:tbl><w:tr><w:trPr><w:del {MARK}/></w:trPr>{ROW}</w:tr></w:tbl>"),
    "deleted cell": in_body(
        f"<w:tbl><w:tr><w:tc><w:tcPr><w:cellDel {MARK}/></w:tcPr>{p(S)}</w:tc></w:tr></w:tbl>"
    ),
    "deleted paragraph mark": in_body(f"<w:p><w:pPr><w:rPr><w:del {MARK}/></w:rPr></w:pPr></w:p>"),
    "changed format": in_body(f"<w:p><w:pPr><w:pPrChange {MARK}><w:pPr/></w:pPrChange></w:pPr></w:p>"),
    "hidden": in_body(f"<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>{S}</w:t></w:r></w:p>"),
    "hidden row": in_body(f"<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr>{ROW}</w:tr></w:tbl>"),
    "hidden by style": hidden_by_style,
    "core properties": core, "app properties": app_part("docProps/app2.xml", "extended-properties"),
    "custom properties": app_part("docProps/custom.xml", "custom-properties"),
    "thumbnail": app_part("docProps/thumbnail.emf", "thumbnail"),
    "custom XML": own_part("customXml/item7.xml", "customXml"), "people": own_part("word/people.xml", "people"),
    "glossary": own_part("word/glossary/document.xml", "glossaryDocument"),
    "comments' threads": own_part("word/commentsExtended.xml", "commentsExtended"),
    "web settings": own_part("word/webSettings2.xml", "webSettings"),
    "printer": own_part("word/printerSettings1.bin", "printerSettings"),
    "part of nobody": lambda parts: parts.update({f"word/{S}.xml": f"<a>{S}</a>".encode()}),
    "template": lambda parts: (in_settings(parts, '<w:attachedTemplate r:id="rId1" xmlns:r="r"/>'),
                               add_part(parts, f"file:///C://{S}.dotx", b"", "attachedTemplate", "word/settings.xml")),
    "mail merge": lambda parts: in_settings(parts, f'<w:mailMerge><w:query w:val="{S}"/></w:mailMerge>'),
    "variables": lambda parts: in_settings(parts, f'<w:docVars><w:docVar w:name="n" w:val="{S}"/></w:docVars>'),
    "protection": lambda parts: in_settings(parts, f'<w:writeProtection w:recommended="{S}"/>'),
    "list separator": lambda parts: in_settings(parts, f'<w:listSeparator w:val="{S}"/>'),
    "hyperlink": hyperlink, "field": complex_field,
    "simple field": in_body(f'<w:p><w:fldSimple w:instr="MERGEFIELD {S}"><w:fldData>{S}</w:fldData>'
    '</w:fldSimple></w:p>'),
    "page field with a name": in_body(
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE </w:instrText></w:r><w:r><w:fldChar '
        f'w:fldCharType="separate"/></w:r>{p(S)[5:-6]}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    ),
    "field without an end": in_body(
        f'<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>AUTHOR {S}</w:instrText></w:r></w:p>'
    ),
    "stray field code": in_body(f"<w:p><w:r><w:instrText>{S}</w:instrText></w:r></w:p>"),
    "bookmark": in_body(f'<w:p><w:bookmarkStart w:id="1" w:name="{S}"/><w:bookmarkEnd w:id="1"/></w:p>'),
    "permission": in_body(f'<w:p><w:permStart w:id="1" w:ed="{S}"/><w:permEnd w:id="1"/></w:p>'),
    "control": in_body(
        f'<w:sdt><w:sdtPr><w:alias w:val="{S}"/><w:tag w:val="{S}"/><w:comboBox><w:listItem w:displayText="{S}" '
        f'w:value="{S}"/></w:comboBox></w:sdtPr><w:sdtContent>{p(S)}</w:sdtContent></w:sdt>'
    ),
    "smart tag": in_body(
        f'<w:p><w:smartTag w:uri="{S}" w:element="{S}"><w:smartTagPr><w:attr w:name="a" w:val="{S}"/></w:smartTagPr>'
        f"{p(S)[5:-6]}</w:smartTag></w:p>"
    ),
    "custom element": in_body(f'<w:customXml w:uri="{S}" w:element="{S}">{p(S)}</w:customXml>'),
    "sub-document": in_body('<w:subDoc r:id="rId1"/>' + p("x")),
    "chunk": lambda parts: body(parts, f'<w:altChunk r:id="{add_part(parts, "word/afchunk.htm", S, "aFChunk")}"/>'),
    "style's name": style_name,
    "style that is not there": in_body(p("x", f'<w:pPr><w:pStyle w:val="{S}"/></w:pPr>')),
    "list": numbering, "theme": theme,
    "comment of XML": in_body(f"<!-- {S} --><w:p><?x {S}?><w:r><w:t>uno<!-- {S} -->dos</w:t></w:r></w:p>"),
    "between elements": in_body(f"<w:p>{S}<w:r>{S}<w:t>x</w:t>{S}</w:r></w:p>"),
    "unknown element": in_body(f'<w:p><x:y x:z="{S}">{S}</x:y><w:r x:a="{S}"><w:t>x</w:t></w:r></w:p>'),
    "unknown element with text": in_body(f"<w:p><x:y>{p(S)[5:-6]}</x:y></w:p>"),
    "space name": in_body('<w:p xmlns:q="http://q.example/Montero"><w:r><w:t>x</w:t></w:r></w:p>'),
    "symbols": in_body("".join(f'<w:p><w:r><w:sym w:font="{S}" w:char="{ord(c):04X}"/></w:r></w:p>' for c in S)),
    "formula": in_body(f"<w:p><m:oMath><m:r><m:t>{S}</m:t></m:r></m:oMath></w:p>"),
    "ruby": in_body(
        f"<w:p><w:r><w:ruby><w:rt>{p(S)[5:-6]}</w:rt><w:rubyBase>{p(S)[5:-6]}</w:rubyBase></w:ruby></w:r></w:p>"
    ),
    "active control": in_body(f'<w:p><w:r><w:control w:name="{S}" w:shapeid="{S}"/></w:r></w:p>'),
    "signature line": in_body(
        f'<w:p><w:r><w:pict><v:shape><o:signatureline o:suggestedsigner="{S}"/></v:shape></w:pict></w:r></w:p>'
    ),
    "class of a shape": in_body(
        f'<w:p><w:r><w:pict><v:group editas="canvas" class="{S}"><v:line/></v:group></w:pict></w:r></w:p>'
    ),
}  # fmt: skip
READ = {
    "body", "split runs", "soft hyphen", "table", "header", "footer's field", "footnote", "endnote", "comment",
    "text box", "old text box", "moved here", "insertion", "field", "page field with a name", "control", "smart tag",
    "custom element", "formula", "ruby",
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_a_name_leaves_no_trace_wherever_it_stood(place: str) -> None:
    parts = letter("INFORME DE ALTA", "Sin hallazgos.")
    PLACES[place](parts)
    raw = packed(parts)
    assert holds(raw) or place in ("split runs", "soft hyphen", "symbols", "sub-document")
    released = release(raw)
    assert holds(released.data) == []
    assert bool(holds(released.data, NEW)) == (place in READ)
    text = read_docx(released.data).text
    assert "INFORME DE ALTA" in text and "Sin hallazgos." in text and (NEW in text) == (place in READ)
    python_docx.Document(io.BytesIO(released.data))  # another reader opens it


def test_what_cannot_be_cleaned_is_refused() -> None:
    parts = letter("Sin hallazgos.")
    in_styles(parts, f'<w:style w:styleId="s1"><w:name w:val="Informe de {SECRET.upper()}"/></w:style>')
    with pytest.raises(DocumentNotCleanError):
        release(packed(parts))


@pytest.mark.parametrize("end", ["hides", "nothing", "itself"])
def test_a_long_chain_of_styles_is_followed_to_its_end(end: str) -> None:
    parts = letter("INFORME DE ALTA")
    links = "".join(
        f'<w:style w:type="character" w:styleId="s{n}"><w:name w:val="s{n}"/><w:basedOn w:val="s{n + 1}"/></w:style>'
        for n in range(3000)
    )
    last = {"hides": "<w:rPr><w:vanish/></w:rPr>", "nothing": "", "itself": '<w:basedOn w:val="s0"/>'}[end]
    in_styles(parts, f'{links}<w:style w:type="character" w:styleId="s3000">{last}</w:style>')
    body(parts, '<w:p><w:r><w:rPr><w:rStyle w:val="s0"/></w:rPr><w:t>Con estilo</w:t></w:r></w:p>')
    made = release(packed(parts), {})
    assert ("Con estilo" in read_docx(made.data).text) == (end != "hides")


def test_a_document_with_macros_is_refused() -> None:
    for name, content in (("word/vbaProject.bin", b"x"), ("[Content_Types].xml", None)):
        parts = letter("Sin hallazgos.")
        parts[name] = content or parts[name].replace(b"wordprocessingml.document.main+xml", b"macroEnabled.main+xml")
        with pytest.raises(DocumentMacrosError):
            release(packed(parts))


def test_another_text_than_the_reviewed_is_refused(docx: Make) -> None:
    with pytest.raises(DocumentTextChangedError):
        released_docx(docx("Uno"), "Dos\n", [], [])


# --- what stays ----------------------------------------------------------------------------------------------


def test_layout_stays_where_text_is_replaced(docx: Make) -> None:
    def shape(document) -> None:
        document.add_heading("Informe de Lucía Montero", 1)
        line = document.add_paragraph("Paciente: ", style="List Bullet")
        line.add_run("Lucía").bold = True
        line.add_run(" Montero").font.size = Pt(20)
        line.add_run(", 61 años\tUrgencias")
        table = document.add_table(1, 2, style="Table Grid")
        table.cell(0, 0).text, table.cell(0, 1).text = "Nombre", "Lucía Montero"
        section = document.sections[0]
        section.different_first_page_header_footer = True
        section.header.paragraphs[0].text = section.first_page_header.paragraphs[0].text = "Lucía Montero"

    released = release(docx("INFORME", shape=shape))
    document = python_docx.Document(io.BytesIO(released.data))
    heading, line = document.paragraphs[1:3]
    assert (heading.text, heading.style.name) == ("Informe de Ana Ruiz", "Heading 1")
    assert line.text == "Paciente: Ana Ruiz, 61 años\tUrgencias" and line.style.name == "List Bullet"
    assert [run.text for run in line.runs if run.bold] == ["Ana Ruiz"]
    assert document.tables[0].style.name == "Table Grid" and document.tables[0].cell(0, 1).text == "Ana Ruiz"
    section = document.sections[0]
    assert section.header.paragraphs[0].text == section.first_page_header.paragraphs[0].text == "Ana Ruiz"
    assert {part.reltype.rpartition("/")[2] for part in document.part.rels.values()} >= {"styles", "numbering"}
    assert document.core_properties.author == ""


def test_page_numbers_go_on_counting() -> None:
    parts = letter()
    body(parts, '<w:p><w:r><w:t>Página </w:t></w:r><w:fldSimple w:instr=" PAGE  \\* MERGEFORMAT "><w:r><w:t>'
        '1</w:t></w:r>'
                '</w:fldSimple><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> '
                'NUM</w:instrText></w:r><w:r>'
                '<w:instrText>PAGES </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r>'
                '<w:t>3</w:t>'
                '</w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>')  # fmt: skip
    released = parts_of(release(packed(parts)).data)["word/document.xml"].decode()
    assert 'w:instr=" PAGE "' in released and "> NUMPAGES <" in released and released.count("w:fldChar ") == 3


def test_lines_stay_lines_where_several_are_replaced_at_once() -> None:
    raw = packed(letter("Calle Mayor 1", "28001 Villabrezo", "Fin"))
    old = "Calle Mayor 1\n28001 Villabrezo"
    kept = release(raw, {old: "█████ █████ █\n█████ ██████████"})
    assert read_docx(kept.data).text == "█████ █████ █\n█████ ██████████\nFin\n"
    assert [one.text for one in python_docx.Document(io.BytesIO(kept.data)).paragraphs][:2] == [
        "█████ █████ █", "█████ ██████████"
    ]  # fmt: skip
    tagged = release(raw, {old: "[**CALLE**]"})
    assert read_docx(tagged.data).text == "[**CALLE**]\n\nFin\n"
    assert read_docx(release(raw, {"Mayor 1": "a\tb\nc"}).data).text == "Calle a\tb\nc\n28001 Villabrezo\nFin\n"


def test_pictures_stay_as_bare_pixels_when_asked_for() -> None:
    parts = letter("Foto")
    picture(parts)
    gone, kept = release(packed(parts)), release(packed(parts), keep_pictures=True)
    assert gone.removed[Removed.PICTURES] == 1 and not kept.removed[Removed.PICTURES]
    assert not any("media" in name for name in parts_of(gone.data))
    assert holds(kept.data) == []
    (name,) = (name for name in parts_of(kept.data) if name.endswith(".png"))
    assert Image.open(io.BytesIO(parts_of(kept.data)[name])).getpixel((0, 0)) == (255, 0, 0)
    (shape,) = python_docx.Document(io.BytesIO(kept.data)).inline_shapes
    assert shape._inline.docPr.get("descr") is None


def test_what_was_removed_is_told() -> None:
    parts = letter("x")
    for place in ("deletion", "hidden", "hyperlink", "field", "control", "bookmark", "object", "old picture"):
        PLACES[place](parts)
    unused_header(parts)
    removed = release(packed(parts)).removed
    for what in set(Removed) - {Removed.DESCRIPTIONS, Removed.PARTS}:
        assert removed[what] == 1, what


def test_fonts_and_measures_are_nobodys_names(docx: Make) -> None:
    def shape(document) -> None:
        document.paragraphs[0].runs[0].font.name = "Times New Roman"

    raw = docx("Irene Román vive en 15840 Villabrezo desde 2006 con Strong.", shape=shape)
    swaps = {"Irene Román": "Ana Ruiz", "15840": "28001", "2006": "2010", "Strong": "Page"}
    text = read_docx(raw).text
    changes = [Change(text.index(old), text.index(old) + len(old), new) for old, new in swaps.items()]
    released = released_docx(raw, text, changes, [*swaps, "Román"])
    assert read_docx(released.data).text == "Ana Ruiz vive en 28001 Villabrezo desde 2010 con Page.\n"


def test_the_same_document_gives_the_same_bytes() -> None:
    raw = packed(letter(f"Vino {SECRET}."))
    assert release(raw).data == release(raw).data
    with zipfile.ZipFile(io.BytesIO(release(raw).data)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert not any(name.startswith("docProps") for name in archive.namelist())


# --- properties ----------------------------------------------------------------------------------------------

WORDS = st.text(st.sampled_from("ab \t\n\xa0\xadñ█<&\u200b"), max_size=12)


@settings(max_examples=200, deadline=None)
@given(st.text(st.one_of(st.sampled_from("\n\n\n \t\r\x0b\xa0\xad\u2028ab"), st.characters(exclude_categories=["Cs"]))))
def test_where_tidied_text_comes_from(text: str) -> None:
    tidied, origins = tidy(text), tidied_from(text)
    assert len(tidied) == len(origins)
    for character, at in zip(tidied, origins, strict=True):
        assert at < 0 or text[at] == character or character in " \n"
    assert [at for at in origins if at >= 0] == sorted({at for at in origins if at >= 0})


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(WORDS, max_size=4), min_size=1, max_size=4), st.data())
def test_any_stretch_is_replaced_where_it_stands(paragraphs: list[list[str]], data: st.DataObject) -> None:
    raw = small("".join("<w:p>" + "".join(map(run_of, runs)) + "</w:p>" for runs in paragraphs))
    text = read_docx(raw).text
    assert trace_docx(raw, lambda _, part: ElementTree.fromstring(part)).converted.text == text
    lines = [(m.start(), m.end()) for m in re.finditer(r"[^\s]+", text)]
    chosen = data.draw(st.sets(st.sampled_from(lines))) if lines else set()
    changes, wanted, at = [], "", 0
    for start, end in sorted(chosen):
        changes.append(Change(start, end, "«X»"))
        wanted += text[at:start] + "«X»"
        at = end
    released = released_docx(raw, text, changes, [])
    assert read_docx(released.data).text == tidy(wanted + text[at:])


def test_damaged_documents_raise_what_a_person_is_told(docx: Make) -> None:
    raw = docx("x")
    for cut in range(0, len(raw), len(raw) // 25):
        with pytest.raises(DeidError):
            released_docx(raw[:cut], "x\n", [], [])


@pytest.mark.slow
@pytest.mark.parametrize("offset", [None, 6, 8], ids=["bytes", "encrypted", "unknown compression"])
def test_damage_in_any_part_raises_what_a_person_is_told(offset: int | None) -> None:
    parts = letter("x")  # what Word writes beside it takes long to clean, and is damaged in the same way
    for put in (footnote, header, comment, old_picture):
        put(parts)
    raw = packed(parts)
    text = read_docx(raw).text
    told = 0
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        entries = archive.infolist()
    for entry in entries:
        broken = bytearray(raw)
        if offset is None:
            broken[entry.header_offset + 30 + len(entry.filename) + entry.compress_size // 2] ^= 0xFF
        else:
            # The flags or the method, in the entry's own head and in the directory at the end.
            directory = raw.rindex(entry.filename.encode()) - 46
            for at in (entry.header_offset + offset, directory + offset + 2):
                broken[at] = 1 if offset == 6 else 99
        try:
            released_docx(bytes(broken), text, [], [], keep_pictures=True)
        except DeidError:
            told += 1
    assert told > len(entries) // 2  # some parts are never read


# --- the search that comes last ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "place",
    ["body", "split runs", "soft hyphen", "table", "header", "comment", "field", "bookmark", "control", "style's name",
     "list", "theme", "variables", "formula", "rsids", "old text box"],
)  # fmt: skip
def test_the_search_finds_what_was_not_cleaned(place: str) -> None:
    parts = letter("Sin hallazgos.")
    assert parts_with(packed(parts), SECRETS, "") == []
    PLACES[place](parts)
    assert parts_with(packed(parts), ["LUCIA  MONTERO"], "") != []
    assert parts_with(packed(parts), ["Luc", "Otra Persona"], "") == []


def test_what_the_text_still_holds_is_allowed_in_text_and_not_in_names() -> None:
    parts = letter(f"Vino {SECRET}.")
    assert parts_with(packed(parts), SECRETS, f"Vino {SECRET}.") == []
    PLACES["bookmark"](parts)
    assert parts_with(packed(parts), SECRETS, f"Vino {SECRET}.") == ["word/document.xml"]
