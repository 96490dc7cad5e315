"""Nothing that a person said can change without being noticed when the folder is opened."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deid_studio.errors import JournalDamagedError, JournalError, JournalMissingError
from deid_studio.formats.folder import find_reports, report_id
from deid_studio.model.edits import Accept
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.review.folder_journal import kept_in
from deid_studio.review.journal.check import Checked, check
from deid_studio.review.journal.findings import Finding, Harm
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.review.project import Project
from tests.review.conftest import Opening, decide_all, opened, written_so


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, tagset: TagSet) -> Path:
    """A closed folder with a signed report, one under review, settings, a patient's fields and what was read."""
    from tests.review.conftest import TEXT

    folder = tmp_path_factory.mktemp("informes")
    for name in ("a1", "a2", "a3"):
        (folder / f"{name}.txt").write_bytes(TEXT.encode())
    project = Project(folder, tagset, "Dra. Prueba")
    session = opened(project)
    decide_all(session)
    session.sign_off()
    opened(project, "a2").perform(Accept(1))
    project.keep(RULES_OFF, {"r"})
    project.keep_coverage("a1", "Dra. Prueba", "0" * 64, b"packed")
    project.keep_patient_fields({"a1": PatientFields((FieldValue(FieldKind.SURNAME, "Sanjuán"),))})
    project.close()
    return folder


@pytest.fixture
def work(kept: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(kept, tmp_path / "informes"))


def looked_at(folder: Path) -> Checked:
    return check(folder, {report_id(path, folder): path for path in find_reports(folder)}, Progress())


def harms(folder: Path) -> set[Harm]:
    return {one.harm for one in looked_at(folder).findings}


def by_sql(folder: Path, *statements: str) -> None:
    with sqlite3.connect(folder / ".deid-studio" / "project.db") as db:
        for statement in statements:
            db.execute(statement)
    db.close()


def test_a_whole_folder_has_no_findings_and_looking_writes_nothing(work: Path) -> None:
    before = {path: path.read_bytes() for path in work.rglob("*") if path.is_file()}
    assert looked_at(work) == Checked()
    assert {path: path.read_bytes() for path in work.rglob("*") if path.is_file()} == before


COLUMNS = {
    "events": ("seq", "report", "after", "at", "reviewer", "kind", "payload", "previous", "hash"),
    "reports": (
        "name", "last_seq", "pending", "accepted", "rejected", "decided", "signed_seq", "saved_seq", "ann_sha256",
    ),
    "settings": ("key", "value"),
    "patient_fields": ("report", "place", "kind", "value"),
    "coverage": ("report", "reader", "text_sha256", "packed"),
    "state": ("journal", "writes", "head", "reports", "settings"),
}  # fmt: skip


@pytest.mark.parametrize("table", COLUMNS)
def test_a_change_to_any_column_of_any_table_is_noticed(work: Path, table: str) -> None:
    path = work / ".deid-studio" / "project.db"
    whole = path.read_bytes()
    for column in COLUMNS[table]:
        with sqlite3.connect(path) as db:
            (kind,) = db.execute(f"SELECT typeof({column}) FROM {table} WHERE {column} NOTNULL").fetchone()
            other = {"integer": f"{column}+100", "text": f"{column} || ' '", "blob": f"randomblob(length({column}))"}
            key = "rowid" if table == "events" else COLUMNS[table][0]
            last = f"(SELECT max({key}) FROM {table} WHERE {column} NOTNULL)"
            db.execute(f"UPDATE {table} SET {column}={other[kind]} WHERE {key}={last}")
        db.close()
        assert harms(work), column
        path.write_bytes(whole)


def test_rules_of_a_damaged_journal_are_told_where_it_is_not_opened_as_a_project(work: Path) -> None:
    by_sql(work, "UPDATE settings SET value='[]'")
    with pytest.raises(JournalDamagedError):
        kept_in(work, RULES_OFF)


@pytest.mark.parametrize("table", [name for name in COLUMNS if name != "state"])
def test_a_row_that_was_taken_out_is_noticed(work: Path, table: str) -> None:
    first = "rowid" if table == "events" else COLUMNS[table][0]
    by_sql(work, f"DELETE FROM {table} WHERE {first}=(SELECT max({first}) FROM {table})")
    assert harms(work)


def test_who_renames_a_signer_or_makes_up_a_sign_off_is_told_of_which_report(work: Path) -> None:
    by_sql(work, "UPDATE events SET reviewer='Dr. Otro' WHERE kind='sign_off'")
    assert Finding(Harm.CHANGED, "a1") in looked_at(work).findings
    by_sql(
        work,
        "INSERT INTO events SELECT max(seq)+1, 'a2', max(seq), at, 'x', 'sign_off', '{}', hash, hash FROM events",
    )
    assert Finding(Harm.CHANGED, "a2") in looked_at(work).findings


def test_a_forger_who_makes_all_hashes_anew_is_told_by_the_review_file(
    folder: Path, open_project: Opening, tagset: TagSet
) -> None:
    project = open_project()
    session = opened(project)
    decide_all(session)
    session.sign_off()
    written_so(project.journal(), "UPDATE events SET payload=json_set(payload, '$.proof', NULL) WHERE kind='sign_off'")
    project.close()
    assert Finding(Harm.UNKNOWN_SIGN_OFF, "a1") in looked_at(folder).findings


