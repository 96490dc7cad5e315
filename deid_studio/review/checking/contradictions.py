"""Contradictions: what accepted mentions of a report say against each other, so that one of them may be wrong; pure.

One name is the patient's here and somebody else's there; a date is far outside of the stay that the report tells of; an
age does not fit the date of birth. A person's answer keeps a contradiction from being asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import regex

from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.model.ontology import Meaning, meaning_in
from deid_studio.model.span import Evidence, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.birth_dates import parse_date
from deid_studio.people.date_words import tells_birth
from deid_studio.people.folded_text import fold_signs
from deid_studio.people.person import Marked, Person, Thing
from deid_studio.people.register import Register
from deid_studio.people.roles import told_role
from deid_studio.release.ages import ages_in
from deid_studio.review.checking.finding import CHECK, Finding, Sort, is_settled

_ADMITTED = regex.compile(r"\b(?:ingres(?:o|a|ad[oa])|admision|admitid[oa])\b[^\n\d]{0,24}$")
_DISCHARGED = regex.compile(r"\b(?:alta|egreso|exitus|fallec\w*)\b[^\n\d]{0,24}$")
_OF_TODAY = regex.compile(
    r"\bedad[ ]*[:=][ ]*$|\b(?:paciente|varon|hombre|mujer|nin[oa]|senora?)\b(?:[ ]*:|[ ]+de|,)?[ ]*$"
)
_BEFORE = 48  # characters
_LATER = timedelta(days=3 * 365)  # after discharge: what is planned is nearer
_EARLIER = timedelta(days=115 * 365)  # before admission: nobody is older
_YEARS_OFF = 1.5
_YEAR, _HALF = 365.25, 0.5
_OF_USE = {Sort.AGE: 0.1}  # by Laplace's rule: of 8 in annotated reports all were so written, none was marked wrongly
_LEAST_WORDS = 2  # of a name: a surname is shared, and so is a given name


def contradictions(text: str, desk: Desk, tagset: TagSet) -> list[Finding]:
    """The contradictions among the accepted mentions that nobody has looked at, in text order."""
    said = _Said(text, desk, tagset)
    found = [*_two_roles(said), *_outside_stay(said), *_wrong_ages(said)]
    return sorted(found, key=lambda one: one.span)


class _Said:
    """What accepted mentions say, by kind."""

    def __init__(self, text: str, desk: Desk, tagset: TagSet) -> None:
        self.text, self.tagset = text, tagset
        self.folded = fold_signs(text)
        self._by_kind: dict[Kind, list[tuple[Mention, Meaning]]] = {}
        for mention in desk:
            if mention.decision is Decision.ACCEPTED:
                meaning = meaning_in(tagset, mention.span.phi_class)
                self._by_kind.setdefault(meaning.kind, []).append((mention, meaning))
        self.dates = [_Date(m, day) for m, _ in self.of(Kind.DATE) if (day := parse_date(m.span.text(text)))]

    def of(self, kind: Kind) -> Sequence[tuple[Mention, Meaning]]:
        """The accepted mentions of a kind, in text order."""
        return self._by_kind.get(kind, ())

    def stands_after(self, cue: regex.Pattern[str], mention: Mention) -> bool:
        """Whether a cue stands right before a mention."""
        start = mention.span.start
        return cue.search(self.folded, max(start - _BEFORE, 0), start) is not None

    def days(self, tells: Callable[[Mention], bool]) -> list[date]:
        """The days of the dates of which something tells what they are."""
        return [one.day for one in self.dates if tells(one.mention)]

    def line(self, mention: Mention) -> str:
        """The number of the line in which a mention stands."""
        return str(self.text.count("\n", 0, mention.span.start) + 1)


@dataclass(frozen=True, slots=True)
class _Date:
    mention: Mention
    day: date


def _two_roles(said: _Said) -> Iterator[Finding]:
    """One finding for each full name of the patient that is marked as somebody of the staff elsewhere, or the other
    way round: where the words beside it speak against its class, else where it stands less often."""
    names = [(m, meaning.role) for m, meaning in said.of(Kind.PERSON) if meaning.role in (Role.PATIENT, Role.STAFF)]
    of_patient = [m for m, role in names if role is Role.PATIENT]
    of_staff = [m for m, role in names if role is Role.STAFF]
    if not of_patient or not of_staff:
        return
    register = Register.of((_marked(m, said.text) for m in of_patient), said.tagset)
    met: set[int] = set()
    for staff in of_staff:
        own = staff.span.text(said.text)
        person = register.same(own, Kind.PERSON) if _words(own) >= _LEAST_WORDS and staff.id not in met else None
        if person is None:
            continue
        places = {one.start for one in person.mentions if _words(one.text) >= _LEAST_WORDS}
        here = [m for m in of_patient if m.span.start in places]
        there = [m for m in of_staff if _is_same(register, m.span.text(said.text), person)]
        met.update(m.id for m in there)
        if here:
            yield from _doubted(said, here, there)


def _doubted(said: _Said, patient: list[Mention], staff: list[Mention]) -> Iterator[Finding]:
    against = [m for m in staff if told_role(said.folded, m.span.start, m.span.end) is Role.PATIENT]
    for_staff = [m for m in patient if told_role(said.folded, m.span.start, m.span.end) is Role.STAFF]
    if against and not for_staff:
        doubted, other = against, patient
    elif for_staff and not against:
        doubted, other = for_staff, staff
    else:
        # Of as many, the staff's: what is the patient's is treated with more care.
        doubted, other = (patient, staff) if len(patient) < len(staff) else (staff, patient)
    yield from _finding(said, Sort.ROLES, doubted, other[0].span.phi_class, said.line(other[0]))


def _outside_stay(said: _Said) -> Iterator[Finding]:
    admitted = said.days(lambda m: said.stands_after(_ADMITTED, m))
    discharged = said.days(lambda m: said.stands_after(_DISCHARGED, m))
    if not admitted or not discharged or min(admitted) > max(discharged):
        return
    born = min(said.days(lambda m: _is_birth(said, m)), default=date.min)
    for one in said.dates:
        too_early = one.day < born or min(admitted) - one.day > _EARLIER
        if too_early or one.day - max(discharged) > _LATER:
            yield from _finding(said, Sort.STAY, [one.mention])


def _wrong_ages(said: _Said) -> Iterator[Finding]:
    born = set(said.days(lambda m: _is_birth(said, m)))
    if len(born) != 1:
        return
    at_birth = next(iter(born))
    years = [(one.day - at_birth).days / _YEAR for one in said.dates if not _is_birth(said, one.mention)]
    if not years:
        return
    # It may be of any day that the report tells: only what fits none of them is wrong.
    wrong = [
        mention
        for mention, _ in said.of(Kind.AGE)
        if said.stands_after(_OF_TODAY, mention)
        and len(ages := ages_in(mention.span.text(said.text)) or ()) == 1
        and all(abs(then - _HALF - ages[0]) > _YEARS_OFF for then in years)
    ]
    yield from _finding(said, Sort.AGE, wrong)


def _finding(
    said: _Said, sort: Sort, mentions: Iterable[Mention], phi_class: str = "", line: str = ""
) -> Iterator[Finding]:
    left = [m for m in mentions if not is_settled(m, sort)]
    if left:
        spans = [replace(m.span, phi_class=phi_class or m.span.phi_class) for m in left]
        suggestion = Suggestion(spans[0], 1.0, (Evidence(CHECK, sort.value, line),))
        yield Finding(suggestion, tuple(spans[1:]), left[0].id, sort, _OF_USE.get(sort, 1.0))


def _is_birth(said: _Said, mention: Mention) -> bool:
    return tells_birth(Document("", said.text), mention.span.start)


def _is_same(register: Register, text: str, person: Person | Thing) -> bool:
    return _words(text) >= _LEAST_WORDS and register.same(text, Kind.PERSON) is person


def _marked(mention: Mention, text: str) -> Marked:
    return Marked("", mention.span.start, mention.span.text(text), mention.span.phi_class)


def _words(name: str) -> int:
    """How many words a name has beside initials."""
    return sum(len(word) > 1 for word in regex.findall(r"\p{L}+", name))
