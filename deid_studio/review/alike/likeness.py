"""Likeness: where in a report the same string, or the same person or number in other spellings, stands; pure.

Spellings are those of the detector of patient fields, and the same string is found as trusted PHI is: what a person
decided on is searched as if it were what the hospital knows.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.patient.detector import PatientFieldsDetector
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.trusted import Safeguards, TrustedPhi
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.ontology import Meaning, meaning_in
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields, field_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.birth_dates import parse_date
from deid_studio.people.folding import fold
from deid_studio.people.name_words import KINSHIP, LABELS, PARTICLES, TITLES
from deid_studio.people.report_words import ReportWords
from deid_studio.people.vocabulary import default_vocabulary

_NAMES = frozenset(("first_name", "last_name"))
_LEAST_DIGITS = 5
_LEAST_SIGNS = 3
_LONGEST = 200  # characters; what is longer is no name and no number


@dataclass(frozen=True, slots=True)
class Likeness:
    """One place of what was searched; `doubtful` where it may well be something else."""

    suggestion: Suggestion
    doubtful: bool

    @property
    def span(self) -> Span:
        """The place, with the class that was searched for."""
        return self.suggestion.span


class Likenesses:
    """What is like one text of a class, wherever it is searched; `meaning` is what the class means."""

    def __init__(self, wanted: str, phi_class: str, meaning: Meaning) -> None:
        self.phi_class = phi_class
        self._meaning = meaning
        named = meaning.kind in (Kind.PERSON, Kind.RELATIVE)
        self.wanted = _bare_name(wanted) if named else wanted.strip()
        self._fields = fields_of(self.wanted, meaning)
        self.is_person = named and bool(self._fields.values)
        self._own = ReportWords(self.wanted)

    def places(self, text: str) -> list[Likeness]:
        """The places in a text, in order, none overlapping another; where it is itself among them."""
        if not any(character.isalnum() for character in self.wanted):
            return []
        spelt, same = self._spelt(text), self._same(text)
        found = sorted([*spelt, *(one for one in same if not _overlapping(spelt, one.span))], key=lambda one: one.span)
        words = ReportWords(text)
        if self.is_person:
            found = _without_commas(found, text)
        return [Likeness(one, self._is_doubtful(one, words, same)) for one in found]

    def names(self, other: str) -> bool:
        """Whether all of the wanted text is a spelling of `other`, or all of `other` one of it."""
        mine = Likenesses(other, self.phi_class, self._meaning)
        return _is_whole(mine, self.wanted) or _is_whole(self, other)

    def _spelt(self, text: str) -> list[Suggestion]:
        if not self._fields.values:
            return []
        found = PatientFieldsDetector().detect_with(Document("", text), self._fields)
        kinds = {value.kind.value for value in self._fields.values}
        # E-mail addresses that hold a name are found with it, and are another thing.
        own = (one for one in found if any(kind in kinds for fact in one.evidence for kind in fact.name.split(" + ")))
        return [replace(one, span=replace(one.span, phi_class=self.phi_class)) for one in own]

    def _same(self, text: str) -> list[Suggestion]:
        # The wanted text stands before the report as a line of its own, as if it had been accepted there.
        before = self.wanted + "\n"
        lines = tokenizer().lines(before + text)
        source = Suggestion(Span(0, len(self.wanted), self.phi_class), 1.0, (Evidence("trusted"),))
        persons = frozenset((self.phi_class,) if self.is_person else ())
        rules = Safeguards(1, 1, 0.0, frozenset(), persons, frozenset())
        found = TrustedPhi(lines, [source], rules, default_gazetteers()).suggestions(range(len(lines)), [source.span])
        shift = len(before)
        return [
            Suggestion(Span(one.span.start - shift, one.span.end - shift, self.phi_class), 1.0, source.evidence)
            for one in found
            if one.span.start >= shift
        ]

    def _is_doubtful(self, found: Suggestion, words: ReportWords, same: Sequence[Suggestion]) -> bool:
        """Whether a place is misspelt, an initial, a word of the language, or a part of another's or a thing's name."""
        span, told = found.span, [fact.detail for fact in found.evidence]
        first, last = bisect_left(words.starts, span.start), bisect_left(words.starts, span.end) - 1
        own = _said(words.folded[first : last + 1])
        if any("edit" in detail for detail in told) or sum(map(len, own)) < _LEAST_SIGNS:
            return True
        if not self.is_person:
            return False
        if all("initial" in detail for detail in told):
            return True
        # The search for the same string passes over what is a hospital's, a street's or a disease's name.
        if words.capital[first] and "exact" in told and not _overlapping(same, span):
            return True
        if len(own) > 1 and own == _said(self._own.folded):
            return False
        return (len(own) == 1 and own[0] in default_vocabulary()) or _goes_on(words, first, last)


def fields_of(text: str, meaning: Meaning) -> PatientFields:
    """A text with a meaning as a field of a patient; without values where only the same string is the same thing."""
    kind = field_of(meaning)
    if "\n" in text or len(text) > _LONGEST or (kind is None and parse_date(text) is not None):
        return PatientFields()
    if kind is None and sum(character.isdigit() for character in text) >= _LEAST_DIGITS:
        kind = FieldKind.IDENTIFIER
    if meaning.kind is Kind.DATE or kind is None:
        return PatientFields()
    if kind is FieldKind.RELATIVE and not any(word[0].isupper() for word in text.split()):
        return PatientFields()  # `hermana` is whose sister it is, not who
    return PatientFields((FieldValue(kind, text),))


def fields_of_all(text: str, spans: Iterable[Span], tagset: TagSet) -> PatientFields:
    """All spans of a report as fields of its patient; the patient's names are one person's, all others' their own."""
    values: dict[FieldValue, None] = {}
    for span in spans:
        meaning = meaning_in(tagset, span.phi_class)
        for value in fields_of(_bare_name(span.text(text)), meaning).values:
            patient = (meaning.kind, meaning.role) == (Kind.PERSON, Role.PATIENT)
            values[replace(value, kind=FieldKind.FULL_NAME) if patient else value] = None
    return PatientFields(tuple(values))


