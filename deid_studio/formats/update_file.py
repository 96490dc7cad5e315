"""Update files: whether a file is one of a release that the publisher signed, and of which version; without a network.

A release has two files beside its own. `SHA256SUMS` is what `sha256sum -c` reads, with remarks for it: the version in
the first line, and the size of each file (`# 1234 NAME`). `SHA256SUMS.sig` has a line for each signature of these
bytes: the key's id and an Ed25519 signature (RFC 8032) in base64.
"""

from __future__ import annotations

import base64
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from deid_studio import paths
from deid_studio.errors import (
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
    reason,
)
from deid_studio.progress import Progress
from deid_studio.texts import Text

SUMS, SIGNATURES = "SHA256SUMS", "SHA256SUMS.sig"
_LARGEST = 1_000_000  # bytes of either
_PIECE = 1_000_000
_SIGNATURE = re.compile(r"([0-9a-f]{32})  ([A-Za-z0-9+/]{86}==)")
_VERSION_LINE = re.compile(r"# Deid Studio (\S+)")
_SIZE_LINE, _SUM_LINE = re.compile(r"# ([0-9]{1,15}) (\S+)"), re.compile(r"([0-9a-f]{64})  ([^\s/\\]+)")
_VERSION = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6}){0,5})(?:(a|b|rc)([0-9]{1,6}))?")
_FINAL = "z"  # after a, b and rc


class Standing(Enum):
    """How the version of a file stands to the one that runs."""

    NEWER = "newer"
    SAME = "same"
    OLDER = "older"


@dataclass(frozen=True, slots=True)
class Key:
    """A public key of the publisher; once it is `withdrawn` (a day), nothing that it signed is believed."""

    name: str
    public: bytes
    withdrawn: str = ""

    @property
    def id(self) -> str:
        """By what a signature says which key it is of."""
        return sha256(self.public).hexdigest()[:32]

    def signed(self, signature: bytes, data: bytes) -> bool:
        """Whether a signature of these bytes was made with it."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, data)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Listed:
    """What a list of sums says: the version, and of each file its SHA-256 and its size."""

    version: str
    files: dict[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Update:
    """A file that is one of a signed release: whose key signed it, and how its version stands to the one that runs."""

    path: Path
    version: str
    key: str
    standing: Standing


def shipped_keys() -> tuple[Key, ...]:
    """The keys that this build believes; there may be none. Raises `ResourceError`."""
    path = paths.resources() / "updates" / "keys.toml"
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("keys", [])
        keys = tuple(
            Key(one["name"], base64.b64decode(one["public"], validate=True), str(one.get("withdrawn", "")))
            for one in entries
        )
        for key in keys:
            Ed25519PublicKey.from_public_bytes(key.public)
    except OSError as error:
        raise ResourceError(path=path, detail=reason(error)) from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ResourceError(path=path, detail=type(error).__name__) from error
    return keys


def check_update(path: Path, keys: Sequence[Key], running: str, progress: Progress | None = None) -> Update:
    """The file, if it is one of the signed release whose sums lie beside it; `running` is the version that runs.

    Raises what says why it is not known to be one (`UpdateError`); nothing of the sums is read before their signature.
    """
    if not keys:
        raise NoUpdateKeyError(path=path)
    if not path.is_file():
        raise UpdateError(path=path, detail=Text("it is no file"))
    sums = _beside(path, SUMS)
    key = _signer(path.with_name(SUMS), sums, _beside(path, SIGNATURES), keys)
    try:
        listed = read_sums(sums)
        standing = _standing(listed.version, running)
    except ValueError as error:
        raise UpdateError(path=path.with_name(SUMS), detail=Text("it is damaged")) from error
    _refuse_other(path, listed, progress or Progress())
    return Update(path, listed.version, key.name, standing)


def read_sums(data: bytes) -> Listed:
    """What a list of sums says; raises ValueError where it is none."""
    head, *lines = data.decode("ascii").split("\n")
    version = _VERSION_LINE.fullmatch(head)
    sizes: dict[str, int] = {}
    files: dict[str, tuple[str, int]] = {}
    for line in filter(None, lines):
        if size := _SIZE_LINE.fullmatch(line):
            sizes[size[2]] = int(size[1])
        elif (entry := _SUM_LINE.fullmatch(line)) and entry[2] in sizes and entry[2] not in files:
            files[entry[2]] = entry[1], sizes[entry[2]]
        else:
            raise ValueError("a line that is none")
    if version is None or not files:
        raise ValueError("no version, or no file")
    return Listed(version[1], files)


def signature_line(key: Key, signature: bytes) -> str:
    """A signature as its file has it."""
    return f"{key.id}  {base64.b64encode(signature).decode()}\n"


def signatures(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The ids of keys and the signatures in a file of them; raises ValueError where it is none."""
    for line in data.decode("ascii").splitlines():
        if (found := _SIGNATURE.fullmatch(line)) is None:
            raise ValueError("a line that is none")
        yield found[1], base64.b64decode(found[2])


