"""deid lab context: a context model from one's own reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio.detection.context.context_model import read_context_model

Run = Callable[..., Result]


@pytest.fixture
def ward(tmp_path: Path) -> Path:
    folder = tmp_path / "ward"
    folder.mkdir()
    (folder / "annotation.conf").write_text("[entities]\nPACIENTE\nFECHA\n[relations]\n[events]\n[attributes]\n")
    for number in range(3):
        (folder / f"{number}.txt").write_text(f"Paciente: Ana Gil. Acude el lunes, planta {number}.\n")
        (folder / f"{number}.ann").write_text("T1\tPACIENTE 10 17\tAna Gil\nT2\tFECHA 28 33\tlunes\n")
    return folder


def test_a_model_is_trained_in_the_classes_of_the_folder(run: Run, ward: Path, tmp_path: Path) -> None:
    quick = ("--passes", "1", "--width", "8", "--prose", "2", "--made", "2")
    done = run("lab", "context", ward, "--out", tmp_path / "m", *quick)
    assert done.exit_code == 0, done.output
    assert "3 reports" in done.stdout
    model, _ = read_context_model(tmp_path / "m")
    assert set(model.tags) >= {"O", "B-PACIENTE", "I-PACIENTE", "B-FECHA"}
    again = run("lab", "context", ward, "--out", tmp_path / "m", *quick)
    assert again.exit_code == 1
    assert run("lab", "context", ward, "--out", tmp_path / "m", "--force", *quick).exit_code == 0


def test_a_folder_of_something_else_is_not_replaced(run: Run, ward: Path, tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "words.json").write_text("mine")
    assert run("lab", "context", ward, "--out", tmp_path / "m", "--force").exit_code == 1
    assert (tmp_path / "m" / "words.json").read_text() == "mine"
