"""Signs a release: makes dist/SHA256SUMS.sig, of which `deid update check` and Help know whose the files are.

    python packaging/shipping/sign.py --new-key FILE      make a key; prints what goes into resources/updates/keys.toml
    python packaging/shipping/sign.py [--key FILE]        sign dist/SHA256SUMS

The key is in --key or where DEID_STUDIO_SIGNING_KEY says, never in the checkout. Its passphrase is asked for, or is
the first line of the file that DEID_STUDIO_SIGNING_PASSPHRASE_FILE names. Run it in an environment that has the
program's libraries (PYTHONPATH=. .venv/bin/python …). Signatures of other keys that still fit stay. docs/updates.md
says when a key is made, changed and withdrawn.
"""

from __future__ import annotations

import argparse
import base64
import getpass
import os
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from sums import sums as sums_of

from deid_studio.formats.files import write_file
from deid_studio.formats.update_file import (
    SIGNATURES,
    SUMS,
    Key,
    read_sums,
    shipped_keys,
    signature_line,
    signatures,
)

ROOT = Path(__file__).resolve().parents[2]
KEY, PASSPHRASE = "DEID_STUDIO_SIGNING_KEY", "DEID_STUDIO_SIGNING_PASSPHRASE_FILE"
LEAST = 16  # characters of a passphrase


def main() -> None:
    """Do what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--new-key", type=Path, metavar="FILE")
    parser.add_argument("--key", type=Path, default=os.environ.get(KEY), metavar="FILE")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", metavar="FOLDER")
    wanted = parser.parse_args()
    path = wanted.new_key or wanted.key
    if path is None:
        parser.error(f"say where the key is: --key or {KEY}")
    path = Path(path).resolve()
    if path.is_relative_to(ROOT):
        parser.error("a private key does not belong into the checkout: it could be published with it")
    if wanted.new_key is not None:
        new_key(path)
    else:
        sign(wanted.dist, private_key(path), shipped_keys())


def new_key(path: Path) -> None:
    """Make a key, and print its public half."""
    if path.exists():
        sys.exit(f"{path} is there already.")
    passphrase = _passphrase(again=True)
    key = Ed25519PrivateKey.generate()
    form = Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(passphrase)
    write_file(path, key.private_bytes(*form), private=True)
    public = base64.b64encode(public_key(key).public).decode()
    print(f'Into resources/updates/keys.toml:\n\n[[keys]]\nname = "{path.stem}"\npublic = "{public}"')


def private_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file; ends where it has no passphrase, or another one."""
    try:
        key = load_pem_private_key(path.read_bytes(), _passphrase())
    except OSError as error:
        sys.exit(f"{path} cannot be read: {error.strerror}.")
    except TypeError:
        sys.exit(f"{path} has no passphrase: whoever finds it could sign. Make another key (--new-key).")
    except ValueError:
        sys.exit(f"{path} is no key, or the passphrase is another one.")
    if not isinstance(key, Ed25519PrivateKey):
        sys.exit(f"{path} is a key of another kind than Ed25519.")
    return key


def public_key(key: Ed25519PrivateKey, name: str = "") -> Key:
    """The public half of a key, as the program has it."""
    return Key(name, key.public_key().public_bytes_raw())


def sign(dist: Path, key: Ed25519PrivateKey, keys: tuple[Key, ...]) -> None:
    """Sign the sums in a folder; ends where the files there are others, or no program would believe it."""
    known = {one.id: one for one in keys}
    own = known.get(public_key(key).id)
    if own is None:
        sys.exit("This key is not in resources/updates/keys.toml: no program would believe it.")
    if own.withdrawn:
        sys.exit(f"This key was withdrawn on {own.withdrawn}.")
    sums, target = (dist / SUMS).read_bytes(), dist / SIGNATURES
    listed = read_sums(sums)
    if sums_of([dist / name for name in listed.files], listed.version).encode() != sums:
        sys.exit(f"Not signed: the files in {dist} are not those of {SUMS}.")
    others = [
        signature_line(known[id], signature)
        for id, signature in (signatures(target.read_bytes()) if target.exists() else ())
        if id in known and id != own.id and known[id].signed(signature, sums)
    ]
    write_file(target, "".join([*others, signature_line(own, key.sign(sums))]).encode())
    print(f"{target}: version {listed.version}, {len(listed.files)} files, signed with “{own.name}”.")


def _passphrase(again: bool = False) -> bytes:
    if file := os.environ.get(PASSPHRASE):
        found = Path(file).read_text(encoding="utf-8").partition("\n")[0]
    else:
        found = getpass.getpass("Passphrase of the signing key: ")
        if again and getpass.getpass("Again: ") != found:
            sys.exit("These are two different passphrases.")
    if again and len(found) < LEAST:
        sys.exit(f"A signing key needs a passphrase of {LEAST} characters or more.")
    return found.encode()


if __name__ == "__main__":
    main()
