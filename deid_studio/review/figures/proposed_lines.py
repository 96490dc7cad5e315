"""Proposed lines: what would settle a recurrent difference, as a point of the guideline of its class."""

from __future__ import annotations

from collections.abc import Mapping

from deid_studio.model.guidelines import Part
from deid_studio.model.tagset import TagSet
from deid_studio.review.figures.differences import End, Piece, Sort
from deid_studio.texts import Text, languages

_BEFORE = {
    Piece.WORDS: Text("the words before it"),
    Piece.FIGURES: Text("the figures before it"),
    Piece.SIGNS: Text("the signs before it"),
}
_BEHIND = {
    Piece.WORDS: Text("the words behind it"),
    Piece.FIGURES: Text("the figures behind it"),
    Piece.SIGNS: Text("the signs behind it"),
}


def part_of(sort: Sort) -> Part:
    """The part of a guideline that a line on such decisions is of."""
    return Part.ENDS if sort.end is not None else Part.BELONGS


def proposed_line(sort: Sort, tagset: TagSet) -> Mapping[str, str]:
    """The line that would settle such decisions, in each language of the program."""
    return {language: _line(sort, tagset, language).said(language) for language in languages()}


def _line(sort: Sort, tagset: TagSet, language: str) -> Text:
    if sort.end is None:
        title = tagset[sort.before].title_in(language) if sort.before in tagset else sort.before
        if sort.cue:
            return Text("After “{cue}” it is of this class, not of “{title}”.", cue=sort.cue, title=title)
        return Text("What looks like “{title}” is mostly of this class: look twice.", title=title)
    if sort.left_out:
        if sort.end is End.START_SHORTER:
            return Text("It begins behind “{words}”.", words=sort.left_out)
        return Text("It ends before “{words}”.", words=sort.left_out)
    at_start = sort.end in (End.START_LONGER, End.START_SHORTER)
    what = (_BEFORE if at_start else _BEHIND)[sort.piece or Piece.WORDS]
    if sort.end in (End.START_LONGER, End.END_LONGER):
        return (
            Text("After “{cue}”, {what} are part of it.", cue=sort.cue, what=what)
            if sort.cue
            else Text("Check whether {what} are part of it: mostly they are.", what=what)
        )
    return (
        Text("After “{cue}”, {what} stay out.", cue=sort.cue, what=what)
        if sort.cue
        else Text("Check whether {what} are part of it: mostly they are not.", what=what)
    )
