"""Surrogates: what takes the place of each span of the reports of one scope, by the kind of thing that its class is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

import regex

from deid_studio.model.document import Document
from deid_studio.model.kinds import Role
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.people.kinship import doubtful_kin, without_names
from deid_studio.people.misread import with_figures, with_letters
from deid_studio.people.name_words import PARTICLES, follows_address
from deid_studio.people.person import Marked, Person
from deid_studio.people.register import Register, marked_in
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.facts import described
from deid_studio.release.own_words import OF_WORDS, is_address_of_street
from deid_studio.release.rewriting import Place
from deid_studio.release.surrogates.agreement import Form, Gender, asked_before, form_of
from deid_studio.release.surrogates.centres import CentreNames, surrogate_centre
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.held_numbers import HeldNumbers
from deid_studio.release.surrogates.identifiers import (
    is_code,
    says_number,
    surrogate_email,
    surrogate_handle,
    surrogate_identifier,
    surrogate_identifier_digits,
    surrogate_part,
    surrogate_phone,
    surrogate_user,
    surrogate_web,
)
from deid_studio.release.surrogates.known_places import POSTAL_CODE
from deid_studio.release.surrogates.moved_dates import TOP_AGE, MovedDates, may_stay
from deid_studio.release.surrogates.name_lists import NameLists, name_lists
from deid_studio.release.surrogates.named_places import PlaceMention
from deid_studio.release.surrogates.names import SurrogateNames
from deid_studio.release.surrogates.place_words import quarter_said
from deid_studio.release.surrogates.places import SurrogatePlaces
from deid_studio.release.surrogates.professions import surrogate_profession
from deid_studio.release.surrogates.streets import surrogate_street
from deid_studio.release.trades import is_profession
from deid_studio.release.written import BESIDE, cased, said_before

_LEAST_AVOIDED = 4
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"  # `980.61.33.20` is a telephone
_ADDRESS = regex.compile(rf"(?i)https?://|www\.|{_OCTET}(?:\.{_OCTET}){{3}}$")
_STREET_AND_TOWN = regex.compile(r"(?P<street>.*?\d.*?)(?P<gap>[\s,.;–-]+)(?P<town>\d{5}\s+\p{Lu}.*)", regex.DOTALL)
_UNTOLD = frozenset(("other", ""))  # kinds of classes that may hold anything, a name as well
_BY_SHAPE = frozenset(("number", *_UNTOLD))
_OF_FACTS = frozenset(("relative", "profession"))  # kinds whose figures are of no number: `vecina del 3º`
# What is said of somebody, where nothing of the kind can be drawn: masculine and feminine, one and several.
_TRAITS = (("rasgo personal", "rasgos personales"), ("característica personal", "características personales"))


@dataclass(frozen=True, slots=True)
class SurrogateOptions:
    """How surrogates are made: what dates keep, and whether countries stay, so that towns go on lying in them."""

    dates: DateKeeping = DateKeeping.INTERVALS
    countries: bool = True


class Surrogates:
    """What takes the place of the spans of one scope's reports: a report, all of a patient's, or a whole project's.

    Everything is drawn by `draws`, so that the same reports, secret and scope give the same surrogates, whatever the
    order of the reports. `remembered` are a person's own, by class and folded text, and come first. Of several sets for
    one scope the others are made `like` the first: they avoid what is real in its reports, and move dates as it does.
    """

    def __init__(
        self,
        reports: Sequence[Document],
        tagset: TagSet,
        draws: Draws,
        options: SurrogateOptions | None = None,
        remembered: Mapping[tuple[str, str], str] | None = None,
        lists: NameLists | None = None,
        like: Surrogates | None = None,
    ) -> None:
        options = options or SurrogateOptions()
        self._tagset = tagset
        self._draws = draws
        self._lists = lists or name_lists()
        self._remembered = remembered or {}
        reports = sorted(reports, key=lambda doc: doc.id)
        self._real: frozenset[str] = _real_values(reports) if like is None else like._real
        self._whole: frozenset[tuple[str, ...]] = _whole_values(reports) if like is None else like._whole
        self._longest = max(map(len, self._whole), default=0)
        self.places = SurrogatePlaces(self._places_in(reports), draws, self.is_real, options.countries)
        self._centres = CentreNames(self._centres_in(reports), self.places)
        if like is None:
            self._marked = {
                (doc.id, span): one._replace(text=self._meant(one.text, one.phi_class))
                for doc in reports
                for span, one in zip(sorted(doc.spans), marked_in(doc), strict=True)
            }
            register = Register.of(self._marked.values(), tagset, known=self._lists, is_name=self._is_name)
            self._people = _people_of(register)
            self.names = SurrogateNames(register, self._lists, draws, self._real)
            self.dates = MovedDates(reports, self.kind_of, draws, options.dates, self.repeats)
            self._held_numbers = HeldNumbers(self._numbers_in(reports))
        else:
            self._marked, self._people = like._marked, like._people
            own = {person.number: person for doc in reports for person in self._people.get(doc.id, ())}
            self.names = like.names.again(draws, (own[number] for number in sorted(own)))
            self.dates, self._held_numbers = like.dates.of_others(), like._held_numbers

    def _places_in(self, reports: Sequence[Document]) -> list[list[PlaceMention]]:
        """The places and countries that each report names, and the postal codes of its streets."""
        places: list[list[PlaceMention]] = []
        for doc in reports:
            places.append([])
            last = 0
            for span in sorted(doc.spans):
                kind = self.kind_of(span.phi_class)
                if kind in ("place", "country"):
                    gap = doc.text[last : span.start] if last > 0 and span.start - last <= BESIDE else None
                    text = self._meant(span.text(doc.text), span.phi_class)
                    quarter = quarter_said(text, said_before(doc, span.start)) if kind == "place" else ""
                    places[-1].append(PlaceMention(text, gap, kind == "country", quarter))
                    last = span.end
                elif kind == "street":
                    places[-1] += map(PlaceMention, POSTAL_CODE.findall(span.text(doc.text)))
        return places

    def _centres_in(self, reports: Sequence[Document]) -> Iterator[tuple[str, bool]]:
        """The centres that reports name, and whether each is an institution."""
        for doc in reports:
            for span in doc.spans:
                kind = self.kind_of(span.phi_class)
                if kind in ("centre", "institution"):
                    yield self._meant(span.text(doc.text), span.phi_class), kind == "institution"

    def _numbers_in(self, reports: Sequence[Document]) -> Iterator[str]:
        """The numbers of things that reports tell, but for names of files and users."""
        for doc in reports:
            for span in doc.spans:
                if self.kind_of(span.phi_class) == "number" and is_code(text := span.text(doc.text)):
                    yield text

    def remembering(self, remembered: Mapping[tuple[str, str], str]) -> Surrogates:
        """The same surrogates with other ones of a person's own."""
        other = copy(self)
        other._remembered = remembered
        return other

    def kind_of(self, phi_class: str) -> str:
        """The kind of thing that a class is; empty when the tag set does not say."""
        return self._tagset[phi_class].kind if phi_class in self._tagset else ""

    def _meant(self, text: str, phi_class: str) -> str:
        """What a text means where a scanner misread it: `H0SPITAL`, `28O43`; as long as it is."""
        kind = self.kind_of(phi_class)
        if kind not in OF_WORDS:
            return text
        least = 2 if kind == "relative" else 3  # letters: `t1a`
        return with_letters(with_figures(text) if kind == "place" and any(map(str.isdigit, text)) else text, least)

    def is_abroad(self, text: str, phi_class: str) -> bool:
        """Whether a text of a class names a place outside Spain, or one that may lie there, as its reports tell."""
        return self.places.is_abroad(self._meant(text, phi_class))

    def is_real(self, text: str) -> bool:
        """Whether a text is, or holds a word of, what stands in a span of these reports."""
        folded = fold(text)
        return folded in self._real or any(
            word in self._real for word in _WORD.findall(folded) if len(word) >= _LEAST_AVOIDED
        )

    def repeats(self, text: str) -> bool:
        """Whether a text is, or holds, the whole of what stands in a span of these reports, from four characters on."""
        words = _words(text)
        return words in self._whole or any(
            part in self._whole and sum(map(len, part)) >= _LEAST_AVOIDED
            for start in range(len(words))
            for end in range(start + 1, min(start + self._longest, len(words)) + 1)
            if (part := words[start:end])
        )

    def of(self, doc: Document, place: Place, turn: int = 0) -> str | None:
        """What takes the place of a stretch of a report; None when nothing fits (it is then to be tagged).

        On turn 0 all mentions of the same thing agree, and a person's own surrogates are taken. Other turns draw anew
        what is drawn for a mention alone; dates, and names and places of the scope, do not change by turns.
        """
        text = doc.text[place.start : place.end]
        own = self._remembered.get((place.phi_class, fold(text)))
        if own is not None and not turn:
            return own
        draws = self._draws.again(turn)
        meant = self._meant(text, place.phi_class)
        made = self._made(doc, place, meant, draws, None if turn else self.names)
        if self.kind_of(place.phi_class) == "date" and (made is None or may_stay(text)):
            return made  # other figures may be a date that no calendar has
        if made is None or fold(made.strip()) == fold(text.strip()):
            numbered = any(map(str.isdigit, text)) and self.kind_of(place.phi_class) not in _OF_FACTS
            made = surrogate_identifier_digits(text, draws) if numbered else None
        return made

    def key_of(self, doc: Document, place: Place) -> str:
        """What tells whom or what a stretch names from others of its class in the scope, however it is written."""
        return self.names.register.key_of(self._mention(doc, place)[0])

    def without_names(self, doc: Document, place: Place, top: int = 0) -> str | None:
        """A mention of relatives as it is, but for the names in it and ages from `top` years on (0: none); None where
        one of the names is no name, or a word for a relative may be a name."""
        marked, at = self._mention(doc, place)
        before = said_before(doc, place.start)

        def name(text: str, start: int) -> str | None:
            return None if self._is_ordinary(text) else self.names.surrogate(marked, at + start, at + start + len(text))

        text = self._meant(doc.text[place.start : place.end], place.phi_class)
        if any(map(self._may_be_named, doubtful_kin(text, before))):
            return None
        return without_names(text, name, before, top)

    def _may_be_named(self, word: str) -> bool:
        """Whether somebody is called by a word for a relative, or by one that says in no place which it is."""
        return word.islower() or any(fold(word) in person.given for person in self.names.register.people)

    def _mention(self, doc: Document, place: Place) -> tuple[Marked, int]:
        """A stretch as the register knows it: the mention that it is of, and where in that it begins."""
        if place.span is not None and (doc.id, place.span) in self._marked:
            before = 0  # of the mention's text: its fragments are joined by one blank each
            for start, end in place.span.fragments:
                if start <= place.start and place.end <= end:
                    return self._marked[doc.id, place.span], before + place.start - start
                before += end - start + 1
        # Overlapping spans as one, which nobody marked so.
        text, said = self._meant(doc.text[place.start : place.end], place.phi_class), said_before(doc, place.start)
        return Marked(doc.id, place.start, text, place.phi_class, said), 0

    def _person(self, doc: Document, place: Place) -> str:
        """What takes the place of somebody's name."""
        marked, at = self._mention(doc, place)
        return self.names.surrogate(marked, at, at + place.end - place.start)

    def agrees(self, doc: Document, place: Place, made: str) -> bool:
        """Whether gender and number of what takes a stretch's place fit the words around it, as far as can be told.

        Where the original does not fit what is before it either, nothing is said of the surrogate.
        """
        text, before = doc.text[place.start : place.end], said_before(doc, place.start)
        asked, own, new = asked_before(before), form_of(text), form_of(made)
        fits = new.agrees(asked) or not own.agrees(asked)
        match self.kind_of(place.phi_class):
            case "person":
                return self.names.agrees(self._mention(doc, place)[0], before)
            case "country":
                return asked.gender is None
            case "institution" | "centre" if made.isupper():
                return True  # nobody knows what an acronym is of
            case "profession" | "other":
                # Adjectives that follow go with the original.
                return fits and new.agrees(own)
            case "number" | "institution" | "centre" | "date":
                return fits
        return True

    def _made(self, doc: Document, place: Place, text: str, draws: Draws, names: SurrogateNames | None) -> str | None:
        before = said_before(doc, place.start)
        asked = asked_before(before)
        kind = self.kind_of(place.phi_class)
        match _kind_by_shape(text, kind) if kind in _BY_SHAPE else kind:
            case "person":
                if self.names.register.is_user_name(self._mention(doc, place)[0]):
                    role = Role(self._tagset[place.phi_class].role)
                    return surrogate_handle(text, draws, names and names.of_role(role), self.dates.in_numbers)
                return self._person(doc, place)
            case "relative":
                return self.without_names(doc, place, TOP_AGE)
            case "date":
                return self.dates.of(doc, place, text)
            case "profession":
                return surrogate_profession(text, draws, self.is_real, asked)
            case "place":
                return self._place(text, before)
            case "country":
                return self.places.country(text)
            case "street":
                return surrogate_street(text, self.places, before)
            case "centre":
                return surrogate_centre(text, self.places, asked, names=self._centres, before=before)
            case "institution":
                return surrogate_centre(text, self.places, asked, institution=True, names=self._centres, before=before)
            case "phone":
                return surrogate_phone(text, draws, self.is_real, self.places.telephone_prefix)
            case "email":
                return surrogate_email(text, draws, names, self.dates.in_numbers)
            case "web":
                return surrogate_web(
                    text, draws, names, self.dates.in_numbers, lambda part: self._number_elsewhere(part, draws, names)
                )
            case "number":
                return self._number(text, draws, names)
            case "words":
                if kind in _UNTOLD and self._is_name(self._mention(doc, place)[0]):
                    return self._person(doc, place)
                return (
                    surrogate_user(text, draws, names, self.dates.in_numbers)
                    if kind == "number"
                    else self._worded(text, draws, asked, names)
                )
        return None

    def _place(self, text: str, before: str) -> str | None:
        """What takes the place of a place; of an address, where a class of places holds those as well."""
        if not is_address_of_street(text):
            return self.places.place(text, before)
        found = _STREET_AND_TOWN.match(text)
        street = surrogate_street(found["street"] if found else text, self.places, before)
        town = self.places.place(found["town"]) if found else ""
        return None if town is None else f"{street}{found['gap'] if found else ''}{town}"

    def _number(self, text: str, draws: Draws, names: SurrogateNames | None) -> str:
        """What takes the place of a number; of one that another of the scope holds, what stands there in that."""
        holding = self._held_numbers.holding(text)
        if holding is not None:
            number, start = holding
            whole = surrogate_identifier(number, draws, self.is_real, names, self.dates.in_numbers)
            return surrogate_part(text, whole, start)
        return surrogate_identifier(text, draws, self.is_real, names, self.dates.in_numbers)

    def _number_elsewhere(self, text: str, draws: Draws, names: SurrogateNames | None) -> str | None:
        """What takes the place of a number that the scope has as one; None where it has not."""
        return self._number(text, draws, names) if self._held_numbers.has(text) else None

    def _worded(self, text: str, draws: Draws, asked: Form, names: SurrogateNames | None) -> str | None:
        """What takes the place of words of no kind: of a user name, or what is said of somebody."""
        user = surrogate_user(text, draws, names, self.dates.in_numbers)
        if user is not None:
            return user
        if is_profession(text):
            return surrogate_profession(text, draws, self.is_real, asked)
        form = asked.narrowed(form_of(text))
        trait = _TRAITS[form.gender is Gender.FEMININE][bool(form.plural)]
        return cased(trait, text)

    def _is_name(self, one: Marked) -> bool:
        """Whether words of no kind are somebody's name: each can be one and one is known to be, or one that no
        dictionary has, or they stand behind a form of address (`el Sr. Obispo`); but not what is said of people in
        general (`casada`)."""
        text = one.text
        words = [word for word in _WORD.findall(text) if fold(word) not in PARTICLES]
        if not words or _kind_by_shape(text) != "words":
            return False
        if all(word[0].isupper() for word in words) and follows_address(one.before):
            return True
        if described(text):
            return False
        known = [self._lists.knows(fold(word)) for word in words]
        if all(word.islower() for word in words):
            return all(known)
        capital = all(word[0].isupper() for word in words)
        return capital and (any(known) or all(fold(word) not in default_vocabulary() for word in words))

    def _is_ordinary(self, text: str) -> bool:
        """Whether a name that a mention of relatives seems to have are ordinary words in small letters."""
        return any(
            word.islower() and folded not in PARTICLES and folded in default_vocabulary()
            and not self._lists.knows(folded)
            for word in _WORD.findall(text) if (folded := fold(word))
        )  # fmt: skip


