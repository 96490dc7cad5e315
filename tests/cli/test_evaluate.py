"""deid evaluate: folders, single files and models against gold."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
TEXT = "Nombre: Lucía Montero, de Ávila. La ve Eva Gil."
NAME = "T1\tNOMBRE_SUJETO_ASISTENCIA 8 21\tLucía Montero\n"
TOWN = "T2\tTERRITORIO 26 31\tÁvila\n"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "oro"
    (folder / "b").mkdir(parents=True)
    for name in ("a", "b/c"):
        (folder / f"{name}.txt").write_text(TEXT, encoding="utf-8")
        (folder / f"{name}.ann").write_text(NAME + TOWN, encoding="utf-8")
    return folder


def figures(done: Result, path: Path) -> dict[str, dict[str, float]]:
    assert done.exit_code == 0, done.output
    read: dict[str, dict[str, float]] = json.loads(path.read_text(encoding="utf-8"))
    return read


def test_a_system_folder_without_texts(run: Run, gold: Path, tmp_path: Path) -> None:
    system = tmp_path / "sistema"
    (system / "b").mkdir(parents=True)
    (system / "a.ann").write_text(NAME, encoding="utf-8")
    (system / "b" / "c.ann").write_text(NAME + TOWN.replace("TERRITORIO", "PAIS"), encoding="utf-8")
    read = figures(run("evaluate", gold, system, "--json", tmp_path / "f.json"), tmp_path / "f.json")
    assert {name: round(read["ner"][name], 6) for name in ("precision", "recall", "f1")} == {
        "precision": 0.666667, "recall": 0.5, "f1": 0.571429,
    }  # fmt: skip
    assert read["spans_strict"]["precision"] == 1.0
    assert read["spans_strict"]["recall"] == 0.75
    assert set(read) >= {"ner", "spans_strict", "spans_merged", "characters", "per_class", "confusion"}


def test_missing_reports_count_and_unknown_ones_are_told(run: Run, gold: Path, tmp_path: Path) -> None:
    system = tmp_path / "sistema"
    system.mkdir()
    (system / "a.ann").write_text(NAME + TOWN, encoding="utf-8")
    (system / "x.ann").write_text("T1\tX 0 3\tOtr\n", encoding="utf-8")
    done = run("evaluate", gold, system, "--json", tmp_path / "f.json")
    assert figures(done, tmp_path / "f.json")["ner"]["recall"] == 0.5
    assert "b/c: missing" in done.stderr
    assert "x: not in the gold" in done.stderr


def test_gold_without_annotations_is_told_and_does_not_count(run: Run, gold: Path) -> None:
    (gold / "z.txt").write_text("Ana Ruiz", encoding="utf-8")
    done = run("evaluate", gold, gold)
    assert "z: no .ann" in done.stderr
    assert done.stdout.startswith("2 reports")


@pytest.mark.parametrize("arguments", [(), ("--model", "default")])
def test_a_model_does_not_see_the_gold(run: Run, gold: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run("evaluate", gold, *arguments, "--json", tmp_path / "f.json", "--csv", tmp_path / "f.csv")
    read = figures(done, tmp_path / "f.json")
    # The detector of the tests finds both names but no town; the second name is no gold.
    assert (read["ner"]["tp"], read["ner"]["fp"], read["ner"]["fn"]) == (2, 2, 2)
    rows = list(csv.DictReader((tmp_path / "f.csv").read_text(encoding="utf-8").splitlines()))
    assert next(row for row in rows if row["table"] == "overall" and row["name"] == "ner")["f1"] == "0.500000"
    assert "0.5000" in done.stdout


def test_single_files(run: Run, gold: Path) -> None:
    for system in (gold / "b" / "c.ann", gold / "b" / "c.txt"):
        done = run("evaluate", gold / "a.txt", system)
        assert done.exit_code == 0
        assert "1.0000" in done.stdout


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"T1\tX 0\tNom\n", "line 1"),
        (b"T1\tX 0 3\tEva\n", "annotated text is not what"),
        (b"\xff\n", "UTF-8"),
        (b"\n\nT1\tX 0 999\tNom\n", "line 3"),
    ],
)
def test_a_broken_system_is_told_and_not_scored(
    run: Run, gold: Path, tmp_path: Path, content: bytes, told: str
) -> None:
    system = tmp_path / "sistema"
    shutil.copytree(gold, system)
    (system / "a.ann").write_bytes(content)
    done = run("evaluate", gold, system, "--json", tmp_path / "f.json")
    assert done.exit_code == 1
    assert told in done.stderr
    assert not (tmp_path / "f.json").exists()


def test_wrong_arguments(run: Run, gold: Path, tmp_path: Path) -> None:
    assert run("evaluate", gold, gold, "--model", "default").exit_code == 2
    assert run("evaluate", gold, gold, "--patients", tmp_path / "t.csv").exit_code == 2
    assert run("evaluate", tmp_path / "falta").exit_code == 1
    assert run("evaluate", gold, "--model", "falta").exit_code == 1
    (tmp_path / "vacia").mkdir()
    assert "no reports" in run("evaluate", tmp_path / "vacia").stderr


def test_figures_that_cannot_be_written_are_told(run: Run, gold: Path, tmp_path: Path) -> None:
    done = run("evaluate", gold, gold, "--json", tmp_path / "falta" / "f.json")
    assert done.exit_code == 1
    assert "could not be written" in done.stderr


@pytest.mark.parametrize("option", ["--json", "--csv"])
def test_nothing_is_overwritten_without_force(run: Run, gold: Path, tmp_path: Path, option: str) -> None:
    other = {"--json": "--csv", "--csv": "--json"}[option]
    mine = tmp_path / "mio"
    mine.write_text("trabajo de una persona", encoding="utf-8")
    done = run("evaluate", gold, gold, option, mine, other, tmp_path / "nuevo")
    assert done.exit_code == 1
    assert "--force" in done.stderr and "Nothing was written" in done.stderr
    assert mine.read_text(encoding="utf-8") == "trabajo de una persona"
    assert not (tmp_path / "nuevo").exists()
    assert run("evaluate", gold, gold, option, mine, "--force").exit_code == 0
    assert "ner" in mine.read_text(encoding="utf-8")


def test_two_kinds_of_figures_need_two_files(run: Run, gold: Path, tmp_path: Path) -> None:
    done = run("evaluate", gold, gold, "--json", tmp_path / "f", "--csv", tmp_path / "x" / ".." / "f", "--force")
    assert done.exit_code == 1
    assert "same place" in done.stderr
    assert not (tmp_path / "f").exists()


@pytest.mark.corpus
def test_the_official_figures(run: Run, corpus: Path, official_evaluation: Path, tmp_path: Path) -> None:
    system = official_evaluation / "system"
    gold = tmp_path / "oro"
    gold.mkdir()
    for path in system.glob("*.ann"):
        for suffix in (".txt", ".ann"):
            (gold / path.with_suffix(suffix).name).symlink_to(corpus / "dev" / path.with_suffix(suffix).name)
    read = figures(run("evaluate", gold, system, "--json", tmp_path / "f.json"), tmp_path / "f.json")
    expected = json.loads((official_evaluation / "expected.json").read_text(encoding="utf-8"))
    for measure in ("ner", "spans_strict", "spans_merged"):
        assert {name: round(read[measure][name], 4) for name in expected[measure]} == expected[measure]
