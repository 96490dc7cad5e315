"""GrammarDetector: suggestions of a grammar, each with the rule and the gazetteer entries it rests on."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from typing import NamedTuple

import regex

from deid_studio.detection.expressions.compiled_expression import Place
from deid_studio.detection.gazetteers import Gazetteer
from deid_studio.detection.grammar.candidates import Candidates, merged
from deid_studio.detection.grammar.compilation import CompiledGrammar
from deid_studio.detection.grammar.grammar_tables import GrammarTables, tables_of
from deid_studio.detection.grammar.matching import ReportState, RuleMatch, matches
from deid_studio.detection.grammar.measures import Measure
from deid_studio.detection.grammar.offset_vector import BLOCKED, Assigned, OffsetVector
from deid_studio.detection.grammar.rule_language import Grammar, Rule, Stage
from deid_studio.detection.grammar.searching import SearchedExpression, SearchedText
from deid_studio.detection.grammar.windows import ReportLines
from deid_studio.detection.rule_ids import RuleId, own
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.people.folded_text import fold_line, folded_report, unaccented

_LOG = logging.getLogger(__name__)
_UNMEASURED = {Stage.RELIABLE: 0.9, Stage.HEURISTIC: 0.6}
# A rule seen a few times only is not trusted more than its section is: as if seen so often more.
_PRIOR = 4
_LINE_END = regex.compile("\n|\r\n?|[\v\f\x85\u2028\u2029]")
_EDGES = " \t\u00a0.,;:"


class Step(NamedTuple):
    """One match of a rule and what became of each group: (place, class, why it was not assigned, or an empty text)."""

    rule: Rule
    match: RuleMatch
    outcomes: tuple[tuple[Place, str, str], ...]


class GrammarDetector:
    """Finds PHI by a grammar's rules in their order: what an earlier rule assigned or blocked is not assigned again.

    Its lists are made of `gazetteers`, or these are its tables. `measures` are the rules' measured precisions. A rule
    that takes too long on a part of a report is left out there and logged by its name. Safe to share between threads.
    Raises `GrammarError` for a rule that is wrong; with `proven`, which says that none is, rules are compiled when a
    report first needs them.
    """

    def __init__(
        self,
        grammar: Grammar,
        gazetteers: Iterable[Gazetteer] | GrammarTables,
        measures: Mapping[str, Measure] | None = None,
        name: str = "grammar",
        proven: bool = False,
    ) -> None:
        self.name = name
        tables = gazetteers if isinstance(gazetteers, GrammarTables) else tables_of(grammar, gazetteers)
        self.compiled = CompiledGrammar(grammar, tables, _tell_timeout)
        # A wrong rule should not be found in the middle of somebody's reports.
        for number in () if proven else range(len(grammar.rules)):
            self.compiled.proven(number)
        self._common = tables.common
        self._confidence = {rule.name: _confidence(rule, (measures or {}).get(rule.name)) for rule in grammar.rules}
        self._refusing = frozenset(rule.name for rule in grammar.rules if rule.refuses)
        self._owner = f"grammar:{grammar.name}"
        self._evidence: dict[str, Evidence] = {}
        self._off: frozenset[str] = frozenset()
        self._left_out: Mapping[str, frozenset[str]] = {}

    def without(self, off: Collection[str]) -> GrammarDetector:
        """The detector without these rules and entries, with the same compiled expressions.

        A rule that is off is never tried, so that later rules find what it would have taken or blocked; an entry that
        is off is in none of the lists that have a kind of gazetteer in common with its own.
        """
        detector = copy(self)
        ids = own(off, self._owner)
        names = {str(RuleId(self._owner, rule.name)): rule.name for rule in self.compiled.grammar.rules}
        detector._off = frozenset(names[str(one)] for one in ids if str(one) in names)
        left_out: dict[str, frozenset[str]] = {}
        for one in ids:
            for name in self._lists_like(one.name) if one.entry else ():
                left_out[name] = left_out.get(name, frozenset()) | {one.entry}
        detector._left_out = left_out
        return detector

    def unknown(self, off: Collection[str]) -> frozenset[str]:
        """Those of the ids that are this grammar's by name and name none of its rules and entries."""
        rules = {str(RuleId(self._owner, rule.name)) for rule in self.compiled.grammar.rules}
        others = (one for one in own(off, self._owner) if str(one) not in rules)
        return frozenset(str(one) for one in others if not (one.entry and self._holds(one)))

    def _holds(self, one: RuleId) -> bool:
        return any(self.compiled.scanned.holds(name, one.entry) for name in self._lists_like(one.name))

    def _lists_like(self, name: str) -> list[str]:
        """The lists that have a kind of gazetteer in common with a list, and itself; none for one that is not there."""
        lists = self.compiled.grammar.lists
        kinds = set(lists[name].kinds) if name in lists else set()
        return [other for other, source in lists.items() if other == name or not kinds.isdisjoint(source.kinds)]

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions in text order; confidence is the rule's measured precision."""
        return self.detect_and_refuse(doc)[0]

    def detect_and_refuse(self, doc: Document) -> tuple[list[Suggestion], list[Place]]:
        """The same, and the stretches that rules refuse (`refuses`): what holds for every detector, as a law does."""
        everything = self._everything(doc.text)
        suggestions = [self._suggestion(one) for one in everything if one.phi_class != BLOCKED]
        return suggestions, [(one.start, one.end) for one in everything if one.rule in self._refusing]

    def assigned(self, text: str) -> list[Assigned]:
        """What the rules assign in a report, ascending, without what they block."""
        return [one for one in self._everything(text) if one.phi_class != BLOCKED]

    def _everything(self, text: str) -> list[Assigned]:
        state = self.state(text)
        for _ in self.steps(state):
            pass
        for name in sorted(state.left_out):
            _tell_timeout(name)
        return list(state.vector)

    def state(self, text: str) -> ReportState:
        """A report with its list hits, before any rule."""
        folded, plain = folded_report(text), unaccented(text)
        searched = SearchedText(plain)
        starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        windows = self.compiled.windows.of(ReportLines(folded, searched, starts, self._zones(searched)))
        hits = self.compiled.scanned.hits(folded, self._left_out)
        return ReportState(text, folded, searched, windows, hits)

    def steps(self, state: ReportState, cost: Callable[[str, float], None] | None = None) -> Iterator[Step]:
        """Apply the rules to a report, one match after the other, telling what became of each.

        `cost` is called with each rule's name and the seconds it took.
        """
        candidates = Candidates(self._common)
        gathering = True
        for number, windows in state.windows.items():
            rule = self.compiled.grammar.rules[number]
            if not windows or rule.name in self._off:
                continue
            if gathering and rule.stage is not Stage.CANDIDATE:
                gathering = False
                found = candidates.hits(state.folded)
                state.hits = merged(state.hits, found, self.compiled.gathered)
            begun = time.perf_counter() if cost is not None else 0.0
            try:
                for match in self.matches(number, state):
                    if gathering:
                        yield _gather(rule, match, candidates, state.text)
                    else:
                        yield _assign(rule, match, state.vector, state.text)
            except regex.error as error:
                raise self.compiled.wrong(rule, error) from error
            if cost is not None:
                cost(rule.name, time.perf_counter() - begun)

    def matches(self, number: int, state: ReportState) -> Iterator[RuleMatch]:
        """The matches of one rule as the report stands; raises `regex.error` where one of its expressions is wrong."""
        compiled = self.compiled.rule(number)
        left, right, there = compiled.rule.left_class, compiled.rule.right_class, state.vector.classes
        if (left and left.isdisjoint(there)) or (right and right.isdisjoint(there)):
            return iter(())
        return matches(compiled, state, state.windows.get(number, ()))

    def _zones(self, text: SearchedText) -> dict[str, Place]:
        zones: dict[str, Place] = {}
        for name, (begins, ends) in self.compiled.zones.items():
            try:
                place = _zone(text, begins, ends)
            except TimeoutError:
                _tell_timeout(name)
                continue
            if place is not None:
                zones[name] = place
        return zones

    def _suggestion(self, one: Assigned) -> Suggestion:
        entries = [Evidence("gazetteer", name, entry, self._entry_id(name, entry)) for name, entry in one.entries]
        evidence = (self._rule_evidence(one.rule), *entries)
        return Suggestion(Span(one.start, one.end, one.phi_class), self._confidence[one.rule], evidence)

    def _rule_evidence(self, name: str) -> Evidence:
        evidence = self._evidence.get(name)
        if evidence is None:
            told = f"{self._confidence[name]:.2f}"
            evidence = self._evidence[name] = Evidence("rule", name, told, str(RuleId(self._owner, name)))
        return evidence

    def _entry_id(self, name: str, entry: str) -> str:
        # What was gathered from the report itself is its text, and is in no list that stays.
        return "" if name in self.compiled.gathered else str(RuleId(self._owner, name, fold_line(entry)))


