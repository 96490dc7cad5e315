"""deid corpus, as who leads a corpus uses it."""

from __future__ import annotations

import json
import sys

import pytest

from deid_studio.corpora.checks.checked_corpus import CorpusFinding, FindingKind
from deid_studio.corpora.corpus_folder import CorpusFolder
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.kept_settings import CORPUS_ANSWERS, CorpusAnswer
from deid_studio.review.project import Project
from deid_studio.texts import Text


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


def test_agreement_of_two_folders_is_told_and_written(run, tmp_path, reports):
    for who, end in (("ana", 5), ("luis", 5), ("eva", 3)):
        folder = tmp_path / who
        folder.mkdir()
        for number in range(4):
            (folder / f"{number}.txt").write_text("Sin datos.\n")
            (folder / f"{number}.ann").write_text(f"T1\tPACIENTE 0 {end}\t{'Sin datos.'[:end]}\n")
    done = run(
        "corpus", "agreement", *(tmp_path / who for who in ("ana", "luis", "eva")), "--json", tmp_path / "a.json"
    )
    assert done.exit_code == 0, done.output
    found = json.loads((tmp_path / "a.json").read_text())
    assert [one["exact"]["value"] for one in found["pairs"]] == [1.0, 0.0, 0.0]
    assert "ana and luis: 4 reports" in done.output
    (tmp_path / "eva" / "0.txt").write_text("Otro texto.\n")
    assert run("corpus", "agreement", tmp_path / "ana", tmp_path / "eva").exit_code == 1
    alone = run("corpus", "agreement", tmp_path / "ana")
    assert alone.exit_code == 2 and "is no corpus: give two folders or more" in alone.stderr


def test_agreement_of_a_corpus_is_of_what_was_signed_and_with_gold(run, tmp_path, reports):
    run("corpus", "new", tmp_path / "c", reports, "--annotator", "Ana", "--annotator", "Luis")
    corpus = CorpusFolder(tmp_path / "c")
    corpus.fill_gold("Eva", ["0"])
    for folder, names, end in (
        (corpus.layer(corpus.corpus.annotators[0]), "012", 3),
        (corpus.layer(corpus.corpus.annotators[1]), "01", 5),
        (corpus.gold, "0", 3),
    ):
        project = Project(folder, shipped_tagset("meddocan"), "x")
        for name in names:
            session = project.open(name)
            session.perform(Add(session.desk.next_id, Span(0, end, "PACIENTE")))
            session.sign_off()
        project.close()
    done = run("corpus", "agreement", tmp_path / "c", "--json", tmp_path / "a.json")
    assert done.exit_code == 0, done.output
    found = json.loads((tmp_path / "a.json").read_text())
    pairs = {(one["first"], one["second"]): one for one in found["pairs"]}
    assert found["reports"] == 2 and pairs["Ana", "Luis"]["overlap"]["value"] == 1.0
    assert pairs["Ana", "adjudicated gold"]["exact"]["value"] == 1.0
    assert found["drift"]["Luis"] == [{"first": 1, "last": 1, "f1": 0.0}]
    done = run("convert", tmp_path / "c", "--to", "jsonl", "--out", tmp_path / "o")
    assert done.exit_code == 0 and "1 reports with 1 spans" in done.output, done.output
    (row,) = (tmp_path / "o" / "reports.jsonl").read_text().splitlines()
    assert json.loads(row)["spans"][0]["class"] == "PACIENTE"
    card = (tmp_path / "o" / "DATA_CARD.md").read_text()
    assert "Ana, Luis" in card and "Krippendorff" in card


