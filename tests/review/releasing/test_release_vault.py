"""The vault of a release is there with it, or not at all, and never in place of another one."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from deid_studio.errors import VaultPlaceError, WriteError
from deid_studio.formats import folder_swap
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.release import vault as vault_module
from deid_studio.release.policy import load_policy
from deid_studio.release.vault import VaultContent, forget_vault, open_vault, write_vault
from deid_studio.review.project import Project
from deid_studio.review.releasing import release_vault
from deid_studio.review.releasing.release_preparation import prepare
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.review.releasing.release_vault import forget_unfinished
from deid_studio.review.releasing.release_writing import write_release

PASSPHRASE = "tambor lluvia grapa piedra"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})


@pytest.fixture
def request_for(tmp_path, tagset):
    folder = tmp_path / "informes"
    folder.mkdir()
    (folder / "a.txt").write_text("Paciente: Nuria Belmonte.\n")
    project = Project(folder, tagset, "Dra. Prueba")
    session = project.open("a")
    session.perform(Add(session.desk.next_id, Span(10, 24, "NOMBRE_SUJETO_ASISTENCIA")))
    session.save()
    session.sign_off()

    def make(name):
        return ReleaseRequest(
            project, load_policy("research"), tmp_path / "out", vault=tmp_path / name, passphrases=(PASSPHRASE,)
        )

    yield make
    project.close()


def write(request):
    return write_release(request, prepare(request, Progress()), Progress())


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_certificate_and_vault_say_that_they_belong_together(request_for, tmp_path):
    certificate = write(request_for("v"))
    said = json.loads((tmp_path / "out" / "certificate.json").read_bytes())["vault"]
    assert said == {"number": certificate.vault.number, "people": 1}
    assert json.loads((tmp_path / "v").read_bytes())["release"] == said["number"]
    again = write(request_for("w"))
    assert again.vault.number != said["number"] and open_vault(tmp_path / "v", (PASSPHRASE,)).reports
    without = write(replace(request_for("x"), vault=None, passphrases=()))
    assert without.vault is None and without.values()["vault"] is None


def test_what_stands_open_in_a_vault_cannot_be_changed_unseen(tmp_path):
    from deid_studio.errors import PassphraseError

    write_vault(tmp_path / "v", VaultContent({}, {}), (PASSPHRASE,), "12")
    file = json.loads((tmp_path / "v").read_bytes())
    (tmp_path / "v").write_text(json.dumps(file | {"release": "13"}))
    with pytest.raises(PassphraseError):
        open_vault(tmp_path / "v", (PASSPHRASE,))


def test_a_vault_made_in_the_meantime_is_not_overwritten(request_for, tmp_path, monkeypatch):
    request = request_for("v")
    put = release_vault.put_vault
    monkeypatch.setattr("deid_studio.review.releasing.release_writing.put_vault", lambda *rest: (
        (tmp_path / "v").write_text("another's"), put(*rest)
    ))  # fmt: skip
    with pytest.raises(VaultPlaceError):
        write(request)
    assert (tmp_path / "v").read_text() == "another's" and left(tmp_path) == ["informes", "v"]


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_only_its_owner_reads_a_vault(request_for, tmp_path):
    write(request_for("v"))
    assert stat.S_IMODE((tmp_path / "v").stat().st_mode) == 0o600


def test_a_release_that_cannot_be_put_in_place_takes_its_vault_back(request_for, tmp_path, monkeypatch):
    write(request_for("old"))

    def refused(*_):
        assert (tmp_path / "new").stat().st_size  # it was there already
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(folder_swap, "_exchanged", refused)
        with pytest.raises(WriteError):
            write(request_for("new"))
    assert left(tmp_path) == ["informes", "old", "out"]
    assert write(request_for("new")).vault is not None


def test_a_failure_after_the_release_took_its_place_keeps_the_vault(request_for, tmp_path, monkeypatch):
    exchanged = folder_swap._exchanged
    write(request_for("old"))

    def too_late(*two):
        exchanged(*two)
        raise KeyboardInterrupt

    monkeypatch.setattr(folder_swap, "_exchanged", too_late)
    with pytest.raises(KeyboardInterrupt):
        write(request_for("new"))
    said = json.loads((tmp_path / "out" / "certificate.json").read_bytes())["vault"]["number"]
    assert json.loads((tmp_path / "new").read_bytes())["release"] == said


def test_only_a_vault_of_a_release_that_never_was_is_forgotten(request_for, tmp_path):
    """A killed program leaves a folder beside, with a note: of the new release, or the one before it on its way out."""
    number = write(request_for("v")).vault.number
    work = tmp_path / ".out.new-0a1b2c3d"

    def killed(note, certificate):
        (work / "folder").mkdir(parents=True, exist_ok=True)
        (work / "vault.json").write_text(json.dumps(note))
        (work / "folder" / "certificate.json").write_text(json.dumps(certificate))
        forget_unfinished(tmp_path / "out")
        return (tmp_path / "v").exists()

    mine = {"vault": str(tmp_path / "v"), "release": number}
    assert killed(mine, {"vault": {"number": "0123"}}) and killed(mine, {"vault": None}) and killed(mine, [])
    assert killed(mine | {"release": "0123"}, {"vault": {"number": "0123"}})  # another one's vault lies there now
    assert killed(mine | {"release": ""}, {"vault": {"number": ""}}) and killed([1], {}) and killed({}, {})
    assert not killed(mine, {"vault": {"number": number}})


def test_forgetting_takes_what_was_half_written_as_well(tmp_path):
    (tmp_path / "v").touch()
    forget_vault(tmp_path / "v", "1")
    (tmp_path / "w").write_text("no vault at all")
    forget_vault(tmp_path / "w", "1")
    assert left(tmp_path) == ["w"]
