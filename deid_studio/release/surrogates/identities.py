"""Identities: for each person of a register somebody invented, of whom all that is written in their place is made.

Two people share no word of their names, whatever they are called, but for the surname of a family: of those whom a
report names together and none of whom is staff.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

from rapidfuzz.distance import Levenshtein

from deid_studio.model.kinds import Role
from deid_studio.people.folding import fold
from deid_studio.people.names_apart import GENERATIONS
from deid_studio.people.person import NameRole, NameWord, Person, Sex
from deid_studio.release.own_words import LEAST_PART
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.name_lists import NameLists, Weighted

_TRIES = 200
_TRIES_ALONE = 40  # in which a word is nobody's in any report of the scope
_INITIALS = "abcdefgijlmnoprstv"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# By what word of a name each kind of particle is followed.
AFTER_PARTICLES = {
    "de la": "Fuente Torre Vega Rosa Peña Calle Hoz Iglesia Mata Orden Paz Puente Serna Viña Cueva Cruz Rica Riva",
    "del": "Río Valle Campo Pozo Olmo Pino Castillo Álamo Barrio Cerro Moral Prado Rey Rosal Saz Val Monte Hoyo Caño",
    "de los": "Santos Ríos Reyes Mozos Cobos Arcos Llanos Heros Palacios Ángeles",
    "de las": "Heras Casas Cuevas Peñas Nieves Matas Eras Morenas Muelas Viñas",
    "de": "Miguel Diego Pablo Andrés Castro Frutos Lucas Marcos Blas Benito Vicente Pedro Guzmán Haro Luna Toro Ávila",
}


@dataclass(frozen=True, slots=True)
class Invented:
    """A word of an invented name, properly written, and the word (folded) of the real one that it stands for."""

    text: str
    role: NameRole
    instead_of: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody invented, who takes a person's place wherever they are named.

    `sex` is what the real given names tell, or the reports; None where nobody knows it: the name is then one that women
    and men bear. `letters` are the initials that stand for those, from a to z, of which nobody knows the word.
    """

    sex: Sex | None
    words: tuple[Invented, ...]
    letters: str = field(repr=False)

    @property
    def given(self) -> tuple[str, ...]:
        """The given names."""
        return tuple(word.text for word in self.words if word.role is NameRole.GIVEN)

    @property
    def surnames(self) -> tuple[str, ...]:
        """The surnames."""
        return tuple(word.text for word in self.words if word.role is NameRole.SURNAME)

    @property
    def initials(self) -> str:
        """The first letters of the name, in small letters."""
        return "".join(fold(word.text)[0] for word in self.words)

    def word(self, real: str) -> str:
        """The word that stands for one of the real name (folded); empty where that has none of the kind."""
        return next((word.text for word in self.words if word.instead_of == real), "")

    def initial(self, letter: str, real: str = "") -> str:
        """The initial, in small letters, that stands for one of the real name's: of a word of it, if that is known."""
        at = _LETTERS.find(fold(letter))
        return fold(self.word(real))[:1] or self.letters[max(at, 0)]

    def user_name(self, pieces: Iterable[tuple[str, str, bool]]) -> str:
        """Words and initials run together, as real ones are: of each piece its text, the word that it is of, and
        whether it is but an initial; what is of no word (a particle) stays."""
        return "".join(
            self.initial(text, real) if is_initial else fold(self.word(real)) if real else text
            for text, real, is_initial in pieces
        )


