"""Direct linkage: names, numbers and addresses of people on a list that stand in what was released."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import regex

from deid_studio.formats.released_folder import ReleasedText
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.ontology import Meaning
from deid_studio.model.patient_fields import FieldKind
from deid_studio.model.span import Span
from deid_studio.people.people_index import Listed, PeopleIndex
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.attack.known_people import KnownPerson
from deid_studio.release.surrogates.name_lists import default_lists

_CALLED_AFTER_PERSONS = ("street", "place", "country", "centre", "institution")
MeaningOf = Callable[[str], Meaning]  # of the name of a class
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
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


_HIT_KINDS = {
    FieldKind.FULL_NAME: HitKind.NAME, FieldKind.RELATIVE: HitKind.RELATIVE, FieldKind.INSURANCE: HitKind.INSURANCE,
    FieldKind.EPISODE: HitKind.EPISODE, FieldKind.PHONE: HitKind.PHONE, FieldKind.FAX: HitKind.PHONE,
    FieldKind.EMAIL: HitKind.EMAIL, FieldKind.ADDRESS: HitKind.ADDRESS,
}  # fmt: skip


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


class DirectIndex:
    """A list of people, ready to be looked for in texts. `prepare` has to see all texts before any is searched."""

    def __init__(self, people: Sequence[KnownPerson]) -> None:
        self._index = PeopleIndex([person.fields for person in people], default_lists(), default_vocabulary())

    def prepare(self, texts: Iterable[str]) -> None:
        """Take up the words of texts that will be searched."""
        self._index.prepare(texts)

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
        for one in sorted(self._index.find(text), key=lambda one: one.start):
            over = [span for span in spans if span.start < one.end and one.start < span.end]
            if one.kind in (FieldKind.FULL_NAME, FieldKind.RELATIVE) and any(
                meaning_of(span.phi_class).role is Role.STAFF
                or meaning_of(span.phi_class).kind in _CALLED_AFTER_PERSONS
                for span in over
            ):
                continue
            worth = Worth.CERTAIN if len(one.people) == 1 else Worth.SEVERAL
            if not one.sure and _covered(one, over, surrogates):
                worth = Worth.SURROGATE
            hits.append(Hit(_kind(one), released.file, text.count("\n", 0, one.start) + 1, one.people, worth))
        return hits

    def hits_in_name(self, file: str) -> list[Hit]:
        """What stands in a file's name, where marks stand for blanks and case says nothing."""
        plain = _NAME_MARKS.sub(" ", file)
        titled = _WORD.sub(lambda word: word.group().capitalize(), plain)
        self.prepare([titled])
        found: dict[tuple[HitKind, tuple[int, ...]], Listed] = {}
        for text in (titled, file):
            for one in self._index.find(text):
                found.setdefault((_kind(one), one.people), one)
        worth = {True: Worth.CERTAIN, False: Worth.SEVERAL}
        return [Hit(_kind(one), file, 0, one.people, worth[len(one.people) == 1]) for one in found.values()]


def _kind(one: Listed) -> HitKind:
    return _HIT_KINDS.get(one.kind, HitKind.IDENTIFIER)


def _covered(one: Listed, over: Sequence[Span], surrogates: Collection[str]) -> bool:
    return any(span.phi_class in surrogates for span in over)
