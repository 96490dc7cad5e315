"""Coreference: which names are one person's, whatever the order in which they are given.

A name is part of a fuller one when each of its words stands for one of it, and each of its initials for another: `J.
García`, `García`, `Paco` and `García López, Juan` are part of `Francisco Juan García López`. Where several people may
be meant, it is the one of them who was named last before it in the report, as a reader takes it. The patient is nobody
else, and neither are the patient's relatives and staff, whatever they are called.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import NamedTuple

from deid_studio.model.kinds import Role
from deid_studio.people.name_lexicon import Lexicon
from deid_studio.people.name_reading import NameMention, ReadWord, label_of, sex_before
from deid_studio.people.name_words import SHORTENED
from deid_studio.people.names_apart import are_apart, generation_in, post_before
from deid_studio.people.person import KNOWN, NameRole, Sex

_RANK = {Role.PATIENT: 0, Role.RELATIVE: 1, Role.STAFF: 2, Role.OTHER: 3, Role.ANY: 4}
_SHORT_FORMS = frozenset(form for forms in SHORTENED.values() for form in forms)  # of women's and men's names alike


class Name(NamedTuple):
    """A name apart from how it is written: of whom, its words (bases), the letters of its initials, and the sex that it
    tells with the form of address before it; the generation behind it and the post before it (`names_apart`)."""

    role: Role
    words: frozenset[str]
    letters: tuple[str, ...] = ()
    sex: Sex | None = None
    generation: str = ""
    post: str = ""

    @property
    def size(self) -> int:
        """How many words and initials it has."""
        return len(self.words) + len(self.letters)

    @property
    def order(self) -> tuple[int, int, tuple[str, ...], tuple[str, ...], str]:
        """An order of names: the patient's before others', the fullest first."""
        told = f"{self.sex or ''} {self.generation} {self.post}"
        return _RANK[self.role], -self.size, tuple(sorted(self.words)), self.letters, told


@dataclass(slots=True)
class Cluster:
    """The names of one person, the fullest first, and where each of them stands."""

    role: Role
    names: list[Name]
    mentions: list[NameMention] = field(default_factory=list)

    @property
    def words(self) -> frozenset[str]:
        """All words of the names."""
        return frozenset().union(*(name.words for name in self.names))

    @property
    def beside(self) -> str:
        """What tells the person from others of the same name."""
        told = ([one.generation for one in self.names], [one.post for one in self.names])
        return " ".join(filter(None, (next(filter(None, values), "") for values in told)))

    @property
    def letters(self) -> tuple[str, ...]:
        """Initials that no word of the names stands for."""
        return self.names[0].letters


def name_of(mention: NameMention, lexicon: Lexicon) -> Name:
    """The name that stands at a mention."""
    words = mention.words
    letters = tuple(sorted(letter for word in words for letter in letters_of(word, lexicon)))
    title = mention.text[: words[0].start] if words else ""
    post = post_before(title) or post_before(mention.before) if mention.role is Role.STAFF else ""
    return Name(
        mention.role,
        frozenset(bases_of(words, lexicon)),
        letters,
        _told_sex(mention, words, lexicon),
        generation_in(mention.text),
        post,
    )


def _told_sex(mention: NameMention, words: Sequence[ReadWord], lexicon: Lexicon) -> Sex | None:
    """Whether a name is a woman's or a man's: `Dra. Puig`, `María José`; None where its words and the form of address
    do not agree (`Dr. Ana Puig`), and where a label stands that is on each form (`Enfermera:`)."""
    patient = mention.role is Role.PATIENT
    said = None if patient or mention.before.rstrip().endswith(":") else sex_before(mention, words)
    first = next(iter(bases_of(words, lexicon)), "")
    is_given = lexicon.role(first) is NameRole.GIVEN and first not in _SHORT_FORMS
    named = lexicon.sex(first) if is_given else None
    return said or named if None in (said, named) or said is named else None


def bases_of(words: Iterable[ReadWord], lexicon: Lexicon) -> list[str]:
    """The words that words of a name stand for, without initials."""
    return [lexicon.base(word.folded) for word in words if not lexicon.stands_for_letters(word)]


def letters_of(word: ReadWord, lexicon: Lexicon) -> tuple[str, ...]:
    """The letters of a word that is initials; none of others."""
    return tuple(filter(str.isalpha, word.folded)) if lexicon.stands_for_letters(word) else ()


def clusters(mentions: Iterable[NameMention], lexicon: Lexicon) -> list[Cluster]:
    """The people whom the mentions name, the patient first; each mention is of one of them."""
    ordered = sorted(mentions, key=lambda one: (one.marked, one.start, one.text))
    named = [(one, name_of(one, lexicon)) for one in ordered]
    named = [(one, name) for one, name in named if name.size]
    names = {name for _, name in named}
    joined = _joined([one for one in named if one[0].marked.start >= 0], lexicon)
    index = _Index(names | joined)
    known = [name for one, name in named if one.marked.report == KNOWN and name.role is Role.PATIENT]
    groups = _together(_groups(index.fullest, lexicon), {full for name in known for full in index.holding(name)})
    people = [Cluster(group[0].role, group) for group in groups]
    holders: dict[Name, list[int]] = defaultdict(list)
    for number, person in enumerate(people):
        for name in person.names:
            holders[name].append(number)
    told = {name: sorted({n for full in index.holding(name) for n in holders[full]}) for name in names}
    _attribute(named, told, people)
    return [person for person in people if person.mentions]


def meant_word(word: str, wholes: Sequence[str]) -> str | None:
    """Which of some words a word is, or is a short form of; None where it is none."""
    return word if word in wholes else next((whole for whole in wholes if word in SHORTENED.get(whole, ())), None)


class _Index:
    """Names by their words: which are the fullest, and which of these hold another."""

    def __init__(self, names: Iterable[Name]) -> None:
        self._by_word: dict[str, list[Name]] = defaultdict(list)
        self._by_letter: dict[str, list[Name]] = defaultdict(list)
        self.fullest: list[Name] = []
        # The fullest first: what holds a name is met before it.
        for name in sorted(names, key=_fullness):
            if not self.holding(name):
                self._take(name)
        self.fullest.sort(key=lambda one: one.order)

    def holding(self, name: Name) -> list[Name]:
        """The fullest names that a name is part of, or is itself."""
        lists = [self._by_word.get(word, []) for word in name.words]
        lists = lists or [self._by_letter.get(letter, []) for letter in name.letters]
        return [full for full in min(lists, key=len, default=[]) if holds(full, name)]

    def _take(self, name: Name) -> None:
        self.fullest.append(name)
        for form in name.words.union(*(SHORTENED.get(word, ()) for word in name.words)):
            self._by_word[form].append(name)
        for letter in {part[0] for word in name.words for part in word.split()} | set(name.letters):
            self._by_letter[letter].append(name)


def _fullness(name: Name) -> tuple[int, int, bool, int, tuple[object, ...]]:
    untold = (name.sex is None) + (not name.generation) + (not name.post)
    return -len(name.words), -len(name.letters), name.role is Role.ANY, untold, name.order


def holds(full: Name, name: Name) -> bool:
    """Whether a name is part of a fuller one, or the same."""
    if full.role is not name.role and Role.ANY not in (full.role, name.role):
        return False
    if _differ(full, name):
        return False
    meant: Set[str | None] = name.words
    if not name.words <= full.words:
        wholes = sorted(full.words)
        meant = {meant_word(word, wholes) for word in name.words}
        if None in meant or len(meant) < len(name.words):
            return False
    if not name.letters:
        return True
    left = Counter(part[0] for word in full.words - meant for part in word.split()) + Counter(full.letters)
    return not Counter(name.letters) - left


def _differ(one: Name, other: Name) -> bool:
    """Whether one is a woman's name and the other a man's (`Dr. Puig` is not `Dra. Núria Puig`), the elder's and the
    younger's, or a physician's and a nurse's."""
    sexes, generations = (one.sex or "", other.sex or ""), (one.generation, other.generation)
    return any(are_apart((own,), (others,)) for own, others in (sexes, generations, (one.post, other.post)))


