"""deid convert, as a person uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.cli.convert import NAMES
from deid_studio.exchange.known_formats import FORMATS


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "informes"
    folder.mkdir()
    for number in range(10):
        (folder / f"{number}.txt").write_text(f"NHC 10{number // 2}88 😀\r\nfin", newline="")
        (folder / f"{number}.ann").write_text(f"T1\tNHC 4 9\t10{number // 2}88\n")
    (folder / "annotation.conf").write_text('[entities]\nNHC\n# deid: NHC kind="number" role="patient"\n')
    return folder


def test_the_verb_knows_every_form() -> None:
    assert list(NAMES) == list(FORMATS)


@pytest.mark.slow
def test_there_and_back_is_the_same_to_the_byte(run, tmp_path, reports) -> None:
    for number, form in enumerate(("i2b2", "bioes", "docbin", "csv")):
        there, back = tmp_path / f"{number}", tmp_path / f"{number}-back"
        done = run("convert", reports, "--to", form, "--out", there)
        assert done.exit_code == 0 and "10 reports with 10 spans" in done.output, done.output
        assert "| NHC | NHC | 10 | 10 | 5 |" in (there / "DATA_CARD.md").read_text()
        assert run("convert", there, "--to", "brat", "--out", back).exit_code == 0
        for path in reports.glob("[0-9].*"):
            assert (back / path.name).read_bytes() == path.read_bytes()


def test_parts_hold_whole_patients_and_are_told(run, tmp_path, reports) -> None:
    done = run("convert", reports, "--to", "brat", "--out", tmp_path / "o", "--split", "60/20/20", "--seed", "x")
    assert done.exit_code == 0 and "train: 6 reports of 3 patients" in done.output, done.output
    for first in range(0, 10, 2):
        (one,), (other,) = ((tmp_path / "o").rglob(f"{first + at}.txt") for at in (0, 1))
        assert one.parent == other.parent
    assert "“x”" in (tmp_path / "o" / "DATA_CARD.md").read_text()


def test_what_a_form_cannot_hold_is_told_before_anything_is_written(run, tmp_path, reports) -> None:
    (reports / "3.ann").write_text("T1\tNHC 5 7;8 9\t01 8\nA1\tDudoso T1\n")
    out = tmp_path / "o"
    done = run("convert", reports, "--to", "bio", "--out", out)
    assert done.exit_code == 1 and not out.exists()
    assert (
        "normalisations: left out (1)" in done.output
        and "a span of its own (1)" in done.output
        and "--lossy" in done.output
    )
    done = run("convert", reports, "--to", "bio", "--out", out, "--lossy")
    assert done.exit_code == 0 and "Not held: attributes and normalisations" in done.output
    assert "attributes and normalisations: left out (1)" in (out / "DATA_CARD.md").read_text()


@pytest.mark.parametrize("shares", ["80", "80/20/0/0", "0/100", "a/b", "-1/2"])
def test_shares_that_are_none_are_refused(run, tmp_path, reports, shares) -> None:
    assert run("convert", reports, "--to", "bio", "--out", tmp_path / "o", "--split", shares).exit_code == 2


def test_a_folder_that_holds_something_stays_as_it_is(run, tmp_path, reports) -> None:
    done = run("convert", reports, "--to", "jsonl", "--out", reports)
    assert done.exit_code == 1 and "exist already" in done.output
    (tmp_path / "x.csv").write_text("report,start,end,class\nno,0,1,P\n")
    done = run("convert", tmp_path / "x.csv", "--to", "jsonl", "--out", tmp_path / "o")
    assert done.exit_code == 1 and "x.csv, line 2" in done.output and not (tmp_path / "o").exists()
