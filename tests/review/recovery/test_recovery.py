"""A damaged journal is no dead end: what can be read comes back, and what cannot is told per report."""

from __future__ import annotations

import json
import shutil
import stat
from pathlib import Path

import pytest

from deid_studio.errors import JournalDamagedError, JournalMissingError
from deid_studio.formats.folder import find_reports, report_id
from deid_studio.model.edits import Accept
from deid_studio.progress import Progress
from deid_studio.review.journal.findings import Finding
from deid_studio.review.journal.snapshots import keep_snapshot, snapshots
from deid_studio.review.project import Project, ReportState, state_of
from deid_studio.review.recovery.recovery import begin_anew, recover
from deid_studio.review.recovery.survey import Fate, Plan, survey
from tests.benchmarks.journal_faults import run
from tests.review.conftest import Opening, decide_all, opened
from tests.review.yesterdays_journal import unchain


@pytest.fixture
def worked(folder: Path, open_project: Opening) -> Project:
    """`a1` is signed off, `a2` begun; closed."""
    project = open_project()
    session = opened(project)
    decide_all(session)
    session.sign_off()
    other = opened(project, "a2")
    other.perform(Accept(1))
    other.save()
    project.close()
    return project


def plan_of(folder: Path, **wanted: object) -> Plan:
    return survey(folder, {report_id(path, folder): path for path in find_reports(folder)}, Progress(), **wanted)


def findings_of(opening: Opening) -> tuple[Finding, ...]:
    with pytest.raises((JournalDamagedError, JournalMissingError)) as caught:
        opening()
    found: tuple[Finding, ...] = caught.value.params["findings"]
    return found


@pytest.mark.slow
def test_every_kind_of_damage_is_recovered_from_or_told() -> None:
    table = run(bits=4, cuts=3, damages=8, seed=7)
    assert [one for found in table.values() for one in found if one.kind in ("silent", "dead end")] == []
    assert sum(map(len, table.values())) == 23


def test_a_journal_cut_short_comes_back_whole_from_its_mirror(
    worked: Project, folder: Path, open_project: Opening
) -> None:
    path = worked.journal_path
    whole = path.read_bytes()
    path.write_bytes(whole[:6000])
    findings = findings_of(open_project)
    plan = plan_of(folder)
    assert {one.report: one.fate for one in plan.remains} == {"a1": Fate.WHOLE, "a2": Fate.WHOLE}
    aside = recover(plan, findings, "Dra. Prueba")
    assert (aside / "project.db").read_bytes() == whole[:6000]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(aside.stat().st_mode) == 0o700
    again = open_project()
    assert again.open("a1").signed and len(again.open("a2").history.done) == 1
    assert [p.name for p in path.parent.iterdir() if p.is_dir()] == ["put-aside"]


def test_what_recovery_did_stands_in_the_journal(worked: Project, folder: Path, open_project: Opening) -> None:
    worked.journal_path.write_bytes(b"")
    recover(plan_of(folder), findings_of(open_project), "Dra. Prueba")
    (row,) = open_project().journal()._db.execute("SELECT reviewer, payload FROM events WHERE kind='recover'")
    note = json.loads(row[1])
    assert row[0] == "Dra. Prueba" and ["MISSING", ""] in note["findings"] and note["aside"]


def test_a_sign_off_without_its_proof_has_to_be_made_again(
    worked: Project, folder: Path, open_project: Opening
) -> None:
    shutil.rmtree(folder / "retraining")
    (folder / "review.jsonl").unlink()
    plan = plan_of(folder)
    assert {one.report: one.fate for one in plan.remains}["a1"] is Fate.UNSIGNED
    recover(plan, findings_of(open_project), "x")
    again = open_project()
    session = again.open("a1")
    assert not session.signed and len(session.history.done) == 5
    assert state_of(again.summaries()["a1"]) is ReportState.SIGNED_THEN_CHANGED


def test_a_review_file_that_was_lost_is_written_again_where_the_rest_agrees(
    worked: Project, folder: Path, open_project: Opening
) -> None:
    before = worked.review_file.read().last_lines()["a1"].proof
    (folder / "review.jsonl").unlink()
    recover(plan_of(folder), findings_of(open_project), "x")
    again = open_project()
    assert again.open("a1").signed and again.review_file.read().last_lines()["a1"].proof == before


