"""deid lab restyle: pairs of one's own reports in other styles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio.formats.folder import read_folder

Run = Callable[..., Result]


@pytest.fixture
def ward(tmp_path: Path) -> Path:
    folder = tmp_path / "ward"
    (folder / "a").mkdir(parents=True)
    (folder / "annotation.conf").write_text("[entities]\nPACIENTE\nFECHA\n[relations]\n[events]\n[attributes]\n")
    for number in range(3):
        (folder / "a" / f"{number}.txt").write_text(f"Paciente: Ana Gil. Acude el lunes, planta {number}.\n")
        (folder / "a" / f"{number}.ann").write_text("T1\tPACIENTE 10 17\tAna Gil\nT2\tFECHA 28 33\tlunes\n")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_pairs_are_written_in_the_styles_and_the_classes_of_the_folder(run: Run, ward: Path, tmp_path: Path) -> None:
    wanted = ("--style", "capitals", "--style", "chat", "--copies", "2", "--seed", "3")
    done = run("lab", "restyle", ward, "--out", tmp_path / "one", *wanted)
    assert done.exit_code == 0, done.output
    assert "6 reports" in done.stdout
    made = list(read_folder(tmp_path / "one"))
    assert len(made) == 6 and all("capitals" in doc.id or "chat" in doc.id for doc in made)
    for doc in made:
        assert "ana gil" in [span.text(doc.text).lower() for span in doc.spans if span.phi_class == "PACIENTE"]
        assert "lunes" in [span.text(doc.text).lower() for span in doc.spans if span.phi_class == "FECHA"]
    assert run("lab", "restyle", ward, "--out", tmp_path / "two", *wanted).exit_code == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "one").iterdir()} == {0}


def test_nothing_is_overwritten_and_an_unknown_style_is_told(run: Run, ward: Path, tmp_path: Path) -> None:
    assert run("lab", "restyle", ward, "--out", tmp_path / "one", "--style", "hl7").exit_code == 0
    again = run("lab", "restyle", ward, "--out", tmp_path / "one", "--style", "hl7")
    assert again.exit_code == 1 and "exist already" in again.output
    assert run("lab", "restyle", ward, "--out", tmp_path / "one", "--style", "hl7", "--force").exit_code == 0
    unknown = run("lab", "restyle", ward, "--out", tmp_path / "two", "--style", "morse")
    assert unknown.exit_code == 2 and "morse" in unknown.output and "handwriting" in unknown.output
    assert not (tmp_path / "two").exists()
