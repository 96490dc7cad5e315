"""deid annotate leaves out the rules that are turned off, says how many, and applies them all when asked to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio import paths
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.rule_language import read_grammar
from deid_studio.detection.pipeline import Pipeline
from deid_studio.model.tagset import load_tagset
from deid_studio.review.folder_journal import kept_in
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.review.project import Project

Run = Callable[..., Result]
GRAMMAR = r"""
name = "prueba"
[[reliable]]
name = "fecha"
find = '\d\d/\d\d/\d{4}'
class = "FECHAS"
[[reliable]]
name = "numero"
find = '\b\d{6}\b'
class = "ID_SUJETO_ASISTENCIA"
"""


@pytest.fixture
def reports(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "prueba.toml"
    path.write_text(GRAMMAR, encoding="utf-8")
    pipeline = Pipeline([GrammarDetector(read_grammar(path), ())])
    monkeypatch.setattr("deid_studio.detection.model_pipeline.load_pipeline", lambda *_: pipeline)
    folder = tmp_path / "informes"
    folder.mkdir()
    (folder / "1.txt").write_text("NHC 556677, 03/04/2021.\n", encoding="utf-8")
    return folder


def turned_off(folder: Path, *rules: str) -> None:
    project = Project(folder, load_tagset(paths.resources() / "tagsets" / "meddocan.toml"), "x")
    project.keep(RULES_OFF, rules)
    project.close()


def found(out: Path) -> list[str]:
    return [line.split("\t")[2] for line in (out / "1.ann").read_text(encoding="utf-8").splitlines()]


def test_rules_of_the_folder_and_of_the_settings_are_left_out(run: Run, reports: Path, tmp_path: Path) -> None:
    turned_off(reports, "grammar:prueba/fecha")
    assert kept_in(reports, RULES_OFF) == {"grammar:prueba/fecha"}
    done = run("annotate", reports, "--out", tmp_path / "a")
    assert found(tmp_path / "a") == ["556677"]
    assert "rules that are off here: 1" in done.stderr and "--all-rules" in done.stderr
    paths.settings_file().parent.mkdir()
    paths.settings_file().write_text('rules_off = ["grammar:prueba/numero", "grammar:prueba/vieja"]\n')
    done = run("annotate", reports, "--out", tmp_path / "b")
    assert found(tmp_path / "b") == []
    assert "off by your settings: 2" in done.stderr and "no such rules (any more): grammar:prueba/vieja" in done.stderr


def test_all_rules_are_applied_when_asked_for(run: Run, reports: Path, tmp_path: Path) -> None:
    turned_off(reports, "grammar:prueba/fecha")
    done = run("annotate", reports, "--out", tmp_path / "out", "--all-rules")
    assert found(tmp_path / "out") == ["556677", "03/04/2021"]
    assert "off" not in done.stderr


def test_a_folder_without_rules_turned_off_is_told_nothing_and_stays_as_it_is(
    run: Run, reports: Path, tmp_path: Path
) -> None:
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert found(tmp_path / "out") == ["556677", "03/04/2021"] and "rules" not in done.stderr
    assert sorted(path.name for path in reports.iterdir()) == ["1.txt"]


def test_a_damaged_journal_is_told_and_all_rules_hold(run: Run, reports: Path, tmp_path: Path) -> None:
    (reports / ".deid-studio").mkdir()
    (reports / ".deid-studio" / "project.db").write_bytes(b"no database at all, and long enough to be read as one" * 9)
    for out, choice in (("out", ()), ("all", ("--all-rules",))):
        done = run("annotate", reports, "--out", tmp_path / out, *choice)
        assert done.exit_code == 0 and done.stderr.count("project.db") == 1
        assert found(tmp_path / out) == ["556677", "03/04/2021"]
