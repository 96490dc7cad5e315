"""Statements: what an `.ann` says of mentions beside their spans: relations, events, attributes and the like; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

Target = int | str  # a mention by its id, or another line by the id that it has in the file


class StatementKind(Enum):
    """What is said; the value is what the id of its line begins with."""

    RELATION = "R"
    EVENT = "E"
    EQUIVALENCE = "*"
    ATTRIBUTE = "A"
    NORMALISATION = "N"
    NOTE = "#"


_KINDS = {kind.value: kind for kind in StatementKind} | {"M": StatementKind.ATTRIBUTE}
_NEEDS_ITS_TARGETS = frozenset((StatementKind.RELATION, StatementKind.EVENT, StatementKind.EQUIVALENCE))


@dataclass(frozen=True, slots=True)
class Statement:
    """A line, cut at the ids that it speaks of: `parts` is one longer than `targets`, and stands around them."""

    parts: tuple[str, ...]
    targets: tuple[Target, ...]

    @property
    def id(self) -> str:
        """The id of the line; that of an equivalence is no name."""
        return self.parts[0].partition("\t")[0]

    @property
    def kind(self) -> StatementKind:
        """What is said."""
        return _KINDS[self.id[0]]

    @property
    def type(self) -> str:
        """The relation's, event's, attribute's … name."""
        words = self.parts[0].partition("\t")[2].split()
        return words[0].partition(":")[0] if words else ""

    @property
    def value(self) -> str:
        """What an attribute, a normalisation or a note says of its one target."""
        return " ".join(self.parts[-1].split())

    @property
    def needs_targets(self) -> bool:
        """Whether it makes no sense without what it speaks of."""
        return self.kind in _NEEDS_ITS_TARGETS

    def role(self, place: int) -> str:
        """The role of a target; empty for an event's trigger, and where there are no roles."""
        if self.kind is StatementKind.EVENT and not place:
            return ""
        words = self.parts[place].split()
        return words[-1].removesuffix(":") if words and words[-1].endswith(":") else ""

    def called(self, id: str) -> Statement:
        """The same with another id."""
        return replace(self, parts=(id + self.parts[0][len(self.id) :], *self.parts[1:]))

    def saying(self, value: str) -> Statement:
        """An attribute, a normalisation or a note with another value; of a normalisation, the first word refers."""
        words = " ".join(value.split())
        if self.kind is StatementKind.NOTE:
            words = "\t" + words
        elif self.kind is StatementKind.NORMALISATION:
            words = " " + words.replace(" ", "\t", 1)
        elif words:
            words = " " + words
        return replace(self, parts=(*self.parts[:-1], words))

    def with_target(self, target: Target, role: str = "") -> Statement:
        """An event or an equivalence that speaks of one thing more."""
        part = f" {role}:" if role else " "
        return replace(self, parts=(*self.parts[:-1], part, self.parts[-1]), targets=(*self.targets, target))

    def without(self, lost: Collection[Target]) -> Statement | None:
        """What is left of it without some targets; None where that says nothing."""
        left = [place for place, target in enumerate(self.targets) if target not in lost]
        if len(left) == len(self.targets):
            return self
        if self.kind is StatementKind.EVENT and left[:1] == [0]:
            parts = [self.parts[place] for place in left]
        elif self.kind is StatementKind.EQUIVALENCE and len(left) > 1:
            parts = [self.parts[0], *(self.parts[place] for place in left[1:])]
        else:
            return None
        return Statement((*parts, self.parts[-1]), tuple(self.targets[place] for place in left))


def relation(id: str, type: str, *arguments: tuple[str, Target]) -> Statement:
    """A relation between two arguments, each with its role."""
    (role, target), (other_role, other) = arguments
    return Statement((f"{id}\t{type} {role}:", f" {other_role}:", ""), (target, other))


def event(id: str, type: str, trigger: Target) -> Statement:
    """An event without arguments, `trigger` being the mention that names it."""
    return Statement((f"{id}\t{type}:", ""), (trigger,))


def equivalence(type: str, *targets: Target) -> Statement:
    """Mentions of which one means what the other does."""
    return Statement((f"*\t{type} ", *(" " for _ in targets[1:]), ""), targets)


