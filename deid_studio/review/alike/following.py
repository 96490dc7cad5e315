"""Following: what decisions say of suggestions in the same report that nobody has decided on; pure.

The same person or thing, as the register of people finds it, has the decision's class from then on, or is doubted when
it was rejected; where it stands unmarked it is suggested, as long as what it is suggested for is there; and what stands
after the same label goes to the class that a person gave it there. All of it is part of the decision's own step: undone
with it, and kept with it in the journal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import regex

from deid_studio.model.edits import Edit, Restore, Several, TakeIn
from deid_studio.model.kinds import Kind
from deid_studio.model.lines import line_number
from deid_studio.model.mentions import Decision, Desk, Mention, Origin, text_order
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.folding import fold
from deid_studio.people.person import Marked
from deid_studio.review.alike.alike import Fate, Hit, Ruling, hits, hits_of
from deid_studio.review.alike.labelled_values import has_its_own_right, label_before
from deid_studio.review.deciding.first_class import with_first_class
from deid_studio.review.deciding.sensitivity import LIKELY

DECIDED = "decided"  # the kind of the evidence

_LONGEST = 300_000  # characters of a report in which places are looked for before the next key
_SURE, _LIKELY, _POSSIBLE, _DOUBTED = 0.97, 0.9, 0.6, 0.1
_OWN_RIGHT = 0.95  # of a suggestion by a written rule, which keeps its class beside a label
_SHORTEST = 4  # letters and figures of what is suggested where nothing was
_NAMED = frozenset((
    Kind.PERSON, Kind.OTHER, Kind.STREET, Kind.CENTRE, Kind.INSTITUTION, Kind.NUMBER, Kind.PHONE, Kind.EMAIL, Kind.WEB,
))  # fmt: skip


def following(desk: Desk, text: str, edit: Edit, tagset: TagSet, held: Collection[int] = ()) -> Edit:
    """The edit with what follows from it for pending suggestions; the edit itself where nothing does.

    The mentions of the ids `held` are left as they are. Raises `EditError` when the edit is not possible.
    """
    after = edit.apply(desk)
    groundless = [TakeIn(m.id) for m in _groundless(desk, after, text, tagset) if m.id not in held]
    if groundless:
        edit = Several((edit, *groundless))
        after = edit.apply(desk)
    changed = sorted((after[one] for one in after.changed_since(desk) if one in after), key=text_order)
    decided = [m for m in changed if m.decision is not Decision.PENDING and _is_new(m, desk.get(m.id))]
    if not decided or len(text) * len(decided) > _LONGEST:
        return edit
    changes = tuple(_changes(desk, after, text, decided, tagset, held))
    return Several((edit, *changes)) if changes else edit


def prepare_following() -> None:
    """Read what looking for the same takes, so that the first decision need not wait for it."""
    somebody = PhiClass("somebody", {}, kind=Kind.PERSON.value, role="patient")
    family = PhiClass("family", {}, kind=Kind.RELATIVE.value)
    for text, one in (("Ana Gil", somebody), ("dos hijos", family)):
        hits(text, Desk(), Ruling(text, one.name), TagSet("prepared", "1", (one,)))


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


def _groundless(before: Desk, desk: Desk, text: str, tagset: TagSet) -> list[Mention]:
    """What is suggested for the sake of a mention alone that is taken off the desk, and of no other that is left."""
    gone = [before[one] for one in desk.changed_since(before) if one not in desk]
    lines = {_line_of(text, m.span.start) for m in gone if m.decision is Decision.ACCEPTED}
    made = [m for m in desk.pending if lines and _is_made_for(m, lines)]
    if not made:
        return []
    left = [_source(m, text) for m in desk.accepted if m.span.text(text).strip()]
    if len(text) * len(left) > _LONGEST:
        return []
    others = {hit.mention_id for hit in hits_of(left, True, text, desk, tagset)} if left else set()
    return [m for m in made if m.id not in others]


def _is_made_for(mention: Mention, lines: Collection[str]) -> bool:
    facts = () if mention.suggestion is None else mention.suggestion.evidence
    return bool(facts) and all((one.kind, one.name) == (DECIDED, "accepted") and one.detail in lines for one in facts)


def _changes(
    before: Desk, desk: Desk, text: str, decided: Sequence[Mention], tagset: TagSet, held: Collection[int]
) -> Iterator[Edit]:
    own = [m.id for m in decided]
    met = {*own, *held}
    accepted, rejected = (
        [_source(m, text) for m in decided if m.decision is said and m.span.text(text).strip()]
        for said in (Decision.ACCEPTED, Decision.REJECTED)
    )
    forms = {fold(one.text) for one in accepted}
    for is_phi, sources in ((True, accepted), (False, [one for one in rejected if fold(one.text) not in forms])):
        for hit in hits_of(sources, is_phi, text, desk, tagset, (*own, *held)) if sources else ():
            if hit.mention_id in met or _is_another_number(hit, desk, text) or _is_anothers(hit, desk, text):
                continue
            for edit in _following(desk, text, hit, tagset):
                yield edit
                desk = edit.apply(desk)
                met.add(edit.mention_id if isinstance(edit, TakeIn) else edit.mention.id)
            met.update(() if hit.mention_id is None else (hit.mention_id,))
    for mention in decided:
        was = before.get(mention.id)
        changed = was is not None and was.span.phi_class != mention.span.phi_class
        if was is not None and changed and mention.decision is Decision.ACCEPTED:
            others = [m for m in desk.pending if m.id not in met]
            for edit in _after_same_label(others, text, mention.span, was.span.phi_class):
                yield edit
                met.add(edit.mention.id)


def _source(mention: Mention, text: str) -> Marked:
    return Marked("", mention.span.start, mention.span.text(text).strip(), mention.span.phi_class)


def _following(desk: Desk, text: str, hit: Hit, tagset: TagSet) -> Iterable[Restore | TakeIn]:
    assert hit.source is not None
    line = _line_of(text, hit.source.start)
    if hit.mention_id is not None:
        return _followed(desk[hit.mention_id], hit, line, text)
    return _marked(desk, hit, line) if _is_worth_marking(hit, text, tagset) else ()


def _followed(pending: Mention, hit: Hit, line: str, text: str) -> Iterator[Restore]:
    suggestion = pending.suggestion
    if suggestion is None:
        return
    if hit.fate is Fate.REJECT:
        fact = Evidence(DECIDED, "rejected", line)
        yield _with(pending, pending.span.phi_class, min(suggestion.confidence, _DOUBTED), fact)
        return
    fact = Evidence(DECIDED, "accepted", line)
    if hit.fate is Fate.ACCEPT:
        if suggestion.confidence < _SURE:
            yield _with(pending, hit.span.phi_class, _LIKELY if hit.doubtful else _SURE, fact)
    elif hit.doubtful:  # a brother has the same surname, and a sex the letter of a name
        if suggestion.confidence < _POSSIBLE and not has_its_own_right(suggestion, text):
            yield _with(pending, hit.span.phi_class, _POSSIBLE, fact)
    elif not has_its_own_right(suggestion, text, by_label=_is_by_a_sure_rule(suggestion)):
        yield _with(pending, hit.span.phi_class, _LIKELY, fact)


def _is_by_a_sure_rule(suggestion: Suggestion) -> bool:
    return suggestion.confidence >= _OWN_RIGHT and any(fact.kind == "rule" for fact in suggestion.evidence)


def _is_another_number(hit: Hit, desk: Desk, text: str) -> bool:
    """Whether a number has other figures (`32805116/00`, not the identity card 32.805.116), and its class is likely."""
    pending = None if hit.mention_id is None else desk.get(hit.mention_id)
    if pending is None or pending.suggestion is None or hit.source is None or hit.fate is Fate.REJECT:
        return False
    own, other = ([one for one in words if one.isdigit()] for words in (pending.span.text(text), hit.source.text))
    return own != other and pending.suggestion.confidence >= LIKELY


def _is_anothers(hit: Hit, desk: Desk, text: str) -> bool:
    """Whether a suggestion would go to another class, and all its words are those of somebody who was accepted in its
    own: the patient's surname, which the father has as well."""
    if hit.fate is not Fate.RELABEL or hit.mention_id is None:
        return False
    pending = desk[hit.mention_id]
    accepted = (m for m in desk.accepted if m.span.phi_class == pending.span.phi_class)
    words = _words(pending.span.text(text))
    return any(words <= _words(m.span.text(text)) for m in accepted)


