"""NativeWindows: the windows of `PlainWindows`, by the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from deid_studio.detection.expressions.compiled_expression import Place
from deid_studio.detection.grammar.list_keys import code_points
from deid_studio.detection.grammar.rule_language import Rule
from deid_studio.detection.grammar.searching import SearchedExpression
from deid_studio.detection.grammar.windows import ReportLines

if TYPE_CHECKING:
    from deid_studio.kernel import native


class NativeWindows:
    """Finds the windows of rules.

    Of a rule that is a single expression, which `plain` gives by its number, only those in which it matches, from where
    it first does; as far as the kernel can tell.
    """

    def __init__(
        self,
        windows: type[native.Windows],
        rules: Iterable[Rule],
        plain: Callable[[int], SearchedExpression | None] = lambda number: None,
    ) -> None:
        rules = tuple(rules)
        cues = {cue: number for number, cue in enumerate(sorted({cue for rule in rules for cue in rule.cue}))}
        zones = {zone: number for number, zone in enumerate(sorted({rule.zone for rule in rules}))}
        tried = [([cues[cue] for cue in rule.cue], zones[rule.zone], rule.lines) for rule in rules]
        self._zones = tuple(zones)
        self._windows = windows(list(map(code_points, cues)), tried, len(zones))
        self._plain = plain
        self._told: set[int] = set()

    def of(self, report: ReportLines) -> dict[int, list[Place]]:
        """Where each rule is tried, by its number."""
        found = self._of(report)
        # A rule is made ready when a report first needs it.
        if new := found.keys() - self._told:
            for number in new:
                expression = self._plain(number)
                if expression is not None:
                    self._windows.tell(number, expression.outline, expression.program)
            self._told |= new
            found = self._of(report)
        return found

    def _of(self, report: ReportLines) -> dict[int, list[Place]]:
        zones = list(map(report.inside, self._zones))
        folded, searched = report.folded, report.searched
        return self._windows.of(
            code_points(folded.folded),
            folded.marks,
            folded.gains,
            searched.signs,
            searched.in_bytes,
            report.starts,
            zones,
        )
