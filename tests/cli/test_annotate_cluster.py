"""deid annotate --local-cluster: the same files as without, and clear words where it cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.mark.parametrize("option", [("--scheduler", "tcp://127.0.0.1:1"), ("--local-cluster", "2")])
def test_a_cluster_without_its_library_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: tuple[str, str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "deid_studio.batch.cluster", raising=False)
    (tmp_path / "1.txt").write_text("Ana Ruiz")
    done = run("annotate", tmp_path / "1.txt", "--out", tmp_path / "out", *option)
    assert done.exit_code == 1 and "deid-studio[cluster]" in done.stderr
    assert not (tmp_path / "out").exists()


def test_one_way_at_a_time(run: Run, tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_text("Ana Ruiz")
    done = run("annotate", tmp_path / "1.txt", "--out", tmp_path / "out", "--jobs", "2", "--local-cluster", "2")
    assert done.exit_code == 2 and "--scheduler" in done.stderr


@pytest.mark.loopback
@pytest.mark.slow
def test_a_cluster_writes_the_same_files(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="distributed (deid-studio[cluster]) is not installed")
    reports, table = tmp_path / "informes", tmp_path / "p.csv"
    reports.mkdir()
    for number in range(12):
        (reports / f"{number}.txt").write_text(f"Nombre: Ozorovic{'h' * (number % 2)}.\nVisto: Ozorovicz {number}")
    table.write_text("informe;apellidos\n" + "".join(f"{number};Ozorovich\n" for number in range(0, 12, 3)))
    options = ("--profile", "patient-fields", "--patients", str(table), "--to", "jsonl")
    assert run("annotate", reports, "--out", tmp_path / "1", "--jobs", "1", *options).exit_code == 0
    # As a program of its own: no thread of Dask stays in that of the tests.
    code = "from deid_studio.cli.main import main; main()"
    arguments = ["annotate", str(reports), "--out", str(tmp_path / "2"), "--local-cluster", "2", *options]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    one, two = ((tmp_path / name / "suggestions.jsonl").read_bytes() for name in ("1", "2"))
    assert one == two and one.count(b'"class"') == 8
