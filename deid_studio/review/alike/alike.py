"""Alike: one decision for all of a report: where the same thing stands, what would become of it, and the edit; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from deid_studio.model.edits import Accept, Edit, Reject, Relabel, Several
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.span import Evidence, Span
from deid_studio.model.tagset import TagSet
from deid_studio.people.person import Marked
from deid_studio.review.deciding import intents
from deid_studio.review.deciding.growing import Ground, marking

if TYPE_CHECKING:
    from deid_studio.people.search import Occurrence


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person says of a text: that it is PHI of a class, or that it is none."""

    text: str
    phi_class: str
    is_phi: bool = True


class Fate(StrEnum):
    """What becomes of a place: its suggestion is accepted, accepted with another class or rejected, or it is marked."""

    ACCEPT = "accept"
    RELABEL = "relabel"
    REJECT = "reject"
    ADD = "add"


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that can be decided alike: its span as it would be (as it is where it would be rejected).

    `mention_id` is the pending suggestion that stands there, None where nothing is marked; `source` is what it is like.
    """

    span: Span
    fate: Fate
    mention_id: int | None
    doubtful: bool
    evidence: tuple[Evidence, ...]
    source: Marked | None = None


def ruling_on(mention: Mention, text: str, is_phi: bool | None = None) -> Ruling:
    """What a mention's decision says of its text (a pending one: that it is PHI), or what `is_phi` says of it."""
    says = mention.decision is not Decision.REJECTED if is_phi is None else is_phi
    return Ruling(mention.span.text(text), mention.span.phi_class, says)


def hits(text: str, desk: Desk, ruling: Ruling, tagset: TagSet, own: int | None = None) -> list[Hit]:
    """Where else in a report the ruling holds, in text order: pending suggestions and, of PHI, unmarked places.

    What a person has decided on is left alone, and so is the mention `own`, which the ruling is from.
    """
    source = Marked("", 0, ruling.text.strip(), ruling.phi_class)
    return hits_of((source,), ruling.is_phi, text, desk, tagset, () if own is None else (own,))


def hits_of(
    sources: Sequence[Marked], is_phi: bool, text: str, desk: Desk, tagset: TagSet, own: Collection[int] = ()
) -> list[Hit]:
    """Where else in a report holds what was decided of several texts at once, each in its class; as `hits`."""
    likenesses = _Likenesses(sources, tagset)
    found: list[Hit] = []
    met: set[int] = set()
    for place in likenesses.places(text):
        span = _as_marked(place.suggestion.span, place.of.mentions, text)
        there = [m for m in desk.overlapping(span) if m.id not in met]
        if any(m.id in own or m.decision is not Decision.PENDING for m in there):
            continue
        source = max(place.of.mentions, key=lambda one: (one.phi_class == place.phi_class, len(one.text)))
        doubtful, facts = place.doubtful, place.evidence
        same = [m for m in there if _same_thing(m, span, text, likenesses, source)]
        met.update(m.id for m in same)
        is_longer = is_phi and span != place.suggestion.span and all(_place(m.span) != _place(span) for m in same)
        if same and not is_longer and (not is_phi or _covered(span, [m.span for m in same], text)):
            found += [Hit(*_decided(m, place.phi_class, is_phi), m.id, doubtful, facts, source) for m in same]
        elif is_phi and len(same) == len(there):
            # Nothing is marked there, or parts only: all of it takes their place.
            found.append(Hit(span, Fate.ADD, None, doubtful, facts, source))
    return found


def _as_marked(span: Span, sources: Iterable[Marked], text: str) -> Span:
    """A place with the signs around it that one of the sources has, where just the same is written: an initial with its
    full stop is marked so everywhere, though a search goes by letters."""
    own = text[span.start : span.end]
    for source in sources:
        before = source.text.find(own)
        start = span.start - before
        if before >= 0 and start >= 0 and text.startswith(source.text, start):
            rest = source.text[:before] + source.text[before + len(own) :]
            if rest and not any(map(str.isalnum, rest)):
                return Span(start, start + len(source.text), span.phi_class, span.gaps)
    return span


