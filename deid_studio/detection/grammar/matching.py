"""Matching: compiled rules applied to one report, element by element, within their lines, zones and contexts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from deid_studio.detection.expressions.compiled_expression import Found, Place
from deid_studio.detection.grammar.expression import Element, Piece, Reference
from deid_studio.detection.grammar.offset_vector import Assigned, OffsetVector
from deid_studio.detection.grammar.rule_language import Rule
from deid_studio.detection.grammar.searching import ListPlace, SearchedExpression, SearchedText, next_beside
from deid_studio.people.folded_text import FoldedText

# A list entry may stand this far from the one before it in the same expression.
_REACH = 200


class RuleMatch(NamedTuple):
    """A match of a rule: code points, the places of each group, and the list entries it rests on."""

    start: int
    end: int
    groups: tuple[tuple[Place, ...], ...]
    entries: tuple[tuple[str, str, Place], ...] = ()

    def text(self, of: str) -> str:
        """What was matched in the report `of`."""
        return of[self.start : self.end]


@dataclass(frozen=True, slots=True)
class CompiledElement:
    """A `Piece` with its expression (which matches to the left before the first reference), or a `Reference`."""

    element: Element
    expression: SearchedExpression | None = None


@dataclass(frozen=True)
class CompiledSequence:
    """Elements in their order; what stands before the first reference is one `Piece` at most."""

    elements: tuple[CompiledElement, ...]

    @cached_property
    def pivot(self) -> int | None:
        """The place of the first reference; None where all are left out that are optional."""
        return next((i for i, one in enumerate(self.elements) if isinstance(one.element, Reference)), None)

    @cached_property
    def first(self) -> Reference | None:
        """The first reference."""
        return None if self.pivot is None else _reference(self.elements[self.pivot])

    @cached_property
    def beside(self) -> tuple[SearchedExpression | None, SearchedExpression | None]:
        """What stands before and after the first reference."""
        assert self.pivot is not None
        before = self.elements[self.pivot - 1 : self.pivot]
        after = self.elements[self.pivot + 1 : self.pivot + 2]
        return before[0].expression if before else None, after[0].expression if after else None


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """A rule ready to be matched: `plain` for an expression without references, else `sequences` of elements."""

    rule: Rule
    groups: int
    plain: SearchedExpression | None
    sequences: tuple[CompiledSequence, ...]
    left: SearchedExpression | None
    right: SearchedExpression | None
    gap: SearchedExpression
    checks: tuple[Callable[[str], bool], ...] = ()

    def expressions(self) -> Iterator[SearchedExpression]:
        """Every expression of the rule."""
        for one in (self.left, self.right, self.gap, *(e.expression for own in self.sequences for e in own.elements)):
            if one is not None:
                yield one


@dataclass(slots=True)
class ReportState:
    """One report while rules are applied: its text, list hits and what is assigned so far.

    Expressions are matched in `searched`, the text without accents. `windows` tells where each rule may match, by its
    number; `left_out` are the rules that took too long in some part of the report.
    """

    text: str
    folded: FoldedText
    searched: SearchedText
    windows: Mapping[int, Sequence[Place]]
    hits: Mapping[str, list[ListPlace]]
    vector: OffsetVector = field(default_factory=OffsetVector)
    left_out: set[str] = field(default_factory=set)
    _listed: dict[tuple[str, ...], list[ListPlace]] = field(default_factory=dict)
    _classed: dict[tuple[str, ...], tuple[int, list[ListPlace]]] = field(default_factory=dict)  # with their version

    def places(self, reference: Reference) -> list[ListPlace]:
        """Where a reference matches, ascending."""
        names = reference.names
        if reference.kind == "@":
            if len(names) == 1:
                return self.hits.get(names[0], [])
            listed = self._listed.get(names)
            if listed is None:
                listed = [place for name in names for place in self.hits.get(name, ())]
                listed.sort(key=lambda place: (place[0], -place[1]))
                self._listed[names] = listed
            return listed
        version, classed = self._classed.get(names, (-1, []))
        if version != self.vector.version:
            assigned = self.vector.of_classes(frozenset(names))
            classed = [(one.start, one.end, one.phi_class, "") for one in assigned]
            self._classed[names] = (self.vector.version, classed)
        return classed


def matches(compiled: CompiledRule, state: ReportState, windows: Iterable[Place]) -> Iterator[RuleMatch]:
    """The matches of a rule in parts of a report, none overlapping the one before it in its part.

    Where an expression takes too long the rest of the part is left out, and the rule is named in `state.left_out`.
    """
    if compiled.plain is not None:
        return _plain_matches(compiled, compiled.plain, state, windows)
    sequences = []
    begins = False
    for one in compiled.sequences:
        first = one.first
        if first is not None and first.kind == "=":
            # The class may yet come to stand there, once the rule itself has begun to assign.
            begins = begins or not state.vector.classes.isdisjoint(first.names)
            sequences.append(one)
        elif first is None or state.places(first):
            begins = True
            sequences.append(one)
    return _in_turn(compiled, sequences, state, windows) if begins else iter(())


def _plain_matches(
    compiled: CompiledRule, expression: SearchedExpression, state: ReportState, windows: Iterable[Place]
) -> Iterator[RuleMatch]:
    for at, end in windows:
        try:
            while at <= end and (found := expression.find(state.searched, at, end)) is not None:
                match = RuleMatch(*found)
                if match.start < match.end and _fits(compiled, state, match):
                    yield match
                    at = _next_start(compiled, state, match)
                else:
                    at = match.start + 1
        except TimeoutError:
            state.left_out.add(compiled.rule.name)


def _next_start(compiled: CompiledRule, state: ReportState, match: RuleMatch) -> int:
    """Where to go on: after a match, or, when its stretch was taken by an earlier rule, after what is taken."""
    places = [place for group in match.groups for place in group] or [(match.start, match.end)]
    if len(places) == 1:
        holder = state.vector.holder(*places[0])
        if holder is not None and holder.rule != compiled.rule.name and match.start < holder.end < match.end:
            return holder.end
    return match.end


def _in_turn(
    compiled: CompiledRule, sequences: Iterable[CompiledSequence], state: ReportState, windows: Iterable[Place]
) -> Iterator[RuleMatch]:
    """The matches of one sequence after the other, part by part."""
    for start, end in windows:
        done: OffsetVector | None = None  # most parts hold nothing
        try:
            for sequence in sequences:
                for match in _sequence_matches(compiled, sequence, state, start, end):
                    done = OffsetVector() if done is None else done
                    if done.free(match.start, match.end) and _fits(compiled, state, match):
                        done.assign(Assigned(match.start, match.end, "", compiled.rule.name))
                        yield match
        except TimeoutError:
            state.left_out.add(compiled.rule.name)


def _sequence_matches(
    compiled: CompiledRule, whole: CompiledSequence, state: ReportState, start: int, end: int
) -> Iterable[RuleMatch]:
    if whole.first is None:
        # What remains of an expression whose optional references are left out.
        return _plain_matches(compiled, _expression(whole.elements[0]), state, [(start, end)])
    before, after = whole.beside
    places = state.places(whole.first)
    number = next_beside(before, after, state.searched, places, bisect_left(places, (start,)), start, end)
    # Most have nothing that could match there.
    return _matches_from(compiled, whole, state, (start, end), places, number) if number < len(places) else ()


def _matches_from(
    compiled: CompiledRule,
    whole: CompiledSequence,
    state: ReportState,
    window: Place,
    places: list[ListPlace],
    number: int,
) -> Iterator[RuleMatch]:
    """The matches in which the first reference is one of some places, from `number` on."""
    (start, end), (before, after) = window, whole.beside
    pivot = whole.pivot or 0
    while number < len(places):
        hit = places[number]
        number = next_beside(before, after, state.searched, places, number + 1, start, end)
        captures: list[_Capture] = []
        begin = hit[0]
        if before is not None:
            found = before.match(state.searched, start, begin)
            if found is None:
                continue
            begin = found[0]
            captures = _captures(whole.elements[pivot - 1], found)
        rest = _after(whole.elements, pivot, state, hit, end)
        if rest is not None:
            finish, more, entries = rest
            yield RuleMatch(begin, finish, _grouped(compiled, [*captures, *more]), entries)


_Capture = tuple[int, Place]  # number of the group, place
_Rest = tuple[int, list[_Capture], tuple[tuple[str, str, Place], ...]]


def _after(
    sequence: tuple[CompiledElement, ...], index: int, state: ReportState, hit: ListPlace, end: int
) -> _Rest | None:
    """What element `index`, a reference that is `hit`, and those after it match."""
    reference = _reference(sequence[index])
    hit_start, hit_end, name, entry = hit
    rest = _rest(sequence, index + 1, state, hit_end, end)
    if rest is None:
        return None
    finish, captures, entries = rest
    own = [(reference.group, (hit_start, hit_end))] if reference.group else []
    first = ((name, entry, (hit_start, hit_end)),) if reference.kind == "@" else ()
    return finish, [*own, *captures], (*first, *entries)


def _rest(sequence: tuple[CompiledElement, ...], index: int, state: ReportState, at: int, end: int) -> _Rest | None:
    """What the elements from `index` on match from offset `at`."""
    if index == len(sequence):
        return at, [], ()
    piece = sequence[index]
    if isinstance(piece.element, Reference):
        return _to_reference(sequence, index, state, at, end, None)
    if index + 1 < len(sequence):
        return _to_reference(sequence, index + 1, state, at, end, piece)
    found = _expression(piece).match(state.searched, at, end)
    return None if found is None else (found[1], _captures(piece, found), ())


def _to_reference(
    sequence: tuple[CompiledElement, ...],
    index: int,
    state: ReportState,
    at: int,
    end: int,
    between: CompiledElement | None,
) -> _Rest | None:
    """What element `index`, a reference, and those after it match, when `between` matches all from `at` up to it."""
    places = state.places(_reference(sequence[index]))
    for number in range(bisect_left(places, (at,)), len(places)):
        hit = places[number]
        if hit[0] > at + _REACH or hit[1] > end or (between is None and hit[0] > at):
            break
        captures: list[_Capture] = []
        if between is not None:
            found = _expression(between).fullmatch(state.searched, at, hit[0])
            if found is None:
                continue
            captures = _captures(between, found)
        rest = _after(sequence, index, state, hit, end)
        if rest is not None:
            return rest[0], captures + rest[1], rest[2]
    return None


def _expression(one: CompiledElement) -> SearchedExpression:
    assert one.expression is not None
    return one.expression


def _reference(one: CompiledElement) -> Reference:
    assert isinstance(one.element, Reference)
    return one.element


def _captures(piece: CompiledElement, found: Found) -> list[_Capture]:
    assert isinstance(piece.element, Piece)
    return [(number, place) for number, own in zip(piece.element.groups, found[2], strict=False) for place in own]


def _grouped(compiled: CompiledRule, captures: Sequence[_Capture]) -> tuple[tuple[Place, ...], ...]:
    """The places of each group; shares of a group that touch each other are one place."""
    groups: list[list[Place]] = [[] for _ in range(compiled.groups)]
    for number, place in sorted(captures):
        own = groups[number - 1]
        if own and own[-1][1] == place[0]:
            own[-1] = (own[-1][0], place[1])
        else:
            own.append(place)
    return tuple(map(tuple, groups))


def _fits(compiled: CompiledRule, state: ReportState, match: RuleMatch) -> bool:
    """Whether the contexts, assigned classes and number checks of a rule hold for a match."""
    rule = compiled.rule
    if compiled.left is not None:
        floor = max(0, match.start - _REACH)
        if compiled.left.match(state.searched, floor, match.start) is None:
            return False
    if compiled.right is not None and compiled.right.match(state.searched, match.end, len(state.text)) is None:
        return False
    if not (rule.left_class or rule.right_class or compiled.checks):
        return True
    first = next((places[0] for places in match.groups if places), (match.start, match.end))
    if rule.left_class:
        before = state.vector.before(first[0])
        if before is None or before.phi_class not in rule.left_class or not _gap(compiled, state, before.end, first[0]):
            return False
    if rule.right_class:
        last = next((places[-1] for places in reversed(match.groups) if places), (match.start, match.end))
        after = state.vector.after(last[1])
        if after is None or after.phi_class not in rule.right_class or not _gap(compiled, state, last[1], after.start):
            return False
    if compiled.checks:
        checked = state.text[slice(*first)]
        return any(check(checked) for check in compiled.checks)
    return True


def _gap(compiled: CompiledRule, state: ReportState, start: int, end: int) -> bool:
    return compiled.gap.fullmatch(state.searched, start, end) is not None
