"""Register: the people and things that reports of one scope mention, with all their forms; pure.

Built from what was marked (suggestions, decisions) and what is known of the patient, and built anew when a decision
changes; the order of the mentions does not matter. It is the one answer to whether two texts are the same person or
thing: who asks for a name's role and sex, for whom a mention is of, what an e-mail address is made of, or where the
same stands again, asks here. See docs/decisions/0016-a-register-of-people.md.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple, TypeVar

import regex

from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.ontology import Meaning, class_for, meaning_in
from deid_studio.model.patient_fields import FIELD_MEANINGS, FieldKind, FieldValue, PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.people.coreference import Cluster, Name, bases_of, clusters, holds, meant_word, name_of
from deid_studio.people.exact import Safeguards
from deid_studio.people.folding import fold
from deid_studio.people.handles import Handle, Handles, is_user_name, may_be_user_name
from deid_studio.people.joined_names import people_in
from deid_studio.people.kinship import follows_title_of_noble, kin_words, names_in
from deid_studio.people.name_lexicon import Lexicon
from deid_studio.people.name_reading import (
    NameMention,
    Written,
    read_words,
    sex_before,
    sure_sex,
    with_initials_told,
    with_parts_told,
)
from deid_studio.people.name_words import SHORTENED, is_of_child, said_to_be_of
from deid_studio.people.person import KNOWN, KnownNames, Marked, NameRole, NameWord, NoLists, Person, Sex, Thing
from deid_studio.people.search import LONGEST, Search, field_of
from deid_studio.people.sought import Sought, sought_as, sought_patient
from deid_studio.people.things import key_of, things_of
from deid_studio.people.traces import Traces
from deid_studio.people.vocabulary import Vocabulary

T = TypeVar("T")
_BEFORE = 24  # characters before a mention that may tell what it is
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_HERS = frozenset("mujer femenino femenina hembra nina f fem".split())
_HIS = frozenset("varon hombre masculino masculina macho nino v h masc".split())
# Classes that may hold a user name, or anything.
_HANDLES = frozenset((Kind.EMAIL, Kind.WEB, Kind.NUMBER, Kind.OTHER, Kind.UNKNOWN))
_UNTOLD = frozenset((Kind.OTHER, Kind.UNKNOWN))
_NAMED: Mapping[FieldKind, tuple[Role, NameRole | None]] = {
    FieldKind.GIVEN_NAME: (Role.PATIENT, NameRole.GIVEN),
    FieldKind.SURNAME: (Role.PATIENT, NameRole.SURNAME),
    FieldKind.FULL_NAME: (Role.PATIENT, None),
    FieldKind.RELATIVE: (Role.RELATIVE, None),
    FieldKind.STAFF: (Role.STAFF, None),
}


class WordReading(NamedTuple):
    """A word of a mention (code points of the marked text): what it is of the person's name, and how it stands for it.

    `word` is the name's word, folded and written out, of which initials are one letter each, and empty where nobody
    knows for what a letter stands; `role` is None then.
    """

    start: int
    end: int
    text: str
    word: str
    role: NameRole | None
    form: Written
    person: int


class _Named(NamedTuple):
    """A name where it stands, and the person whose it is."""

    name: NameMention
    person: Person


def marked_in(doc: Document) -> Iterator[Marked]:
    """The spans of a report as a register takes them; the fragments of a span are joined by blanks."""
    for span in sorted(doc.spans):
        before = doc.text[max(span.start - _BEFORE, 0) : span.start].rpartition("\n")[2]
        yield Marked(doc.id, span.start, span.text(doc.text), span.phi_class, before)


def traces_of(marked: Iterable[Marked], tagset: TagSet) -> Traces:
    """Whatever of what was marked stands in a text, ready to be looked for, for who must let nothing leave."""
    found = []
    for one in sorted(set(marked)):
        meaning = meaning_in(tagset, one.phi_class)
        names = tuple(name.text for name in _names_of(one, meaning, lambda text: False) if read_words(name.text))
        if names or meaning.kind not in (Kind.LABEL, Kind.PERSON):
            found.append((one, meaning.kind, names))
    return Traces(found)


class Register:
    """The people and things of some reports; `people` and `things` in an order of their own."""

    def __init__(
        self,
        names: Sequence[NameMention],
        things: Sequence[tuple[Marked, Meaning]],
        known: KnownNames,
        tagset: TagSet,
        fields: PatientFields,
    ) -> None:
        self._tagset = tagset
        self._fields = fields
        self._known = known
        names = [piece for name in names for piece in _people_of(name, known)]
        doubtful = [name for name in names if may_be_user_name(name.text) and name.role is not Role.RELATIVE]
        doubtful = [name for name in doubtful if not any(_is_known(word.folded, known) for word in name.words)]
        found = self._found([name for name in names if name not in doubtful] if doubtful else names)
        self.people: tuple[Person, ...] = tuple(self._person(number, one) for number, one in enumerate(found))
        if doubtful:
            users = self._users_among(doubtful)
            found = self._found([name for name in names if name.marked not in users])
            self.people = tuple(self._person(number, one) for number, one in enumerate(found))
            things = [*things, *((one, meaning_in(tagset, one.phi_class)) for one in sorted(users))]
        self.things: tuple[Thing, ...] = tuple(things_of(things))
        self._named = [cluster.mentions for cluster in found]  # of each person
        patients = [person.number for person in self.people if person.role is Role.PATIENT]
        if len(patients) == 1:
            self.people = tuple(self._with_sex(one) if one.number in patients else one for one in self.people)

    def _found(self, names: Sequence[NameMention]) -> list[Cluster]:
        names = with_initials_told(with_parts_told(names, self._known), self._known)
        self._lexicon = Lexicon(names, self._known)
        return clusters(names, self._lexicon)

    def _users_among(self, names: Iterable[NameMention]) -> set[Marked]:
        """Those of some names that are made of several pieces of another one (`mrosap`)."""
        handles = Handles(self.people, self._lexicon.base)
        made = ((name.marked, handles.of(name.text, name.role)) for name in names)
        return {one for one, handle in made if handle is not None and len(handle.pieces) > 1}

    # Not all is asked of every register.

    @cached_property
    def _handles(self) -> Handles:
        return Handles(self.people, self._lexicon.base)

    @cached_property
    def _at(self) -> Mapping[Marked, Sequence[_Named]]:
        found: dict[Marked, list[_Named]] = defaultdict(list)
        for person, names in zip(self.people, self._named, strict=True):
            for name in names:
                found[name.marked].append(_Named(name, person))
        for named in found.values():
            named.sort(key=lambda one: one.name.start)
        return found

    @cached_property
    def _telling(self) -> Counter[str]:
        """Of how many people all that is known of their names is the same."""
        return Counter(map(_told_by, self.people))

    @cached_property
    def _by_key(self) -> Mapping[tuple[Kind, str], Thing]:
        return {key_of(thing.forms[0], thing.kind): thing for thing in self.things}

    @cached_property
    def _thing_at(self) -> Mapping[Marked, Thing]:
        return {one: thing for thing in self.things for one in thing.mentions}

    @classmethod
    def of(
        cls,
        marked: Iterable[Marked],
        tagset: TagSet,
        fields: PatientFields | None = None,
        known: KnownNames | None = None,
        is_name: Callable[[Marked], bool] = lambda one: False,
    ) -> Register:
        """The register of what was marked in reports of one patient or one scope, in the classes of a tag set.

        `fields` is what is known of the patient, `known` what lists know of names; `is_name` tells of a mention in a
        class that may hold anything whether it is somebody's name.
        """
        fields = fields or PatientFields()
        names = list(_known_names(fields))
        things = [
            (Marked(KNOWN, -1, value.text, ""), FIELD_MEANINGS[value.kind])
            for value in fields.values
            if value.kind not in _NAMED
        ]
        meanings: dict[str, Meaning] = {}
        for one in sorted(set(marked)):
            own = meanings.get(one.phi_class) or meanings.setdefault(one.phi_class, meaning_in(tagset, one.phi_class))
            found = list(_names_of(one, own, is_name))
            is_user = own.kind is Kind.PERSON and is_user_name(one.text)
            names += [] if is_user else found
            if is_user or (not found and own.kind not in (Kind.LABEL, Kind.PERSON)):
                things.append((one, own))
        return cls(names, things, known or NoLists(), tagset, fields)

    def person_of(self, marked: Marked) -> Person | None:
        """Whose name a mention is, or of whose name its user name or address is made; of several the first."""
        named = self._at.get(marked)
        if named:
            return named[0].person
        own = meaning_in(self._tagset, marked.phi_class)
        is_handle = own.kind in _HANDLES or self.is_user_name(marked)
        handle = self.handle_of(marked.text, own.role) if is_handle else None
        return None if handle is None else handle.person

    def is_user_name(self, marked: Marked) -> bool:
        """Whether what was marked as a name is one of a user."""
        return marked in self._thing_at and self._thing_at[marked].kind is Kind.PERSON

    def thing_of(self, marked: Marked) -> Thing | None:
        """The thing that a mention is."""
        return self._thing_at.get(marked)

    def key_of(self, marked: Marked) -> str:
        """What tells whom or what a mention is from others of its class, however it is written."""
        kind = meaning_in(self._tagset, marked.phi_class).kind
        named = () if kind is Kind.RELATIVE else self._at.get(marked, ())
        if named:
            return "\n".join(self._key_of(one.person) for one in named)
        if kind is Kind.PERSON and (user := self.person_of(marked)) is not None:
            return self._key_of(user)
        return key_of(marked.text, kind)[1] or fold(marked.text)

    def _key_of(self, person: Person) -> str:
        told = _told_by(person)
        # `Dr. Puig` and `Dra. Puig`, `Puig (padre)` and `Puig (hijo)`
        return f"{told} {person.sex or ''} {person.beside}" if self._telling[told] > 1 else told

    def handle_of(self, text: str, role: Role = Role.ANY) -> Handle | None:
        """The person of whose name a user name or an address is made, and how; of several one of a role."""
        return self._handles.of(text, role)

    def handles(self, text: str, vocabulary: Vocabulary) -> Iterator[tuple[int, int, Person]]:
        """Where user names and the like stand that are made of somebody's name: start, end (code points) and whose."""
        return self._handles.find(text, vocabulary, self._known)

    def class_of(self, person: Person) -> str:
        """The class that somebody was marked as most often, else that of the field; empty where there is none."""
        fields = {Role.PATIENT: FieldKind.FULL_NAME, Role.RELATIVE: FieldKind.RELATIVE}
        return self._class_of(person, fields.get(person.role, FieldKind.STAFF))

    def reading(self, marked: Marked) -> tuple[WordReading, ...]:
        """The words of a mention that are names, in order, each with what it is of whose name; empty where none is."""
        return tuple(word for named in self._at.get(marked, ()) for word in self._words(named.name, named.person))

    def same(self, text: str, kind: Kind, role: Role = Role.ANY) -> Person | Thing | None:
        """The person, or the thing, that a text of a kind is a form of; None where nobody, or several may be meant."""
        if kind is not Kind.PERSON:
            return self._by_key.get(key_of(text, kind))
        mention = NameMention(Marked(KNOWN, -1, text, ""), 0, text, role)
        name = name_of(mention, self._lexicon)
        meant = [person for person in self.people if name.size and holds(_full_name(person), name)]
        return meant[0] if len(meant) == 1 else None

    def forms(self, one: Person | Thing) -> tuple[str, ...]:
        """All texts by which a person or a thing was written."""
        return one.forms

    def search(self, vocabulary: Vocabulary, safeguards: Safeguards | None = None) -> Search:
        """All of this, ready to be looked for in any text; `vocabulary` holds the words that are names only where
        their place says so."""
        values: dict[FieldValue, Thing] = {}
        for value in self._fields.values:
            known = self._by_key.get(key_of(value.text, FIELD_MEANINGS[value.kind].kind))
            if value.kind not in _NAMED and known is not None:
                values[value] = known
        for thing in self.things:
            kind = field_of(thing)
            if kind is not None:
                values |= {FieldValue(kind, one.text): thing for one in thing.mentions}
        people = [(person, sought) for person in self.people if (sought := self._sought(person)).parts]
        return Search(
            people, list(values.items()), self._strings, self._class_of, vocabulary, safeguards or Safeguards()
        )

    def _sought(self, person: Person) -> Sought:
        named = self._named[person.number]
        forms = [one for one in person.forms if len(one) <= LONGEST and "\n" not in one]
        if person.role is Role.PATIENT and any(name.marked.report == KNOWN for name in named):
            marked = {name.text for name in named if name.marked.report != KNOWN}
            return sought_patient(self._fields, [form for form in forms if form in marked])
        if person.role is Role.PATIENT:
            return sought_patient(PatientFields(), forms)
        return sought_as(FieldKind.RELATIVE if person.role is Role.RELATIVE else FieldKind.STAFF, forms)

    def _strings(self) -> Iterator[tuple[Marked, Kind, Person | Thing]]:
        for marked, named in sorted(self._at.items()):
            for one in named:
                words = one.name.words
                first = words[0].start if words else 0
                text, start = one.name.text[first:].strip(), marked.start + one.name.start + first
                yield marked._replace(start=start, text=text), Kind.PERSON, one.person
            if meaning_in(self._tagset, marked.phi_class).kind is Kind.RELATIVE:
                yield marked, Kind.RELATIVE, named[0].person
        for thing in self.things:
            yield from ((one, thing.kind, thing) for one in thing.mentions)

    def _class_of(self, one: Person | Thing, kind: FieldKind | None) -> str:
        """The class that something was marked as most often, else that of the field; an e-mail address of a name is of
        another class than the name."""
        told = [marked.phi_class for marked in one.mentions]
        if kind is not None and (not told or (kind is FieldKind.EMAIL and isinstance(one, Person))):
            return class_for(FIELD_MEANINGS[kind], self._tagset)
        return min(set(told), key=lambda name: (-told.count(name), name))

    # --- how it is made ---------------------------------------------------------------------------------------

    def _person(self, number: int, cluster: Cluster) -> Person:
        read = [(name, name.words) for name in cluster.mentions]
        forms = {name.text[words[0].start :].strip() for name, words in read}
        particles: dict[str, tuple[str, ...]] = {}
        for word in (word for _, words in read for word in words):
            base = self._lexicon.base(word.folded)
            particles[base] = max(particles.get(base, ()), word.particles)
        spelt = [bases_of(own, self._lexicon) for _, own in read]
        own = self._lexicon.roles_in(cluster.mentions)
        ordered = [(base, role) for role in NameRole for base in self._ordered(spelt, role, own)]
        words = [NameWord(base, role, particles.get(base, ())) for base, role in ordered]
        given = next((word.folded for word in words if word.role is NameRole.GIVEN), "")
        said = {sex_before(name, own) for name, own in read}
        told = said | {self._lexicon.sex(given)}
        role = min((name.role for name in cluster.mentions), key=_ROLES.index)
        mentions = tuple(sorted({name.marked for name in cluster.mentions if name.marked.report != KNOWN}))
        return Person(
            number,
            role,
            tuple(words),
            "".join(cluster.letters),
            _only(told),
            tuple(sorted(forms)),
            mentions,
            _only(said),
            self._is_surely(_only(said), cluster.mentions),
            cluster.beside,
        )

    def _is_surely(self, said: Sex | None, names: Sequence[NameMention]) -> bool:
        """Whether the sex is said by words that no form prints (`la niña Jesús`), against the given names."""
        return (
            said is not None
            and said not in self._told_first(names)
            and any(sure_sex(name, self._lexicon.base(name.words[0].folded)) is said for name in names if name.words)
        )

    def _told_first(self, names: Iterable[NameMention]) -> set[Sex | None]:
        """The sexes that the first words of names tell."""
        return {self._lexicon.sex(base) for name in names for base in bases_of(name.words[:1], self._lexicon)}

    def _ordered(self, spelt: Iterable[Sequence[str]], role: NameRole, told: Mapping[str, NameRole]) -> list[str]:
        """The given names, or the surnames, in the order of the form that has the most; what it lacks comes behind."""
        own = [[base for base in bases if told.get(base, self._lexicon.role(base)) is role] for bases in spelt]
        own.sort(key=lambda bases: (-len(bases), bases))
        found = own[0]
        for base in (base for bases in own for base in bases):
            if meant_word(base, found) is None:
                found.append(base)
        return [base for base in found if not any(base in SHORTENED.get(other, ()) for other in found)]

    def _with_sex(self, patient: Person) -> Person:
        """The patient, whose sex the report says too."""
        said = {said_sex(text) for thing in self.things if thing.kind is Kind.SEX for text in thing.forms}
        if not said:
            return patient
        one = _only({patient.said, *said})
        surely = one is not None and one in said and one not in self._told_first(self._named[patient.number])
        return replace(patient, sex=_only({patient.sex, *said}), said=one, surely=surely)

    def _words(self, name: NameMention, person: Person) -> Iterator[WordReading]:
        left = list(person.words)
        read = name.words
        whole: dict[int, NameWord] = {}
        for at, word in enumerate(read):
            if not self._lexicon.stands_for_letters(word):
                base = self._lexicon.base(word.folded)
                meant = _meant(base, left) or _meant(base, person.words)
                if meant is not None:
                    whole[at] = meant
                    left = [one for one in left if one is not meant]
        for at, word in enumerate(read):
            start = name.start + word.start
            if at in whole:
                form = self._lexicon.written(word.folded)
                if form is Written.WHOLE and self._lexicon.base(word.folded) != whole[at].folded:
                    form = Written.SHORTENED
                one = whole[at]
                yield WordReading(start, start + len(word.text), word.text, one.folded, one.role, form, person.number)
                continue
            for place, letter in enumerate(word.text):
                if not letter.isalpha():
                    continue
                meant = next((one for one in left if one.folded[0] == fold(letter)), None)
                left = [one for one in left if one is not meant]
                yield WordReading(
                    start + place, start + place + 1, letter, "" if meant is None else meant.folded,
                    None if meant is None else meant.role, Written.INITIAL, person.number,
                )  # fmt: skip


