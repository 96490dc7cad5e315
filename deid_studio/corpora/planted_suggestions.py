"""Planted suggestions: wrong suggestions that are shown among a layer's, to measure how far they pull; pure.

They are laid over the desk that is shown and are nowhere else: the session, its journal and what is saved have what the
detector suggested, which a person decides on once the planted one is out of the way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from deid_studio.model.edits import Accept, Edit, Note, Reject, Relabel, Remove, Resize, Several, TakeIn
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.review.second.second_policy import draw

_WORD = re.compile(r"[^\W_]+")
_LEAST = 3  # letters of a word that is suggested though it is nothing
_MAY_PASS = re.compile(r"[^\S\n]+")  # between two words of one span

Chance = Callable[[str], float]  # a number from 0 to 1 for a name


class Slip(StrEnum):
    """What is wrong with a planted suggestion: its class, its ends, or that there is nothing."""

    CLASS = "class"
    ENDS = "ends"
    SPURIOUS = "spurious"


class Answer(StrEnum):
    """What an annotator did with one: `PASSED` is signed off without a decision on it."""

    ACCEPTED = "accepted"
    CORRECTED = "corrected"
    REJECTED = "rejected"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class PlantedSuggestion:
    """A wrong suggestion as it is shown, with the id of the mention that it hides; a negative one of `SPURIOUS`."""

    slip: Slip
    mention: Mention


@dataclass(frozen=True, slots=True)
class Planting:
    """How suggestions are planted in a report: the share of its suggestions (0 to 1) and what chance is drawn by."""

    report: str
    annotator: str
    share: float
    seed: str

    def on(self, desk: Desk, text: str, tagset: TagSet) -> tuple[PlantedSuggestion, ...]:
        """What is planted on a desk: the same whenever it is asked, until somebody decides what lies beneath."""
        found = [m for m in desk if m.origin is Origin.DETECTOR and m.suggestion is not None]
        plants: list[PlantedSuggestion] = []
        for mention in found:
            assert mention.suggestion is not None
            if self._draw("share", mention.suggestion.span) < self.share:
                plant = self._plant(mention, mention.suggestion, found, text, tagset)
                if plant is not None and not _touches(plant, desk, plants):
                    plants.append(plant)
        return tuple(plants)

    def _draw(self, use: str, span: Span) -> float:
        place = f"{span.start}:{span.end}:{span.phi_class}"
        return draw(f"planted:{use}:{self.annotator}:{self.report}:{place}", self.seed)

    def _plant(
        self, mention: Mention, suggestion: Suggestion, found: Sequence[Mention], text: str, tagset: TagSet
    ) -> PlantedSuggestion | None:
        slips = sorted(Slip, key=lambda slip: self._draw(slip, suggestion.span))
        untouched = mention.decision is Decision.PENDING and mention.span == suggestion.span
        for slip in slips:
            span = self._wrong(slip, suggestion.span, found, text, tagset)
            if span is None:
                continue
            if slip is not Slip.SPURIOUS and not untouched:
                return None
            own_id = -1 - span.start if slip is Slip.SPURIOUS else mention.id
            note = "" if slip is Slip.SPURIOUS else mention.note
            # What else a detector knows of the text there would give it away.
            told = replace(suggestion, span=span, evidence=suggestion.evidence[:1])
            return PlantedSuggestion(slip, Mention(own_id, span, Decision.PENDING, Origin.DETECTOR, told, note))
        return None

    def _wrong(self, slip: Slip, span: Span, found: Sequence[Mention], text: str, tagset: TagSet) -> Span | None:
        taken = [m.suggestion.span for m in found if m.suggestion is not None and m.suggestion.span != span]
        spans: Iterable[Span]
        if slip is Slip.CLASS:
            spans = _of_other_class(span, tagset)
        elif span.gaps:
            return None
        elif slip is Slip.ENDS:
            spans = [one for one in _of_other_ends(span, text) if not any(map(one.overlaps, taken))]
        else:
            spans = _of_nothing(span, (span, *taken), text)
        return min(spans, key=lambda one: self._draw(f"{slip}:{span.start}", one), default=None)


def shown_with(desk: Desk, plants: Iterable[PlantedSuggestion]) -> Desk:
    """The desk as it is shown."""
    for plant in plants:
        desk = desk.with_mention(plant.mention)
    return desk


def answered(edit: Edit, plants: Sequence[PlantedSuggestion]) -> tuple[Edit | None, dict[int, Answer]]:
    """What is left of an edit of the desk that is shown for the report itself, and what it says of planted ones, by id.

    A correction that leaves nothing wrong is left: the mention beneath gets the class or the ends that the person gave.
    """
    by_id = {plant.mention.id: plant for plant in plants}
    said: dict[int, Answer] = {}

    def left(one: Edit) -> Edit | None:
        if isinstance(one, Several):
            rest = tuple(filter(None, map(left, one.edits)))
            return replace(one, edits=rest) if rest else None
        plant = by_id.get(getattr(one, "mention_id", 0))
        if plant is None:
            return one
        match plant.slip, one:
            case (Slip.CLASS, Relabel(_, name)) if name != plant.mention.span.phi_class:
                said[plant.mention.id] = Answer.CORRECTED
                return one
            case Slip.CLASS | Slip.ENDS, TakeIn():  # by what a person marks over it
                said[plant.mention.id] = Answer.CORRECTED
                return one
            case Slip.ENDS, Resize():
                said[plant.mention.id] = Answer.CORRECTED
                return one
            case Slip.CLASS | Slip.ENDS, Note():
                return one
            case _, Reject() | Remove():
                said[plant.mention.id] = Answer.REJECTED
            case _, Accept() | Relabel() | Resize():
                said[plant.mention.id] = Answer.ACCEPTED
        return None

    return left(edit), said


def _touches(plant: PlantedSuggestion, desk: Desk, plants: Iterable[PlantedSuggestion]) -> bool:
    """Whether something else stands where a plant would."""
    others = (m for m in desk.overlapping(plant.mention.span) if m.id != plant.mention.id)
    return any(others) or any(one.mention.span.overlaps(plant.mention.span) for one in plants)


def _of_other_class(span: Span, tagset: TagSet) -> list[Span]:
    """The span in the other classes of its group, which are taken for it sooner; else in any other."""
    groups = {one.name: one.group for one in tagset.classes}
    others = [name for name in groups if name != span.phi_class]
    near = [name for name in others if groups[name] == groups.get(span.phi_class)]
    return [replace(span, phi_class=name) for name in near or others]


def _of_other_ends(span: Span, text: str) -> Iterator[Span]:
    """The span a word shorter at either end, or one longer where it has but one."""
    words = [match.span() for match in _WORD.finditer(text, span.start, span.end)]
    if len(words) > 1:
        yield replace(span, end=words[-2][1])
        yield replace(span, start=words[1][0])
        return
    after = _WORD.search(text, span.end)
    if after is not None and _MAY_PASS.fullmatch(text, span.end, after.start()):
        yield replace(span, end=after.end())
    start = text.rfind("\n", 0, span.start) + 1
    before = [match.span() for match in _WORD.finditer(text, start, span.start)]
    if before and _MAY_PASS.fullmatch(text, before[-1][1], span.start):
        yield replace(span, start=before[-1][0])


def _of_nothing(like: Span, taken: Iterable[Span], text: str) -> Iterator[Span]:
    """Words that nobody suggested and that look like what a span has: capitals, or a number.

    None stands in what was suggested, since it may have been missed elsewhere.
    """
    taken = list(taken)
    known = {word for span in taken for word in _WORD.findall(fold(span.text(text)))}
    number = any(map(str.isdigit, like.text(text)))
    for match in _WORD.finditer(text):
        word = match.group()
        fits = word.isdigit() if number else len(word) >= _LEAST and word[0].isupper() and word.isalpha()
        if fits and fold(word) not in known:
            span = Span(match.start(), match.end(), like.phi_class)
            if not any(map(span.overlaps, taken)):
                yield span
