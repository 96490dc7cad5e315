"""History: a desk with the steps that led to it, done and undone; pure, without files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from deid_studio.errors import JournalError
from deid_studio.model import edits
from deid_studio.model.edits import Edit, Several
from deid_studio.model.mentions import Desk, Mention
from deid_studio.review.journal import Event, EventKind

RENAMES = "renames"  # in the payload of a step that brought a report to other classes of its folder: from, to


@dataclass(frozen=True, slots=True)
class Step:
    """One edit as performed, with the edit that undoes it."""

    edit: Edit
    inverse: Edit

    @property
    def parts(self) -> Iterator[tuple[Edit, Edit]]:
        """The edits that it is made of, in order, each with the one that undoes it."""
        return _parts(self.edit, self.inverse)


def _parts(edit: Edit, inverse: Edit) -> Iterator[tuple[Edit, Edit]]:
    if isinstance(edit, Several) and isinstance(inverse, Several):
        for part, undo in zip(edit.edits, reversed(inverse.edits), strict=True):
            yield from _parts(part, undo)
    else:
        yield edit, inverse


@dataclass(frozen=True, slots=True)
class History:
    """The desk now, the steps done (oldest first) and the steps undone (next to redo last)."""

    desk: Desk
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    signed: bool = False

    def performed(self, edit: Edit) -> History:
        """After a new edit: nothing is left to redo, and a sign-off no longer holds; raises `EditError`."""
        step = Step(edit, edit.inverse(self.desk))
        return History(edit.apply(self.desk), (*self.done, step))

    def migrated(self, edit: Edit, old: str, new: str) -> History:
        """After the folder's class `old` became `new`, by `edit` on this desk: that is no step, and the steps before it
        are of the new class, as if it had always been called so. Raises `EditError`."""
        steps = tuple(Step(_renamed(one.edit, old, new), _renamed(one.inverse, old, new)) for one in self.done)
        return History(edit.apply(self.desk), steps)

    def stepped_back(self) -> History:
        """After undoing the last step; raises IndexError when there is none."""
        step = self.done[-1]
        return History(step.inverse.apply(self.desk), self.done[:-1], (*self.undone, step))

    def stepped_forward(self) -> History:
        """After redoing the last step undone; raises IndexError when there is none."""
        step = self.undone[-1]
        return History(step.edit.apply(self.desk), (*self.done, step), self.undone[:-1])

    def suggested(self, mentions: Iterable[Mention], gone: Iterable[int] = ()) -> History:
        """After further suggestions came in, and pending ones went by their ids: nothing is left to redo, since an
        edit may be of one that went, or want an id that is taken now."""
        desk = self.desk
        for mention_id in gone:
            desk = desk.without(mention_id)
        for mention in mentions:
            desk = desk.with_mention(mention)
        return History(desk, self.done)

    def signed_off(self, signed: bool) -> History:
        """The same work, signed off or no longer."""
        return History(self.desk, self.done, self.undone, signed)


def _renamed(value: Any, old: str, new: str) -> Any:
    """An edit, or a part of one, with a class called otherwise wherever it is named."""
    if isinstance(value, tuple):
        return tuple(_renamed(one, old, new) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    own = {one.name: getattr(value, one.name) for one in fields(value) if one.init}
    said = {name: new if name == "phi_class" and one == old else _renamed(one, old, new) for name, one in own.items()}
    return value if said == own else replace(value, **said)


def begin_payload(
    desk: Desk, text: str, text_sha256: str, ann_sha256: str | None, model: str, ann: str | None = None
) -> dict[str, Any]:
    """What a `BEGIN` event holds: the desk before any decision, and what it was made from.

    The text itself is kept, so that decisions can be carried over when another program changes the report. `ann` is
    an `.ann` that was carried over to a new text and is not on disk yet, where that of the old one still is.
    """
    carried = {} if ann is None else {"ann": ann}
    return carried | {
        "text_sha256": text_sha256,
        "ann_sha256": ann_sha256,
        "model": model,
        "text": text,
        "next_id": desk.next_id,
        "mentions": [edits.mention_to_json(mention) for mention in desk],
    }


def replayed(events: Iterable[Event]) -> History:
    """The history that a report's events, from `BEGIN` on, lead to.

    Raises `JournalError` naming the event that does not fit.
    """
    history = History(Desk())
    for event in events:
        try:
            history = _after(history, event)
        except Exception as error:
            raise JournalError(path=event.report, detail=f"event {event.seq} ({event.kind.value}): {error}") from error
    return history


def _after(history: History, event: Event) -> History:
    match event.kind:
        case EventKind.BEGIN:
            mentions = [edits.mention_from_json(fields) for fields in event.payload["mentions"]]
            return History(Desk(mentions, event.payload["next_id"]))
        case EventKind.SUGGEST:
            mentions = [edits.mention_from_json(fields) for fields in event.payload["mentions"]]
            return history.suggested(mentions, event.payload.get("gone", ()))
        case EventKind.PERFORM if RENAMES in event.payload:
            payload = dict(event.payload)
            old, new = payload.pop(RENAMES)
            return history.migrated(edits.from_json(payload), old, new)
        case EventKind.PERFORM:
            return history.performed(edits.from_json(event.payload))
        case EventKind.UNDO:
            return history.stepped_back()
        case EventKind.REDO:
            return history.stepped_forward()
        case EventKind.SIGN_OFF:
            return history.signed_off(True)
        case EventKind.WITHDRAW | EventKind.RECOVER:
            return history.signed_off(False)
        case EventKind.TAG_SET:
            return history
