"""Which sex given names tell, apart from what may be drawn: a written list, and Faker's in other languages (MIT)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module

from deid_studio import paths
from deid_studio.people.folding import fold
from deid_studio.people.name_words import SHORTENED
from deid_studio.people.person import Sex

# The nearest first: what a name tells in Spanish it tells here.
_NEAR = ("es_ES", "es_MX", "es_AR", "es_CO", "es_CL", "es_CA")
_FAR = ("pt_PT", "fr_FR", "it_IT", "ro_RO", "en_GB", "de_DE", "nl_NL", "pl_PL")


@cache
def told_sexes() -> Mapping[str, Sex]:
    """The sex of folded given names that only one of the sexes bears."""
    written = _written()
    found: dict[str, Sex] = {}
    for names in (*([_faker(code)] for code in _NEAR), list(map(_faker, _FAR))):
        found = {**_agreed(names), **found}
    own = {fold(name): sex for sex in Sex for name in written[sex].split()}
    found = {**found, **own}
    for whole, forms in SHORTENED.items():
        if whole in found:
            found = {**dict.fromkeys(forms, found[whole]), **found}
    either = {fold(name) for name in names_of_either()}
    return {name: sex for name, sex in found.items() if name not in either}


@cache
def names_of_either() -> tuple[str, ...]:
    """Given names that women and men bear, as they are written."""
    return tuple(_written()["either"].split())


@cache
def names_of_either_if_said() -> frozenset[str]:
    """Folded given names that tell the sex only where nothing is said of it."""
    return frozenset(_written()["either_if_said"].split())


@cache
def written_names() -> frozenset[str]:
    """The folded given names of the written list."""
    listed = (names for key, names in _written().items() if key != "either_if_said")
    return frozenset(fold(name) for names in listed for name in names.split())


@cache
def _written() -> Mapping[str, str]:
    text = (paths.resources() / "release" / "given_names_by_sex.toml").read_text(encoding="utf-8")
    return {name: str(value) for name, value in tomllib.loads(text).items()}


def _faker(code: str) -> Mapping[Sex, set[str]]:
    provider = import_module(f"faker.providers.person.{code}").Provider
    names = {Sex.FEMALE: provider.first_names_female, Sex.MALE: provider.first_names_male}
    return {sex: {fold(name) for name in some if name.isalpha()} for sex, some in names.items()}


def _agreed(lists: Iterable[Mapping[Sex, set[str]]]) -> dict[str, Sex]:
    """What is of one sex in all lists."""
    hers, his = (set[str]().union(*(one[sex] for one in lists)) for sex in (Sex.FEMALE, Sex.MALE))
    return dict.fromkeys(hers - his, Sex.FEMALE) | dict.fromkeys(his - hers, Sex.MALE)
