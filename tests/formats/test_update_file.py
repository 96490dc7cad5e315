"""Files of another version: what is signed and whole is told with its standing; everything else by what is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import (
    DeidError,
    NoUpdateKeyError,
    ResourceError,
    UpdateChangedError,
    UpdateError,
    UpdateForeignKeyError,
    UpdateKeyWithdrawnError,
    UpdateMisnamedError,
    UpdateNotListedError,
    UpdateSumsChangedError,
    UpdateTruncatedError,
    UpdateUnsignedError,
)
from deid_studio.formats import update_file
from deid_studio.formats.update_file import Key, Standing, check_update, read_sums, shipped_keys, signature_line
from deid_studio.formats.update_words import update_words
from tests.formats.signed_release import FOREIGN, OLD, OWN, Release, public, sums

KEY, OLD_KEY = public(OWN, "2027"), public(OLD, "2026")
NAME = "deid-studio-1.3.0-linux.tar.gz"


@pytest.fixture
def release(tmp_path: Path) -> Release:
    return Release(tmp_path, "1.3.0")


def standing(path: Path, *keys: Key, running: str = "1.2.0") -> Standing:
    return check_update(path, keys or (KEY,), running).standing


# --- what is believed ------------------------------------------------------------------------------------------


def test_a_signed_file_is_told_with_its_version_and_what_to_do(release: Release) -> None:
    found = check_update(release.path(NAME), (OLD_KEY, KEY), "1.2.0")
    assert (found.version, found.key, found.standing) == ("1.3.0", "2027", Standing.NEWER)
    what, remedy = (text.said("es") for text in update_words(found))
    assert NAME in what and "1.3.0" in what and "2027" in what and "Cierre" in remedy


@pytest.mark.parametrize(
    ("running", "told"),
    [("1.2.9", "newer"), ("1.3.0rc1", "newer"), ("1.3", "same"), ("1.3.0", "same"), ("1.3.1", "older"),
     ("1.10.0", "older"), ("1.4.0a2", "older"), ("0.9", "newer")],
)  # fmt: skip
def test_an_old_version_is_not_taken_for_an_update(release: Release, running: str, told: str) -> None:
    assert standing(release.path(NAME), running=running).value == told


def test_signatures_of_two_keys_carry_from_the_old_one_to_the_new(release: Release) -> None:
    release.sign(OLD, OWN)
    for keys in ((OLD_KEY,), (KEY,), (replace(OLD_KEY, withdrawn="2027-02-01"), KEY)):
        assert standing(release.path(NAME), *keys) is Standing.NEWER


@pytest.mark.skipif(sys.platform != "linux", reason="other programs check it too: sha256sum, openssl")
def test_the_list_of_sums_is_read_by_sha256sum_without_a_word(release: Release) -> None:
    done = subprocess.run(
        ["sha256sum", "-c", "--quiet", "--strict", "SHA256SUMS"], cwd=release.folder, capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


# --- what is not -----------------------------------------------------------------------------------------------


def test_without_a_key_nothing_is_believed(release: Release) -> None:
    with pytest.raises(NoUpdateKeyError):
        check_update(release.path(NAME), (), "1.2.0")


def test_this_build_has_no_key_and_says_so() -> None:
    assert shipped_keys() == ()
    with pytest.raises(NoUpdateKeyError) as error:
        check_update(Path("deid.deb"), shipped_keys(), "1.2.0")
    assert "no key is in this build" in error.value.what()


@pytest.mark.parametrize(
    ("harm", "kind"),
    [
        (lambda r: r.path("SHA256SUMS").unlink(), UpdateUnsignedError),
        (lambda r: r.path("SHA256SUMS.sig").unlink(), UpdateUnsignedError),
        (lambda r: r.sign(FOREIGN), UpdateForeignKeyError),
        (lambda r: r.write_signatures(b""), UpdateForeignKeyError),
        (lambda r: r.write_signatures(b"no signature\n"), UpdateError),
        (lambda r: r.write_signatures(b"\xff" * 2_000_000), UpdateError),
        # Its key is named, but it is the signature of somebody else.
        (lambda r: r.write_signatures(signature_line(KEY, FOREIGN.sign(r.sums())).encode()), UpdateSumsChangedError),
        (lambda r: r.path("SHA256SUMS").write_bytes(r.sums().replace(b"1.3.0\n", b"9.9.9\n")), UpdateSumsChangedError),
        # The sums of another release beside this one's signature.
        (lambda r: r.path("SHA256SUMS").write_bytes(r.other("1.4.0").sums()), UpdateSumsChangedError),
        (lambda r: r.path(NAME).write_bytes(r.path(NAME).read_bytes()[:-1]), UpdateTruncatedError),
        (lambda r: r.path(NAME).write_bytes(b""), UpdateTruncatedError),
        (lambda r: r.path(NAME).write_bytes(r.path(NAME).read_bytes()[:-1] + b"X"), UpdateChangedError),
        (lambda r: r.path(NAME).write_bytes(r.path(NAME).read_bytes() + b"X"), UpdateChangedError),
        # An old release's file under the new one's name.
        (lambda r: r.path(NAME).write_bytes(r.other("1.1.0").path("deid-studio-1.1.0-linux.tar.gz").read_bytes()
                                            .ljust(r.path(NAME).stat().st_size, b"\0")), UpdateChangedError),
        (lambda r: r.path(NAME).unlink(), UpdateError),
        (lambda r: (r.path(NAME).unlink(), r.path(NAME).mkdir()), UpdateError),
        (lambda r: (r.path(NAME).unlink(), os.mkfifo(r.path(NAME))), UpdateError),
        (lambda r: (r.path("SHA256SUMS").unlink(), os.mkfifo(r.path("SHA256SUMS"))), UpdateUnsignedError),
    ],
)  # fmt: skip
def test_each_harm_is_told_apart(release: Release, harm, kind: type[DeidError]) -> None:
    harm(release)
    with pytest.raises(UpdateError) as error:
        standing(release.path(NAME))
    assert type(error.value) is kind


def test_a_key_that_was_withdrawn_is_believed_no_more(release: Release) -> None:
    with pytest.raises(UpdateKeyWithdrawnError) as error:
        standing(release.path(NAME), replace(KEY, withdrawn="2028-01-31"), OLD_KEY)
    assert "2027" in error.value.what() and "2028-01-31" in error.value.what()


def test_what_is_called_otherwise_is_told_by_its_own_name(release: Release) -> None:
    moved = release.path(NAME).rename(release.path("deid-studio-1.4.0-linux.tar.gz"))
    with pytest.raises(UpdateMisnamedError) as error:
        standing(moved)
    assert error.value.params["name"] == NAME
    stranger = release.path("setup.exe")
    stranger.write_bytes(b"MZ")
    with pytest.raises(UpdateNotListedError):
        standing(stranger)


def test_sums_that_were_signed_though_they_are_none_are_refused(release: Release) -> None:
    for content in (b"", b"# Deid Studio 1.3.0\n", b"# Deid Studio x.y\n# 1 a\n" + b"0" * 64 + b"  a\n", b"\xff"):
        release.path("SHA256SUMS").write_bytes(content)
        release.sign(OWN)
        with pytest.raises(UpdateError):
            standing(release.path(NAME))


@given(st.binary(max_size=200) | st.text("# 0123456789abcdef./\n DeidStudio", max_size=200).map(str.encode))
def test_any_list_is_understood_or_refused(data: bytes) -> None:
    try:
        found = read_sums(data)
    except ValueError:
        return
    assert found.files and not any("/" in name or "\\" in name for name in found.files)


@given(at=st.integers(0, 10_000), bit=st.integers(0, 7), which=st.sampled_from(["SHA256SUMS", "SHA256SUMS.sig", NAME]))
def test_no_flipped_bit_is_believed(tmp_path_factory: pytest.TempPathFactory, at: int, bit: int, which: str) -> None:
    release = Release(tmp_path_factory.mktemp("flipped"), "1.3.0")
    data = bytearray(release.path(which).read_bytes())
    data[at % len(data)] ^= 1 << bit
    release.path(which).write_bytes(data)
    try:
        found = check_update(release.path(NAME), (KEY,), "1.2.0")
    except UpdateError:
        return
    assert which == "SHA256SUMS.sig" and found.version == "1.3.0", "but for how a line of signatures ends"


# --- the keys --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["keys = 3", "[[keys]]\nname = 'x'", "[[keys]]\nname = 'x'\npublic = 'QQ=='", "x ="])
def test_keys_that_are_damaged_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "updates").mkdir()
    (tmp_path / "updates" / "keys.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(update_file.paths, "resources", lambda: tmp_path)
    with pytest.raises(ResourceError):
        shipped_keys()


# --- the publisher's side --------------------------------------------------------------------------------------


@pytest.fixture
def sign(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "packaging" / "shipping"))
    import sign

    return sign


def test_a_publisher_makes_a_key_and_signs_what_is_whole(sign, release: Release, tmp_path: Path, monkeypatch, capsys):
    secret, key = tmp_path / "passphrase", tmp_path / "2027.pem"
    secret.write_text("tambor lluvia grapa piedra\n")
    monkeypatch.setenv(sign.PASSPHRASE, str(secret))
    sign.new_key(key)
    assert key.stat().st_mode & 0o077 == 0 and b"ENCRYPTED" in key.read_bytes()
    private = sign.private_key(key)
    own = sign.public_key(private, "2027")
    assert 'name = "2027"\npublic = "' in capsys.readouterr().out
    release.path("SHA256SUMS.sig").unlink()
    for keys in ((), (replace(own, withdrawn="2028-01-31"),)):
        with pytest.raises(SystemExit):
            sign.sign(release.folder, private, keys)
    built = release.path("deid_studio-1.3.0.tar.gz")
    built.write_bytes(b"the source, from another computer")
    sums.main(release.folder)
    sign.sign(release.folder, private, (own,))
    assert standing(built, own) is Standing.NEWER
    assert standing(release.path(NAME), own) is Standing.NEWER
    old = sign.public_key(OLD, "2026")
    sign.sign(release.folder, OLD, (own, old))
    assert [standing(release.path(NAME), one) for one in (own, old)] == [Standing.NEWER] * 2
    release.path(NAME).write_bytes(b"another")
    with pytest.raises(SystemExit, match="Not signed"):
        sign.sign(release.folder, private, (own,))
    secret.write_text("another one altogether\n")
    with pytest.raises(SystemExit, match="passphrase"):
        sign.private_key(key)


def test_a_key_in_the_checkout_or_without_a_passphrase_is_refused(sign, tmp_path: Path, monkeypatch, capsys):
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    monkeypatch.setattr(sys, "argv", ["sign.py", "--new-key", str(sign.ROOT / "work" / "key.pem")])
    with pytest.raises(SystemExit):
        sign.main()
    assert "does not belong into the checkout" in capsys.readouterr().err
    plain, secret = tmp_path / "plain.pem", tmp_path / "passphrase"
    plain.write_bytes(Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    secret.write_text("short\n")
    monkeypatch.setenv(sign.PASSPHRASE, str(secret))
    with pytest.raises(SystemExit, match="no passphrase"):
        sign.private_key(plain)
    with pytest.raises(SystemExit, match="16 characters"):
        sign.new_key(tmp_path / "new.pem")