def _words(text: str) -> set[str]:
    return set(regex.findall(r"[\p{L}\p{N}]+", fold(text)))


def _is_worth_marking(hit: Hit, text: str, tagset: TagSet) -> bool:
    """Whether a place where nothing stood is suggested unasked: a name or a number, not a word of the dictionary."""
    from deid_studio.people.vocabulary import default_vocabulary  # the words are read when something is decided

    own, kind = hit.span.text(text), meaning_in(tagset, hit.span.phi_class).kind
    if hit.doubtful or kind not in _NAMED or sum(map(str.isalnum, own)) < _SHORTEST:
        return False
    words = regex.findall(r"\p{L}+", own)
    # Of names the search has told already which are words as well.
    return kind is Kind.PERSON or not words or not all(fold(word) in default_vocabulary() for word in words)


def _marked(desk: Desk, hit: Hit, line: str) -> Iterator[Restore | TakeIn]:
    parts = [m for m in desk.overlapping(hit.span) if m.decision is Decision.PENDING]
    if any(m.span.start < hit.span.start or hit.span.end < m.span.end for m in parts):
        return  # what sticks out would be lost
    yield from (TakeIn(m.id) for m in parts)
    suggestion = Suggestion(hit.span, _LIKELY, (Evidence(DECIDED, "accepted", line),))
    yield Restore(Mention(desk.next_id, hit.span, Decision.PENDING, Origin.DETECTOR, suggestion))


def _after_same_label(others: Iterable[Mention], text: str, span: Span, was: str) -> Iterator[Restore]:
    label = label_before(text, span.start)
    if not label:
        return
    fact = Evidence(DECIDED, "label", _line_of(text, span.start))
    for other in others:
        suggestion = other.suggestion
        if suggestion is not None and other.span.phi_class == was and label_before(text, other.span.start) == label:
            yield _with(other, span.phi_class, max(suggestion.confidence, _POSSIBLE), fact)


def _line_of(text: str, place: int) -> str:
    return str(line_number(text, place))


def _with(pending: Mention, phi_class: str, confidence: float, fact: Evidence) -> Restore:
    assert pending.suggestion is not None
    span = replace(pending.span, phi_class=phi_class)
    others = (one for one in pending.suggestion.evidence if one.kind != DECIDED)
    facts = with_first_class((fact, *others), pending.suggestion, phi_class)
    return Restore(replace(pending, span=span, suggestion=Suggestion(span, confidence, facts)))
