"""Word lists: read from files of their own, and what is said where one is missing or damaged."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.errors import ResourceError
from deid_studio.people.date_words import MONTH_OF, MONTHS
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import WordLists, listed

SHIPPED = sorted((paths.resources() / "words").glob("*.toml"))


def written(folder: Path, text: str) -> WordLists:
    path = folder / "lists.toml"
    path.write_text(text, encoding="utf-8")
    return WordLists(path)


def test_lists_and_tables_are_of_words_between_blanks(tmp_path: Path) -> None:
    lists = written(tmp_path, 'titles = """\n  don\n  doña dr.\n"""\n[short]\nFrancisco = "paco curro"\n')
    assert lists.words("titles") == {"don", "doña", "dr."}
    assert lists.table("short") == {"Francisco": ("paco", "curro")}


@pytest.mark.parametrize("text", ["titles = don", 'titles = ["don"]', 'titles = " "', 'others = "don"', "\ud800"])
def test_what_is_damaged_is_told_by_its_path(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lists.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    for read in (WordLists.words, WordLists.table):
        with pytest.raises(ResourceError) as told:
            read(WordLists(path), "titles")
        assert str(path) in told.value.what("es")


def test_what_is_missing_is_told_by_its_path(tmp_path: Path) -> None:
    for read in (WordLists, listed):
        with pytest.raises(ResourceError) as told:
            read(tmp_path / "nowhere.txt")
        assert "nowhere.txt" in told.value.what("es")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_shipped_list_says_a_word_twice(path: Path) -> None:
    lists = WordLists(path)
    for name in tomllib.loads(path.read_text(encoding="utf-8")):
        for words in lists.table(name).values():
            assert sorted(set(words)) == sorted(words), name


def test_each_language_has_twelve_months_and_what_is_shortened_is_the_same_month() -> None:
    for names in MONTHS.values():
        assert [MONTH_OF[fold(name)][0] for name in names] == list(range(1, 13))
    assert [MONTH_OF[name][0] for name in ("ene", "sept", "setiembre", "dic", "urta")] == [1, 9, 9, 12, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "begins",
    [
        "from deid_studio.gui.app import main; sys.exit(main([]))",
        "from deid_studio.cli.main import main; main()",
    ],
    ids=["window", "verb"],
)
def test_an_installation_without_lists_says_so_and_ends(tmp_path: Path, begins: str) -> None:
    for one in paths.resources().iterdir():
        if one.name != "words":
            (tmp_path / one.name).symlink_to(one)
    report = tmp_path / "a.txt"
    report.write_text("Hola.\n", encoding="utf-8")
    code = (
        f"import pathlib, sys; from deid_studio import paths; paths.resources = lambda: pathlib.Path({str(tmp_path)!r})"
    )
    code += f"\nsys.argv[1:] = ['annotate', {str(report)!r}, '--out', {str(tmp_path / 'out')!r}]\n{begins}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "which belongs to the program, cannot be read" in done.stderr and "Traceback" not in done.stderr
