"""NativeWindows: the windows of `PlainWindows`, by the kernel."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from deid_studio.detection.grammar.rule_language import Rule
from deid_studio.detection.grammar.searching import Place
from deid_studio.detection.grammar.windows import ReportLines

if TYPE_CHECKING:
    from deid_studio.detection.kernel import native

_POINTS = f"utf-32-{'le' if sys.byteorder == 'little' else 'be'}"


class NativeWindows:
    """Finds the windows of rules."""

    def __init__(self, windows: type[native.Windows], rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        cues = {cue: number for number, cue in enumerate(sorted({cue for rule in rules for cue in rule.cue}))}
        zones = {zone: number for number, zone in enumerate(sorted({rule.zone for rule in rules}))}
        tried = [([cues[cue] for cue in rule.cue], zones[rule.zone], rule.lines) for rule in rules]
        self._zones = tuple(zones)
        self._windows = windows(list(map(_points, cues)), tried, len(zones))

    def of(self, report: ReportLines) -> dict[int, list[Place]]:
        """Where each rule is tried, by its number."""
        zones = list(map(report.inside, self._zones))
        folded = report.folded
        return self._windows.of(
            _points(folded.folded), folded._marks, folded._gains, report.searched.signs, report.starts, zones
        )


def _points(text: str) -> bytes:
    """A text as the kernel reads it; lone surrogates are signs like others."""
    return text.encode(_POINTS, "surrogatepass")
