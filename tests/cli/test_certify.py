"""deid certify: a release is attacked, and its certificate tells what came of it."""

from __future__ import annotations

import json

import pytest

TEXT = "Paciente: Nuria Belmonte\nNacida el 12/03/1950.\n"
ANN = "T1\tNOMBRE_SUJETO_ASISTENCIA 10 24\tNuria Belmonte\nT2\tFECHAS 35 45\t12/03/1950\n"


@pytest.fixture
def released(run_reviewed, tmp_path):
    reports = tmp_path / "informes"
    reports.mkdir()
    (reports / "a.txt").write_text(TEXT)
    (reports / "a.ann").write_text(ANN)
    done = run_reviewed("release", reports, "--out", tmp_path / "out", "--policy", "safe-harbour")
    assert done.exit_code == 0, done.output
    return reports, tmp_path / "out"


def test_what_an_attack_and_a_reader_found_is_taken_into_the_certificate(run, released, tmp_path):
    reports, out = released
    people, sheet = tmp_path / "people.csv", tmp_path / "sheet.csv"
    people.write_text("id,nombre,fecha de nacimiento\n" + "".join(f"P{n},Ana Sanz,0{n}/05/1950\n" for n in range(1, 8)))
    attacked = run("attack", out, "--patients", people, "--json", tmp_path / "k.json", "--sheet", sheet)
    assert attacked.exit_code == 0, attacked.output
    filled = sheet.read_text(encoding="utf-8-sig").replace("reader;", "reader;Ana").replace("hours;", "hours;2")
    filled = filled.replace("sources;", "sources;press").replace("a;;", "a;3;0")
    sheet.write_text(filled)
    judged = run("attack", out, "--sheet-result", sheet, "--json", tmp_path / "reader.json")
    assert judged.exit_code == 0, judged.output
    done = run("certify", reports, out, tmp_path / "k.json", tmp_path / "reader.json")
    assert done.exit_code == 0 and "tells of: 2" in done.output, done.output
    certificate = json.loads((out / "certificate.json").read_bytes())
    assert certificate["smallest_k"] == 7
    assert [one["by"] for one in certificate["attacks"]] == ["linkage", "reader"]
    assert certificate["attacks"][1]["figures"]["attempts"] == 3
    assert "A motivated reader (Ana; 2 h; sources: press)" in (out / "certificate.html").read_text()
    assert run("ledger", reports, "--check", out).exit_code == 0


def test_figures_of_texts_that_were_others_are_refused(run, released, tmp_path):
    reports, out = released
    (tmp_path / "old.json").write_text(json.dumps({"format": 1, "release": {"reports": 1, "sha256": "0" * 64}}))
    done = run("certify", reports, out, tmp_path / "old.json")
    assert done.exit_code == 1 and "another release" in done.output
