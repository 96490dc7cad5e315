"""Releases of tests, signed with keys made on the spot."""

from __future__ import annotations

import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deid_studio.formats.update_file import Key, signature_line

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging" / "shipping"))
import sums

sys.path.pop(0)

OWN, OLD, FOREIGN = (Ed25519PrivateKey.generate() for _ in range(3))


def public(key: Ed25519PrivateKey, name: str) -> Key:
    """The public half of a key."""
    return Key(name, key.public_key().public_bytes_raw())


class Release:
    """A folder as the publisher hands it out, signed with the own key."""

    def __init__(self, folder: Path, version: str) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        files = [folder / f"deid-studio-{version}-linux.tar.gz", folder / f"deid_studio-{version}-py3-none-any.whl"]
        for path in files:
            path.write_bytes(f"what is in {path.name}".encode() * 9)
        (folder / "SHA256SUMS").write_text(sums.sums(files, version))
        self.sign(OWN)

    def path(self, name: str) -> Path:
        """A file of it."""
        return self.folder / name

    def sums(self) -> bytes:
        """The list of sums as it is now."""
        return self.path("SHA256SUMS").read_bytes()

    def sign(self, *keys: Ed25519PrivateKey) -> None:
        """Sign the list of sums as it is now."""
        self.write_signatures("".join(signature_line(public(key, ""), key.sign(self.sums())) for key in keys).encode())

    def write_signatures(self, data: bytes) -> None:
        """Put this in place of the signatures."""
        self.path("SHA256SUMS.sig").write_bytes(data)

    def other(self, version: str) -> Release:
        """A release of another version, in a folder of its own."""
        return Release(self.folder / version, version)