def _people_of(register: Register) -> dict[str, list[Person]]:
    """The people whom each report names, in their order."""
    found: dict[str, list[Person]] = {}
    for person in register.people:
        for report in sorted({one.report for one in person.mentions}):
            found.setdefault(report, []).append(person)
    return found


def _real_values(reports: Sequence[Document]) -> frozenset[str]:
    """Folded texts of all spans, and their words of some length."""
    found: set[str] = set()
    for doc in reports:
        for span in doc.spans:
            text = span.text(doc.text)
            for folded in {fold(text), fold(with_letters(text))}:
                found.add(folded)
                found.add("".join(c for c in folded if c.isalnum()))
                found.update(word for word in _WORD.findall(folded) if len(word) >= _LEAST_AVOIDED)
    return frozenset(found)


def _whole_values(reports: Sequence[Document]) -> frozenset[tuple[str, ...]]:
    return frozenset(_words(span.text(doc.text)) for doc in reports for span in doc.spans)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold(text)))


def _kind_by_shape(text: str, kind: str = "") -> str:
    """What a class that may hold several things holds: an address, a date (numbers are none), a number, or words."""
    if "@" in text:
        return "email"
    if _ADDRESS.match(text):
        return "web"
    if kind != "number" and read_date(text).said.is_full:
        return "date"
    return "number" if any(c.isdigit() for c in text) or says_number(text) else "words"
