"""Places: all that holds one report back, from what readers see in it and what stands in it as it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from deid_studio.detection.suggester import DETECTED
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import Meaning
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.people.kinship import names_in
from deid_studio.people.person import Marked
from deid_studio.people.register import Register
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.gate.calendar_facts import calendar_facts, weekdays_beside
from deid_studio.release.gate.classes import class_here, in_classes_of
from deid_studio.release.gate.halves import rest_of_dates, rest_of_names
from deid_studio.release.gate.held import HeldKind, HeldPlace, harm_of, says_who
from deid_studio.release.gate.ordinary import is_ordinary
from deid_studio.release.gate.sightings import Sighting
from deid_studio.release.gate.standing import kind_of, standing
from deid_studio.release.gate.stretches import Stretch, spills, telling_pieces, touching
from deid_studio.release.policy import Policy, Way
from deid_studio.release.released import Released
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.name_lists import default_lists
from deid_studio.release.treating import treatment_of

_SURE = 0.9  # of what is seen in the released text alone: there surrogates are all around
_BEFORE = 24  # characters before a sighting that may tell what it is


def held_places(
    doc: Document,
    released: Released,
    seen: Iterable[Sighting],
    seen_there: Iterable[Suggestion],
    policy: Policy,
    tagset: TagSet,
    fields: PatientFields | None = None,
    others: Iterable[tuple[str, str]] = (),
    people: Register | None = None,
) -> tuple[HeldPlace, ...]:
    """The places of a report that hold it back until a person answers for them, disjoint, in text order.

    `seen` is what readers see in the original, `seen_there` what they see in the released text; of both only what is
    unmarked is held. `others` are texts with their classes that were decided in the patient's other reports; `people`
    is the register of all that was decided in these and this one, where one is made already.
    """
    report, others = _Report(doc, released, policy, tagset), tuple(others)
    found = [
        *report.standing(fields, others), *report.spilt(), *report.of_dates(),
        *report.handles(fields, others, people), *report.seen(seen), *report.seen_there(seen_there),
    ]  # fmt: skip
    return tuple(_disjoint(found, doc.text))


@dataclass(frozen=True, slots=True)
class _Report:
    """A report, how it leaves, and by what rules."""

    doc: Document
    released: Released
    policy: Policy
    tagset: TagSet

    def standing(self, fields: PatientFields | None, others: Iterable[tuple[str, str]]) -> Iterator[HeldPlace]:
        """What was decided or is known, where it stands in the released text."""
        for one in standing(self.doc, self.released, self.tagset, fields, others):
            yield self._place(self._origin(one.start, one.end), (one.start, one.end), one.kind, one.phi_class, one.why)

    def spilt(self) -> Iterator[HeldPlace]:
        """What goes on where a marked span ends: the word or number, the name, or the date."""
        places = [one.place for one in self.released.rewriting.changes]
        for start, end, phi_class in spills(self.doc.text, places):
            yield self._unmarked((start, end), HeldKind.SPILL, phi_class, ())
        if self.policy.way_of_names is not Way.KEEP:
            for start, end, phi_class in rest_of_names(self.doc.text, places, self.tagset):
                yield self._unmarked((start, end), HeldKind.SPILL, phi_class, ())
        for start, end, phi_class in rest_of_dates(self.doc.text, places, self.tagset):
            if self.policy.treatment(phi_class, self.tagset).way is not Way.KEEP:
                yield self._unmarked((start, end), HeldKind.SPILL, phi_class, ())

    def of_dates(self) -> Iterator[HeldPlace]:
        """What the calendar tells of dates that go: days of the week beside them where these change, and feasts."""
        places = [one.place for one in self.released.rewriting.changes]
        for start, end, phi_class in weekdays_beside(self.doc.text, places, self.tagset):
            way = self.policy.treatment(phi_class, self.tagset).way
            if not (way is Way.KEEP or (way is Way.SURROGATE and self.policy.dates is DateKeeping.WEEKDAYS)):
                yield self._unmarked((start, end), HeldKind.SPILL, phi_class, ())
        for start, end, phi_class in calendar_facts(self.doc.text, places, self.tagset):
            if self.policy.treatment(phi_class, self.tagset).way is not Way.KEEP:
                yield self._unmarked((start, end), HeldKind.DATE, phi_class, ())

    def handles(
        self, fields: PatientFields | None, others: Iterable[tuple[str, str]], people: Register | None
    ) -> Iterator[HeldPlace]:
        """User names and the like that are made of a person's name."""
        if self.policy.way_of_names is Way.KEEP:
            return
        known = fields is not None and fields.values
        register = self._register(fields, others) if known or people is None else people
        marked = [(change.place.start, change.place.end) for change in self.released.rewriting.changes]
        for start, end, person in register.handles(self.doc.text, default_vocabulary()):
            if not any(touching((start, end), marked)):
                phi_class = register.class_of(person) or class_here(Meaning(Kind.PERSON, person.role), self.tagset)
                yield self._unmarked((start, end), HeldKind.NAME_WORD, phi_class, ())

    def _register(self, fields: PatientFields | None, others: Iterable[tuple[str, str]]) -> Register:
        """The register of what was decided in the patient's reports and is known besides."""
        decided = [
            (self.doc.text[change.place.start : change.place.end], change.place.phi_class)
            for change in self.released.rewriting.changes
        ]
        named = (Marked("", place, *one) for place, one in enumerate((*others, *decided)))
        return Register.of(named, self.tagset, fields, default_lists())

    def seen(self, seen: Iterable[Sighting]) -> Iterator[HeldPlace]:
        """What readers see in the original beside what is marked."""
        marked = [(change.place.start, change.place.end) for change in self.released.rewriting.changes]
        for sighting in seen:
            for one in in_classes_of(self.tagset, (sighting.suggestion,), self.doc.text):
                if self._stays(one.span, self.doc.text):
                    continue
                for piece in _beside(one.span, sighting.kind, marked, self.doc.text):
                    yield self._unmarked(piece, sighting.kind, one.span.phi_class, one.evidence)

    def seen_there(self, seen: Iterable[Suggestion]) -> Iterator[HeldPlace]:
        """What readers see in the released text: the rest of a name beside its surrogate, and what they are sure of."""
        replaced = [(change.start, change.end) for change in self.released.rewriting.changes]
        text = self.released.text
        for one in in_classes_of(self.tagset, seen, text):
            if self._stays(one.span, text):
                continue
            touched = any(touching((one.span.start, one.span.end), replaced))
            person = self._kind(one.span.phi_class) == "person"
            for piece in _beside(one.span, HeldKind.DETECTED, replaced, text):
                if person and _is_name(text[slice(*piece)]) if touched else one.confidence >= _SURE:
                    yield self._place(self._origin(*piece), piece, HeldKind.DETECTED, one.span.phi_class, one.evidence)

    def _stays(self, span: Span, text: str) -> bool:
        """Whether the policy lets what is of this class leave as it is, or nobody was to mark it by this tag set.

        Of relatives that are kept the names go, so that one that nobody marked is held.
        """
        if span.phi_class not in self.tagset:
            return not says_who(self._kind(span.phi_class))
        before = text[max(span.start - _BEFORE, 0) : span.start].rpartition("\n")[2]
        own = text[span.start : span.end]
        if treatment_of(self.policy, self.tagset, span.phi_class, own, before).way is not Way.KEEP:
            return False
        names_go = self._kind(span.phi_class) == "relative" and self.policy.way_of_names is not Way.KEEP
        return not (names_go and names_in(text[span.start : span.end]))

    def _kind(self, phi_class: str) -> str:
        return kind_of(self.tagset, phi_class) or kind_of(shipped_tagset(DETECTED), phi_class)

    def _origin(self, start: int, end: int) -> Stretch:
        return self.released.rewriting.old_stretch(start, end)

    def _unmarked(self, stretch: Stretch, kind: HeldKind, phi_class: str, why: Sequence[Evidence]) -> HeldPlace:
        start = self.released.rewriting.new_offset(stretch[0])
        return self._place(stretch, (start, start + stretch[1] - stretch[0]), kind, phi_class, why)

    def _place(
        self, stretch: Stretch, there: Stretch, kind: HeldKind, phi_class: str, why: Sequence[Evidence]
    ) -> HeldPlace:
        harm = harm_of(kind, self._kind(phi_class), self.doc.text[slice(*stretch)])
        return HeldPlace(*stretch, kind, there, phi_class, harm, tuple(why))


