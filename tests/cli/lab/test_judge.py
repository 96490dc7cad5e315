"""deid lab judge."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio.detection.judge.judge import read_weights

Run = Callable[..., Result]
PROFILE = """name = "own"
[[detectors]]
use = "looks"
[[detectors]]
use = "context"
strange = 1
least = {}
least_strange = { people = 0.4, dates = 0.4, numbers = 0.4, places = 0.4 }
[[detectors]]
use = "judge"
weights = "judge.json"
strange = 1
"""


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    (tmp_path / "judge.json").write_text('{"intercept": 9, "weights": {}}', encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text(PROFILE, encoding="utf-8")
    return path


def report(folder: Path, name: str, text: str, gold: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    at = text.index(gold)
    (folder / f"{name}.ann").write_text(f"T1\tFECHAS {at} {at + len(gold)}\t{gold}\n", encoding="utf-8")


def test_it_learns_what_is_no_phi_in_annotated_reports(run: Run, profile: Path, tmp_path: Path) -> None:
    for number in range(20):
        text = "Acude el 12/03/2012. Leucocitos 12345012 Plaquetas 345012 UI.\n"
        report(tmp_path / "gold", f"{number}", text, "12/03/2012")
    out = tmp_path / "learned.json"
    done = run("lab", "judge", tmp_path / "gold", "--profile", profile, "--out", out)
    assert done.exit_code == 0, done.output
    weights = read_weights(out).of
    assert weights["kind: date"] > weights["kind: number"]
    again = run("lab", "judge", tmp_path / "gold", "--profile", profile, "--out", out)
    assert again.exit_code == 1  # nothing is overwritten unasked


def test_a_profile_without_a_judge_and_reports_that_teach_nothing_are_told(
    run: Run, profile: Path, tmp_path: Path
) -> None:
    report(tmp_path / "gold", "a", "Acude el 12/03/2020.\n", "12/03/2020")
    out = tmp_path / "learned.json"
    assert run("lab", "judge", tmp_path / "gold", "--profile", "grammar", "--out", out).exit_code == 2
    assert run("lab", "judge", tmp_path / "gold", "--profile", profile, "--out", out).exit_code == 2
    assert not out.exists()