def _is_known(folded: str, known: KnownNames) -> bool:
    return known.is_given(folded) or known.is_surname(folded)


def said_sex(text: str) -> Sex | None:
    """The sex that words for it say; None where they do not, or say both (`M` is either)."""
    words = {fold(word) for word in _WORD.findall(text)}
    return _only({Sex.FEMALE if words & _HERS else None, Sex.MALE if words & _HIS else None})


def _meant(base: str, words: Sequence[NameWord]) -> NameWord | None:
    word = meant_word(base, [one.folded for one in words])
    return next((one for one in words if one.folded == word), None)


_ROLES = (Role.PATIENT, Role.RELATIVE, Role.STAFF, Role.OTHER, Role.ANY)


def _only(values: set[T | None]) -> T | None:
    """The one value that is told; None where none is, or several are."""
    told = values - {None}
    return told.pop() if len(told) == 1 else None


def _told_by(person: Person) -> str:
    """All that is known of somebody's name."""
    return " ".join((person.role, *(word.folded for word in person.words), person.letters))


def _full_name(person: Person) -> Name:
    return Name(person.role, frozenset(word.folded for word in person.words), tuple(person.letters))


def _known_names(fields: PatientFields) -> Iterator[NameMention]:
    """The names that are known of a patient: given names and surnames by themselves, and as one."""
    for value in fields.values:
        if value.kind in _NAMED:
            role, told = _NAMED[value.kind]
            yield _known(value.text, role, told)
    given, surnames = (" ".join(fields.of(kind)) for kind in (FieldKind.GIVEN_NAME, FieldKind.SURNAME))
    if given and surnames:
        yield _known(f"{surnames}, {given}", Role.PATIENT, None)