def test_in_an_active_order_agreement_can_be_measured_on_what_was_drawn_by_lot(run, tmp_path, reports):
    run("corpus", "new", tmp_path / "c", reports, "--annotator", "Ana", "--annotator", "Luis", "--order", "active")
    corpus = CorpusFolder(tmp_path / "c")
    (drawn,) = corpus.by_lot
    for annotator in corpus.corpus.annotators:
        project = Project(corpus.layer(annotator), shipped_tagset("meddocan"), annotator.name)
        for name in "0123":
            session = project.open(name)
            # They agree on what was drawn by lot alone.
            end = 3 if name == drawn or annotator.name == "Ana" else 5
            session.perform(Add(session.desk.next_id, Span(0, end, "PACIENTE")))
            session.sign_off()
        project.close()
    assert "by lot: 1 reports, 1 signed off" in run("corpus", "status", corpus.folder).output
    for option, count, exact in (((), 4, 0.25), (("--random-share",), 1, 1.0)):
        file = tmp_path / f"{count}.json"
        done = run("corpus", "agreement", corpus.folder, *option, "--json", file)
        assert done.exit_code == 0, done.output
        found = json.loads(file.read_text())
        assert (found["reports"], found["pairs"][0]["exact"]["value"]) == (count, exact)
    assert run("corpus", "agreement", tmp_path, reports, "--random-share").exit_code == 2


def test_a_corpus_of_two_parts_is_checked_told_and_written(run, tmp_path, reports):
    for part in ("train", "dev"):
        folder = tmp_path / part
        folder.mkdir()
        (folder / "annotation.conf").write_text("[entities]\nPACIENTE\nFECHA\n")
        for number in range(5):
            (folder / f"{number}.txt").write_text(f"Visto en {part}, {number}: Rosa Vidal.\n")
            start = len(f"Visto en {part}, {number}: ")
            (folder / f"{number}.ann").write_text(f"T1\tPACIENTE {start} {start + 10}\tRosa Vidal\n")
    parts = tmp_path / "train", tmp_path / "dev"
    done = run("corpus", "check", *parts)
    assert done.exit_code == 0 and "Nothing found in 10 reports" in done.output
    (tmp_path / "dev" / "1.ann").write_text("")
    done = run("corpus", "check", *parts, "--json", tmp_path / "f.json", "--csv", tmp_path / "f.csv")
    assert done.exit_code == 1, done.output
    assert "dev/1 17-27  missed" in done.output and "Rosa" not in done.output
    (one,) = json.loads((tmp_path / "f.json").read_text())
    assert one["text"] == "Rosa Vidal" and one["proposed_class"] == "PACIENTE"
    assert "Rosa Vidal" in (tmp_path / "f.csv").read_text()
    assert run("corpus", "check", *parts, "--right", tmp_path / "f.csv").exit_code == 0
    assert run("corpus", "check", *parts, "--right", tmp_path / "dev" / "1.txt").exit_code == 2
    place = one["proposed_class"], one["proposed_start"], one["proposed_end"]
    own = CorpusFinding(FindingKind.MISSED, "1", one["start"], one["end"], "", Text(""), 0, *place)
    project = Project(tmp_path / "dev", shipped_tagset("meddocan"), "Ana")
    project.keep(CORPUS_ANSWERS, {own.key: CorpusAnswer("Ana", "2026-11-23T10:00:00+00:00")})
    assert run("corpus", "check", *parts).exit_code == 0  # as was said in the window
    project.keep(CORPUS_ANSWERS, {})
    project.close()
    assert run("corpus", "check", *parts, "--only", "edge").exit_code == 0
    assert run("corpus", "check", *parts, "--model-folds", "1").exit_code == 2


@pytest.fixture
def shared(run, tmp_path, reports):
    pytest.importorskip("sqlalchemy", reason="the extra deid-studio[team] is not installed")
    url = f"sqlite:///{tmp_path / 'team.db'}"
    run("corpus", "new", tmp_path / "c", reports, "--annotator", "Ana", "--annotator", "Luis")
    done = run("corpus", "share", tmp_path / "c", "--url", url)
    assert done.exit_code == 0 and "4 texts were copied." in done.output
    return url