def attribute(id: str, type: str, target: Target, value: str = "") -> Statement:
    """An attribute of a mention or an event."""
    return Statement((f"{id}\t{type} ", ""), (target,)).saying(value)


@dataclass(frozen=True, slots=True)
class Change:
    """Statements that go, and others that come."""

    gone: tuple[Statement, ...] = ()
    come: tuple[Statement, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.gone or self.come)


def standing(read: Iterable[Statement], said: Mapping[Statement, bool]) -> tuple[Statement, ...]:
    """What holds: what was read, but for what was taken out since, and then what was said since."""
    there = tuple(read)
    if not said:
        return there
    known = set(there)
    left = (one for one in there if said.get(one, True))
    return (*left, *(one for one, holds in said.items() if holds and one not in known))


class Statements:
    """All that is said of the mentions of a report, in the order of the lines."""

    def __init__(self, all: Iterable[Statement] = ()) -> None:
        self.all = tuple(all)

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.all)

    def __bool__(self) -> bool:
        return bool(self.all)

    @cached_property
    def mentions(self) -> frozenset[int]:
        """The mentions of which anything is said."""
        return frozenset(target for one in self.all for target in one.targets if isinstance(target, int))

    @cached_property
    def _of_target(self) -> Mapping[Target, tuple[Statement, ...]]:
        found: dict[Target, list[Statement]] = {}
        for one in self.all:
            for target in dict.fromkeys(one.targets):
                found.setdefault(target, []).append(one)
        return {target: tuple(some) for target, some in found.items()}

    def of(self, target: Target) -> tuple[Statement, ...]:
        """What speaks of a mention or of another statement."""
        return self._of_target.get(target, ())

    def around(self, mention_id: int) -> tuple[Statement, ...]:
        """What speaks of a mention, each followed by what speaks of that in turn."""
        found: dict[Statement, None] = {}
        waiting: list[Target] = [mention_id]
        while waiting:
            for one in self.of(waiting.pop()):
                if one not in found:
                    found[one] = None
                    waiting.append(one.id)
        return tuple(found)

    @cached_property
    def _named(self) -> Mapping[str, tuple[Statement, ...]]:
        found: dict[str, list[Statement]] = {}
        for one in self.all:
            found.setdefault(one.id, []).append(one)
        found.pop(StatementKind.EQUIVALENCE.value, None)
        return {id: tuple(some) for id, some in found.items()}

    @cached_property
    def _places(self) -> Mapping[Statement, int]:
        return {one: place for place, one in enumerate(self.all)}

    def named(self, target: Target) -> Statement | None:
        """The statement that a target is, if it is one."""
        return next(iter(self._named.get(target, ())), None) if isinstance(target, str) else None

    def mention_of(self, target: Target) -> int | None:
        """The mention that a target is, or that the statement begins with that it is; None where it is neither."""
        passed: set[Target] = set()
        while isinstance(target, str):
            other = self.named(target)
            if other is None or target in passed:
                return None
            passed.add(target)
            target = other.targets[0]
        return target

    def without(self, targets: Iterable[Target]) -> Change:
        """What changes as mentions go: what makes no sense without them goes as well."""
        return self._going(set(), set(targets))

    def removing(self, statement: Statement) -> Change:
        """What changes as a statement is taken out: what speaks of it goes as well."""
        return self._going({statement}, self._lost_with(statement, {statement}))

    def _going(self, gone: set[Statement], lost: set[Target]) -> Change:
        touched, waiting = set(gone), list(lost)
        while waiting:
            for one in self.of(waiting.pop()):
                touched.add(one)
                if one not in gone and one.without(lost) is None:
                    gone.add(one)
                    more = self._lost_with(one, gone) - lost
                    lost |= more
                    waiting += more
        ordered = sorted(touched, key=self._places.__getitem__)
        left = (one.without(lost) for one in ordered if one not in gone)
        return Change(tuple(ordered), tuple(one for one in left if one is not None))

    def _lost_with(self, statement: Statement, gone: set[Statement]) -> set[Target]:
        """Its id, unless another line answers to it."""
        named = self._named.get(statement.id, ())
        return {statement.id} if named and gone.issuperset(named) else set()
