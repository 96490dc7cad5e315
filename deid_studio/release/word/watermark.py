"""Watermark: a line at the top of a Word document, whoever made it."""

from __future__ import annotations

import io
import zipfile

from lxml import etree

from deid_studio.release.word.package import MAIN


def docx_with_line(data: bytes, line: str) -> bytes:
    """A document of this program (`word.package.packed`) with a line in bold letters above everything else."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as copy:
        for info in archive.infolist():
            part = archive.read(info)
            copy.writestr(info, _with_line(part, line) if info.filename == MAIN else part)
    return made.getvalue()


def _with_line(part: bytes, line: str) -> bytes:
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True)
    root = etree.fromstring(part, parser)
    word = etree.QName(root).namespace
    paragraph = etree.Element(f"{{{word}}}p", nsmap={"w": word})
    run = etree.SubElement(paragraph, f"{{{word}}}r")
    etree.SubElement(etree.SubElement(run, f"{{{word}}}rPr"), f"{{{word}}}b")
    etree.SubElement(run, f"{{{word}}}t").text = line
    body = root.find(f"{{{word}}}body")
    (root if body is None else body).insert(0, paragraph)
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))
