"""UIMA CAS XMI, as INCEpTION takes and gives it: spans are named entities of DKPro; needs dkpro-cassis.

Offsets in the files count UTF-16 units, as Java does; dkpro-cassis counts code points, and turns the one into the
other.
"""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from lxml import etree

from deid_studio.errors import LibraryMissingError
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, Losses
from deid_studio.exchange.exchange_format import Carries, files_of, wrong
from deid_studio.exchange.files_put import put
from deid_studio.exchange.held_text import in_xml, xml_words
from deid_studio.exchange.parsed_xml import parsed_xml
from deid_studio.exchange.span_records import Place
from deid_studio.formats.folder import report_id
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.texts import Text

_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
_CUSTOM = "webanno.custom."  # layers that somebody made in INCEpTION
_TYPES = "TypeSystem.xml"


class UimaXmi:
    """An `.xmi` for each report, and the type system that all of them are of."""

    name = "xmi"
    suffix = ".xmi"
    carries = Carries(text=in_xml, plain=xml_words, files=True)

    def read(self, source: Path) -> Iterator[AnnotatedReport]:
        cassis = _cassis()
        types_of: dict[Path, Any] = {}
        for path in files_of(source, self.suffix, self.name):
            types = _types_beside(path, source, cassis, types_of)
            root = parsed_xml(path)
            if etree.QName(root).localname != "XMI":
                raise wrong(path, 1, Text("it is no XMI that dkpro-cassis can read"))
            cas = _loaded(etree.tostring(root), path, types, cassis)
            yield _report(cas, path, report_id(path, source) if path != source else path.stem)

    def write(self, reports: Sequence[AnnotatedReport], folder: Path, part: str, tagset: TagSet) -> None:
        cassis = _cassis()
        types = _types(cassis)
        entity = types.get_type(_ENTITY)
        for one in reports:
            cas = cassis.Cas(typesystem=types, sofa_string=one.doc.text, sofa_mime="text/plain")
            for span in one.doc.spans:
                cas.add(entity(begin=span.start, end=span.end, value=span.phi_class))
            put(folder / part / f"{one.doc.id}{self.suffix}", cas.to_xmi().encode())
        put(folder / _TYPES, types.to_xml().encode())


def _cassis() -> Any:
    # Loaded by its name and when it is needed: it is an extra.
    try:
        return import_module("cassis")
    except ImportError as error:
        raise LibraryMissingError(what="XMI", library="dkpro-cassis", package="deid-studio[exchange]") from error


def _types(cassis: Any) -> Any:
    types = cassis.TypeSystem()
    entity = types.create_type(_ENTITY, supertypeName="uima.tcas.Annotation")
    for feature in ("value", "identifier"):
        types.create_feature(entity, feature, "uima.cas.String")
    return types


def _types_beside(path: Path, source: Path, cassis: Any, loaded: dict[Path, Any]) -> Any:
    """The type system that lies beside a file or above it, in what is read, `loaded` once; DKPro's where there is
    none."""
    for folder in path.parents:
        beside = folder / _TYPES
        if beside.is_file():
            if beside not in loaded:
                loaded[beside] = _loaded_types(etree.tostring(parsed_xml(beside)), beside, cassis)
            return loaded[beside]
        if source in (folder, path):
            break
    return _types(cassis)


def _loaded_types(raw: bytes, path: Path, cassis: Any) -> Any:
    try:
        return cassis.load_typesystem(io.BytesIO(raw))
    except Exception as error:  # the library promises none
        raise wrong(path, 1, Text("it is no type system that dkpro-cassis can read")) from error


def _loaded(raw: bytes, path: Path, types: Any, cassis: Any) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # offsets that make no sense are told with their line
            return cassis.load_cas_from_xmi(io.BytesIO(raw), typesystem=types, lenient=True)
    except Exception as error:  # the library promises none
        raise wrong(path, 1, Text("it is no XMI that dkpro-cassis can read")) from error


def _report(cas: Any, path: Path, id: str) -> AnnotatedReport:
    place = Place(path, 1)
    text = cas.sofa_string or ""
    lost: Losses = Counter()
    marks: list[tuple[Span, str]] = []
    for one in cas.select_all_annotations():
        kind = one.type.name
        if kind == _ENTITY and one.value:
            marks.append((place.span(text, one.begin, one.end, one.value), ""))
        elif kind == _ENTITY or kind.startswith(_CUSTOM):
            lost[Loss.NOT_SPANS] += 1
    return AnnotatedReport.of(id, text, marks, lost=lost)
