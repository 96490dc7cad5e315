"""Bringing originals back: whole, noted, and nowhere but in the folder that was chosen."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from deid_studio.errors import NameClashError, NoReleaseError, OriginalsFolderError, PassphraseError, VaultDamagedError
from deid_studio.progress import Progress
from deid_studio.release import vault as vault_module
from deid_studio.release.vault import Original, Restorable, VaultContent, write_vault
from deid_studio.review.releasing.revealing import RevealRequest, reveal_reports

ONE = "tambor lluvia grapa piedra"
RELEASED, ORIGINAL = "Paciente: Ana\n", "Paciente: Nuria\n"


ANN = "T1\tNOMBRE 10 15\tNuria\r\n#1\tNote T1\t…\n".encode() + b"\xff\x00"  # whatever was in the file


def restorable(name="a1", ann=ANN):
    digests = (sha256(text.encode()).hexdigest() for text in (RELEASED, ORIGINAL))
    return Restorable(name, *digests, "utf-8", (Original(10, 13, "Nuria"),), ann)


@pytest.fixture
def request_for(tmp_path, monkeypatch):
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})
    folder = tmp_path / "released"
    folder.mkdir()
    (folder / "report-0001.txt").write_text(RELEASED)

    def make(**reports):
        reports = reports or {"report-0001": restorable()}
        write_vault(tmp_path / "v.vault", VaultContent(reports, {}), (ONE,))
        return RevealRequest(folder, tmp_path / "v.vault", tmp_path / "back", (ONE,), "Dra. Prueba")

    return make


def openings(request):
    path = request.vault.with_name("v.vault.openings.jsonl")
    return [(one["who"], one["what"]) for one in map(json.loads, path.read_text().splitlines())]


def test_originals_come_back_and_the_opening_is_noted(request_for):
    request = request_for()
    revealed = reveal_reports(request, Progress())
    assert (revealed.restored, revealed.failed, revealed.annotations) == (("a1",), (), 1)
    assert (request.out / "a1.txt").read_text() == ORIGINAL and (request.out / "a1.ann").read_bytes() == ANN
    assert openings(request) == [("Dra. Prueba", "opened")]


def test_a_report_without_annotations_comes_back_without(request_for):
    request = request_for(**{"report-0001": restorable(ann=None)})
    assert reveal_reports(request, Progress()).annotations == 0
    assert [path.name for path in request.out.iterdir()] == ["a1.txt"]


def test_an_older_vault_gives_the_texts_and_says_that_it_has_no_annotations(request_for, monkeypatch):
    to_json = vault_module._to_json

    def as_once(content):
        reports = to_json(content)["reports"]
        for one in reports.values():
            del one["ann"]
        return {"reports": reports, "codes": {}}

    monkeypatch.setattr(vault_module, "_to_json", as_once)
    request = request_for()
    revealed = reveal_reports(request, Progress())
    assert (revealed.restored, revealed.annotations) == (("a1",), None)
    assert [path.name for path in request.out.iterdir()] == ["a1.txt"]


def test_annotations_that_are_there_are_replaced_only_when_that_is_said(request_for):
    request = request_for()
    request.out.mkdir()
    (request.out / "a1.ann").write_text("mine")
    with pytest.raises(OriginalsFolderError):
        reveal_reports(request, Progress())
    assert (request.out / "a1.ann").read_text() == "mine" and not (request.out / "a1.txt").exists()


def test_what_is_there_is_replaced_only_when_that_is_said(request_for):
    request = request_for()
    request.out.mkdir()
    (request.out / "a1.txt").write_text("mine")
    with pytest.raises(OriginalsFolderError):
        reveal_reports(request, Progress())
    assert (request.out / "a1.txt").read_text() == "mine"
    reveal_reports(replace(request, replacing=True), Progress())
    assert (request.out / "a1.txt").read_text() == ORIGINAL


def test_a_wrong_passphrase_and_a_damaged_vault_are_noted(request_for):
    request = request_for()
    with pytest.raises(PassphraseError):
        reveal_reports(replace(request, passphrases=("otra",)), Progress())
    request.vault.write_text("{}")
    with pytest.raises(VaultDamagedError):
        reveal_reports(request, Progress())
    assert [what for _, what in openings(request)] == ["passphrase", "vault-damaged"]
    assert not request.out.exists()


def test_a_name_that_leads_out_of_the_folder_is_refused(request_for, tmp_path):
    request = request_for(**{"report-0001": restorable("../escaped")})
    with pytest.raises(NameClashError):
        reveal_reports(request, Progress())
    assert not (tmp_path / "escaped.txt").exists()


def released_folder(path, vault="1"):
    path.mkdir(exist_ok=True)
    (path / "certificate.json").write_text(json.dumps({"program": "Deid Studio", "vault": {"number": vault}}))
    return path


@pytest.mark.parametrize("replacing", [False, True])
def test_originals_never_go_into_a_release_nor_below_one(request_for, tmp_path, replacing):
    released = released_folder(tmp_path / "another")
    for out in (released, released / "below" / "it", tmp_path / "another" / ".." / "another"):
        request = replace(request_for(), out=out, replacing=replacing)
        with pytest.raises(OriginalsFolderError) as told:
            reveal_reports(request, Progress())
        assert "a release is there" in str(told.value)
        request.vault.unlink()
    assert [path.name for path in released.iterdir()] == ["certificate.json"]
    assert not (tmp_path / "v.vault.openings.jsonl").exists()  # it was not even opened


def test_a_folder_that_is_not_there_or_belongs_to_another_vault_is_told_as_that(request_for, tmp_path, monkeypatch):
    request = request_for()
    with pytest.raises(NoReleaseError) as told:
        reveal_reports(replace(request, folder=tmp_path / "relaesed"), Progress())
    assert "no such folder" in str(told.value) and "relaesed" in str(told.value)
    write_vault(tmp_path / "w.vault", VaultContent({"report-0001": restorable()}, {}), (ONE,), "7")
    released_folder(request.folder, "8")
    with pytest.raises(NoReleaseError) as told:
        reveal_reports(replace(request, vault=tmp_path / "w.vault"), Progress())
    assert "another vault" in str(told.value) and not request.out.exists()
    released_folder(request.folder, "7")
    assert reveal_reports(replace(request, vault=tmp_path / "w.vault"), Progress()).restored == ("a1",)
