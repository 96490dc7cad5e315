"""The vault opens for who has the passphrases, for nobody else, and tells when it was changed."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from deid_studio.errors import PassphraseError, VaultDamagedError, WeakPassphraseError
from deid_studio.release import vault as vault_module
from deid_studio.release.vault import Original, Restorable, VaultContent, open_vault, people_of, restored, write_vault

ONE, TWO = "tambor lluvia grapa piedra", "cometa bosque rueda ladrillo"

RELEASED = "Nombre: [[AAAA]]\r\nfin"
RAW = "Nombre: Íñigo 🙂\r\nfin".encode()
REPORT = Restorable("a", sha256(RELEASED.encode()).hexdigest(), sha256(RAW).hexdigest(), "utf-8",
                    (Original(8, 16, "Íñigo 🙂"),))  # fmt: skip
CONTENT = VaultContent({"report-0001": REPORT}, {"[[AAAA]]": "Íñigo 🙂"})


@pytest.fixture(autouse=True)
def quick_scrypt(monkeypatch):
    """A passphrase is as hard to guess as in the program only where that does not take the tests' time."""
    assert vault_module._SCRYPT["n"] >= 2**16
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})


@pytest.fixture(params=[(ONE,), (ONE, TWO)], ids=["one person", "two people"])
def vault(request, tmp_path):
    path = tmp_path / "a.vault"
    write_vault(path, CONTENT, request.param)
    return path, request.param


def test_it_opens_with_its_passphrases_and_gives_the_report_back(vault):
    path, passphrases = vault
    assert people_of(path) == len(passphrases)
    content = open_vault(path, passphrases)
    assert content == CONTENT
    assert restored(RELEASED, content.reports["report-0001"]) == RAW


def test_nothing_can_be_read_in_the_file(vault):
    raw = vault[0].read_bytes()
    assert "Íñigo".encode() not in raw and b"report-0001" not in raw and b"AAAA" not in raw


def test_a_wrong_passphrase_or_one_too_few_opens_nothing(vault):
    path, passphrases = vault
    for wrong in ([*passphrases[:-1], "otra"], [*passphrases, "tres"], passphrases[:-1], ["" for _ in passphrases]):
        with pytest.raises(PassphraseError):
            open_vault(path, wrong)


def test_who_knows_one_half_has_nothing(tmp_path):
    path = tmp_path / "a.vault"
    write_vault(path, CONTENT, (ONE, TWO))
    for given in ((ONE, ONE), (TWO, TWO), (ONE,)):
        with pytest.raises(PassphraseError):
            open_vault(path, given)


def test_two_people_open_it_in_either_order(tmp_path):
    path = tmp_path / "a.vault"
    write_vault(path, CONTENT, (ONE, TWO))
    assert open_vault(path, (TWO, ONE)) == CONTENT


def test_a_weak_passphrase_makes_no_vault_and_opens_an_old_one(tmp_path, monkeypatch):
    path = tmp_path / "a.vault"
    with pytest.raises(WeakPassphraseError):
        write_vault(path, CONTENT, (ONE, "a"))
    assert not path.exists()
    monkeypatch.setattr(vault_module, "refuse_weak", lambda _: None)  # as once
    write_vault(path, CONTENT, ("a",))
    monkeypatch.undo()
    assert open_vault(path, ("a",)) == CONTENT


@pytest.mark.parametrize("part", ["content", "key", "salts", "kdf", "people", "format"])
def test_any_change_is_noticed(vault, part):
    path, passphrases = vault
    file = json.loads(path.read_text())
    if part in ("content", "key"):
        sealed = file[part]["sealed"]
        file[part]["sealed"] = ("B" if sealed[0] != "B" else "C") + sealed[1:]
    elif part == "salts":
        file["salts"][0] = file["salts"][0][::-1].replace("=", "") + "=="
    elif part == "kdf":
        file["kdf"]["n"] = 2**40
    elif part == "people":
        file["people"] = 3
    else:
        file["format"] = 99
    path.write_text(json.dumps(file))
    with pytest.raises((VaultDamagedError, PassphraseError)):
        open_vault(path, passphrases)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"{}", b'{"format": 1}', b"\x00" * 50])
def test_what_is_no_vault_is_told(tmp_path, raw):
    path = tmp_path / "a.vault"
    path.write_bytes(raw)
    with pytest.raises(VaultDamagedError):
        open_vault(path, (ONE,))


def test_a_changed_text_is_not_taken_for_the_released_one():
    with pytest.raises(ValueError):
        restored(RELEASED + " ", REPORT)
