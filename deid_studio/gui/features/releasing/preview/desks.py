"""Desks: the places of a report and of how it would leave, as mentions that can be drawn and pointed at."""

from __future__ import annotations

from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Span
from deid_studio.review.releasing.release_preparation import Checked

FIRST_HELD = 1_000_000  # ids of held places, in their order; those of replacements count from 1


def desks_of(checked: Checked, cut_out: str, not_marked: str) -> tuple[Desk, Desk]:
    """What is drawn in the original and in what leaves: each place that is replaced, and each that is held.

    `cut_out` and `not_marked` are the words for what has no class.
    """
    originals, released = [], []
    changes = checked.released.rewriting.changes
    for number, (change, replaced) in enumerate(zip(changes, checked.released.replacements, strict=True), start=1):
        place = replaced.place
        # What is cut out with its part of the report was never a mention; a broken line is what is still there.
        cut = place.span is None
        name = cut_out if cut else place.phi_class
        stays = replaced.instead == checked.source.doc.text[place.start : place.end]
        drawn = Decision.PENDING if stays else Decision.ACCEPTED
        decision = Decision.REJECTED if cut else drawn
        originals.append(Mention(number, Span(place.start, place.end, name), decision, Origin.PERSON))
        if change.start < change.end:
            span = Span(change.start, change.end, name)
            released.append(Mention(number, span, drawn, Origin.PERSON))
    rewriting = checked.released.rewriting
    for number, held in enumerate(checked.held, start=FIRST_HELD):
        name = held.phi_class or not_marked
        released.append(Mention(number, Span(*held.there, name), Decision.PENDING, Origin.PERSON))
        if rewriting.new_offset(held.start) == held.there[0]:
            originals.append(Mention(number, Span(held.start, held.end, name), Decision.PENDING, Origin.PERSON))
    return Desk(originals), Desk(released)
