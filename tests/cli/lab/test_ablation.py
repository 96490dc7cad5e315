"""deid lab ablation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
PROFILE = """[[detectors]]
use = "looks"

[[detectors]]
use = "patient-fields"
"""


@pytest.mark.slow
def test_tables_of_folders_with_one_name(run: Run, tmp_path: Path) -> None:
    profile = tmp_path / "p.toml"
    profile.write_text(PROFILE, encoding="utf-8")
    folders = [tmp_path / "home" / "dev", tmp_path / "away" / "dev"]
    for folder, phi_class in zip(folders, ("FECHAS", "EDAD_SUJETO_ASISTENCIA"), strict=True):
        folder.mkdir(parents=True)
        (folder / "a.txt").write_text("Acude el 12/03/2019 por tos.\n", encoding="utf-8")
        (folder / "a.ann").write_text(f"T1\t{phi_class} 9 19\t12/03/2019\n", encoding="utf-8")
    out = tmp_path / "table.md"
    done = run("lab", "ablation", *folders, "--profile", profile, "--out", out)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert "home/dev: NER F1" in lines[0]
    assert "away/dev: NER F1" in lines[0]
    assert lines[2].startswith("| all | 1.0000 |  | 1.0000 | 1.000 / 1.000 | 0.0000 |")
    assert lines[3].startswith("| without looks | 0.0000 | -1.0000 |")
    assert out.read_text(encoding="utf-8") == done.stdout
    assert run("lab", "ablation", *folders, "--profile", profile, "--out", out).exit_code == 1
