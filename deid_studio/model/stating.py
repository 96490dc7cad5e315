"""Stating: what changes as somebody says something new of mentions; pure."""

from __future__ import annotations

from itertools import count

from deid_studio.model.statements import (
    Change,
    Statement,
    StatementKind,
    Statements,
    Target,
    attribute,
    equivalence,
    event,
    relation,
)


def related(statements: Statements, type: str, one: tuple[str, Target], other: tuple[str, Target]) -> Change:
    """A relation from one argument to another, each with its role; nothing changes where it is said already."""
    new = relation(_free(statements, StatementKind.RELATION), type, one, other)
    known = any(_like(said, new) and said.targets == new.targets for said in statements)
    return Change() if known else Change((), (new,))


def equated(statements: Statements, type: str, one: Target, other: Target) -> Change:
    """One is the same as the other: it joins what is said to be the same as either already."""
    same = [
        said
        for said in statements
        if said.kind is StatementKind.EQUIVALENCE and said.type == type and {one, other} & set(said.targets)
    ]
    if not same:
        return Change((), (equivalence(type, one, other),))
    first = same[0]
    for target in dict.fromkeys((*(target for said in same[1:] for target in said.targets), one, other)):
        if target not in first.targets:
            first = first.with_target(target)
    return Change() if [first] == same else Change(tuple(same), (first,))


def happened(statements: Statements, type: str, trigger: Target) -> Change:
    """A mention names an event; nothing changes where it is said already."""
    new = event(_free(statements, StatementKind.EVENT), type, trigger)
    known = any(_like(said, new) and said.targets[0] == trigger for said in statements)
    return Change() if known else Change((), (new,))


def taking_part(said: Statement, role: str, target: Target) -> Change:
    """Something has a role in an event; of a role that there is already, it is the second, the third …"""
    roles = {said.role(place): one for place, one in enumerate(said.targets)}
    numbered = (f"{role}{number}" if number > 1 else role for number in count(1))
    for name in numbered:
        if roles.get(name) == target:
            return Change()
        if name not in roles:
            return Change((said,), (said.with_target(target, name),))
    raise AssertionError


def valued(statements: Statements, kind: StatementKind, type: str, target: Target, value: str) -> Change:
    """An attribute or a reference with a value, in place of the one that there is of this type, if any."""
    new = attribute(_free(statements, kind), type, target, value)
    had = next((said for said in statements if _like(said, new) and said.targets == new.targets), None)
    return Change((), (new,)) if had is None else revalued(had, value)


def revalued(said: Statement, value: str) -> Change:
    """An attribute, a reference or a note says something else."""
    new = said.saying(value)
    return Change() if new.value == said.value else Change((said,), (new,))


def _like(one: Statement, other: Statement) -> bool:
    return (one.kind, one.type) == (other.kind, other.type)


def _free(statements: Statements, kind: StatementKind) -> str:
    used = {said.id for said in statements} | {target for said in statements for target in said.targets}
    return next(id for id in (f"{kind.value}{number}" for number in count(1)) if id not in used)
