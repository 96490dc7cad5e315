"""The retraining data: in it is what is signed off, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deid_studio.errors import JournalDamagedError, ManifestDamagedError, WriteError
from deid_studio.formats.folder import find_reports, report_id
from deid_studio.model.edits import Reject
from deid_studio.progress import Progress
from deid_studio.review.recovery.recovery import recover
from deid_studio.review.recovery.survey import survey
from deid_studio.review.session import ReviewSession
from tests.review.conftest import Opening, decide_all, opened

KINDS = ("brat/a1.txt", "brat/a1.ann", "bio/a1.bio")


@pytest.fixture
def signed(open_project: Opening) -> ReviewSession:
    session = opened(open_project())
    decide_all(session)
    session.sign_off()
    return session


def gold(folder: Path) -> list[str]:
    return [kind for kind in KINDS if (folder / "retraining" / kind).exists()]


def entries(folder: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((folder / "retraining/manifest.json").read_text())["reports"]
    return found


@pytest.mark.parametrize("survivor", KINDS)
def test_a_withdrawal_that_was_cut_short_is_finished(
    signed: ReviewSession, folder: Path, open_project: Opening, survivor: str
) -> None:
    gold_file = folder / "retraining" / survivor
    data = gold_file.read_bytes()
    signed.withdraw_sign_off()
    signed.save()
    gold_file.write_bytes(data)
    project = open_project()
    assert list(project.interrupted()) == ["a1"]
    project.finish("a1")
    assert not gold(folder) and list(project.interrupted()) == []


def test_a_withdrawal_keeps_the_manifest_until_every_file_is_gone(
    signed: ReviewSession, folder: Path, open_project: Opening
) -> None:
    blocked = folder / "retraining/bio/a1.bio"
    blocked.unlink()
    (blocked / "dentro").mkdir(parents=True)
    with pytest.raises(WriteError) as caught:
        signed.withdraw_sign_off()
    assert "a1.bio" in str(caught.value)
    assert not signed.signed and [entry["report"] for entry in entries(folder)] == ["a1"]
    (blocked / "dentro").rmdir()
    blocked.rmdir()
    project = open_project()
    assert list(project.interrupted()) == ["a1"]
    project.finish("a1")
    assert not gold(folder) and not entries(folder)


@pytest.mark.parametrize("damage", ["{", "[]", '{"reports": [1]}', '{"reports": [{}]}', "[" * 100_000, "\x00"])
def test_a_damaged_manifest_is_put_aside_and_made_anew(
    signed: ReviewSession, folder: Path, open_project: Opening, damage: str
) -> None:
    before = entries(folder)
    manifest = folder / "retraining/manifest.json"
    manifest.write_text(damage)
    project = open_project()
    project.reviewer = "Otra persona"
    told = project.mend()
    assert isinstance(told, ManifestDamagedError) and "manifest.damaged" in told.what("es")
    (aside,) = manifest.parent.glob("manifest.damaged.*.json")
    assert aside.read_text() == damage
    assert list(project.interrupted()) == ["a1"]
    project.finish("a1")
    (entry,) = entries(folder)
    assert entry["reviewer"] == "Dra. Prueba"  # who signed, not who opened the folder
    assert {**entry, "signed_at": ""} == {**before[0], "signed_at": ""}
    assert project.mend() is None and list(project.interrupted()) == []


def test_nothing_but_what_is_signed_is_rebuilt(signed: ReviewSession, folder: Path, open_project: Opening) -> None:
    signed.perform(Reject(2))
    (folder / "retraining/manifest.json").write_text("{")
    project = open_project()
    project.mend()
    for name in project.interrupted():
        project.finish(name)
    assert not gold(folder)


def test_gold_follows_the_choice_between_two_anns(signed: ReviewSession, folder: Path) -> None:
    ann, kept = folder / "a1.ann", folder / "retraining/brat/a1.ann"
    mine = ann.read_bytes()
    theirs = mine + b"X9 algo\n"
    ann.write_bytes(theirs)
    signed.take_theirs(folder / "backup.ann")
    assert signed.signed and kept.read_bytes() == theirs
    ann.write_bytes(b"")
    kept.unlink()
    signed.keep_mine(folder / "backup.ann")
    assert signed.signed and kept.read_bytes() == ann.read_bytes() == theirs


def test_gold_of_another_journal_stays(signed: ReviewSession, folder: Path, open_project: Opening) -> None:
    (folder / "retraining").rename(folder / "aside")
    for file in (folder / ".deid-studio").iterdir():
        file.unlink()
    (folder / "review.jsonl").unlink(missing_ok=True)
    opened(open_project(), "a2").perform(Reject(1))
    (folder / "aside").rename(folder / "retraining")
    with pytest.raises(JournalDamagedError) as caught:
        open_project()
    reports = {report_id(path, folder): path for path in find_reports(folder)}
    recover(survey(folder, reports, Progress()), caught.value.params["findings"], "Dra. Prueba")
    project = open_project()
    assert list(project.interrupted()) == ["a2"]
    project.finish("a2")
    assert gold(folder) == list(KINDS)