class Identities:
    """Who takes the place of the people of one scope, drawn in their order in the register.

    No word is, or holds, one of `avoid` (folded).
    """

    def __init__(self, people: Iterable[Person], lists: NameLists, draws: Draws, avoid: frozenset[str]) -> None:
        self._lists = lists
        self._draws = draws
        self._avoid = avoid
        self._near: defaultdict[str, set[str]] = defaultdict(set)  # what is drawn for people of a report
        self._all: set[str] = set()
        self._family: dict[tuple[str, str], str] = {}
        self._family_letters: dict[tuple[str, str], str] = {}  # what the initials of a family become
        self._often: Counter[tuple[NameRole, str]] = Counter()
        self._drawn: dict[int, Identity] = {}
        for person in people:
            self.of(person)

    def of(self, person: Person) -> Identity:
        """Who takes somebody's place."""
        if person.number not in self._drawn:
            self._drawn[person.number] = self._invented(person)
        return self._drawn[person.number]

    def word(self, real: str) -> str:
        """What takes the place of a word (folded) of which nobody says whose it is: of the first who has it, else one
        of its own."""
        known = (one.word(real) for _, one in sorted(self._drawn.items()))
        return next(filter(None, known), "") or self._draw(NameWord(real, NameRole.SURNAME), None, (), ())

    def _invented(self, person: Person) -> Identity:
        sex = self._lists.sex_of(person.given, person.said, person.surely)
        reports = sorted({one.report for one in person.mentions})
        words = tuple(Invented(self._text(person, word, sex, reports), word.role, word.folded) for word in person.words)
        return Identity(sex, words, self._letters(person, reports))

    def _text(self, person: Person, word: NameWord, sex: Sex | None, reports: Sequence[str]) -> str:
        # Of staff those alone are of a family who are told apart as the elder and the younger (`Soto (hijo)`).
        is_staff = person.role is Role.STAFF
        shares = word.role is NameRole.SURNAME and (not is_staff or any(one in person.beside for one in GENERATIONS))
        family = [(report, f"{word.folded} {person.role if is_staff else ''}") for report in reports] if shares else []
        text = next((self._family[one] for one in family if one in self._family), "")
        text = text or self._draw(word, sex, reports, [one.folded for one in person.words])
        self._family |= dict.fromkeys(family, text)
        for report, real in () if is_staff else family:
            self._family_letters.setdefault((report, real[0]), fold(text)[0])
        for report in reports:
            self._near[report].add(fold(text))
        self._all.add(fold(text))
        return text

    def _draw(self, word: NameWord, sex: Sex | None, reports: Sequence[str], own: Sequence[str]) -> str:
        real, particles = word.folded, " ".join(word.particles).removeprefix("y ")  # `y de la Cruz`
        if word.role is NameRole.GIVEN:
            pool = self._lists.given(sex)
        elif particles in AFTER_PARTICLES:
            pool = Weighted.of(dict.fromkeys(AFTER_PARTICLES[particles].split(), 1.0))
        else:
            pool = self._lists.surnames
        turn = self._often[word.role, real]
        self._often[word.role, real] += 1
        chance = self._draws.random("name", word.role, real, *([str(turn)] if turn else []))
        for turn in range(_TRIES):
            text = chance.choices(pool.names, cum_weights=pool.sums)[0]
            # Initials that stay would tell who it is, and so would a name one letter away.
            folded = fold(text)
            if folded[0] == real[0] or (turn < _TRIES_ALONE and folded in self._all):
                continue
            if Levenshtein.distance(folded, real) <= 2 or any(Levenshtein.distance(folded, one) <= 1 for one in own):
                continue  # `Anna Martí` for Marta Quiroga would be taken for her
            if self._is_free(folded, reports):
                return text
        free = [text for text in pool.names if fold(text) != real and self._is_free(fold(text), reports)]
        return chance.choice(free or [f"{chance.choice(pool.names)}-{chance.choice(pool.names)}"])

    def _is_free(self, folded: str, reports: Sequence[str]) -> bool:
        """Whether a word is nobody's of these reports, and neither a real one nor holds one: `Martínez` would tell of
        `Martín`."""
        if any(folded in self._near[report] for report in reports) or folded in self._avoid:
            return False
        return not any(
            folded[start:end] in self._avoid
            for start in range(len(folded) - LEAST_PART + 1)
            for end in range(start + LEAST_PART, len(folded) + 1)
        )

    def _letters(self, person: Person, reports: Sequence[str]) -> str:
        """The initials that stand for those of which nobody knows the word; of a family they are those of its surnames
        (`Juan G.-V.` is a son of García Valle)."""
        chance = self._draws.random("initials", person.letters, *(word.folded for word in person.words))
        drawn = chance.choices(_INITIALS, k=len(_LETTERS))
        other = dict(zip(_INITIALS, _INITIALS[1:] + _INITIALS[0], strict=True))
        made = {old: other[new] if new == old else new for new, old in zip(drawn, _LETTERS, strict=True)}
        if person.role is not Role.STAFF:
            for letter, report in product(person.letters, reports):
                made[letter] = self._family_letters.setdefault((report, letter), made.get(letter, letter))
        return "".join(made[letter] for letter in _LETTERS)
