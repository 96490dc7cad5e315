"""Fingerprints of what suggestions rest on: whether another machine would detect the same, or this one as before."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from deid_studio import __version__, paths
from deid_studio.plain_files import plain_bytes


def fingerprint(*parts: bytes) -> str:
    """The beginning of a hash of these, enough to tell whether anything changed."""
    return sha256(b"".join(b"%d:%s" % (len(part), part) for part in parts)).hexdigest()[:16]


def detected_with(profile: str | None, model: str | Path | None) -> dict[str, str]:
    """What suggestions rest on beside the report: the program, the profile with its models, and the lists that
    were imported.

    A model is given by name, or its folder; without both, the profile is that in which the shipped one runs.
    """
    # Imported here: the window, which asks another process, does not detect.
    from deid_studio.detection.profile import load_profile
    from deid_studio.detection.suggester import SUITING
    from deid_studio.learning.store.choices import model_folder

    folder = None if profile and model is None else model_folder(model)
    folders = (paths.shared_gazetteers(), paths.user_gazetteers())
    lists = [path for one in folders for path in sorted(one.glob("**/*")) if path.is_file()]
    return {
        "program": __version__,
        "profile": fingerprint(*map(_bytes, load_profile(profile or SUITING).files(folder))),
        "lists": fingerprint(*map(_bytes, lists)),
    }


def _bytes(path: Path) -> bytes:
    # What cannot be read is told by who loads it.
    with suppress(OSError):
        return plain_bytes(path)
    return b""
