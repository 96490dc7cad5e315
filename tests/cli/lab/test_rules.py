"""deid lab rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]


def test_rules_with_the_places_that_they_match(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Sexo: Mujer.\nNHC: 7654321.\n", encoding="utf-8")
    (tmp_path / "a.ann").write_text("T1\tID_SUJETO_ASISTENCIA 18 25\t7654321\n", encoding="utf-8")
    every = run("lab", "rules")
    assert every.exit_code == 0, every.output
    assert any(line.startswith("id_sujeto_asistencia.nhc ") for line in every.stdout.splitlines())
    one = run("lab", "rules", tmp_path, "--rule", "id_sujeto_asistencia.nhc")
    assert one.stdout.splitlines()[1:] == ["    1 of 1 right", "    + a:18-25"]
    assert "7654321" not in one.output
    assert "'7654321'" in run("lab", "rules", tmp_path, "--rule", "id_sujeto_asistencia.nhc", "--text").stdout
    wrong = run("lab", "rules", tmp_path, "--rule", "sexo_sujeto_asistencia.sexo")
    assert wrong.stdout.splitlines()[1:] == ["    0 of 1 right", "    - a:6-11"]


def test_an_unknown_rule_is_told(run: Run) -> None:
    done = run("lab", "rules", "--rule", "no.such")
    assert done.exit_code == 2
    assert "no.such" in done.output
