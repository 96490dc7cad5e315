"""deid lab calibrate."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio import paths
from deid_studio.detection.calibration import read_calibration
from deid_studio.detection.crf_model import read_model
from deid_studio.detection.profile import load_profile

Run = Callable[..., Result]
PROFILE = """name = "fields"
calibration = "fields.json"
[[detectors]]
use = "looks"
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "gold"
    folder.mkdir()
    for number in range(60):
        text = f"Acude el 12/03/20{number:02} por tos. Tel. 6001122{number:02}.\n"
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
        (folder / f"{number}.ann").write_text(f"T1\tFECHAS 9 19\t{text[9:19]}\n", encoding="utf-8")
    return folder


@pytest.mark.slow
def test_tables_and_a_file_that_a_profile_takes(run: Run, corpus: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.toml"
    plain.write_text(PROFILE.replace('calibration = "fields.json"\n', ""), encoding="utf-8")
    out = tmp_path / "fields.json"
    done = run("lab", "calibrate", corpus, "--profile", plain, "--out", out)
    assert done.exit_code == 0, done.output
    assert "As suggested (ECE" in done.stdout
    assert "Corrected by the other half (ECE" in done.stdout
    assert "looks" in done.stdout
    assert "12/03" not in done.output
    before = out.read_bytes()
    assert run("lab", "calibrate", corpus, "--profile", plain, "--out", out).exit_code == 1
    assert out.read_bytes() == before
    # Dates are right and phones are no gold: half of what looks like PHI is, whatever the detector said.
    assert read_calibration(out).confidence("looks", 0.2) == pytest.approx(0.5, abs=0.05)


def test_a_calibration_for_a_model_trained_alike(run: Run, corpus: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.toml"
    plain.write_text(PROFILE.replace('calibration = "fields.json"\n', ""), encoding="utf-8")
    out = tmp_path / "fields.json"
    assert run("lab", "calibrate", corpus, "--profile", plain, "--out", out, "--for", tmp_path / "none").exit_code == 1
    assert not out.exists()
    assert run("lab", "calibrate", corpus, "--profile", plain, "--out", out, "--for", "default").exit_code == 0
    assert read_calibration(out).model == read_model(paths.default_model()).fingerprint


@pytest.mark.parametrize(
    ("model", "use", "holds"), [("other", "crf", False), ("", "looks", True), ("x", "looks", False)]
)
def test_a_calibration_holds_for_its_model_only(tmp_path: Path, model: str, use: str, holds: bool) -> None:
    (tmp_path / "fields.json").write_text(json.dumps({"model": model, "knots": {use: [[0.5, 0.1]]}}), encoding="utf-8")
    path = tmp_path / "p.toml"
    path.write_text(PROFILE.replace("looks", use), encoding="utf-8")
    assert bool(load_profile(path).pipeline().calibration.knots) == holds
