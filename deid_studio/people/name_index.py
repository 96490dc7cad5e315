"""Name index: whose names on a long list of people stand in a text, in any spelling.

An index of all their words tells who may be meant where; the detector of patient fields, which knows one patient at a
time, then judges those few.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from deid_studio.model.patient_fields import FieldKind, PatientFields
from deid_studio.people.folding import fold
from deid_studio.people.name_words import LABELS, PARTICLES, TITLES
from deid_studio.people.names import find_names
from deid_studio.people.person import KnownNames
from deid_studio.people.report_words import ReportWords
from deid_studio.people.sought import Form, NamePart, Sought, sought_in
from deid_studio.people.spelling import near_words
from deid_studio.people.vocabulary import Vocabulary

_PATIENT = (FieldKind.GIVEN_NAME, FieldKind.SURNAME, FieldKind.FULL_NAME)
_LEAST_NAME = 4  # letters of a name that is looked for in small letters, or misspelt
_MOST_BETWEEN = 3  # words
_MOST_GAP = 25  # characters
_MOST_INITIALS = 3  # letters
_MOST_JUDGED = 24
_OF_SURNAMES = frozenset("apellido apellidos surname surnames".split())
_AROUND = 10  # words around a mention that the detector is shown

Key = int  # one name of a person, the patient's own or a relative's


@dataclass(frozen=True, slots=True)
class ListedName:
    """Where a name stands (code points), and the places on the list of all persons whom it may be; `relative`: it is
    the name of one of their family."""

    start: int
    end: int
    people: tuple[int, ...]
    relative: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """Words `first` … `last` of a text: of which part of each name they may be one, of which several are run together
    in them, and their letters if they are initials."""

    first: int
    last: int
    parts: Mapping[Key, frozenset[int]]
    joined: Mapping[Key, frozenset[int]] = field(default_factory=dict)
    initials: str = ""
    exact: bool = True

    @property
    def is_name(self) -> bool:
        """Whether it may be more than initials."""
        return bool(self.parts or self.joined)


class NameIndex:
    """The names of all people on a list. `prepare` has to see the words of all texts before any is searched."""

    def __init__(self, people: Sequence[PatientFields], known: KnownNames, vocabulary: Vocabulary) -> None:
        self._lists = known
        self._vocabulary = vocabulary
        self._people: list[Sought] = []
        self._owner: list[int] = []
        self._whole: dict[str, list[tuple[Key, int]]] = defaultdict(list)
        self._written: dict[str, list[tuple[Key, tuple[int, ...]]]] = defaultdict(list)
        for at, person in enumerate(people):
            fields = PatientFields(tuple(v for v in person.values if v.kind in (*_PATIENT, FieldKind.RELATIVE)))
            for name in sought_in(fields):
                key = len(self._people)
                self._people.append(name)
                self._owner.append(at)
                for target in name.targets:
                    if target.form is Form.WHOLE:
                        self._whole[target.folded].append((key, target.parts[0]))
                    else:
                        self._written[target.folded].append((key, target.parts))
        self._near: dict[str, list[tuple[str, int]]] = {}
        self._known: dict[str, tuple[Mapping[Key, frozenset[int]], Mapping[Key, frozenset[int]]]] = {}

    def prepare(self, words: Iterable[str]) -> None:
        """Compare folded words with all names at once; what is not compared is found only as it is written."""
        vocabulary = self._vocabulary
        new = [
            word for word in dict.fromkeys(words)
            if len(word) >= _LEAST_NAME and word not in self._near and not any(c.isdigit() for c in word)
            and word not in vocabulary and not self._is_known_name(word)
        ]  # fmt: skip
        names = list(self._whole)
        for word in new:
            self._near[word] = []
        for name, at, edits in near_words(names, new):
            if edits:
                self._near[new[at]].append((names[name], edits))

    def mentions(self, text: str) -> Iterator[ListedName]:
        """The names in a text of which at least two parts stand there (an initial is one, beside a surname), and
        single surnames that one person on the list bears, none of them within another."""
        words = ReportWords(text)
        found: list[ListedName] = []
        for chain in self._chains(words):
            found += self._judged(chain, words)
        kept: list[ListedName] = []
        for mention in sorted(found, key=lambda one: (one.start - one.end, one.start)):
            if not any(mention.start < other.end and other.start < mention.end for other in kept):
                kept.append(mention)
        yield from sorted(kept, key=lambda one: one.start)

    # --- where names may be -----------------------------------------------------------------------------------

    def _is_known_name(self, folded: str) -> bool:
        """Whether a word is a name as it is, and so no misspelt other one (`Hernández` is not `Fernández`)."""
        return folded in self._whole or self._lists.is_given(folded) or self._lists.is_surname(folded)

    def _parts(self, folded: str) -> tuple[Mapping[Key, frozenset[int]], Mapping[Key, frozenset[int]]]:
        known = self._known.get(folded)
        if known is None:
            found: dict[Key, set[int]] = defaultdict(set)
            joined: dict[Key, frozenset[int]] = {}
            for name in (folded, *(name for name, _ in self._near.get(folded, ()))):
                for key, part in self._whole.get(name, ()):
                    found[key].add(part)
            for key, parts in self._written.get(folded, ()):
                if len(parts) > 1:
                    joined[key] = frozenset(parts)
                else:
                    found[key].update(parts)
            known = self._known[folded] = {key: frozenset(parts) for key, parts in found.items()}, joined
        return known

    def _chains(self, words: ReportWords) -> Iterator[list[_Place]]:
        chain: list[_Place] = []
        for place in self._places(words):
            if chain and not _stand_together(chain[-1].last, place.first, words):
                yield chain
                chain = []
            chain.append(place)
        if chain:
            yield chain

    def _places(self, words: ReportWords) -> Iterator[_Place]:
        vocabulary = self._vocabulary
        skip = -1
        for at, folded in enumerate(words.folded):
            if at <= skip or folded in PARTICLES or folded[0].isdigit():
                continue
            capital = words.capital[at]
            parts, joined = self._parts(folded)
            if (parts or joined) and (capital or (len(folded) >= _LEAST_NAME and folded not in vocabulary)):
                yield _Place(at, at, parts, joined, exact=folded in self._whole)
                continue
            letters = words.text[words.starts[at] : words.ends[at]].rstrip("ªº.")
            if len(letters) <= _MOST_INITIALS and letters.isupper() and letters.isalpha():
                yield _Place(at, at, {}, initials=fold(letters))
                continue
            if at + 1 < len(words) and capital and len(words.gap(at)) <= 2:
                split = {key: frozenset((part,)) for key, part in self._whole.get(folded + words.folded[at + 1], ())}
                if split:
                    skip = at + 1
                    yield _Place(at, at + 1, split)

    # --- who is meant -----------------------------------------------------------------------------------------

    def _judged(self, chain: Sequence[_Place], words: ReportWords) -> Iterator[ListedName]:
        named = [place for place in chain if place.is_name]
        if not named:
            return
        scored = self._scored(chain, named)
        if not scored:
            yield from self._alone(named, words)
            return
        first = max(chain[0].first - _AROUND, 0)
        last = min(chain[-1].last + _AROUND, len(words) - 1)
        base = words.starts[first]
        snippet = ReportWords(words.text[base : words.ends[last]])
        best = max(scored.values())
        candidates = [key for key, parts in scored.items() if parts == best]
        # So many bear the two names that it tells none of them; who they are need not be judged.
        judged = candidates if len(candidates) <= _MOST_JUDGED else candidates[:1]
        spans: dict[tuple[int, int], set[Key]] = defaultdict(set)
        for key in judged:
            for start, end in self._found(key, chain, snippet, base, words):
                spans[start, end].update([key] if len(judged) == len(candidates) else candidates)
        for (start, end), keys in spans.items():
            yield self._mention(start, end, keys)

    def _scored(self, chain: Sequence[_Place], named: Sequence[_Place]) -> dict[Key, int]:
        """How many parts of each name stand in a chain, where there are two or more."""
        by_size = sorted(named, key=lambda place: len(place.parts))
        # Who has two parts has one besides the most frequent; initials go with any.
        few = by_size if any(place.initials for place in chain) else by_size[:-1]
        keys = {key for place in few for key in place.parts} | {key for place in named for key in place.joined}
        scored = ((key, self._count(key, chain)) for key in keys)
        return {key: count for key, count in scored if count > 1}

    def _count(self, key: Key, places: Sequence[_Place]) -> int:
        """How many parts of a name stand in places; an initial is one beside a surname that is not misspelt."""
        person = self._people[key]
        used: set[int] = set()
        surnames: list[int] = []
        sure = False
        for place in places:
            free = place.joined.get(key) or sorted(place.parts.get(key, frozenset()) - used)[:1]
            sure = sure or (place.exact and any(person.parts[part].kind is not FieldKind.GIVEN_NAME for part in free))
            surnames += [part for part in free if person.parts[part].kind is FieldKind.SURNAME]
            used.update(free)
        # Surnames the other way round are another person's.
        count = len(used) if surnames == sorted(surnames) else 1
        if sure:
            left = [part.folded[0] for at, part in enumerate(person.parts) if at not in used]
            for letter in (letter for place in places for letter in place.initials):
                if letter in left:
                    left.remove(letter)
                    count += 1
        return count

    def _found(
        self, key: Key, chain: Sequence[_Place], snippet: ReportWords, base: int, words: ReportWords
    ) -> Iterator[tuple[int, int]]:
        """Where the detector finds a name that has two parts at least and goes on with no other name."""
        for one in find_names([self._people[key]], snippet, self._vocabulary):
            start, end = one.start + base, one.end + base
            first, last = bisect_right(words.starts, start) - 1, bisect_left(words.ends, end)
            inside = [place for place in chain if first <= place.first and place.last <= last]
            count = self._count(key, inside)
            if count > 1 and not self._goes_on(first, last, count, key, words):
                yield start, end

    def _goes_on(self, first: int, last: int, parts: int, key: Key, words: ReportWords) -> bool:
        """Whether a name that the person does not bear stands right before or after words: it is somebody else's.

        Beside a surname alone it may be any capitalised word (`Belmonte del Tajo`).
        """
        if parts >= len(self._people[key].parts):
            return False
        for step, at in ((-1, first - 1), (1, last + 1)):
            labelled = step < 0 and at > 0 and words.folded[at] in _OF_SURNAMES
            at -= labelled  # in a form the given name stands before the label of the surnames
            while 0 <= at < len(words) and words.folded[at] in PARTICLES:
                at += step
            if not 0 <= at < len(words) or not words.capital[at]:
                continue
            between = words.text[words.ends[min(at, last)] : words.starts[max(at, first)]]
            folded = words.folded[at]
            parted = not labelled and any(mark in between for mark in "\n.,:;()/")
            if parted or folded in TITLES or folded in LABELS:
                continue
            if len(folded) < _LEAST_NAME or (parts > 1 and key in self._parts(folded)[0]):
                continue
            # A sentence begins with an ordinary word that has a capital, too.
            other = parts == 1 and (step > 0 or folded not in self._vocabulary)
            if other or self._is_known_name(folded):
                return True
        return False

    def _alone(self, named: Sequence[_Place], words: ReportWords) -> Iterator[ListedName]:
        """Surnames by themselves that are written as on the list and borne by one person on it."""
        for place in named:
            surname = {
                key for key, parts in place.parts.items()
                if any(self._is_surname(self._people[key].parts[part]) for part in parts)
            }  # fmt: skip
            folded = words.folded[place.first]
            owners = {self._owner[key] for key in place.parts}
            if not (surname and len(owners) == 1 and place.exact and words.capital[place.first]):
                continue
            if folded in self._vocabulary or len(folded) < _LEAST_NAME:
                continue
            first, last = max(place.first - _AROUND, 0), min(place.last + _AROUND, len(words) - 1)
            base = words.starts[first]
            snippet = ReportWords(words.text[base : words.ends[last]])
            key = min(surname)
            wanted = words.starts[place.first]
            for one in find_names([self._people[key]], snippet, self._vocabulary):
                start, end = one.start + base, one.end + base
                if start <= wanted < end and not self._goes_on(place.first, place.last, 1, key, words):
                    yield self._mention(start, end, surname)

    def _is_surname(self, part: NamePart) -> bool:
        if part.kind is FieldKind.FULL_NAME:
            return not self._lists.is_given(part.folded)
        return part.kind is FieldKind.SURNAME

    def _mention(self, start: int, end: int, keys: Collection[Key]) -> ListedName:
        owners = tuple(sorted({self._owner[key] for key in keys}))
        return ListedName(start, end, owners, all(self._people[k].kind is FieldKind.RELATIVE for k in keys))


def _stand_together(last: int, first: int, words: ReportWords) -> bool:
    if first - last - 1 > _MOST_BETWEEN:
        return False
    between = words.text[words.ends[last] : words.starts[first]]
    return len(between) <= _MOST_GAP and between.count("\n") <= 1
