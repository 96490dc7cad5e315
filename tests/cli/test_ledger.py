"""deid ledger and what deid release asks for it, as somebody types them."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
ANN = "T1\tNOMBRE_SUJETO_ASISTENCIA 10 24\tNuria Belmonte\nT2\tFECHAS 36 46\t12/03/2015\n"


@pytest.fixture
def run(run_reviewed):
    """The reports of these tests are BRAT pairs that somebody reviewed elsewhere."""
    return run_reviewed


@pytest.fixture
def folder(tmp_path):
    reports = tmp_path / "informes"
    reports.mkdir()
    (reports / "a.txt").write_text(TEXT)
    (reports / "a.ann").write_text(ANN)
    return reports


def release(run, folder, out, *more):
    done = run("release", folder, "--out", out, "--policy", "research", *more)
    assert done.exit_code == 0, done.output


def test_a_folder_that_released_nothing_says_so_and_gets_no_journal(run, folder):
    done = run("ledger", folder)
    assert done.exit_code == 0 and "Nothing was released" in done.output
    assert not (folder / ".deid-studio").exists()


def test_releases_of_a_plain_folder_are_listed_with_recipient_and_expiry(run, folder, tmp_path):
    release(run, folder, tmp_path / "one", "--recipient", "Biobanco", "--purpose", "sepsis", "--environment",
            "controlled", "--agreement", "convenio 7", "--expires", "30")  # fmt: skip
    release(run, folder, tmp_path / "two")
    listed = run("ledger", folder)
    first, second = listed.output.splitlines()
    assert "Biobanco" in first and (date.today() + timedelta(days=30)).isoformat() in first
    assert "recipient: not stated" in second
    values = json.loads(run("ledger", folder, "--json").output)
    assert values[0]["handover"]["environment"] == "controlled" and not values[0]["expired"]
    shown = run("ledger", folder, "--show", values[0]["number"][:6])
    assert "Purpose: sepsis" in shown.output and "convenio 7" in shown.output
    whole = json.loads(run("ledger", folder, "--show", values[0]["number"], "--json").output)
    assert whole["reports"] == {"a": "a"} and {"a.txt", "a.ann", "annotation.conf"} <= set(whole["files"])


def test_a_copy_is_checked_against_it(run, folder, tmp_path):
    out = tmp_path / "out"
    release(run, folder, out)
    assert run("ledger", folder, "--check", out).exit_code == 0
    (out / "a.txt").write_text("another text")
    done = run("ledger", folder, "--check", out)
    assert done.exit_code == 1 and "a.txt: changed" in done.stderr
    assert run("ledger", folder, "--check", folder).exit_code == 1
    assert run("ledger", folder, "--show", "nothing").exit_code == 1


@pytest.mark.parametrize("expires", ["0", "2001-01-01", "mañana"])
def test_an_expiry_that_is_no_day_to_come_is_refused(run, folder, tmp_path, expires):
    done = run("release", folder, "--out", tmp_path / "out", "--policy", "research", "--expires", expires)
    assert done.exit_code == 2 and not (tmp_path / "out").exists()


def test_a_policy_of_the_european_law_releases_nothing_before_it_is_said_for_whom(run, folder, tmp_path):
    out, policy = tmp_path / "out", ("--policy", "eu-pseudonymisation")
    said = ("--recipient", "Biobanco", "--purpose", "sepsis")
    assert "the recipient, the purpose" in run("release", folder, "--out", out, *policy).stderr
    public = run("release", folder, "--out", out, *policy, *said, "--environment", "open")
    assert public.exit_code == 1 and "not public" in public.stderr and not out.exists()
    done = run("release", folder, "--out", out, *policy, *said, "--environment", "controlled")
    assert done.exit_code == 0, done.output
    assert "[[" in (out / "a.txt").read_text()
    assert "no vault is made" in done.stderr and "Keep the originals" in done.stderr
    assert "vault" not in run("release", folder, "--out", tmp_path / "tags", "--policy", "meddocan-tags").stderr
