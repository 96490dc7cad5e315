"""House: what was decided in reports of a folder, and what it says of suggestions in its other reports; pure.

Names of staff and their numbers, and what was marked by hand or given another class of centres, institutions, places
and telephones, are suggested where the same text stands; what stands after a label or in a column of a table goes as it
went in two reports and more; what was rejected in two and more and accepted nowhere is a doubt. Nobody's name is taken
for the patient's because it was in another report: of names only those of staff are known here, in full.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from deid_studio.model.kinds import Kind, Role
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Evidence, Span, Suggestion, overlapping
from deid_studio.model.tagset import TagSet
from deid_studio.model.visible_words import VisibleWords
from deid_studio.people.exact import Exact, Safeguards
from deid_studio.people.folding import fold
from deid_studio.people.person import Marked
from deid_studio.review.alike.after_labels import AfterLabel, after_labels, field_end, says_nothing
from deid_studio.review.alike.labelled_values import COLUMN, cells_in, has_its_own_right, labels_in
from deid_studio.review.deciding.first_class import with_first_class
from deid_studio.review.deciding.sensitivity import LEFT_OUT

HOUSE, _REJECTED = LEFT_OUT  # the kind of the evidence, and its name where a suggestion becomes a doubt

_LIKELY, _DOUBTED = 0.9, 0.1
_ONE_OF_SEVERAL = 0.6  # confidence in a class that most have and not all
_AGAIN = 2  # reports in which the same must have been decided
_ALWAYS = 0.9  # share of the reports with a label in which the same stands after it
_LONGEST = 300_000  # characters of a report that is looked through while somebody waits
_THE_HOUSES = frozenset((Kind.CENTRE, Kind.INSTITUTION, Kind.PLACE, Kind.PHONE))
_WORDS = frozenset((Kind.NUMBER, Kind.PHONE, Kind.EMAIL, Kind.WEB, Kind.OTHER, Kind.UNKNOWN))


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was decided in a report and says something of others."""

    report: str
    known: frozenset[tuple[str, str]] = field(
        default=frozenset(), repr=False
    )  # texts of this house, with their classes
    accepted: frozenset[str] = field(default=frozenset(), repr=False)  # all that is PHI, folded
    rejected: frozenset[str] = field(default=frozenset(), repr=False)
    labels: Mapping[str, AfterLabel] = field(default_factory=dict, repr=False)


def lesson_of(report: str, desk: Desk, text: str, tagset: TagSet) -> Lesson:
    """What a report's decisions say of others; nothing where it is very long."""
    if len(text) > _LONGEST:
        return Lesson(report)
    accepted = [m for m in desk if m.decision is Decision.ACCEPTED]
    classes = Counter(said for said, _ in {(m.span.text(text), m.span.phi_class) for m in accepted})
    known = frozenset(
        (m.span.text(text), m.span.phi_class)
        for m in accepted
        if classes[m.span.text(text)] == 1 and _is_the_houses(m, text, tagset)
    )
    forms = frozenset(fold(m.span.text(text)) for m in accepted)
    rejected = frozenset(
        m.span.text(text) for m in desk if m.decision is Decision.REJECTED and fold(m.span.text(text)) not in forms
    )
    return Lesson(report, known, forms, rejected, dict(after_labels(desk, text)))


