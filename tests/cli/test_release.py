"""deid release and deid reveal, as somebody types them."""

from __future__ import annotations

import json

import pytest

from deid_studio.release import vault as vault_module

TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
ANN = "T1\tNOMBRE_SUJETO_ASISTENCIA 10 24\tNuria Belmonte\nT2\tFECHAS 36 46\t12/03/2015\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})
    reports = tmp_path / "informes"
    reports.mkdir()
    (reports / "a.txt").write_text(TEXT)
    (reports / "a.ann").write_text(ANN)
    (tmp_path / "uno").write_text("primera\n")
    (tmp_path / "dos").write_text("segunda\n")
    return reports


def test_reports_leave_and_come_back(run, folder, tmp_path):
    out, vault = tmp_path / "out", tmp_path / "v.vault"
    keys = ["--passphrase-file", tmp_path / "uno", "--passphrase-file", tmp_path / "dos"]
    done = run("release", folder, "--out", out, "--policy", "research", "--vault", vault, "--people", 2, *keys)
    assert done.exit_code == 0, done.output
    assert "1 reports released" in done.output
    text = (out / "a.txt").read_text()
    assert "Belmonte" not in text and "2015" not in text and (out / "a.ann").exists()
    back = run("reveal", out, "--vault", vault, "--out", tmp_path / "back", *keys)
    assert back.exit_code == 0, back.output
    assert (tmp_path / "back" / "a.txt").read_bytes() == TEXT.encode()
    openings = [json.loads(one) for one in vault.with_name("v.vault.openings.jsonl").read_text().splitlines()]
    assert [one["what"] for one in openings] == ["opened"]


def test_a_wrong_passphrase_opens_nothing_and_is_noted(run, folder, tmp_path):
    out, vault = tmp_path / "out", tmp_path / "v.vault"
    key = ["--passphrase-file", tmp_path / "uno"]
    run("release", folder, "--out", out, "--policy", "research", "--vault", vault, *key)
    back = run("reveal", out, "--vault", vault, "--out", tmp_path / "back", "--passphrase-file", tmp_path / "dos")
    assert back.exit_code == 1 and "passphrase" in back.output
    assert not (tmp_path / "back").exists()
    assert "passphrase" in vault.with_name("v.vault.openings.jsonl").read_text()


def test_a_changed_release_is_told_and_the_rest_comes_back(run, folder, tmp_path):
    (folder / "b.txt").write_text(TEXT)
    (folder / "b.ann").write_text(ANN)
    out, vault, key = tmp_path / "out", tmp_path / "v.vault", ["--passphrase-file", tmp_path / "uno"]
    run("release", folder, "--out", out, "--policy", "research", "--vault", vault, *key)
    (out / "a.txt").write_text("another text")
    back = run("reveal", out, "--vault", vault, "--out", tmp_path / "back", *key)
    assert back.exit_code == 1 and "a: missing or changed" in back.output
    assert (tmp_path / "back" / "b.txt").read_text() == TEXT and not (tmp_path / "back" / "a.txt").exists()


def test_leaks_are_shown_by_place_and_not_by_text(run, folder, tmp_path):
    (folder / "a.txt").write_text(TEXT + "La Sra. BELMONTE vuelve.\n")
    done = run("release", folder, "--out", tmp_path / "out", "--policy", "research")
    assert done.exit_code == 1
    assert "a:3: name-word NOMBRE_SUJETO_ASISTENCIA" in done.output
    assert "BELMONTE" not in done.output
    assert not (tmp_path / "out").exists()
    again = run("release", folder, "--out", tmp_path / "out", "--policy", "research", "--allow", "Belmonte")
    assert again.exit_code == 0, again.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["--policy", "nosuch"], "nosuch"), (["--policy", "research", "--format", "xls"], "formats are"),
     (["--policy", "research", "--people", 3], "3")],
)  # fmt: skip
def test_what_cannot_be_is_refused(run, folder, tmp_path, arguments, told):
    done = run("release", folder, "--out", tmp_path / "out", *arguments)
    assert done.exit_code != 0 and told in done.output
    assert not (tmp_path / "out").exists()
