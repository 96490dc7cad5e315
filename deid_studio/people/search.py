"""Search: where the people and things of a register stand in a text, as the same string or in another spelling.

Names, numbers, streets, e-mail addresses and dates of birth are found however they are spelt; all that was marked also
as the same string. What may well be something else is told as doubtful, never left out. The cost grows with the text as
an automaton's does, and with its different words for each different word of a name.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from deid_studio.model.kinds import Kind, Subkind
from deid_studio.model.patient_fields import FieldKind, FieldValue
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.people.addresses import emails_around, find_addresses
from deid_studio.people.birth_dates import find_birth_dates, parse_date
from deid_studio.people.exact import Exact, Safeguards
from deid_studio.people.name_words import KINSHIP, LABELS, PARTICLES, TITLES
from deid_studio.people.names import find_names
from deid_studio.people.numbers import find_numbers
from deid_studio.people.person import Marked, Person, Thing
from deid_studio.people.report_words import ReportWords, words_of_report
from deid_studio.people.sought import Sought
from deid_studio.people.spelt import disjoint
from deid_studio.people.vocabulary import Vocabulary

_NAMES = frozenset(("first_name", "last_name"))
_LEAST_SIGNS = 3
_LEAST_DIGITS = 5
LONGEST = 200  # characters; what is longer is no name and no number
SAME_STRING = Evidence("trusted")
_FIELDS = {
    (Kind.EMAIL, Subkind.ANY): FieldKind.EMAIL,
    (Kind.STREET, Subkind.ANY): FieldKind.ADDRESS,
    (Kind.PHONE, Subkind.ANY): FieldKind.PHONE,
    (Kind.PHONE, Subkind.FAX): FieldKind.FAX,
    (Kind.NUMBER, Subkind.PATIENT_NUMBER): FieldKind.IDENTIFIER,
    (Kind.NUMBER, Subkind.EPISODE): FieldKind.EPISODE,
    (Kind.NUMBER, Subkind.INSURANCE): FieldKind.INSURANCE,
    (Kind.NUMBER, Subkind.LICENCE): FieldKind.LICENCE,
}


class Occurrence(NamedTuple):
    """A stretch of a text (code points) where a person or thing stands, the class that it was marked as, and why.

    `kind` is the field that a spelling is of, None where it is the same string; `doubtful`: it may well be something
    else.
    """

    start: int
    end: int
    of: Person | Thing
    phi_class: str
    confidence: float
    evidence: tuple[Evidence, ...]
    kind: FieldKind | None = None
    doubtful: bool = False

    @property
    def suggestion(self) -> Suggestion:
        """The place as a suggestion of its class."""
        return Suggestion(Span(self.start, self.end, self.phi_class), self.confidence, self.evidence)


def field_of(thing: Thing) -> FieldKind | None:
    """The field that a thing would be found as in other spellings; None where it is the same text or another thing,
    such as a town and a date."""
    text = thing.forms[0]
    if len(text) > LONGEST or "\n" in text:
        return None
    kind = _FIELDS.get((thing.kind, thing.subkind)) or _FIELDS.get((thing.kind, Subkind.ANY))
    if kind is None and thing.kind is not Kind.DATE and parse_date(text) is None:
        return FieldKind.IDENTIFIER if sum(character.isdigit() for character in text) >= _LEAST_DIGITS else None
    return kind


class Search:
    """The people and things of a register, ready to be looked for in any text.

    `people` come with what is sought of each, `values` are what is found in other spellings, `strings` what is found as
    the same string, each with whom or what it is of; `classes` gives the class of each, and of a kind of field.
    """

    def __init__(
        self,
        people: Sequence[tuple[Person, Sought]],
        values: Sequence[tuple[FieldValue, Thing]],
        strings: Callable[[], Iterable[tuple[Marked, Kind, Person | Thing]]],
        classes: Callable[[Person | Thing, FieldKind | None], str],
        vocabulary: Vocabulary,
        safeguards: Safeguards,
    ) -> None:
        self._people = people
        self._values = values
        self._strings = strings
        self._safeguards = safeguards
        self._class_of = classes
        self._vocabulary = vocabulary
        self._kinds_of = safeguards.kinds_of
        self._forms: dict[int, set[tuple[str, ...]]] = {}

    def spelt(self, text: str) -> list[Occurrence]:
        """Where names, numbers, streets, e-mail addresses and dates of birth stand, in text order, none overlapping
        another; an e-mail address that holds a name is the name's."""
        words = words_of_report(text)
        values = [value for value, _ in self._values]
        names = find_names([sought for _, sought in self._people], words, self._vocabulary)
        others = find_numbers(values, text) + find_addresses(values, words, self._vocabulary)
        for whose, value in enumerate(values):
            born = parse_date(value.text) if value.kind is FieldKind.BIRTH_DATE else None
            others += find_birth_dates(born, words, whose) if born is not None else ()
        # People come before things in one row, so that overlaps of both are settled at once.
        people = len(self._people)
        found = [*emails_around(names, text), *(one._replace(whose=one.whose + people) for one in others)]
        classes: dict[tuple[int, FieldKind], str] = {}
        places = []
        for start, end, kind, whose, confidence, evidence in disjoint(found):
            of = self._people[whose][0] if whose < people else self._values[whose - people][1]
            phi_class = classes.get((whose, kind))
            if phi_class is None:
                phi_class = classes[whose, kind] = self._class_of(of, kind)
            places.append(Occurrence(start, end, of, phi_class, confidence, evidence, kind))
        return places

    def same(self, text: str) -> list[Occurrence]:
        """Where the same strings stand, in text order, none overlapping another."""
        return [
            Occurrence(hit.start, hit.end, self._of[hit.source], hit.source.phi_class, 1.0, (SAME_STRING,))
            for hit in self._exact.hits(text)
        ]

    # Who asks for spellings alone need not wait for these.

    @cached_property
    def _of(self) -> dict[Marked, Person | Thing]:
        return {source: one for source, _, one in self._strings()}

    @cached_property
    def _exact(self) -> Exact:
        return Exact(((source, kind) for source, kind, _ in self._strings()), self._safeguards)

    def _forms_of(self, person: Person) -> set[tuple[str, ...]]:
        """The forms of a person in words; of one who is only sought as the same string too."""
        if person.number not in self._forms:
            self._forms[person.number] = {tuple(said(ReportWords(form).folded)) for form in person.forms}
        return self._forms[person.number]

    def places(self, text: str) -> list[Occurrence]:
        """Where people and things stand as the same string or in other spellings, in text order, none overlapping
        another; surnames and given names that a comma parts are one place."""
        # An e-mail address that holds a name is found with it, and is another thing.
        spelt = [one for one in self.spelt(text) if not (isinstance(one.of, Person) and one.kind is FieldKind.EMAIL)]
        same = self.same(text)
        # A street's name may be a part of what was marked with more around it.
        spelt = [
            one for one in spelt if not any(other.of is not one.of and _exceeds(other, one) for other in _at(one, same))
        ]
        found = [*spelt, *(one for one in same if not _at(one, spelt))]
        found = _without_commas(sorted(found, key=lambda one: one.start), text)
        words = words_of_report(text)
        return [one._replace(doubtful=self._is_doubtful(one, words, same)) for one in found]

    def is_all(self, text: str) -> bool:
        """Whether one place takes up a text but for titles, particles and signs."""
        words = words_of_report(text)
        return any(
            not said(words.folded[at] for at, start in enumerate(words.starts) if not one.start <= start < one.end)
            for one in self.places(text)
        )

    def _is_doubtful(self, found: Occurrence, words: ReportWords, same: Sequence[Occurrence]) -> bool:
        """Whether a place is misspelt, an initial, a word of the language, or a part of another's or a thing's name."""
        told = [fact.detail for fact in found.evidence]
        first, last = bisect_left(words.starts, found.start), bisect_left(words.starts, found.end) - 1
        own = said(words.folded[first : last + 1])
        if any("edit" in detail for detail in told) or sum(map(len, own)) < _LEAST_SIGNS:
            return True
        if not isinstance(found.of, Person):
            return False
        if all("initial" in detail for detail in told):
            return True
        # The search for the same string passes over what is a hospital's, a street's or a disease's name.
        if words.capital[first] and "exact" in told and not _at(found, same):
            return True
        if len(own) > 1 and tuple(own) in self._forms_of(found.of):
            return False
        return (len(own) == 1 and own[0] in self._vocabulary) or self._goes_on(words, first, last)

    def _goes_on(self, words: ReportWords, first: int, last: int) -> bool:
        """Whether a capitalised word beside a name makes it a part of another one."""
        before, after = first - 1, last + 1
        while before >= 0 and words.folded[before] in PARTICLES and words.gap(before) == " ":
            before -= 1
        if before >= 0 and words.capital[before] and words.gap(before) == " ":
            folded = words.folded[before]
            # At a sentence's start the capital says nothing.
            begins = before == 0 or not words.gap(before - 1).isspace() or "\n" in words.gap(before - 1)
            is_name = not _NAMES.isdisjoint(self._kinds_of(folded))
            if (is_name or not begins) and not any(
                folded in known for known in (TITLES, LABELS, KINSHIP, self._vocabulary)
            ):
                return True
        return (
            after < len(words)
            and words.capital[after]
            and words.gap(last) == " "
            and words.folded[after] not in self._vocabulary
        )


