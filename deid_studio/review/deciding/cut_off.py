"""Cut off: what a person takes off the end of a suggestion and may be PHI by itself stays to be decided; pure.

Before the begin of a name stands a title or a label, which is nothing; after its end the next name, date or place of an
enumeration, of which no detector says anything any more (`hermana Regina`, `Calle Mayor 3, Utiel`).
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from deid_studio.model.edits import Restore
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.span import ANNOTATORS, Span
from deid_studio.model.visible_words import without_edges
from deid_studio.people.folding import fold
from deid_studio.people.name_words import LABELS, PARTICLES

_NOTHING = PARTICLES | LABELS
# From the first word with a capital or a figure on, to where an enumeration goes on.
_PIECE = regex.compile(r"(?<![\p{L}\p{N}])[\p{Lu}\p{N}](?:(?![,;\n]|\s{2}|\s[ye]\s).)*")


def cut_off(desk: Desk, text: str, was: Mention, span: Span) -> Iterator[Restore]:
    """What leaves to be decided what was cut off the end of a suggestion, which is `span` now; on the desk after that.

    Nothing where something stands; a piece that was cut off word by word is one. What annotators marked leaves none:
    whoever adjudicates has all of their sides before them.
    """
    suggestion = was.suggestion
    if suggestion is None or span.gaps or span.end >= min(was.span.end, suggestion.span.end):
        return
    if any(one.kind == ANNOTATORS for one in suggestion.evidence):
        return
    beyond = [m for m in desk if m.id != was.id and span.end < m.span.end]
    for found in _PIECE.finditer(text, span.end, suggestion.span.end):
        piece = Span(*without_edges(text, *found.span()), span.phi_class)
        if _is_nothing(piece, text):
            continue
        there = [m for m in beyond if m.span.overlaps(piece)]
        if all(_is_left_of(was, m) and m.span != piece for m in there) and len(there) < 2:
            number = there[0].id if there else desk.next_id
            edit = Restore(Mention(number, piece, Decision.PENDING, was.origin, suggestion))
            desk = edit.apply(desk)
            yield edit


def _is_nothing(piece: Span, text: str) -> bool:
    """Whether a piece is the label of the next name, or small words that capitals make look like one."""
    return _NOTHING.issuperset(fold(piece.text(text)).split())


def _is_left_of(whole: Mention, piece: Mention) -> bool:
    return piece.decision is Decision.PENDING and piece.suggestion == whole.suggestion
