"""Name lists: given names by sex and surnames, with how frequent they are, to draw surrogates from.

Names and weights are those of Faker's Spanish lists (MIT), unless official lists with counts were imported
(`deid gazetteer import`): then those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from deid_studio.detection.gazetteers import default_gazetteers, fold
from deid_studio.release.written import has_accents

Weighted = tuple[Sequence[str], Sequence[float]]

# How many of 1,000 in Spain bear the most frequent surnames (INE, first surname, 1 January 2019, rounded): without
# weights every tenth invented patient would bear a name that one in 100,000 has.
_FREQUENT = {
    "garcia": 31, "rodriguez": 20, "gonzalez": 20, "fernandez": 19, "lopez": 19, "martinez": 18, "sanchez": 17,
    "perez": 17, "gomez": 10, "martin": 10, "jimenez": 8, "ruiz": 8, "hernandez": 8, "diaz": 7, "moreno": 7,
    "munoz": 6, "alvarez": 6, "romero": 5, "alonso": 4, "gutierrez": 4, "navarro": 4, "torres": 4, "dominguez": 3,
    "vazquez": 3, "ramos": 3, "gil": 3, "ramirez": 3, "serrano": 3, "blanco": 3, "molina": 3,
}  # fmt: skip
_WEIGHT_OF_OTHERS = 0.6
_GIVEN_FREQUENT = frozenset(
    "antonio jose manuel francisco juan david javier daniel jesus carlos alejandro miguel rafael pablo angel sergio"
    " fernando luis alberto maria carmen ana isabel dolores pilar josefa teresa rosa cristina angeles antonia laura"
    " mercedes francisca elena marta lucia concepcion rosario sara paula".split()
)
_WEIGHT_OF_FREQUENT = 12.0


class Sex(StrEnum):
    """The sex that a given name tells."""

    FEMALE = "female"
    MALE = "male"


@dataclass(frozen=True)
class NameLists:
    """Given names by sex and surnames, each with its weight."""

    given_by_sex: dict[Sex, Weighted]
    surnames: Weighted
    _written: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    _sex: dict[str, Sex] = field(default_factory=dict, init=False, repr=False)
    _surnames: frozenset[str] = field(default=frozenset(), init=False, repr=False)

    def __post_init__(self) -> None:
        both: set[str] = set()
        for sex, (names, _) in self.given_by_sex.items():
            for name in names:
                folded = fold(name)
                self._written.setdefault(folded, name)
                if self._sex.get(folded, sex) is not sex:
                    both.add(folded)
                self._sex[folded] = sex
        for folded in both:
            del self._sex[folded]
        for name in self.surnames[0]:
            self._written.setdefault(fold(name), name)
        object.__setattr__(self, "_surnames", frozenset(map(fold, self.surnames[0])))

    def given(self, sex: Sex) -> Weighted:
        """Given names of a sex."""
        return self.given_by_sex[sex]

    def sex(self, folded: str) -> Sex | None:
        """The sex that a folded given name tells; None when it tells none, or is not known."""
        return self._sex.get(folded)

    def is_given(self, folded: str) -> bool:
        """Whether a folded word is known as a given name."""
        return folded in self._sex or "first_name" in default_gazetteers().kinds(folded)

    def is_surname(self, folded: str) -> bool:
        """Whether a folded word is known as a surname."""
        return folded in self._surnames or "last_name" in default_gazetteers().kinds(folded)

    def knows(self, folded: str) -> bool:
        """Whether a folded word is known as a name."""
        return self.is_given(folded) or self.is_surname(folded)

    def written(self, folded: str) -> str | None:
        """A folded name as it is properly written, if it is known."""
        return self._written.get(folded)


@cache
def default_lists() -> NameLists:
    """Faker's Spanish names; words of the language (`Blanco`, `Rosa`) are left out of what is drawn."""
    # Imported here: what releases nothing need not load it.
    from faker.providers.person.es_ES import Provider

    from deid_studio.detection.patient.vocabulary import default_vocabulary

    words = default_vocabulary()

    def single(names: Sequence[str], others: Sequence[str] = ()) -> list[str]:
        plain = {fold(name): name for name in sorted(names, key=has_accents) if name.isalpha() and len(name) > 2}
        beside = {fold(name) for name in others}
        return sorted(name for folded, name in plain.items() if folded not in words and folded not in beside)

    def given(names: Sequence[str], others: Sequence[str]) -> Weighted:
        chosen = single(names, others)
        return chosen, [_WEIGHT_OF_FREQUENT if fold(name) in _GIVEN_FREQUENT else 1.0 for name in chosen]

    surnames = single(Provider.last_names)
    weights = [float(_FREQUENT.get(fold(name), _WEIGHT_OF_OTHERS)) for name in surnames]
    female, male = Provider.first_names_female, Provider.first_names_male
    by_sex = {Sex.FEMALE: given(female, male), Sex.MALE: given(male, female)}
    return NameLists(by_sex, (surnames, weights))