def _signer(path: Path, sums: bytes, signed: bytes, keys: Sequence[Key]) -> Key:
    """The key that signed the sums; raises what says why none did."""
    try:
        found = list(signatures(signed))
    except ValueError as error:
        raise UpdateError(path=path.with_name(SIGNATURES), detail=Text("it is damaged")) from error
    known = [(key, signature) for id, signature in found for key in keys if key.id == id]
    believed = [(key, signature) for key, signature in known if not key.withdrawn]
    for key, signature in believed:
        if key.signed(signature, sums):
            return key
    if believed:
        raise UpdateSumsChangedError(path=path)
    if known:
        raise UpdateKeyWithdrawnError(path=path, key=known[0][0].name, day=known[0][0].withdrawn)
    raise UpdateForeignKeyError(path=path)


def _refuse_other(path: Path, listed: Listed, progress: Progress) -> None:
    """Raise what is wrong with a file that is not as the list says."""
    try:
        size = path.stat().st_size
        expected = listed.files.get(path.name)
        if expected is not None and size < expected[1]:
            raise UpdateTruncatedError(path=path, size=size, whole=expected[1])
        found = _sum(path, size, progress)
    except OSError as error:
        raise UpdateError(path=path, detail=reason(error)) from error
    if expected is not None and found == expected[0]:
        return
    for name, (known, _) in listed.files.items():
        if known == found:
            raise UpdateMisnamedError(path=path, version=listed.version, name=name)
    if expected is None:
        raise UpdateNotListedError(path=path, version=listed.version)
    raise UpdateChangedError(path=path, version=listed.version)


def _sum(path: Path, size: int, progress: Progress) -> str:
    digest = sha256()
    with path.open("rb") as file:
        for _ in progress.each(range(0, size + 1, _PIECE), size // _PIECE + 1):
            digest.update(file.read(_PIECE))
        if file.read(1):  # it grows while it is read
            digest.update(b"more")
    return digest.hexdigest()


def _beside(path: Path, name: str) -> bytes:
    file = path.with_name(name)
    try:
        if not file.is_file():
            raise UpdateUnsignedError(path=path, name=name)
        with file.open("rb") as opened:
            data = opened.read(_LARGEST + 1)
    except OSError as error:
        raise UpdateError(path=file, detail=reason(error)) from error
    if len(data) > _LARGEST:
        raise UpdateError(path=file, detail=Text("it is too large"))
    return data


def _standing(version: str, running: str) -> Standing:
    this, that = _order(version), _order(running)
    if this == that:
        return Standing.SAME
    return Standing.NEWER if this > that else Standing.OLDER


def _order(version: str) -> tuple[tuple[int, ...], str, int]:
    found = _VERSION.fullmatch(version)
    if found is None:
        raise ValueError(version)
    numbers = [int(part) for part in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()  # 1.0 is 1.0.0
    return tuple(numbers), found[2] or _FINAL, int(found[3] or 0)
