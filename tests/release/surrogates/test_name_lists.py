"""Surrogate names are drawn from imported lists, by sex and by how many people bear them."""

from __future__ import annotations

from collections import Counter

import pytest

from deid_studio import paths
from deid_studio.people.folding import fold
from deid_studio.people.person import Sex
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.name_lists import default_lists, name_lists
from tests.release.surrogates.naming import surrogate_of

SYLLABLES = [a + b for a in "bcdfglmnprstvz" for b in "aeiou"]


def invented(ending: str, count: int = 160) -> list[str]:
    made = [(first + second + ending).upper() for first in SYLLABLES for second in ("xu", "qui", "zze")]
    return made[:count]


WOMEN, MEN, SURNAMES = invented("ya"), invented("nel"), invented("rrez")


def write(path, kind, entries, sex=""):
    lines = [f"{name}\t{count}\t{sex}".rstrip("\t") for name, count in entries]
    path.write_text("\n".join((f"kind: {kind}", "# imported", *lines)) + "\n", encoding="utf-8")


@pytest.fixture
def folder(tmp_path):
    """Lists as they are imported: one name of each is borne by nearly everybody, some by very few people."""

    def counts(names):
        return [(names[0], 10_000_000), *((name, 1000) for name in names[1:-10]), *((name, 30) for name in names[-10:])]

    own = tmp_path / "gazetteers"
    own.mkdir()
    write(own / "first_name-mujeres.txt", "imported_first_name", counts(WOMEN), "female")
    write(own / "first_name-hombres.txt", "imported_first_name", counts(MEN), "male")
    surnames = [*counts(SURNAMES), ("DEL RIO", 9_000_000), ("GIL", 9)]
    write(own / "last_name-apellidos.txt", "imported_last_name", surnames)
    return own


def test_imported_names_are_drawn_by_frequency_and_sex(folder):
    lists = name_lists(folder)
    drawn = Counter()
    for number in range(100):
        given, surname = surrogate_of("Ana Soler", bytes([number]) * 32, lists).split()
        assert given.upper() in WOMEN and surname.upper() in SURNAMES
        drawn[given.upper()] += 1
    assert drawn[WOMEN[0]] > 90, "nearly everybody is called so"
    assert surrogate_of("Luis Soler", lists=lists).split()[0].upper() in MEN


def test_rare_names_and_names_of_several_words_are_not_drawn(folder):
    lists = name_lists(folder)
    assert set(map(str.upper, lists.surnames.names)) == set(SURNAMES[:-10])
    assert not lists.is_surname(fold(SURNAMES[-1])), "a rare one may as well be a misspelling"
    assert lists.is_surname(fold(SURNAMES[1])) and lists.sex(fold(MEN[1])) is Sex.MALE


def test_a_name_of_both_sexes_tells_the_sex_of_nearly_all_who_bear_it(folder):
    write(folder / "first_name-otros.txt", "imported_first_name", [(WOMEN[0], 700), (WOMEN[1], 900)], "male")
    lists = name_lists(folder)
    assert lists.sex(fold(WOMEN[0])) is Sex.FEMALE
    assert lists.sex(fold(WOMEN[1])) is None


def test_capitals_get_their_accents(folder):
    counted = [("GARCIA", 1_000_000), ("MUÑOZ", 90_000), ("ROMERA", 9_000)]
    write(folder / "last_name-mas.txt", "imported_last_name", counted)
    assert {"García", "Muñoz", "Romera"} <= set(name_lists(folder).surnames.names)


@pytest.mark.parametrize("kept", [["last_name-apellidos.txt"], []])
def test_where_no_list_is_long_enough_the_shipped_ones_are_drawn(folder, kept):
    for path in folder.iterdir():
        if path.name not in kept:
            path.unlink()
    write(folder / "first_name-pocos.txt", "imported_first_name", [("ZZAYA", 900)], "female")
    lists = name_lists(folder)
    assert lists.given(Sex.FEMALE) == default_lists().given(Sex.FEMALE)
    assert (lists.surnames == default_lists().surnames) is (not kept)


def test_without_imported_lists_nothing_changes(tmp_path):
    assert name_lists(tmp_path / "absent") is default_lists()


@pytest.mark.parametrize("whose", ["user_gazetteers", "shared_gazetteers"])
def test_a_release_draws_from_lists_that_were_imported_and_repeats_itself(whose, folder, monkeypatch, marked, tagset):
    doc = marked("Sra. {NOMBRE_SUJETO_ASISTENCIA|Ana Soler}.")

    def released():
        return Releaser([doc], load_policy("research"), tagset, b"s" * 32).release(doc).text

    monkeypatch.setattr(paths, whose, lambda: folder / "absent")
    before = released()
    monkeypatch.setattr(paths, whose, lambda: folder)
    with_lists = released()
    assert with_lists != before and with_lists.split()[1].upper() in WOMEN
    assert released() == with_lists
    for path in folder.iterdir():
        path.unlink()
    assert released() == before


@pytest.mark.parametrize("name", "dolores pilar rosario mercedes concepcion rocio nieves amparo maria".split())
def test_the_sex_of_a_name_that_is_a_word_is_known_though_it_is_not_drawn(name):
    assert default_lists().sex(name) is Sex.FEMALE
    assert name not in map(fold, default_lists().given(Sex.FEMALE).names)


def test_no_surname_is_drawn_that_is_rather_a_given_name():
    drawn = set(map(fold, default_lists().surnames.names))
    assert drawn.isdisjoint(("alvaro", "lucho", "dionisio", "vicente")) and {"martin", "garcia"} <= drawn
    assert all(map(default_lists().is_surname, ("vicente", "alonso")))
