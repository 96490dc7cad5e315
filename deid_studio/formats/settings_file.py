"""The settings file written: whole or not at all, and never over one that could not be understood."""

from __future__ import annotations

from pathlib import Path

from deid_studio.errors import WriteError, reason
from deid_studio.formats.files import write_file
from deid_studio.plain_files import plain_text, toml_of
from deid_studio.settings import Settings, to_toml


def save_settings(settings: Settings, path: Path) -> None:
    """Write what differs from the defaults; a file there that is not TOML is kept beside as `….invalid`.

    Raises `WriteError`; the old file is intact then.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not _is_toml(path):
            path.replace(path.with_name(path.name + ".invalid"))
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error
    write_file(path, to_toml(settings))


def _is_toml(path: Path) -> bool:
    try:
        toml_of(plain_text(path))
    except ValueError:
        return False
    return True