def test_a_corpus_is_shared_joined_and_synced(run, tmp_path, shared):
    assert run("corpus", "join", tmp_path / "ana", "--annotator", "Ana", "--url", shared).exit_code == 0
    project = Project(tmp_path / "ana" / "layers" / "ana", shipped_tagset("meddocan"), "Ana")
    project.open("0").sign_off()
    project.close()
    assert "2 events given, 0 taken." in run("corpus", "sync", tmp_path / "ana").output
    assert "0 events given, 2 taken." in run("corpus", "sync", tmp_path / "c").output
    assert "Ana: 4 reports, 1 begun, 1 signed off" in run("corpus", "status", tmp_path / "c").output
    (tmp_path / "team.db").unlink()
    lost = run("corpus", "sync", tmp_path / "ana")
    assert lost.exit_code == 1 and "another corpus is in it, or none" in lost.output


def test_a_password_on_the_command_line_is_refused_and_not_said(run, tmp_path, reports):
    run("corpus", "new", tmp_path / "c", reports, "--annotator", "Ana", "--readers", "1")
    done = run("corpus", "share", tmp_path / "c", "--url", "postgresql://ana:clave@127.0.0.1/altas")
    assert done.exit_code == 2 and "--ask-password" in done.output and "clave" not in done.output
    assert not (tmp_path / "c" / "shared.toml").exists()


def test_without_the_library_it_is_told_what_brings_it(run, tmp_path, reports, monkeypatch):
    monkeypatch.setitem(sys.modules, "deid_studio.corpora.sharing.shared_corpus", None)
    done = run("corpus", "share", reports, "--url", "sqlite:///x.db")
    assert done.exit_code == 1 and "deid-studio[team]" in done.output


def test_the_rights_are_printed_as_they_are_shipped(run):
    done = run("corpus", "rights")
    assert done.exit_code == 0 and "ENABLE ROW LEVEL SECURITY" in done.output


def test_bias_is_told_of_planted_suggestions_and_of_readings_blind_and_with_suggestions(run, tmp_path, reports):
    people = "--annotator", "Ana", "--annotator", "Luis"
    refused = run("corpus", "new", tmp_path / "c", reports, *people, "--planted", "0.1", "--shown", "blind")
    assert refused.exit_code == 2 and not (tmp_path / "c").exists()
    run("corpus", "new", tmp_path / "c", reports, *people, "--planted", "0.1", "--shown", "mixed")
    corpus = CorpusFolder(tmp_path / "c")
    assert corpus.corpus.plan.planted == 0.1 and "planted = 0.1" in (tmp_path / "c/layers/ana/layer.toml").read_text()
    corpus.fill_gold("Eva", list(corpus.reports))
    assert "planted" not in (corpus.gold / "layer.toml").read_text()
    blind = {(task.annotator, task.report) for task in corpus.tasks if task.blind}
    for layer in ("ana", "luis", "gold"):
        project = Project(corpus.folder / "layers" / layer, shipped_tagset("meddocan"), "x")
        for name in corpus.reports:
            session = project.open(name)
            if (layer, name) not in blind:  # who reads blind misses it
                session.perform(Add(session.desk.next_id, Span(0, 3, "PACIENTE")))
            session.sign_off()
        project.close()
    rows = "0,0,3,FECHA,class,accepted\n0,4,9,FECHA,spurious,rejected\n1,0,3,PACIENTE,ends,accepted\n"
    (tmp_path / "c/layers/ana/planted.csv").write_text(f"report,start,end,class,slip,answer\n{rows}")
    done = run("corpus", "bias", tmp_path / "c", "--json", tmp_path / "b.json")
    assert done.exit_code == 0, done.output
    assert "1 accepted, 0 corrected, 1 rejected, 0 passed over" in done.output and "(2 blind, 2 with)" in done.output
    found = json.loads((tmp_path / "b.json").read_text())
    assert found["planted"]["Ana"]["accepted"]["value"] == 0.5 and found["planted"]["Ana"]["right"] == 1
    assert found["together"]["blind"]["missed"]["value"] == 1 and found["together"]["suggested"]["missed"]["value"] == 0
    assert found["readings"]["Luis"]["difference"]["missed"] == {"value": -1, "low": -1, "high": -1}
    (tmp_path / "c/layers/ana/planted.csv").write_text("nothing\n")
    assert run("corpus", "bias", tmp_path / "c").exit_code == 1
