"""The command line keeps to what an administrator has fixed, and does nothing where that cannot be known."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio import paths


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "policy_file", lambda: tmp_path / "policy.toml")
    monkeypatch.setattr(paths, "user_models", lambda: tmp_path / "own")
    return tmp_path / "policy.toml"


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "nota.txt"
    path.write_text("Paciente: Ana Ruiz\n", encoding="utf-8")
    return path


def test_nothing_is_done_with_a_file_that_cannot_be_understood(run, policy: Path, report: Path, tmp_path: Path) -> None:
    policy.write_text("[settings]\nmodelo = 'x'\n", encoding="utf-8")
    done = run("annotate", report, "--out", tmp_path / "out")
    assert done.exit_code == 1 and "policy.toml" in done.stderr and "line 2" in done.stderr
    assert not (tmp_path / "out").exists()
    assert run("model", "list").exit_code == 1
    assert run("--help").exit_code == 0


def test_an_option_that_goes_against_it_is_refused_by_name(run, policy: Path, report: Path, tmp_path: Path) -> None:
    policy.write_text(
        'note = "Sistemas, ext. 4321"\n[settings]\nmodel = "default"\nrules_off = []\nlanguage = "en"\n',
        encoding="utf-8",
    )
    out = ("--out", tmp_path / "out")
    for option in (("--model", "own-1"), ("--all-rules",)):
        refused = run("annotate", report, *out, *option)
        assert refused.exit_code == 1 and option[0] in refused.stderr and "Sistemas, ext. 4321" in refused.stderr
        assert not (tmp_path / "out").exists()
    assert run("release", tmp_path, *out, "--policy", "research", "--model", "own-1").exit_code == 1
    refused = run("model", "use", "default")
    assert refused.exit_code == 1 and "Model is fixed" in refused.stderr
    assert run("annotate", report, *out, "--model", "default").exit_code == 0
    policy.write_text('[settings]\nmodel = "own-7"\n', encoding="utf-8")
    assert "own-7" in run("annotate", report, "--out", tmp_path / "other").stderr, "it is used without being asked for"
