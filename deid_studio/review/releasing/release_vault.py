"""The vault of a release: what it holds, where it lies, and that it is there with its release or not at all.

It is written before the reports are seen, so that they never are without it. A program that is killed in between leaves
a vault of a release that never was; a note beside the half-filled folder tells the next one where, and by the number
that certificate and vault have in common it is certain that it is that one.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path

from deid_studio.errors import DeidError
from deid_studio.formats.folder_swap import half_filled, remove_abandoned
from deid_studio.plain_files import plain_bytes
from deid_studio.release.policy import Policy, Way
from deid_studio.release.released import Released
from deid_studio.release.vault import Original, Restorable, VaultContent, forget_vault, release_of, write_vault
from deid_studio.review.certificate.release_certificate import vault_number_in
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.releasing.release_gathering import Source

_NOTE = "vault.json"
_NUMBER_BYTES = 8


def new_number() -> str:
    """A number by which a release and its vault know each other; it says nothing of either."""
    return secrets.token_hex(_NUMBER_BYTES)


def vault_content(reports: Iterable[tuple[Source, Released]], names: Mapping[str, str]) -> VaultContent:
    """What brings the reports back, each by its released name."""
    found: dict[str, Restorable] = {}
    codes: dict[str, str] = {}
    for source, released in reports:
        doc = source.doc
        originals = []
        for change, replacement in zip(released.rewriting.changes, released.replacements, strict=True):
            text = doc.text[change.place.start : change.place.end]
            if replacement.way is Way.CODE:
                codes.setdefault(replacement.instead, text)
            if replacement.instead != text:
                originals.append(Original(change.start, change.end, text))
        found[names[doc.id]] = Restorable(
            doc.id,
            sha256(released.text.encode()).hexdigest(),
            sha256(source.raw).hexdigest(),
            source.encoding,
            tuple(originals),
            source.ann,
        )
    return VaultContent(found, codes)


def put_vault(folder: Path, vault: Path, content: VaultContent, passphrases: tuple[str, ...], number: str) -> None:
    """Write the vault of a release whose `folder` is filled and not yet in its place.

    Raises what `write_vault` raises.
    """
    note = {"vault": os.path.abspath(vault), "release": number}  # noqa: PTH100 - a link stays a link
    (folder.parent / _NOTE).write_bytes(json.dumps(note).encode())
    write_vault(vault, content, passphrases, number)


def forget_unfinished(out: Path) -> None:
    """Remove the vaults of releases that were to go to `out`, or beside it, and were killed before they did."""
    for folder in half_filled(Path(os.path.realpath(out)).parent):
        note = folder.parent / _NOTE
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            kept = json.loads(plain_bytes(note))
            vault, number = Path(kept["vault"]), str(kept["release"])
            # Of a release that took its place the one before it is here, which has another number.
            if number and vault_number_in(folder) == number:
                forget_vault(vault, number)
        with contextlib.suppress(OSError):
            note.unlink(missing_ok=True)
    remove_abandoned(Path(os.path.realpath(out)).parent)


def vault_of(release: Path, folders: Iterable[Path]) -> Path | None:
    """The vault that belongs to a release, if it lies in one of these folders."""
    number = vault_number_in(release)
    if not number:
        return None
    for folder in folders:
        for path in sorted(folder.glob("*.vault")):
            with contextlib.suppress(DeidError, OSError):
                if release_of(path) == number:
                    return path
    return None


def default_vault(project: Project, policy: Policy, day: date) -> Path:
    """Where a new vault lies unless a person says otherwise: with what never leaves."""
    folder, stem = project.folder / PRIVATE, f"{policy.name}-{day.isoformat()}"
    names = (f"{stem}.vault", *(f"{stem}-{number}.vault" for number in range(2, 1000)))
    return next((folder / name for name in names if not (folder / name).exists()), folder / names[0])
