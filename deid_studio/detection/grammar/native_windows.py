"""NativeWindows: the windows of `PlainWindows`, by the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from deid_studio.detection.expressions.compiled_expression import Place
from deid_studio.detection.grammar.list_keys import code_points
from deid_studio.detection.grammar.rule_language import Rule
from deid_studio.detection.grammar.windows import ReportLines

if TYPE_CHECKING:
    from deid_studio.kernel import native


class NativeWindows:
    """Finds the windows of rules."""

    def __init__(self, windows: type[native.Windows], rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        cues = {cue: number for number, cue in enumerate(sorted({cue for rule in rules for cue in rule.cue}))}
        zones = {zone: number for number, zone in enumerate(sorted({rule.zone for rule in rules}))}
        tried = [([cues[cue] for cue in rule.cue], zones[rule.zone], rule.lines) for rule in rules]
        self._zones = tuple(zones)
        self._windows = windows(list(map(code_points, cues)), tried, len(zones))

    def of(self, report: ReportLines) -> dict[int, list[Place]]:
        """Where each rule is tried, by its number."""
        zones = list(map(report.inside, self._zones))
        folded = report.folded
        return self._windows.of(
            code_points(folded.folded), folded.marks, folded.gains, report.searched.signs, report.starts, zones
        )
