"""Following: what one decision says of suggestions in the same report that nobody has decided on; pure.

The same person or thing, as the register of people finds it, has the decision's class from then on, or is doubted when
it was rejected; where it stands unmarked it is suggested; and what stands after the same label goes to the class that a
person gave it there. All of it is part of the decision's own step: undone with it, and kept with it in the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count

import regex

from deid_studio.model.edits import Edit, Restore, Several, TakeIn
from deid_studio.model.kinds import Kind
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.folding import fold
from deid_studio.review.alike.alike import Fate, Hit, Ruling, hits, ruling_on

DECIDED = "decided"  # the kind of the evidence

_LONGEST = 300_000  # characters of a report in which places are looked for before the next key
_SURE, _LIKELY, _POSSIBLE, _DOUBTED = 0.97, 0.9, 0.6, 0.1
_OWN_RIGHT = 0.95  # of a suggestion by a written rule, which keeps its class
_SHORTEST = 4  # letters and figures of what is suggested where nothing was
_NAMED = frozenset((
    Kind.PERSON, Kind.OTHER, Kind.STREET, Kind.CENTRE, Kind.INSTITUTION, Kind.NUMBER, Kind.PHONE, Kind.EMAIL, Kind.WEB,
))  # fmt: skip
_LABEL = regex.compile(r"(?:^|[|;\t]|[.,]\s|\s{2})[ \t]*(\p{L}[^|;:=\t]{1,40}?)[ \t]*[:=][ \t]*\Z")


def following(desk: Desk, text: str, edit: Edit, tagset: TagSet) -> Edit:
    """The edit with what follows from it for pending suggestions; the edit itself where nothing does.

    Raises `EditError` when the edit is not possible.
    """
    after = edit.apply(desk)
    decided = [m for m in after if m.decision is not Decision.PENDING and _is_new(m, desk.get(m.id))]
    # What is decided together nobody has looked at one by one.
    if len(decided) != 1 or len(text) > _LONGEST:
        return edit
    changes = tuple(_changes(after, text, decided[0], desk.get(decided[0].id), tagset))
    return Several((edit, *changes)) if changes else edit


def prepare_following() -> None:
    """Read what looking for the same takes, so that the first decision need not wait for it."""
    somebody = PhiClass("somebody", {}, kind=Kind.PERSON.value, role="patient")
    hits("Ana Gil", Desk(), Ruling("Ana Gil", somebody.name), TagSet("prepared", "1", (somebody,)))


def followers(edit: Edit) -> int:
    """How many suggestions an edit changed or made beside what it decided."""
    own = edit.edits if isinstance(edit, Several) else ()
    return sum(isinstance(one, Restore) and _follows(one.mention) for one in own)


def _follows(mention: Mention) -> bool:
    return (
        mention.decision is Decision.PENDING
        and mention.suggestion is not None
        and mention.suggestion.evidence[0].kind == DECIDED
    )


def _is_new(mention: Mention, before: Mention | None) -> bool:
    return before is None or (before.decision, before.span) != (mention.decision, mention.span)


def _changes(desk: Desk, text: str, mention: Mention, before: Mention | None, tagset: TagSet) -> Iterator[Edit]:
    line = text.count("\n", 0, mention.span.start) + 1
    ruling = ruling_on(mention, text)
    if not ruling.text.strip():
        return
    met: set[int] = set()
    ids = count(desk.next_id)
    for hit in hits(text, desk, ruling, tagset, mention.id):
        if hit.mention_id is None:
            if _is_worth_marking(hit, text, tagset):
                yield from _marked(desk, hit, line, ids)
        else:
            met.add(hit.mention_id)
            yield from _followed(desk[hit.mention_id], hit, ruling, line)
    if ruling.is_phi and before is not None and before.span.phi_class != mention.span.phi_class:
        others = (m for m in desk.pending if m.id not in met)
        yield from _after_same_label(others, text, mention.span, before.span.phi_class, line)


def _followed(pending: Mention, hit: Hit, ruling: Ruling, line: int) -> Iterator[Edit]:
    suggestion = pending.suggestion
    if suggestion is None:
        return
    if hit.fate is Fate.REJECT:
        fact = Evidence(DECIDED, "rejected", str(line))
        yield _with(pending, pending.span.phi_class, min(suggestion.confidence, _DOUBTED), fact)
        return
    fact = Evidence(DECIDED, "accepted", str(line))
    if hit.fate is Fate.ACCEPT:
        if suggestion.confidence < _SURE:
            yield _with(pending, ruling.phi_class, _LIKELY if hit.doubtful else _SURE, fact)
    elif not _has_its_own_right(suggestion):
        yield _with(pending, ruling.phi_class, _POSSIBLE if hit.doubtful else _LIKELY, fact)


def _has_its_own_right(suggestion: Suggestion) -> bool:
    """Whether a written rule or the patient's record says of what class it is, whoever else is called so."""
    kinds = {fact.kind for fact in suggestion.evidence}
    return "patient" in kinds or (suggestion.confidence >= _OWN_RIGHT and "rule" in kinds)


def _is_worth_marking(hit: Hit, text: str, tagset: TagSet) -> bool:
    """Whether a place where nothing stood is suggested unasked: a name or a number, not a word of the dictionary."""
    from deid_studio.people.vocabulary import default_vocabulary  # the words are read when something is decided

    own, kind = hit.span.text(text), meaning_in(tagset, hit.span.phi_class).kind
    if hit.doubtful or kind not in _NAMED or sum(map(str.isalnum, own)) < _SHORTEST:
        return False
    words = regex.findall(r"\p{L}+", own)
    # Of names the search has told already which are words as well.
    return kind is Kind.PERSON or not words or not all(fold(word) in default_vocabulary() for word in words)


def _marked(desk: Desk, hit: Hit, line: int, ids: Iterator[int]) -> Iterator[Edit]:
    parts = [m for m in desk.pending if m.span.overlaps(hit.span)]
    if any(m.span.start < hit.span.start or hit.span.end < m.span.end for m in parts):
        return  # what sticks out would be lost
    yield from (TakeIn(m.id) for m in parts)
    fact = Evidence(DECIDED, "accepted", str(line))
    suggestion = Suggestion(hit.span, _LIKELY, (fact,))
    yield Restore(Mention(next(ids), hit.span, Decision.PENDING, Origin.DETECTOR, suggestion))


def _after_same_label(others: Iterable[Mention], text: str, span: Span, was: str, line: int) -> Iterator[Edit]:
    label = _label(text, span)
    if not label:
        return
    fact = Evidence(DECIDED, "label", str(line))
    for other in others:
        suggestion = other.suggestion
        if suggestion is not None and other.span.phi_class == was and _label(text, other.span) == label:
            yield _with(other, span.phi_class, max(suggestion.confidence, _POSSIBLE), fact)


def _label(text: str, span: Span) -> str:
    """The folded label that a span stands after on its line; empty where there is none."""
    found = _LABEL.search(text[text.rfind("\n", 0, span.start) + 1 : span.start])
    return fold(found[1]) if found else ""


def _with(pending: Mention, phi_class: str, confidence: float, fact: Evidence) -> Restore:
    assert pending.suggestion is not None
    span = replace(pending.span, phi_class=phi_class)
    others = tuple(one for one in pending.suggestion.evidence if one.kind != DECIDED)
    return Restore(replace(pending, span=span, suggestion=Suggestion(span, confidence, (fact, *others))))
