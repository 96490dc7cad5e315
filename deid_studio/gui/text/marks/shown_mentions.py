"""ShownMentions: those of a desk that are shown, with a threshold of confidence and without hidden classes."""

from __future__ import annotations

from deid_studio.gui.text.marks.mention_index import MentionIndex
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.review.deciding.sensitivity import is_faint, shown_of


class ShownMentions:
    """A desk, and which mentions of it a person sees; they are looked up by where they lie."""

    def __init__(self) -> None:
        self.desk = Desk()
        self._hidden: frozenset[str] = frozenset()
        self._least = 0.0
        self._index: MentionIndex | None = None

    def take(self, desk: Desk) -> None:
        """Have these mentions from now on."""
        self.desk, self._index = desk, None

    def hide(self, classes: frozenset[str]) -> None:
        """Leave out the mentions of these classes."""
        self._hidden, self._index = classes, None

    def leave_out_below(self, least: float) -> None:
        """Leave out pending suggestions that are less sure (0 to 1)."""
        self._least, self._index = least, None

    def is_hidden(self, mention: Mention) -> bool:
        """Whether a mention is left out."""
        return mention.span.phi_class in self._hidden or is_faint(mention, self._least)

    def meeting(self, start: int, end: int) -> list[Mention]:
        """The shown mentions that share a code point with [start, end), in text order."""
        return self._shown().meeting(start, end)

    def innermost(self, start: int, end: int) -> Mention | None:
        """The innermost shown mention that holds all of [start, end)."""
        return self._shown().innermost(start, end)

    def not_rejected(self) -> list[tuple[int, int]]:
        """The stretches of the mentions that are not rejected, shown or not."""
        kept = (mention.span for mention in self.desk if mention.decision is not Decision.REJECTED)
        return [fragment for span in kept for fragment in span.fragments]

    def _shown(self) -> MentionIndex:
        if self._index is None:
            self._index = MentionIndex(shown_of(self.desk, self._least), self._hidden)
        return self._index
