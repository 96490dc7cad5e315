"""Edits: every way a person's decisions on one report change, each with its inverse.

An edit is frozen data. `apply(desk)` gives the next desk or raises `EditError` and changes nothing; `inverse(desk)`,
asked on the desk *before* the edit, gives the edit that undoes it. `to_json`/`from_json` carry edits into the journal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

from deid_studio.errors import EditError
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.statements import Change, Statement


class Edit(Protocol):
    """One reversible change of a desk."""

    def apply(self, desk: Desk) -> Desk:
        """The desk after the edit; raises `EditError` when it is not possible."""

    def inverse(self, desk: Desk) -> Edit:
        """The edit that leads from the desk after this edit back to `desk`."""


class _Change:
    """Shared by edits of one mention that is there: the inverse puts the mention back as it was."""

    mention_id: int

    def _mention(self, desk: Desk) -> Mention:
        mention = desk.get(self.mention_id)
        if mention is None:
            raise EditError(detail=f"span {self.mention_id} is not there")
        return mention

    def inverse(self, desk: Desk) -> Edit:
        return Restore(self._mention(desk))


@dataclass(frozen=True, slots=True)
class Accept(_Change):
    """The person says that the span is PHI as it stands."""

    mention_id: int

    def apply(self, desk: Desk) -> Desk:
        return desk.with_mention(replace(self._mention(desk), decision=Decision.ACCEPTED))


@dataclass(frozen=True, slots=True)
class Reject(_Change):
    """The person says that the span is not PHI; it stays on the desk, rejected."""

    mention_id: int

    def apply(self, desk: Desk) -> Desk:
        return desk.with_mention(replace(self._mention(desk), decision=Decision.REJECTED))


@dataclass(frozen=True, slots=True)
class Reopen(_Change):
    """The person takes a decision back; the span is pending again."""

    mention_id: int

    def apply(self, desk: Desk) -> Desk:
        return desk.with_mention(replace(self._mention(desk), decision=Decision.PENDING))


@dataclass(frozen=True, slots=True)
class Relabel(_Change):
    """The person gives the span another PHI class, and with it accepts it."""

    mention_id: int
    phi_class: str

    def apply(self, desk: Desk) -> Desk:
        mention = self._mention(desk)
        span = replace(mention.span, phi_class=self.phi_class)
        _refuse_twin(desk, span, mention.id)
        return desk.with_mention(replace(mention, span=span, decision=Decision.ACCEPTED))


@dataclass(frozen=True, slots=True)
class Resize(_Change):
    """The person moves the span's ends (code points), and with it accepts it; `gaps` are what it has from then on."""

    mention_id: int
    start: int
    end: int
    gaps: tuple[tuple[int, int], ...] = ()

    def apply(self, desk: Desk) -> Desk:
        mention = self._mention(desk)
        try:
            span = Span(self.start, self.end, mention.span.phi_class, self.gaps)
        except ValueError as error:
            raise EditError(detail="a span needs at least one character") from error
        _refuse_twin(desk, span, mention.id)
        return desk.with_mention(replace(mention, span=span, decision=Decision.ACCEPTED))


@dataclass(frozen=True, slots=True)
class Note(_Change):
    """The person writes a note on the span (an empty one removes it); the decision stays."""

    mention_id: int
    text: str

    def apply(self, desk: Desk) -> Desk:
        return desk.with_mention(replace(self._mention(desk), note=self.text))


@dataclass(frozen=True, slots=True)
class Add:
    """The person marks a span that nobody had suggested. `mention_id` is the desk's `next_id`."""

    mention_id: int
    span: Span
    note: str = ""

    def apply(self, desk: Desk) -> Desk:
        if self.mention_id in desk:
            raise EditError(detail=f"span {self.mention_id} is there already")
        _refuse_twin(desk, self.span, self.mention_id)
        mention = Mention(self.mention_id, self.span, Decision.ACCEPTED, Origin.PERSON, note=self.note)
        return desk.with_mention(mention)

    def inverse(self, desk: Desk) -> Edit:
        return Remove(self.mention_id)


@dataclass(frozen=True, slots=True)
class Remove(_Change):
    """Takes a span off the desk altogether: what a person added, and nobody suggested."""

    mention_id: int

    def apply(self, desk: Desk) -> Desk:
        return desk.without(self._mention(desk).id)


@dataclass(frozen=True, slots=True)
class TakeIn(_Change):
    """Takes a span off the desk because another one holds its text now; nobody said that it is no PHI."""

    mention_id: int

    def apply(self, desk: Desk) -> Desk:
        return desk.without(self._mention(desk).id)


@dataclass(frozen=True, slots=True)
class Restore:
    """Puts a mention on the desk exactly as given: the inverse of most edits."""

    mention: Mention

    def apply(self, desk: Desk) -> Desk:
        return desk.with_mention(self.mention)

    def inverse(self, desk: Desk) -> Edit:
        before = desk.get(self.mention.id)
        return Remove(self.mention.id) if before is None else Restore(before)


@dataclass(frozen=True, slots=True)
class Restate:
    """Takes out what is said of mentions (relations, events, attributes …), and says something else."""

    change: Change

    def apply(self, desk: Desk) -> Desk:
        return desk.saying(self.change)

    def inverse(self, desk: Desk) -> Edit:
        return Restate(Change(self.change.come, self.change.gone))