def _zone(text: SearchedText, begins: SearchedExpression | None, ends: SearchedExpression | None) -> Place | None:
    length = len(text.plain)
    found = begins.find(text, 0, length) if begins else None
    if found is None:
        return None
    closed = ends.find(text, found[1], length) if ends else None
    return found[0], closed[0] if closed else length


def _gather(rule: Rule, match: RuleMatch, candidates: Candidates, text: str) -> Step:
    outcomes = []
    for name, place in _places(rule.gathers, match):
        candidates.add(name, text[slice(*place)])
        outcomes.append((place, name, "gathered"))
    return Step(rule, match, tuple(outcomes))


def _assign(rule: Rule, match: RuleMatch, vector: OffsetVector, text: str) -> Step:
    outcomes = []
    if rule.stage is Stage.BLOCK:
        stretches = [place for places in match.groups for place in places] or [(match.start, match.end)]
        found = [(BLOCKED, place) for place in stretches]
    else:
        # What a list holds stays as it is there: `México D.F.` ends with its full stop.
        whole = {place for _, _, place in match.entries}
        found = [
            (phi_class, place if place in whole else _trimmed(text, *place))
            for phi_class, place in _places(rule.classes, match)
        ]
    for phi_class, (start, end) in found:
        if start >= end:
            continue
        holder = vector.holder(start, end)
        if holder is None:
            entries = tuple([(name, entry) for name, entry, (s, e) in match.entries if s < end and start < e])
            vector.assign(Assigned(start, end, phi_class, rule.name, entries))
        outcomes.append(((start, end), phi_class, holder.rule if holder else ""))
    return Step(rule, match, tuple(outcomes))


def _places(names: tuple[str, ...], match: RuleMatch) -> list[tuple[str, Place]]:
    if not match.groups:
        return [(names[0], (match.start, match.end))]
    named = zip(names, match.groups, strict=False)
    return [(name, place) for name, places in named if name for place in places if place[0] < place[1]]


def _trimmed(text: str, start: int, end: int) -> Place:
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _EDGES and text[end : end + 1] != ".":
        end -= 1
    return start, end


def _confidence(rule: Rule, measure: Measure | None) -> float:
    prior = _UNMEASURED.get(rule.stage, 0.5)
    if measure is None:
        return prior
    return (measure.right + prior * _PRIOR) / (measure.right + measure.wrong + _PRIOR)


def _tell_timeout(name: str) -> None:
    _LOG.warning("rule or list %s took too long and was left out", name)
