"""Vault: what a release replaced, encrypted, so that who has the passphrase can have the reports back.

The key is drawn by chance and wrapped by a key that scrypt (RFC 7914) makes of the passphrase, or of two that two
people keep; content and key are sealed by AES-256-GCM (NIST SP 800-38D), so that any change is noticed. Nothing in the
file is a hash of a report or of a person's data.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import os
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from deid_studio.errors import (
    DeidError,
    PassphraseError,
    VaultDamagedError,
    VaultPlaceError,
    WriteError,
    reason,
)
from deid_studio.formats.files import write_file
from deid_studio.formats.leftovers import remove_leftovers
from deid_studio.formats.text import read_bytes
from deid_studio.release.passphrases import refuse_weak
from deid_studio.texts import Text

FORMAT = 1
_LIMIT_MB = 2000
_KEY_BYTES, _SALT_BYTES, _NONCE_BYTES = 32, 16, 12
# About 0.2 s and 64 MB a guess; the file says which were used, so that they can be raised.
_SCRYPT = {"n": 2**16, "r": 8, "p": 1}
_MOST_SCRYPT = {"n": 2**20, "r": 32, "p": 16}  # a damaged file is not to take all memory
_KEY_PURPOSE, _CONTENT_PURPOSE = b"deid-studio vault key", b"deid-studio vault content"


@dataclass(frozen=True, slots=True)
class Original:
    """What stood in a place of a released text: `[start, end)` of that text (code points) and what was there."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Restorable:
    """What brings a report back: the originals in text order, how its file was encoded, and its `.ann` as it was.

    `name` is the report's own; `released_sha256` is that of the released text in UTF-8, `original_sha256` that of the
    report's file. `ann` is None where there was none, or where the vault is an older one.
    """

    name: str
    released_sha256: str
    original_sha256: str
    encoding: str
    originals: tuple[Original, ...]
    ann: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class VaultContent:
    """What a vault holds: how to bring each report back, by its released name, and what each code stands for.

    Older ones are not `with_annotations`: of no report they know whether there was an `.ann`.
    """

    reports: Mapping[str, Restorable]
    codes: Mapping[str, str]
    with_annotations: bool = True


def write_vault(path: Path, content: VaultContent, passphrases: Sequence[str], release: str = "") -> None:
    """Write a new vault that one passphrase opens, or two together; `release` is the number of what it belongs to.

    Raises `VaultPlaceError` when there is a file already, however new, `PassphraseError`, `WeakPassphraseError`,
    `WriteError`.
    """
    _refuse_empty(passphrases)
    for passphrase in passphrases:
        refuse_weak(passphrase)
    key = os.urandom(_KEY_BYTES)
    salts = [os.urandom(_SALT_BYTES) for _ in passphrases]
    wrapping = _wrapping_key(passphrases, salts, _SCRYPT)
    packed = zlib.compress(json.dumps(_to_json(content), ensure_ascii=False).encode(), 6)
    key_nonce, nonce = os.urandom(_NONCE_BYTES), os.urandom(_NONCE_BYTES)
    head = {
        "format": FORMAT,
        "kdf": {"name": "scrypt", **_SCRYPT},
        "people": len(passphrases),
        "release": release,
        "salts": [_text(salt) for salt in salts],
    }
    bound = _bound(head)
    sealed_key = AESGCM(wrapping).encrypt(key_nonce, key, _KEY_PURPOSE + bound)
    sealed = AESGCM(key).encrypt(nonce, packed, _CONTENT_PURPOSE + bound)
    file = {
        **head,
        "key": {"nonce": _text(key_nonce), "sealed": _text(sealed_key)},
        "content": {"nonce": _text(nonce), "sealed": _text(sealed)},
    }
    _claim(path)
    try:
        write_file(path, json.dumps(file, indent=1).encode())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _claim(path: Path) -> None:
    """Make an empty file that only its owner can read: nobody's vault is ever overwritten."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        raise VaultPlaceError(path=path) from error
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error


def forget_vault(path: Path, release: str) -> None:
    """Remove the vault of a release that never was, whole or half written; one of any other release stays."""
    remove_leftovers(path.parent, path)
    with contextlib.suppress(OSError, DeidError):
        if path.stat().st_size == 0 or _head(path).get("release") == release:
            path.unlink()


def people_of(path: Path) -> int:
    """How many passphrases a vault needs; raises `VaultDamagedError` and what reading a file raises."""
    return int(_head(path)["people"])


def release_of(path: Path) -> str:
    """The number of the release that a vault belongs to, empty where none is told; raises what `people_of` does."""
    return str(_head(path).get("release", ""))


def open_vault(path: Path, passphrases: Sequence[str]) -> VaultContent:
    """What a vault holds; two passphrases open it in either order.

    Raises `PassphraseError` when the passphrases are not those (a file whose sealed key was changed looks the same),
    `VaultDamagedError` when the file was changed or cut, and what reading a file raises.
    """
    _refuse_empty(passphrases)
    file = _head(path)
    if len(passphrases) != file["people"]:
        raise PassphraseError(path=path, detail=Text("it needs {value} passphrases", value=file['people']))  # fmt: skip
    try:
        salts = [_bytes(salt) for salt in file["salts"]]
        kdf = {name: int(file["kdf"][name]) for name in _SCRYPT}
        if any(not 1 <= kdf[name] <= most for name, most in _MOST_SCRYPT.items()) or len(salts) != file["people"]:
            raise ValueError("kdf")
        bound = _bound(file)
        key_nonce, sealed_key = _bytes(file["key"]["nonce"]), _bytes(file["key"]["sealed"])
        nonce, sealed = _bytes(file["content"]["nonce"]), _bytes(file["content"]["sealed"])
        # Two people need not remember who typed first.
        wrapping_keys = [_wrapping_key(ordered, salts, kdf) for ordered in permutations(passphrases)]
    except (KeyError, TypeError, ValueError) as error:
        raise VaultDamagedError(path=path) from error
    for wrapping in wrapping_keys:
        with contextlib.suppress(InvalidTag, ValueError):
            key = AESGCM(wrapping).decrypt(key_nonce, sealed_key, _KEY_PURPOSE + bound)
            break
    else:
        wrong = Text("the passphrase is not that one")
        raise PassphraseError(path=path, detail=wrong)
    try:
        packed = AESGCM(key).decrypt(nonce, sealed, _CONTENT_PURPOSE + bound)
        return _from_json(json.loads(zlib.decompress(packed)))
    except (InvalidTag, KeyError, TypeError, ValueError, zlib.error) as error:
        raise VaultDamagedError(path=path) from error


def restored(released_text: str, report: Restorable) -> bytes:
    """The bytes of a report's file as it was; raises ValueError when the text is not the released one, unchanged."""
    if sha256(released_text.encode()).hexdigest() != report.released_sha256:
        raise ValueError("another text")
    pieces: list[str] = []
    at = 0
    for original in report.originals:
        pieces += (released_text[at : original.start], original.text)
        at = original.end
    pieces.append(released_text[at:])
    raw = "".join(pieces).encode(report.encoding)
    if sha256(raw).hexdigest() != report.original_sha256:
        raise ValueError("the originals do not give the report")
    return raw


