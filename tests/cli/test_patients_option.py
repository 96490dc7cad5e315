"""--patients of `deid annotate` and `deid evaluate`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio.detection.profile import load_profile

Run = Callable[..., Result]
TEXT = "Evolución: la paciente, Ozorovic, refiere mejoría. Se avisa a Ozorovic por la tarde.\n"


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """Two reports of different patients with the same name, each in its own folder."""
    folder = tmp_path / "informes"
    for place in ("planta 1", "planta 2"):
        (folder / place).mkdir(parents=True)
        (folder / place / "1.txt").write_text(TEXT, encoding="utf-8")
    return folder


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "pacientes.csv"
    path.write_text("informe;apellidos\nplanta 2/1.txt;Ozorovich\n", encoding="utf-8")
    return path


def found(folder: Path, name: str) -> int:
    return (folder / f"{name}.ann").read_text(encoding="utf-8").count("\tOzorovic\n")


def test_each_report_is_searched_for_its_own_patient(run: Run, reports: Path, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("annotate", reports, "--out", out, "--profile", "patient-fields", "--patients", table)
    assert done.exit_code == 0, done.output
    assert (found(out, "planta 1/1"), found(out, "planta 2/1")) == (0, 2)
    assert "1 of 2 reports have no row" in done.stderr


def test_a_single_report_is_called_by_its_name(run: Run, reports: Path, table: Path, tmp_path: Path) -> None:
    table.write_text("report,surname\n1,Ozorovich\n", encoding="utf-8")
    report = reports / "planta 1" / "1.txt"
    done = run("annotate", report, "--out", tmp_path / "o", "--profile", "patient-fields", "--patients", table)
    assert done.exit_code == 0, done.output
    assert found(tmp_path / "o", "1") == 2
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["hybrid", "hybrid-high-recall"])
def test_the_hybrids_use_the_table(run: Run, reports: Path, table: Path, tmp_path: Path, profile: str) -> None:
    gold = "T1\tNOMBRE_SUJETO_ASISTENCIA 24 32\tOzorovic\nT2\tNOMBRE_SUJETO_ASISTENCIA 62 70\tOzorovic\n"
    for place in ("planta 1", "planta 2"):
        (reports / place / "1.ann").write_text(gold, encoding="utf-8")
    table.write_text(json.dumps({f"planta {n}/1": {"apellidos": "Ozorovich"} for n in (1, 2)}), encoding="utf-8")
    recalls = []
    for number, more in enumerate(((), ("--patients", table))):
        figures = tmp_path / f"{number}.json"
        done = run("evaluate", reports, "--profile", profile, *more, "--json", figures)
        assert done.exit_code == 0, done.output
        recalls.append(json.loads(figures.read_text(encoding="utf-8"))["ner"]["recall"])
    assert recalls[0] < recalls[1] == 1.0


def test_the_table_reaches_the_detector_that_is_used_without_a_profile(
    run: Run, reports: Path, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deid_studio.detection.model_pipeline.load_pipeline", load_profile("patient-fields").pipeline)
    assert run("annotate", reports, "--out", tmp_path / "o", "--patients", table).exit_code == 0
    assert (found(tmp_path / "o", "planta 1/1"), found(tmp_path / "o", "planta 2/1")) == (0, 2)


def test_rows_and_columns_of_no_use_are_told_without_their_values(
    run: Run, reports: Path, table: Path, tmp_path: Path
) -> None:
    table.write_text(
        "informe;apellidos;peso\nplanta 1/1;Ozorovich;70\nplanta 2/1;Ozorovich;\nHC-48812;Quesada;60\n",
        encoding="utf-8",
    )
    done = run("annotate", reports, "--out", tmp_path / "out", "--profile", "patient-fields", "--patients", table)
    assert done.exit_code == 0, done.output
    assert "columns that are not used: peso" in done.stderr
    assert "1 rows are for reports that are not here (here they are called like “planta 1/1”)" in done.stderr
    assert "HC-48812" not in done.output and "Quesada" not in done.output
    assert "no row" not in done.stderr


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "cannot be read"),
        (b"", "the table is empty"),
        (b"apellidos;nhc\nQuesada;48812\n", "no column for the report"),
        (b'{"1": {"apellidos": ', "no JSON"),
        (b"%PDF-1.4", "is not text"),
    ],
)
def test_a_bad_table_is_told_and_nothing_is_written(
    run: Run, reports: Path, table: Path, tmp_path: Path, content: bytes | None, told: str
) -> None:
    table.unlink() if content is None else table.write_bytes(content)
    done = run("annotate", reports, "--out", tmp_path / "out", "--profile", "patient-fields", "--patients", table)
    assert done.exit_code == 1
    assert told in done.stderr
    assert "Quesada" not in done.output and "48812" not in done.output
    assert not (tmp_path / "out").exists()


def test_a_profile_that_cannot_use_the_table_is_told(run: Run, reports: Path, table: Path, tmp_path: Path) -> None:
    done = run("annotate", reports, "--out", tmp_path / "out", "--profile", "grammar", "--patients", table)
    assert done.exit_code == 1
    assert "it lacks the detector “patient-fields”" in done.stderr
    assert not (tmp_path / "out").exists()
