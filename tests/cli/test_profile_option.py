"""--profile of `deid annotate` and `deid evaluate`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
TEXT = (
    "Nombre: Eloísa.\nApellidos: Quintana Ruano.\nNHC: 4763954.\nFecha de Ingreso: 12/05/2019.\n"
    + "Acude por dolor de varios días de evolución sin otra clínica acompañante. " * 9
)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "oro"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    lines = []
    for number, (value, phi_class) in enumerate(
        (("Eloísa", "NOMBRE_SUJETO_ASISTENCIA"), ("Quintana Ruano", "NOMBRE_SUJETO_ASISTENCIA"),
         ("4763954", "ID_SUJETO_ASISTENCIA"), ("12/05/2019", "FECHAS")), 1
    ):  # fmt: skip
        start = TEXT.index(value)
        lines.append(f"T{number}\t{phi_class} {start} {start + len(value)}\t{value}\n")
    (folder / "a.ann").write_text("".join(lines), encoding="utf-8")
    return folder


def test_annotate_with_a_shipped_profile(run: Run, gold: Path, tmp_path: Path) -> None:
    done = run("annotate", gold / "a.txt", "--out", tmp_path / "out", "--profile", "sectioned")
    assert done.exit_code == 0, done.output
    assert "Quintana Ruano" in (tmp_path / "out" / "a.ann").read_text(encoding="utf-8")


def test_annotate_in_the_profiles_tag_set(run: Run, gold: Path, tmp_path: Path) -> None:
    done = run("annotate", gold / "a.txt", "--out", tmp_path / "out", "--profile", "radiology")
    assert done.exit_code == 0, done.output
    found = (tmp_path / "out" / "a.ann").read_text(encoding="utf-8")
    assert "\tNAME " in found
    assert "NOMBRE_SUJETO" not in found
    conf = tmp_path / "out" / "annotation.conf"
    assert not conf.exists() or "NAME" in conf.read_text(encoding="utf-8")


def test_annotate_with_a_profile_of_ones_own(run: Run, gold: Path, tmp_path: Path) -> None:
    path = tmp_path / "mio.toml"
    path.write_text('[[detectors]]\nuse = "looks"\n', encoding="utf-8")
    done = run("annotate", gold / "a.txt", "--out", tmp_path / "out", "--profile", path)
    assert done.exit_code == 0, done.output
    assert "12/05/2019" in (tmp_path / "out" / "a.ann").read_text(encoding="utf-8")


def test_evaluate_prints_the_papers_figures_beside(run: Run, gold: Path, tmp_path: Path) -> None:
    done = run("evaluate", gold, "--profile", "recrf", "--json", tmp_path / "f.json")
    assert done.exit_code == 0, done.output
    assert "Compared with: ReCRF, development set" in done.stdout
    own = json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))["ner"]["f1"]
    row = next(line for line in done.stdout.splitlines() if line.startswith("NER (class and place): F1"))
    assert row.split()[-3:] == [f"{own:.4f}", "0.9640", f"{own - 0.9640:+.4f}"]


def test_evaluate_prints_the_thesis_tables(run: Run, gold: Path) -> None:
    done = run("evaluate", gold, "--profile", "sectioned")
    assert done.exit_code == 0, done.output
    micro = [line for line in done.stdout.splitlines() if line.startswith("micro avg")]
    assert len(micro) == 4
    assert micro[0].split("|")[1].split()[2] == "0.99"


def test_evaluate_maps_the_gold_as_well(run: Run, gold: Path, tmp_path: Path) -> None:
    done = run("evaluate", gold, "--profile", "radiology", "--json", tmp_path / "f.json")
    assert done.exit_code == 0, done.output
    assert set(json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))["per_class"]) >= {"NAME", "NUM", "FECHA"}
    assert "Words of PHI, global: recall" in done.stdout


def test_a_profile_that_is_not_there_or_wrong(run: Run, gold: Path, tmp_path: Path) -> None:
    done = run("annotate", gold / "a.txt", "--out", tmp_path / "out", "--profile", "nothing")
    assert done.exit_code == 1
    assert "hybrid-high-recall" in done.output
    assert not (tmp_path / "out").exists()
    path = tmp_path / "mio.toml"
    path.write_text('[[detectors]]\nuse = "looks"\nconfidense = 1\n', encoding="utf-8")
    done = run("evaluate", gold, "--profile", path)
    assert done.exit_code == 1
    assert "detectors[1].confidense is no known key" in done.output
    assert run("evaluate", gold, gold, "--profile", "hybrid").exit_code == 2