def _joined(named: Sequence[tuple[NameMention, Name]], lexicon: Lexicon) -> set[Name]:
    """Names of which given names and surnames were marked apart: behind labels, parted by a comma, or the patient's in
    one report."""
    found: set[Name] = set()
    halves: dict[str, dict[NameRole, set[Name]]] = defaultdict(lambda: defaultdict(set))
    whole: set[str] = set()
    for mention, name in named:
        if name.role is not Role.PATIENT or not name.words:
            continue
        roles = {lexicon.role(word) for word in name.words}
        if len(roles) > 1:
            whole.add(mention.marked.report)
        else:
            halves[mention.marked.report][roles.pop()].add(name)
    for report, own in halves.items():
        given, surnames = own[NameRole.GIVEN], own[NameRole.SURNAME]
        if report not in whole and len(given) == len(surnames) == 1:
            found.add(_union(*given, *surnames))
    for (one, first), (other, second) in pairwise(named):
        if one.marked.report == other.marked.report and first.role is second.role:
            labels = {label_of(one.before): first, label_of(other.before): second}
            if (one.told, other.told) == (NameRole.SURNAME, NameRole.GIVEN):
                found.add(_union(first, second))
            elif {NameRole.GIVEN, NameRole.SURNAME} <= labels.keys():
                found.add(_union(labels[NameRole.GIVEN], labels[NameRole.SURNAME]))
    return found


