"""What is made of lists and grammars is kept: what comes out is what would be made, and all works without the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.detection import kept_tables
from deid_studio.detection.gazetteers import GazetteerIndex, default_gazetteers, shipped_gazetteers
from deid_studio.detection.grammar.grammar_tables import packed, tables_of, unpacked
from deid_studio.detection.grammar.lists import ScannedLists, written
from deid_studio.detection.grammar.loading import default_grammar, grammar_gazetteers
from deid_studio.detection.grammar.rule_language import read_grammar
from deid_studio.detection.kept_file import KeptFile, pack
from deid_studio.detection.kept_tables import kept_table
from deid_studio.people.folded_text import FoldedText

BY = (kept_tables.__name__,)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cache" / "tables.sqlite3"
    monkeypatch.setattr(kept_tables, "_file", lambda: KeptFile(path))
    return path


class Maker:
    """Makes a table, and counts how often."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> object:
        self.made += 1
        return {"Ávila": [self.made, ""]}


@pytest.fixture
def make() -> Maker:
    return Maker()


def test_a_table_is_made_once(file: Path, make: Maker) -> None:
    assert [kept_table("t", [b"a", b"b"], BY, make) for _ in range(2)] == [{"Ávila": [1, ""]}] * 2
    assert file.is_file()


@pytest.mark.parametrize("changed", [[b"a", b"c"], [b"ab"], [b"a"], [b"b", b"a"]])
def test_what_it_is_made_of_is_told_apart(file: Path, make: Maker, changed: list[bytes]) -> None:
    kept_table("t", [b"a", b"b"], BY, make)
    kept_table("t", changed, BY, make)
    assert make.made == 2
    kept_table("t", changed, BY, make)
    kept_table("other", changed, BY, make)
    assert make.made == 3


def test_a_module_that_says_something_else_makes_it_anew(
    file: Path, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_table("t", [], BY, make)
    monkeypatch.setattr(kept_tables, "_source", lambda _module: b"changed")
    kept_table("t", [], BY, make)
    assert make.made == 2


def test_without_a_file_or_with_a_damaged_one_it_is_made_as_ever(file: Path, make: Maker) -> None:
    kept_table("t", [], BY, make)
    file.write_bytes(b"SQLite format 3\x00 no more" * 300)
    assert [kept_table("t", [], BY, make) for _ in range(2)] == [{"Ávila": [2, ""]}] * 2  # and kept again
    file.unlink()
    file.parent.rmdir()
    file.parent.write_text("a file where the folder would be")
    assert [kept_table("t", [], BY, make) for _ in range(2)] == [{"Ávila": [3, ""]}, {"Ávila": [4, ""]}]


def test_the_kept_index_is_that_of_the_lists() -> None:
    made = GazetteerIndex(shipped_gazetteers(paths.resources()))
    kept = default_gazetteers()
    assert kept.sha256 == made.sha256
    assert kept.all_kinds == made.all_kinds
    words = [
        word for one in shipped_gazetteers(paths.resources()) for word in " ".join(one.entries[:200]).lower().split()
    ]
    assert kept.phrases(words) == made.phrases(words) != []
    assert list(map(kept.kinds, words)) == list(map(made.kinds, words))


@pytest.mark.slow
def test_the_kept_grammar_is_the_grammar() -> None:
    grammar = read_grammar(default_grammar())
    tables = tables_of(grammar, grammar_gazetteers())
    kept = unpacked(packed(grammar, tables))
    assert (kept.inline, kept.scanned, kept.common) == (tables.inline, tables.scanned, tables.common)
    for rule in grammar.rules[::7]:
        told, anew = kept.rule(grammar, rule), tables.rule(grammar, rule)
        assert list(map(list, told.find)) == list(map(list, anew.find))
        assert (told.left, told.right, told.gap) == (anew.left, anew.right, anew.gap)


def test_written_lists_find_what_added_ones_do() -> None:
    lists = [
        ("town", ("Alcalá de Henares", "ALCALÁ DE HENARES", "Cádiz", "San-Tirso"), "plain"),
        ("region", ("Cádiz",), "plain"),
        ("hospital", ("HOSPITAL UNIVERSITARIO LA PAZ", "HOSPITAL LA PAZ"), "hospital"),
        ("person", ("Nuria Belmonte Cano",), "person"),
    ]
    added = ScannedLists(cased=["town"])
    for one in lists:
        added.add(*one)
    kept = ScannedLists(cased=["town"], lists=written(lists))
    for scanned in (added, kept):
        scanned.close()
    text = (
        "Alcala de Henares, cádiz, San Tirso; Hosp. La Paz, N. Belmonte. ALCALÁ DE HENARES y el H. U. La Paz de Cádiz"
    )
    assert kept.hits(FoldedText(text)) == added.hits(FoldedText(text))
    assert {name for name, *_ in lists} == set(kept.hits(FoldedText(text)))
    assert [kept.holds("person", one) for one in ("nuria belmonte cano", "nuria")] == [True, False]


def test_the_installations_table_is_taken_where_the_own_one_is_of_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Maker
) -> None:
    files = [tmp_path / name for name in ("made.sqlite3", "installed.sqlite3", "own.sqlite3")]
    monkeypatch.setattr(kept_tables, "_file", lambda: KeptFile(files[0]))
    kept_table("t", [b"new"], BY, make)
    pack(files[0], files[1])
    monkeypatch.setattr(kept_tables, "_file", lambda: KeptFile(files[2], files[1]))
    kept_table("t", [b"old"], BY, make)
    assert make.made == 2
    assert kept_table("t", [b"new"], BY, make) == {"Ávila": [1, ""]} and make.made == 2
    kept_table("t", [b"newer"], BY, make)
    assert make.made == 3
