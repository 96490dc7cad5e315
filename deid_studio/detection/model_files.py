"""Model files: what lies in a model's folder, read with every byte checked, whatever the kind of model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deid_studio.errors import ModelDamagedError, ModelMissingError, reason
from deid_studio.texts import Text

MANIFEST = "manifest.json"
_LARGEST_FILE = 64_000_000


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Makes whatever goes wrong while the files of a model's folder are read a `ModelDamagedError`."""
    try:
        yield
    except OSError as error:
        raise ModelDamagedError(path=folder, detail=reason(error)) from error
    except (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError) as error:
        raise unreadable(folder, error) from error


def manifest_of(folder: Path) -> dict[str, Any]:
    """The manifest in a model's folder, as it is; raises `ModelMissingError` where there is none, and what `reading`
    makes a `ModelDamagedError`."""
    if not (folder / MANIFEST).exists():
        raise ModelMissingError(path=folder)
    manifest = json.loads(_content(folder, MANIFEST))
    if not isinstance(manifest, dict):
        raise TypeError(MANIFEST)
    return manifest


def manifest_sha256(manifest: Mapping[str, Any]) -> str:
    """What a manifest's field `manifest_sha256` has to be: the SHA-256 of its other fields as canonical JSON."""
    content = {key: value for key, value in manifest.items() if key != "manifest_sha256"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def check_manifest(folder: Path, manifest: Mapping[str, Any], key: str, version: int) -> None:
    """Raise `ModelDamagedError` unless a manifest is what was written, in this version of the format named by `key`."""
    if key not in manifest:
        raise damaged(folder, Text("it is a model of another kind"))
    if manifest[key] != version:
        found = f"{manifest[key]!s:.20}"
        raise damaged(folder, Text("its format is {found}, this program reads {version}", found=found, version=version))
    if manifest["manifest_sha256"] != manifest_sha256(manifest):
        raise _changed(folder, MANIFEST)


def checked(folder: Path, name: str, sha256: str) -> bytes:
    """A file of a model's folder; raises `ModelDamagedError` when it is not the one of that sum."""
    content = _content(folder, name)
    if hashlib.sha256(content).hexdigest() != sha256:
        raise _changed(folder, name)
    return content


def check_tags(folder: Path, tags: Sequence[str], classes: Collection[str]) -> None:
    """Raise `ModelDamagedError` unless tags are BIO tags of these classes."""
    if len(set(tags)) != len(tags) or "O" not in tags:
        raise damaged(folder, Text("its tags are not BIO tags"))
    if not all(tag == "O" or (tag[:2] in ("B-", "I-") and tag[2:] in classes) for tag in tags):
        raise damaged(folder, Text("it has tags that are not of its tag set"))


def misfit(folder: Path) -> ModelDamagedError:
    """The error for arrays that do not belong together."""
    return damaged(folder, Text("its arrays do not fit together"))


def other_gazetteers(folder: Path) -> ModelDamagedError:
    """The error for a model whose weights stand for other lists."""
    return damaged(folder, Text("it was trained with other gazetteers than this program's"))


def damaged(folder: Path, detail: Text) -> ModelDamagedError:
    """The error for a model's folder, with what is wrong there."""
    return ModelDamagedError(path=folder, detail=detail)


def unreadable(folder: Path, error: Exception) -> ModelDamagedError:
    """The error for files that cannot be read, whatever went wrong."""
    # The cause may quote a file's content; its kind is enough to tell a person.
    return damaged(folder, Text("its files cannot be read ({kind})", kind=type(error).__name__))


def _content(folder: Path, name: str) -> bytes:
    path = folder / name
    if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
        raise damaged(folder, Text("{name} is missing or too large", name=name))
    return path.read_bytes()


def _changed(folder: Path, name: str) -> ModelDamagedError:
    return damaged(folder, Text("{name} is not the file that was written", name=name))