def test_lost_decisions_are_taken_from_the_ann_and_told(worked: Project, folder: Path, open_project: Opening) -> None:
    decided = worked.open("a1").desk.decided_spans
    private = worked.journal_path.parent
    worked.close()
    log = private / "journal.log"
    lines = log.read_bytes().splitlines(keepends=True)
    lines = [line for line in lines if b'"a1"' not in line or b'"begin"' in line]
    worked.journal_path.write_bytes(b"x" * 9000)
    log.write_bytes(b"".join(lines))
    plan = plan_of(folder)
    fates = {one.report: one.fate for one in plan.remains}
    assert fates["a1"] is Fate.PARTLY and fates["a2"] is Fate.WHOLE
    recover(plan, findings_of(open_project), "x")
    session = open_project().open("a1")
    assert session.desk.decided_spans == decided and not session.signed
    session.perform(Accept(session.desk.pending[0].id))


def test_with_nothing_left_the_retraining_data_is_the_last_source(
    worked: Project, folder: Path, open_project: Opening
) -> None:
    decided = worked.open("a1").desk.decided_spans
    worked.close()
    shutil.rmtree(folder / ".deid-studio")
    (folder / "a1.ann").unlink()
    plan = plan_of(folder)
    assert {one.report: one.fate for one in plan.remains} == {
        "a1": Fate.LOST, "a2": Fate.UNKNOWN, "planta 2/b1": Fate.UNKNOWN,
    }  # fmt: skip
    assert len(plan.lacks) == 4
    recover(plan, findings_of(open_project), "x")
    session = open_project().open("a1")
    assert session.desk.decided_spans == decided and not session.signed


def test_a_folder_is_begun_anew_only_when_asked_for_and_nothing_is_deleted(
    worked: Project, folder: Path, open_project: Opening
) -> None:
    worked.journal_path.write_bytes(b"x" * 5000)
    findings_of(open_project)
    kept = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "lock"}
    aside = begin_anew(folder)
    again = open_project()
    assert not again.summaries() and (folder / "a1.ann").exists()
    there = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "lock"}
    assert there == kept and (aside / "retraining" / "manifest.json").exists()
    decide_all(opened(again, "a2"))


def test_recovery_that_was_cut_short_is_done_again(
    worked: Project, folder: Path, open_project: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked.journal_path.write_bytes(worked.journal_path.read_bytes()[:6000])
    findings = findings_of(open_project)
    replaced = Path.replace
    for steps in range(2):
        done: list[Path] = []

        def stopping(self: Path, target: Path, done: list[Path] = done, steps: int = steps) -> Path:
            if len(done) == steps:
                raise KeyboardInterrupt
            done.append(self)
            return replaced(self, target)

        with monkeypatch.context() as stopped:
            stopped.setattr(Path, "replace", stopping)
            with pytest.raises(KeyboardInterrupt):
                recover(plan_of(folder), findings, "x")
        findings = findings_of(open_project)
    recover(plan_of(folder), findings, "x")
    assert open_project().open("a1").signed


def test_a_snapshot_can_be_gone_back_to(folder: Path, open_project: Opening) -> None:
    project = open_project()
    session = opened(project)
    session.perform(Accept(1))
    assert keep_snapshot(project.journal_path) and not keep_snapshot(project.journal_path)
    (snapshot,) = snapshots(project.journal_path)
    assert stat.S_IMODE(snapshot.path.stat().st_mode) == 0o600
    session.perform(Accept(2))
    project.close()
    shutil.rmtree(folder / "retraining", ignore_errors=True)
    plan = plan_of(folder, only=snapshot)
    recover(plan, (), "x")
    assert len(open_project().open("a1").history.done) == 1


def test_a_damaged_journal_of_yesterday_is_recovered_from(worked: Project, folder: Path, open_project: Opening) -> None:
    unchain(worked.journal_path)
    (folder / "review.jsonl").unlink()
    data = bytearray(worked.journal_path.read_bytes())
    data[100:104] = b"\xff\xff\xff\xff"  # of the first page: SQLite refuses the schema
    worked.journal_path.write_bytes(data)
    recover(plan_of(folder), findings_of(open_project), "x")
    assert open_project().open("a1").desk.decided_spans