@dataclass(frozen=True, slots=True)
class Several:
    """Edits that are one step for the person, applied in order: all or none."""

    edits: tuple[Edit, ...]

    def apply(self, desk: Desk) -> Desk:
        for edit in self.edits:
            desk = edit.apply(desk)
        return desk

    def inverse(self, desk: Desk) -> Edit:
        undoing: list[Edit] = []
        for edit in self.edits:
            undoing.append(edit.inverse(desk))
            desk = edit.apply(desk)
        return Several(tuple(reversed(undoing)))


@dataclass(frozen=True, slots=True)
class AcceptPassage(Several):
    """The person read a passage and says of several spans in it at once that they are PHI as they stand."""


def _refuse_twin(desk: Desk, span: Span, mention_id: int) -> None:
    for other in desk.at(span.start):
        if other.id != mention_id and other.decision is Decision.ACCEPTED and other.span == span:
            raise EditError(detail="the same span with the same class is there already")


# --- JSON ----------------------------------------------------------------------------------------------------

_KINDS: dict[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (
        Accept,
        Reject,
        Reopen,
        Relabel,
        Resize,
        Note,
        Add,
        Remove,
        TakeIn,
        Restore,
        Restate,
        Several,
        AcceptPassage,
    )
}


def to_json(edit: Edit) -> dict[str, Any]:
    """The edit as JSON values; `from_json` gives it back."""
    fields: dict[str, Any] = {"edit": type(edit).__name__.lower()}
    match edit:
        case Several():
            fields["edits"] = [to_json(one) for one in edit.edits]
        case Restore():
            fields["mention"] = mention_to_json(edit.mention)
        case Restate():
            fields["gone"] = [_statement_to_json(one) for one in edit.change.gone]
            fields["come"] = [_statement_to_json(one) for one in edit.change.come]
        case Resize():
            fields |= {"mention_id": edit.mention_id, "start": edit.start, "end": edit.end}
            fields |= {"gaps": [list(gap) for gap in edit.gaps]} if edit.gaps else {}
        case Add():
            fields |= {"mention_id": edit.mention_id, "span": span_to_json(edit.span), "note": edit.note}
        case _:
            fields |= {name: getattr(edit, name) for name in type(edit).__dataclass_fields__}  # type: ignore[attr-defined]
    return fields


def from_json(fields: dict[str, Any]) -> Edit:
    """The edit that `to_json` wrote; raises KeyError, TypeError or ValueError on anything else."""
    fields = dict(fields)
    kind = _KINDS[fields.pop("edit")]
    if issubclass(kind, Several):
        return kind(tuple(from_json(one) for one in fields["edits"]))
    if kind is Restore:
        return Restore(mention_from_json(fields["mention"]))
    if kind is Restate:
        gone, come = (tuple(map(_statement_from_json, fields[name])) for name in ("gone", "come"))
        return Restate(Change(gone, come))
    if kind is Add:
        fields["span"] = span_from_json(fields["span"])
    if kind is Resize:
        fields["gaps"] = tuple((start, end) for start, end in fields.get("gaps", ()))
    edit: Edit = kind(**fields)
    return edit


def _statement_to_json(statement: Statement) -> list[Any]:
    return [list(statement.parts), list(statement.targets)]


def _statement_from_json(values: list[Any]) -> Statement:
    parts, targets = values
    if len(parts) != len(targets) + 1 or not targets:
        raise ValueError("a statement of nothing")
    return Statement(tuple(map(str, parts)), tuple(targets))


def span_to_json(span: Span) -> list[Any]:
    """`[start, end, class]`, with the gaps as a fourth element when there are any."""
    values: list[Any] = [span.start, span.end, span.phi_class]
    return [*values, [list(gap) for gap in span.gaps]] if span.gaps else values


def span_from_json(values: list[Any]) -> Span:
    """The span that `span_to_json` wrote; raises TypeError or ValueError on anything else."""
    start, end, phi_class, *gaps = values
    return Span(start, end, phi_class, tuple((a, b) for a, b in gaps[0]) if gaps else ())


def suggestion_to_json(suggestion: Suggestion) -> dict[str, Any]:
    """The suggestion as JSON values."""
    return {
        "span": span_to_json(suggestion.span),
        "confidence": suggestion.confidence,
        "evidence": [[e.kind, e.name, e.detail, *([e.rule] if e.rule else [])] for e in suggestion.evidence],
    }


def suggestion_from_json(fields: dict[str, Any]) -> Suggestion:
    """The suggestion that `suggestion_to_json` wrote."""
    return Suggestion(
        span_from_json(fields["span"]),
        fields["confidence"],
        tuple(Evidence(*values) for values in fields["evidence"]),
    )


def mention_to_json(mention: Mention) -> dict[str, Any]:
    """The mention as JSON values."""
    fields: dict[str, Any] = {
        "id": mention.id,
        "span": span_to_json(mention.span),
        "decision": mention.decision.value,
        "origin": mention.origin.value,
    }
    if mention.suggestion is not None:
        fields["suggestion"] = suggestion_to_json(mention.suggestion)
    if mention.note:
        fields["note"] = mention.note
    return fields


def mention_from_json(fields: dict[str, Any]) -> Mention:
    """The mention that `mention_to_json` wrote."""
    suggestion = fields.get("suggestion")
    return Mention(
        fields["id"],
        span_from_json(fields["span"]),
        Decision(fields["decision"]),
        Origin(fields["origin"]),
        None if suggestion is None else suggestion_from_json(suggestion),
        fields.get("note", ""),
    )
