"""i2b2 2014: the XML of the shared task, the text and, apart from it, tags with their offsets in code points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lxml import etree

from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, Losses
from deid_studio.exchange.exchange_format import Carries, files_of
from deid_studio.exchange.files_put import put
from deid_studio.exchange.held_text import in_xml, xml_words
from deid_studio.exchange.parsed_xml import parsed_xml
from deid_studio.exchange.span_records import Place
from deid_studio.formats.folder import report_id
from deid_studio.model.kinds import Kind, Subkind
from deid_studio.model.ontology import Meaning, meaning_in
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet

# The task's categories; a class itself is a tag's TYPE.
_CATEGORIES: Mapping[Kind, str] = {
    Kind.PERSON: "NAME",
    Kind.PROFESSION: "PROFESSION",
    Kind.STREET: "LOCATION",
    Kind.PLACE: "LOCATION",
    Kind.COUNTRY: "LOCATION",
    Kind.CENTRE: "LOCATION",
    Kind.INSTITUTION: "LOCATION",
    Kind.AGE: "AGE",
    Kind.DATE: "DATE",
    Kind.PHONE: "CONTACT",
    Kind.EMAIL: "CONTACT",
    Kind.WEB: "CONTACT",
    Kind.NUMBER: "ID",
}
_OTHER = "OTHER"
_IDS = {"NAME": "P", "PROFESSION": "PR", "LOCATION": "L", "AGE": "A", "DATE": "T", "CONTACT": "C", "ID": "I"}


def _category(meaning: Meaning) -> str:
    return "CONTACT" if meaning.subkind is Subkind.CONTACT else _CATEGORIES.get(meaning.kind, _OTHER)


class I2b2Xml:
    """`<deIdi2b2><TEXT>…</TEXT><TAGS><NAME id start end text TYPE comment/>…</TAGS></deIdi2b2>`, a file a report."""

    name = "i2b2"
    suffix = ".xml"
    carries = Carries(text=in_xml, plain=xml_words, files=True, notes=True)

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        for path in files_of(source, self.suffix, self.name):
            root = parsed_xml(path)
            if root.find("TEXT") is None and path != source:
                continue  # a folder may hold other XML too
            yield _report(root, path, report_id(path, source) if path != source else path.stem)

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        categories = {one.name: _category(meaning_in(tagset, one.name)) for one in tagset}
        for one in reports:
            root = etree.Element("deIdi2b2")
            text = etree.SubElement(root, "TEXT")
            # XML takes a CR for a line end unless it is written as a number, and that is not possible in CDATA.
            plain = "\r" in one.doc.text or "]]>" in one.doc.text
            text.text = one.doc.text if plain else etree.CDATA(one.doc.text)
            tags = etree.SubElement(root, "TAGS")
            numbers: Counter[str] = Counter()
            for span in one.doc.spans:
                category = categories.get(span.phi_class, _OTHER)
                tag = etree.SubElement(tags, category)
                tag.set("id", f"{_IDS.get(category, 'O')}{numbers[category]}")
                numbers[category] += 1
                said = {"start": str(span.start), "end": str(span.end), "text": span.text(one.doc.text)}
                for name, value in (said | {"TYPE": span.phi_class, "comment": one.notes.get(span, "")}).items():
                    tag.set(name, value)
            data = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
            put(folder / part / f"{one.doc.id}{self.suffix}", data)


def _report(root: Any, path: Path, id: str) -> AnnotatedReport:
    text = root.findtext("TEXT") or ""
    lost: Losses = Counter()
    marks: list[tuple[Span, str]] = []
    for tag in root.iterfind("TAGS/*"):
        place = Place(path, tag.sourceline or 1)
        if not isinstance(tag.tag, str) or "start" not in tag.attrib:
            lost[Loss.NOT_SPANS] += isinstance(tag.tag, str)
            continue
        start, end = (_number(tag.get(name, "")) for name in ("start", "end"))
        marks.append(
            (place.span(text, start, end, tag.get("TYPE") or tag.tag, tag.get("text")), tag.get("comment", ""))
        )
    return AnnotatedReport.of(id, text, marks, lost=lost)


def _number(figures: str) -> int | None:
    return int(figures) if figures.isdecimal() and len(figures) < 12 else None
