"""Compiled expressions are kept in a file: what comes out is what was compiled, and all works without it."""

from __future__ import annotations

import copyreg
import hashlib
import os
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
import regex

from deid_studio.detection import kept_expressions
from deid_studio.detection.grammar.loading import load_grammar_detector
from deid_studio.detection.kept_expressions import KeptExpressions
from deid_studio.detection.kept_file import pack

ROOT = Path(__file__).parents[2]
NUMBER = r"(?i)n(?:um|[º°])\.? ?(?<number>\d{4,8}) ?(?<letter>[a-z])?"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "expressions.sqlite3"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The expressions that were compiled."""
    seen: list[str] = []
    real = regex.compile

    def compiling(source: str, flags: int = 0) -> regex.Pattern[str]:
        if source:
            seen.append(source)
        return real(source, flags)

    monkeypatch.setattr(kept_expressions.regex, "compile", compiling)
    return seen


def _made_of(pattern: regex.Pattern[str]) -> object:
    return copyreg.dispatch_table[regex.Pattern](pattern)[1]


@pytest.mark.slow
def test_what_is_kept_is_what_was_compiled(file: Path, compilations: list[str]) -> None:
    grammar = load_grammar_detector().compiled
    sources = {(e.source, e.flags) for number in range(60) for e in grammar.rule(number).expressions()}
    assert len(sources) > 60
    first = {one: KeptExpressions(file).compiled(*one) for one in sources}
    del compilations[:]
    again = KeptExpressions(file)
    for one, pattern in first.items():
        assert _made_of(again.compiled(*one)) == _made_of(pattern)
    assert compilations == []


def test_groups_and_flags_come_back(file: Path, compilations: list[str]) -> None:
    KeptExpressions(file).compiled(NUMBER, regex.REVERSE)
    found = KeptExpressions(file).compiled(NUMBER, regex.REVERSE).search("Nº 1234 y num. 556677 B")
    assert found is not None
    assert (found["number"], found["letter"], found.span("number")) == ("556677", "B", (15, 21))
    assert len(compilations) == 1


def test_the_same_source_with_other_flags_is_another_expression(file: Path) -> None:
    kept = KeptExpressions(file)
    assert kept.compiled("abc", 0).search("ABC") is None
    assert kept.compiled("abc", regex.IGNORECASE).search("ABC") is not None


def test_an_expression_that_is_not_valid_is_refused_each_time(file: Path) -> None:
    kept = KeptExpressions(file)
    for _ in range(2):
        with pytest.raises(regex.error):
            kept.compiled("(", 0)


@pytest.mark.parametrize("column", ["sum", "rest", "data"])
def test_what_was_changed_is_compiled_anew(file: Path, column: str, compilations: list[str]) -> None:
    KeptExpressions(file).compiled(NUMBER, 0)
    with sqlite3.connect(file) as connection:
        connection.execute(
            f"UPDATE kept SET {column} = CAST({column} || ' ' AS {'TEXT' if column == 'rest' else 'BLOB'})"
        )
    pattern = KeptExpressions(file).compiled(NUMBER, 0)
    assert pattern.search("nº 12345") is not None
    assert len(compilations) == 2
    KeptExpressions(file).compiled(NUMBER, 0)
    assert len(compilations) == 2  # and kept again


def test_bytes_that_were_changed_into_text_are_compiled_anew(file: Path, compilations: list[str]) -> None:
    KeptExpressions(file).compiled(NUMBER, 0)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE kept SET data = 'text'")
    assert KeptExpressions(file).compiled(NUMBER, 0).search("nº 12345") is not None
    assert len(compilations) == 2


def test_a_file_of_which_sqlite_tells_no_text_is_made_anew(file: Path, compilations: list[str]) -> None:
    KeptExpressions(file).compiled(NUMBER, 0)
    raw = file.read_bytes()
    assert raw.count(b"CREATE TABLE kept") == 1
    file.write_bytes(raw.replace(b"CREATE TABLE kept", b"CREATE T\xffBLE kept"))
    with pytest.raises(UnicodeDecodeError), sqlite3.connect(file) as connection:
        connection.execute("SELECT * FROM kept")
    assert KeptExpressions(file).compiled(NUMBER, 0).search("nº 12345") is not None
    for _ in range(2):
        KeptExpressions(file).compiled(NUMBER, 0)
    assert len(compilations) == 3


def test_a_damaged_file_is_made_anew(file: Path, compilations: list[str]) -> None:
    KeptExpressions(file).compiled(NUMBER, 0)
    file.write_bytes(b"SQLite format 3\x00 no more" * 300)
    assert KeptExpressions(file).compiled(NUMBER, 0).search("nº 12345") is not None
    for _ in range(2):
        KeptExpressions(file).compiled(NUMBER, 0)
    assert len(compilations) == 3


def test_where_no_file_can_be_everything_works(tmp_path: Path, compilations: list[str]) -> None:
    (tmp_path / "cache").write_text("a file where the folder would be")
    kept = KeptExpressions(tmp_path / "cache" / "expressions.sqlite3")
    for _ in range(2):
        assert kept.compiled(NUMBER, 0).search("nº 12345") is not None
    assert len(compilations) == 2


def test_while_another_process_writes_nobody_waits_long(file: Path, compilations: list[str]) -> None:
    kept = KeptExpressions(file)
    kept.compiled("one", 0)
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert kept.compiled("two", 0).search("two") is not None
        other.execute("ROLLBACK")
    kept.compiled("two", 0)
    KeptExpressions(file).compiled("two", 0)
    assert compilations == ["one", "two", "two"]


def test_without_the_engines_own_way_to_copy_nothing_is_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch, compilations: list[str]
) -> None:
    monkeypatch.setattr(kept_expressions, "_apart", None)
    for _ in range(2):
        assert KeptExpressions(file).compiled(NUMBER, 0).search("nº 12345") is not None
    assert len(compilations) == 2
    assert not file.exists()


def test_what_the_installation_has_is_not_compiled(file: Path, tmp_path: Path, compilations: list[str]) -> None:
    KeptExpressions(tmp_path / "made.sqlite3").compiled(NUMBER, 0)
    installed = tmp_path / "installed.sqlite3"
    pack(tmp_path / "made.sqlite3", installed)
    installed.chmod(0o444)
    del compilations[:]
    found = KeptExpressions(file, installed).compiled(NUMBER, 0).search("nº 12345")
    assert found is not None and found["number"] == "12345" and compilations == []
    KeptExpressions(file, installed).compiled("another", 0)
    assert compilations == ["another"] and {path.name for path in tmp_path.iterdir()} == {
        "cache", "installed.sqlite3", "made.sqlite3"
    }  # fmt: skip


@pytest.mark.parametrize("damage", ["nothing", "half", "other"])
def test_without_the_installations_file_or_with_a_damaged_one_everything_works(
    file: Path, tmp_path: Path, damage: str, compilations: list[str]
) -> None:
    KeptExpressions(tmp_path / "made.sqlite3").compiled(NUMBER, 0)
    installed = tmp_path / "installed.sqlite3"
    pack(tmp_path / "made.sqlite3", installed)
    if damage == "nothing":
        installed.unlink()
    elif damage == "half":
        installed.write_bytes(installed.read_bytes()[:5000])
    else:
        with sqlite3.connect(installed) as connection:
            connection.execute("UPDATE kept SET data = ?", (zlib.compress(b"something else"),))
    del compilations[:]
    assert KeptExpressions(file, installed).compiled(NUMBER, 0).search("nº 12345") is not None
    assert compilations == [NUMBER]


_COMPILE = """
import copyreg, hashlib, sys
junk = [type(f"Kind{number}", (), {}) for number in range(int(sys.argv[1]))]  # other places in memory
import keep_tables
keep_tables.order_by_names()
import regex
sources = sys.stdin.read().split("\\0")
parts = [copyreg.dispatch_table[regex.Pattern](regex.compile(one))[1] for one in sources]
print(hashlib.sha256(repr(parts).encode()).hexdigest())
"""


@pytest.mark.slow
def test_what_an_installation_keeps_is_the_same_bytes_wherever_it_is_compiled() -> None:
    grammar = load_grammar_detector().compiled
    sources = sorted({e.source for number in range(20) for e in grammar.rule(number).expressions()})
    places = os.pathsep.join(map(str, (ROOT, ROOT / "packaging")))
    found = {
        subprocess.run(
            [sys.executable, "-c", _COMPILE, str(number)],
            input="\0".join(sources),
            env=os.environ | {"PYTHONPATH": places, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in (0, 3_000, 7_777)
    }
    assert len(found) == 1 and len(found.pop().strip()) == 2 * hashlib.sha256().digest_size