def _known(text: str, role: Role, told: NameRole | None) -> NameMention:
    if role is Role.RELATIVE:
        # A relative's field also says who it is (`madre: …`).
        stretches = names_in(text)
        text = text[stretches[0][0] : stretches[-1][1]] if stretches else text
    return NameMention(Marked(KNOWN, -1, text, ""), 0, text, role, told=told)


def _people_of(name: NameMention, known: KnownNames) -> Iterator[NameMention]:
    """A name, or those of the people whom it joins (`Iñaki y Ane`)."""
    people = people_in(name.text, name.before, known, name.given) if name.told is None else []
    if len(people) < 2:
        yield name
        return
    for start, end in people:
        before = name.text[:start] if start else name.before
        own = name.text[start:end]
        yield name._replace(start=name.start + start, text=own, before=before, given=len(read_words(own)) == 1)


def _names_of(one: Marked, meaning: Meaning, is_name: Callable[[Marked], bool]) -> Iterator[NameMention]:
    if meaning.kind is Kind.PERSON or (meaning.kind in _UNTOLD and is_name(one)):
        yield NameMention(one, 0, one.text, _role_of(one, meaning.role), one.before)
    elif meaning.kind is Kind.RELATIVE:
        for start, end in names_in(one.text, one.before):
            before = one.text[max(start - _BEFORE, 0) : start] or one.before
            # `madre de Leticia`: whose mother it is may be the patient.
            role = Role.ANY if said_to_be_of(one.text[:start] or one.before) in kin_words() else Role.RELATIVE
            told = NameRole.SURNAME if follows_title_of_noble(one.text[:start]) else None
            yield NameMention(one, start, one.text[start:end], role, before, told, given=told is None)


def _role_of(one: Marked, role: Role) -> Role:
    """Whose name a mention is, of that role by its class: `RN hijo de Ana Ruiz` has the mother's."""
    words = read_words(one.text) if role is Role.PATIENT else ()
    return Role.RELATIVE if words and is_of_child(one.before + one.text[: words[0].start]) else role
