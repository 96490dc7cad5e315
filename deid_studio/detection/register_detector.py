"""Register: whoever and whatever was found once in a report is found everywhere in it, however it is written there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import regex

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.spreading import believed
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import Meaning, class_for, classes_of, meaning_in, meaning_of
from deid_studio.model.patient_fields import FieldKind
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.coreference import clusters
from deid_studio.people.folded_text import fold_signs
from deid_studio.people.folding import fold
from deid_studio.people.handles import Handle
from deid_studio.people.name_lexicon import Lexicon
from deid_studio.people.name_reading import NameMention
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
_WORD_BEFORE = regex.compile(r"(?r)(?<![\p{L}\p{M}\p{N}.&/'])([\p{L}\p{M}]+)(\.?[ ]|-)\n?")
_WORD_AFTER = regex.compile(r"(?:[ ]|-)([\p{L}\p{M}]+)(?![\p{L}\p{M}\p{N}])")
_WORDS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_REACH = 40  # characters beside a name
# A text without blanks that may be a user name: in small letters, or with figures, underscores or points in it.
_USER_NAME = regex.compile(r"(?=[^\s@]*(?:\d|_|\p{L}\.\p{L})|[^\p{Lu}@]*$)\p{L}[^\s@/]{3,}")
_USER_NAMES = {
    Role.PATIENT: Meaning(Kind.NUMBER, Role.PATIENT, Subkind.PATIENT_NUMBER),
    Role.STAFF: Meaning(Kind.NUMBER, Role.STAFF, Subkind.EMPLOYEE),
}
_WORD = regex.compile(r"[\p{L}\p{M}]{3}")  # no handle is made of less of a name
_NUMBERED = frozenset((Subkind.PATIENT_NUMBER, Subkind.EMPLOYEE, Subkind.ANY))
_LEAST_TOLD = 4  # letters of a name in a user name
_USER_NAME_FOUND = 0.6  # confidence in one that nothing else suggests


def _told(one: Suggestion, text: str, folded: str) -> Role | None:
    """The role of a name: the patient's where it is theirs in full as it is known, else what the words beside it tell,
    else the patient's where it may be a form of theirs."""
    known = [fact.detail for fact in one.evidence if fact.kind == "patient"]
    if known and " " in one.span.text(text) and all(detail == "exact" for detail in known):
        return Role.PATIENT
    told = told_role(folded, one.span.start, one.span.end)
    return told or (Role.PATIENT if known and not any("edit" in detail for detail in known) else None)


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
        roles = [(one.name, meaning_of(one)) for one in tagset]
        self._roles = {
            name: own.role for name, own in roles if own.kind is Kind.PERSON and own.role in (Role.PATIENT, Role.STAFF)
        }
        self._sought = classes_of(tagset, _SOUGHT)
        self._persons = classes_of(tagset, (Kind.PERSON,))
        self._user_names = {role: name for role, own in _USER_NAMES.items() if (name := class_for(own, tagset))}
        self._numbers = {name for name, own in roles if own.kind is Kind.NUMBER and own.subkind in _NUMBERED}

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
        # A part of a user name is no name.
        made = list(self._made_of_names(text, register, suggestions, ends))
        made_ends = [one.span.end for one in made]
        found = [one for one in found if not _within(made, made_ends, one.span.start, one.span.end)]
        return sorted([*believed(found, suggestions, text, self._index), *made], key=lambda one: one.span)

    def _made_of_names(
        self, text: str, register: Register, suggestions: Sequence[Suggestion], ends: Sequence[int]
    ) -> Iterator[Suggestion]:
        """The user names that are made of a name of the register, where nothing is suggested."""
        for start, end, person in register.handles(text, self._vocabulary):
            start += text[start] in "@#"
            phi_class = self._user_names.get(person.role)
            if phi_class is None or not _USER_NAME.fullmatch(text, start, end):
                continue
            handle, digits = register.handle_of(text[start:end]), sum(map(str.isdecimal, text[start:end]))
            if handle is None or (len(handle.pieces) < 2 and digits == 1):  # `SUJETO_2` counts who speaks
                continue
            span = Span(start, end, phi_class)
            if not any(one.span.overlaps(span) for one in _within(suggestions, ends, start, end)):
                yield Suggestion(span, _USER_NAME_FOUND, (Evidence("register", "", "joined"),))

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions with one class for all names of a person, and for the user names that are made of them."""
        return self._with_user_names(doc.text, self._with_roles(doc, suggestions))

    def _with_user_names(self, text: str, suggestions: list[Suggestion]) -> list[Suggestion]:
        """The suggestions with each user name that is made of somebody's name as a number of theirs."""
        may_be = {
            at: _USER_NAME.fullmatch(one.span.text(text)) is not None
            for at, one in enumerate(suggestions)
            if one.span.phi_class in self._numbers | self._persons
        }
        made = [at for at, other in may_be.items() if other and _WORD.search(fold(suggestions[at].span.text(text)))]
        if not made or not self._user_names:
            return suggestions
        names = (suggestions[at].span for at, other in may_be.items() if not other)
        register = Register.of(marked_in(Document("", text, tuple(names))), self._tagset, known=self._names)
        found = list(suggestions)
        for at in made:
            one, written = found[at], found[at].span.text(text)
            handle = register.handle_of(written)
            if handle is None or not _tells(handle):
                continue
            phi_class = self._user_names.get(handle.person.role)
            if phi_class and not (one.span.phi_class in self._persons and self._is_name(written, handle)):
                facts = (*one.evidence, Evidence("register", "", "joined"))
                found[at] = replace(one, span=replace(one.span, phi_class=phi_class), evidence=facts)
        return found

    def _is_name(self, written: str, handle: Handle) -> bool:
        """Whether what somebody holds to be a name is one, and no user name made of it."""
        folded = fold(written)
        if self._names.is_given(folded) or self._names.is_surname(folded):
            return True
        return written.replace("-", "").isalpha() and not any(piece.is_initial for piece in handle.pieces)

    def _with_roles(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
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
        told = {at: _told(found[at], doc.text, folded) for at in named.values()}
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
        words = _WORDS.findall(written)
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
        while (match := _WORD_BEFORE.match(text, max(start - _REACH, 0), start)) is not None:
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


def _tells(handle: Handle) -> bool:
    """Whether enough of a name stands in a handle that it is not there by chance."""
    return sum(piece.end - piece.start for piece in handle.pieces if not piece.is_initial) >= _LEAST_TOLD
