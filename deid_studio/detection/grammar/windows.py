"""Windows: where the rules of a grammar are tried in a report, near their cues and inside their zones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import ahocorasick

from deid_studio.detection.expressions.compiled_expression import Place
from deid_studio.detection.grammar.rule_language import Rule
from deid_studio.detection.grammar.searching import SearchedText
from deid_studio.people.folded_text import FoldedText

# As in the kernel (tried_parts.c).
_LONGEST = 4000
# In a line that is a whole paragraph a rule is tried this far before and after its cue; a cue that still has half of it
# behind itself begins no other part.
_NEAR = 300


@dataclass(frozen=True, slots=True)
class ReportLines:
    """A report as rules see it: folded for cues, without accents, where its lines start (the first at 0), and its
    zones."""

    folded: FoldedText
    searched: SearchedText
    starts: list[int]
    zones: Mapping[str, Place]

    def inside(self, zone: str) -> list[Place]:
        """The stretches of a zone, of what is outside of it ("!name"), or the whole report (an empty name)."""
        whole = (0, len(self.searched.plain))
        place = self.zones.get(zone.lstrip("!"))
        if zone and zone[0] != "!":
            return [place] if place else []
        if place is None:
            return [whole]
        return [(s, e) for s, e in ((0, place[0]), (place[1], whole[1])) if s < e]


class PlainWindows:
    """Finds the windows of rules: parts of a report, each as long as an expression may safely be tried on, so that a
    long report costs no more for each of its lines than a short one."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = tuple(rules)
        self._automaton = ahocorasick.Automaton()
        for cue in {cue for rule in self._rules for cue in rule.cue}:
            self._automaton.add_word(cue, cue)
        if len(self._automaton):
            self._automaton.make_automaton()

    def of(self, report: ReportLines) -> dict[int, list[Place]]:
        """Where each rule is tried, by its number: what is near a cue in its line, or all lines, inside its zone.

        Rules and windows ascend; a rule that is tried nowhere has no entry.
        """
        cues = self._cues(report.folded)
        found: dict[int, list[Place]] = {}
        for number, rule in enumerate(self._rules):
            if not rule.cue or not cues.keys().isdisjoint(rule.cue):
                windows = list(_parts(_places(rule, report, cues), report, rule.lines))
                if windows:
                    found[number] = windows
        return found

    def _cues(self, text: FoldedText) -> dict[str, list[int]]:
        """The offsets in the folded text at which each cue begins, ascending; a cue that is nowhere has no entry."""
        found: dict[str, list[int]] = {}
        for last, cue in self._automaton.iter(text.folded) if len(self._automaton) else ():
            found.setdefault(cue, []).append(last + 1 - len(cue))
        return found


def _line_of(report: ReportLines, offset: int) -> int:
    return bisect_right(report.starts, offset) - 1


def _end_of_line(report: ReportLines, number: int) -> int:
    return report.starts[number + 1] - 1 if number + 1 < len(report.starts) else len(report.searched.plain)


def _places(rule: Rule, report: ReportLines, cues: Mapping[str, Sequence[int]]) -> list[Place]:
    zones = report.inside(rule.zone)
    if not rule.cue:
        return zones
    found: list[Place] = []
    for place in _cue_places(rule, report, cues):
        for zone in zones:
            begin, finish = max(place[0], zone[0]), min(place[1], zone[1])
            if begin < finish:
                if found and begin < found[-1][1]:
                    found[-1] = (found[-1][0], max(found[-1][1], finish))
                else:
                    found.append((begin, finish))
    return found


def _cue_places(rule: Rule, report: ReportLines, cues: Mapping[str, Sequence[int]]) -> Iterator[Place]:
    """For each cue of a rule its line, of a long one what is near, and the `lines` after it."""
    end = -1
    for begin in sorted({at for cue in rule.cue for at in cues.get(cue, ())}):
        at = report.folded.begin(begin)
        if at + _NEAR // 2 > end:
            place = _near_cue(report, at, rule.lines)
            end = place[1]
            yield place


def _near_cue(report: ReportLines, at: int, lines: int) -> Place:
    plain, number = report.searched.plain, _line_of(report, at)
    start, end = report.starts[number], _end_of_line(report, number + lines)
    if at - start > _NEAR:
        start = plain.rfind(" ", start, at - _NEAR + 1) + 1 or start
    if not lines and end - at > _NEAR:
        blank = plain.find(" ", at + _NEAR, end)
        end = end if blank < 0 else blank
    return start, end


def _parts(places: Iterable[Place], report: ReportLines, lines: int) -> Iterator[Place]:
    """The places cut at line ends, or else at blanks; a part reaches `lines` lines into the next."""
    for start, end in places:
        while end - start > _LONGEST:
            number = _line_of(report, start + _LONGEST)
            cut, reach = report.starts[number], _end_of_line(report, number - 1 + lines)
            if cut <= start:
                blank = report.searched.plain.rfind(" ", start + 1, start + _LONGEST)
                cut = reach = blank if blank > 0 else start + _LONGEST
            yield start, min(max(cut, reach), end)
            start = cut
        yield start, end
