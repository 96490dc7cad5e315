"""XML from strangers: without entities, document types or anything from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lxml import etree

from deid_studio.exchange.exchange_format import wrong
from deid_studio.formats.text import read_bytes
from deid_studio.texts import Text

_LIMIT_MB = 200.0


def parsed_xml(path: Path) -> Any:
    """The outermost element of a file; raises `ExchangeFileError`, or what `read_bytes` does."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        root = etree.fromstring(read_bytes(path, _LIMIT_MB), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise wrong(path, line, Text("it is no XML that is whole")) from error
    if root.getroottree().docinfo.doctype:
        raise wrong(path, 1, Text("it has a document type, which may hide anything"))
    return root
