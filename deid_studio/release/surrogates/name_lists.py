"""Name lists: given names by sex and surnames, with how frequent they are, to draw surrogates from.

Names are those of official lists with counts, where they were imported (`deid gazetteer import`), else those of Faker's
Spanish lists (MIT).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from itertools import accumulate, pairwise
from pathlib import Path

from deid_studio import paths
from deid_studio.detection.gazetteers import Counted, default_gazetteers, read_counts, read_gazetteer
from deid_studio.people.diminutives import wholes_of
from deid_studio.people.folding import fold
from deid_studio.people.person import Sex
from deid_studio.release.surrogates.name_sexes import (
    names_of_either,
    names_of_either_if_said,
    told_sexes,
    written_names,
)
from deid_studio.release.written import has_accents

# What is rarer would tell of few real people, and may as well be a misspelling.
_LEAST_BEARERS = 500
_LEAST_NAMES = 100  # a shorter list would give many people one name
_SURE_OF_SEX = 0.9

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
# Names of the lists of both sexes (`José María`, `Juan de la Cruz`) that alone, or first, are nearly always of one.
_HERS = frozenset("maria rosario guadalupe trinidad amor paz reyes".split())
_HIS = frozenset("jose".split())


@dataclass(frozen=True)
class Weighted:
    """Names to draw from, with the sums of the weights up to each."""

    names: Sequence[str]
    sums: Sequence[float]

    @classmethod
    def of(cls, weights: Mapping[str, float]) -> Weighted:
        """The names with these weights, in their order."""
        return cls(tuple(weights), tuple(accumulate(weights.values())))

    def weights(self) -> Iterable[tuple[str, float]]:
        """Each name and its weight."""
        return zip(self.names, (after - before for before, after in pairwise((0.0, *self.sums))), strict=True)


@dataclass(frozen=True)
class NameLists:
    """Given names by sex and surnames, each with its weight.

    `told` is the sex that names tell which are not drawn (`Dolores`, `Pilar`: words of the language), folded.
    """

    given_by_sex: dict[Sex, Weighted]
    surnames: Weighted
    told: Mapping[str, Sex] = field(default_factory=dict, repr=False)
    _written: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    _sex: dict[str, Sex] = field(default_factory=dict, init=False, repr=False)
    _surnames: frozenset[str] = field(default=frozenset(), init=False, repr=False)

    def __post_init__(self) -> None:
        borne: dict[str, dict[Sex, float]] = {}
        for sex, names in self.given_by_sex.items():
            for name, weight in names.weights():
                self._written.setdefault(fold(name), name)
                borne.setdefault(fold(name), {})[sex] = weight
        for folded, weights in borne.items():
            most = _mostly(weights)  # a few men are called Carmen
            if most is not None:
                self._sex[folded] = most
        for name in self.surnames.names:
            self._written.setdefault(fold(name), name)
        object.__setattr__(self, "_surnames", frozenset(map(fold, self.surnames.names)))

    def given(self, sex: Sex | None) -> Weighted:
        """Given names of a sex; None: such as both bear."""
        if sex is not None:
            return self.given_by_sex[sex]
        return Weighted.of({name: 1.0 for name in names_of_either() if self.sex(fold(name)) is None})

    def sex(self, folded: str) -> Sex | None:
        """The sex that a folded given name tells; None when it tells none, or is not known."""
        known = self._told(folded)
        if known is None and folded.endswith("a") and not self.knows(folded) and self.is_given(folded[:-1]):
            return Sex.FEMALE if self.sex(folded[:-1]) is Sex.MALE else None  # `Washingtona`
        if known is None and not self.knows(folded):  # `Albita`
            return next((sex for whole in wholes_of(folded) if (sex := self._told(whole)) is not None), None)
        return known

    def _told(self, folded: str) -> Sex | None:
        return self._sex.get(folded) or self.told.get(folded) or told_sexes().get(folded)

    def sex_of(self, given: Sequence[str], said: Sex | None, surely: bool = False) -> Sex | None:
        """The sex of somebody of these folded given names, of whom a report says this one.

        The names tell it (`Dr. Ana Ruiz` is a form's word), but not `Guadalupe` or `Andrea` where something is said,
        and none where it is said `surely` (`Jesús, mujer`).
        """
        if said is not None and (surely or (given and given[0] in names_of_either_if_said())):
            return said
        return next((sex for name in given if (sex := self.sex(name)) is not None), said)

    def is_given(self, folded: str) -> bool:
        """Whether a folded word is known as a given name."""
        listed = folded in self._sex or folded in self.told or folded in written_names()
        return listed or "first_name" in default_gazetteers().kinds(folded)

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

    def single(names: Sequence[str], others: Sequence[str] = ()) -> list[str]:
        plain = {fold(name): name for name in sorted(names, key=has_accents) if _is_drawn(name)}
        beside = {fold(name) for name in others}
        return sorted(name for folded, name in plain.items() if folded not in beside)

    def given(names: Sequence[str], others: Sequence[str]) -> Weighted:
        frequent = _GIVEN_FREQUENT
        return Weighted.of({n: _WEIGHT_OF_FREQUENT if fold(n) in frequent else 1.0 for n in single(names, others)})

    female, male = Provider.first_names_female, Provider.first_names_male
    # `Dr. T. Álvaro` would be read as somebody's given name; `Martín` is a surname to everybody.
    borne = {fold(name) for name in (*female, *male)} - _FREQUENT.keys()
    drawn = [name for name in single(Provider.last_names) if fold(name) not in borne]
    surnames = {name: float(_FREQUENT.get(fold(name), _WEIGHT_OF_OTHERS)) for name in drawn}
    by_sex = {Sex.FEMALE: given(female, male), Sex.MALE: given(male, female)}
    return NameLists(by_sex, Weighted.of(surnames), _told_by(female, male))


def _told_by(female: Iterable[str], male: Iterable[str]) -> dict[str, Sex]:
    """The sex of names that only one of the sexes bears, in single words, or nearly."""
    hers, his = ({fold(name) for name in names if name.isalpha()} for names in (female, male))
    told = dict.fromkeys(hers - his, Sex.FEMALE) | dict.fromkeys(his - hers, Sex.MALE)
    return told | dict.fromkeys(_HERS, Sex.FEMALE) | dict.fromkeys(_HIS, Sex.MALE)


def name_lists(folder: Path | None = None) -> NameLists:
    """The lists that surrogates are drawn from: those imported into a folder (by default for all users and by the
    user), weighted by how many people bear each name, and Faker's where none is long enough. Raises `GazetteerError`.
    """
    folders = (paths.shared_gazetteers(), paths.user_gazetteers()) if folder is None else (folder,)
    files = [path for one in folders for path in sorted(one.glob("*.txt"))]
    return _imported_lists(tuple((path, path.stat().st_mtime_ns) for path in files)) if files else default_lists()


@lru_cache(maxsize=2)
def _imported_lists(files: tuple[tuple[Path, int], ...]) -> NameLists:
    counted: dict[str, list[Counted]] = {"imported_first_name": [], "imported_last_name": []}
    for path, _ in files:
        counted.get(read_gazetteer(path).kind, []).extend(read_counts(path))
    default = default_lists()
    first, last = counted.values()
    by_sex = {sex: _weighted(one for one in first if one.sex == sex) or default.given(sex) for sex in Sex}
    borne: dict[str, dict[Sex, int]] = {}
    for one in first:
        if one.sex and one.entry.isalpha():
            borne.setdefault(fold(one.entry), {}).setdefault(Sex(one.sex), one.count)
    told = {name: most for name, counts in borne.items() if (most := _mostly(counts)) is not None}
    return NameLists(by_sex, _weighted(last) or default.surnames, {**default.told, **told})


def _mostly(bearers: Mapping[Sex, float]) -> Sex | None:
    """The sex of nearly all who bear a name; None when it is borne by both."""
    most = max(bearers, key=lambda sex: bearers[sex])
    return most if bearers[most] >= _SURE_OF_SEX * sum(bearers.values()) else None


def _weighted(counted: Iterable[Counted]) -> Weighted | None:
    """The single names among those counted that enough people bear, as they are properly written."""
    bearers: dict[str, int] = {}
    for one in counted:
        if one.count >= _LEAST_BEARERS and _is_drawn(one.entry):
            folded = fold(one.entry)
            bearers[folded] = max(bearers.get(folded, 0), one.count)
    written = _written_forms()
    weights = {written.get(folded, folded.title()): float(bearers[folded]) for folded in sorted(bearers)}
    return Weighted.of(weights) if len(weights) >= _LEAST_NAMES else None


def _is_drawn(name: str) -> bool:
    """Whether a name may be a surrogate: one word, which is no word of the language."""
    from deid_studio.people.vocabulary import default_vocabulary

    return name.isalpha() and len(name) > 2 and fold(name) not in default_vocabulary()


@cache
def _written_forms() -> dict[str, str]:
    """Folded names with the accents that official lists in capitals lack."""
    forms: dict[str, str] = {}
    for country in ("ES", "MX", "CO", "CL", "AR"):
        provider = import_module(f"faker.providers.person.es_{country}").Provider
        names = (*provider.first_names_female, *provider.first_names_male, *provider.last_names)
        for name in sorted(names, key=has_accents, reverse=True):
            forms.setdefault(fold(name), name)
    return forms
