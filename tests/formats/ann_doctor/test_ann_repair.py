"""A repair on the disk: the original stays beside, only what was examined is overwritten, and it can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.errors import AnnChangedError, ReportUnreadableError
from deid_studio.formats.ann_doctor.ann_repair import examine, put_back, repair
from deid_studio.formats.folder import read_pair

TEXT = "😀 Nombre: Ana Ruiz.\r\nVive en Soria.\r\n"
DAMAGED = b"T1\tPACIENTE 11 19\tAna Ruiz\nT2\tLUGAR 30 35\tSoria\nA1\tDuda T2\n"
SOUND = b"T1\tPACIENTE 10 18\tAna Ruiz\nT2\tLUGAR 29 34\tSoria\nA1\tDuda T2\n"


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "informe.txt"
    path.write_bytes(TEXT.encode())
    path.with_suffix(".ann").write_bytes(DAMAGED)
    return path


def test_examining_writes_nothing_and_repairing_keeps_the_original(report: Path) -> None:
    ann = report.with_suffix(".ann")
    ann.chmod(0o600)
    told = examine(report)
    assert ann.read_bytes() == DAMAGED and len(list(report.parent.iterdir())) == 2
    original = repair(told)
    assert original == report.with_name("informe.ann.original") and original.read_bytes() == DAMAGED
    assert ann.read_bytes() == SOUND
    assert original.stat().st_mode & 0o777 == 0o600
    assert [span.phi_class for span in (read_pair(report)[1] or pytest.fail()).spans] == ["PACIENTE", "LUGAR"]
    assert examine(report).findings == ()


def test_an_original_of_before_is_never_overwritten(report: Path) -> None:
    before = report.with_name("informe.ann.original")
    before.write_bytes(b"de antes")
    assert repair(examine(report)).name == "informe.ann.original-2"
    assert before.read_bytes() == b"de antes"


def test_a_repair_is_undone_to_the_byte(report: Path) -> None:
    told = examine(report)
    original = repair(told)
    put_back(told, original)
    assert report.with_suffix(".ann").read_bytes() == DAMAGED
    assert not original.exists()


def test_a_file_that_was_changed_since_is_left_alone(report: Path) -> None:
    told = examine(report)
    ann = report.with_suffix(".ann")
    ann.write_bytes(b"T1\tLUGAR 29 34\tSoria\n")
    with pytest.raises(AnnChangedError):
        repair(told)
    assert ann.read_bytes() == b"T1\tLUGAR 29 34\tSoria\n" and len(list(report.parent.iterdir())) == 2
    ann.write_bytes(DAMAGED)
    original = repair(told)
    ann.write_bytes(SOUND + b"#1\tAnnotatorNotes T1\tmi nota\n")
    with pytest.raises(AnnChangedError):
        put_back(told, original)
    assert original.exists() and ann.read_bytes() != DAMAGED


def test_a_report_without_annotations_has_nothing_wrong(report: Path) -> None:
    report.with_suffix(".ann").unlink()
    assert examine(report).findings == ()
    with pytest.raises(ReportUnreadableError):
        examine(report.with_name("otro.txt"))