def _union(one: Name, other: Name) -> Name:
    return one._replace(
        words=one.words | other.words, letters=tuple(sorted((*one.letters, *other.letters))), sex=one.sex or other.sex
    )


def _groups(fullest: Sequence[Name], lexicon: Lexicon) -> list[list[Name]]:
    """The fullest names, those together that agree: `María Carmen Ruiz` and `Carmen Ruiz Pérez` are one."""
    sharing: dict[tuple[Role, str, str], list[int]] = defaultdict(list)
    for at, name in enumerate(fullest):
        given = [word for word in name.words if lexicon.role(word) is NameRole.GIVEN]
        for surname in name.words.difference(given):
            for one in given:
                sharing[name.role, one, surname].append(at)
    beside: dict[int, set[int]] = defaultdict(set)
    for places in sharing.values():
        for first, second in combinations(places, 2):
            if _agree(fullest[first], fullest[second], lexicon):
                beside[first].add(second)
                beside[second].add(first)
    groups: list[list[Name]] = []
    met: set[int] = set()
    for at in range(len(fullest)):
        if at in met:
            continue
        together = {at, *beside[at]}
        # Where not all agree with each other, none is joined: `Ana Ruiz` may be either of two.
        if not all(beside[place] | {place} == together for place in together):
            together = {at}
        met |= together
        groups.append([fullest[place] for place in sorted(together)])
    return groups


def _together(groups: list[list[Name]], names: set[Name]) -> list[list[Name]]:
    """The groups with those that have some names as one: what is known of the patient is one person's."""
    own = [group for group in groups if not names.isdisjoint(group)]
    if len(own) < 2:
        return groups
    joined = sorted((name for group in own for name in group), key=lambda name: name.order)
    return sorted([*(group for group in groups if group not in own), joined], key=lambda group: group[0].order)


def _agree(one: Name, other: Name, lexicon: Lexicon) -> bool:
    for role in NameRole:
        own, others = ({word for word in name.words if lexicon.role(word) is role} for name in (one, other))
        if not own or not others or not (own <= others or others <= own):
            return False
    return not one.letters and not other.letters and not _differ(one, other)


def _attribute(
    named: Sequence[tuple[NameMention, Name]], told: Mapping[Name, Sequence[int]], people: Sequence[Cluster]
) -> None:
    """Give each mention to the person that it may be of, or of several to the one who was named last before it."""
    sure: dict[tuple[str, int], list[int]] = defaultdict(list)  # where in a report somebody is surely named
    often: Counter[int] = Counter()
    for mention, name in named:
        if len(told[name]) == 1:
            sure[mention.marked.report, told[name][0]].append(mention.marked.start + mention.start)
            often[told[name][0]] += 1
    for mention, name in named:
        at = mention.marked.start + mention.start

        def nearness(number: int, report: str = mention.marked.report, at: int = at) -> tuple[int, int, int]:
            places = sure.get((report, number), [])
            before = bisect_left(places, at)
            if before:
                return 0, at - places[before - 1], number
            return (1, places[0] - at, number) if places else (2, -often[number], number)

        people[min(told[name], key=nearness)].mentions.append(mention)