def said(words: Iterable[str]) -> list[str]:
    """The words of a name without titles and particles."""
    return [word for word in words if word not in PARTICLES and word not in TITLES]


def _at(one: Occurrence, others: Sequence[Occurrence]) -> Sequence[Occurrence]:
    """Those of others, in text order and apart, that overlap a place."""
    first = bisect_right(others, one.start, key=lambda other: other.end)
    return others[first : bisect_left(others, one.end, key=lambda other: other.start)]


def _exceeds(one: Occurrence, other: Occurrence) -> bool:
    return one.start <= other.start and other.end <= one.end and one.end - one.start > other.end - other.start


def _without_commas(found: list[Occurrence], text: str) -> list[Occurrence]:
    """The places with surnames and given names of one person parted by a comma as one (`GARCÍA LÓPEZ, Juan`)."""
    joined: list[Occurrence] = []
    for one in found:
        before = joined[-1] if joined else None
        if (
            before is not None
            and isinstance(one.of, Person)
            and one.of is before.of
            and text[before.end : one.start] in (", ", ",")
        ):
            facts = tuple(dict.fromkeys((*before.evidence, *one.evidence)))
            least = min(before.confidence, one.confidence)
            joined[-1] = before._replace(end=one.end, confidence=least, evidence=facts)
        else:
            joined.append(one)
    return joined
