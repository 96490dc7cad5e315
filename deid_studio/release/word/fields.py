"""Fields in a Word document: their codes go, which name files, addresses and people; what they show stays."""

from __future__ import annotations

import re
from dataclasses import dataclass

from deid_studio.release.word.nodes import Node, drop, named, unwrap, value
from deid_studio.release.word.removing import Cleaning, Removed

_PAGE_FIELD = re.compile(r"\s*(PAGE|NUMPAGES|SECTIONPAGES)\s*(?:\\\*\s*\w{1,20}\s*){0,2}")


@dataclass
class _Field:
    marks: list[Node]
    code: list[Node]
    result: list[Node]
    nested: bool = False
    in_result: bool = False


def strip_fields(root: Node, how: Cleaning) -> None:
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
                drop(node)
        elif own == "w:instrText":
            if open_fields and not open_fields[-1].in_result:
                open_fields[-1].code.append(node)
            else:
                drop(node)
        elif own == "w:fldSimple":
            page = _PAGE_FIELD.fullmatch(value(node, "instr") or "")
            if page and not any(one in how.changed for one in node.iter()):
                how.links[node] = f" {page[1]} "
            else:
                how.removed[Removed.FIELDS] += 1
                unwrap(node)
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
        drop(node)