def folded_words(text: str) -> str:
    """A text without case, accents, and all that is neither letter nor digit: what makes two texts the same string."""
    return " ".join("".join(c if c.isalnum() else " " for c in fold(text)).split())


def _bare_name(text: str) -> str:
    """A name without the titles before it."""
    words = ReportWords(text)
    starts = (start for start, folded in zip(words.starts, words.folded, strict=True) if folded not in TITLES)
    return text[next(starts, 0) :].strip()


def _is_whole(likenesses: Likenesses, text: str) -> bool:
    """Whether one place takes up a text but for titles, particles and signs."""
    words = ReportWords(text)
    for place in likenesses.places(text):
        beyond = (i for i, start in enumerate(words.starts) if not place.span.start <= start < place.span.end)
        if not _said(words.folded[i] for i in beyond):
            return True
    return False


def _said(words: Iterable[str]) -> list[str]:
    """The words of a name without titles and particles."""
    return [word for word in words if word not in PARTICLES and word not in TITLES]


def _overlapping(found: Sequence[Suggestion], span: Span) -> bool:
    return any(one.span.overlaps(span) for one in found)


def _goes_on(words: ReportWords, first: int, last: int) -> bool:
    """Whether a capitalised word beside a name makes it a part of another one."""
    before, after = first - 1, last + 1
    while before >= 0 and words.folded[before] in PARTICLES and words.gap(before) == " ":
        before -= 1
    if before >= 0 and words.capital[before] and words.gap(before) == " ":
        folded = words.folded[before]
        # At a sentence's start the capital says nothing.
        begins = before == 0 or not words.gap(before - 1).isspace() or "\n" in words.gap(before - 1)
        is_name = not _NAMES.isdisjoint(default_gazetteers().kinds(folded))
        if (is_name or not begins) and not any(
            folded in known for known in (TITLES, LABELS, KINSHIP, default_vocabulary())
        ):
            return True
    return (
        after < len(words)
        and words.capital[after]
        and words.gap(last) == " "
        and words.folded[after] not in default_vocabulary()
    )


def _without_commas(found: list[Suggestion], text: str) -> list[Suggestion]:
    """The places with surnames and given names parted by a comma as one (`GARCÍA LÓPEZ, Juan`)."""
    joined: list[Suggestion] = []
    for one in found:
        if joined and text[joined[-1].span.end : one.span.start] in (", ", ","):
            before = joined[-1]
            facts = tuple(dict.fromkeys((*before.evidence, *one.evidence)))
            span = Span(before.span.start, one.span.end, one.span.phi_class)
            joined[-1] = Suggestion(span, min(before.confidence, one.confidence), facts)
        else:
            joined.append(one)
    return joined
