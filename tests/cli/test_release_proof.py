"""deid release lets leave what a person signed as it is now, and nothing else under a policy."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3

import pytest

from deid_studio import paths
from deid_studio.formats.conversion.docx import read_docx
from deid_studio.formats.conversion.pdf import read_pdf
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.progress import Progress
from deid_studio.review.project import Project
from deid_studio.review.recovery.recovery import begin_anew, recover
from deid_studio.review.recovery.survey import survey
from deid_studio.review.signing.review_file import ReviewFile
from deid_studio.review.signing.sign_off import Proof

TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
SPANS = (Span(10, 24, "NOMBRE_SUJETO_ASISTENCIA"), Span(36, 46, "FECHAS"))
ANN = "T1\tNOMBRE_SUJETO_ASISTENCIA 10 24\tNuria Belmonte\nT2\tFECHAS 36 46\t12/03/2015\n"
BY = ("--reviewed-by", "Dra. Prueba, dos lectores en brat")


def opened(folder):
    return Project(folder, load_tagset(paths.resources() / "tagsets" / "meddocan.toml"), "Dra. Prueba")


@pytest.fixture
def reviewed(tmp_path):
    """A folder with one report that is signed off, and one that is half decided."""
    folder = tmp_path / "informes"
    folder.mkdir()
    for name in ("firmado", "a medias"):
        (folder / f"{name}.txt").write_text(TEXT)
    project = opened(folder)
    for name, spans in (("firmado", SPANS), ("a medias", SPANS[:1])):
        session = project.open(name)
        for span in spans:
            session.perform(Add(session.desk.next_id, span))
        session.save()
    project.open("firmado").sign_off()
    project.close()
    return folder


@pytest.fixture
def pairs(tmp_path):
    """A folder of BRAT pairs from elsewhere."""
    folder = tmp_path / "brat"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT)
    (folder / "a.ann").write_text(ANN)
    return folder


@pytest.fixture
def release(run, tmp_path):
    def released(folder, *more):
        return run("release", folder, "--out", tmp_path / "out", "--policy", "meddocan-tags", *more)

    return released


def refused(done, out, *words):
    assert done.exit_code == 1 and not out.exists(), done.output
    told = " ".join(done.output.split())
    for word in words:
        assert word in told, told
    assert "Belmonte" not in told


def test_one_is_signed_and_one_half_decided_so_one_leaves(release, reviewed, tmp_path):
    done = release(reviewed)
    assert done.exit_code == 0 and "Left out 1: not signed off." in done.output
    assert (tmp_path / "out" / "firmado.txt").exists() and not (tmp_path / "out" / "a medias.txt").exists()
    assert json.loads((tmp_path / "out" / "certificate.json").read_text())["reviewers"] == ["Dra. Prueba"]


def test_a_copy_without_its_journal_is_refused_and_told_what_to_do(release, reviewed, tmp_path):
    shutil.rmtree(reviewed / ".deid-studio")
    refused(release(reviewed), tmp_path / "out", "review.jsonl", ".deid-studio")
    (reviewed / "review.jsonl").unlink()
    for more in ((), BY, ("--include-unsigned",)):
        refused(release(reviewed, *more), tmp_path / "out", "manifest.json", ".deid-studio")


def test_an_emptied_journal_is_refused(release, reviewed, tmp_path):
    with sqlite3.connect(reviewed / ".deid-studio" / "project.db") as db:
        db.execute("DELETE FROM events")
        db.execute("DELETE FROM reports")
    db.close()
    for more in ((), BY, ("--include-unsigned",)):
        refused(release(reviewed, *more), tmp_path / "out")


def test_annotations_that_another_program_changed_after_the_sign_off_stay(release, reviewed, tmp_path):
    (reviewed / "firmado.ann").write_text(ANN.splitlines()[0] + "\n")
    refused(release(reviewed), tmp_path / "out", "1 changed since they were signed off", "1 not signed off")


def test_a_text_that_changed_after_the_sign_off_stays(release, reviewed, tmp_path):
    (reviewed / "firmado.txt").write_text(TEXT.replace("2015", "2016"))
    refused(release(reviewed), tmp_path / "out", "1 changed since they were signed off")


def test_what_is_decided_after_the_sign_off_stays_until_it_is_signed_again(release, reviewed, tmp_path):
    project = opened(reviewed)
    session = project.open("firmado")
    session.perform(Add(session.desk.next_id, Span(0, 8, "OTROS_SUJETO_ASISTENCIA")))
    session.save()
    refused(release(reviewed), tmp_path / "out", "1 changed since they were signed off")
    session.sign_off()
    project.close()
    assert release(reviewed).exit_code == 0


def test_other_classes_than_it_was_signed_with_keep_a_report_in(release, reviewed, tmp_path):
    (reviewed / "annotation.conf").write_text("[entities]\nNOMBRE_SUJETO_ASISTENCIA\nFECHAS\n")
    refused(release(reviewed), tmp_path / "out", "1 signed off with other classes")


@pytest.mark.parametrize("forging", [
    "UPDATE events SET reviewer='Otra persona' WHERE kind='sign_off'",
    "UPDATE events SET payload=json_set(payload, '$.spans', 9) WHERE kind='sign_off'",
])  # fmt: skip
def test_a_forged_sign_off_does_not_let_a_report_leave(release, reviewed, tmp_path, forging):
    with sqlite3.connect(reviewed / ".deid-studio" / "project.db") as db:
        db.execute(forging)
    db.close()
    refused(release(reviewed), tmp_path / "out")


def test_a_sign_off_that_the_review_file_does_not_hold_lets_no_report_leave(release, reviewed, tmp_path):
    raw = (reviewed / "review.jsonl").read_bytes()
    for damaged in (b"", raw.replace(b"Dra. Prueba", b"Dra. Primera")):
        (reviewed / "review.jsonl").write_bytes(damaged)
        refused(release(reviewed), tmp_path / "out", "review.jsonl", "deid verify")
    (reviewed / "review.jsonl").write_bytes(raw)
    assert release(reviewed).exit_code == 0


def test_a_sign_off_of_an_earlier_version_is_to_be_signed_again(release, reviewed, tmp_path, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(Proof, "payload", lambda proof: {"spans": proof.spans})
        earlier.setattr(ReviewFile, "append", lambda *_: None)
        project = opened(reviewed)
        session = project.open("firmado")
        session.withdraw_sign_off()
        session.sign_off()
        assert project.summaries()["firmado"].signed
        project.close()
    (reviewed / "review.jsonl").unlink()
    refused(release(reviewed), tmp_path / "out", "1 signed off by an earlier version, to be signed again")


def test_nobody_says_of_a_folder_under_review_who_reviewed_it(release, reviewed, tmp_path):
    refused(release(reviewed, *BY), tmp_path / "out", "under review in this program", "in the window")


def test_a_folder_within_one_under_review_is_under_review_as_well(release, reviewed, tmp_path):
    refused(release(reviewed / "retraining" / "brat", *BY), tmp_path / "out", "under review in this program")


def test_a_folder_within_what_a_program_annotated_is_not_taken_for_reviewed(release, run, pairs, tmp_path):
    texts = tmp_path / "texts" / "sub"
    texts.mkdir(parents=True)
    (texts / "informe.txt").write_text(TEXT)
    assert run("annotate", texts.parent, "--out", tmp_path / "made", "--profile", "grammar").exit_code == 0
    refused(release(tmp_path / "made" / "sub", *BY), tmp_path / "out")


def recovered(folder):
    reports = {path.stem: path for path in folder.glob("*.txt")}
    recover(survey(folder, reports, Progress()), (), "Dra. Prueba")


@pytest.mark.parametrize("after", [recovered, begin_anew])
def test_nobody_says_who_reviewed_a_folder_whose_decisions_were_lost(release, run, reviewed, tmp_path, after):
    shutil.rmtree(reviewed / ".deid-studio")
    after(reviewed)
    out = tmp_path / "out"
    refused(release(reviewed), out, "2 not signed off")
    for name in ("a medias", "firmado"):
        refused(release(reviewed, *BY), out, "was under review in this program", "Review", "in the window")
        (reviewed / f"{name}.txt").unlink()
        (reviewed / "otro.txt").write_text(TEXT)
        (reviewed / "otro.ann").write_text(ANN)
    project = opened(reviewed)
    session = project.open("otro")
    session.sign_off()
    session.save()
    project.close()
    assert release(reviewed).exit_code == 0


def test_nobody_says_who_reviewed_a_folder_whose_review_was_only_withdrawn(release, reviewed, tmp_path):
    project = opened(reviewed)
    project.open("firmado").withdraw_sign_off()
    project.close()
    refused(release(reviewed, *BY), tmp_path / "out", "under review in this program")


def test_settings_and_an_earlier_release_are_no_review_of_pairs_from_elsewhere(release, pairs, tmp_path):
    assert release(pairs, *BY).exit_code == 0 and (pairs / ".deid-studio" / "project.db").exists()
    done = release(pairs, *BY, "--force")
    assert done.exit_code == 0, done.output


# --- BRAT pairs from elsewhere ---------------------------------------------------------------------------------


def test_pairs_leave_when_somebody_says_who_reviewed_them_and_how(release, pairs, tmp_path):
    refused(release(pairs), tmp_path / "out", "1 nobody said who reviewed them", "--reviewed-by")
    done = release(pairs, *BY)
    assert done.exit_code == 0, done.output
    values = json.loads((tmp_path / "out" / "certificate.json").read_text())
    assert values["reviewed_by"] == BY[1] and values["reviewers"] == []
    assert BY[1] in (tmp_path / "out" / "certificate.html").read_text()
    assert BY[1] in " ".join(read_pdf((tmp_path / "out" / "certificate.pdf").read_bytes()).text.split())


@pytest.mark.parametrize("said", ["Ana", "Ana,", ", dos lectores", "Ana, \x1b[2J", "1, 2", "a,b" * 200])
def test_who_and_how_must_both_be_there(release, pairs, tmp_path, said):
    refused(release(pairs, "--reviewed-by", said), tmp_path / "out", "who and how")


def test_what_the_program_annotated_is_not_taken_for_reviewed(release, run, pairs, tmp_path):
    fresh, out = tmp_path / "anotados", tmp_path / "out"
    (pairs / "b.txt").write_text("Sin datos.\n")
    assert run("annotate", pairs, "--out", fresh).exit_code == 0
    note = (fresh / "annotations.jsonl").read_text()
    assert "Belmonte" not in note and '"reviewed": false' in note
    refused(release(fresh), out, "2 as the program annotated them")
    refused(release(fresh, *BY), out, "2 as the program annotated them")
    (fresh / "a.ann").rename(fresh / "c.ann")
    (fresh / "a.txt").rename(fresh / "c.txt")
    refused(release(fresh, *BY), out, "2 as the program annotated them")
    (fresh / "c.ann").write_text(ANN)
    done = release(fresh, *BY)
    assert done.exit_code == 0 and "Left out 1: as the program annotated them" in done.output
    assert (out / "c.txt").exists() and not (out / "b.txt").exists()


@pytest.mark.parametrize("touched", [
    lambda ann: ann + "\n",
    lambda ann: "\n\n".join(["", *reversed(ann.splitlines()), ""]),
    lambda ann: ann.replace("T1\t", "T91\t"),
    lambda ann: ann + "#1\tAnnotatorNotes T1\tvisto\n",
    lambda ann: ann + ann.replace("T1\t", "T92\t"),
    lambda ann: "\ufeff" + ann.replace("\n", "\r\n"),
])  # fmt: skip
def test_lines_ids_and_notes_do_not_make_reviewed_what_the_program_annotated(release, run, tmp_path, touched):
    given, fresh = tmp_path / "informes", tmp_path / "anotados"
    given.mkdir()
    (given / "a.txt").write_text(TEXT + "Médico: Ramiro Cantalejo\n")
    assert run("annotate", given, "--out", fresh).exit_code == 0
    path = fresh / "a.ann"
    before = path.read_text()
    assert before.count("NOMBRE_SUJETO_ASISTENCIA") == 2
    path.write_text(touched(before), encoding="utf-8", newline="")
    refused(release(fresh, *BY, "--quarantine"), tmp_path / "out", "1 as the program annotated them")
    path.write_text(touched(before).replace("NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO"))
    assert release(fresh, *BY, "--allow", "12/03/2015").exit_code == 0


# --- unreviewed exports ----------------------------------------------------------------------------------------


def test_an_unreviewed_export_says_so_everywhere_and_has_no_certificate(release, reviewed, tmp_path):
    out = tmp_path / "out"
    more = ("--include-unsigned", "--format", "brat,csv,jsonl,docx,pdf", "--allow", "12/03/2015")
    done = release(reviewed, *more)
    assert done.exit_code == 0 and "UNREVIEWED, without a certificate: 2" in done.output
    names = {path.name for path in out.iterdir() if path.suffix != ".conf"}
    assert names == {"UNREVIEWED.json", "UNREVIEWED-SIN-REVISAR.txt", *(
        f"UNREVIEWED-SIN-REVISAR-{name}" for name in ("reports.csv", "reports.jsonl", *(
            f"{report}.{ending}" for report in ("firmado", "a medias") for ending in ("txt", "ann", "docx", "pdf")
        ))
    )}  # fmt: skip
    text = (out / "UNREVIEWED-SIN-REVISAR-firmado.txt").read_text()
    assert text.startswith("Paciente: [**") and "REVISAR" not in text  # spans stand where their `.ann` says
    for raw in ((out / "UNREVIEWED-SIN-REVISAR-firmado.docx"), (out / "UNREVIEWED-SIN-REVISAR-firmado.pdf")):
        read = (read_docx if raw.suffix == ".docx" else read_pdf)(raw.read_bytes()).text
        assert "SIN REVISAR" in read.split("Paciente")[0] and "UNREVIEWED" in read.split("Paciente")[0]
    rows = list(csv.DictReader(io.StringIO((out / "UNREVIEWED-SIN-REVISAR-reports.csv").read_text())))
    assert len(rows) == 2 and all("UNREVIEWED" in row["reviewed"] and "REVISAR" in row["report"] for row in rows)
    lines = (out / "UNREVIEWED-SIN-REVISAR-reports.jsonl").read_text().splitlines()
    assert [json.loads(line)["reviewed"] for line in lines] == [False, False]
    told = (out / "UNREVIEWED-SIN-REVISAR.txt").read_text()
    assert "Nadie ha confirmado" in told and "Nobody has confirmed" in told
    assert json.loads((out / "UNREVIEWED.json").read_text())["reviewed"] is False


def test_an_unreviewed_export_is_replaced_and_replaces_as_a_release_does(release, reviewed, tmp_path):
    out, more = tmp_path / "out", ("--include-unsigned", "--allow", "12/03/2015")
    assert release(reviewed, *more).exit_code == 0
    assert release(reviewed).exit_code == 1
    assert release(reviewed, "--force").exit_code == 0
    assert (out / "certificate.json").exists() and not (out / "UNREVIEWED.json").exists()
    assert release(reviewed, *more, "--force").exit_code == 0
    assert not (out / "certificate.json").exists() and (out / "UNREVIEWED.json").exists()


def test_an_unreviewed_export_has_no_vault_and_nobody_who_reviewed_it(release, pairs, tmp_path):
    vault = tmp_path / "v.vault"
    refused(release(pairs, "--include-unsigned", "--vault", vault), tmp_path / "out", "has no vault")
    refused(release(pairs, "--include-unsigned", *BY), tmp_path / "out", "cannot say who reviewed it")
    assert not vault.exists()


def test_an_unreviewed_export_can_be_attacked(release, run, pairs, tmp_path):
    assert release(pairs, "--include-unsigned", "--format", "brat,csv,jsonl").exit_code == 0
    (tmp_path / "people.csv").write_text("id;nombre;apellidos\np1;Nuria;Belmonte\n")
    values = tmp_path / "k.json"
    done = run("attack", tmp_path / "out", "--patients", tmp_path / "people.csv", "--json", values)
    assert done.exit_code == 2, done.output
    assert [one["report"] for one in json.loads(values.read_text())["reports"]] == ["UNREVIEWED-SIN-REVISAR-a"]