def _refuse_empty(passphrases: Sequence[str]) -> None:
    if not passphrases or len(passphrases) > 2 or not all(passphrases):
        raise PassphraseError(path="-", detail=Text("it is empty"))


def _wrapping_key(passphrases: Sequence[str], salts: Sequence[bytes], kdf: Mapping[str, int]) -> bytes:
    """One key of all passphrases: each alone says nothing of it, since the other half is as good as chance."""
    key = bytes(_KEY_BYTES)
    for passphrase, salt in zip(passphrases, salts, strict=True):
        half = Scrypt(salt=salt, length=_KEY_BYTES, n=kdf["n"], r=kdf["r"], p=kdf["p"]).derive(passphrase.encode())
        key = bytes(a ^ b for a, b in zip(key, half, strict=True))
    return key


def _bound(file: Mapping[str, Any]) -> bytes:
    """What stands open in a vault, as it is sealed with what is closed; older ones know no release."""
    known = {name: file[name] for name in ("format", "kdf", "people", "salts")}
    return json.dumps(known | {k: file[k] for k in ("release",) if k in file}, sort_keys=True).encode()


def _head(path: Path) -> dict[str, Any]:
    raw = read_bytes(path, _LIMIT_MB)
    try:
        file = json.loads(raw)
        if file["format"] != FORMAT or file["people"] not in (1, 2) or file["kdf"]["name"] != "scrypt":
            raise ValueError("format")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise VaultDamagedError(path=path) from error
    found: dict[str, Any] = file
    return found


def _to_json(content: VaultContent) -> dict[str, Any]:
    reports = {
        name: {
            "name": one.name,
            "released": one.released_sha256,
            "original": one.original_sha256,
            "encoding": one.encoding,
            "originals": [[o.start, o.end, o.text] for o in one.originals],
            # Each byte as the character of its number: packed, that is smaller than any other form in JSON.
            "ann": None if one.ann is None else one.ann.decode("latin-1"),
        }
        for name, one in content.reports.items()
    }
    return {"reports": reports, "codes": dict(content.codes), "with_annotations": content.with_annotations}


def _from_json(data: Mapping[str, Any]) -> VaultContent:
    reports = {
        str(name): Restorable(
            str(one["name"]),
            str(one["released"]),
            str(one["original"]),
            str(one["encoding"]),
            tuple(Original(int(start), int(end), str(text)) for start, end, text in one["originals"]),
            None if one.get("ann") is None else str(one["ann"]).encode("latin-1"),
        )
        for name, one in data["reports"].items()
    }
    codes = {str(k): str(v) for k, v in data["codes"].items()}
    return VaultContent(reports, codes, bool(data.get("with_annotations", False)))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error
