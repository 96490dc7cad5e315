"""People index: what of the people on a long list stands in a text: names, numbers, e-mail and street addresses.

What one patient's register finds by looking for everything, an index finds for thousands: what may be meant where is
looked up, and only that is looked at closely.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.people.addresses import emails_in, find_addresses, street_words
from deid_studio.people.name_index import NameIndex
from deid_studio.people.numbers import is_called_number, known_numbers, written_numbers
from deid_studio.people.person import KnownNames
from deid_studio.people.report_words import ReportWords
from deid_studio.people.vocabulary import Vocabulary

# So many letters and digits are no coincidence, wherever they stand; fewer need a word before them that names them.
_SURE_DIGITS = 8
_LEAST_DIGITS = 7
_MOST_DIGITS = 30
_STREET_REACH = 8  # words
_AROUND = 8
_NOT_OF_PERSONS = (FieldKind.POSTAL_CODE, FieldKind.LICENCE)
_FIGURES = regex.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Listed:
    """Something of people's where it stands (code points): the field that it is of (a full name or a relative's for all
    names), the places on the list of all whom it fits, and whether no chance could have made it."""

    kind: FieldKind
    start: int
    end: int
    people: tuple[int, ...]
    sure: bool = False


class PeopleIndex:
    """What is known of each person on a list, ready to be looked for in texts. `prepare` has to see all texts before
    any is searched."""

    def __init__(self, people: Sequence[PatientFields], known: KnownNames, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._names = NameIndex(people, known, vocabulary)
        numbers: dict[str, dict[int, FieldKind]] = defaultdict(dict)
        self._emails: dict[str, list[int]] = defaultdict(list)
        self._streets: dict[str, list[tuple[int, str, frozenset[str]]]] = defaultdict(list)
        for at, person in enumerate(people):
            for kind, number in known_numbers(person):
                if kind not in _NOT_OF_PERSONS and len(number) <= _MOST_DIGITS:
                    numbers[number].setdefault(at, kind)
            for email in person.of(FieldKind.EMAIL):
                for _, _, plain in emails_in(email):
                    self._emails[plain].append(at)
            for address in person.of(FieldKind.ADDRESS):
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

    def find(self, text: str) -> Iterator[Listed]:
        """What of the people stands in a text; some places may overlap."""
        for mention in self._names.mentions(text):
            kind = FieldKind.RELATIVE if mention.relative else FieldKind.FULL_NAME
            yield Listed(kind, mention.start, mention.end, mention.people)
        yield from self._found_numbers(text)
        for start, end, plain in emails_in(text) if self._emails else ():
            if plain in self._emails:
                yield Listed(FieldKind.EMAIL, start, end, tuple(sorted(set(self._emails[plain]))), sure=True)
        yield from self._found_addresses(text)

    def _found_numbers(self, text: str) -> Iterator[Listed]:
        longest: dict[int, Listed] = {}
        for start, end, number in written_numbers(text, *self._lengths) if self._numbers else ():
            owners = self._numbers.get(number)
            if owners is None or (len(number) < _LEAST_DIGITS and not is_called_number(text, start)):
                continue
            kind = next(iter(owners.values()))
            found = Listed(kind, start, end, tuple(sorted(owners)), len(number) >= _SURE_DIGITS)
            if start not in longest or longest[start].end < end:
                longest[start] = found
        last = -1
        for start in sorted(longest):
            if longest[start].end > last:
                last = longest[start].end
                yield longest[start]

    def _found_addresses(self, text: str) -> Iterator[Listed]:
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
                for one in find_addresses([value], snippet, self._vocabulary):
                    start, end = one.start + base, one.end + base
                    # A street alone has many houses.
                    if start <= words.starts[at] < end and figures & set(_FIGURES.findall(text[start:end])):
                        found[start, end].add(person)
        for (start, end), people in sorted(found.items()):
            yield Listed(FieldKind.ADDRESS, start, end, tuple(sorted(people)))
