"""Register: whoever and whatever was found once in a report is found everywhere in it, however it is written there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import replace

import regex

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.spreading import believed
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.ontology import class_for, classes_of, meaning_in, meaning_of
from deid_studio.model.patient_fields import FieldKind
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.coreference import clusters
from deid_studio.people.folded_text import fold_signs
from deid_studio.people.folding import fold
from deid_studio.people.name_reading import Lexicon, NameMention
from deid_studio.people.name_words import LABELS, PARTICLES, TITLES
from deid_studio.people.person import Marked, Person, Sex
from deid_studio.people.register import Register, marked_in
from deid_studio.people.roles import told_role
from deid_studio.people.search import Occurrence
from deid_studio.people.vocabulary import Vocabulary

_CLEARLY = 2  # times more speaks for one role than for the other
_LEAST_MISSPELT = 5  # letters
_LEAST_MISSPELT_SMALL = 8  # of a word in small letters
# What is written in several ways, and is found as the same string by others.
_SOUGHT = (Kind.PERSON, Kind.RELATIVE, Kind.PHONE, Kind.EMAIL, Kind.NUMBER)
# Kinds of fields that are looked for where they are misspelt too; another number is soon near a number.
_MISSPELT = frozenset((FieldKind.PHONE, FieldKind.FAX, FieldKind.EMAIL))
_WORD_BEFORE = regex.compile(r"(?<![\p{L}\p{M}\p{N}.&/'])([\p{L}\p{M}]+)([.ª]?[ ]|-)$")
_WORD_AFTER = regex.compile(r"(?:[ ]|-)([\p{L}\p{M}]+)(?![\p{L}\p{M}\p{N}])")
_REACH = 40  # characters beside a name


class GazetteerNames:
    """What the gazetteers of names know of a folded word."""

    def __init__(self, index: GazetteerIndex) -> None:
        self._kinds = index.kinds

    def is_given(self, folded: str) -> bool:
        """Whether it is in the list of given names."""
        return "first_name" in self._kinds(folded)

    def is_surname(self, folded: str) -> bool:
        """Whether it is in the list of surnames."""
        return "last_name" in self._kinds(folded)

    def sex(self, folded: str) -> Sex | None:
        """Nothing: the gazetteers do not tell."""
        return None


class RegisterDetector:
    """Builds a register of what the detectors before it suggest, and finds the people and things of it elsewhere.

    `least_confidence` is what a suggestion must have to be believed: to be found twice is little evidence against a
    person, and a mention that stays is much. Names come with the initials and the words of lists of names beside them.
    """

    def __init__(
        self,
        index: GazetteerIndex,
        vocabulary: Vocabulary,
        tagset: TagSet,
        least_confidence: float = 0.2,
        name: str = "register",
    ) -> None:
        self.name = name
        self._index = index
        self._vocabulary = vocabulary
        self._tagset = tagset
        self._least = least_confidence
        self._names = GazetteerNames(index)
        roles = ((one.name, meaning_of(one)) for one in tagset)
        self._roles = {
            name: own.role for name, own in roles if own.kind is Kind.PERSON and own.role in (Role.PATIENT, Role.STAFF)
        }
        self._sought = classes_of(tagset, _SOUGHT)
        self._persons = classes_of(tagset, (Kind.PERSON,))

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: without other suggestions the register is empty."""
        return []

    def detect_after(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """Where the people and things of `suggestions` stand that no suggestion covers, in text order."""
        text = doc.text
        sure = tuple(
            one.span for one in suggestions if one.confidence >= self._least and one.span.phi_class in self._sought
        )
        register = Register.of(marked_in(Document("", text, sure)), self._tagset, known=self._names)
        ends = [one.span.end for one in suggestions]
        found = []
        for place in register.search(self._vocabulary).spelt(text):
            if not place.phi_class or not self._is_meant(place, text):
                continue
            start, end = place.start, place.end
            if isinstance(place.of, Person) and place.phi_class in self._persons:
                start, end = self._completed(text, start, end, suggestions, ends)
            if not any(
                one.span.start <= start and end <= one.span.end for one in _within(suggestions, ends, start, end)
            ):
                told = ", ".join(dict.fromkeys(fact.detail for fact in place.evidence if fact.detail != "exact"))
                span = Span(start, end, place.phi_class)
                found.append(Suggestion(span, place.confidence, (Evidence("register", "", told),)))
        return believed(found, suggestions, text, self._index)

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions with one class for all names of a person: that of the role which the words beside one of them
        tell, else that which most speaks for. Names beside which another role is told are somebody else's."""
        found = list(suggestions)
        named: dict[NameMention, int] = {}
        for at, one in enumerate(found):
            if one.span.phi_class in self._roles:
                span = one.span
                text = span.text(doc.text)
                named[NameMention(Marked("", span.start, text, span.phi_class), 0, text, Role.ANY)] = at
        folded = fold_signs(doc.text) if named else ""
        told = {at: told_role(folded, found[at].span.start, found[at].span.end) for at in named.values()}
        spans = ((found[at].span, role) for at, role in told.items())
        if not self._disagree([(one.text(doc.text), self._roles[one.phi_class], role) for one, role in spans]):
            return found
        for person in clusters(named, Lexicon(named, self._names)):
            own = [named[mention] for mention in person.mentions]
            whole = self._role({told[at] for at in own} - {None}, [found[at] for at in own])
            for at in own:
                role = told[at] or whole
                phi_class = found[at].span.phi_class
                if role is not None and role is not self._roles[phi_class]:
                    other = class_for(replace(meaning_in(self._tagset, phi_class), role=role), self._tagset)
                    found[at] = replace(found[at], span=replace(found[at].span, phi_class=other or phi_class))
        return found

    @staticmethod
    def _disagree(names: Sequence[tuple[str, Role, Role | None]]) -> bool:
        """Whether a word of the names is of both roles, or another role is told beside one than its class says."""
        roles: dict[str, Role] = {}
        return any(
            (told or role) is not role or roles.setdefault(word, role) is not role
            for text, role, told in names
            for word in fold(text).split()
        )

    def _role(self, told: Collection[Role | None], mentions: Sequence[Suggestion]) -> Role | None:
        """The role of a person by what is told beside the names, else by what is suggested; None in doubt."""
        if told:
            return next(iter(told)) if len(told) == 1 else None
        votes = dict.fromkeys(Role, 0.0)
        for one in mentions:
            votes[self._roles[one.span.phi_class]] += one.confidence
        first, second = sorted(votes, key=lambda role: -votes[role])[:2]
        return first if votes[second] and votes[first] >= _CLEARLY * votes[second] else None

    def _is_meant(self, place: Occurrence, text: str) -> bool:
        """Whether a place is neither too short nor too freely spelt to be believed without a person's look."""
        written = text[place.start : place.end]
        told = " ".join(fact.detail for fact in place.evidence)
        if "edit" not in told or (place.kind in _MISSPELT and "edits" not in told):
            return True
        if not isinstance(place.of, Person) or "joined" in told:
            return False
        words = regex.findall(r"[\p{L}\p{M}\p{N}]+", written)
        return any(
            len(word) >= (_LEAST_MISSPELT_SMALL if word[0].islower() else _LEAST_MISSPELT)
            and fold(word) not in self._vocabulary
            for word in words
        )

    def _completed(
        self, text: str, start: int, end: int, suggestions: Sequence[Suggestion], ends: Sequence[int]
    ) -> tuple[int, int]:
        """The place of a name with the initials before it and the words of lists of names beside it, which no other
        suggestion covers."""
        small = not text[start].isupper()
        while (match := _WORD_BEFORE.search(text, max(start - _REACH, 0), start)) is not None:
            if not self._goes_with(match.group(1), small, match.group(2)) or _within(
                suggestions, ends, match.start(), start
            ):
                break
            start = match.start()
        while (match := _WORD_AFTER.match(text, end, end + _REACH)) is not None:
            if not self._goes_with(match.group(1), small, "") or _within(suggestions, ends, end, match.end()):
                break
            end = match.end()
        return start, end

    def _goes_with(self, word: str, small: bool, behind: str) -> bool:
        """Whether a word beside a name is part of it: an initial with its full stop, or in lists of names only."""
        folded = fold(word)
        if word[0].isupper() is small:
            return False
        if len(word) == 1:
            return behind.startswith(".") and folded not in TITLES  # `D. Ovidio`
        known = self._names.is_given(folded) or self._names.is_surname(folded)
        return known and not any(folded in words for words in (self._vocabulary, TITLES, LABELS, PARTICLES))


def _within(suggestions: Sequence[Suggestion], ends: Sequence[int], start: int, end: int) -> Sequence[Suggestion]:
    """Those of disjoint suggestions in text order that overlap a stretch."""
    first = bisect_right(ends, start)
    return suggestions[first : bisect_left(suggestions, end, first, key=lambda one: one.span.start)]
