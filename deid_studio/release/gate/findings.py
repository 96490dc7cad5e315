"""Findings: what the gate held, as JSON lines without any text of a report."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from deid_studio.release.gate.held import HeldPlace

REPORT_NAME, DOCUMENT = "report-name", "document"  # what holds a report back and is no place in its text


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
