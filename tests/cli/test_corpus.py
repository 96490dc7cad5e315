"""deid corpus, as who leads a corpus uses it."""

from __future__ import annotations

import pytest


@pytest.fixture
def reports(tmp_path):
    folder = tmp_path / "informes"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_text("Sin datos.\n")
    (folder / "annotation.conf").write_text("[entities]\nPACIENTE\nFECHA\n")
    return folder


def test_a_corpus_is_made_in_the_classes_of_the_reports_and_told(run, tmp_path, reports):
    done = run("corpus", "new", tmp_path / "c", reports, "--annotator", "Ana", "--annotator", "Luis", "--shared", "0.5")
    assert done.exit_code == 0, done.output
    assert "Ana: 3 reports in" in done.output and "Luis: 3 reports in" in done.output
    assert "PACIENTE" in (tmp_path / "c" / "annotation.conf").read_text()
    (tmp_path / "c" / "reports" / "5.txt").write_text("Uno más.\n")
    assert "1 report was given out" in run("corpus", "add", tmp_path / "c").output
    assert "0 begun, 0 signed off" in run("corpus", "status", tmp_path / "c").output


@pytest.mark.parametrize(
    "people", [("--annotator", "Ana"), ("--annotator", "Ana", "--annotator", "Ana"), ("--annotator", " ")]
)
def test_who_is_not_enough_or_twice_is_refused_and_nothing_written(run, tmp_path, reports, people):
    assert run("corpus", "new", tmp_path / "c", reports, *people).exit_code == 2
    assert not (tmp_path / "c").exists()


def test_a_folder_that_is_no_corpus_is_told(run, reports):
    done = run("corpus", "status", reports)
    assert done.exit_code == 1 and "corpus.toml" in done.output and "Traceback" not in done.output
