"""deid lab indicators."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    body = "Acude por dolor de varios días de evolución sin otra clínica acompañante. " * 9
    for number, name in enumerate(("Ana", "Luz")):
        text = f"Nombre: {name}.\nServicio: Urgencias.\nNHC: 12345.\n{body}"
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
        ann = f"T1\tNOMBRE_SUJETO_ASISTENCIA 8 11\t{name}\n"
        (tmp_path / f"{number}.ann").write_text(ann, encoding="utf-8")
    return tmp_path


def test_the_table(run: Run, corpus: Path) -> None:
    done = run("lab", "indicators", corpus)
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows[0] == ["Indicator", "Times", "Decides"]
    assert ["Nombre:", "2", "yes", "NOMBRE_SUJETO_ASISTENCIA", "2"] in rows
    assert ["Servicio:", "2", "–", "no", "PHI", "2"] in rows
    assert "Ana" not in done.output


def test_as_json_and_without_rare_ones(run: Run, corpus: Path) -> None:
    done = run("lab", "indicators", corpus, "--json")
    assert {one["label"]: one["counts"] for one in json.loads(done.stdout)} == {
        "nombre": {"NOMBRE_SUJETO_ASISTENCIA": 2},
        "servicio": {"": 2},
        "nhc": {"": 2},
    }
    assert json.loads(run("lab", "indicators", corpus, "--json", "--least", 3).stdout) == []


def test_a_folder_without_annotated_reports(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Nombre: Ana", encoding="utf-8")
    done = run("lab", "indicators", tmp_path)
    assert done.exit_code == 1
    assert "Ana" not in done.output