def _is_the_houses(mention: Mention, text: str, tagset: TagSet) -> bool:
    meaning = meaning_in(tagset, mention.span.phi_class)
    if meaning.role is Role.STAFF:
        # A surname alone may be anybody's.
        return meaning.kind is Kind.NUMBER or (meaning.kind is Kind.PERSON and " " in mention.span.text(text).strip())
    suggested = mention.suggestion
    own = mention.origin is Origin.PERSON or (suggested is not None and suggested.span != mention.span)
    return own and meaning.kind in _THE_HOUSES and meaning.role is not Role.PATIENT


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a text or a label: its class, and the reports that say so."""

    phi_class: str
    reports: tuple[str, ...]
    is_word: bool = False
    is_field: bool = False
    is_mixed: bool = False


@dataclass(frozen=True)
class House:
    """The lessons of a folder's reports, by name, in the classes of its tag set; never changed, but made anew."""

    tagset: TagSet
    lessons: Mapping[str, Lesson] = field(default_factory=dict)

    def with_lessons(self, lessons: Iterable[Lesson]) -> House:
        """The house with these lessons in place of what was known of their reports."""
        fresh = {one.report: one for one in lessons}
        if all(self.lessons.get(name) == one for name, one in fresh.items()):
            return self
        return replace(self, lessons={**self.lessons, **fresh})

    def prepare(self) -> None:
        """Make ready what is asked for each report, where nobody waits for it."""
        self._exact, self._labels, self._rejected  # noqa: B018 - properties that are kept

    def applied(
        self, report: str, text: str, suggestions: Sequence[Suggestion], doubts: Sequence[Suggestion] = ()
    ) -> tuple[tuple[Suggestion, ...], tuple[Suggestion, ...]]:
        """A report's suggestions and doubts with what its house says of them, both in text order.

        Nothing that was suggested is lost: it is a suggestion with perhaps another class or wider ends, or a doubt.
        """
        if not self.lessons or len(text) > _LONGEST:
            return tuple(suggestions), tuple(doubts)
        found = sorted(suggestions, key=lambda one: one.span)
        for change in (*self._by_text(report, text), *self._by_label(report, text)):
            found = _with(found, change, text)
        kept, left = [], []
        for one in found:
            reports = _others(report, self._rejected.get(one.span.text(text), ()))
            if len(reports) >= _AGAIN and not has_its_own_right(one, text):
                fact = _fact(_REJECTED, reports)
                left.append(replace(one, confidence=min(one.confidence, _DOUBTED), evidence=(fact, *one.evidence)))
            else:
                kept.append(one)
        still = [
            one for one in doubts if not any(one.span.overlaps(other.span) for other in overlapping(kept, one.span))
        ]
        return tuple(kept), tuple(sorted((*still, *left), key=lambda one: one.span))

    # --- what is known --------------------------------------------------------------------------------------------

    @cached_property
    def _texts(self) -> dict[tuple[str, str], _Known]:
        """By folded text and class; a text of several classes is of that which most reports say."""
        told: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for one in self.lessons.values():
            for text, phi_class in one.known:
                told[text][phi_class].append(one.report)
        found = {}
        for text, classes in told.items():
            best = max(sorted(classes), key=lambda name: len(classes[name]))
            others = sum(len(reports) for name, reports in classes.items() if name != best)
            if len(classes[best]) > others and best in self.tagset:
                found[text, best] = _Known(best, tuple(classes[best]))
        return found

    @cached_property
    def _exact(self) -> Exact:
        # Imported here: a folder in which nothing was decided yet need not load what searches.
        from deid_studio.detection.gazetteers import default_gazetteers

        rules = Safeguards(kinds_of=default_gazetteers().kinds, parts=False)
        sources = (
            (Marked("", 0, text, phi_class), meaning_in(self.tagset, phi_class).kind) for text, phi_class in self._texts
        )
        return Exact(sources, rules)

    @cached_property
    def _labels(self) -> dict[str, _Known]:
        told: dict[str, list[tuple[str, AfterLabel]]] = defaultdict(list)
        for one in self.lessons.values():
            for label, after in one.labels.items():
                told[label].append((one.report, after))
        found = {}
        for label, said in told.items():
            classes = Counter(after.phi_class for _, after in said)
            best = max(sorted(classes), key=lambda name: classes[name])
            if best in self.tagset and classes[best] >= max(_AGAIN, _ALWAYS * len(said)):
                same = [(report, after) for report, after in said if after.phi_class == best]
                forms = (all(after.is_word for _, after in same), all(after.is_field for _, after in same))
                mixed = any(after.is_mixed for _, after in same)
                found[label] = _Known(best, tuple(report for report, _ in same), *forms, mixed)
        return found

    @cached_property
    def _heads(self) -> frozenset[str]:
        return frozenset(label.partition(COLUMN)[2] for label in self._labels)

    @cached_property
    def _rejected(self) -> dict[str, tuple[str, ...]]:
        accepted = {form for one in self.lessons.values() for form in one.accepted}
        told: dict[str, list[str]] = defaultdict(list)
        for one in self.lessons.values():
            for text in one.rejected:
                if fold(text) not in accepted:
                    told[text].append(one.report)
        return {text: tuple(reports) for text, reports in told.items() if len(reports) >= _AGAIN}

    # --- what follows ---------------------------------------------------------------------------------------------

    def _by_text(self, report: str, text: str) -> Iterator[Suggestion]:
        for hit in self._exact.hits(text):
            known = self._texts[hit.source.text, hit.source.phi_class]
            reports = _others(report, known.reports)
            if reports and _means(text[hit.start : hit.end], hit.source.text):
                fact = _fact("accepted", reports)
                yield Suggestion(Span(hit.start, hit.end, known.phi_class), _LIKELY, (fact,))

    def _by_label(self, report: str, text: str) -> Iterator[Suggestion]:
        words = VisibleWords(text)
        for label, start in labels_in(text):
            known = self._labels.get(label)
            reports = _others(report, known.reports) if known is not None else ()
            if known is None or len(reports) < _AGAIN:
                continue
            word = known.is_word and meaning_in(self.tagset, known.phi_class).kind in _WORDS
            field = field_end(text, start)
            end = words.end(start, 1) if word else field if known.is_field else None
            if end is not None and start < min(field, end):  # a bracket may stand there
                yield from _of_label(text, Span(start, end, known.phi_class), reports)
        yield from self._by_column(report, text)

    def _by_column(self, report: str, text: str) -> Iterator[Suggestion]:
        for column, (start, end) in cells_in(text, lambda names, _: names in self._heads):
            known = self._labels.get(column)
            reports = _others(report, known.reports) if known is not None else ()
            if known is not None and known.is_field and len(reports) >= _AGAIN:
                likely = _ONE_OF_SEVERAL if known.is_mixed else _LIKELY
                yield from _of_label(text, Span(start, end, known.phi_class), reports, likely)