class _Likenesses:
    """Where the people and things stand that some texts are, as if they alone had been marked."""

    def __init__(self, sources: Sequence[Marked], tagset: TagSet) -> None:
        # Imported here: a window that decides nothing alike need not load what searches.
        from deid_studio.detection.gazetteers import default_gazetteers
        from deid_studio.people.exact import Safeguards
        from deid_studio.people.register import Register
        from deid_studio.people.vocabulary import default_vocabulary

        rules = Safeguards(1, 1, never=frozenset(), guards_places=False, kinds_of=default_gazetteers().kinds)
        self._of = sources, tagset
        self._search = Register.of(sources, tagset).search(default_vocabulary(), rules)

    def places(self, text: str) -> list[Occurrence]:
        """The places in a text, in order, none overlapping another; where the texts stand themselves among them."""
        return self._search.places(text)

    def names(self, source: Marked, other: str) -> bool:
        """Whether all of a source's text is a spelling of `other`, or all of `other` one of it."""
        sources, tagset = self._of
        alone = self if len(sources) == 1 else _Likenesses((source,), tagset)
        theirs = _Likenesses((source._replace(text=other.strip()),), tagset)
        return alone._search.is_all(other) or theirs._search.is_all(source.text)


def is_decided(mention: Mention, ruling: Ruling) -> bool:
    """Whether a mention is decided as the ruling says already."""
    return mention.decision is (Decision.ACCEPTED if ruling.is_phi else Decision.REJECTED)


def deciding(desk: Desk, text: str, ruling: Ruling, own: int | None, chosen: Iterable[Hit]) -> Edit | None:
    """What decides the mention `own`, if it is not yet, and the chosen places, in one step; None when nothing is left.

    Places that were decided since they were looked for are passed over.
    """
    mention = None if own is None else desk.get(own)
    edits: list[Edit] = []
    if mention is not None and not is_decided(mention, ruling):
        edits.append(Accept(mention.id) if ruling.is_phi else intents.discarding(mention))
        desk = edits[0].apply(desk)
    for hit in chosen:
        edit = _edit(desk, text, hit)
        if edit is not None:
            desk = edit.apply(desk)
            edits.append(edit)
    return Several(tuple(edits)) if len(edits) > 1 else edits[0] if edits else None


def _edit(desk: Desk, text: str, hit: Hit) -> Edit | None:
    if hit.mention_id is None:
        if any(m.decision is not Decision.PENDING for m in desk.overlapping(hit.span)):
            return None
        return marking(Ground(desk, text), hit.span).edit
    mention = desk.get(hit.mention_id)
    if mention is None or mention.decision is not Decision.PENDING or _place(mention.span) != _place(hit.span):
        return None
    if hit.fate is Fate.REJECT:
        return Reject(mention.id)
    if any(m.span == hit.span and m.decision is Decision.ACCEPTED for m in desk.at(hit.span.start)):
        return None
    return Accept(mention.id) if hit.fate is Fate.ACCEPT else Relabel(mention.id, hit.span.phi_class)


def _place(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _decided(mention: Mention, phi_class: str, is_phi: bool) -> tuple[Span, Fate]:
    span = mention.span
    if not is_phi:
        return span, Fate.REJECT
    return replace(span, phi_class=phi_class), Fate.ACCEPT if span.phi_class == phi_class else Fate.RELABEL


def _same_thing(mention: Mention, place: Span, text: str, likenesses: _Likenesses, source: Marked) -> bool:
    """Whether a suggestion is no more than the place, or names the same person with other words."""
    span = mention.span
    if place.start <= span.start and span.end <= place.end:
        return True
    return likenesses.names(source, span.text(text))


def _covered(place: Span, spans: Sequence[Span], text: str) -> bool:
    """Whether spans hold every letter and digit of a place."""
    return all(
        any(span.start <= at < span.end for span in spans) for at in range(place.start, place.end) if text[at].isalnum()
    )
