"""Direct linkage: names, numbers and addresses of people on a list that stand in what was released."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import regex

from deid_studio.formats.released_folder import ReleasedText
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.ontology import Meaning
from deid_studio.model.patient_fields import FieldKind, FieldValue
from deid_studio.model.span import Span
from deid_studio.people.addresses import emails_in, find_addresses, street_words
from deid_studio.people.numbers import is_called_number, known_numbers, written_numbers
from deid_studio.people.report_words import ReportWords
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.attack.known_people import KnownPerson
from deid_studio.release.attack.name_linkage import NameIndex

# So many letters and digits are no coincidence, wherever they stand; fewer need a word before them that names them.
_SURE_DIGITS = 8
_LEAST_DIGITS = 7
_MOST_DIGITS = 30
_STREET_REACH = 8  # words
_AROUND = 8
_NOT_OF_PERSONS = (FieldKind.POSTAL_CODE, FieldKind.LICENCE)
_CALLED_AFTER_PERSONS = ("street", "place", "country", "centre", "institution")
_HIT_KINDS = {
    FieldKind.IDENTIFIER: "identifier", FieldKind.INSURANCE: "insurance", FieldKind.EPISODE: "episode",
    FieldKind.PHONE: "phone", FieldKind.FAX: "phone",
}  # fmt: skip
MeaningOf = Callable[[str], Meaning]  # of the name of a class
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_FIGURES = regex.compile(r"\d+")
_NAME_MARKS = regex.compile(r"[_\-.+/]+")


class HitKind(StrEnum):
    """What of a person was found."""

    NAME = "name"
    RELATIVE = "relative"
    IDENTIFIER = "identifier"
    INSURANCE = "insurance"
    EPISODE = "episode"
    PHONE = "phone"
    EMAIL = "email"
    ADDRESS = "address"


class Worth(StrEnum):
    """What a hit is worth: it fits one person, it fits several, or it stands where surrogates do and may be chance."""

    CERTAIN = "certain"
    SEVERAL = "several"
    SURROGATE = "surrogate"


@dataclass(frozen=True, slots=True)
class Hit:
    """Something of a person's in a released file: of what kind, in which line (from 1; 0: in the file's name), and the
    places on the list of all persons whom it fits. It holds no text."""

    kind: HitKind
    file: str
    line: int
    people: tuple[int, ...]
    worth: Worth


@dataclass(frozen=True, slots=True)
class _Found:
    kind: HitKind
    start: int
    end: int
    people: tuple[int, ...]
    sure: bool = False  # no chance could have made it


class DirectIndex:
    """A list of people, ready to be looked for in texts. `prepare` has to see all texts before any is searched."""

    def __init__(self, people: Sequence[KnownPerson]) -> None:
        self._people = people
        self._names = NameIndex(people)
        numbers: dict[str, dict[int, FieldKind]] = defaultdict(dict)
        self._emails: dict[str, list[int]] = defaultdict(list)
        self._streets: dict[str, list[tuple[int, str, frozenset[str]]]] = defaultdict(list)
        for at, person in enumerate(people):
            for kind, number in known_numbers(person.fields):
                if kind not in _NOT_OF_PERSONS and len(number) <= _MOST_DIGITS:
                    numbers[number].setdefault(at, kind)
            for email in person.fields.of(FieldKind.EMAIL):
                for _, _, plain in emails_in(email):
                    self._emails[plain].append(at)
            for address in person.fields.of(FieldKind.ADDRESS):
                name, rest = street_words(address)
                figures = frozenset(piece for piece in rest if piece.isdigit())
                if name and figures:
                    self._streets[max(name, key=len)].append((at, address, figures))
        self._numbers = dict(numbers)
        lengths = [len(number) for number in numbers] or [1]
        self._lengths = min(lengths), max(lengths)

    def prepare(self, texts: Iterable[str]) -> None:
        """Take up the words of texts that will be searched."""
        self._names.prepare(word for text in texts for word in ReportWords(text).folded)

    def hits(
        self,
        released: ReleasedText,
        surrogates: Collection[str] = frozenset(),
        meaning_of: MeaningOf = lambda name: Meaning(Kind.UNKNOWN),
    ) -> list[Hit]:
        """What stands in a released text, in its order; `surrogates` are classes whose spans are known to be replaced.

        Names in spans of staff and of places (`calle de Antonio Machado`) are left out.
        """
        text = released.text
        spans = sorted(released.spans or ())
        hits: list[Hit] = []
        for one in sorted(self._found(text), key=lambda one: one.start):
            over = [span for span in spans if span.start < one.end and one.start < span.end]
            if one.kind in (HitKind.NAME, HitKind.RELATIVE) and any(
                meaning_of(span.phi_class).role is Role.STAFF
                or meaning_of(span.phi_class).kind in _CALLED_AFTER_PERSONS
                for span in over
            ):
                continue
            worth = Worth.CERTAIN if len(one.people) == 1 else Worth.SEVERAL
            if not one.sure and _covered(one, over, surrogates):
                worth = Worth.SURROGATE
            hits.append(Hit(one.kind, released.file, text.count("\n", 0, one.start) + 1, one.people, worth))
        return hits

    def hits_in_name(self, file: str) -> list[Hit]:
        """What stands in a file's name, where marks stand for blanks and case says nothing."""
        plain = _NAME_MARKS.sub(" ", file)
        titled = _WORD.sub(lambda word: word.group().capitalize(), plain)
        self.prepare([titled])
        found: dict[tuple[HitKind, tuple[int, ...]], _Found] = {}
        for text in (titled, file):
            for one in self._found(text):
                found.setdefault((one.kind, one.people), one)
        worth = {True: Worth.CERTAIN, False: Worth.SEVERAL}
        return [Hit(one.kind, file, 0, one.people, worth[len(one.people) == 1]) for one in found.values()]

    # --- what stands in a text --------------------------------------------------------------------------------

    def _found(self, text: str) -> Iterator[_Found]:
        for mention in self._names.mentions(text):
            kind = HitKind.RELATIVE if mention.relative else HitKind.NAME
            yield _Found(kind, mention.start, mention.end, mention.people)
        yield from self._found_numbers(text)
        for start, end, plain in emails_in(text) if self._emails else ():
            if plain in self._emails:
                yield _Found(HitKind.EMAIL, start, end, tuple(sorted(set(self._emails[plain]))), sure=True)
        yield from self._found_addresses(text)

    def _found_numbers(self, text: str) -> Iterator[_Found]:
        longest: dict[int, _Found] = {}
        for start, end, number in written_numbers(text, *self._lengths) if self._numbers else ():
            owners = self._numbers.get(number)
            if owners is None or (len(number) < _LEAST_DIGITS and not is_called_number(text, start)):
                continue
            kind = HitKind(_HIT_KINDS.get(next(iter(owners.values())), "identifier"))
            found = _Found(kind, start, end, tuple(sorted(owners)), len(number) >= _SURE_DIGITS)
            if start not in longest or longest[start].end < end:
                longest[start] = found
        last = -1
        for start in sorted(longest):
            if longest[start].end > last:
                last = longest[start].end
                yield longest[start]

    def _found_addresses(self, text: str) -> Iterator[_Found]:
        if not self._streets:
            return
        words = ReportWords(text)
        found: dict[tuple[int, int], set[int]] = defaultdict(set)
        for at, folded in enumerate(words.folded):
            for person, address, figures in self._streets.get(folded, ()):
                after = words.folded[at + 1 : at + 1 + _STREET_REACH]
                if not any(piece in figures for word in after for piece in _FIGURES.findall(word)):
                    continue
                first, last = max(at - _AROUND, 0), min(at + _STREET_REACH + _AROUND, len(words) - 1)
                base = words.starts[first]
                snippet = ReportWords(text[base : words.ends[last]])
                value = FieldValue(FieldKind.ADDRESS, address)
                for one in find_addresses([value], snippet, default_vocabulary()):
                    start, end = one.start + base, one.end + base
                    # A street alone has many houses.
                    if start <= words.starts[at] < end and figures & set(_FIGURES.findall(text[start:end])):
                        found[start, end].add(person)
        for (start, end), people in sorted(found.items()):
            yield _Found(HitKind.ADDRESS, start, end, tuple(sorted(people)))


def _covered(one: _Found, over: Sequence[Span], surrogates: Collection[str]) -> bool:
    return any(span.phi_class in surrogates for span in over)