def _of_label(text: str, span: Span, reports: Sequence[str], likely: float = _LIKELY) -> Iterator[Suggestion]:
    value = span.text(text)
    if any(map(str.isalnum, value)) and not says_nothing(value):
        yield Suggestion(span, likely, (_fact("label", reports),))


def _with(found: list[Suggestion], change: Suggestion, text: str) -> list[Suggestion]:
    """Suggestions (disjoint, in text order) with what the house says of one place; those that stick out of it stay."""
    there = overlapping(found, change.span)
    place = change.span.start, change.span.end
    if any(one.span.start < change.span.start or change.span.end < one.span.end for one in there):
        return found
    if change.confidence < _LIKELY and any((one.span.start, one.span.end) == place for one in there):
        return found  # of what class it is the other knows better
    by_label = change.evidence[0].name != "label"
    if any(has_its_own_right(one, text, by_label) and one.span.phi_class != change.span.phi_class for one in there):
        return found
    first = max(there, key=lambda one: one.confidence, default=None)
    if first is not None:
        kept = (*change.evidence, *(fact for fact in first.evidence if fact.kind != HOUSE))
        facts = with_first_class(kept, first, change.span.phi_class)
        change = Suggestion(change.span, max(first.confidence, change.confidence), facts)
    return sorted([*(one for one in found if one not in there), change], key=lambda one: one.span)


def _means(written: str, known: str) -> bool:
    """Whether a text is what it is like: in capitals where that was, and of words of the language the very same."""
    from deid_studio.people.vocabulary import default_vocabulary

    words, common = fold(known).split(), default_vocabulary()
    if all(word in common for word in words):
        return len(words) > 1 and written == known
    return any(map(str.isupper, written)) >= any(map(str.isupper, known))


def _others(report: str, reports: Iterable[str]) -> tuple[str, ...]:
    return tuple(one for one in reports if one != report)


def _fact(name: str, reports: Sequence[str]) -> Evidence:
    """Evidence from reports: how many they are, and the last of them."""
    return Evidence(HOUSE, name, f"{len(reports)} {reports[-1]}")