def _beside(span: Span, kind: HeldKind, marked: Sequence[Stretch], text: str) -> Iterator[Stretch]:
    """What of a sighting is beside what is marked and is worth a question.

    A doubt is drawn roughly, and behind a label the person has marked what they took for the value: what is left of
    these beside a mark is mostly what is around it.
    """
    touched = any(touching((span.start, span.end), marked))
    if touched and kind is HeldKind.DOUBT:
        return
    for piece in telling_pieces((span.start, span.end), marked, text):
        is_rest = touched and kind is HeldKind.LABEL
        if not is_ordinary(text, *piece) and not (is_rest and not _is_name(text[slice(*piece)])):
            yield piece


def _is_name(text: str) -> bool:
    """Whether a text may be words of a name: all with capitals, and no abbreviation."""
    words = text.replace("-", " ").split()
    return all(word[0].isupper() and word.isalpha() for word in words) and (len(text) > 4 or not text.isupper())


def _disjoint(found: Sequence[HeldPlace], text: str) -> list[HeldPlace]:
    """The places in text order; of those that overlap the worst, then what the reviewer saw, then the longest.

    A longer one gives way to what it holds where the rest is but a word in small letters (`BELMONTE vuelve`). What of
    the others lies beside is a place of its own where it may tell something; a doubt is drawn too roughly for that.
    """
    kept: list[HeldPlace] = []
    for place in sorted(found, key=lambda one: (one.harm, one.kind is not HeldKind.SUGGESTED, one.start - one.end)):
        there = [one for one in kept if one.start < place.end and place.start < one.end]
        if not there:
            kept.append(place)
            continue
        for one in there:
            kept.remove(one)
            rest = text[one.start : max(place.start, one.start)] + text[min(place.end, one.end) : one.end]
            inner = one.start <= place.start and place.end <= one.end and not _shows(rest)
            best = place if inner and place.rank <= one.rank and place.kind is not HeldKind.DOUBT else one
            kept.append(best.with_reasons_of(place if best is one else one))
        if place.kind is not HeldKind.DOUBT and _leaves_as_it_is(place):
            covered = sorted((one.start, one.end) for one in there)
            for start, end in telling_pieces((place.start, place.end), covered, text):
                if _shows(text[start:end]):
                    kept.append(place.part(start, end))
    return sorted(kept, key=lambda one: (one.start, one.end))


def _leaves_as_it_is(place: HeldPlace) -> bool:
    """Whether it is no part of what took the place of a span."""
    return place.there[1] - place.there[0] == place.end - place.start


def _shows(text: str) -> bool:
    return any(character.isupper() or character.isdigit() for character in text)
