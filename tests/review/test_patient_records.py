"""What is known of patients, in the project's file: found again, private, and gone when it is taken out."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from deid_studio.errors import JournalError
from deid_studio.formats.patient_table import PatientTable
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.review.patient_records import TableMatch, match_table
from tests.review.conftest import Opening, decide_all, opened, written_so

ELVIRA = PatientFields(
    (
        FieldValue(FieldKind.SURNAME, "Sanjuán Tobes"),
        FieldValue(FieldKind.PHONE, "600 111 222"),
        FieldValue(FieldKind.PHONE, "911 222 333"),
    )
)


def test_looking_at_a_project_makes_no_file(open_project: Opening) -> None:
    project = open_project()
    assert project.patient_fields() == {}
    assert not project.journal_path.parent.exists()


def test_fields_are_found_again_after_a_restart_in_their_order(open_project: Opening) -> None:
    open_project().keep_patient_fields({"a1": ELVIRA, "planta 2/b1": PatientFields(ELVIRA.values[:1])})
    found = open_project().patient_fields()
    assert found == {"a1": ELVIRA, "planta 2/b1": PatientFields(ELVIRA.values[:1])}


@pytest.mark.skipif(os.name == "nt", reason="this system has no modes")
def test_only_the_owner_reads_the_file(open_project: Opening) -> None:
    project = open_project()
    project.keep_patient_fields({"a1": ELVIRA})
    for path in (project.journal_path, *project.journal_path.parent.glob("project.db-*")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_taken_out_is_not_in_the_file_any_more(open_project: Opening) -> None:
    project = open_project()
    project.keep_patient_fields({"a1": ELVIRA, "a2": ELVIRA})
    project.keep_patient_fields({"a1": PatientFields(), "a2": PatientFields(ELVIRA.values[1:])})
    assert list(project.patient_fields()) == ["a2"]
    project.close()
    kept = b"".join(path.read_bytes() for path in project.journal_path.parent.iterdir())
    assert b"Tobes" not in kept and b"600 111 222" in kept


def test_fields_stand_beside_decisions(open_project: Opening) -> None:
    project = open_project()
    session = opened(project)
    decide_all(session)
    assert project.patient_fields() == {}
    project.keep_patient_fields({"a1": ELVIRA})
    again = open_project()
    assert again.patient_fields() == {"a1": ELVIRA}
    assert again.open("a1").desk == session.desk


def test_kinds_that_this_version_does_not_know_are_left_out(open_project: Opening) -> None:
    project = open_project()
    project.keep_patient_fields({"a1": ELVIRA})
    written_so(project.journal(), "INSERT INTO patient_fields VALUES ('a1', 9, 'blood group', 'A+', x'00')")
    project.close()
    assert open_project().patient_fields() == {"a1": ELVIRA}


def test_a_file_that_was_removed_takes_no_fields(open_project: Opening) -> None:
    project = open_project()
    project.keep_patient_fields({"a1": ELVIRA})
    project.journal_path.unlink()
    with pytest.raises(JournalError) as caught:
        project.keep_patient_fields({"a2": ELVIRA})
    assert "Tobes" not in str(caught.value)


def test_keys_find_their_reports_however_a_table_writes_them(tmp_path: Path) -> None:
    table = PatientTable({"a1.txt": ELVIRA, "planta 2\\b1": ELVIRA, "otro": ELVIRA, "a2": PatientFields()}, ("color",))
    found = match_table(table, ("a1", "a2", "planta 2/b1"))
    assert found == TableMatch({"a1": ELVIRA, "planta 2/b1": ELVIRA}, ("otro",), ("color",))