def test_a_copy_without_the_write_ahead_log_tells_what_it_lacks(kept: Path, tmp_path: Path, tagset: TagSet) -> None:
    project = Project(shutil.copytree(kept, tmp_path / "informes"), tagset, "Dra. Prueba")
    opened(project, "a3").perform(Accept(1))
    copy = Path(shutil.copytree(project.folder, tmp_path / "copy"))
    project.close()
    for path in (copy / ".deid-studio").glob("project.db-*"):
        path.unlink()
    assert looked_at(copy).findings == (Finding(Harm.BEHIND, "a3"),)
    (copy / ".deid-studio" / "journal.log").unlink()
    assert looked_at(copy).findings == (Finding(Harm.MIRROR),)


def put_emptied(folder: Path, tagset: TagSet) -> None:
    other = folder.with_name("other")
    other.mkdir()
    (other / "x.txt").write_text("x")
    project = Project(other, tagset, "x")
    project.journal()
    project.close()
    shutil.rmtree(folder / ".deid-studio")
    shutil.copytree(other / ".deid-studio", folder / ".deid-studio")


def test_an_empty_journal_is_told_where_sign_offs_stand(work: Path, tagset: TagSet) -> None:
    put_emptied(work, tagset)
    assert looked_at(work).findings == (Finding(Harm.UNKNOWN_SIGN_OFF, "a1"),)


def test_a_file_without_anything_in_it_is_no_journal(work: Path) -> None:
    (work / ".deid-studio" / "project.db").write_bytes(b"")
    assert harms(work) == {Harm.MISSING, Harm.UNKNOWN_SIGN_OFF}


def test_a_journal_of_other_reports_is_told(work: Path) -> None:
    for path in work.glob("a*.*"):
        path.rename(path.with_name(f"otro-{path.name}"))
    assert Harm.FOREIGN in harms(work)


def test_a_journal_with_the_mirror_of_another_is_told(work: Path, tagset: TagSet) -> None:
    aside = work.with_name("aside")
    shutil.copytree(work, aside)
    put_emptied(aside, tagset)
    shutil.copy(aside / ".deid-studio" / "journal.log", work / ".deid-studio" / "journal.log")
    assert harms(work) == {Harm.MIRROR}


@pytest.mark.parametrize("damage", [lambda raw: raw[:-40], lambda raw: raw.replace(b"Dra. Prueba", b"Dr. Impostor")])
def test_a_review_file_that_was_cut_or_changed_is_told(work: Path, damage: Callable[[bytes], bytes]) -> None:
    path = work / "review.jsonl"
    path.write_bytes(damage(path.read_bytes()))
    assert harms(work) & {Harm.REVIEW_FILE, Harm.UNPROVEN}
    path.unlink()
    assert looked_at(work).findings == (Finding(Harm.UNPROVEN, "a1"),)


def test_a_damaged_journal_is_refused_with_its_findings_and_left_as_it_is(work: Path, tagset: TagSet) -> None:
    path = work / ".deid-studio" / "project.db"
    path.write_bytes(path.read_bytes()[:5000])
    for _ in range(2):
        with pytest.raises(JournalDamagedError) as caught:
            Project(work, tagset, "x")
        assert caught.value.params["findings"] and "verify" in caught.value.remedy("es")
    assert path.stat().st_size == 5000
    path.unlink()
    with pytest.raises(JournalMissingError) as missing:
        Project(work, tagset, "x")
    assert Finding(Harm.MISSING) in missing.value.params["findings"]


def test_a_journal_of_a_newer_version_is_no_damage(work: Path) -> None:
    from deid_studio.review.journal.chain import row_hash

    with sqlite3.connect(work / ".deid-studio" / "project.db") as db:
        (row,) = db.execute("SELECT * FROM state").fetchall()
        values = (7, *row[1:-1])
        db.execute("UPDATE state SET format=7, hash=?", (row_hash("state", values),))
    db.close()
    with pytest.raises(JournalError) as caught:
        looked_at(work)
    assert "7" in str(caught.value) and not isinstance(caught.value, JournalDamagedError)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 7))
def test_a_flipped_bit_is_told_or_changes_nothing(kept, tmp_path_factory, tagset, place, bit):
    folder = Path(shutil.copytree(kept, tmp_path_factory.mktemp("flipped") / "informes"))
    path = folder / ".deid-studio" / "project.db"
    data = bytearray(path.read_bytes())
    data[place % len(data)] ^= 1 << bit
    path.write_bytes(data)
    try:
        project = Project(folder, tagset, "Dra. Prueba")
    except JournalDamagedError:
        return
    whole = Project(kept, tagset, "Dra. Prueba")
    try:
        for one, other in zip(*([p.open(n).desk for n in ("a1", "a2")] for p in (project, whole)), strict=True):
            assert one == other
        assert project.summaries() == whole.summaries() and project.patient_fields() == whole.patient_fields()
        assert project.kept(RULES_OFF) == whole.kept(RULES_OFF)
    finally:
        project.close()
        whole.close()
