"""deid verify, as a script asks it."""

from __future__ import annotations

import json

import pytest

from deid_studio import paths
from deid_studio.model.edits import Accept
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import load_tagset
from deid_studio.review.project import Project

TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"


@pytest.fixture
def folder(tmp_path):
    reports = tmp_path / "informes"
    reports.mkdir()
    for name in ("a", "b"):
        (reports / f"{name}.txt").write_text(TEXT)
    project = Project(reports, load_tagset(paths.resources() / "tagsets" / "meddocan.toml"), "Dra. Prueba")
    for name in ("a", "b"):
        session = project.open(name)
        session.offer([Suggestion(Span(10, 24, "NOMBRE_SUJETO_ASISTENCIA"), 0.9, (Evidence("crf"),))], "m")
        session.perform(Accept(1))
        session.sign_off()
    project.close()
    return reports


def test_a_whole_folder_ends_with_0_and_nothing_is_written(run, folder):
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = run("verify", folder)
    assert done.exit_code == 0 and "2 reports, 2 signed off" in done.output
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_folder_without_a_journal_is_whole(run, tmp_path):
    (tmp_path / "a.txt").write_text(TEXT)
    assert run("verify", tmp_path).exit_code == 0


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("a.txt", "text"),
        ("a.ann", "ann"),
        ("retraining/brat/a.ann", "gold"),
        ("retraining/bio/a.bio", "gold"),
        ("review.jsonl", "review-file"),
        (".deid-studio/project.db", "unreadable"),
        (".deid-studio/journal.log", "mirror"),
    ],
)
def test_what_was_changed_is_told_of_its_report(run, folder, file, kind):
    path = folder / file
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2].replace(b"a", b"e") + data[len(data) // 2 :].replace(b"B", b"V"))
    done = run("verify", folder, "--json")
    verdict = json.loads(done.stdout)
    assert done.exit_code == 1 and not verdict["whole"]
    assert kind in {one["kind"] for one in verdict["findings"]}, verdict
    if kind in ("text", "ann", "gold"):
        assert {one["report"] for one in verdict["findings"]} == {"a"}
        assert run("verify", folder).output.startswith("a: ")


def test_a_reviewed_report_that_is_gone_is_told(run, folder):
    (folder / "b.txt").unlink()
    done = run("verify", folder, "--json")
    verdict = json.loads(done.stdout)
    assert done.exit_code == 1 and [(one["report"], one["kind"]) for one in verdict["findings"]] == [("b", "no-report")]


def test_a_release_of_a_damaged_folder_says_what_to_do(run, folder, tmp_path):
    (folder / ".deid-studio" / "journal.log").unlink()
    done = run("release", folder, "--out", tmp_path / "out", "--policy", "research")
    assert done.exit_code == 1 and "deid verify" in done.output and not (tmp_path / "out").exists()
