"""HeldPlace: a stretch of a report that may tell of somebody and that nobody has answered for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from deid_studio.model.kinds import DIRECT_IDENTIFIERS, Kind
from deid_studio.model.span import Evidence

REPORT_NAME, DOCUMENT = "report-name", "document"  # what holds a report back and is no place in its text


class HeldKind(StrEnum):
    """Why a place is held; the value is its name in findings.

    What was decided and stands elsewhere: all of its text, a word of its name, its digits, or what goes on right where
    a marked span ends. What is known of the patient. What was suggested and nobody decided. What the second look sees:
    detected, behind a label, or held possible. What shows by its form alone, or by the calendar beside dates that go.
    """

    TEXT = "text"
    NAME_WORD = "name-word"
    DIGITS = "digits"
    SPILL = "spill"
    FIELD = "field"
    SUGGESTED = "suggested"
    DETECTED = "detected"
    LABEL = "label"
    DOUBT = "doubt"
    EMAIL = "email"
    WEB = "web"
    NUMBER = "number"
    DATE = "date"


class Harm(IntEnum):
    """How bad it would be if it left, the worst first: it says who it is, it narrows it down, it is but a doubt."""

    DIRECT = 0
    INDIRECT = 1
    FAINT = 2


@dataclass(frozen=True, slots=True)
class HeldPlace:
    """A stretch of the original (code points), why it is held, and where it stands in the released text.

    `there` is where it leaves: another text than the original's where it shows in what was put in place of a span.
    """

    start: int
    end: int
    kind: HeldKind
    there: tuple[int, int]
    phi_class: str = ""
    harm: Harm = Harm.INDIRECT
    why: tuple[Evidence, ...] = ()

    def part(self, start: int, end: int) -> HeldPlace:
        """The part of it at these code points; only where it leaves as it stands in the original."""
        shift = self.there[0] - self.start
        return replace(self, start=start, end=end, there=(start + shift, end + shift))

    def with_reasons_of(self, other: HeldPlace) -> HeldPlace:
        """This place with what speaks for one that it touches; it is what the better known of them is."""
        best = min(self, other, key=lambda one: one.rank)
        why = tuple(dict.fromkeys((*self.why, *other.why)))
        return replace(self, kind=best.kind, phi_class=best.phi_class, harm=best.harm, why=why)

    @property
    def rank(self) -> tuple[Harm, int]:
        """What says the most of a place is the least."""
        return self.harm, _KINDS.index(self.kind)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What the place rests on, in names that hold no text of the report."""
        return tuple(dict.fromkeys(f"{fact.kind} {fact.name}".strip() for fact in self.why))


_KINDS = tuple(HeldKind)  # what says more of a place comes first
_DIRECT = DIRECT_IDENTIFIERS | {Kind.WEB}
_NAMING = frozenset(("relative", "other"))  # kinds whose spans may be a name or a mere word
_BY_FORM = {HeldKind.EMAIL: Harm.DIRECT, HeldKind.WEB: Harm.DIRECT, HeldKind.NUMBER: Harm.DIRECT}


def says_who(phi_kind: str) -> bool:
    """Whether what is of this kind of class says by itself who somebody is."""
    return phi_kind in _DIRECT


def harm_of(kind: HeldKind, phi_kind: str, text: str) -> Harm:
    """How bad it would be if `text` left; `phi_kind` is the kind of its class, empty when none is known."""
    if kind is HeldKind.DOUBT:
        return Harm.FAINT
    if kind in (HeldKind.FIELD, HeldKind.SPILL) or phi_kind in _DIRECT:
        return Harm.DIRECT
    if phi_kind in _NAMING and any(character.isupper() for character in text):
        return Harm.DIRECT
    return _BY_FORM.get(kind, Harm.INDIRECT)


def findings_bytes(held: Mapping[str, Iterable[HeldPlace]], others: Iterable[tuple[str, str]] = ()) -> bytes:
    """A line for each held place: report, start and end (code points of the original), kind, and why it is held.

    `others` are reports that something else holds, with what it is (`REPORT_NAME`, `DOCUMENT`); start and end are 0.
    """
    rows = [
        {
            "report": name,
            "start": place.start,
            "end": place.end,
            "kind": place.kind.value,
            "why": "; ".join(filter(None, (place.phi_class, *place.reasons))) or place.kind.value,
        }
        for name, places in held.items()
        for place in places
    ]
    rows += [{"report": name, "start": 0, "end": 0, "kind": kind, "why": kind} for name, kind in others]
    return b"".join(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n" for row in rows)
