"""ShownMentions: those of a desk that are shown, with a threshold of confidence and without hidden classes."""

from __future__ import annotations

from dataclasses import replace

from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.review.deciding.sensitivity import IsShown


class ShownMentions:
    """A desk, and which mentions of it a person sees; they are looked up by where they lie."""

    def __init__(self) -> None:
        self.desk = Desk()
        self._shown = IsShown(0.0)

    def take(self, desk: Desk) -> None:
        """Have these mentions from now on."""
        self.desk = desk

    def hide(self, classes: frozenset[str]) -> None:
        """Leave out the mentions of these classes."""
        self._shown = replace(self._shown, hidden=classes)

    def leave_out_below(self, least: float) -> None:
        """Leave out pending suggestions that are less sure (0 to 1)."""
        self._shown = replace(self._shown, least=least)

    def is_hidden(self, mention: Mention) -> bool:
        """Whether a mention is left out."""
        return not self._shown(mention)

    def meeting(self, start: int, end: int) -> tuple[Mention, ...]:
        """The shown mentions that share a code point with [start, end), in text order."""
        return self.desk.meeting(start, end, self._shown)

    def innermost(self, start: int, end: int) -> Mention | None:
        """The shortest shown mention that holds all of [start, end), of equal ones the newest; gaps hold nothing.

        A rejected one is found where no other is.
        """
        holding = [
            m
            for m in self.meeting(start, end)
            if any(first <= start and end <= last for first, last in m.span.fragments)
        ]
        return min(
            holding, key=lambda m: (m.decision is Decision.REJECTED, m.span.end - m.span.start, -m.id), default=None
        )

    def not_rejected(self) -> list[tuple[int, int]]:
        """The stretches of the mentions that are not rejected, shown or not."""
        kept = (mention.span for mention in self.desk if mention.decision is not Decision.REJECTED)
        return [fragment for span in kept for fragment in span.fragments]
