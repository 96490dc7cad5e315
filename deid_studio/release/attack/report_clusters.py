"""Report clusters: released reports that can be seen to be of one patient, by a name or number that stays the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import regex

from deid_studio.model.document import Document
from deid_studio.model.kinds import Role
from deid_studio.model.ontology import Meaning
from deid_studio.model.span import Span
from deid_studio.people.folding import fold

_LEAST_DIGITS = 6
_LEAST_WORDS = 2
_SAME_NAME = 40  # characters between given name and surnames
_NAME_WORD = regex.compile(r"\p{Lu}[\p{L}\p{M}'’-]+")
_CODE = regex.compile(r"\[\[[A-Z2-7]{8}\]\]")


def keys_of_patient(doc: Document, meaning_of: Callable[[str], Meaning]) -> frozenset[tuple[str, str]]:
    """What of a released report may stand in another one of the same patient: whole names, numbers, codes.

    Names and numbers of staff are no keys, and neither are class tags, which are numbered anew for each patient.
    """
    found: set[tuple[str, str]] = set()
    names: list[Span] = []
    for span in sorted(doc.spans):
        meaning = meaning_of(span.phi_class)
        if meaning.role in (Role.STAFF, Role.RELATIVE):
            continue
        text, kind = span.text(doc.text), meaning.kind
        code = _CODE.search(text)
        if code is not None and kind in ("person", "number", "phone"):
            found.add(("code", code.group()))
        elif "[**" in text:
            continue
        elif kind == "person":
            # Where a class says not whose name it is, the first one is the patient's; in a form its given name and
            # surnames are two.
            if not names or span.start - names[0].end <= _SAME_NAME:
                names.append(span)
        elif kind in ("number", "phone"):
            digits = "".join(c for c in text if c.isdigit())
            found.update({("number", digits)} if len(digits) >= _LEAST_DIGITS else ())
    words = {fold(word) for span in names for word in _NAME_WORD.findall(span.text(doc.text))}
    if len(words) >= _LEAST_WORDS:
        found.add(("name", " ".join(sorted(words))))
    return frozenset(found)


def clusters(keys: Sequence[Iterable[tuple[str, str]]]) -> list[tuple[int, ...]]:
    """Which reports go together, as their places in the sequence: those that share a key, and those that share one
    with these. Each report is in one cluster; ascending."""
    holders: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, own in enumerate(keys):
        for key in own:
            holders[key].append(at)
    root = list(range(len(keys)))

    def find(at: int) -> int:
        while root[at] != at:
            root[at] = root[root[at]]
            at = root[at]
        return at

    for together in holders.values():
        for one, other in pairwise(together):
            root[find(other)] = find(one)
    found: dict[int, list[int]] = defaultdict(list)
    for at in range(len(keys)):
        found[find(at)].append(at)
    return sorted(tuple(members) for members in found.values())
