"""Finding: one thing that is left to look at before sign-off, and what a person says of it as an edit.

The mention that such an edit leaves bears the evidence `sweep`, by which it is known to have been looked at; of a
contradiction the evidence says which. So an answer is undone, replayed and kept like any other decision.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from deid_studio.model.edits import Accept, Edit, Relabel, Restore, Several
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding import intents

LOOKED_AT = Evidence("sweep")
CHECK = "check"  # the kind of the evidence of what the final check itself finds


class Sort(StrEnum):
    """What a finding is about."""

    ELSEWHERE = "elsewhere"  # what was accepted stands there unmarked, perhaps in another spelling
    DOUBT = "doubt"  # nobody suggested it: the model holds it possible, or it looks like PHI
    REJECTED = "rejected"  # it was rejected, although it was likely
    HIDDEN = "hidden"  # a suggestion that nobody decided on, since it is not shown
    UNREAD = "unread"  # a passage that was not on the screen long enough to be read
    ROLES = "roles"  # one name is the patient's here and somebody else's there
    STAY = "stay"  # a date is far outside of the stay that the report tells of
    AGE = "age"  # an age does not fit the date of birth


CONTRADICTIONS = frozenset((Sort.ROLES, Sort.STAY, Sort.AGE))
_OPEN = frozenset((Sort.STAY, Sort.AGE))


@dataclass(frozen=True, slots=True)
class Finding:
    """A place to look at: its span with the class that is proposed, and why.

    `others` are further places of the same text; `mention_id` is the mention that it is about, if any. `chance` is the
    probability that looking at it is of use; of an unread passage, how many mentions of PHI are expected in it.
    """

    suggestion: Suggestion
    others: tuple[Span, ...] = ()
    mention_id: int | None = None
    sort: Sort = Sort.DOUBT
    chance: float = 1.0

    @property
    def span(self) -> Span:
        """The place, with the class that is proposed."""
        return self.suggestion.span

    @property
    def asks_class(self) -> bool:
        """Whether no class is proposed: what is wrong is for a person to say."""
        return self.sort in _OPEN

    @property
    def leak(self) -> float:
        """How many mentions are expected to leave unmarked: none of what is marked, however doubtful its class."""
        return 0.0 if self.sort in CONTRADICTIONS else self.chance * (1 + len(self.others))


def is_looked_at(mention: Mention) -> bool:
    """Whether a person has said of a mention, in a final check, what it is."""
    return mention.suggestion is not None and LOOKED_AT in mention.suggestion.evidence


def is_dismissed(mention: Mention) -> bool:
    """Whether a person has said in a final check that a place is not PHI."""
    return mention.decision is Decision.REJECTED and is_looked_at(mention)


def is_settled(mention: Mention, sort: Sort) -> bool:
    """Whether a person has said of a mention that a contradiction is none."""
    return mention.suggestion is not None and _settled(sort) in mention.suggestion.evidence


def marking(desk: Desk, finding: Finding, phi_class: str = "") -> Edit:
    """Say that a finding is PHI of the class that is proposed, or of another one."""
    wanted = phi_class or finding.span.phi_class
    if finding.sort is Sort.HIDDEN and finding.mention_id is not None:
        same = desk[finding.mention_id].span.phi_class == wanted
        return Accept(finding.mention_id) if same else Relabel(finding.mention_id, wanted)
    if finding.sort in CONTRADICTIONS:
        places = {(span.start, span.end) for span in (finding.span, *finding.others)}
        return Several(tuple(Relabel(m.id, wanted) for m in desk if (m.span.start, m.span.end) in places))
    return _deciding(desk, finding, Decision.ACCEPTED, phi_class)


def dismissing(desk: Desk, finding: Finding) -> Edit:
    """Say that a finding is not PHI, or a contradiction none, so that it does not come back."""
    if finding.sort is Sort.HIDDEN and finding.mention_id is not None:
        return intents.discarding(desk[finding.mention_id])
    if finding.sort in CONTRADICTIONS and finding.mention_id is not None:
        mention = desk[finding.mention_id]
        fact = _settled(finding.sort)
        known = mention.suggestion
        settled = Suggestion(mention.span, 1.0, (fact,)) if known is None else _with(known, fact)
        return Restore(replace(mention, suggestion=settled))
    return _deciding(desk, finding, Decision.REJECTED)


def _settled(sort: Sort) -> Evidence:
    return Evidence("sweep", sort.value)


def _with(suggestion: Suggestion, fact: Evidence) -> Suggestion:
    return replace(suggestion, evidence=tuple(dict.fromkeys((*suggestion.evidence, fact))))


def _deciding(desk: Desk, finding: Finding, decision: Decision, phi_class: str = "") -> Edit:
    """Decide on a finding at all its places at once: what is the same text has the same answer."""
    before = None if finding.mention_id is None else desk.get(finding.mention_id)
    looked_at = _with(finding.suggestion, LOOKED_AT)
    if before is not None:
        span = replace(before.span, phi_class=phi_class or before.span.phi_class)
        return Restore(replace(before, span=span, decision=decision, suggestion=looked_at))
    places = [one for one in (finding.span, *finding.others) if not desk.overlapping(one)]
    spans = [replace(one, phi_class=phi_class or finding.span.phi_class) for one in places]
    # No detector had suggested it: it counts as what the person added.
    edits = [
        Restore(Mention(desk.next_id + at, span, decision, Origin.PERSON, replace(looked_at, span=place)))
        for at, (place, span) in enumerate(zip(places, spans, strict=True))
    ]
    return edits[0] if len(edits) == 1 else Several(tuple(edits))
