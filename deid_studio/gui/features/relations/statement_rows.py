"""Rows: what is said of one mention, a row for each thing that it has to do with; no widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from deid_studio.gui.words.wording import translate
from deid_studio.model.statements import Change, Statement, StatementKind, Statements, Target

Named = Callable[[int], str]  # the text of a mention in a few words


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is said.

    `what` says it, `other` is what it is said with (a text, or the mention of it that one can go to). `taken_out` is
    what the statement is without once the row is removed; None: all of it goes.
    """

    statement: Statement
    what: str
    other: str = ""
    mention_id: int | None = None
    taken_out: Target | None = None

    def removed(self, statements: Statements) -> Change:
        """What changes as the row is removed."""
        left = None if self.taken_out is None else self.statement.without((self.taken_out,))
        return statements.removing(self.statement) if left is None else Change((self.statement,), (left,))

    @property
    def can_be_changed(self) -> bool:
        """Whether it has a value of its own."""
        return not self.statement.needs_targets


def rows_about(statements: Statements, mention_id: int, named: Named) -> list[Row]:
    """The rows of what speaks of a mention, and of what speaks of that."""
    found: list[Row] = []
    for statement in statements.around(mention_id):
        if not statement.needs_targets:
            found.append(_valued(statement, mention_id, statements, named))
        else:
            found += _related(statement, mention_id, statements, named)
    return found


def said_in_words(statement: Statement, statements: Statements, named: Named) -> str:
    """A statement in a few words."""
    texts = [_text(target, statements, named)[0] for target in statement.targets]
    if not statement.needs_targets:
        return f"{statement.type} {statement.value}".strip()
    return f"{statement.type} ({', '.join(texts)})"


def _valued(statement: Statement, mention_id: int, statements: Statements, named: Named) -> Row:
    what = f"{statement.type}: {statement.value}" if statement.value else statement.type
    target = statement.targets[0]
    if target == mention_id:
        return Row(statement, what)
    of = statements.named(target)
    return Row(statement, what, "" if of is None else translate("relations", "of {what}").format(what=of.type))


def _related(statement: Statement, mention_id: int, statements: Statements, named: Named) -> Iterator[Row]:
    targets = statement.targets
    own = [place for place, target in enumerate(targets) if target == mention_id]
    is_event = statement.kind is StatementKind.EVENT
    if is_event and own[:1] == [0]:
        yield Row(statement, translate("relations", "{event} (event)").format(event=statement.type))
    for place, target in enumerate(targets):
        if (place in own and len(own) < len(targets)) or (is_event and own[:1] == [0] and not place):
            continue
        text, to = _text(target, statements, named)
        if statement.kind is StatementKind.RELATION:
            what = f"{statement.type} {'←' if own and place < own[0] else '→'}"
            yield Row(statement, what, text, to)
        elif not is_event:
            yield Row(statement, f"{statement.type} =", text, to, target)
        elif place:
            yield Row(statement, f"{statement.type}, {statement.role(place)}:", text, to, target)
        else:
            role = statement.role(own[0]) if own else ""
            what = translate("relations", "{role} of {event}").format(role=role, event=statement.type)
            yield Row(statement, what if role else statement.type, text, to, mention_id if own else None)


def _text(target: Target, statements: Statements, named: Named) -> tuple[str, int | None]:
    mention_id = statements.mention_of(target)
    if isinstance(target, int):
        return named(target), target
    of = statements.named(target)
    if of is None:
        return target, None
    return of.type if mention_id is None else f"{of.type}: {named(mention_id)}", mention_id
