"""LaidOver: what is shown on a report's desk and is not there, and takes what a person decides on it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from deid_studio.model.edits import Edit
from deid_studio.model.mentions import Desk, Mention
from deid_studio.model.span import Span
from deid_studio.review.session import ReviewSession


class LaidOver(Protocol):
    """Whoever shows mentions that are not the report's sees to it that none of them gets into the session."""

    def shown(self, session: ReviewSession) -> Desk:
        """The desk of a report with what is laid over it."""

    def holds(self, mention: Mention) -> bool:
        """Whether a mention of the report on the screen is laid over it."""

    def held(self) -> Collection[int]:
        """The ids of the mentions that are laid over the report on the screen."""

    def covers(self, span: Span) -> bool:
        """Whether what is laid over the report on the screen, or hidden by it, has a code point of a span."""

    def on_others(self) -> Callable[[ReviewSession], Desk] | None:
        """What shows the desks of other reports, beside the window too; None where nothing is laid over any."""

    def take(self, session: ReviewSession, edit: Edit) -> Edit | None:
        """What is left of an edit for the report itself, once what is laid over it has taken what it is about."""


class NothingLaidOver:
    """The desk is shown as it is."""

    def shown(self, session: ReviewSession) -> Desk:
        return session.desk

    def holds(self, mention: Mention) -> bool:
        return False

    def held(self) -> Collection[int]:
        return ()

    def covers(self, span: Span) -> bool:
        return False

    def on_others(self) -> None:
        return None

    def take(self, session: ReviewSession, edit: Edit) -> Edit | None:
        return edit
